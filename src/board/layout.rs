//! The two ways a board is laid into an integer, and arrays with one entry per square.
//!
//! Both are sealed: everything below the engine's door is compiled once for each.

use super::{Bits, Square};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Index, IndexMut};

mod sealed {
    pub trait Sealed {}
}

/// How squares are numbered: `rank * STRIDE + file`, from White's left corner.
pub trait Layout: sealed::Sealed + Copy + Eq + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// The integer with a bit for each square.
    type Bits: Bits;
    /// An array with an entry for each square.
    type Map<T: Copy + Send + Sync + 'static>: Copy + Send + Sync + 'static;
    /// What people may call it.
    const NAME: &'static str;
    /// Squares from one rank to the next, and so the most files a board may have.
    const STRIDE: u8;
    /// The most ranks a board may have.
    const RANKS: u8;
    /// Entries in a [`Layout::Map`]: a power of two, at least `STRIDE * RANKS`.
    const SQUARES: usize;

    /// Most occupied squares that one table of rays looks at: more, and it would outgrow the cache.
    const TABLE_BITS: usize;

    /// An array with the same value everywhere.
    fn filled<T: Copy + Send + Sync + 'static>(value: T) -> Self::Map<T>;
    /// The entry at `index` modulo [`Layout::SQUARES`], so that no bounds need checking.
    fn get<T: Copy + Send + Sync + 'static>(map: &Self::Map<T>, index: usize) -> &T;
    /// As [`Layout::get`], to change it.
    fn get_mut<T: Copy + Send + Sync + 'static>(map: &mut Self::Map<T>, index: usize) -> &mut T;
}

macro_rules! layout {
    ($(#[$doc:meta])* $name:ident, $bits:ty, $stride:literal, $ranks:literal, $squares:literal, $table:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name;

        impl sealed::Sealed for $name {}

        impl Layout for $name {
            type Bits = $bits;
            type Map<T: Copy + Send + Sync + 'static> = [T; $squares];
            const NAME: &'static str = stringify!($name);
            const STRIDE: u8 = $stride;
            const RANKS: u8 = $ranks;
            const SQUARES: usize = $squares;
            const TABLE_BITS: usize = $table;

            #[inline(always)]
            fn filled<T: Copy + Send + Sync + 'static>(value: T) -> [T; $squares] {
                [value; $squares]
            }

            #[inline(always)]
            fn get<T: Copy + Send + Sync + 'static>(map: &[T; $squares], index: usize) -> &T {
                &map[index & ($squares - 1)]
            }

            #[inline(always)]
            fn get_mut<T: Copy + Send + Sync + 'static>(map: &mut [T; $squares], index: usize) -> &mut T {
                &mut map[index & ($squares - 1)]
            }
        }
    };
}

layout!(
    /// Boards up to 8x8, in 64 bits. A narrower board is a mask in it.
    Small, u64, 8, 8, 64, 12
);
layout!(
    /// Boards up to 12x10, in 128 bits.
    Large, u128, 12, 10, 128, 10
);

/// An array indexed by square.
#[derive(Clone, Copy)]
pub struct SquareMap<L: Layout, T: Copy + Send + Sync + 'static>(L::Map<T>);

impl<L: Layout, T: Copy + Send + Sync + 'static> SquareMap<L, T> {
    /// The same value for every square.
    #[inline(always)]
    pub fn filled(value: T) -> Self {
        SquareMap(L::filled(value))
    }
}

impl<L: Layout, T: Copy + Send + Sync + Default + 'static> Default for SquareMap<L, T> {
    fn default() -> Self {
        Self::filled(T::default())
    }
}

impl<L: Layout, T: Copy + Send + Sync + 'static> Index<Square<L>> for SquareMap<L, T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, square: Square<L>) -> &T {
        L::get(&self.0, square.index())
    }
}

impl<L: Layout, T: Copy + Send + Sync + 'static> IndexMut<Square<L>> for SquareMap<L, T> {
    #[inline(always)]
    fn index_mut(&mut self, square: Square<L>) -> &mut T {
        L::get_mut(&mut self.0, square.index())
    }
}

impl<L: Layout, T: Copy + Send + Sync + PartialEq + 'static> PartialEq for SquareMap<L, T> {
    fn eq(&self, other: &Self) -> bool {
        (0..L::SQUARES).all(|index| L::get(&self.0, index) == L::get(&other.0, index))
    }
}
