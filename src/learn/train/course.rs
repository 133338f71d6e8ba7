//! How long and in what steps a net learns where nobody says otherwise. Knows counts of positions; the figures behind
//! the numbers are in `src/eval/nets`.

use super::trainer::Settings;

/// The most positions beside one that are learned first: more say nothing new.
const MOST_BESIDE: usize = 100;
/// Passes of those, positions between two steps and the highest rate: many small steps bring the net nearest.
const PRIMER_EPOCHS: usize = 6;
const PRIMER_BATCH: usize = 4096;
const PRIMER_RATE: f32 = 1e-3;
/// Passes of self-play and their highest rate, without a primer, after one, and after one where positions are many:
/// after more passes single games are known by heart.
const FIRST: (usize, f32) = (20, 1e-3);
const PRIMED: (usize, f32) = (3, 2e-4);
const PRIMED_MANY: (usize, f32) = (8, 5e-4);
/// So many are many.
const MANY: usize = 1_500_000;

/// For each of so many positions how many beside it are learned first, to come to about `wanted` in all.
pub fn beside_each(wanted: usize, positions: usize) -> usize {
    wanted.div_ceil(positions.max(1)).min(MOST_BESIDE)
}

/// Passes of so many positions and the highest learning rate, after a primer or without one.
pub fn suggested_course(primed: bool, positions: usize) -> (usize, f32) {
    match primed {
        false => FIRST,
        true if positions < MANY => PRIMED,
        true => PRIMED_MANY,
    }
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
