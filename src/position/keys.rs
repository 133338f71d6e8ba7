//! Zobrist's random numbers: a position's key is the exclusive-or of those of everything true in it.

use super::man::Man;
use crate::board::{Colour, Layout, PerColour, Set, Square, SquareMap};

/// The numbers of one game. The same for every run and machine, so that bench signatures are too.
pub struct Keys<L: Layout> {
    men: Vec<PerColour<SquareMap<L, u64>>>,
    unmoved: SquareMap<L, u64>,
    en_passant: SquareMap<L, u64>,
    /// Black to move.
    pub(super) black: u64,
}

impl<L: Layout> Keys<L> {
    /// Numbers for so many kinds of men.
    pub(super) fn new(kinds: usize) -> Self {
        let mut state = 0x4c55_5041;
        let map = |state: &mut u64| {
            let mut map = SquareMap::default();
            for index in 0..L::SQUARES {
                map[Square::<L>::new(index)] = next(state);
            }
            map
        };
        Keys {
            men: (0..kinds).map(|_| PerColour([map(&mut state), map(&mut state)])).collect(),
            unmoved: map(&mut state),
            en_passant: map(&mut state),
            black: next(&mut state),
        }
    }

    #[inline(always)]
    pub(super) fn man(&self, man: Man, square: Square<L>) -> u64 {
        self.men[man.kind().index()][man.colour()][square]
    }

    pub(super) fn unmoved(&self, unmoved: Set<L>) -> u64 {
        unmoved.fold(0, |key, square| key ^ self.unmoved[square])
    }

    #[inline(always)]
    pub(super) fn en_passant(&self, square: Option<Square<L>>) -> u64 {
        square.map_or(0, |square| self.en_passant[square])
    }

    #[inline(always)]
    pub(super) fn turn(&self, colour: Colour) -> u64 {
        if colour == Colour::Black { self.black } else { 0 }
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
