//! What results say about strength: Elo, its error, the likelihood of superiority. Pure arithmetic.
//!
//! Games of a pair share an opening and are no independent samples, so with two engines whole pairs are counted
//! (pentanomial); with more, single games (trinomial).

/// The normal distribution holds 95% of itself within so many deviations on either side.
const DEVIATIONS_95: f64 = 1.959_963_984_540_054;

/// Results of games, from one side's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Score {
    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: 1 for a win, a half for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The same games from the other side.
    pub fn reversed(&self) -> Score {
        Score { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Adds others.
    pub fn merge(&mut self, other: &Score) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    /// What single games say.
    pub fn elo(&self) -> Elo {
        Elo::new(&[(0.0, self.losses), (0.5, self.draws), (1.0, self.wins)], 1.0)
    }
}

/// Results of pairs of games, from one side's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs {
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub by_points: [u64; 5],
}

impl Pairs {
    /// All pairs.
    pub fn count(&self) -> u64 {
        self.by_points.iter().sum()
    }

    /// What pairs say.
    pub fn elo(&self) -> Elo {
        let [zero, half, one, more, two] = self.by_points;
        Elo::new(&[(0.0, zero), (0.25, half), (0.5, one), (0.75, more), (1.0, two)], 2.0)
    }
}

/// An estimate of strength. Where one side made all the points it is infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// Share of the points, 0 to 1.
    pub share: f64,
    /// The difference on Elo's logistic scale.
    pub difference: f64,
    /// Half the width of its 95% interval.
    pub error: f64,
    /// The difference in deviations of one game, on a scale like Elo's (normalized Elo).
    pub normalized: f64,
    /// Half the width of its 95% interval.
    pub normalized_error: f64,
    /// The likelihood of superiority, 0 to 1.
    pub superiority: f64,
}

impl Elo {
    /// From shares of the points and how often each occurred in samples of so many games.
    fn new(samples: &[(f64, u64)], games: f64) -> Elo {
        let count: f64 = samples.iter().map(|(_, often)| *often as f64).sum();
        let weighted = |value: &dyn Fn(f64) -> f64| -> f64 {
            samples.iter().map(|(share, often)| value(*share) * *often as f64).sum::<f64>() / count
        };
        let share = weighted(&|share| share);
        let variance = weighted(&|sample| (sample - share) * (sample - share));
        let deviation = (variance / count).sqrt();
        let (low, high) = (share - DEVIATIONS_95 * deviation, share + DEVIATIONS_95 * deviation);
        // Even is even, however little the games vary.
        let over = |lead: f64, spread: f64| if lead == 0.0 { 0.0 } else { lead / spread };
        let normalized = |share: f64| over(share - 0.5, (games * variance).sqrt()) * scale();
        Elo {
            share,
            difference: difference(share),
            error: (difference(high) - difference(low)) / 2.0,
            normalized: normalized(share),
            normalized_error: (normalized(high) - normalized(low)) / 2.0,
            superiority: (1.0 - libm::erf(-over(share - 0.5, 2.0f64.sqrt() * deviation))) / 2.0,
        }
    }
}

/// Normalized Elo and deviations differ by this factor, which makes it equal to Elo where nothing is drawn and
/// strengths are near.
pub(super) fn scale() -> f64 {
    800.0 / 10.0f64.ln()
}

/// The difference in Elo at which a share of the points is expected.
fn difference(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6, "{found}, not {expected}");
    }

    /// Values that fastchess computes for the same results.
    #[test]
    fn single_games() {
        for (wins, losses, draws, elo, error, normalized, normalized_error, superiority) in [
            (76, 89, 123, -15.693520705, 30.458000717, -20.756449777, 40.126025558, 0.1553),
            (136, 96, 111, 40.702458187, 30.427217944, 49.768415381, 36.768450595, 0.9960),
            (34, 356, 0, -407.988432372, 63.164514736, -508.435325040, 34.481812485, 0.0),
            (10, 5, 20, 49.975494643, 76.349740428, 77.688958703, 115.103456941, 0.9071),
        ] {
            let found = Score { wins, draws, losses }.elo();
            near(found.difference, elo);
            near(found.error, error);
            near(found.normalized, normalized);
            near(found.normalized_error, normalized_error);
            assert!((found.superiority - superiority).abs() < 5e-5);
        }
    }

    /// As above, of pairs.
    #[test]
    fn pairs_of_games() {
        for (by_points, elo, error, normalized, normalized_error, superiority) in [
            ([34, 54, 63, 64, 75], 55.579780420, 27.653429506, 57.935599938, 28.275376243, 1.0),
            ([332, 433, 498, 333, 334], -8.642667268, 10.334194424, -9.172914270, 10.960458878, 0.0505),
            ([1, 4, 8, 8, 3], 58.451214271, 74.669256736, 79.707189825, 98.288288022, 0.9440),
            ([2, 10, 25, 30, 9], 79.052374765, 39.305954597, 115.523523904, 55.233249604, 1.0),
        ] {
            let found = Pairs { by_points }.elo();
            near(found.difference, elo);
            near(found.error, error);
            near(found.normalized, normalized);
            near(found.normalized_error, normalized_error);
            assert!((found.superiority - superiority).abs() < 5e-5, "{}", found.superiority);
        }
    }

    #[test]
    fn one_sided_results_are_infinite() {
        assert_eq!(Score { wins: 4, draws: 0, losses: 0 }.elo().difference, f64::INFINITY);
        let even = Score { wins: 0, draws: 2, losses: 0 }.elo();
        assert_eq!((even.difference, even.normalized, even.superiority), (0.0, 0.0, 0.5));
        assert_eq!(Score { wins: 0, draws: 0, losses: 4 }.elo().difference, f64::NEG_INFINITY);
        assert!(Score::default().elo().difference.is_nan());
    }
}
