//! The tree: principal variation search, one call for one node. What is left out of it lies in `pruning`,
//! how deep each move is looked at in `depth`.

use super::depth::Extension;
use super::picker::Picker;
use super::pruning::{Candidate, Pruned};
use super::score::{
    DRAW, INFINITE, MAX_PLY, Score, UNKNOWN, from_table, is_loss, is_mate, mate_in, mated_in, to_table,
};
use super::table::{Known, Record};
use super::worker::Worker;
use crate::board::Layout;
use crate::position::{Legality, Move, Position};
use arrayvec::ArrayVec;

/// Moves that were searched in vain and hear of it afterwards; further ones do not.
type InVain = ArrayVec<Move, 32>;

/// Plies within which a mate is so short that looking for a nearer one costs little.
const SHORT_MATE: usize = 8;

/// What is known of a node before its moves are looked at.
pub(super) struct Node {
    pub alpha: Score,
    pub beta: Score,
    pub depth: i32,
    /// Whether it is expected to fail high.
    pub cut: bool,
    /// Whether it is, or once was, on a principal variation.
    pub was_pv: bool,
    /// The move left out, while asking whether it is the only good one.
    pub excluded: Option<Move>,
    /// What the table knows, and its score here.
    pub known: Option<Record>,
    pub known_score: Score,
    /// The table's move, if it is legal.
    pub table_move: Option<Move>,
    pub in_check: bool,
    /// Static evaluations: as made, set right, and set right by the table's score too.
    pub raw: Score,
    pub eval: Score,
    pub estimate: Score,
    /// Whether the side to move stands better than at its last turn.
    pub improving: bool,
    /// Whether the opponent stands worse than it thought.
    pub worsening: bool,
    /// Whether the table's move captures or promotes.
    pub table_is_noisy: bool,
}

/// What the moves of a node came to.
struct Found {
    best: Score,
    best_move: Option<Move>,
    count: usize,
    quiets: InVain,
    noisies: InVain,
}

impl<L: Layout> Worker<L> {
    /// The score of a position searched that many plies deep, within a window. `PV` nodes have an open one;
    /// `cut` nodes are expected to fail high.
    pub(super) fn negamax<const PV: bool>(
        &mut self,
        position: &Position<L>,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        cut: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence::<PV>(position, alpha, beta, 0);
        }
        if PV {
            self.frame().pv.clear();
            self.selective_depth = self.selective_depth.max(self.ply);
        }
        let excluded = self.frame().excluded;
        if self.stopped || excluded.is_none() && self.is_drawn(position) {
            return DRAW;
        }
        if alpha < DRAW && excluded.is_none() && self.can_repeat(position) {
            alpha = DRAW;
            if alpha >= beta {
                return DRAW;
            }
        }
        // No mate from here can be nearer than one already found (mate distance pruning).
        alpha = alpha.max(mated_in(self.ply));
        beta = beta.min(mate_in(self.ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let known = if excluded.is_none() { self.table.probe(position.key()) } else { None };
        let known_score =
            known.map_or(UNKNOWN, |record| from_table(record.score, self.ply, self.plies_left(position)));
        if let Some(score) = known.filter(|_| !PV).and_then(|record| {
            let deep = record.depth > depth - i32::from(known_score < beta);
            let proved = known_score != UNKNOWN && record.known.proves(known_score, beta);
            // Near the move rule a stored score may no longer hold.
            (deep && proved && self.plies_left(position) > 8).then_some(known_score)
        }) {
            self.praise_known(position, known.and_then(|record| record.mv), score >= beta, depth);
            return score;
        }
        let legality = position.legality(&self.rules);
        let table_move =
            known.and_then(|record| record.mv).filter(|mv| position.is_legal(&self.rules, &legality, *mv));
        let node = Node {
            alpha,
            beta,
            depth,
            cut,
            was_pv: PV || known.is_some_and(|record| record.pv),
            excluded,
            known,
            known_score,
            table_move,
            table_is_noisy: table_move.is_some_and(|mv| position.is_noisy(mv)),
            in_check: !legality.checkers.is_empty(),
            raw: UNKNOWN,
            eval: UNKNOWN,
            estimate: UNKNOWN,
            improving: false,
            worsening: false,
        };
        self.search_node::<PV>(position, &legality, node)
    }

    /// A move the table says refutes has refuted once more, if it is quiet.
    fn praise_known(&mut self, position: &Position<L>, mv: Option<Move>, refutes: bool, depth: i32) {
        let own = |mv: &Move| position.man(mv.from()).is_some_and(|man| man.colour() == position.turn());
        if let Some(mv) = mv.filter(|mv| refutes && own(mv) && !position.is_noisy(*mv)) {
            let bonus = (depth * self.tune.bonus_depth - self.tune.bonus_less).min(self.tune.bonus_most);
            self.forget_threats();
            let (trail, attacked) = (self.trail(), self.threats(position).attacked);
            self.histories.note_quiet(position, mv, &trail, attacked, bonus / 2);
        }
    }

    /// A node whose score is not known beforehand.
    fn search_node<const PV: bool>(
        &mut self,
        position: &Position<L>,
        legality: &Legality<L>,
        mut node: Node,
    ) -> Score {
        self.look_statically(position, &mut node);
        if self.ply >= MAX_PLY {
            return if node.in_check { DRAW } else { node.eval };
        }
        self.grandchild_frame().cutoffs = 0;
        if let Some(score) = self.prune_node::<PV>(position, legality, &mut node) {
            return score;
        }
        let found = match self.search_moves::<PV>(position, legality, &node) {
            Ok(found) => found,
            Err(score) => return score,
        };
        if self.stopped {
            return DRAW;
        }
        if found.count == 0 {
            // With one move left out, there being no other is no mate.
            return if node.excluded.is_some() { node.alpha } else { self.stuck_score(node.in_check) };
        }
        self.learn(position, &node, &found);
        self.learn_error(position, &node, &found);
        self.remember::<PV>(position, &node, &found);
        found.best
    }

    /// Fills in the static evaluations and what they say.
    fn look_statically(&mut self, position: &Position<L>, node: &mut Node) {
        if node.in_check {
            self.frame().eval = UNKNOWN;
            return;
        }
        if node.excluded.is_some() {
            // The same node was looked at a moment ago.
            node.eval = self.frame().eval;
            node.estimate = node.eval;
        } else {
            let stored = node.known.map_or(UNKNOWN, |record| record.eval);
            node.raw = if stored == UNKNOWN { self.evaluate(position) } else { stored };
            node.eval = self.corrected(position, node.raw);
            node.estimate = node.eval;
            self.frame().eval = node.eval;
            if node.known.is_none() {
                self.table.store(position.key(), super::table::eval_only(node.raw, node.was_pv));
            }
        }
        if let Some(record) = node.known.filter(|_| node.known_score != UNKNOWN && !is_mate(node.known_score))
            && record.known.proves(node.known_score, node.eval + 1)
        {
            node.estimate = node.known_score;
        }
        let earlier = [2, 4].map(|plies| self.back(plies).eval);
        node.improving =
            earlier.into_iter().find(|eval| *eval != UNKNOWN).is_some_and(|eval| node.eval > eval);
        let theirs = self.back(1).eval;
        node.worsening = theirs != UNKNOWN && node.eval > -theirs;
    }

    /// Searches the moves one by one. An error is the score of a node that need not go on.
    fn search_moves<const PV: bool>(
        &mut self,
        position: &Position<L>,
        legality: &Legality<L>,
        node: &Node,
    ) -> Result<Found, Score> {
        // With a move left out it is the node that was looked at a moment ago.
        if node.excluded.is_none() {
            self.forget_threats();
        }
        let trail = self.trail();
        let list = self.take_list();
        let mut picker = Picker::new(node.table_move, list);
        let mut alpha = node.alpha;
        let mut found = Found {
            best: -INFINITE,
            best_move: None,
            count: 0,
            quiets: InVain::new(),
            noisies: InVain::new(),
        };
        while let Some(mv) = picker.next(&self.scene(position, legality, trail)) {
            if Some(mv) == node.excluded {
                continue;
            }
            found.count += 1;
            self.table.prefetch(position.likely_key(&self.rules, mv));
            let noisy = position.is_noisy(mv);
            // The first move is neither pruned nor reduced.
            let history = match (found.count, noisy) {
                (1, _) => 0,
                (_, true) => self.histories.of_noisy(position, mv),
                (_, false) => self.histories.of_quiet(position, mv, &trail, self.threats(position).attacked),
            };
            let reduction = self.reduction::<PV>(node, noisy, history, found.count);
            // Who has found a short mate, or asks for one, looks for a nearer one among all moves.
            let short = PV && alpha >= mate_in(self.ply + SHORT_MATE);
            let mates = short || self.task.limits.mate.is_some();
            if found.count > 1 && !is_loss(found.best) && !mates {
                let candidate = Candidate { mv, noisy, history, reduction, count: found.count };
                match self.prune_move(position, node, candidate, alpha) {
                    Pruned::Not => {}
                    Pruned::This => continue,
                    Pruned::Quiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }
            let extension = self.extension::<PV>(position, node, mv);
            if let Extension::Refuted(score) = extension {
                self.keep_list(picker.finish());
                return Err(score);
            }
            let child = self.play(position, mv);
            let plan = self.plan(node, &child, found.count, (extension.plies(), reduction));
            let score = self.search_child::<PV>(&child, (alpha, node.beta), plan, found.best);
            self.go_back();
            if self.stopped {
                break;
            }
            if score > found.best {
                found.best = score;
                if score > alpha {
                    found.best_move = Some(mv);
                    if PV {
                        self.extend_line(mv);
                    }
                    if score >= node.beta {
                        self.frame().cutoffs += 1;
                        break;
                    }
                    alpha = score;
                }
            }
            let _ = if noisy { found.noisies.try_push(mv) } else { found.quiets.try_push(mv) };
        }
        self.keep_list(picker.finish());
        Ok(found)
    }

    /// Tells the histories how the moves did.
    fn learn(&mut self, position: &Position<L>, node: &Node, found: &Found) {
        let tune = &self.tune;
        let bonus = (node.depth * tune.bonus_depth - tune.bonus_less).min(tune.bonus_most);
        let malus = (node.depth * tune.malus_depth - tune.bonus_less).min(tune.malus_most);
        let trail = self.trail();
        let Some(best) = found.best_move else {
            // Nothing answers the opponent's last move: that one did well.
            self.praise_last(bonus / 2);
            return;
        };
        if position.is_noisy(best) {
            self.histories.note_noisy(position, best, bonus);
        } else {
            let attacked = self.threats(position).attacked;
            self.histories.note_quiet(position, best, &trail, attacked, bonus);
            for mv in found.quiets.iter().filter(|mv| **mv != best) {
                self.histories.note_quiet(position, *mv, &trail, attacked, -malus);
            }
        }
        for mv in found.noisies.iter().filter(|mv| **mv != best) {
            self.histories.note_noisy(position, *mv, -malus);
        }
    }

    /// Credits the opponent's last move, if it was quiet, with having left no good answer.
    fn praise_last(&mut self, bonus: i32) {
        let last = self.back(1);
        if last.mv.is_some() && last.quiet {
            let slot = last.slot;
            let trail = [2, 3, 5].map(|plies| self.back(plies).slot);
            self.histories.note_continuation(slot, &trail, bonus);
        }
    }

    /// Notes how wrong the static evaluation was, where the score says so and no capture explains it.
    fn learn_error(&mut self, position: &Position<L>, node: &Node, found: &Found) {
        let noisy = found.best_move.is_some_and(|mv| position.is_noisy(mv));
        let only_more = found.best >= node.beta && found.best <= node.eval;
        let only_less = found.best_move.is_none() && found.best >= node.eval;
        if node.in_check || node.excluded.is_some() || noisy || only_more || only_less || is_mate(found.best)
        {
            return;
        }
        self.histories.note_correction(position, node.depth, found.best - node.eval);
    }

    /// Tells the table what came of the node.
    fn remember<const PV: bool>(&mut self, position: &Position<L>, node: &Node, found: &Found) {
        if node.excluded.is_some() {
            return;
        }
        let known = match found.best_move {
            _ if found.best >= node.beta => Known::AtLeast,
            Some(_) if PV => Known::Exactly,
            _ => Known::AtMost,
        };
        let score = to_table(found.best, self.ply);
        let record =
            Record { mv: found.best_move, score, known, eval: node.raw, depth: node.depth, pv: node.was_pv };
        self.table.store(position.key(), record);
    }
}
