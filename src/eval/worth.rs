//! What a kind of man is worth on its board, worked out from how far it gets on it. Knows no names.

use super::weights::Weights;
use crate::board::{Layout, Set, Square, SquareMap};
use crate::position::{Kind, Rules};
use crate::rules::Modality;

/// Chance in 1024ths that a square on a rider's way is empty (Betza's crowded board).
const EMPTY_CHANCE: i32 = 717;
/// Mobility is counted in hundredths of a square.
const SQUARE: i32 = 100;

/// How one kind gets about.
pub struct Mobility<L: Layout> {
    /// Squares it reaches from each square on a crowded board, in hundredths.
    pub at: SquareMap<L, i32>,
    /// Their mean over the board.
    pub mean: i32,
    /// Whether it never leaves its square colour.
    pub bound: bool,
    /// Whether it rides along files.
    pub rides_files: bool,
}

impl<L: Layout> Mobility<L> {
    /// Measures a kind.
    pub fn of(rules: &Rules<L>, kind: Kind) -> Self {
        let variant = rules.variant();
        let piece = &variant.pieces[kind.index()];
        let steps = &piece.steps;
        let mut at = SquareMap::default();
        for from in rules.board() {
            let mut reached = 0;
            for step in steps {
                // A step only to move or only to capture is half a step.
                let mut share = if step.modality == Modality::Both { 1024 } else { 512 };
                let mut place = from.coord();
                for _ in 0..step.range {
                    let next = place.step(step.files, step.ranks, variant.files, variant.ranks);
                    let Some(next) = next else { break };
                    place = next;
                    reached += share;
                    share = share * EMPTY_CHANCE / 1024;
                }
            }
            at[from] = reached * SQUARE / 1024;
        }
        let squares = rules.board().len() as i32;
        Mobility {
            mean: (rules.board().map(|square| at[square]).sum::<i32>() / squares.max(1)).max(1),
            at,
            bound: !steps.is_empty() && piece.keeps_colour(),
            rides_files: steps.iter().any(|step| step.files == 0 && step.range > 1),
        }
    }

    /// Worth in the middlegame: more than in proportion to mobility, since a man that does more does it at
    /// once; a man that sees half the board is worth a little less (Betza; Muller's measurements).
    pub fn worth(&self, weights: &Weights) -> i32 {
        let mean = i64::from(self.mean);
        let linear = i64::from(weights.mobility_worth) * mean / 10_000;
        let squared = i64::from(weights.mobility_worth_squared) * mean * mean / 100_000_000;
        let share = if self.bound { i64::from(weights.bound_share) } else { 100 };
        ((linear + squared) * share / 100) as i32
    }
}

/// How central a square is, 0 at a corner to 100 in the middle, by files and by ranks alike.
pub fn centrality<L: Layout>(rules: &Rules<L>, square: Square<L>) -> i32 {
    (file_centrality(rules, square) + rank_centrality(rules, square)) / 2
}

/// How central a square's file is, 0 at the edge to 100 in the middle.
pub fn file_centrality<L: Layout>(rules: &Rules<L>, square: Square<L>) -> i32 {
    share_of_middle(square.file(), rules.variant().files)
}

/// How central a square's rank is, 0 at the edge to 100 in the middle.
pub fn rank_centrality<L: Layout>(rules: &Rules<L>, square: Square<L>) -> i32 {
    share_of_middle(square.rank(), rules.variant().ranks)
}

fn share_of_middle(place: u8, length: u8) -> i32 {
    let (place, last) = (i32::from(place), i32::from(length) - 1);
    let most = (last / 2).max(1);
    place.min(last - place) * 100 / most
}

/// King's steps between two squares.
pub fn distance<L: Layout>(one: Square<L>, other: Square<L>) -> i32 {
    i32::from(one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank())))
}

/// The squares of a file.
pub fn file_set<L: Layout>(rules: &Rules<L>, file: u8) -> Set<L> {
    rules.board().filter(|square| square.file() == file).collect()
}
