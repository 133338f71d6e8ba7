//! Sets of squares as definitions write them: `*2` is a rank, `a*` a file, `a1` a square, `-` nothing.
//! Knows no game; a region learns the size of the board only when it is laid out.

use crate::board::Coord;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    File(u8),
    Rank(u8),
    Square(Coord),
}

/// A region before the board's size is settled, which may change in an heir.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Region(Vec<(Part, String)>);

impl Region {
    /// What such a value is called in messages.
    pub const TAKES: &'static str = "a list of squares such as 'a1 b* *8' (or '-')";

    /// One whole rank, from 0.
    pub fn rank(rank: u8) -> Region {
        Region(vec![(Part::Rank(rank), format!("*{}", u32::from(rank) + 1))])
    }

    /// Reads a list separated by blanks.
    pub fn read(text: &str) -> Option<Region> {
        if text == "-" {
            return Some(Region::default());
        }
        let parts: Option<Vec<_>> = text
            .split_whitespace()
            .map(|word| Some((part(&word.to_ascii_lowercase())?, word.into())))
            .collect();
        parts.filter(|parts| !parts.is_empty()).map(Region)
    }

    /// Its squares on a board of that size, sorted, or the part that lies off the board.
    pub fn lay(&self, files: u8, ranks: u8) -> Result<Vec<Coord>, String> {
        let mut squares = Vec::new();
        for (part, text) in &self.0 {
            let corner = match *part {
                Part::File(file) => Coord { file, rank: 0 },
                Part::Rank(rank) => Coord { file: 0, rank },
                Part::Square(square) => square,
            };
            if corner.file >= files || corner.rank >= ranks {
                return Err(text.clone());
            }
            match *part {
                Part::File(file) => squares.extend((0..ranks).map(|rank| Coord { file, rank })),
                Part::Rank(rank) => squares.extend((0..files).map(|file| Coord { file, rank })),
                Part::Square(square) => squares.push(square),
            }
        }
        squares.sort_unstable();
        squares.dedup();
        Ok(squares)
    }
}

fn part(word: &str) -> Option<Part> {
    if let Some(rank) = word.strip_prefix('*') {
        // A square of the first file spells the same rank, with the same care about zeros and signs.
        return format!("a{rank}").parse().ok().map(|square: Coord| Part::Rank(square.rank));
    }
    if let Some(file) = word.strip_suffix('*') {
        return format!("{file}1")
            .parse()
            .ok()
            .filter(|_| file.len() == 1)
            .map(|square: Coord| Part::File(square.file));
    }
    word.parse().ok().map(Part::Square)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid(text: &str, files: u8, ranks: u8) -> Result<String, String> {
        let squares = Region::read(text).unwrap().lay(files, ranks)?;
        Ok(squares.iter().map(Coord::to_string).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn ranks_files_and_squares() {
        assert_eq!(laid("*2", 4, 8).unwrap(), "a2 b2 c2 d2");
        assert_eq!(laid("b*", 4, 4).unwrap(), "b1 b2 b3 b4");
        assert_eq!(laid("A1 *1 d4", 4, 4).unwrap(), "a1 b1 c1 d1 d4");
        assert_eq!(laid("-", 4, 4).unwrap(), "");
        assert_eq!(laid("*10", 4, 10).unwrap(), "a10 b10 c10 d10");
        assert_eq!(laid("*5", 4, 4), Err("*5".into()));
        assert_eq!(laid("e*", 4, 4), Err("e*".into()));
        assert_eq!(laid("a1 E2", 4, 4), Err("E2".into()));
        for wrong in ["", "*", "**", "*0", "*a", "aa*", "a", "1", "a1*", "*+1", "a0", "é*"] {
            assert_eq!(Region::read(wrong), None, "{wrong}");
        }
    }
}
