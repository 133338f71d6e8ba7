//! Records played through by the rules, and what a record says of the game it is of.

use super::error::{PgnError, PgnFault};
use super::record::Record;
use crate::board::Colour;
use crate::position::{AnyGame, Written};
use crate::rules::{Library, Variant};
use std::sync::Arc;

/// A record played through.
pub struct Replayed {
    /// Its moves.
    pub moves: Vec<Written>,
    /// The game as it stands at the end.
    pub game: AnyGame,
}

impl Record {
    /// Plays it through by the rules of a game that stands at its start, whatever the tag `Variant` says.
    ///
    /// # Errors
    /// The tag `FEN` is no position, or a move is none; the error says which.
    pub fn replay(&self, start: &AnyGame) -> Result<Replayed, PgnError> {
        let at = |line, fault| PgnError { line, fault };
        let mut game = match self.fen() {
            Some(fen) => {
                start.again(fen).map_err(|error| at(self.line, PgnFault::Position(Box::new(error))))?.0
            }
            None => start.clone(),
        };
        let mut moves = Vec::with_capacity(self.moves.len());
        for turn in &self.moves {
            let dots = if game.turn() == Colour::White { "." } else { "..." };
            let number = format!("{}{dots}", game.move_number());
            let written = game.play(&turn.text);
            moves.push(written.map_err(|reason| at(turn.line, PgnFault::Move { number, reason }))?);
        }
        Ok(Replayed { moves, game })
    }

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
