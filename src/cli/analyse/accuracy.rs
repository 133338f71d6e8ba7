//! How well a game was played, as a number people compare. Knows scores; no moves and no text.
//!
//! The measure is Lichess's: a score becomes a chance of winning by a logistic curve, a move is judged by the chance
//! it gave away, and a side by the mean of the arithmetic and harmonic means of its moves.

use crate::cli::score::Score;

/// Steepness of the curve, for each hundredth of a pawn (lichess.org/page/accuracy).
const STEEPNESS: f64 = 0.003_682_08;

/// White's chance of winning, 0 to 100.
pub fn winning(score: Score) -> f64 {
    100.0 / (1.0 + (-STEEPNESS * f64::from(score.bounded())).exp())
}

/// How well a move kept its side's chance, 0 to 100; both chances are the mover's.
pub fn of_move(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    (103.1668 * (-0.043_54 * (before - after)).exp() - 3.1669).clamp(0.0, 100.0)
}

/// How well a side played; `None` if it made no move.
pub fn of_side(moves: &[f64]) -> Option<f64> {
    let count = moves.len() as f64;
    if moves.is_empty() {
        return None;
    }
    let arithmetic = moves.iter().sum::<f64>() / count;
    // A move that lost everything must not make the rest of a long game worthless.
    let harmonic = count / moves.iter().map(|accuracy| 1.0 / accuracy.max(5.0)).sum::<f64>();
    Some((arithmetic + harmonic) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Verdict;

    fn at(centipawns: i32) -> f64 {
        winning(Score { verdict: Verdict::Centipawns(centipawns), chances: [0, 1000, 0] })
    }

    #[test]
    fn the_curve_and_its_ends() {
        assert!((at(0) - 50.0).abs() < 1e-9 && (at(100) - 59.1).abs() < 0.1);
        assert!((at(100) + at(-100) - 100.0).abs() < 1e-9);
        assert_eq!((of_move(50.0, 50.0), of_move(40.0, 60.0), of_move(100.0, 0.0)), (100.0, 100.0, 0.0));
        assert!(of_move(50.0, 40.0) > of_move(50.0, 30.0));
    }

    #[test]
    fn sides() {
        assert_eq!(of_side(&[]), None);
        assert!((of_side(&[100.0, 100.0]).unwrap() - 100.0).abs() < 1e-9);
        let spoilt = of_side(&[100.0, 100.0, 100.0, 0.0]).unwrap();
        assert!(spoilt < 75.0 && spoilt > 30.0, "{spoilt}");
    }
}
