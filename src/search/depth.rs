//! How deep a move is looked at: extended where it is the only good one, reduced where it is unlikely.

use super::negamax::Node;
use super::score::{INFINITE, Score};
use super::worker::Worker;
use crate::board::Layout;
use crate::position::{Move, Position};

/// Depths in fractions of a ply.
pub(super) const PLY: i32 = 1024;

/// What is known of a move before it is searched.
#[derive(Clone, Copy)]
pub(super) enum Extension {
    /// To be searched by that many plies deeper, or shallower.
    By(i32),
    /// Without it the node fails high all the same, with this score.
    Refuted(Score),
}

impl Extension {
    pub fn plies(self) -> i32 {
        if let Extension::By(plies) = self { plies } else { 0 }
    }
}

/// How a move is to be searched.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// Its depth in full.
    pub depth: i32,
    /// By how much less it is looked at first, in fractions of a ply; nothing for a first move.
    pub reduction: Option<i32>,
    /// Whether the node it comes from is expected to fail high.
    pub cut: bool,
}

impl<L: Layout> Worker<L> {
    /// By how much a move is to be extended.
    pub(super) fn extension<const PV: bool>(
        &mut self,
        _position: &Position<L>,
        _node: &Node,
        _mv: Move,
    ) -> Extension {
        Extension::By(0)
    }

    /// How to search a move, the `count`th of its node.
    pub(super) fn plan(
        &mut self,
        _position: &Position<L>,
        node: &Node,
        _mv: Move,
        count: usize,
        extension: i32,
    ) -> Plan {
        Plan { depth: node.depth - 1 + extension, reduction: (count > 1).then_some(0), cut: node.cut }
    }

    /// Searches the position after a move: first, if it is not the first move, only whether it is better than
    /// what there is, and reduced; then as much as that answer makes worth while.
    pub(super) fn search_child<const PV: bool>(
        &mut self,
        child: &Position<L>,
        (alpha, beta): (Score, Score),
        plan: Plan,
        _best: Score,
    ) -> Score {
        let mut score = -INFINITE;
        if let Some(reduction) = plan.reduction {
            let reduced = (plan.depth - reduction / PLY).clamp(1.min(plan.depth), plan.depth.max(1));
            score = -self.negamax::<false>(child, -alpha - 1, -alpha, reduced, true);
            if score > alpha && reduced < plan.depth {
                score = -self.negamax::<false>(child, -alpha - 1, -alpha, plan.depth, !plan.cut);
            }
        } else if !PV {
            score = -self.negamax::<false>(child, -alpha - 1, -alpha, plan.depth, !plan.cut);
        }
        if PV && (plan.reduction.is_none() || score > alpha) {
            score = -self.negamax::<true>(child, -beta, -alpha, plan.depth, false);
        }
        score
    }
}
