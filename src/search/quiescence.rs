//! Quiescence: captures alone, until nothing hangs, so that a static evaluation can be trusted.

use super::picker::Picker;
use super::score::{DRAW, MAX_PLY, Score, UNKNOWN, from_table, is_loss, mated_in, to_table};
use super::table::{Known, Record};
use super::worker::Worker;
use crate::board::Layout;
use crate::position::{Move, Position};

impl<L: Layout> Worker<L> {
    /// The score of a position with nothing left hanging, within a window; so many plies are quiescence's own.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        position: &Position<L>,
        mut alpha: Score,
        beta: Score,
        plies: i32,
    ) -> Score {
        if PV {
            self.frame().pv.clear();
            self.selective_depth = self.selective_depth.max(self.ply);
        }
        if self.stopped {
            return DRAW;
        }
        if self.is_drawn(position) || alpha < DRAW && beta <= DRAW && self.can_repeat(position) {
            return DRAW;
        }
        let key = position.key();
        let known = self.table.probe(key);
        let was_pv = PV || known.is_some_and(|record| record.pv);
        if let Some(record) = known.filter(|_| !PV) {
            let score = from_table(record.score, self.ply, self.plies_left(position));
            if score != UNKNOWN && record.known.proves(score, beta) {
                return score;
            }
        }
        let legality = position.legality(&self.rules);
        let in_check = !legality.checkers.is_empty();
        if self.ply >= MAX_PLY {
            return if in_check { DRAW } else { self.evaluate(position) };
        }
        let mut raw = UNKNOWN;
        let mut best = mated_in(self.ply);
        if !in_check {
            raw = known
                .map(|record| record.eval)
                .filter(|eval| *eval != UNKNOWN)
                .unwrap_or_else(|| self.evaluate(position));
            best = self.corrected(position, raw);
            if let Some(record) = known {
                let score = from_table(record.score, self.ply, self.plies_left(position));
                if score != UNKNOWN && record.known != Known::Nothing && record.known.proves(score, best + 1)
                {
                    best = score;
                }
            }
            if best >= beta {
                if known.is_none() {
                    self.table.store(
                        key,
                        Record {
                            known: Known::AtLeast,
                            score: to_table(best, self.ply),
                            ..super::table::eval_only(raw, was_pv)
                        },
                    );
                }
                return best;
            }
            alpha = alpha.max(best);
        }
        let hope = best + self.tune.quiescence_margin;
        let table_move = known.and_then(|record| record.mv).filter(|mv| {
            (in_check || position.is_noisy(*mv)) && position.is_legal(&self.rules, &legality, *mv)
        });
        if in_check {
            self.forget_threats();
        }
        let trail = self.trail();
        let list = self.take_list();
        let mut picker = if in_check {
            Picker::new(table_move, list)
        } else {
            Picker::noisy(table_move, list, self.tune.quiescence_gain)
        };
        let last_target = self.back(1).mv.map(Move::to::<L>);
        let mut best_move: Option<Move> = None;
        let mut searched = 0;
        while let Some(mv) = picker.next(&self.scene(position, &legality, trail)) {
            searched += 1;
            self.table.prefetch(position.likely_key(&self.rules, mv));
            if !in_check && plies >= self.tune.quiescence_recaptures && Some(mv.to()) != last_target {
                // On a crowded board exchanges elsewhere would have no end.
                continue;
            }
            if in_check {
                // One quiet answer that holds is enough.
                if !is_loss(best) {
                    picker.skip_quiets();
                }
            } else if hope <= alpha && mv.promotion().is_none() && !self.checks(position, mv) {
                // Not even the man it takes for nothing would do (delta pruning).
                let gain = alpha - hope;
                if !position.exchange_at_least(&self.rules, mv, gain + 1, self.evaluator.values()) {
                    continue;
                }
            }
            let child = self.play(position, mv);
            let score = -self.quiescence::<PV>(&child, -beta, -alpha, plies + 1);
            self.go_back();
            if self.stopped {
                self.keep_list(picker.finish());
                return DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    alpha = score;
                    if PV {
                        self.extend_line(mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.keep_list(picker.finish());
        if in_check && searched == 0 {
            return self.stuck_score(true);
        }
        let known = if best >= beta { Known::AtLeast } else { Known::AtMost };
        let score = to_table(best, self.ply);
        self.table.store(key, Record { mv: best_move, score, known, eval: raw, depth: 0, pv: was_pv });
        best
    }
}
