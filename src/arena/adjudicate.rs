//! Ending a game that both engines hold for decided. Knows scores, not positions.

use super::info::Score;
use crate::board::{Colour, PerColour};

/// When a game is called drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Not before that move's number.
    pub from: u32,
    /// After so many moves of both sides in a row.
    pub moves: u32,
    /// In which every score was at most that far from zero, in centipawns.
    pub score: i32,
}

/// When a game is called lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// After so many moves of the loser in a row.
    pub moves: u32,
    /// In which it was that far behind, in centipawns.
    pub score: i32,
    /// Whether the winner must have agreed all the time.
    pub two_sided: bool,
}

/// Watches the scores of one game.
#[derive(Clone, Debug)]
pub struct Judge {
    draw: Option<DrawRule>,
    resign: Option<ResignRule>,
    quiet: u32,
    losing: PerColour<u32>,
    winning: PerColour<u32>,
}

impl Judge {
    /// For one game.
    pub fn new(draw: Option<DrawRule>, resign: Option<ResignRule>) -> Self {
        Judge { draw, resign, quiet: 0, losing: PerColour([0; 2]), winning: PerColour([0; 2]) }
    }

    /// Takes in the score a side gave its move; `zeroing` tells that the move was a capture or a pawn's.
    pub fn hear(&mut self, colour: Colour, score: Option<Score>, zeroing: bool) {
        let value = score.map(Score::value);
        if let Some(rule) = self.draw {
            let small = value.is_some_and(|value| value.abs() <= rule.score);
            self.quiet = if !small || zeroing { 0 } else { self.quiet + 1 };
        }
        if let Some(rule) = self.resign {
            let count = |holds: bool, count: u32| if holds { count + 1 } else { 0 };
            let (losing, winning) = (self.losing[colour], self.winning[colour]);
            self.losing[colour] = count(value.is_some_and(|value| value <= -rule.score), losing);
            self.winning[colour] = count(value.is_some_and(|value| value >= rule.score), winning);
        }
    }

    /// The side that has lost, if one has.
    pub fn loser(&self) -> Option<Colour> {
        let rule = self.resign?;
        Colour::BOTH.into_iter().find(|colour| {
            self.losing[*colour] >= rule.moves && (!rule.two_sided || self.winning[!*colour] >= rule.moves)
        })
    }

    /// Whether the game is drawn, when `moves` full moves have been played.
    pub fn is_draw(&self, moves: u32) -> bool {
        self.draw.is_some_and(|rule| moves >= rule.from && self.quiet >= rule.moves.saturating_mul(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_decide_only_in_a_row() {
        let resign = ResignRule { moves: 2, score: 500, two_sided: false };
        let draw = DrawRule { from: 10, moves: 2, score: 8 };
        let mut judge = Judge::new(Some(draw), Some(resign));
        judge.hear(Colour::White, Some(Score::Centipawns(-600)), false);
        judge.hear(Colour::White, None, false);
        judge.hear(Colour::White, Some(Score::Mate(-3)), false);
        assert_eq!(judge.loser(), None);
        judge.hear(Colour::White, Some(Score::Centipawns(-500)), false);
        assert_eq!(judge.loser(), Some(Colour::White));
        let mut judge = Judge::new(Some(draw), Some(ResignRule { two_sided: true, ..resign }));
        for _ in 0..2 {
            judge.hear(Colour::Black, Some(Score::Centipawns(-600)), false);
        }
        assert_eq!(judge.loser(), None);
        for _ in 0..2 {
            judge.hear(Colour::White, Some(Score::Mate(5)), false);
        }
        assert_eq!(judge.loser(), Some(Colour::Black));
        for _ in 0..2 {
            judge.hear(Colour::White, Some(Score::Centipawns(8)), false);
            judge.hear(Colour::Black, Some(Score::Centipawns(-8)), false);
        }
        assert!(judge.is_draw(10) && !judge.is_draw(9));
        judge.hear(Colour::White, Some(Score::Centipawns(0)), true);
        assert!(!judge.is_draw(10));
    }
}
