//! Counting leaves: the proof of the rules and the measure of the generator.

use super::compiled::Rules;
use super::movegen::{Sink, Wanted, behind};
use super::moves::{Action, Kind, Move};
use super::state::Position;
use crate::board::{Layout, Set, Square};

/// Plays each move it is handed and counts below it.
struct Below<'a, L: Layout> {
    position: &'a Position<L>,
    rules: &'a Rules<L>,
    depth: u32,
    leaves: u64,
}

impl<L: Layout> Position<L> {
    /// The number of ways to play that many plies.
    pub fn perft(&self, rules: &Rules<L>, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_moves(rules),
            _ => {
                let mut below = Below { position: self, rules, depth: depth - 1, leaves: 0 };
                self.generate(rules, &self.legality(rules), Wanted::All, &mut below);
                below.leaves
            }
        }
    }
}

impl<L: Layout> Sink<L> for Below<'_, L> {
    fn man(&mut self, from: Square<L>, targets: Set<L>) {
        for to in targets {
            self.single(Move::new(from, to, Action::Plain));
        }
    }

    fn pawns(&mut self, offset: i32, targets: Set<L>, action: Action) {
        for to in targets {
            self.single(Move::new(behind(to, offset), to, action));
        }
    }

    fn promotions(&mut self, offset: i32, targets: Set<L>, kinds: &[Kind]) {
        for to in targets {
            for kind in kinds {
                self.single(Move::new(behind(to, offset), to, Action::Promotion(*kind)));
            }
        }
    }

    fn single(&mut self, mv: Move) {
        let mut child = *self.position;
        child.play(self.rules, mv, &mut ());
        self.leaves += child.perft(self.rules, self.depth);
    }
}
