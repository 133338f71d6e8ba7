//! A move as one number, and what kinds there are.

use crate::board::{Layout, Square};
use std::fmt;
use std::num::NonZeroU32;

/// A kind of man: an index into [`crate::rules::Variant::pieces`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(pub u8);

impl Kind {
    /// Its place in arrays by kind.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 as usize) & (crate::rules::MAX_PIECE_TYPES - 1)
    }
}

/// What a move does beyond carrying one man from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Nothing more; it may capture.
    Plain,
    /// A pawn's double step.
    DoubleStep,
    /// A capture in passing.
    EnPassant,
    /// The pawn becomes another man.
    Promotion(Kind),
    /// The castling with that number among the game's.
    Castling(u16),
}

/// A move of one layout's position, in 26 bits: from, to, action, detail.
///
/// For a castling, from and to are the king's home and landing squares, which may be the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU32);

const TO: u32 = 7;
const ACTION: u32 = 14;
const DETAIL: u32 = 17;
/// Always set, so that no move is zero.
const PRESENT: NonZeroU32 = match NonZeroU32::new(1 << 31) {
    Some(bit) => bit,
    None => NonZeroU32::MIN,
};
const SQUARE_MASK: u32 = (1 << TO) - 1;

impl Move {
    /// Bits a move needs in [`Move::bits`].
    pub const BITS: u32 = 26;

    /// A move; `Castling` takes numbers below 512.
    #[inline(always)]
    pub fn new<L: Layout>(from: Square<L>, to: Square<L>, action: Action) -> Self {
        let (action, detail) = match action {
            Action::Plain => (0, 0),
            Action::DoubleStep => (1, 0),
            Action::EnPassant => (2, 0),
            Action::Promotion(kind) => (3, u32::from(kind.0)),
            Action::Castling(number) => (4, u32::from(number) & 511),
        };
        let bits = from.index() as u32 | (to.index() as u32) << TO | action << ACTION | detail << DETAIL;
        Self::from_bits(bits)
    }

    /// The move as a number below 2^26; never confused with "none" by [`Move::from_bits`].
    #[inline(always)]
    pub fn bits(self) -> u32 {
        self.0.get() & !PRESENT.get()
    }

    /// The move with those bits. Whether it is legal anywhere is for the caller to ask.
    #[inline(always)]
    pub fn from_bits(bits: u32) -> Self {
        Move(PRESENT | (bits & ((1 << Self::BITS) - 1)))
    }

    /// Where the man (for a castling, the king) leaves.
    #[inline(always)]
    pub fn from<L: Layout>(self) -> Square<L> {
        Square::new((self.bits() & SQUARE_MASK) as usize)
    }

    /// Where it lands.
    #[inline(always)]
    pub fn to<L: Layout>(self) -> Square<L> {
        Square::new((self.bits() >> TO & SQUARE_MASK) as usize)
    }

    /// What else it does.
    #[inline(always)]
    pub fn action(self) -> Action {
        let detail = self.bits() >> DETAIL;
        match self.bits() >> ACTION & 7 {
            0 => Action::Plain,
            1 => Action::DoubleStep,
            2 => Action::EnPassant,
            3 => Action::Promotion(Kind(detail as u8)),
            _ => Action::Castling(detail as u16),
        }
    }

    /// The castling's number, if it is one.
    #[inline(always)]
    pub fn castling(self) -> Option<u16> {
        if let Action::Castling(number) = self.action() { Some(number) } else { None }
    }

    /// What a pawn becomes, if it becomes something.
    #[inline(always)]
    pub fn promotion(self) -> Option<Kind> {
        if let Action::Promotion(kind) = self.action() { Some(kind) } else { None }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = self.bits();
        write!(f, "Move({} to {}, {:?})", bits & SQUARE_MASK, bits >> TO & SQUARE_MASK, self.action())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Large;

    #[test]
    fn every_part_comes_back() {
        for action in [
            Action::Plain,
            Action::DoubleStep,
            Action::EnPassant,
            Action::Promotion(Kind(15)),
            Action::Castling(300),
        ] {
            let (from, to) = (Square::<Large>::new(0), Square::<Large>::new(119));
            let mv = Move::new(from, to, action);
            assert_eq!((mv.from(), mv.to(), mv.action()), (from, to, action));
            assert_eq!(Move::from_bits(mv.bits()), mv);
            assert!(mv.bits() < 1 << Move::BITS);
        }
    }
}
