//! Who plays whom, when and from which opening: a pure function of the match's settings and a game's number, so
//! that a match can be interrupted, resumed or played in parts on several machines.

use crate::engine::chance::Chance;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encounters {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

/// One game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The game's number, from 0.
    pub game: usize,
    /// Two games in a row are a pair: the same engines and opening, colours swapped.
    pub pair: usize,
    /// The engine with White.
    pub white: usize,
    /// The engine with Black.
    pub black: usize,
    /// The opening.
    pub opening: usize,
}

/// All games of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    encounters: Vec<(usize, usize)>,
    rounds: usize,
    order: Vec<u32>,
}

impl Schedule {
    /// Pairs of games for every two engines that meet: `rounds` of them. In each round everybody plays the same
    /// opening; the openings come in an order that the seed decides, and from the beginning when all are used.
    pub fn new(engines: usize, encounters: Encounters, rounds: usize, openings: usize, seed: u64) -> Self {
        let all = (0..engines).flat_map(|first| (first + 1..engines).map(move |second| (first, second)));
        let encounters = match encounters {
            Encounters::RoundRobin => all.collect(),
            Encounters::Gauntlet => all.filter(|(first, _)| *first == 0).collect(),
        };
        Schedule { encounters, rounds, order: shuffled(openings.max(1), seed) }
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        2 * self.rounds * self.encounters.len()
    }

    /// Engines that meet, the one that has White in the first game of a pair first.
    pub fn encounters(&self) -> &[(usize, usize)] {
        &self.encounters
    }

    /// The game of a number; `None` if there is no such game.
    pub fn pairing(&self, game: usize) -> Option<Pairing> {
        if game >= self.games() {
            return None;
        }
        let pair = game / 2;
        let (first, second) = *self.encounters.get(pair % self.encounters.len())?;
        let round = pair / self.encounters.len();
        let opening = *self.order.get(round % self.order.len())? as usize;
        let (white, black) = if game.is_multiple_of(2) { (first, second) } else { (second, first) };
        Some(Pairing { game, pair, white, black, opening })
    }
}

/// The numbers below `count` in an order that depends on the seed alone, on every machine and in every version.
fn shuffled(count: usize, seed: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..u32::try_from(count).unwrap_or(u32::MAX)).collect();
    Chance::of_seed(seed).shuffle(&mut order);
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_is_played_with_colours_swapped() {
        let schedule = Schedule::new(3, Encounters::RoundRobin, 4, 3, 7);
        assert_eq!(schedule.games(), 24);
        for game in (0..24).step_by(2) {
            let (one, two) = (schedule.pairing(game), schedule.pairing(game + 1));
            let (Some(one), Some(two)) = (one, two) else { panic!("game {game}") };
            assert_eq!(
                (one.white, one.black, one.opening, one.pair),
                (two.black, two.white, two.opening, two.pair)
            );
        }
        assert_eq!(schedule.pairing(24), None);
        assert_eq!(Schedule::new(4, Encounters::Gauntlet, 1, 1, 0).encounters(), [(0, 1), (0, 2), (0, 3)]);
    }

    #[test]
    fn the_seed_decides_the_order_for_good() {
        let order = shuffled(1000, 42);
        assert_eq!(order, shuffled(1000, 42));
        assert_ne!(order, shuffled(1000, 43));
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..1000));
        // These must never change: half-played matches depend on them.
        assert_eq!(shuffled(10, 1), FIXED);
    }

    const FIXED: [u32; 10] = [9, 0, 1, 4, 8, 2, 3, 7, 6, 5];
}
