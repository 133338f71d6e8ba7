//! The arguments that name a position, shared by the commands that start from one. Knows how people write moves;
//! whether they are legal, the game says.

use super::{Failure, complain, game};
use crate::engine::games::Games;
use crate::position::{AnyGame, Written};
use std::sync::Arc;

/// A position: a game, where it starts, and moves from there.
#[derive(clap::Args, Clone, Debug)]
pub struct Setup {
    /// The game (`lupa variants` lists them)
    #[arg(long, default_value = "chess", value_name = "NAME")]
    pub variant: String,
    /// The position; the game's start if there is none
    #[arg(long)]
    pub fen: Option<String>,
    /// Moves from there, in SAN or coordinates
    #[arg(long, value_name = "MOVE", num_args = 1.., allow_hyphen_values = false)]
    pub moves: Vec<String>,
    /// Files are a b c d ... even in a game that labels them otherwise
    #[arg(long)]
    pub letters: bool,
}

/// A position and how it came about.
pub struct Opened {
    /// The position before the moves.
    pub before: AnyGame,
    /// The position after them.
    pub game: AnyGame,
    /// The moves.
    pub moves: Vec<Written>,
}

impl Setup {
    /// The position these arguments name. Notes on a FEN go to stderr.
    ///
    /// # Errors
    /// No such game, no such position, no such move: one line.
    pub fn open(&self, games: &dyn Games) -> Result<Opened, Failure> {
        let variant = game(games, &self.variant)?;
        let fen = self.fen.as_deref().unwrap_or(&variant.start);
        let (before, notes) =
            AnyGame::from_fen(&variant, fen).map_err(|error| Failure::Usage(error.to_string()))?;
        for note in notes {
            complain(&note);
        }
        let mut game = before.clone();
        let mut moves = Vec::new();
        for text in self.moves.iter().flat_map(|words| words.split_whitespace()) {
            let text = without_number(text);
            if text.is_empty() {
                continue;
            }
            let played = read(&game, text, self.letters)
                .map_err(|error| Failure::Usage(format!("move {}: {error}", moves.len() + 1)))?;
            // It has just been read from the same position.
            let _ = game.play(&played.coordinates);
            moves.push(played);
        }
        Ok(Opened { before, game, moves })
    }
}

/// The move without a number before it: `1.e4`, `12...Nf6`, `3.`.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.len() < text.len() && (rest.is_empty() || rest.starts_with('.')) {
        rest.trim_start_matches('.')
    } else {
        text
    }
}

/// A move as a person writes it: in the game's own labels unless `letters` says otherwise.
///
/// # Errors
/// No legal move is written so, or several are: one line, in the same labels.
pub fn read(game: &AnyGame, text: &str, letters: bool) -> Result<Written, String> {
    let variant = Arc::clone(game.variant());
    if letters || !variant.has_own_labels() {
        return game.read(text).map_err(|error| error.to_string());
    }
    let Some(plain) = variant.from_labels(text) else {
        let files: Vec<String> = (0..variant.files).map(|file| variant.file_label(file)).collect();
        return Err(format!(
            "'{}' names a file that {} has not: its files are {}",
            crate::engine::options::excerpt(text),
            variant.name,
            files.join(" ")
        ));
    };
    game.read(&plain).map_err(|error| match error {
        crate::position::Unread::Illegal(_) => crate::position::Unread::Illegal(text.to_owned()).to_string(),
        crate::position::Unread::Ambiguous { first, second, .. } => crate::position::Unread::Ambiguous {
            text: text.to_owned(),
            first: variant.to_labels(&first),
            second: variant.to_labels(&second),
        }
        .to_string(),
    })
}

/// Who is to move, and whether that is all: "White to move, in check", "checkmate: Black has won".
pub fn state(game: &AnyGame) -> String {
    match game.ending() {
        Some(ending) => match game.winner(ending) {
            Some(winner) => format!("{ending}: {} has won", winner.name()),
            None => format!("{ending}: drawn"),
        },
        None => {
            let check = if game.checked_king().is_some() { ", in check" } else { "" };
            format!("{} to move{check}", game.turn().name())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_no_moves() {
        for (text, expected) in
            [("1.e4", "e4"), ("12...Nf6", "Nf6"), ("3.", ""), ("7", ""), ("e4", "e4"), ("0-0", "0-0")]
        {
            assert_eq!(without_number(text), expected, "{text}");
        }
    }
}
