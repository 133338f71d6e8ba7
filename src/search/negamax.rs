//! The tree: principal variation search over positions, one function for one node.

use super::picker::Picker;
use super::score::{DRAW, MAX_PLY, Score, UNKNOWN, from_table, mate_in, mated_in, to_table};
use super::table::{Known, Record};
use super::worker::Worker;
use crate::board::Layout;
use crate::position::{Move, Position};
use arrayvec::ArrayVec;

/// Moves that were searched in vain and hear of it afterwards; further ones do not.
type InVain = ArrayVec<Move, 32>;

impl<L: Layout> Worker<L> {
    /// The score of a position searched that many plies deep, within a window. `PV` nodes have an open one.
    pub(super) fn negamax<const PV: bool>(
        &mut self,
        position: &Position<L>,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence::<PV>(position, alpha, beta);
        }
        if PV {
            self.frame().pv.clear();
            self.selective_depth = self.selective_depth.max(self.ply);
        }
        if self.stopped || self.is_drawn(position) {
            return DRAW;
        }
        // No mate from here can be nearer than one already found (mate distance pruning).
        alpha = alpha.max(mated_in(self.ply));
        beta = beta.min(mate_in(self.ply + 1));
        if alpha >= beta {
            return alpha;
        }

        let key = position.key();
        let known = self.table.probe(key);
        let known_score =
            known.map_or(UNKNOWN, |record| from_table(record.score, self.ply, self.plies_left(position)));
        let was_pv = PV || known.is_some_and(|record| record.pv);
        if let Some(record) = known.filter(|record| !PV && record.depth >= depth) {
            if known_score != UNKNOWN && record.known.proves(known_score, beta) {
                return known_score;
            }
        }

        let legality = position.legality(&self.rules);
        let in_check = !legality.checkers.is_empty();
        let raw = match known.map(|record| record.eval) {
            _ if in_check => UNKNOWN,
            Some(eval) if eval != UNKNOWN => eval,
            _ => self.evaluate(position),
        };
        let eval = if in_check { UNKNOWN } else { self.corrected(position, raw) };
        self.frame().eval = eval;
        if self.ply >= MAX_PLY {
            return if in_check { DRAW } else { eval };
        }

        let table_move =
            known.and_then(|record| record.mv).filter(|mv| position.is_legal(&self.rules, &legality, *mv));
        let trail = self.trail();
        let list = self.take_list();
        let mut picker = Picker::new(table_move, list);
        let mut best = -super::score::INFINITE;
        let mut best_move: Option<Move> = None;
        let mut quiets = InVain::new();
        let mut noisies = InVain::new();
        let mut count = 0;
        while let Some(mv) = picker.next(&self.scene(position, &legality, trail)) {
            count += 1;
            let noisy = position.is_noisy(mv);
            let child = self.play(position, mv);
            let mut score = -super::score::INFINITE;
            if !PV || count > 1 {
                score = -self.negamax::<false>(&child, -alpha - 1, -alpha, depth - 1);
            }
            if PV && (count == 1 || score > alpha) {
                score = -self.negamax::<true>(&child, -beta, -alpha, depth - 1);
            }
            self.go_back();
            if self.stopped {
                self.keep_list(picker.finish());
                return DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.extend_line(mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            let _ = if noisy { noisies.try_push(mv) } else { quiets.try_push(mv) };
        }
        self.keep_list(picker.finish());
        if count == 0 {
            return self.stuck_score(in_check);
        }
        if let Some(mv) = best_move.filter(|_| best >= beta) {
            self.learn(position, mv, depth, &quiets, &noisies);
        }
        let known = match best_move {
            _ if best >= beta => Known::AtLeast,
            Some(_) if PV => Known::Exactly,
            _ => Known::AtMost,
        };
        let score = to_table(best, self.ply);
        self.table.store(key, Record { mv: best_move, score, known, eval: raw, depth, pv: was_pv });
        best
    }

    /// A move refuted: it has done well, and those searched before it have not.
    fn learn(&mut self, position: &Position<L>, best: Move, depth: i32, quiets: &[Move], noisies: &[Move]) {
        let bonus = (depth * self.tune.bonus_depth - self.tune.bonus_less).min(self.tune.bonus_most);
        let trail = self.trail();
        if position.is_noisy(best) {
            self.histories.note_noisy(position, best, bonus);
        } else {
            self.histories.note_quiet(position, best, &trail, bonus);
            for mv in quiets {
                self.histories.note_quiet(position, *mv, &trail, -bonus);
            }
        }
        for mv in noisies {
            self.histories.note_noisy(position, *mv, -bonus);
        }
    }
}
