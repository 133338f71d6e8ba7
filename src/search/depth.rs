//! How deep a move is looked at: extended where it is the only good one, reduced where it is unlikely.

use super::negamax::Node;
use super::score::{INFINITE, Score, is_mate};
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
    /// By how much a move is to be extended: the table's, if it is the only good one (singular extensions,
    /// Anantharaman, Campbell and Hsu, 1988; with multicut, and shallower where others are good too).
    pub(super) fn extension<const PV: bool>(
        &mut self,
        position: &Position<L>,
        node: &Node,
        mv: Move,
    ) -> Extension {
        let tune = &self.tune;
        let Some(record) = node.known.filter(|_| Some(mv) == node.table_move) else {
            return Extension::By(0);
        };
        if node.excluded.is_some()
            || node.depth < tune.singular_from + i32::from(node.was_pv)
            || record.depth < node.depth - 3
            || !record.known.is_lower()
            || is_mate(node.known_score)
            || self.ply >= 2 * self.root_depth as usize
        {
            return Extension::By(0);
        }
        let margin =
            node.depth * (tune.singular_depth + i32::from(node.was_pv && !PV) * tune.singular_was_pv) / 16;
        let beta = node.known_score - margin;
        let (twice, thrice) = (tune.singular_twice + i32::from(PV) * tune.singular_pv, tune.singular_thrice);
        self.frame().excluded = Some(mv);
        let score = self.negamax::<false>(position, beta - 1, beta, (node.depth - 1) / 2, node.cut);
        self.frame().excluded = None;
        if score < beta {
            let far = |by: i32| score < beta - by;
            Extension::By(1 + i32::from(far(twice)) + i32::from(!PV && !node.table_is_noisy && far(thrice)))
        } else if score >= node.beta && !is_mate(score) {
            Extension::Refuted(score)
        } else {
            // Others are as good: the node fails high anyway, or is expected to.
            Extension::By(-2 * i32::from(node.known_score >= node.beta || node.cut))
        }
    }

    /// How to search a root move, the `count`th of its line.
    pub(super) fn root_plan(&self, position: &Position<L>, mv: Move, depth: i32, count: usize) -> Plan {
        if count <= 1 || depth < 3 {
            return Plan { depth: depth - 1, reduction: (count > 1).then_some(0), cut: false };
        }
        let tune = &self.tune;
        let (base, slope) = match position.is_noisy(mv) {
            true => (tune.reduction_noisy_base, tune.reduction_noisy_slope),
            false => (tune.reduction_base, tune.reduction_slope),
        };
        let reduction =
            base + self.logarithms.product(depth as usize, count) * slope / PLY - tune.reduction_pv;
        Plan { depth: depth - 1, reduction: Some(reduction.max(0)), cut: false }
    }

    /// By how much a move, the `count`th of its node, is reduced, in fractions of a ply, before the position
    /// after it is known.
    pub(super) fn reduction<const PV: bool>(
        &self,
        node: &Node,
        noisy: bool,
        history: i32,
        count: usize,
    ) -> i32 {
        let tune = &self.tune;
        let (base, slope) = match noisy {
            true => (tune.reduction_noisy_base, tune.reduction_noisy_slope),
            false => (tune.reduction_base, tune.reduction_slope),
        };
        let mut reduction = base + self.logarithms.product(node.depth as usize, count) * slope / PLY;
        reduction += i32::from(node.cut) * tune.reduction_cut;
        reduction -= i32::from(PV) * tune.reduction_pv;
        reduction -= i32::from(node.was_pv) * tune.reduction_was_pv;
        reduction += i32::from(!node.improving) * tune.reduction_worse;
        let table_noisy = node.table_is_noisy && !noisy;
        reduction += i32::from(table_noisy) * tune.reduction_table_noisy;
        reduction - history * PLY / tune.reduction_history
    }

    /// How to search the position after a move.
    pub(super) fn plan(
        &mut self,
        node: &Node,
        child: &Position<L>,
        count: usize,
        (extension, mut reduction): (i32, i32),
    ) -> Plan {
        let depth = node.depth - 1 + extension;
        if count <= 1 || node.depth < 2 {
            return Plan { depth, reduction: (count > 1).then_some(0), cut: node.cut };
        }
        // The frame is already the child's.
        if self.back(0).cutoffs > 3 {
            reduction += self.tune.reduction_cutoffs;
        }
        if child.in_check(&self.rules) {
            reduction -= self.tune.reduction_check;
        }
        Plan { depth, reduction: Some(reduction), cut: node.cut }
    }

    /// Searches the position after a move: first, if it is not the first move, only whether it is better than
    /// what there is, and reduced; then as much as that answer makes worth while.
    pub(super) fn search_child<const PV: bool>(
        &mut self,
        child: &Position<L>,
        (alpha, beta): (Score, Score),
        plan: Plan,
        best: Score,
    ) -> Score {
        let mut score = -INFINITE;
        let mut depth = plan.depth;
        if let Some(reduction) = plan.reduction {
            let most = depth + i32::from(PV || plan.cut);
            let reduced = (depth - reduction / PLY).min(most).max(depth.min(1));
            score = -self.negamax::<false>(child, -alpha - 1, -alpha, reduced, true);
            if score > alpha && reduced < depth {
                // How good it turned out says how deep it deserves to be looked at.
                depth += i32::from(score > best + self.tune.deeper_by + 2 * depth);
                depth -= i32::from(score < best + self.tune.shallower_by);
                if reduced < depth {
                    score = -self.negamax::<false>(child, -alpha - 1, -alpha, depth, !plan.cut);
                }
            }
        } else if !PV {
            score = -self.negamax::<false>(child, -alpha - 1, -alpha, depth, !plan.cut);
        }
        if PV && (plan.reduction.is_none() || score > alpha) {
            score = -self.negamax::<true>(child, -beta, -alpha, depth, false);
        }
        score
    }
}

/// Logarithms of small numbers, in 1024ths.
pub(super) struct Logarithms([i32; 256]);

impl Logarithms {
    pub fn new() -> Self {
        Logarithms(std::array::from_fn(|number| binary_logarithm(number.max(1) as u64)))
    }

    /// The product of two numbers' logarithms.
    #[inline(always)]
    fn product(&self, one: usize, other: usize) -> i32 {
        self.0[one.min(255)] * self.0[other.min(255)] / PLY
    }
}

/// The binary logarithm in 1024ths, squaring for each binary place: no floating point, the same everywhere.
fn binary_logarithm(number: u64) -> i32 {
    let whole = number.ilog2();
    // As a fraction from 1 to 2 in 2^31sts.
    let mut fraction = (number << 31) >> whole;
    let mut places = 0;
    for _ in 0..10 {
        fraction = (fraction * fraction) >> 31;
        places <<= 1;
        if fraction >> 32 == 1 {
            places |= 1;
            fraction >>= 1;
        }
    }
    (whole as i32) << 10 | places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right_to_the_last_place() {
        for number in 1..256u64 {
            let exact = (number as f64).log2() * 1024.0;
            assert!((f64::from(binary_logarithm(number)) - exact).abs() <= 1.0, "{number}");
        }
    }
}
