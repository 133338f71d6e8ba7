//! Openings: positions of an EPD file, or games of a PGN file played to their end. Every one is proved by the rules
//! when it is read, so that a match never meets a bad one. Knows text, not files.

use crate::engine::system::reason;
use crate::position::AnyGame;
use crate::position::pgn::Reader;
use std::io::BufRead;
use thiserror::Error;

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// The position in FEN; the game's start if `None`.
    pub fen: Option<String>,
    /// Moves played from it, in coordinates.
    pub moves: Vec<String>,
}

/// What is wrong with openings.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The text cannot be read.
    #[error("line {line}: {complaint}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        complaint: String,
    },
    /// A game of PGN that cannot be used.
    #[error("{0}")]
    Pgn(#[from] crate::position::pgn::PgnError),
    /// Nothing at all.
    #[error("there is no opening in it")]
    Empty,
}

/// Reads openings of a game that stands at its start; in PGN, at most so many plies of each.
///
/// # Errors
/// The first that is no opening of this game, with its line.
pub fn read_openings(
    input: impl BufRead,
    pgn: bool,
    plies: usize,
    start: &AnyGame,
) -> Result<Vec<Opening>, OpeningError> {
    let openings = if pgn { read_pgn(input, plies, start)? } else { read_epd(input, start)? };
    if openings.is_empty() { Err(OpeningError::Empty) } else { Ok(openings) }
}

fn read_pgn(input: impl BufRead, plies: usize, start: &AnyGame) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    for record in Reader::new(input) {
        let mut record = record?;
        record.moves.truncate(plies);
        let replayed = record.replay(start)?;
        if let Some(finish) = replayed.game.finish() {
            let complaint = format!("the game is over after these moves ({})", finish.ending);
            return Err(OpeningError::Line { line: record.line, complaint });
        }
        let moves = replayed.moves.into_iter().map(|played| played.coordinates).collect();
        // Written anew, so that every engine reads the same.
        let first = record.fen().and_then(|fen| start.again(fen).ok()).map(|(game, _)| game.fen());
        openings.push(Opening { fen: first.filter(|fen| *fen != start.fen()), moves });
    }
    Ok(openings)
}

fn read_epd(mut input: impl BufRead, start: &AnyGame) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    let mut bytes = Vec::new();
    let mut line = 0;
    loop {
        bytes.clear();
        line += 1;
        let at = |complaint| OpeningError::Line { line, complaint };
        if input.read_until(b'\n', &mut bytes).map_err(|error| at(reason(&error)))? == 0 {
            return Ok(openings);
        }
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let fen = fen_of_epd(text);
        let (game, _) = start.again(&fen).map_err(|error| at(error.to_string()))?;
        if let Some(finish) = game.finish() {
            return Err(at(format!("the game is over in this position ({})", finish.ending)));
        }
        openings.push(Opening { fen: Some(game.fen()).filter(|fen| *fen != start.fen()), moves: Vec::new() });
    }
}

/// The FEN in a line of EPD: four fields, then counters as in FEN or operations such as `fmvn 3;`.
fn fen_of_epd(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (fields, rest) = words.split_at(words.len().min(4));
    let number = |word: Option<&&str>| word.and_then(|word| word.trim_end_matches(';').parse::<u32>().ok());
    let operation = |name: &str| {
        let place = rest.iter().position(|word| *word == name)?;
        number(rest.get(place + 1))
    };
    let counters = match (number(rest.first()), number(rest.get(1))) {
        (Some(quiet), Some(moves)) => (quiet, moves),
        _ => (operation("hmvc").unwrap_or(0), operation("fmvn").unwrap_or(1)),
    };
    match fields {
        [_, _, _, _] => format!("{} {} {}", fields.join(" "), counters.0, counters.1),
        _ => fields.join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Library;

    fn start() -> AnyGame {
        let library = Library::builtin().expect("they are sound");
        AnyGame::start(&library.find("chess").expect("chess")).expect("a start")
    }

    #[test]
    fn epd_and_fen_are_read() {
        let text = "\u{feff}# remark\n\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\r\n\
                    4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"x\"; fmvn 7;\n4k3/8/8/8/8/8/8/4K2R b K - 3 9 ;remark";
        let openings = read_openings(text.as_bytes(), false, 0, &start()).expect("they are sound");
        let fens: Vec<_> = openings.iter().map(|opening| opening.fen.as_deref()).collect();
        assert_eq!(
            fens,
            [None, Some("4k3/8/8/8/8/8/8/4K2R w K - 0 7"), Some("4k3/8/8/8/8/8/8/4K2R b K - 3 9")]
        );
    }

    #[test]
    fn pgn_is_played_through() {
        let text = "1. e4 e5 2. Nf3 *\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 7\"]\n\n7. O-O *";
        let openings = read_openings(text.as_bytes(), true, 2, &start()).expect("they are sound");
        assert_eq!(openings[0].moves, ["e2e4", "e7e5"]);
        assert_eq!(openings[1].moves, ["e1g1"]);
    }

    #[test]
    fn bad_openings_are_named() {
        let complain =
            |text: &str, pgn| read_openings(text.as_bytes(), pgn, 99, &start()).expect_err(text).to_string();
        assert!(complain("\nnonsense", false).starts_with("line 2: FEN 'nonsense'"));
        assert!(complain("4k3/8/8/8/8/8/8/4K3 w - - 0 1", false).contains("insufficient material"));
        assert!(complain("1. e4 e5\n2. Ke3 *", true).starts_with("line 2: move 2. 'Ke3'"));
        assert!(complain("1. f3 e5 2. g4 Qh4# *", true).contains("checkmate"));
        assert_eq!(complain("\n", false), "there is no opening in it");
    }
}
