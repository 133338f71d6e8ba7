//! Lines of moves as people read them: SAN with move numbers. Knows how a line is written; the moves are the game's.

use crate::board::Colour;
use crate::position::{AnyGame, Written};

/// The moves of a line from that position, up to the first that cannot be played.
pub fn written(game: &AnyGame, coordinates: &[String]) -> Vec<Written> {
    let mut game = game.clone();
    coordinates.iter().map_while(|text| game.play(text).ok()).collect()
}

/// A move in SAN, in the game's own labels unless `letters`.
pub fn san(game: &AnyGame, written: &Written, letters: bool) -> String {
    if letters { written.san.clone() } else { game.variant().to_labels(&written.san) }
}

/// The number that goes before a move: `12.`, or `12...` for Black.
pub fn number(game: &AnyGame) -> String {
    format!("{}{}", game.move_number(), if game.turn() == Colour::White { "." } else { "..." })
}

/// A line from that position: `12... Nf6 13. Bg5 h6`.
pub fn numbered(game: &AnyGame, line: &[Written], letters: bool) -> String {
    let mut words = Vec::new();
    let (mut turn, mut move_number) = (game.turn(), game.move_number());
    for (index, written) in line.iter().enumerate() {
        if turn == Colour::White {
            words.push(format!("{move_number}."));
        } else if index == 0 {
            words.push(number(game));
        }
        words.push(san(game, written, letters));
        if turn == Colour::Black {
            move_number += 1;
        }
        turn = !turn;
    }
    words.join(" ")
}

/// A text cut into lines of at most that many columns, at spaces.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Library;

    #[test]
    fn numbers_and_labels() {
        let variant = Library::builtin().unwrap().find("ladorean").unwrap();
        let mut game = AnyGame::start(&variant).unwrap();
        let moves = ["i2i4", "e7e5", "d1c3"].map(str::to_owned);
        let line = written(&game, &moves);
        assert_eq!(numbered(&game, &line, false), "1. j4 e5 2. Nc3");
        assert_eq!(numbered(&game, &line, true), "1. i4 e5 2. Nc3");
        game.play("i2i4").unwrap();
        assert_eq!(numbered(&game, &line[1..], false), "1... e5 2. Nc3");
        assert_eq!(written(&game, &moves).len(), 0, "the first cannot be played twice");
    }

    #[test]
    fn wrapped_at_spaces() {
        assert_eq!(wrapped("aa bb cc dddddd", 5), ["aa bb", "cc", "dddddd"]);
        assert_eq!(wrapped("", 5), [""]);
    }
}
