//! From scores to expected results: one number, fitted to how games ended. Knows no net and no record.

use std::collections::BTreeMap;

/// The least hundredths of a pawn that may stand for an output of 1.
const LEAST: f64 = 50.0;
/// The most.
const MOST: f64 = 2000.0;
/// What it is when results say nothing.
const USUAL: f64 = 400.0;

/// The expected result of an output: 0 lost, 1 won.
#[inline(always)]
pub fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-output))
}

/// The K for which `sigmoid(score / K)` says best how games ended, from scores in hundredths of a pawn and results
/// from 0 to 1: logistic regression through the origin, by Newton's steps.
pub fn fit_scale(results: impl Iterator<Item = (i16, f32)>) -> i32 {
    let mut sums: BTreeMap<i16, (f64, f64)> = BTreeMap::new();
    for (score, result) in results {
        let (count, sum) = sums.entry(score).or_default();
        *count += 1.0;
        *sum += f64::from(result);
    }
    let (lowest, highest) = (1.0 / MOST, 1.0 / LEAST);
    let mut slope: f64 = 1.0 / USUAL;
    for _ in 0..50 {
        let (mut gradient, mut curvature) = (0.0, 0.0);
        for (score, (count, sum)) in &sums {
            let score = f64::from(*score);
            let expected = 1.0 / (1.0 + libm::exp(-slope * score));
            gradient += (sum - count * expected) * score;
            curvature += count * expected * (1.0 - expected) * score * score;
        }
        if curvature <= 0.0 {
            break;
        }
        let next = (slope + gradient / curvature).clamp(lowest, highest);
        let moved = (next - slope).abs();
        slope = next;
        if moved < 1e-9 {
            break;
        }
    }
    (1.0 / slope).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_results_were_made_with_is_found() {
        for scale in [120.0, 400.0, 900.0] {
            let results = (-1500..1500i16).map(|score| {
                let expected = 1.0 / (1.0 + (-f64::from(score) / scale).exp());
                (score, expected as f32)
            });
            let found = f64::from(fit_scale(results));
            assert!((found - scale).abs() <= 1.0, "{found} for {scale}");
        }
    }

    #[test]
    fn results_that_say_nothing_leave_a_scale_that_works() {
        assert_eq!(fit_scale([].into_iter()), 400);
        assert_eq!(fit_scale([(0, 0.5); 10].into_iter()), 400);
        // Scores that are always right, and always wrong.
        assert_eq!(fit_scale([(100, 1.0), (-100, 0.0)].into_iter()), 50);
        assert_eq!(fit_scale([(100, 0.0), (-100, 1.0)].into_iter()), 2000);
    }

    #[test]
    fn outputs_become_expectations() {
        assert_eq!(sigmoid(0.0), 0.5);
        assert!((sigmoid(1.0) + sigmoid(-1.0) - 1.0).abs() < 1e-6);
        assert_eq!((sigmoid(200.0), sigmoid(-200.0)), (1.0, 0.0));
    }
}
