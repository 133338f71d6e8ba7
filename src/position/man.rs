//! A man: a kind and a side, in one byte.

use super::moves::Kind;
use crate::board::Colour;
use std::num::NonZeroU8;

/// A man on the board. `Option<Man>` is one byte too.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Man(NonZeroU8);

impl Man {
    /// A man of that kind and side.
    #[inline(always)]
    pub fn new(kind: Kind, colour: Colour) -> Self {
        Man(NonZeroU8::MIN.saturating_add((kind.index() as u8) << 1 | colour as u8))
    }

    /// What it is.
    #[inline(always)]
    pub fn kind(self) -> Kind {
        Kind((self.0.get() - 1) >> 1)
    }

    /// Whose it is.
    #[inline(always)]
    pub fn colour(self) -> Colour {
        if (self.0.get() - 1) & 1 == 0 { Colour::White } else { Colour::Black }
    }
}

impl std::fmt::Debug for Man {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?}", self.colour(), self.kind())
    }
}
