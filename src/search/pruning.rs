//! What is not searched: nodes decided at a glance and moves that cannot matter.

use super::depth::PLY;
use super::negamax::Node;
use super::picker::Picker;
use super::score::{MATE_FOUND, Score, UNKNOWN, is_loss, is_mate, is_win, to_table};
use super::table::{Known, Record};
use super::worker::Worker;
use crate::board::{Layout, Set};
use crate::position::{Legality, Move, Position};

impl<L: Layout> Worker<L> {
    /// The score of a node that need not be searched, if it is one. May make the node shallower.
    pub(super) fn prune_node<const PV: bool>(
        &mut self,
        position: &Position<L>,
        legality: &Legality<L>,
        node: &mut Node,
    ) -> Option<Score> {
        // Who asks for a mate wants it found, not guessed at.
        let guesses = !PV && !node.in_check && node.excluded.is_none() && self.task.limits.mate.is_none();
        if guesses {
            let decided = self
                .razor(position, node)
                .or_else(|| self.is_far_ahead(node))
                .or_else(|| self.try_a_pass(position, node));
            if decided.is_some() || self.stopped {
                return decided.or(Some(node.alpha));
            }
        }
        // Without a move to begin with, a shallower search finds one sooner (internal iterative reduction).
        if (PV || node.cut)
            && node.depth >= self.tune.reduce_from
            && node.table_move.is_none()
            && node.excluded.is_none()
        {
            node.depth -= 1;
        }
        if guesses { self.try_captures(position, legality, node) } else { None }
    }

    /// So far behind that only captures can help: let quiescence say (razoring).
    fn razor(&mut self, position: &Position<L>, node: &Node) -> Option<Score> {
        let margin = self.tune.razor_base + self.tune.razor_depth * node.depth * node.depth;
        if node.depth > self.tune.razor_most || node.estimate + margin > node.alpha || is_mate(node.alpha) {
            return None;
        }
        let score = self.quiescence::<false>(position, node.alpha, node.alpha + 1, 0);
        (score <= node.alpha).then_some(score)
    }

    /// So far ahead that the opponent will not get back (reverse futility).
    fn is_far_ahead(&self, node: &Node) -> Option<Score> {
        let tune = &self.tune;
        let eased = i32::from(node.improving) * tune.ahead_improving
            + i32::from(node.worsening) * tune.ahead_worsening;
        let margin = (tune.ahead_depth * node.depth - eased).max(0);
        let ahead = !node.was_pv
            && node.depth <= tune.ahead_most
            && node.estimate - margin >= node.beta
            && !is_loss(node.beta)
            && !is_win(node.estimate);
        ahead.then_some((node.estimate + node.beta) / 2)
    }

    /// If even passing fails high, some move will (null move; verified when deep, against zugzwang).
    fn try_a_pass(&mut self, position: &Position<L>, node: &Node) -> Option<Score> {
        let tune = &self.tune;
        if !node.cut
            || node.estimate < node.beta
            || node.eval < node.beta - tune.pass_depth * node.depth + tune.pass_base
            || self.back(1).mv.is_none()
            || self.ply < self.no_pass_before
            || is_loss(node.beta)
            || !position.has_pieces(&self.rules, position.turn())
        {
            return None;
        }
        let ahead = ((node.estimate - node.beta) / tune.pass_ahead).min(3);
        let depth = node.depth - tune.pass_reduction - node.depth / 3 - ahead;
        let child = self.pass(position);
        let score = -self.negamax::<false>(&child, -node.beta, -node.beta + 1, depth, false);
        self.go_back();
        if self.stopped || score < node.beta {
            return None;
        }
        let score = if is_win(score) { node.beta } else { score };
        // A side with a single piece is soon short of moves.
        let pawns = self.rules.pawn().map_or(Set::EMPTY, |pawn| position.of_kind(pawn));
        let short = position.of(position.turn()).without(pawns).len() <= 2;
        if self.no_pass_before > 0 || !short && node.depth < self.tune.pass_verified {
            return Some(score);
        }
        self.no_pass_before = self.ply + (3 * depth / 4).max(0) as usize;
        let verified = self.negamax::<false>(position, node.beta - 1, node.beta, depth, false);
        self.no_pass_before = 0;
        (verified >= node.beta).then_some(score)
    }

    /// If a capture fails high well above beta at less depth, it will at full depth too (ProbCut).
    fn try_captures(&mut self, position: &Position<L>, legality: &Legality<L>, node: &Node) -> Option<Score> {
        let beta =
            node.beta + self.tune.capture_margin - i32::from(node.improving) * self.tune.capture_improving;
        let depth = node.depth - 4;
        let denied = node.known_score != UNKNOWN && node.known_score < beta;
        if node.depth < self.tune.capture_from || denied || is_mate(node.beta) || beta >= MATE_FOUND {
            return None;
        }
        let trail = self.trail();
        let list = self.take_list();
        let table_move = node.table_move.filter(|mv| position.is_noisy(*mv));
        let mut picker = Picker::noisy(table_move, list, beta - node.eval);
        let mut result = None;
        while let Some(mv) = picker.next(&self.scene(position, legality, trail)) {
            let child = self.play(position, mv);
            let mut score = -self.quiescence::<false>(&child, -beta, -beta + 1, 0);
            if score >= beta && depth > 0 {
                score = -self.negamax::<false>(&child, -beta, -beta + 1, depth, !node.cut);
            }
            self.go_back();
            if self.stopped {
                break;
            }
            if score >= beta {
                let record = Record {
                    mv: Some(mv),
                    score: to_table(score, self.ply),
                    known: Known::AtLeast,
                    eval: node.raw,
                    depth: depth + 1,
                    pv: node.was_pv,
                };
                self.table.store(position.key(), record);
                result = Some(if is_mate(score) { score } else { score - (beta - node.beta) });
                break;
            }
        }
        self.keep_list(picker.finish());
        result
    }

    /// Whether a move need not be searched.
    pub(super) fn prune_move(
        &self,
        position: &Position<L>,
        node: &Node,
        candidate: Candidate,
        alpha: Score,
    ) -> Pruned {
        let tune = &self.tune;
        let values = self.evaluator.values();
        let Candidate { mv, noisy, history, reduction, count } = candidate;
        let depth = (node.depth - reduction / PLY).max(0);
        let late = (tune.late_base + node.depth * node.depth) / (2 - i32::from(node.improving));
        let stands = !node.in_check;
        if noisy {
            let victim = position.man(mv.to()).map_or(0, |man| values.of(man.kind()));
            let hope =
                node.eval + tune.futile_noisy_base + tune.futile_noisy_depth * depth + victim + history / 64;
            let futile =
                stands && mv.promotion().is_none() && depth < tune.futile_noisy_most && hope <= alpha;
            if futile && !self.checks(position, mv) {
                return Pruned::This;
            }
            let loss = tune.losing_noisy * node.depth + history / 64;
            let holds = position.exchange_at_least(&self.rules, mv, -loss.max(0), values);
            return if holds { Pruned::Not } else { Pruned::This };
        }
        if count as i32 >= late {
            return Pruned::Quiets;
        }
        let checks = self.checks(position, mv);
        if !checks && node.depth <= tune.doubted_most && history < -tune.doubted_depth * node.depth {
            return Pruned::This;
        }
        let hope = node.eval + tune.futile_base + tune.futile_depth * depth + history / tune.futile_history;
        if !checks && stands && depth < tune.futile_most && hope <= alpha {
            return Pruned::Quiets;
        }
        let holds = position.exchange_at_least(&self.rules, mv, -tune.losing_quiet * depth * depth, values);
        if holds { Pruned::Not } else { Pruned::This }
    }
}

/// A move that may be pruned.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub mv: Move,
    pub noisy: bool,
    pub history: i32,
    /// In fractions of a ply.
    pub reduction: i32,
    /// Its number in the node, from 1.
    pub count: usize,
}

/// What is not searched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pruned {
    /// The move is searched.
    Not,
    /// This move is not.
    This,
    /// Neither it nor any quiet move after it.
    Quiets,
}
