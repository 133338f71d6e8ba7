//! The root: every legal move with its own score and line, searched within a window.

use super::score::{INFINITE, Score};
use super::worker::Worker;
use crate::board::Layout;
use crate::position::{Move, Position};

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    /// Its score in this iteration, lowest where it was only shown to be no better than another.
    pub score: Score,
    /// Its score in the last iteration, lowest if it was not best there.
    pub previous: Score,
    /// Its line, itself first.
    pub pv: Vec<Move>,
    pub selective_depth: usize,
    /// Nodes spent on it.
    pub nodes: u64,
}

impl RootMove {
    pub fn new(mv: Move) -> Self {
        RootMove { mv, score: -INFINITE, previous: -INFINITE, pv: vec![mv], selective_depth: 0, nodes: 0 }
    }
}

/// Told of each root move as it is begun: the move and its number from 1.
pub(super) type Beginning<'a> = &'a mut dyn FnMut(Move, usize);

impl<L: Layout> Worker<L> {
    /// Searches the root moves from the current line on. The best exact result is in their scores and lines.
    pub(super) fn search_root(
        &mut self,
        position: &Position<L>,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        beginning: Beginning,
    ) -> Score {
        let mut best = -INFINITE;
        let first = self.line;
        self.grandchild_frame().cutoffs = 0;
        // Nodes below compare theirs with it.
        if !position.in_check(&self.rules) {
            let raw = self.evaluate(position);
            self.frame().eval = self.corrected(position, raw);
        }
        for place in first..self.root_moves.len() {
            let mv = self.root_moves[place].mv;
            beginning(mv, place + 1);
            let nodes_before = self.nodes;
            self.selective_depth = 0;
            let child = self.play(position, mv);
            let plan = self.root_plan(position, mv, depth, place - first + 1);
            let score = self.search_child::<true>(&child, (alpha, beta), plan, best);
            self.go_back();
            let spent = self.nodes - nodes_before;
            self.root_moves[place].nodes += spent;
            if self.stopped {
                return best;
            }
            if place == first || score > alpha {
                self.extend_line(mv);
                let pv = self.frame().pv.clone();
                let selective_depth = self.selective_depth;
                let root_move = &mut self.root_moves[place];
                (root_move.score, root_move.pv, root_move.selective_depth) = (score, pv, selective_depth);
            } else {
                self.root_moves[place].score = -INFINITE;
            }
            best = best.max(score);
            if score > alpha {
                // Should the search stop before the next window shows its true score, it is the best all the same.
                self.note_partial(place);
                if score >= beta {
                    break;
                }
                alpha = score;
            }
        }
        best
    }
}
