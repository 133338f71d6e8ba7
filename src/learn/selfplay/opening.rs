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
    let mut game = Game::new(Arc::clone(rules), start(rules, chance)?);
    for _ in 0..plies {
        let moves = game.position().legal_moves(rules);
        game.play(*moves.get(chance.below(moves.len())?)?);
    }
    (game.ending().is_none() && !game.position().in_check(rules)).then_some(game)
}

/// The start position, its last ranks shuffled alike where castling men may stand anywhere.
fn start<L: Layout>(rules: &Rules<L>, chance: &mut Chance) -> Option<Position<L>> {
    let variant = rules.variant();
    let shuffled = homes(variant).and_then(|homes| {
        (0..TRIES).find_map(|_| {
            let fen = shuffled(variant, &homes, chance)?;
            let (position, notes) = Position::from_fen(rules, &fen).ok()?;
            notes.is_empty().then_some(position)
        })
    });
    shuffled.or_else(|| Some(Position::from_fen(rules, &variant.start).ok()?.0))
}

/// The men of the first and the last rank of the start's FEN, if they can be shuffled: not where there are gaps, nor
/// where the castling rights name files, which would no longer be the rooks'.
fn homes(variant: &Variant) -> Option<[Vec<char>; 2]> {
    let mut fields = variant.start.split(' ');
    let (board, rights) = (fields.next()?, fields.nth(1)?);
    let (mut ranks, sides) = (board.split('/'), rights.chars().all(|right| "KQkq-".contains(right)));
    let homes = [ranks.next()?, ranks.next_back()?].map(|rank| rank.chars().collect::<Vec<_>>());
    let full = homes.iter().all(|home| home.len() == usize::from(variant.files));
    let men = homes.iter().flatten().all(|man| man.is_alphabetic());
    (variant.castling_anywhere && sides && full && men).then_some(homes)
}

/// The start's FEN with these men in another order, the same for both sides; `None` if that is not fair.
fn shuffled(variant: &Variant, homes: &[Vec<char>; 2], chance: &mut Chance) -> Option<String> {
    let mut order: Vec<usize> = (0..usize::from(variant.files)).collect();
    chance.shuffle(&mut order);
    let ordered = |home: &Vec<char>| order.iter().filter_map(|place| home.get(*place)).collect::<String>();
    let [first, last] = homes.each_ref().map(ordered);
    let fair = [&first, &last].iter().all(|home| is_fair(variant, &home.to_uppercase()));
    // What lies between stays, with all that follows the board.
    let between = variant.start.get(first.len()..)?;
    let (board, rest) = between.split_once(' ')?;
    let between = board.get(..board.len() - last.len())?;
    fair.then(|| format!("{first}{between}{last} {rest}"))
}

/// Whether the king stands between castling men, and men bound to a colour stand on different ones.
fn is_fair(variant: &Variant, men: &str) -> bool {
    let men: Vec<char> = men.chars().collect();
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
            seen.insert(start(&rules, &mut Chance::new(1, walk)).unwrap().fen(&rules));
        }
        assert_eq!(seen.len(), 960);
    }

    /// The starts of a game that is Chess960 from another position.
    fn starts(fen: &str) -> BTreeSet<String> {
        let mut library = Library::builtin().unwrap();
        let text = format!("[other:chess]\ncastlingAnywhere = true\nstartFen = {fen}\n");
        library.read("other.ini", &text).unwrap();
        let rules = Rules::<Small>::new(library.find("other").unwrap()).unwrap();
        (0..50).map(|walk| start(&rules, &mut Chance::new(1, walk)).unwrap().fen(&rules)).collect()
    }

    #[test]
    fn each_side_keeps_its_own_men_and_rights() {
        let sorted = |rank: &str| {
            let mut men: Vec<char> = rank.chars().collect();
            men.sort_unstable();
            men.into_iter().collect::<String>()
        };
        let uneven = starts("rqbqkbqr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert!(uneven.len() > 30);
        for fen in &uneven {
            let board = fen.split(' ').next().unwrap();
            let ranks: Vec<&str> = board.split('/').collect();
            assert_eq!(
                (sorted(ranks[0]), sorted(ranks[7])),
                (sorted("rqbqkbqr"), sorted("RNBQKBNR")),
                "{fen}"
            );
        }
        // Rights that name files, and ranks with gaps: only the game's own start.
        assert_eq!(starts("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1").len(), 1);
        assert_eq!(starts("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1").len(), 1);
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
