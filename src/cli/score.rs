//! Scores as people read them: from White's side, whoever is to move. Knows numbers and signs, no moves.

use crate::board::Colour;
use crate::engine::Thought;
use crate::search::Verdict;

/// Hundredths of a pawn beyond which nobody asks by how much.
const MOST: i32 = 1_000;

/// What a position is worth to White.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    /// Hundredths of a pawn or a mate; positive is good for White.
    pub verdict: Verdict,
    /// Chances in thousandths: White wins, draw, Black wins.
    pub chances: [u32; 3],
}

impl Score {
    /// The score of a line found for the side to move.
    pub fn of(thought: &Thought, turn: Colour) -> Score {
        let [win, draw, loss] = thought.chances;
        match (turn, thought.verdict) {
            (Colour::White, verdict) => Score { verdict, chances: thought.chances },
            (_, Verdict::Centipawns(score)) => {
                Score { verdict: Verdict::Centipawns(score.saturating_neg()), chances: [loss, draw, win] }
            }
            (_, Verdict::Mate(moves)) => {
                Score { verdict: Verdict::Mate(moves.saturating_neg()), chances: [loss, draw, win] }
            }
        }
    }

    /// The score of a game that is over.
    pub fn over(winner: Option<Colour>) -> Score {
        match winner {
            Some(Colour::White) => Score { verdict: Verdict::Mate(1), chances: [1000, 0, 0] },
            Some(Colour::Black) => Score { verdict: Verdict::Mate(-1), chances: [0, 0, 1000] },
            None => Score { verdict: Verdict::Centipawns(0), chances: [0, 1000, 0] },
        }
    }

    /// `+0.31`, `-2.00`, `#5`, `#-3`.
    pub fn text(self) -> String {
        match self.verdict {
            Verdict::Centipawns(0) => "0.00".to_owned(),
            Verdict::Centipawns(score) => format!("{:+.2}", f64::from(score) / 100.0),
            Verdict::Mate(moves) => format!("#{moves}"),
        }
    }

    /// As PGN's `%eval` has it: `0.31`, `-2.00`, `#5`, `#-3`.
    pub fn eval(self) -> String {
        self.text().trim_start_matches('+').to_owned()
    }

    /// Hundredths of a pawn on a scale that ends at ten pawns, mates included.
    pub fn bounded(self) -> i32 {
        match self.verdict {
            Verdict::Centipawns(score) => score.clamp(-MOST, MOST),
            Verdict::Mate(moves) => MOST * moves.signum(),
        }
    }

    /// `41% 50% 9%`: White wins, draw, Black wins.
    pub fn percentages(self) -> String {
        let [win, draw, loss] = self.chances.map(|chance| (chance + 5) / 10);
        format!("{win:>3}% {draw:>3}% {loss:>3}%")
    }
}

/// A count with a unit people can take in: `812`, `45.1k`, `12.3M`.
pub fn short(count: u64) -> String {
    let value = count as f64;
    match count {
        0..=9_999 => count.to_string(),
        10_000..=999_949 => format!("{:.1}k", value / 1e3),
        999_950..=999_949_999 => format!("{:.1}M", value / 1e6),
        _ => format!("{:.1}G", value / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Bound;
    use std::time::Duration;

    fn thought(verdict: Verdict, chances: [u32; 3]) -> Thought {
        Thought {
            depth: 1,
            selective_depth: 1,
            rank: 1,
            verdict,
            bound: Bound::Exact,
            chances,
            nodes: 1,
            elapsed: Duration::ZERO,
            table_fill: 0,
            moves: Vec::new(),
        }
    }

    #[test]
    fn everything_is_seen_from_white() {
        let line = thought(Verdict::Centipawns(31), [400, 500, 100]);
        let (white, black) = (Score::of(&line, Colour::White), Score::of(&line, Colour::Black));
        assert_eq!(
            (white.text().as_str(), black.text().as_str(), black.eval().as_str()),
            ("+0.31", "-0.31", "-0.31")
        );
        assert_eq!(white.eval(), "0.31");
        assert_eq!(black.percentages(), " 10%  50%  40%");
        let mate = Score::of(&thought(Verdict::Mate(3), [1000, 0, 0]), Colour::Black);
        assert_eq!((mate.text().as_str(), mate.bounded()), ("#-3", -1000));
        assert_eq!(Score::of(&thought(Verdict::Centipawns(0), [0, 1000, 0]), Colour::Black).text(), "0.00");
    }

    #[test]
    fn counts_are_short() {
        let cases = [
            (0, "0"),
            (9_999, "9999"),
            (45_120, "45.1k"),
            (12_340_000, "12.3M"),
            (1_625_500, "1.6M"),
            (1 << 40, "1099.5G"),
        ];
        for (count, expected) in cases {
            assert_eq!(short(count), expected);
        }
    }
}
