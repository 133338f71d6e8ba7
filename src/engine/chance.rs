//! Chance that can be repeated: for walks and games that must come out the same everywhere. Knows numbers only.

/// Random numbers that stay the same in every version of every library: SplitMix64 (Steele, Lea, Flood: Fast splittable
/// pseudorandom number generators, 2014).
pub struct Chance(u64);

impl Chance {
    /// The numbers of a seed alone.
    pub fn of_seed(seed: u64) -> Chance {
        Chance(seed)
    }

    /// The numbers of one walk out of many with the same seed.
    pub fn new(seed: u64, walk: u64) -> Chance {
        let mut chance = Chance(seed);
        let mixed = chance.number();
        Chance(mixed ^ walk.wrapping_mul(0xd134_2543_de82_ef95))
    }

    /// A number of 64 bits.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }

    /// A number from -1 to 1.
    pub fn symmetric(&mut self) -> f32 {
        ((self.number() >> 40) as f32 / (1u64 << 23) as f32) - 1.0
    }

    /// A number from 0 up to 1, without it.
    pub fn share(&mut self) -> f64 {
        (self.number() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Puts things in any order, each as likely as another.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1).unwrap_or(last));
        }
    }

    /// A number below that one; `None` below 0.
    pub fn below(&mut self, end: usize) -> Option<usize> {
        let product = u128::from(self.number()) * end as u128;
        (end > 0).then_some((product >> 64) as usize)
    }
}

/// Bits spread over the whole word: close numbers become strangers.
pub fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_spread_and_repeatable() {
        assert_eq!(Chance::new(1, 2).number(), Chance::new(1, 2).number());
        assert_ne!(Chance::new(1, 2).number(), Chance::new(1, 3).number());
        assert_ne!(Chance::new(1, 2).number(), Chance::new(2, 2).number());
        let mut chance = Chance::new(7, 0);
        let mut counts = [0; 6];
        (0..6000).filter_map(|_| chance.below(6)).for_each(|face| counts[face] += 1);
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        assert_eq!(chance.below(0), None);
    }

    #[test]
    fn shuffles_are_complete_repeatable_and_different() {
        let shuffled = |seed, purpose| {
            let mut things: Vec<u32> = (0..100).collect();
            Chance::new(seed, purpose).shuffle(&mut things);
            things
        };
        assert_eq!(shuffled(1, 2), shuffled(1, 2));
        assert!(shuffled(1, 2) != shuffled(1, 3) && shuffled(1, 2) != shuffled(2, 2));
        let mut sorted = shuffled(1, 2);
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..100));
    }

    #[test]
    fn numbers_fill_the_range() {
        let mut chance = Chance::new(3, 0);
        let numbers: Vec<f32> = (0..1000).map(|_| chance.symmetric()).collect();
        assert!(numbers.iter().all(|number| (-1.0..=1.0).contains(number)));
        assert!((numbers.iter().sum::<f32>() / 1000.0).abs() < 0.1);
        assert!(numbers.iter().any(|number| *number < -0.9) && numbers.iter().any(|number| *number > 0.9));
    }

    #[test]
    fn the_generator_is_the_published_one() {
        assert_eq!(Chance::of_seed(1_234_567).number(), 6_457_827_717_110_365_317);
    }
}
