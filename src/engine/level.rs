//! Playing strength: how much a level looks at, and how it chooses among the lines it saw. Knows lines and chance;
//! runs no search itself.
//!
//! Levels are few; ratings (`UCI_Elo`) lie between them: a player of a rating plays each move as one of the two
//! rungs next to it, the more often as the nearer one.
//!
//! A weak player is one who looks at little and misjudges what is seen. So a level limits depth (whole iterations,
//! so that the lines compared are equally deep), and moves each line's score by a random error before the best is
//! taken: a small error can only pass over near equals, a large one also blunders. What is plain to see (a mate at
//! hand) is overlooked by the lowest level only.

use super::chance::Chance;
use super::session::Thought;
use crate::search::{Limits, Verdict};

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

/// Everybody from the least player on: a rating and what it plays like. Ratings come from matches in chess of each
/// row against the next; the README says how far they can be trusted.
const RUNGS: [(u32, Row); 15] = [
    (BEGINNER, row(Some(1), 256, 2000.0, 0)),
    (320, row(Some(1), 256, 400.0, 0)),
    (805, row(Some(1), 24, 160.0, 0)),
    (1075, row(Some(2), 16, 110.0, 1)),
    (1220, row(Some(3), 12, 75.0, 1)),
    (1370, row(Some(4), 10, 50.0, 2)),
    (1560, row(Some(5), 8, 33.0, 2)),
    (1740, row(Some(6), 6, 24.0, 3)),
    (1945, row(Some(7), 6, 19.0, 3)),
    (2300, row(Some(8), 5, 15.0, 4)),
    (2525, row(Some(9), 5, 12.0, 6)),
    (2750, row(Some(10), 4, 9.0, 9)),
    (2900, row(Some(11), 4, 7.0, 20)),
    (3050, row(Some(13), 3, 4.0, 99)),
    (MASTER, row(None, 1, 0.0, i32::MAX)),
];

/// Which of them the levels are.
const LEVELS: [usize; HIGHEST as usize] = [2, 3, 4, 5, 6, 7, 9, 11, 13, 14];

/// The least rating.
pub const BEGINNER: u32 = 100;
/// The highest rating, which plays as well as it can.
pub const MASTER: u32 = 3200;

/// A player of some strength. Two with the same seed play alike.
pub struct Player {
    /// The rows it plays like, the lower first, and how often as the higher.
    rows: [Row; 2],
    share: f64,
    /// The one it plays this move like.
    row: Row,
    chance: Chance,
}

impl Player {
    /// A player of that level, cut to the levels there are.
    pub fn new(level: u8, seed: u64) -> Self {
        let (_, row) = RUNGS[LEVELS[usize::from(level.clamp(LOWEST, HIGHEST) - LOWEST)]];
        Player { rows: [row; 2], share: 0.0, row, chance: Chance::of_seed(seed) }
    }

    /// A player of that rating, cut to the ratings there are.
    pub fn rated(rating: u32, seed: u64) -> Self {
        let rating = rating.clamp(BEGINNER, MASTER);
        let above = RUNGS.partition_point(|(own, _)| *own <= rating).min(RUNGS.len() - 1);
        let ((low, lower), (high, higher)) = (RUNGS[above - 1], RUNGS[above]);
        let share = f64::from(rating - low) / f64::from(high - low);
        Player { rows: [lower, higher], share, row: lower, chance: Chance::of_seed(seed) }
    }

    /// What this player looks at for its next move, out of what the clock allows.
    pub fn limits(&mut self, allowed: Limits) -> Limits {
        self.row = self.rows[usize::from(self.chance.share() < self.share)];
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
        let mut draw = || -libm::log(1.0 - self.chance.share());
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
        (0..100_000).filter(|_| player.choose(&lines) == Some("a")).count() / 100
    }

    #[test]
    fn higher_levels_choose_better() {
        let taken: Vec<usize> = (LOWEST..=HIGHEST).map(best_taken).collect();
        assert!(taken.is_sorted(), "{taken:?}");
        assert!(taken[0] < 600 && taken[4] > 800 && taken[9] == 1000, "{taken:?}");
    }

    #[test]
    fn ratings_lie_between_levels() {
        assert!(RUNGS.is_sorted_by(|(low, _), (high, _)| low < high));
        let depths = |rating| {
            let mut player = Player::rated(rating, 5);
            (0..400).map(move |_| player.limits(Limits::default()).depth)
        };
        for (rating, row) in RUNGS {
            assert!(depths(rating).all(|depth| depth == row.depth), "{rating}");
        }
        let (low, high) = (RUNGS[6], RUNGS[7]);
        let higher = depths(low.0 + (high.0 - low.0) / 4).filter(|depth| *depth == high.1.depth).count();
        assert!((60..140).contains(&higher), "{higher}");
        assert!(depths(0).all(|depth| depth == Some(1)) && depths(9999).all(|depth| depth.is_none()));
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
