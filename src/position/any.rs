//! A game in play whose layout need not be known: positions, moves and endings for everything that speaks with
//! people or files. Knows text and coordinates; it searches nothing and prints nothing.

use super::compiled::Rules;
use super::fen::FenError;
use super::game::{Ending, Game};
use super::moves::{Action, Move};
use super::notation::Unread;
use super::state::Position;
use crate::board::{Colour, Coord, Large, Layout, Small, Square};
use crate::rules::Variant;
use std::sync::Arc;
use thiserror::Error;

/// Why there is no such game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoGame {
    /// The text is no position of the game.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// No layout has room for the board.
    #[error("{0} needs a larger board than there is")]
    TooLarge(String),
}

/// A legal move, written out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// In coordinates, as UCI writes it.
    pub coordinates: String,
    /// In SAN, check and mate marked.
    pub san: String,
    /// Where the man (for a castling, the king) leaves.
    pub from: Coord,
    /// Where it lands.
    pub to: Coord,
    /// Whether it takes a man.
    pub captures: bool,
    /// Whether it is a castling.
    pub castles: bool,
    /// What a pawn becomes: an index into [`Variant::pieces`].
    pub promotion: Option<usize>,
}

/// The end of a game by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finish {
    /// Why it is over.
    pub ending: Ending,
    /// Who has won; `None` for a draw.
    pub winner: Option<Colour>,
}

/// A game in play, on whichever layout its board needs.
#[derive(Clone)]
pub struct AnyGame(Layouts);

#[derive(Clone)]
enum Layouts {
    Small(Box<Game<Small>>),
    Large(Box<Game<Large>>),
}

/// The same expression for either layout.
macro_rules! either {
    ($game:expr, $name:ident => $value:expr) => {
        match $game {
            Layouts::Small($name) => $value,
            Layouts::Large($name) => $value,
        }
    };
}

impl AnyGame {
    /// A game that begins at its start position.
    ///
    /// # Errors
    /// None for a game whose definition was read.
    pub fn start(variant: &Arc<Variant>) -> Result<AnyGame, NoGame> {
        Ok(Self::from_fen(variant, &variant.start)?.0)
    }

    /// A game that begins with a FEN, and notes on what of it was dropped.
    ///
    /// # Errors
    /// The text is no position of this game; the error says what and where.
    pub fn from_fen(variant: &Arc<Variant>, fen: &str) -> Result<(AnyGame, Vec<String>), NoGame> {
        if let Ok(rules) = Rules::<Small>::new(Arc::clone(variant)) {
            let (game, notes) = begin(rules, fen)?;
            return Ok((AnyGame(Layouts::Small(Box::new(game))), notes));
        }
        let rules =
            Rules::<Large>::new(Arc::clone(variant)).map_err(|_| NoGame::TooLarge(variant.name.clone()))?;
        let (game, notes) = begin(rules, fen)?;
        Ok((AnyGame(Layouts::Large(Box::new(game))), notes))
    }

    /// The same game begun anew with another position, without compiling its rules again.
    ///
    /// # Errors
    /// The text is no position of this game.
    pub fn again(&self, fen: &str) -> Result<(AnyGame, Vec<String>), FenError> {
        match &self.0 {
            Layouts::Small(game) => {
                let (game, notes) = set(game.rules(), fen)?;
                Ok((AnyGame(Layouts::Small(Box::new(game))), notes))
            }
            Layouts::Large(game) => {
                let (game, notes) = set(game.rules(), fen)?;
                Ok((AnyGame(Layouts::Large(Box::new(game))), notes))
            }
        }
    }

    /// The game played.
    pub fn variant(&self) -> &Arc<Variant> {
        either!(&self.0, game => game.rules().variant())
    }

    /// The position in FEN.
    pub fn fen(&self) -> String {
        either!(&self.0, game => game.position().fen(game.rules()))
    }

    /// What makes positions the same for repetition, as a number.
    pub fn key(&self) -> u64 {
        either!(&self.0, game => game.position().key())
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Colour {
        either!(&self.0, game => game.position().turn())
    }

    /// The number of the move about to be played, from 1.
    pub fn move_number(&self) -> u32 {
        either!(&self.0, game => game.position().move_number())
    }

    /// Plies since the last capture or pawn move.
    pub fn quiet_plies(&self) -> u16 {
        either!(&self.0, game => game.position().quiet_plies())
    }

    /// Who stands on a square: an index into [`Variant::pieces`], and a side.
    pub fn man(&self, coord: Coord) -> Option<(usize, Colour)> {
        either!(&self.0, game => man(game, coord))
    }

    /// The square of the king in check, if one is.
    pub fn checked_king(&self) -> Option<Coord> {
        either!(&self.0, game => {
            let position = game.position();
            position.in_check(game.rules()).then(|| position.king(position.turn()).coord())
        })
    }

    /// How many moves are legal.
    pub fn count(&self) -> usize {
        either!(&self.0, game => game.position().legal_moves(game.rules()).len())
    }

    /// Every legal move.
    pub fn moves(&self) -> Vec<Written> {
        either!(&self.0, game => {
            game.position().legal_moves(game.rules()).into_iter().map(|mv| write(game, mv)).collect()
        })
    }

    /// The coordinates of every legal move, in an order that depends on the position alone.
    pub fn coordinates(&self) -> Vec<String> {
        either!(&self.0, game => {
            let position = game.position();
            let mut texts: Vec<String> = position
                .legal_moves(game.rules())
                .into_iter()
                .map(|mv| position.coordinates(game.rules(), mv))
                .collect();
            texts.sort_unstable();
            texts
        })
    }

    /// Reads a move in coordinates or SAN.
    ///
    /// # Errors
    /// No legal move is written so, or several are.
    pub fn read(&self, text: &str) -> Result<Written, Unread> {
        either!(&self.0, game => find(game, text).map(|mv| write(game, mv)))
    }

    /// Reads a move in coordinates or SAN and plays it.
    ///
    /// # Errors
    /// No legal move is written so, or several are: nothing was played.
    pub fn play(&mut self, text: &str) -> Result<Written, Unread> {
        either!(&mut self.0, game => {
            let mv = find(game, text)?;
            let written = write(game, mv);
            game.play(mv);
            Ok(written)
        })
    }

    /// As [`AnyGame::play`] without telling how the move is written, which is quicker.
    ///
    /// # Errors
    /// As [`AnyGame::play`].
    pub fn follow(&mut self, text: &str) -> Result<(), Unread> {
        either!(&mut self.0, game => {
            let mv = find(game, text)?;
            game.play(mv);
            Ok(())
        })
    }

    /// Whether the game is over, and how.
    pub fn finish(&self) -> Option<Finish> {
        either!(&self.0, game => {
            let ending = game.ending()?;
            Some(Finish { ending, winner: game.winner(ending) })
        })
    }

    /// Whether every castling man that stands at home in the start position still has its right.
    pub fn all_may_castle(&self) -> bool {
        either!(&self.0, game => {
            Position::start(game.rules()).is_ok_and(|start| game.position().unmoved() == start.unmoved())
        })
    }
}

fn begin<L: Layout>(rules: Rules<L>, fen: &str) -> Result<(Game<L>, Vec<String>), NoGame> {
    Ok(set(&Arc::new(rules), fen)?)
}

fn set<L: Layout>(rules: &Arc<Rules<L>>, fen: &str) -> Result<(Game<L>, Vec<String>), FenError> {
    let (position, notes) = Position::from_fen(rules, fen)?;
    Ok((Game::new(Arc::clone(rules), position), notes))
}

/// As [`Position::read_move`], quicker for plain coordinates: only moves from the square named are written.
fn find<L: Layout>(game: &Game<L>, text: &str) -> Result<Move, Unread> {
    let (position, rules) = (game.position(), &**game.rules());
    let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    let home = text.get(..1 + digits).and_then(|home| home.parse::<Coord>().ok());
    let moves = position.legal_moves(rules);
    let mut from_there = moves.iter().filter(|mv| Some(mv.from::<L>().coord()) == home);
    match from_there.find(|mv| position.coordinates(rules, **mv) == text) {
        Some(mv) => Ok(*mv),
        None => position.read_move(rules, text),
    }
}

fn man<L: Layout>(game: &Game<L>, coord: Coord) -> Option<(usize, Colour)> {
    let man = game.position().man(Square::at(coord)?)?;
    Some((man.kind().index(), man.colour()))
}

fn write<L: Layout>(game: &Game<L>, mv: Move) -> Written {
    let (position, rules) = (game.position(), game.rules());
    Written {
        coordinates: position.coordinates(rules, mv),
        san: position.san(rules, mv),
        from: mv.from::<L>().coord(),
        to: mv.to::<L>().coord(),
        captures: position.is_capture(mv),
        castles: matches!(mv.action(), Action::Castling(_)),
        promotion: mv.promotion().map(|kind| kind.index()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Library;

    fn game(name: &str) -> AnyGame {
        AnyGame::start(&Library::builtin().unwrap().find(name).unwrap()).unwrap()
    }

    #[test]
    fn either_layout_plays_the_same_way() {
        for (name, count, text, san) in [("lecce", 13, "c1d1", "O-O"), ("ladorean", 28, "e2e4", "e4")] {
            let mut game = game(name);
            assert_eq!((game.count(), game.moves().len(), game.coordinates().len()), (count, count, count));
            let written = game.play(text).unwrap();
            assert_eq!((written.san.as_str(), written.coordinates.as_str()), (san, text));
            assert_eq!((game.turn(), game.finish(), game.move_number()), (Colour::Black, None, 1));
            assert!(game.play("nonsense").is_err());
            assert_eq!(game.again(&game.fen()).unwrap().0.key(), game.key());
        }
    }

    #[test]
    fn castling_rights_kept_or_lost() {
        let mut game = game("lecce");
        assert!(game.all_may_castle());
        game.play("a3a4").unwrap();
        assert!(game.all_may_castle());
        game.play("O-O").unwrap();
        assert!(!game.all_may_castle());
    }
}
