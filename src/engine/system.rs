//! Why the system will not have a file read or written or a program started, in plain words. Knows its errors; opens
//! nothing.

/// The system's own words, without the number of the error and what follows it: the name of a temporary file that
/// nobody asked for.
pub fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Error;

    #[test]
    fn numbers_and_names_nobody_gave_are_left_out() {
        for error in [
            std::fs::read("no/where").unwrap_err(),
            tempfile::Builder::new().tempfile_in("no/where").unwrap_err(),
        ] {
            let text = reason(&error);
            assert!(error.to_string().starts_with(&text) && !text.contains("os error"), "{text}");
            assert!(text.len() > 5 && !text.contains("where"), "{text}");
        }
        assert_eq!(reason(&Error::other("the end came early")), "the end came early");
    }
}
