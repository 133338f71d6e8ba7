//! A set of squares.

use super::{Bits, Layout, Square};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares of a layout. Iterates from White's left corner, rank by rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Set<L: Layout>(L::Bits);

impl<L: Layout> Set<L> {
    /// No square.
    pub const EMPTY: Self = Set(L::Bits::ZERO);

    /// The set with these bits.
    #[inline(always)]
    pub const fn from_bits(bits: L::Bits) -> Self {
        Set(bits)
    }

    /// The bits of the set.
    #[inline(always)]
    pub const fn bits(self) -> L::Bits {
        self.0
    }

    /// One square.
    #[inline(always)]
    pub fn of(square: Square<L>) -> Self {
        Set(L::Bits::ONE << square.index() as u32)
    }

    /// How many squares.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.0.count() as usize
    }

    /// Whether there is none.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == L::Bits::ZERO
    }

    /// Whether there are two or more.
    #[inline(always)]
    pub fn is_several(self) -> bool {
        self.0.without_lowest() != L::Bits::ZERO
    }

    /// Whether that square is in it.
    #[inline(always)]
    pub fn has(self, square: Square<L>) -> bool {
        self.intersects(Self::of(square))
    }

    /// Whether the two share a square.
    #[inline(always)]
    pub fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether every square of `other` is in it.
    #[inline(always)]
    pub fn contains(self, other: Self) -> bool {
        (other.without(self)).is_empty()
    }

    /// The squares of `self` that are not in `other`.
    #[inline(always)]
    pub fn without(self, other: Self) -> Self {
        Set(self.0 & !other.0)
    }

    /// The first square, rank by rank.
    #[inline(always)]
    pub fn first(self) -> Option<Square<L>> {
        (!self.is_empty()).then(|| Square::new(self.0.lowest() as usize))
    }

    /// Every square moved by that many places; the caller masks what left the board.
    #[inline(always)]
    pub fn shifted(self, places: i32) -> Self {
        if places >= 0 { Set(self.0 << places as u32) } else { Set(self.0 >> places.unsigned_abs()) }
    }
}

impl<L: Layout> Iterator for Set<L> {
    type Item = Square<L>;

    #[inline(always)]
    fn next(&mut self) -> Option<Square<L>> {
        let first = self.first()?;
        self.0 = self.0.without_lowest();
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl<L: Layout> FromIterator<Square<L>> for Set<L> {
    fn from_iter<I: IntoIterator<Item = Square<L>>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $assign:ident, $assign_method:ident) => {
        impl<L: Layout> $trait for Set<L> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Set(self.0.$method(other.0))
            }
        }

        impl<L: Layout> $assign for Set<L> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                self.0 = self.0.$method(other.0);
            }
        }
    };
}

operator!(BitAnd, bitand, BitAndAssign, bitand_assign);
operator!(BitOr, bitor, BitOrAssign, bitor_assign);
operator!(BitXor, bitxor, BitXorAssign, bitxor_assign);

impl<L: Layout> Not for Set<L> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Set(!self.0)
    }
}

impl<L: Layout> fmt::Debug for Set<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Large;

    #[test]
    fn sets_hold_what_they_are_given() {
        let squares = [3, 64, 100].map(Square::<Large>::new);
        let set: Set<Large> = squares.into_iter().collect();
        assert_eq!(set.collect::<Vec<_>>(), squares);
        assert!(set.has(squares[1]) && !set.has(Square::new(65)) && set.is_several());
        assert_eq!(set.shifted(12).shifted(-12), set);
        assert!(set.contains(Set::of(squares[2])) && !Set::of(squares[2]).contains(set));
    }
}
