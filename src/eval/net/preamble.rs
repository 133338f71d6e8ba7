//! The lines a person can read that a file of numbers begins with: a first line that says what it is, then names with
//! values, then a blank line. Knows lines; not what they say.

/// The lines a file begins with.
#[derive(Clone, Copy, Debug)]
pub struct Preamble<'b> {
    text: &'b str,
    /// Bytes up to what follows the blank line.
    pub length: usize,
}

/// Why there is no preamble.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPreamble {
    /// The first line is another.
    Foreign,
    /// It does not end, or is no text.
    Endless,
}

impl<'b> Preamble<'b> {
    /// No preamble takes more bytes: those of training that goes on for long have a line for each pass.
    pub const MOST: usize = 1 << 20;

    /// Reads it, if the first line is that one.
    ///
    /// # Errors
    /// There is none.
    pub fn read(bytes: &'b [u8], first: &str) -> Result<Preamble<'b>, NoPreamble> {
        let rest = bytes.strip_prefix(first.as_bytes()).filter(|rest| rest.starts_with(b"\n"));
        rest.ok_or(NoPreamble::Foreign)?;
        let near = bytes.get(..Self::MOST).unwrap_or(bytes);
        let end = near.windows(2).position(|pair| pair == b"\n\n").ok_or(NoPreamble::Endless)?;
        let text = near.get(..end).and_then(|line| std::str::from_utf8(line).ok());
        Ok(Preamble { text: text.ok_or(NoPreamble::Endless)?, length: end + 2 })
    }

    /// The value of the first line with that name.
    pub fn value(&self, name: &str) -> Option<&'b str> {
        self.values(name).next()
    }

    /// The values of all lines with that name.
    pub fn values(&self, name: &str) -> impl Iterator<Item = &'b str> {
        self.text.lines().filter_map(move |line| line.strip_prefix(name)?.strip_prefix(' '))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_values_up_to_the_blank_line() {
        let bytes = b"THING 1\none 1\nname of it\none more\n\ntwo 2\n\n";
        let read = Preamble::read(bytes, "THING 1").unwrap();
        assert_eq!((read.value("name"), read.value("two"), read.length), (Some("of it"), None, 35));
        assert_eq!(read.values("one").collect::<Vec<_>>(), ["1", "more"]);
        assert_eq!(Preamble::read(bytes, "THING").err(), Some(NoPreamble::Foreign));
        assert_eq!(Preamble::read(&bytes[..34], "THING 1").err(), Some(NoPreamble::Endless));
        assert_eq!(Preamble::read(b"THING 1\n\xff\n\n", "THING 1").err(), Some(NoPreamble::Endless));
    }
}
