//! Random walks from a start: games nobody has played, the same for the same seed. Knows chance and legal moves.

use crate::position::AnyGame;

/// The position after so many random moves, unless the game ended or somebody is in check.
pub fn wander(start: &AnyGame, plies: u32, chance: &mut Chance) -> Option<AnyGame> {
    let mut game = start.clone();
    for _ in 0..plies {
        let moves = game.coordinates();
        game.play(moves.get(chance.below(moves.len())?)?).ok()?;
    }
    (game.ending().is_none() && game.checked_king().is_none()).then_some(game)
}

/// Random numbers that stay the same in every version of every library (SplitMix64).
pub struct Chance(u64);

impl Chance {
    /// The numbers of one walk of one seed.
    pub fn new(seed: u64, walk: u64) -> Chance {
        let mut chance = Chance(seed);
        let mixed = chance.next();
        Chance(mixed ^ walk.wrapping_mul(0xd134_2543_de82_ef95))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below that one; `None` below 0.
    pub fn below(&mut self, end: usize) -> Option<usize> {
        let product = u128::from(self.next()) * end as u128;
        (end > 0).then_some((product >> 64) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Library;
    use std::collections::BTreeSet;

    #[test]
    fn walks_are_varied_and_repeatable() {
        let start = AnyGame::start(&Library::builtin().unwrap().find("lecce").unwrap()).unwrap();
        let walk = |seed, number| wander(&start, 4, &mut Chance::new(seed, number)).map(|game| game.fen());
        assert_eq!(walk(1, 5), walk(1, 5));
        let fens: BTreeSet<_> = (0..50).filter_map(|number| walk(1, number)).collect();
        assert!(fens.len() > 45, "{}", fens.len());
        assert_ne!(walk(1, 5), walk(2, 5));
        assert_eq!(Chance(1).below(0), None);
    }
}
