//! A game in play behind a door without a layout: moves are text here, judged by the rules. For those who keep or
//! replay records of games and need no search.

use super::error::{PgnError, PgnFault};
use super::record::Record;
use crate::board::{Colour, Coord, Large, Layout, Small};
use crate::position::{Ending, FenError, Game, Move, Position, Rules, TooLarge, Unread};
use crate::rules::{Library, Variant};
use std::sync::Arc;

/// A move that was or can be played, in both spellings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// As UCI writes it.
    pub coordinates: String,
    /// As PGN writes it.
    pub san: String,
}

/// The end of a game by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finish {
    /// Why it is over.
    pub ending: Ending,
    /// Who has won; `None` for a draw.
    pub winner: Option<Colour>,
}

/// A game in play.
pub trait Board: Send {
    /// Whose turn it is.
    fn turn(&self) -> Colour;
    /// The position in FEN.
    fn fen(&self) -> String;
    /// The number of the move about to be played.
    fn move_number(&self) -> u32;
    /// Plies since the last capture or pawn move.
    fn quiet_plies(&self) -> u16;
    /// The legal moves in coordinates.
    fn legal_moves(&self) -> Vec<String>;
    /// The move a text means, whatever its spelling.
    ///
    /// # Errors
    /// No legal move is written so, or several are.
    fn read(&self, text: &str) -> Result<Played, Unread>;
    /// Plays the move a text means.
    ///
    /// # Errors
    /// As [`Board::read`]; nothing is played then.
    fn play(&mut self, text: &str) -> Result<Played, Unread>;
    /// As [`Board::play`] without telling how the move is written, which is quicker.
    ///
    /// # Errors
    /// As [`Board::read`]; nothing is played then.
    fn follow(&mut self, text: &str) -> Result<(), Unread>;
    /// Whether the game is over, and how.
    fn finish(&self) -> Option<Finish>;
    /// The same game again, to try moves on.
    fn copy(&self) -> Box<dyn Board>;
}

impl<L: Layout> Game<L> {
    /// As [`Position::read_move`], quicker for plain coordinates: only moves from the square named are written.
    fn find(&self, text: &str) -> Result<Move, Unread> {
        let (position, rules) = (self.position(), &**self.rules());
        let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let home = text.get(..1 + digits).and_then(|home| home.parse::<Coord>().ok());
        let moves = position.legal_moves(rules);
        let mut from_there = moves.iter().filter(|mv| Some(mv.from::<L>().coord()) == home);
        match from_there.find(|mv| position.coordinates(rules, **mv) == text) {
            Some(mv) => Ok(*mv),
            None => position.read_move(rules, text),
        }
    }

    fn written(&self, mv: Move) -> Played {
        let (position, rules) = (self.position(), &**self.rules());
        Played { coordinates: position.coordinates(rules, mv), san: position.san(rules, mv) }
    }
}

impl<L: Layout> Board for Game<L> {
    fn turn(&self) -> Colour {
        self.position().turn()
    }

    fn fen(&self) -> String {
        self.position().fen(self.rules())
    }

    fn move_number(&self) -> u32 {
        self.position().move_number()
    }

    fn quiet_plies(&self) -> u16 {
        self.position().quiet_plies()
    }

    fn legal_moves(&self) -> Vec<String> {
        let (position, rules) = (self.position(), &**self.rules());
        position.legal_moves(rules).into_iter().map(|mv| position.coordinates(rules, mv)).collect()
    }

    fn read(&self, text: &str) -> Result<Played, Unread> {
        self.find(text).map(|mv| self.written(mv))
    }

    fn play(&mut self, text: &str) -> Result<Played, Unread> {
        let mv = self.find(text)?;
        let played = self.written(mv);
        Game::play(self, mv);
        Ok(played)
    }

    fn follow(&mut self, text: &str) -> Result<(), Unread> {
        let mv = self.find(text)?;
        Game::play(self, mv);
        Ok(())
    }

    fn finish(&self) -> Option<Finish> {
        let ending = self.ending()?;
        Some(Finish { ending, winner: self.winner(ending) })
    }

    fn copy(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
}

/// A record played through.
pub struct Replayed {
    /// Every move in both spellings.
    pub moves: Vec<Played>,
    /// The game as it stands at the end.
    pub board: Box<dyn Board>,
}

#[derive(Clone)]
enum Laid {
    Small(Arc<Rules<Small>>),
    Large(Arc<Rules<Large>>),
}

/// A game compiled once, to set up any number of boards for it. Cheap to clone.
#[derive(Clone)]
pub struct Boards {
    variant: Arc<Variant>,
    rules: Laid,
}

impl Boards {
    /// Compiles a game.
    ///
    /// # Errors
    /// Its board is larger than any layout.
    pub fn new(variant: Arc<Variant>) -> Result<Self, TooLarge> {
        let rules = match Rules::<Small>::new(Arc::clone(&variant)) {
            Ok(rules) => Laid::Small(Arc::new(rules)),
            Err(_) => Laid::Large(Arc::new(Rules::<Large>::new(Arc::clone(&variant))?)),
        };
        Ok(Boards { variant, rules })
    }

    /// The game.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// A board with that position, or the game's start.
    ///
    /// # Errors
    /// The text describes no position of this game.
    pub fn set_up(&self, fen: Option<&str>) -> Result<Box<dyn Board>, FenError> {
        fn lay<L: Layout>(rules: &Arc<Rules<L>>, fen: &str) -> Result<Box<dyn Board>, FenError> {
            let (position, _) = Position::from_fen(rules, fen)?;
            Ok(Box::new(Game::new(Arc::clone(rules), position)))
        }
        let fen = fen.unwrap_or(&self.variant.start);
        match &self.rules {
            Laid::Small(rules) => lay(rules, fen),
            Laid::Large(rules) => lay(rules, fen),
        }
    }

    /// Plays a record through by the rules of this game, whatever its tag `Variant` says.
    ///
    /// # Errors
    /// The tag `FEN` is no position, or a move is none; the error says which.
    pub fn replay(&self, record: &Record) -> Result<Replayed, PgnError> {
        let at = |line, fault| PgnError { line, fault };
        let mut board = self
            .set_up(record.fen())
            .map_err(|error| at(record.line, PgnFault::Position(Box::new(error))))?;
        let mut moves = Vec::with_capacity(record.moves.len());
        for turn in &record.moves {
            let dots = if board.turn() == Colour::White { "." } else { "..." };
            let number = format!("{}{dots}", board.move_number());
            let played = board.play(&turn.text);
            moves.push(played.map_err(|reason| at(turn.line, PgnFault::Move { number, reason }))?);
        }
        Ok(Replayed { moves, board })
    }
}

impl Record {
    /// The game it is of, by its tag `Variant`: a name or alias, or what other programs call chess and Chess960.
    ///
    /// # Errors
    /// No game of that name is known.
    pub fn variant(&self, library: &Library) -> Result<Arc<Variant>, PgnError> {
        let name = self.tag("Variant").map(str::trim).filter(|name| !matches!(*name, "" | "?" | "-"));
        let plain: String = name
            .unwrap_or("chess")
            .chars()
            .filter(|letter| !matches!(letter, ' ' | '-' | '_'))
            .map(|letter| letter.to_ascii_lowercase())
            .collect();
        let meant = match plain.as_str() {
            "fromposition" | "classic" | "classical" | "orthodox" | "orthodoxchess" => Some("chess"),
            "fischerrandom" | "fischerandom" | "fischerrandomchess" | "frc" | "chess960" => Some("chess960"),
            _ => name,
        };
        let meant = meant.unwrap_or("chess");
        library.find(meant).ok_or_else(|| PgnError {
            line: self.line,
            fault: PgnFault::Variant(meant.chars().take(60).collect()),
        })
    }

    /// Names the game and, where a game does not begin with its start, the position.
    pub fn set_start(&mut self, variant: &Variant, fen: &str) {
        let chess960 = variant.castling_anywhere && variant.name == "chess";
        if chess960 {
            self.set_tag("Variant", "Chess960");
        } else if variant.name != "chess" {
            self.set_tag("Variant", variant.name.as_str());
        }
        if chess960 || fen != variant.start {
            self.set_tag("SetUp", "1");
            self.set_tag("FEN", fen);
        }
    }
}
