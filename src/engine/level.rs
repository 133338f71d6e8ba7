//! Playing strength: how much a level looks at, and how it chooses among the lines it saw. Knows lines and chance;
//! runs no search itself.
//!
//! A weak player is one who looks at little and misjudges what is seen. So a level limits depth (whole iterations,
//! so that the lines compared are equally deep), and moves each line's score by a random error before the best is
//! taken: a small error can only pass over near equals, a large one also blunders. What is plain to see (a mate at
//! hand) is overlooked by the lowest level only.

use super::session::Thought;
use crate::search::{Limits, Verdict};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// The lowest level.
pub const LOWEST: u8 = 1;
/// The highest level, which plays as well as it can.
pub const HIGHEST: u8 = 10;

/// What a level may do.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// Plies looked ahead; `None` for what the clock allows.
    depth: Option<u32>,
    /// Lines compared.
    lines: usize,
    /// Mean error of a line's score, in hundredths of a pawn.
    error: f64,
    /// Longest mate that is never overlooked, in moves.
    mate: i32,
}

const fn row(depth: Option<u32>, lines: usize, error: f64, mate: i32) -> Row {
    Row { depth, lines, error, mate }
}

const LEVELS: [Row; HIGHEST as usize] = [
    row(Some(1), 24, 160.0, 0),
    row(Some(2), 16, 110.0, 1),
    row(Some(3), 12, 75.0, 1),
    row(Some(4), 10, 50.0, 2),
    row(Some(5), 8, 33.0, 2),
    row(Some(6), 6, 24.0, 3),
    row(Some(8), 5, 15.0, 4),
    row(Some(10), 4, 9.0, 9),
    row(Some(13), 3, 4.0, 99),
    row(None, 1, 0.0, i32::MAX),
];

/// A player of some strength. Two with the same seed play alike.
pub struct Player {
    row: Row,
    chance: SmallRng,
}

impl Player {
    /// A player of that level, cut to the levels there are.
    pub fn new(level: u8, seed: u64) -> Self {
        let index = usize::from(level.clamp(LOWEST, HIGHEST) - LOWEST);
        Player { row: LEVELS[index], chance: SmallRng::seed_from_u64(seed) }
    }

    /// What this player looks at, out of what the clock allows.
    pub fn limits(&self, allowed: Limits) -> Limits {
        let depth = match (self.row.depth, allowed.depth) {
            (Some(depth), Some(most)) => Some(depth.min(most)),
            (depth, most) => depth.or(most),
        };
        Limits { depth, lines: self.row.lines.max(1), ..allowed }
    }

    /// The move this player takes; `None` if there is no line.
    pub fn choose<'t>(&mut self, lines: &'t [Thought]) -> Option<&'t str> {
        let best = lines.first()?;
        let certain = self.row.error == 0.0
            || matches!(best.verdict, Verdict::Mate(moves) if moves > 0 && moves <= self.row.mate);
        let judged = lines.iter().filter_map(|line| {
            let error = if certain { 0.0 } else { self.error() };
            Some((points(line.verdict) + error, line.moves.first()?))
        });
        let taken = judged.reduce(|best, next| if next.0 > best.0 { next } else { best });
        taken.map(|(_, text)| text.as_str())
    }

    /// A random error: mostly small, sometimes several times the mean (the difference of two exponentials).
    fn error(&mut self) -> f64 {
        let mut draw = || -f64::ln(1.0 - self.chance.random::<f64>());
        (draw() - draw()) * self.row.error
    }
}

/// A verdict on one scale: beyond ten pawns nobody counts any more, but a mate is still better.
fn points(verdict: Verdict) -> f64 {
    match verdict {
        Verdict::Centipawns(score) => f64::from(score.clamp(-1_500, 1_500)),
        Verdict::Mate(moves) if moves > 0 => 3_000.0 - f64::from(moves.min(100)) * 10.0,
        Verdict::Mate(moves) => -3_000.0 - f64::from(moves.max(-100)) * 10.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Bound;
    use std::time::Duration;

    fn line(rank: usize, verdict: Verdict, text: &str) -> Thought {
        Thought {
            depth: 1,
            selective_depth: 1,
            rank,
            verdict,
            bound: Bound::Exact,
            chances: [0, 1000, 0],
            nodes: 1,
            elapsed: Duration::ZERO,
            table_fill: 0,
            moves: vec![text.to_owned()],
        }
    }

    /// How often the best of three moves is taken, in a thousand.
    fn best_taken(level: u8) -> usize {
        let lines = [
            line(1, Verdict::Centipawns(30), "a"),
            line(2, Verdict::Centipawns(-20), "b"),
            line(3, Verdict::Centipawns(-150), "c"),
        ];
        let mut player = Player::new(level, 1);
        (0..1000).filter(|_| player.choose(&lines) == Some("a")).count()
    }

    #[test]
    fn higher_levels_choose_better() {
        let taken: Vec<usize> = (LOWEST..=HIGHEST).map(best_taken).collect();
        assert!(taken.is_sorted(), "{taken:?}");
        assert!(taken[0] < 600 && taken[4] > 800 && taken[9] == 1000, "{taken:?}");
    }

    #[test]
    fn a_mate_at_hand_is_played() {
        let lines = [line(1, Verdict::Mate(1), "mate"), line(2, Verdict::Mate(2), "slow")];
        for level in 2..=HIGHEST {
            assert_eq!(Player::new(level, 7).choose(&lines), Some("mate"));
        }
    }

    #[test]
    fn games_differ_by_seed_alone() {
        let lines = [line(1, Verdict::Centipawns(3), "a"), line(2, Verdict::Centipawns(0), "b")];
        let play = |seed| {
            let mut player = Player::new(3, seed);
            (0..20).map(|_| player.choose(&lines).unwrap_or_default()).collect::<String>()
        };
        assert_eq!(play(1), play(1));
        assert_ne!(play(1), play(2));
        assert_eq!(Player::new(3, 1).choose(&[]), None);
    }

    #[test]
    fn limits_are_the_tighter_ones() {
        let allowed = Limits { depth: Some(4), lines: 1, ..Limits::default() };
        assert_eq!(Player::new(1, 0).limits(allowed.clone()).depth, Some(1));
        assert_eq!(Player::new(5, 0).limits(allowed.clone()).depth, Some(4));
        assert_eq!(Player::new(10, 0).limits(allowed).lines, 1);
    }
}
