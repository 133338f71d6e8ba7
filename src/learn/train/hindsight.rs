//! Scores in hindsight: what a search said of a position, and what was said of those that followed in its game. Knows
//! a game's records; chooses none.

use super::expectation::sigmoid;
use crate::board::Colour;
use crate::learn::record::Record;

/// Hundredths of a pawn for an output of 1 while scores are averaged: as expected results they are, so that a mate
/// found later weighs no more than a game that is won.
const SCALE: f32 = 400.0;
/// Nothing is surer than this, so that it has a score.
const SUREST: f32 = 0.995;

/// For each position of a game, to its side to move, the scores from it on and at last the result, each weighed less
/// by `lambda` than the one before: the return of TD(lambda) (Sutton, Learning to predict by the methods of temporal
/// differences, 1988). With 0 the scores are as they were.
///
/// A search of few nodes sees a lost king late, and errs by chance besides; the positions after tell. What follows a
/// random move tells nothing of the position before it.
pub fn scores(game: &[Record], lambda: f32) -> Vec<i16> {
    let to_white = |record: &Record, expected: f32| match record.turn {
        Colour::White => expected,
        Colour::Black => 1.0 - expected,
    };
    let mut scores: Vec<i16> = game.iter().map(|record| record.score).collect();
    if lambda == 0.0 {
        return scores;
    }
    let mut later = game.last().map_or(0.5, |last| to_white(last, f32::from(last.result) / 2.0));
    for (record, score) in game.iter().zip(&mut scores).rev() {
        let own = to_white(record, sigmoid(f32::from(*score) / SCALE));
        let weight = if record.random { 0.0 } else { lambda };
        later = own + weight * (later - own);
        let expected = to_white(record, later).clamp(1.0 - SUREST, SUREST);
        *score = (SCALE * libm::logf(expected / (1.0 - expected))).round() as i16;
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of these scores to White, which has the first move, with a result to White.
    fn game(scores: &[i16], result: u8) -> Vec<Record> {
        let record = |(ply, score): (usize, &i16)| {
            let white = ply % 2 == 0;
            let (turn, score) = if white { (Colour::White, *score) } else { (Colour::Black, -score) };
            let result = if white { result } else { 2 - result };
            Record { result, ply: ply as u16, ..Record::unplayed(Default::default(), turn, score) }
        };
        scores.iter().enumerate().map(record).collect()
    }

    fn to_white(scores: &[i16]) -> Vec<i16> {
        scores.iter().zip([1, -1].into_iter().cycle()).map(|(score, sign)| score * sign).collect()
    }

    #[test]
    fn without_hindsight_scores_are_as_they_were() {
        let game = game(&[20, -3000, 32000], 0);
        assert_eq!(scores(&game, 0.0), [20, 3000, 32000]);
    }

    #[test]
    fn what_comes_later_counts_less_by_every_ply_and_the_result_last() {
        let returns = to_white(&scores(&game(&[0, 0, 800], 2), 0.5));
        // Expected results: 1/2, 1/2, sigmoid(2) = 0.8808, then 1.
        let expected = |score: i16| 1.0 / (1.0 + (-f64::from(score) / 400.0).exp());
        let wanted = [0.5 * 0.5 + 0.25 * 0.5 + 0.125 * 0.8808 + 0.125, 0.25 + 0.25 * 0.8808 + 0.25, 0.9404];
        for (score, wanted) in returns.iter().zip(wanted) {
            assert!((expected(*score) - wanted).abs() < 0.001, "{score} is not {wanted}");
        }
        assert!(to_white(&scores(&game(&[0, 0, 800], 0), 0.5))[0] < returns[0]);
    }

    #[test]
    fn what_follows_a_random_move_is_not_told_of_the_position_before() {
        let mut game = game(&[30, 50, -900, -1200], 0);
        game[1].random = true;
        let returns = to_white(&scores(&game, 0.7));
        assert!((returns[1] - 50).abs() <= 1 && (30..50).contains(&returns[0]), "{returns:?}");
        assert!(returns[2] < -900, "{returns:?}");
    }

    #[test]
    fn mates_and_certain_results_have_scores() {
        let returns = scores(&game(&[32000, 32000], 2), 0.9);
        assert_eq!(returns, [2117, -2117]);
    }
}
