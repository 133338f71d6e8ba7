//! Chance that can be repeated: for walks and games that must come out the same everywhere. Knows numbers only.

/// Random numbers that stay the same in every version of every library (SplitMix64).
pub struct Chance(u64);

impl Chance {
    /// The numbers of one walk out of many with the same seed.
    pub fn new(seed: u64, walk: u64) -> Chance {
        let mut chance = Chance(seed);
        let mixed = chance.number();
        Chance(mixed ^ walk.wrapping_mul(0xd134_2543_de82_ef95))
    }

    /// A number of 64 bits.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below that one; `None` below 0.
    pub fn below(&mut self, end: usize) -> Option<usize> {
        let product = u128::from(self.number()) * end as u128;
        (end > 0).then_some((product >> 64) as usize)
    }
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
}
