//! The arguments that name a position, shared by the commands that start from one. Knows how people write moves;
//! whether they are legal, the game says.

use super::{Failure, complain, game};
use crate::engine::games::Games;
use crate::engine::options::excerpt;
use crate::position::{AnyGame, Finish, Unread, Written};
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
        let (before, notes) = AnyGame::from_fen(&variant, fen).map_err(|error| {
            Failure::Usage(format!("{error}; the game is {}, --variant names another", variant.name))
        })?;
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

/// A move as a person writes it: in the game's own labels unless `letters` says otherwise, capitals optional where
/// nothing else can be meant.
///
/// # Errors
/// No legal move is written so, or several are: one line, in the same labels.
pub fn read(game: &AnyGame, text: &str, letters: bool) -> Result<Written, String> {
    let variant = Arc::clone(game.variant());
    let own = !letters && variant.has_own_labels();
    let plain = if own { variant.from_labels(text) } else { Some(text.to_owned()) };
    let Some(plain) = plain else {
        let files: Vec<String> = (0..variant.files).map(|file| variant.file_label(file)).collect();
        return Err(format!(
            "'{}' names a file that {} has not: its files are {}",
            excerpt(text),
            variant.name,
            files.join(" ")
        ));
    };
    let found = game.read(&plain).or_else(|error| match (&error, with_capitals(&plain)) {
        (Unread::Illegal(_), Some(other)) => game.read(&other).map_err(|_| error),
        _ => Err(error),
    });
    found.map_err(|error| match error {
        Unread::Illegal(_) => match promotions(game, &plain).as_slice() {
            [] => format!("'{}' is not a legal move here", excerpt(text)),
            promotions => {
                let written = |san: &String| if own { variant.to_labels(san) } else { san.clone() };
                let promotions: Vec<String> = promotions.iter().map(written).collect();
                format!("'{}' could be {}", excerpt(text), promotions.join(" or "))
            }
        },
        Unread::Ambiguous { first, second, .. } => {
            let written = |coordinates: &str| {
                let san = game.read(coordinates).map_or(String::new(), |written| written.san);
                let both = format!("{san} ({coordinates})");
                if own { variant.to_labels(&both) } else { both }
            };
            format!("'{}' could be {} or {}", excerpt(text), written(&first), written(&second))
        }
    })
}

/// The promotions that somebody may mean who did not say to what.
fn promotions(game: &AnyGame, text: &str) -> Vec<String> {
    let means = |written: &Written| {
        let bare = written.san.split_once('=').map(|(bare, _)| bare);
        bare.is_some_and(|bare| bare == text || written.coordinates.starts_with(text) && text.len() >= 4)
    };
    game.moves().into_iter().filter(means).map(|written| written.san).collect()
}

/// The same move with capitals where SAN has them: `nf3`, `o-o`.
fn with_capitals(text: &str) -> Option<String> {
    let mut letters = text.chars();
    let first = letters.next().filter(char::is_ascii_lowercase)?;
    Some(match first {
        'o' => text.to_ascii_uppercase(),
        _ => format!("{}{}", first.to_ascii_uppercase(), letters.as_str()),
    })
}

/// Who is to move, and whether that is all: "White to move, in check", "checkmate: Black has won".
pub fn state(game: &AnyGame) -> String {
    match game.finish() {
        Some(Finish { ending, winner: Some(winner) }) => format!("{ending}: {} has won", winner.name()),
        Some(Finish { ending, winner: None }) => format!("{ending}: drawn"),
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
