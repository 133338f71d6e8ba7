//! How long to think: from what a clock says to the moment a search ought to end and the one it must.

use super::limits::{Clock, Limits};
use std::time::Duration;

/// The least time worth speaking of; no search is given less.
const LEAST: Duration = Duration::from_millis(1);
/// Moves a game is expected to last yet, where nothing says.
const MOVES_LEFT: u32 = 28;
/// The most moves to the next control that are planned for.
const MOST_MOVES: u32 = 60;
/// Share of what is left, in hundredths, that one move may never exceed.
const MOST_OF_CLOCK: u32 = 60;
/// Times the planned share of one move that it may take at most.
const MOST_OF_SHARE: u32 = 5;

/// The two times a search keeps an eye on, counted from its start or from the ponder hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// No new iteration after about this; `None` for no such limit.
    pub soft: Option<Duration>,
    /// Stop at once after this.
    pub hard: Option<Duration>,
    /// Whether the soft limit may be stretched or shrunk by how the search goes.
    pub flexible: bool,
}

impl Budget {
    /// What some limits leave.
    pub fn new(limits: &Limits) -> Self {
        let for_move = limits.move_time.map(|time| time.saturating_sub(limits.overhead).max(LEAST));
        let for_clock = limits.clock.map(|clock| shares(clock, limits));
        match (for_clock, for_move) {
            (None, None) => Budget::default(),
            (None, Some(time)) => Budget { soft: Some(time), hard: Some(time), flexible: false },
            (Some((soft, hard)), time) => Budget {
                soft: Some(time.map_or(soft, |time| soft.min(time))),
                hard: Some(time.map_or(hard, |time| hard.min(time))),
                flexible: true,
            },
        }
    }
}

/// How a search went, as far as it says how much longer to think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Course {
    /// Iterations in a row with the same best move.
    pub stable: u32,
    /// By how much the score has fallen of late, hundredths of a pawn.
    pub fallen: i32,
    /// Thousandths of all nodes that went into the best move.
    pub share: u32,
}

impl Budget {
    /// The soft limit, longer where the best move changes, the score falls or other moves took much looking
    /// at, and shorter where nothing does (as Stockfish and others do).
    pub fn soft_after(&self, course: Course) -> Option<Duration> {
        let soft = self.soft?;
        if !self.flexible {
            return Some(soft);
        }
        let by_stability = 140 - 9 * course.stable.min(8);
        let by_fall = (100 + course.fallen.clamp(-20, 60)) as u32;
        let by_share = (1550 - course.share.min(1000)) / 8;
        let stretched = soft * by_stability / 100 * by_fall / 100 * by_share / 100;
        Some(self.hard.map_or(stretched, |hard| stretched.min(hard)))
    }
}

/// The planned time and the limit for one move.
fn shares(clock: Clock, limits: &Limits) -> (Duration, Duration) {
    let moves = limits.moves_to_go.map_or(MOVES_LEFT, |moves| moves.clamp(1, MOST_MOVES));
    // Every move to come has its overhead too, but for a few the clock bears it as it comes.
    let left = clock.left.saturating_sub(limits.overhead);
    let reserve = limits.overhead.saturating_mul(moves.min(10) - 1).min(left / 4);
    let left = left - reserve;
    let most = left * MOST_OF_CLOCK / 100;
    let gained =
        if clock.increment > limits.overhead { clock.increment - limits.overhead } else { Duration::ZERO };
    let share = left / moves + gained * 3 / 4;
    // The last move before a control may use most of what is left, since more is coming.
    let hard = (share * MOST_OF_SHARE).min(most).max(LEAST);
    let soft = share.min(hard).max(LEAST);
    (soft, hard)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(left: u64, increment: u64, moves_to_go: Option<u32>, overhead: u64) -> Limits {
        let millis = Duration::from_millis;
        let clock = Clock { left: millis(left), increment: millis(increment) };
        Limits { clock: Some(clock), moves_to_go, overhead: millis(overhead), ..Limits::default() }
    }

    #[test]
    fn a_clock_never_runs_out_and_a_move_is_never_given_nothing() {
        for left in [0, 1, 2, 5, 20, 100, 1000, 60_000, 86_400_000] {
            for increment in [0, 1, 100, 10_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for overhead in [0, 10, 500] {
                        let budget = Budget::new(&limits(left, increment, moves, overhead));
                        let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                        assert!(soft >= LEAST && hard >= soft, "{left} {increment} {moves:?} {overhead}");
                        let spare = Duration::from_millis(left.saturating_sub(overhead)) * 61 / 100;
                        assert!(hard <= spare.max(LEAST), "{left} {increment} {moves:?} {overhead}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_game_can_be_played_to_its_end() {
        // 0.1 seconds and a thousandth more each move: 300 moves that each take all they may.
        let mut left = 100_000;
        for _ in 0..300 {
            let clock = Clock { left: Duration::from_micros(left), increment: LEAST };
            let budget = Budget::new(&Limits { clock: Some(clock), ..Limits::default() });
            let used = budget.soft.unwrap().as_micros() as u64;
            assert!(used <= left, "{left} left, {used} used");
            left = left - used + 1000;
        }
    }

    #[test]
    fn time_for_a_move_is_used_and_the_overhead_kept() {
        let millis = Duration::from_millis;
        let limits = Limits { move_time: Some(millis(100)), overhead: millis(30), ..Limits::default() };
        let budget = Budget::new(&limits);
        assert_eq!((budget.soft, budget.hard), (Some(millis(70)), Some(millis(70))));
        let limits = Limits { move_time: Some(millis(10)), overhead: millis(30), ..Limits::default() };
        assert_eq!(Budget::new(&limits).hard, Some(LEAST));
        assert_eq!(Budget::new(&Limits::default()), Budget::default());
    }

    #[test]
    fn trouble_takes_time() {
        let budget = Budget::new(&limits(60_000, 0, None, 0));
        let soft = |stable, fallen, share| budget.soft_after(Course { stable, fallen, share }).unwrap();
        assert!(soft(0, 50, 300) > soft(4, 0, 500) && soft(4, 0, 500) > soft(8, -10, 900));
        assert!(soft(0, 1000, 0) <= budget.hard.unwrap());
        let fixed = Budget::new(&Limits { move_time: Some(LEAST), ..Limits::default() });
        assert_eq!(fixed.soft_after(Course { stable: 8, fallen: 0, share: 999 }), Some(LEAST));
    }

    #[test]
    fn the_last_move_before_a_control_keeps_a_reserve() {
        let budget = Budget::new(&limits(10_000, 0, Some(1), 50));
        assert!(budget.hard.unwrap() <= Duration::from_millis(6_500));
        assert!(budget.soft.unwrap() >= Duration::from_millis(2_000));
    }
}
