//! Lines of moves as people are shown them: legal to the last move, and no further than the game goes.

use super::root::RootMove;
use super::worker::Worker;
use crate::board::Layout;
use crate::position::{Game, Move};

impl<L: Layout> Worker<L> {
    /// A root move's line, cut where the game ends or a move is not legal.
    pub(super) fn shown_line(&self, root_move: &RootMove) -> Vec<Move> {
        let mut game = self.task.game.clone();
        let mut moves = Vec::with_capacity(root_move.pv.len());
        for mv in &root_move.pv {
            if !self.plays_on(&mut game, *mv, &mut moves) {
                break;
            }
        }
        moves
    }

    /// Plays a move if the game goes on and it is legal.
    pub(super) fn plays_on(&self, game: &mut Game<L>, mv: Move, moves: &mut Vec<Move>) -> bool {
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
