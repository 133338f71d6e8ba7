//! Where self-play games begin: random moves from the start position, and a start drawn anew where the game's castling
//! men may stand anywhere.

use crate::board::Layout;
use crate::engine::chance::Chance;
use crate::position::{Game, Position, Rules};
use crate::rules::Variant;
use std::sync::Arc;

/// Tries at a start position before the game's own is taken.
const TRIES: usize = 200;

/// A game after so many random moves; `None` if it ended on the way, or somebody is in check.
pub(super) fn wander<L: Layout>(rules: &Arc<Rules<L>>, plies: u32, chance: &mut Chance) -> Option<Game<L>> {
    let start = start(rules.variant(), chance);
    let (position, _) = Position::from_fen(rules, &start).ok()?;
    let mut game = Game::new(Arc::clone(rules), position);
    for _ in 0..plies {
        let moves = game.position().legal_moves(rules);
        game.play(*moves.get(chance.below(moves.len())?)?);
    }
    (game.ending().is_none() && !game.position().in_check(rules)).then_some(game)
}

/// The start position, its last ranks shuffled where castling men may stand anywhere.
fn start(variant: &Variant, chance: &mut Chance) -> String {
    let own = || variant.start.clone();
    if !variant.castling_anywhere {
        return own();
    }
    let (board, rest) = variant.start.split_once(' ').unwrap_or((&variant.start, ""));
    let mut ranks: Vec<String> = board.split('/').map(str::to_owned).collect();
    let Some(home) = ranks.last().filter(|rank| rank.chars().all(char::is_alphabetic)) else { return own() };
    let mut men: Vec<char> = home.chars().collect();
    for _ in 0..TRIES {
        chance.shuffle(&mut men);
        if is_fair(variant, &men) {
            let last = ranks.len() - 1;
            ranks[last] = men.iter().collect();
            ranks[0] = ranks[last].to_lowercase();
            return format!("{} {rest}", ranks.join("/"));
        }
    }
    own()
}

/// Whether the king stands between castling men, and men bound to a colour stand on different ones.
fn is_fair(variant: &Variant, men: &[char]) -> bool {
    let letter = |kind: usize| variant.pieces[kind].letter;
    let castlers: Vec<char> =
        variant.castling.iter().flat_map(|castling| &castling.rooks).map(|rook| letter(rook.piece)).collect();
    let Some(king) = men.iter().position(|man| *man == letter(variant.king)) else { return false };
    let has_castler = |men: &[char]| men.iter().any(|man| castlers.contains(man));
    let mut bound = variant.pieces.iter().filter(|piece| !piece.steps.is_empty() && piece.keeps_colour());
    has_castler(&men[..king])
        && has_castler(&men[king..])
        && bound.all(|piece| {
            let places = men.iter().enumerate().filter(|(_, man)| **man == piece.letter);
            let dark = places.clone().filter(|(place, _)| place % 2 == 0).count();
            dark.abs_diff(places.count() - dark) <= 1
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Small;
    use crate::rules::Library;
    use std::collections::BTreeSet;

    #[test]
    fn starts_of_chess960_are_all_there_and_fair() {
        let variant = Library::builtin().unwrap().find("fischerandom").unwrap();
        let rules = Rules::<Small>::new(Arc::clone(&variant)).unwrap();
        let mut seen = BTreeSet::new();
        for walk in 0..12_000 {
            let fen = start(&variant, &mut Chance::new(1, walk));
            assert!(Position::from_fen(&rules, &fen).unwrap().1.is_empty(), "{fen}");
            seen.insert(fen);
        }
        assert_eq!(seen.len(), 960);
    }

    #[test]
    fn walks_are_of_that_length_and_repeatable() {
        let variant = Library::builtin().unwrap().find("lecce").unwrap();
        let rules = Arc::new(Rules::<Small>::new(variant).unwrap());
        let walk = |walk| wander(&rules, 5, &mut Chance::new(3, walk)).map(|game| game.position().key());
        assert_eq!((0..40).map(walk).collect::<Vec<_>>(), (0..40).map(walk).collect::<Vec<_>>());
        assert!((0..40).filter_map(walk).collect::<BTreeSet<_>>().len() > 25);
    }
}
