//! Random walks from a start: games nobody has played, the same for the same seed. Knows legal moves.

use super::chance::Chance;
use crate::position::AnyGame;

/// The position after so many random moves, unless the game ended or somebody is in check.
pub fn wander(start: &AnyGame, plies: u32, chance: &mut Chance) -> Option<AnyGame> {
    let mut game = start.clone();
    for _ in 0..plies {
        let moves = game.coordinates();
        game.play(moves.get(chance.below(moves.len())?)?).ok()?;
    }
    (game.finish().is_none() && game.checked_king().is_none()).then_some(game)
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
    }
}
