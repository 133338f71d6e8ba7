//! Games and positions for tests of this floor and the one above.

use crate::board::Layout;
use crate::position::{Game, Position, Rules};
use crate::rules::Library;
use rand::{RngExt, rngs::SmallRng};
use std::sync::Arc;

/// A built-in game on a layout.
pub(crate) fn rules<L: Layout>(name: &str) -> Arc<Rules<L>> {
    let variant = Library::builtin().unwrap().find(name).unwrap();
    Arc::new(Rules::new(variant).unwrap())
}

/// A position of a game.
pub(crate) fn position<L: Layout>(rules: &Rules<L>, fen: &str) -> Position<L> {
    Position::from_fen(rules, fen).unwrap().0
}

/// Plays random moves from the start until that many plies or the game's end.
pub(crate) fn random_game<L: Layout>(rules: &Arc<Rules<L>>, plies: usize, random: &mut SmallRng) -> Game<L> {
    let mut game = Game::new(Arc::clone(rules), Position::start(rules).unwrap());
    for _ in 0..plies {
        let moves = game.position().legal_moves(rules);
        if moves.is_empty() {
            break;
        }
        let before = game.clone();
        game.play(moves[random.random_range(0..moves.len())]);
        if game.ending().is_some() {
            return before;
        }
    }
    game
}

/// The same position with the sides exchanged and the board turned upside down.
pub(crate) fn mirrored<L: Layout>(rules: &Rules<L>, original: &Position<L>) -> Position<L> {
    let fen = original.fen(rules);
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        text.chars()
            .map(|letter| {
                if letter.is_ascii_uppercase() {
                    letter.to_ascii_lowercase()
                } else {
                    letter.to_ascii_uppercase()
                }
            })
            .collect()
    };
    let board: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let en_passant = match fields[3] {
        "-" => "-".into(),
        square => {
            let rank: u8 = square[1..].parse().unwrap();
            format!("{}{}", &square[..1], rules.variant().ranks + 1 - rank)
        }
    };
    position(
        rules,
        &format!("{} {turn} {} {en_passant} {} {}", board.join("/"), swap(fields[2]), fields[4], fields[5]),
    )
}
