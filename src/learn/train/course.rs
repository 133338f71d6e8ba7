//! How long and in what steps a net learns where nobody says otherwise. Knows counts of positions; the figures behind
//! the numbers are in `src/eval/nets`.

use super::trainer::Settings;

/// The most positions beside one that are learned first: more say nothing new.
const MOST_BESIDE: usize = 100;
/// Passes of those, positions between two steps and the highest rate: many small steps bring the net nearest.
const PRIMER_EPOCHS: usize = 6;
const PRIMER_BATCH: usize = 4096;
const PRIMER_RATE: f32 = 1e-3;
/// Highest rates of learning from self-play, after a primer and without one.
const PRIMED_RATE: f32 = 2e-4;
const FIRST_RATE: f32 = 1e-3;
/// Passes of self-play, after a primer and without one: after more, single games are known by heart.
const PRIMED_EPOCHS: usize = 3;
const FIRST_EPOCHS: usize = 20;

/// For each of so many positions how many beside it are learned first, to come to about `wanted` in all.
pub fn beside_each(wanted: usize, positions: usize) -> usize {
    wanted.div_ceil(positions.max(1)).min(MOST_BESIDE)
}

/// The highest learning rate, after a primer or without one.
pub fn suggested_rate(primed: bool) -> f32 {
    if primed { PRIMED_RATE } else { FIRST_RATE }
}

/// Passes, after a primer or without one.
pub fn suggested_epochs(primed: bool) -> usize {
    if primed { PRIMED_EPOCHS } else { FIRST_EPOCHS }
}

/// Positions between two steps: fewer where there are few, so that there are steps enough.
pub fn suggested_batch(positions: usize) -> usize {
    (positions / 192).next_power_of_two().clamp(256, 16384)
}

impl Settings {
    /// Those of the primer before this: so many positions, judged by a score alone.
    pub fn of_primer(&self, positions: usize) -> Settings {
        Settings {
            result_share: 0.0,
            epochs: PRIMER_EPOCHS,
            batch: suggested_batch(positions).min(PRIMER_BATCH),
            rate: PRIMER_RATE,
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_positions_have_more_beside_each_up_to_a_limit() {
        assert_eq!([1_000_000, 500_000, 10].map(|count| beside_each(12_000_000, count)), [12, 24, 100]);
        assert_eq!((beside_each(0, 500), beside_each(5, 0)), (0, 5));
    }
}
