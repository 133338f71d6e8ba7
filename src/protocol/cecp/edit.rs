//! The old way to set up a position: `edit`, a letter and a square a line, `.` at the end.
//! Knows its grammar; whether the result is a position is for the rules to say.

use super::diagram::{cased, square};
use crate::board::{Colour, Coord};
use crate::rules::Variant;

/// A position being edited.
#[derive(Clone, Debug)]
pub struct Edit {
    files: u8,
    men: Vec<Option<char>>,
    colour: Colour,
    turn: Colour,
    first_rank: u8,
}

impl Edit {
    /// Begins with a board on which those men stand, White being set up first.
    pub fn new(variant: &Variant, man: impl Fn(Coord) -> Option<char>, turn: Colour, first_rank: u8) -> Self {
        let ranks =
            (0..variant.ranks).flat_map(|rank| (0..variant.files).map(move |file| Coord { file, rank }));
        Edit { files: variant.files, men: ranks.map(man).collect(), colour: Colour::White, turn, first_rank }
    }

    /// Takes a line; what is none is passed over. Returns the FEN at the end.
    pub fn take(&mut self, line: &str) -> Option<String> {
        match line.trim() {
            "." => return Some(self.fen()),
            "#" => self.men.fill(None),
            "c" => self.colour = !self.colour,
            text => {
                let mut letters = text.chars();
                let man = letters.next().filter(char::is_ascii_alphabetic)?;
                let (at, rest) = square(letters.as_str(), self.first_rank)?;
                let index = usize::from(at.rank) * usize::from(self.files) + usize::from(at.file);
                if rest.is_empty()
                    && at.file < self.files
                    && let Some(place) = self.men.get_mut(index)
                {
                    *place = (man != 'x').then(|| cased(man, self.colour));
                }
            }
        }
        None
    }

    /// Without a castling field: whoever stands at home may castle.
    fn fen(&self) -> String {
        let row = |men: &[Option<char>]| {
            let mut text = String::new();
            let mut gap = 0;
            for man in men {
                match man {
                    None => gap += 1,
                    Some(letter) => {
                        if gap > 0 {
                            text += &gap.to_string();
                        }
                        gap = 0;
                        text.push(*letter);
                    }
                }
            }
            if gap > 0 {
                text += &gap.to_string();
            }
            text
        };
        let rows: Vec<String> = self.men.chunks(usize::from(self.files).max(1)).rev().map(row).collect();
        format!("{} {} 0 1", rows.join("/"), self.turn.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Library;

    #[test]
    fn letters_and_squares_make_a_position() {
        let variant = Library::builtin().unwrap().find("chess").unwrap();
        let mut edit = Edit::new(&variant, |_| Some('P'), Colour::Black, 1);
        for line in ["#", "Ke1", "Rh1", "Pa2", "xa2", "zz", "", "K", "Ra99", "Rz1", "é", "c", "Ke8", "qa8"] {
            assert_eq!(edit.take(line), None);
        }
        assert_eq!(edit.take(".").as_deref(), Some("q3k3/8/8/8/8/8/8/4K2R b 0 1"));
    }
}
