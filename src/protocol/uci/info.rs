//! What the search says, written as UCI writes it. Knows no search and no position.

use crate::engine::Thought;
use crate::engine::bench::per_second;
use crate::search::{Bound, Verdict};
use std::fmt::Write;

/// A line of thought; with the chances of winning, drawing and losing where they are wanted.
pub fn thought(thought: &Thought, chances: bool) -> String {
    let mut line = String::with_capacity(160);
    // Writing to a String cannot fail.
    let _ = write!(
        line,
        "info depth {} seldepth {} multipv {} score ",
        thought.depth, thought.selective_depth, thought.rank
    );
    let _ = match thought.verdict {
        Verdict::Centipawns(score) => write!(line, "cp {score}"),
        Verdict::Mate(moves) => write!(line, "mate {moves}"),
    };
    line.push_str(match thought.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
    if chances {
        let [win, draw, loss] = thought.chances;
        let _ = write!(line, " wdl {win} {draw} {loss}");
    }
    let _ = write!(
        line,
        " nodes {} nps {} hashfull {} tbhits 0 time {}",
        thought.nodes,
        per_second(thought.nodes, thought.elapsed),
        thought.table_fill,
        thought.elapsed.as_millis()
    );
    if !thought.moves.is_empty() {
        line.push_str(" pv");
        for text in &thought.moves {
            line.push(' ');
            line.push_str(text);
        }
    }
    line
}

/// What stands before an answer about which nothing was said.
pub fn nothing(best: Option<&str>) -> String {
    match best {
        Some(best) => format!("info depth 1 seldepth 1 multipv 1 score cp 0 nodes 0 time 0 pv {best}"),
        None => "info depth 0 score cp 0".to_owned(),
    }
}

/// The answer to `go`.
pub fn best(best: Option<&str>, ponder: Option<&str>) -> String {
    match (best, ponder) {
        (None, _) => "bestmove (none)".to_owned(),
        (Some(best), None) => format!("bestmove {best}"),
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn every_part_has_its_place() {
        let mut line = Thought {
            depth: 9,
            selective_depth: 14,
            rank: 2,
            verdict: Verdict::Centipawns(-31),
            bound: Bound::Lower,
            chances: [200, 500, 300],
            nodes: 5000,
            elapsed: Duration::from_micros(2_500_900),
            table_fill: 7,
            moves: vec!["e7e5".to_owned(), "g1f3".to_owned()],
        };
        assert_eq!(
            thought(&line, true),
            "info depth 9 seldepth 14 multipv 2 score cp -31 lowerbound wdl 200 500 300 nodes 5000 nps 1999 \
             hashfull 7 tbhits 0 time 2500 pv e7e5 g1f3"
        );
        line.verdict = Verdict::Mate(0);
        line.bound = Bound::Exact;
        line.moves.clear();
        assert!(thought(&line, false).starts_with("info depth 9 seldepth 14 multipv 2 score mate 0 nodes "));
        assert!(thought(&line, false).ends_with(" time 2500"));
        assert_eq!(best(Some("c1a1"), Some("c8a8")), "bestmove c1a1 ponder c8a8");
        assert_eq!(best(None, None), "bestmove (none)");
    }
}
