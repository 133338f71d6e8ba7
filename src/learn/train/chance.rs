//! Random numbers that stay the same in every version of every library, so that a seed goes on meaning the same net.

/// SplitMix64.
pub struct Chance(u64);

impl Chance {
    /// The numbers of one purpose under one seed.
    pub fn new(seed: u64, purpose: u64) -> Chance {
        Chance(mixed(seed) ^ mixed(purpose.wrapping_add(0x5851_f42d_4c95_7f2d)))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }

    /// A number from -1 to 1.
    pub fn symmetric(&mut self) -> f32 {
        ((self.next() >> 40) as f32 / (1u64 << 23) as f32) - 1.0
    }

    /// Puts things in any order, each as likely as another.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            let other = (u128::from(self.next()) * (last as u128 + 1)) >> 64;
            things.swap(last, other as usize);
        }
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
}
