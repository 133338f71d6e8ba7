//! The two sides.

use std::ops::{Index, IndexMut, Not};

/// Who moves: White starts, Black answers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Colour {
    /// The side that moves up the board.
    #[default]
    White,
    /// The side that moves down the board.
    Black,
}

impl Colour {
    /// Both, White first.
    pub const BOTH: [Colour; 2] = [Colour::White, Colour::Black];

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter FEN uses, `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Colour::White => 'w',
            Colour::Black => 'b',
        }
    }

    /// "White" or "Black".
    pub const fn name(self) -> &'static str {
        match self {
            Colour::White => "White",
            Colour::Black => "Black",
        }
    }
}

impl Not for Colour {
    type Output = Colour;

    #[inline(always)]
    fn not(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }
}

/// One value for each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PerColour<T>(pub [T; 2]);

impl<T> Index<Colour> for PerColour<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, colour: Colour) -> &T {
        &self.0[colour as usize]
    }
}

impl<T> IndexMut<Colour> for PerColour<T> {
    #[inline(always)]
    fn index_mut(&mut self, colour: Colour) -> &mut T {
        &mut self.0[colour as usize]
    }
}
