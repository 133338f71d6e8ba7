//! What a net is made for: a board, its men and how they begin, without castling, layout or name. Two games with the
//! same outline look the same to a net.

use crate::board::{Colour, Coord};
use crate::rules::{Modality, Variant};

/// A board, the kinds of men on it and how they begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    /// Files of the board.
    pub files: u8,
    /// Ranks of the board.
    pub ranks: u8,
    /// A word for each kind in the game's order: its letter and all its steps.
    pub pieces: String,
    /// The board field of the start position's FEN.
    pub start: String,
    /// Kinds of men.
    pub kinds: usize,
    /// Men on the board at the start.
    pub men: usize,
    /// Whether every man moves to the right as to the left, so that a position and its mirror image are worth the
    /// same but for castling.
    pub symmetric: bool,
}

impl Outline {
    /// The king's number among the kinds: the last.
    pub fn king(&self) -> usize {
        self.kinds.saturating_sub(1)
    }

    /// The outline of a game.
    pub fn of(variant: &Variant) -> Outline {
        let word = |piece: &crate::rules::PieceType| {
            let steps = piece.steps.iter().map(|step| {
                let modality = match step.modality {
                    Modality::Both => "",
                    Modality::Quiet => "m",
                    Modality::Capture => "c",
                };
                format!("{modality}{}/{}*{}", step.files, step.ranks, step.range)
            });
            format!("{}:{}", piece.letter, steps.collect::<Vec<_>>().join(","))
        };
        let symmetric = variant.pieces.iter().all(|piece| {
            let mirrored =
                |step: &crate::rules::MoveStep| crate::rules::MoveStep { files: -step.files, ..*step };
            piece.steps.iter().all(|step| piece.steps.contains(&mirrored(step)))
        });
        let outline = Outline {
            files: variant.files,
            ranks: variant.ranks,
            pieces: variant.pieces.iter().map(word).collect::<Vec<_>>().join(" "),
            start: String::new(),
            kinds: variant.pieces.len(),
            men: 0,
            symmetric,
        };
        outline.with_start(variant.start.split(' ').next().unwrap_or_default())
    }

    /// The same board and kinds begun otherwise: a FEN's board field.
    pub fn with_start(&self, start: &str) -> Outline {
        let men = start.chars().filter(|letter| letter.is_alphabetic()).count();
        Outline { start: start.to_owned(), men, ..self.clone() }
    }

    /// A number that stands for board and men, to be seen at a glance. It does not count how they begin.
    pub fn hash(&self) -> u32 {
        crc32fast::hash(format!("{}x{} {}", self.files, self.ranks, self.pieces).as_bytes())
    }

    /// Squares of the board.
    pub fn squares(&self) -> usize {
        usize::from(self.files) * usize::from(self.ranks)
    }

    /// Inputs of a net: each kind of either side on each square.
    pub fn inputs(&self) -> usize {
        2 * self.kinds * self.squares()
    }

    /// Whether a side whose king stands there sees the board mirrored, so that its king is on the lower files.
    #[inline(always)]
    pub fn mirrors(&self, king: Coord) -> bool {
        self.symmetric && 2 * king.file >= self.files
    }

    /// The input of a man as one side sees it: own men first, by kind, then by square from the viewer's left
    /// corner, rank by rank.
    #[inline(always)]
    pub fn input(&self, viewer: Colour, mirrored: bool, kind: usize, owner: Colour, square: Coord) -> usize {
        let file = if mirrored { self.files - 1 - square.file } else { square.file };
        let rank = if viewer == Colour::White { square.rank } else { self.ranks - 1 - square.rank };
        let side = usize::from(viewer != owner);
        ((side * self.kinds + kind) * usize::from(self.ranks) + usize::from(rank)) * usize::from(self.files)
            + usize::from(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Library;
    use std::collections::BTreeSet;

    fn outline(name: &str) -> Outline {
        Outline::of(&Library::builtin().unwrap().find(name).unwrap())
    }

    #[test]
    fn castling_alone_makes_no_difference() {
        assert_eq!(outline("latte"), outline("latte-lufttworooks"));
        assert_eq!(outline("chess"), outline("fischerandom"));
        assert_ne!(outline("chess"), outline("latte"));
        assert_eq!(outline("chess").hash(), outline("latte").hash(), "the same men, set up otherwise");
        assert_ne!(outline("chess").hash(), outline("lecce").hash());
        assert_eq!((outline("latte").men, outline("lecce").squares()), (44, 32));
    }

    #[test]
    fn a_man_that_leans_to_one_side_forbids_mirroring() {
        let mut library = Library::builtin().unwrap();
        library.read("lean.ini", "[lean:chess]\ncustomPiece1 = z:frW\n").unwrap();
        assert!(!Outline::of(&library.find("lean").unwrap()).symmetric);
        assert!(outline("ladorean").symmetric);
    }

    #[test]
    fn every_man_on_every_square_is_an_input_of_its_own() {
        for name in ["lecce", "ladorean"] {
            let outline = outline(name);
            for (viewer, mirrored) in [(Colour::White, false), (Colour::Black, true)] {
                let mut seen = BTreeSet::new();
                for kind in 0..outline.kinds {
                    for owner in Colour::BOTH {
                        for square in 0..outline.squares() as u8 {
                            let square = Coord { file: square % outline.files, rank: square / outline.files };
                            seen.insert(outline.input(viewer, mirrored, kind, owner, square));
                        }
                    }
                }
                assert_eq!(seen.len(), outline.inputs());
                assert_eq!(seen.last(), Some(&(outline.inputs() - 1)));
            }
        }
    }
}
