//! Seeing a repetition one move ahead: whether a single move leads back to an earlier position.
//!
//! Two positions a reversible move apart differ in their keys by that move alone, whatever else is on the
//! board; all such differences are kept in one table (van Kervinck, 2013, here for any set of men).

use crate::board::{Colour, Layout, Set, Square};
use crate::position::{Man, Position, Rules};

/// A man and two squares between which it can go to and fro.
type Shuttle<L> = (u64, Square<L>, Square<L>);

/// Every reversible move of a game by what it does to a key.
pub(super) struct Returns<L: Layout> {
    /// Open addressing: at most half full.
    table: Vec<Option<Shuttle<L>>>,
}

impl<L: Layout> Returns<L> {
    /// Lists the reversible moves of a game.
    pub fn new(rules: &Rules<L>) -> Self {
        let mut all = Vec::new();
        for kind in rules.pieces().chain([rules.king()]) {
            for colour in Colour::BOTH {
                let man = Man::new(kind, colour);
                let reach = |square| rules.reach(kind, colour, square, Set::EMPTY);
                for from in rules.board() {
                    for to in reach(from).filter(|to| *to > from && reach(*to).has(from)) {
                        let change = rules.man_key(man, from) ^ rules.man_key(man, to) ^ rules.turn_key();
                        all.push((change, from, to));
                    }
                }
            }
        }
        let mut returns = Returns { table: vec![None; (2 * all.len().max(1)).next_power_of_two()] };
        for shuttle in all {
            let place = returns.place(shuttle.0);
            returns.table[place] = Some(shuttle);
        }
        returns
    }

    /// Where a change is, or would be.
    #[inline(always)]
    fn place(&self, change: u64) -> usize {
        let mask = self.table.len() - 1;
        let mut place = change as usize & mask;
        while self.table[place].is_some_and(|(other, ..)| other != change) {
            place = (place + 1) & mask;
        }
        place
    }

    /// Whether the side to move can play a move that changes the key so.
    pub fn can_play(&self, position: &Position<L>, rules: &Rules<L>, change: u64) -> bool {
        self.table[self.place(change)].is_some_and(|(_, one, other)| {
            [(one, other), (other, one)].into_iter().any(|(from, to)| {
                position.man(from).is_some_and(|man| {
                    man.colour() == position.turn()
                        && position.man(to).is_none()
                        && rules.reach(man.kind(), man.colour(), from, position.occupied()).has(to)
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Large, Small};
    use crate::eval::samples;
    use rand::{RngExt, SeedableRng, rngs::SmallRng};

    /// Every legal move that could be taken back is found by its change, and nothing else is.
    fn finds_all_that_return<L: Layout>(name: &str) {
        let rules = samples::rules::<L>(name);
        let returns = Returns::new(&rules);
        let mut random = SmallRng::seed_from_u64(4);
        for plies in 0..60 {
            let game = samples::random_game(&rules, plies, &mut random);
            let position = game.position();
            for mv in position.legal_moves(&rules) {
                let mut after = *position;
                after.play(&rules, mv, &mut ());
                let piece = position.man(mv.from()).is_some_and(|man| Some(man.kind()) != rules.pawn());
                let returns_here = piece
                    && position.man(mv.to()).is_none()
                    && mv.castling().is_none()
                    && after.unmoved() == position.unmoved()
                    && after.en_passant() == position.en_passant();
                let change = position.key() ^ after.key();
                assert_eq!(returns.can_play(position, &rules, change), returns_here, "{name} {mv:?}");
            }
            assert!(!returns.can_play(position, &rules, random.random()));
        }
    }

    #[test]
    fn reversible_moves_are_known_by_their_change() {
        finds_all_that_return::<Small>("chess");
        finds_all_that_return::<Small>("lecce");
        finds_all_that_return::<Large>("ladorean");
    }
}
