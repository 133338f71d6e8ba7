//! Lines of moves as people are shown them: legal to the last move, and no further than the game goes.

use super::root::RootMove;
use super::score::{INFINITE, MATE, Score, is_mate};
use super::worker::Worker;
use crate::board::Layout;
use crate::position::{Game, Move};

/// Longest line that is made longer from the table.
const LONGEST: usize = 100;
/// How often a mate's line is searched on from its end.
const MATE_SEARCHES: usize = 6;

impl<L: Layout> Worker<L> {
    /// A root move's line: cut where the game ends or a move is not legal, and, where it should lead to mate
    /// and stops short of it, continued from the table.
    pub(super) fn shown_line(&self, root_move: &RootMove) -> Vec<Move> {
        let mut game = self.task.game.clone();
        let mut moves = Vec::with_capacity(root_move.pv.len());
        for mv in &root_move.pv {
            if !self.plays_on(&mut game, *mv, &mut moves) {
                break;
            }
        }
        if is_mate(root_move.score) && game.ending().is_none() {
            let length = (MATE - root_move.score.abs()) as usize;
            while moves.len() < length.min(LONGEST) {
                let known = self.table.probe(game.position().key()).and_then(|record| record.mv);
                if !known.is_some_and(|mv| self.plays_on(&mut game, mv, &mut moves)) {
                    break;
                }
            }
        }
        moves
    }

    /// Spells a mate out to its last move. A line stops short where the search cut it off or took a score from
    /// the table; from its end a small search, with all of the big one in the table, finds the rest.
    pub(super) fn spell_out_mate(&mut self, root_move: &mut RootMove) {
        let length = (MATE - root_move.score.abs()) as usize;
        if !is_mate(root_move.score) || length > LONGEST {
            return;
        }
        let mut line = root_move.pv.clone();
        for _ in 0..MATE_SEARCHES {
            if line.len() >= length || self.stopped {
                break;
            }
            let (score, rest) = self.search_behind(&line, (length - line.len()) as i32);
            // Another distance would contradict the score; nothing more would never end.
            if score.abs() != root_move.score.abs() || rest.is_empty() {
                break;
            }
            line.extend(rest);
        }
        if line.len() == length {
            root_move.pv = line;
        }
    }

    /// Searches the position behind a line of legal moves: its score, counted from the root, and its line.
    fn search_behind(&mut self, line: &[Move], depth: i32) -> (Score, Vec<Move>) {
        let mut position = *self.task.game.position();
        for mv in line {
            position = self.play(&position, *mv);
        }
        let score = self.negamax::<true>(&position, -INFINITE, INFINITE, depth, false);
        let rest = self.frame().pv.to_vec();
        for _ in line {
            self.go_back();
        }
        let mover = if line.len().is_multiple_of(2) { score } else { -score };
        (mover, rest)
    }

    /// Plays a move if the game goes on and it is legal.
    fn plays_on(&self, game: &mut Game<L>, mv: Move, moves: &mut Vec<Move>) -> bool {
        let position = game.position();
        let over = !moves.is_empty() && game.ending().is_some();
        if over || !position.is_legal(&self.rules, &position.legality(&self.rules), mv) {
            return false;
        }
        game.play(mv);
        moves.push(mv);
        true
    }

    /// The reply expected to a move: the line's second move, or the table's; none that ends the game.
    pub(super) fn reply(&self, best: &RootMove) -> Option<Move> {
        let mut game = self.task.game.clone();
        game.play(best.mv);
        if game.ending().is_some() {
            return None;
        }
        let known = || self.table.probe(game.position().key()).and_then(|record| record.mv);
        let reply = best.pv.get(1).copied().or_else(known)?;
        let legality = game.position().legality(&self.rules);
        if !game.position().is_legal(&self.rules, &legality, reply) {
            return None;
        }
        game.play(reply);
        game.ending().is_none().then_some(reply)
    }
}
