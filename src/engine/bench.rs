//! A fixed amount of searching over several games: its node count is the engine's signature, its speed the
//! machine's. Knows sessions and positions as text; prints nothing.

use super::consult::{Advice, Consultant};
use super::games::Games;
use super::session::Thought;
use crate::rules::{Library, Variant};
use crate::search::Limits;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How deep each position is searched unless one says otherwise.
pub const DEPTH: u32 = 13;

/// Size of the table in MiB.
const HASH: usize = 16;

/// A game that is not built in, in the text of users' files.
const USERS: &str = include_str!("bench.ini");

/// A game and its positions, the start first.
pub(super) struct Course {
    pub game: &'static str,
    pub positions: &'static [Option<&'static str>],
}

impl Course {
    /// The game: one on offer, or the bench's own.
    pub fn variant(&self, games: &dyn Games) -> Option<Arc<Variant>> {
        games.find(self.game).or_else(|| {
            let mut library = Library::builtin().ok()?;
            library.read("bench.ini", USERS).ok()?;
            library.find(self.game)
        })
    }
}

/// Every game of the bench.
pub(super) fn courses() -> impl Iterator<Item = &'static Course> {
    COURSES.iter()
}

static COURSES: [Course; 5] = [
    Course {
        game: "chess",
        positions: &[
            None,
            Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
            Some("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
            Some("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
        ],
    },
    Course {
        game: "latte",
        positions: &[None, Some("rrnqknrr/nbb1pbbn/pppB1pBp/3p4/6P1/PPP2P1P/NB1PP1BN/RRNQKNRR b KQkq - 0 4")],
    },
    Course { game: "ladorean", positions: &[None, Some("r3k4r/10/10/3c4m1/1M4C3/10/10/R3K4R w KQkq - 0 1")] },
    Course { game: "lecce", positions: &[None, Some("r1kr/4/4/1l2/2L1/4/4/R1KR w KQkq - 0 1")] },
    Course {
        game: "menagerie",
        positions: &[
            None,
            Some("r1n1k1bnr/1ppp1p1pp/p3p4/4e1p2/2h6/3PW4/1P2P1P2/P1P1EP1PP/RHN1KGBNR w - - 2 9"),
        ],
    },
];

/// What a bench came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Benched {
    /// Nodes searched, all positions together: equal wherever the same build searches as deep.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
}

impl Benched {
    /// The line that ends every bench.
    pub fn summary(self) -> String {
        format!("{} nodes {} nps", self.nodes, per_second(self.nodes, self.elapsed))
    }
}

/// Nodes a second; 0 nodes in no time are 0.
pub fn per_second(nodes: u64, elapsed: Duration) -> u64 {
    let rate = u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

/// Searches every position of every game on offer to that depth, telling a line for each; `None` when stopped.
pub fn bench(
    games: &dyn Games,
    depth: u32,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&str),
) -> Option<Benched> {
    let begun = Instant::now();
    let mut total = 0;
    for course in courses() {
        let Some(variant) = course.variant(games) else { continue };
        let mut consultant = match Consultant::open(games, &variant, HASH, 1) {
            Ok(consultant) => consultant,
            Err(refused) => {
                tell(&format!("{}: {refused}", course.game));
                continue;
            }
        };
        let (mut nodes, mut elapsed) = (0, Duration::ZERO);
        for fen in course.positions {
            consultant.forget();
            let what = fen.unwrap_or("startpos");
            let limits = Limits { depth: Some(depth), lines: 1, ..Limits::default() };
            let (start, mut searched) = (Instant::now(), 0);
            let mut count = |_: &Advice, thought: &Thought| searched = thought.nodes;
            let best = match consultant.ask(fen.unwrap_or(&variant.start), &[], limits, stop, &mut count) {
                Ok(advice) => advice.best,
                Err(refused) => {
                    tell(&format!("{}: {what}: {refused}", course.game));
                    continue;
                }
            };
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            (nodes, elapsed) = (nodes + searched, elapsed + start.elapsed());
            let best = best.as_deref().unwrap_or("(none)");
            tell(&format!("{}: {what}: {best} {searched} nodes", course.game));
        }
        tell(&format!("{}: {}", course.game, Benched { nodes, elapsed }.summary()));
        total += nodes;
    }
    Some(Benched { nodes: total, elapsed: begun.elapsed() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_divides_by_no_zero() {
        assert_eq!(per_second(0, Duration::ZERO), 0);
        assert_eq!(per_second(3_000, Duration::from_millis(500)), 6_000);
        assert_eq!(per_second(u64::MAX, Duration::ZERO), u64::MAX);
    }
}
