//! Why the system will not have a file read or written or a program started, in plain words, and whose a file is. Knows
//! its errors and locks; opens nothing.

use std::fs::{File, TryLockError};

/// Keeps other runs out of a file while it is open: they would play the same games, and write over each other's. Whether
/// it is ours now; where a file system knows no locks, nobody is kept out.
pub fn claim(file: &File) -> bool {
    !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

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
