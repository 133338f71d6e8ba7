//! What an engine says while it thinks, read from UCI's `info` lines. Knows the words, not the rules.

use std::fmt;

/// What a line of thought is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in that many moves; negative when the side to move is mated.
    Mate(i32),
}

impl Score {
    /// One number to compare by: a mate is more than any number of pawns.
    pub fn value(self) -> i32 {
        match self {
            Score::Centipawns(score) => score.clamp(-99_999, 99_999),
            Score::Mate(moves) if moves > 0 => 100_000,
            Score::Mate(_) => -100_000,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(score) => write!(f, "{:+.2}", f64::from(*score) / 100.0),
            Score::Mate(moves) => {
                write!(f, "{}M{}", if *moves > 0 { '+' } else { '-' }, moves.unsigned_abs())
            }
        }
    }
}

/// One `info` line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Iteration.
    pub depth: Option<u32>,
    /// Rank among several lines, from 1.
    pub rank: Option<u32>,
    /// What it is worth.
    pub score: Option<Score>,
    /// Whether that is but a bound.
    pub bound: bool,
    /// The moves, as the engine writes them.
    pub moves: Vec<String>,
    /// Whether a number was none.
    pub malformed: bool,
}

impl Info {
    /// Reads a line; `None` for one that is no `info` or says nothing of a search (`info string`).
    pub fn read(line: &str) -> Option<Info> {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return None;
        }
        let mut info = Info::default();
        let mut said = false;
        while let Some(word) = words.next() {
            match word {
                "string" => break,
                "depth" => info.depth = number(words.next(), &mut info.malformed),
                "multipv" => info.rank = number(words.next(), &mut info.malformed),
                "seldepth" | "time" | "nodes" | "nps" | "hashfull" | "tbhits" => {
                    let _: Option<i64> = number(words.next(), &mut info.malformed);
                }
                "score" => {
                    let kind = words.next();
                    let value = number(words.next(), &mut info.malformed);
                    info.score = match kind {
                        Some("cp") => value.map(Score::Centipawns),
                        Some("mate") => value.map(Score::Mate),
                        _ => {
                            info.malformed = true;
                            None
                        }
                    };
                }
                "lowerbound" | "upperbound" => info.bound = true,
                "pv" => info.moves = words.by_ref().map(str::to_owned).collect(),
                "refutation" | "currline" => return None,
                _ => continue,
            }
            said = true;
        }
        said.then_some(info)
    }

    /// Whether it tells of the best line.
    pub fn is_first(&self) -> bool {
        self.rank.is_none_or(|rank| rank == 1)
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>, malformed: &mut bool) -> Option<T> {
    let number = word.and_then(|word| word.parse().ok());
    *malformed |= number.is_none();
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let info = Info::read(
            "info depth 12 seldepth 20 multipv 2 score cp -35 lowerbound nodes 5 wdl 1 2 3 time 7 pv e2e4 e7e5",
        )
        .expect("it says something");
        assert_eq!((info.depth, info.rank, info.score), (Some(12), Some(2), Some(Score::Centipawns(-35))));
        assert!(info.bound && !info.malformed && !info.is_first());
        assert_eq!(info.moves, ["e2e4", "e7e5"]);
        assert_eq!(info.score.map(|score| score.to_string()), Some("-0.35".into()));
        let mate = Info::read("info score mate -3").and_then(|info| info.score);
        assert_eq!(mate.map(|score| score.to_string()), Some("-M3".into()));
    }

    #[test]
    fn odd_lines_are_survived() {
        for line in
            ["", "info", "info string score cp 3", "bestmove e2e4", "info currmove e2e4 currmovenumber 1"]
        {
            assert_eq!(Info::read(line), None, "{line}");
        }
        for line in ["info score cp 3.5", "info depth", "info score", "info score cp", "info nodes -x"] {
            assert!(Info::read(line).is_some_and(|info| info.malformed), "{line}");
        }
    }
}
