//! A square, as a place on a layout and as the file and rank people see.

use super::Layout;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// A file and a rank, both from 0: a square before any layout is chosen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Coord {
    /// 0 is the file `a`.
    pub file: u8,
    /// 0 is White's first rank.
    pub rank: u8,
}

impl Coord {
    /// The square `files` to the right and `ranks` up, if both stay on a `width` x `height` board.
    pub fn step(self, files: i8, ranks: i8, width: u8, height: u8) -> Option<Coord> {
        let file = self.file.checked_add_signed(files).filter(|file| *file < width)?;
        let rank = self.rank.checked_add_signed(ranks).filter(|rank| *rank < height)?;
        Some(Coord { file, rank })
    }
}

impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file) as char, self.rank + 1)
    }
}

impl FromStr for Coord {
    type Err = ();

    /// Reads the protocols' spelling, `a1` to `l10`.
    fn from_str(text: &str) -> Result<Self, ()> {
        let mut letters = text.chars();
        let file = letters.next().filter(char::is_ascii_lowercase).ok_or(())? as u8 - b'a';
        let digits = letters.as_str();
        if digits.is_empty() || digits.starts_with('0') || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(());
        }
        let rank: u8 = digits.parse().map_err(|_| ())?;
        Ok(Coord { file, rank: rank - 1 })
    }
}

/// A square of a layout. It may lie outside the board in play: a game's own mask says which count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Square<L: Layout> {
    index: u8,
    layout: PhantomData<L>,
}

impl<L: Layout> Square<L> {
    /// The square of that index, taken modulo [`Layout::SQUARES`].
    #[inline(always)]
    pub const fn new(index: usize) -> Self {
        Square { index: (index & (L::SQUARES - 1)) as u8, layout: PhantomData }
    }

    /// Where a file and rank lie, or nothing where the layout has no such square.
    pub fn at(coord: Coord) -> Option<Self> {
        (coord.file < L::STRIDE && coord.rank < L::RANKS)
            .then(|| Self::new(coord.rank as usize * L::STRIDE as usize + coord.file as usize))
    }

    /// Its place in an array with [`Layout::SQUARES`] entries.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// From 0 for the file `a`.
    #[inline(always)]
    pub const fn file(self) -> u8 {
        self.index % L::STRIDE
    }

    /// From 0 for White's first rank.
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.index / L::STRIDE
    }

    /// The same square without its layout.
    pub const fn coord(self) -> Coord {
        Coord { file: self.file(), rank: self.rank() }
    }
}

impl<L: Layout> fmt::Display for Square<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.coord().fmt(f)
    }
}

impl<L: Layout> fmt::Debug for Square<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.coord().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Large, Small};

    #[test]
    fn text_and_place_agree() {
        let corner: Coord = "j10".parse().unwrap();
        assert_eq!((corner.file, corner.rank, corner.to_string().as_str()), (9, 9, "j10"));
        assert_eq!(Square::<Large>::at(corner).unwrap().index(), 9 * 12 + 9);
        assert_eq!(Square::<Small>::at(corner), None);
        for wrong in ["", "a", "a0", "a00", "a01", "A1", "1a", "a1b", "a999", "é1"] {
            assert!(wrong.parse::<Coord>().is_err(), "{wrong}");
        }
    }
}
