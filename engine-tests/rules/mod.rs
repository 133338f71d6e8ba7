//! The rules of every game: counted, walked, and tried position by position.

mod castling;
mod endings;
mod fen;
mod odd;
mod pawns;
mod perft;
mod san;
mod walks;

use lupa::board::{Large, Layout, Small};
use lupa::position::{Position, Rules};
use lupa::rules::{Library, Variant};
use std::sync::Arc;

/// A game by any of its names.
pub fn game(name: &str) -> Arc<Variant> {
    let library = Library::builtin().expect("the built-in games are sound");
    library.find(name).unwrap_or_else(|| panic!("no game called {name}"))
}

/// Every built-in game, Chess960 among them.
pub fn games() -> Vec<Arc<Variant>> {
    let library = Library::builtin().expect("the built-in games are sound");
    let mut games: Vec<_> = library.names().filter_map(|name| library.find(name)).collect();
    games.push(game("chess960"));
    games
}

/// A game on the smallest layout that has room for it, without saying which.
pub trait Table {
    /// The legal moves of a position in coordinates, sorted.
    fn moves(&self, fen: &str) -> Vec<String>;
    /// The position after moves, in FEN.
    fn after(&self, fen: &str, moves: &[&str]) -> String;
    /// Leaves at a depth.
    fn perft(&self, fen: &str, depth: u32) -> u64;
    /// How the game stands after moves from a FEN: the ending's name or nothing.
    fn ending(&self, fen: &str, moves: &[&str]) -> Option<String>;
    /// The legal moves in SAN, in the order of `moves`.
    fn sans(&self, fen: &str) -> Vec<String>;
    /// The move a text means, in coordinates, or the complaint.
    fn read(&self, fen: &str, text: &str) -> Result<String, String>;
    /// The FEN as written again, with the notes on what was dropped, or the refusal.
    fn reread(&self, fen: &str) -> Result<(String, Vec<String>), String>;
}

/// Lays a game on the layout the engine would choose.
pub fn table(name: &str) -> Box<dyn Table> {
    let variant = game(name);
    match Rules::<Small>::new(Arc::clone(&variant)) {
        Ok(rules) => Box::new(Arc::new(rules)),
        Err(_) => Box::new(Arc::new(Rules::<Large>::new(variant).expect("no game is larger"))),
    }
}

impl<L: Layout> Table for Arc<Rules<L>> {
    fn moves(&self, fen: &str) -> Vec<String> {
        let (position, _) = Position::from_fen(self, fen).expect(fen);
        let mut moves: Vec<_> =
            position.legal_moves(self).into_iter().map(|mv| position.coordinates(self, mv)).collect();
        moves.sort();
        moves
    }

    fn after(&self, fen: &str, moves: &[&str]) -> String {
        let (mut position, _) = Position::from_fen(self, fen).expect(fen);
        for text in moves {
            let mv = position.read_move(self, text).unwrap_or_else(|error| panic!("{fen}: {error}"));
            position.play(self, mv, &mut ());
        }
        position.fen(self)
    }

    fn perft(&self, fen: &str, depth: u32) -> u64 {
        Position::from_any_fen(self, fen).expect(fen).0.perft(self, depth)
    }

    fn ending(&self, fen: &str, moves: &[&str]) -> Option<String> {
        let (position, _) = Position::from_fen(self, fen).expect(fen);
        let mut game = lupa::position::Game::new(Arc::clone(self), position);
        for text in moves {
            let mv = game.position().read_move(self, text).unwrap_or_else(|error| panic!("{fen}: {error}"));
            game.play(mv);
        }
        game.ending().map(|ending| ending.to_string())
    }

    fn sans(&self, fen: &str) -> Vec<String> {
        let (position, _) = Position::from_fen(self, fen).expect(fen);
        position.legal_moves(self).into_iter().map(|mv| position.san(self, mv)).collect()
    }

    fn read(&self, fen: &str, text: &str) -> Result<String, String> {
        let (position, _) = Position::from_fen(self, fen).expect(fen);
        let read = position.read_move(self, text).map_err(|error| error.to_string())?;
        Ok(position.coordinates(self, read))
    }

    fn reread(&self, fen: &str) -> Result<(String, Vec<String>), String> {
        let (position, notes) = Position::from_fen(self, fen).map_err(|error| error.to_string())?;
        Ok((position.fen(self), notes))
    }
}
