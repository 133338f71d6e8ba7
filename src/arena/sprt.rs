//! The sequential probability ratio test: whether results so far decide between two hypotheses about strength.
//! Pure arithmetic.
//!
//! The generalised test of Michel Van den Bergh: for each hypothesis the distribution nearest to the results is
//! found ("Comparing the approximations for the generalized log likelihood ratio of a multinomial distribution",
//! equations 1.2 and 1.3; "Comments on normalized Elo", section 4.1), and their likelihoods are compared.

use super::elo::{Pairs, Score, scale};
use thiserror::Error;

/// The scale hypotheses are stated on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Model {
    /// In deviations of one game: independent of how many games are drawn.
    #[default]
    Normalized,
    /// Elo's own scale.
    Logistic,
}

/// Whether it is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Not yet.
    Open,
    /// The difference is `elo0` rather than `elo1`.
    Rejected,
    /// The difference is `elo1` rather than `elo0`.
    Accepted,
}

/// The test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// Why a test makes no sense.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum SprtError {
    /// The hypotheses are the wrong way round, or the same.
    #[error("elo0 ({elo0}) must be less than elo1 ({elo1})")]
    Order {
        /// One.
        elo0: f64,
        /// The other.
        elo1: f64,
    },
    /// Errors that nobody can ask for.
    #[error("alpha ({alpha}) and beta ({beta}) must be more than 0 and together less than 1")]
    Errors {
        /// The likelihood of accepting wrongly.
        alpha: f64,
        /// The likelihood of rejecting wrongly.
        beta: f64,
    },
}

impl Sprt {
    /// A test of `elo1` against `elo0` that is wrong with the likelihoods `alpha` (if `elo0` is true) and `beta`.
    ///
    /// # Errors
    /// The numbers contradict each other.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: Model) -> Result<Sprt, SprtError> {
        if !(elo0 < elo1 && elo0.is_finite() && elo1.is_finite()) {
            return Err(SprtError::Order { elo0, elo1 });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Errors { alpha, beta });
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The hypotheses.
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The scale they are stated on.
    pub fn model(&self) -> Model {
        self.model
    }

    /// Where the logarithm of the ratio ends the test: rejected, accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio after pairs of games.
    pub fn of_pairs(&self, pairs: &Pairs) -> f64 {
        let counts = pairs.by_points.map(|count| count as f64);
        self.ratio(&[0.0, 0.25, 0.5, 0.75, 1.0], &counts, 2.0)
    }

    /// The logarithm of the likelihood ratio after single games.
    pub fn of_games(&self, score: &Score) -> f64 {
        self.ratio(&[0.0, 0.5, 1.0], &[score.losses, score.draws, score.wins].map(|count| count as f64), 1.0)
    }

    /// What a ratio decides.
    pub fn state(&self, ratio: f64) -> State {
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            State::Accepted
        } else if ratio <= lower {
            State::Rejected
        } else {
            State::Open
        }
    }

    fn ratio<const N: usize>(&self, shares: &[f64; N], counts: &[f64; N], games: f64) -> f64 {
        if counts.iter().sum::<f64>() == 0.0 {
            return 0.0;
        }
        // What never occurred is still possible.
        let counts = counts.map(|count| if count == 0.0 { 1e-3 } else { count });
        let total: f64 = counts.iter().sum();
        let found = counts.map(|count| count / total);
        let nearest = |elo: f64| match self.model {
            Model::Logistic => with_mean(shares, &found, 1.0 / (1.0 + 10f64.powf(-elo / 400.0))),
            Model::Normalized => with_t(shares, &found, games.sqrt() * elo / scale()),
        };
        let (zero, one) = (nearest(self.elo0), nearest(self.elo1));
        let log = |index: usize| found[index] * (one[index].ln() - zero[index].ln());
        total * (0..N).map(log).sum::<f64>()
    }
}

/// The distribution most likely behind what was found, among those with that mean.
fn with_mean<const N: usize>(shares: &[f64; N], found: &[f64; N], mean: f64) -> [f64; N] {
    tilted(found, &shares.map(|share| share - mean))
}

/// The distribution most likely behind what was found, among those whose mean lies `t` deviations above ½. The
/// condition is not linear, so it is replaced by its tangent until nothing changes any more.
fn with_t<const N: usize>(shares: &[f64; N], found: &[f64; N], t: f64) -> [f64; N] {
    let mut nearest = [1.0 / N as f64; N];
    for _ in 0..50 {
        let mean: f64 = (0..N).map(|index| shares[index] * nearest[index]).sum();
        let variance: f64 = (0..N).map(|index| (shares[index] - mean).powi(2) * nearest[index]).sum();
        let deviation = variance.sqrt();
        let condition = shares.map(|share| {
            let away = (share - mean) / deviation;
            share - 0.5 - 0.5 * t * deviation * (1.0 + away * away)
        });
        let next = tilted(found, &condition);
        let change = (0..N).map(|index| (next[index] - nearest[index]).abs()).fold(0.0, f64::max);
        nearest = next;
        if change < 1e-9 {
            break;
        }
    }
    nearest
}

/// The distribution most likely behind what was found, among those in which `values` have the mean 0: each part is
/// divided by 1 + theta * value, with the one theta for which that holds. It is found by halving, since the mean
/// falls as theta grows.
fn tilted<const N: usize>(found: &[f64; N], values: &[f64; N]) -> [f64; N] {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        // No distribution fits.
        return *found;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut theta = 0.0;
    for _ in 0..200 {
        theta = 0.5 * (low + high);
        let mean: f64 =
            (0..N).map(|index| found[index] * values[index] / (1.0 + theta * values[index])).sum();
        if mean > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        if high - low <= 1e-15 * (high.abs() + low.abs()) {
            break;
        }
    }
    let mut tilted = *found;
    for (part, value) in tilted.iter_mut().zip(values) {
        *part /= 1.0 + theta * value;
    }
    tilted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ratios that fastchess computes for the same results. It stops its search for theta early, so that the last
    /// digits may differ.
    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 2e-3 + 2e-4 * expected.abs(), "{found}, not {expected}");
    }

    fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).expect("it makes sense")
    }

    #[test]
    fn single_games() {
        for ((wins, losses, draws), elo0, elo1, normalized, logistic) in [
            ((36433, 36027, 68692), 0.0, 2.0, 0.923293449, -0.004730424),
            ((10871, 10650, 20431), -1.75, 0.25, 2.297500410, 3.495853286),
            ((4250, 0, 0), 0.0, 10.0, 120.548267741, 120.564679370),
            ((21404, 21184, 40708), 0.5, 2.5, -0.298984894, -1.572031610),
            ((3, 5, 7), 0.0, 5.0, -0.040952935, -0.056785652),
        ] {
            let score = Score { wins, draws, losses };
            near(test(elo0, elo1, Model::Normalized).of_games(&score), normalized);
            near(test(elo0, elo1, Model::Logistic).of_games(&score), logistic);
        }
    }

    #[test]
    fn pairs_of_games() {
        for (by_points, elo0, elo1, normalized, logistic) in [
            ([365, 16618, 36229, 16974, 390], 0.0, 2.0, 2.250367704, -0.005251132),
            ([127, 4883, 10712, 5150, 104], -1.75, 0.25, 3.010154205, 6.861963048),
            ([0, 0, 0, 0, 5550], 0.0, 5.0, 111.797555087, 79.296251116),
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, 0.406798959, -3.074422860),
            ([1, 4, 8, 8, 3], 0.0, 5.0, 0.144390501, 0.186205463),
            ([2, 10, 25, 30, 9], 0.0, 10.0, 1.209326390, 1.569990317),
            ([0, 3, 10, 2, 0], -5.0, 0.0, -0.032135135, -0.067900537),
        ] {
            let pairs = Pairs { by_points };
            near(test(elo0, elo1, Model::Normalized).of_pairs(&pairs), normalized);
            near(test(elo0, elo1, Model::Logistic).of_pairs(&pairs), logistic);
        }
    }

    #[test]
    fn it_ends_at_its_bounds() {
        let test = test(0.0, 5.0, Model::Normalized);
        let (lower, upper) = test.bounds();
        assert!((upper - 2.944439).abs() < 1e-6 && (lower + upper).abs() < 1e-12);
        assert_eq!(test.state(2.94), State::Open);
        assert_eq!(test.state(2.95), State::Accepted);
        assert_eq!(test.state(-2.95), State::Rejected);
        assert_eq!(test.of_pairs(&Pairs::default()), 0.0);
        assert!(Sprt::new(5.0, 0.0, 0.05, 0.05, Model::Normalized).is_err());
        assert!(Sprt::new(0.0, 5.0, 0.5, 0.5, Model::Normalized).is_err());
        assert!(Sprt::new(0.0, f64::NAN, 0.05, 0.05, Model::Normalized).is_err());
    }
}
