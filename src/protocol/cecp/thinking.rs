//! Lines of thought as CECP writes them. Knows the format, not what is searched.

use super::diagram::Diagram;
use super::spelling;
use crate::engine::Thought;
use crate::engine::bench::per_second;
use crate::rules::Variant;
use crate::search::{Bound, Verdict};
use std::fmt::Write;

/// From where scores are counted moves to mate.
pub const MATE: i32 = 100_000;

/// A score in hundredths of a pawn, or a mate beyond 100000.
pub fn score(verdict: Verdict) -> i32 {
    match verdict {
        Verdict::Centipawns(score) => score.clamp(1 - MATE, MATE - 1),
        Verdict::Mate(moves) if moves > 0 => MATE.saturating_add(moves),
        Verdict::Mate(moves) => (-MATE).saturating_add(moves),
    }
}

/// A line of thought about the position on a diagram.
pub fn line(variant: &Variant, root: &Diagram, thought: &Thought) -> String {
    let mut line = String::with_capacity(160);
    // Writing to a String cannot fail.
    let _ = write!(
        line,
        "{} {} {} {} {} {} 0\t",
        thought.depth,
        score(thought.verdict),
        thought.elapsed.as_millis() / 10,
        thought.nodes,
        thought.selective_depth,
        per_second(thought.nodes, thought.elapsed)
    );
    line.push_str(&variation(variant, root, &thought.moves));
    line.push_str(match thought.bound {
        Bound::Exact => "",
        Bound::Lower => " !",
        Bound::Upper => " ?",
    });
    line
}

/// Moves in a row, each as XBoard writes it.
fn variation(variant: &Variant, root: &Diagram, moves: &[String]) -> String {
    let mut diagram = root.clone();
    let texts = moves.iter().map_while(|text| {
        let deed = diagram.deed(variant, text)?;
        diagram.play(variant, deed);
        Some(spelling::text(variant, deed))
    });
    texts.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Library;
    use std::time::Duration;

    #[test]
    fn every_part_has_its_place() {
        let variant = Library::builtin().unwrap().find("lecce").unwrap();
        let root = Diagram::read(&variant, "r1kr/bllb/pppp/4/4/PPPP/BLLB/R1KR w KQkq - 0 1").unwrap();
        let mut thought = Thought {
            depth: 9,
            selective_depth: 14,
            rank: 1,
            verdict: Verdict::Centipawns(-31),
            bound: Bound::Lower,
            chances: [0, 1000, 0],
            nodes: 5000,
            elapsed: Duration::from_micros(2_509_900),
            table_fill: 7,
            moves: ["c1a1", "a6a4", "b3b4", "c8d8"].map(str::to_owned).to_vec(),
        };
        assert_eq!(line(&variant, &root, &thought), "9 -31 250 5000 14 1992 0\tc1b1,a1c1 a6a4 b3b4 c8d8 !");
        thought.bound = Bound::Exact;
        for (verdict, written) in [
            (Verdict::Mate(3), "100003"),
            (Verdict::Mate(-2), "-100002"),
            (Verdict::Mate(0), "-100000"),
            (Verdict::Centipawns(5), "5"),
        ] {
            thought.verdict = verdict;
            assert_eq!(line(&variant, &root, &thought).split(' ').nth(1), Some(written));
        }
        assert!(line(&variant, &root, &thought).ends_with("c8d8"));
    }
}
