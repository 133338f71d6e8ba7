//! Squares and moves as a game's own people write them, and as protocols do. Knows file letters inside a text;
//! does not know whether the text is a legal move.

use super::variant::Variant;

impl Variant {
    /// Whether people call the files of this game otherwise than protocols do.
    pub fn has_own_labels(&self) -> bool {
        (0..self.files).any(|file| self.file_label(file) != letter(file))
    }

    /// What people call a file, counted from 0.
    pub fn file_label(&self, file: u8) -> String {
        self.labels.get(usize::from(file)).cloned().unwrap_or_else(|| letter(file))
    }

    /// A move in the protocols' letters, in coordinates or SAN, as people write it.
    pub fn to_labels(&self, text: &str) -> String {
        self.translated(text, |rest| {
            let file = rest.bytes().next()?.checked_sub(b'a').filter(|file| *file < self.files)?;
            Some((1, self.file_label(file)))
        })
        .unwrap_or_else(|| text.to_owned())
    }

    /// A move as people write it, in the protocols' letters; `None` if it names a file that this game has not.
    pub fn from_labels(&self, text: &str) -> Option<String> {
        self.translated(text, |rest| {
            let named = |file: &u8| rest.starts_with(&self.file_label(*file));
            let file = (0..self.files).filter(named).max_by_key(|file| self.file_label(*file).len())?;
            Some((self.file_label(file).len(), letter(file)))
        })
    }

    /// The text with every file letter replaced; `None` where a letter that must be one is none.
    fn translated(&self, text: &str, file: impl Fn(&str) -> Option<(usize, String)>) -> Option<String> {
        let mut result = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            // Behind every file letter comes a rank; behind what a pawn becomes there is none.
            let is_file = first.is_ascii_lowercase()
                && first != 'x'
                && rest.bytes().skip(1).any(|byte| byte.is_ascii_digit());
            let (length, label) = if is_file { file(rest)? } else { (first.len_utf8(), first.to_string()) };
            result += &label;
            rest = &rest[length..];
        }
        Some(result)
    }
}

fn letter(file: u8) -> String {
    char::from(b'a' + file).to_string()
}

#[cfg(test)]
mod tests {
    use crate::rules::Library;

    #[test]
    fn both_ways() {
        let library = Library::builtin().unwrap();
        let ladorean = library.find("ladorean").unwrap();
        for (letters, labels) in [
            ("e2e4", "e2e4"),
            ("i2i4", "j2j4"),
            ("j1i3", "k1j3"),
            ("Nj3", "Nk3"),
            ("Nixh3+", "Njxh3+"),
            ("ixj8=C#", "jxk8=C#"),
            ("i7i8q", "j7j8q"),
            ("i7j8b", "j7k8b"),
            ("i7j8b+", "j7k8b+"),
            ("O-O=L", "O-O=L"),
            ("Kh1", "Kh1"),
        ] {
            assert_eq!(ladorean.to_labels(letters), labels);
            assert_eq!(ladorean.from_labels(labels).as_deref(), Some(letters));
        }
        assert_eq!(ladorean.from_labels("i2i4"), None, "no file is called i");
        assert!(ladorean.has_own_labels());
        let chess = library.find("chess").unwrap();
        assert!(!chess.has_own_labels());
        assert_eq!(chess.from_labels("e7e8q+").as_deref(), Some("e7e8q+"));
    }
}
