//! Positions from an EPD file: four fields of FEN (or all six) and operations such as `bm Nf3; id "first";`.
//! Knows the operations `id`, `bm`, `hmvc` and `fmvn`; others are left alone.

use super::positions::Asked;
use crate::cli::setup::Setup;
use crate::cli::{complain, game};
use crate::engine::games::Games;
use crate::position::AnyGame;

/// Every position of the text.
///
/// # Errors
/// Which line is no position, and why: `3: FEN ...`.
pub fn read(text: &str, setup: &Setup, games: &dyn Games) -> Result<Vec<Asked>, String> {
    let variant = game(games, &setup.variant).map_err(|error| format!(" {error}"))?;
    let start = AnyGame::start(&variant).map_err(|error| format!(" {error}"))?;
    let mut asked = Vec::new();
    for (index, line) in text.lines().enumerate().map(|(index, line)| (index + 1, line.trim())) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (mut fen, operations) = split(line);
        let operations = Operations::read(operations);
        if fen.split_whitespace().count() == 4 {
            fen = format!("{fen} {} {}", operations.quiet_plies, operations.move_number);
        }
        let (game, notes) = start.again(&fen).map_err(|error| format!("{index}: {error}"))?;
        for note in notes {
            complain(&format!("line {index}: {note}"));
        }
        let mut wanted = Vec::new();
        for text in &operations.best {
            match game.read(text) {
                Ok(written) => wanted.push(written.coordinates),
                Err(error) => return Err(format!("{index}: bm: {error}")),
            }
        }
        asked.push(Asked { name: operations.id, wanted, ..Asked::new(game) });
    }
    if asked.is_empty() { Err(" no position in it".to_owned()) } else { Ok(asked) }
}

/// A line's FEN and its operations. The counters may be there as in FEN.
fn split(line: &str) -> (String, &str) {
    let mut fields = Vec::new();
    let mut rest = line;
    while fields.len() < 6 {
        let trimmed = rest.trim_start();
        let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        let (word, behind) = trimmed.split_at(end);
        let counter = word.bytes().all(|byte| byte.is_ascii_digit());
        if word.is_empty() || word.ends_with(';') || (fields.len() >= 4 && !counter) {
            break;
        }
        fields.push(word);
        rest = behind;
    }
    (fields.join(" "), rest.trim())
}

/// What a line says beside its position.
struct Operations {
    id: Option<String>,
    best: Vec<String>,
    quiet_plies: u32,
    move_number: u32,
}

impl Operations {
    fn read(text: &str) -> Operations {
        let mut read = Operations { id: None, best: Vec::new(), quiet_plies: 0, move_number: 1 };
        for operation in apart(text) {
            let (code, operands) = operation.split_once(char::is_whitespace).unwrap_or((&operation, ""));
            match code {
                "id" => read.id = Some(operands.trim().trim_matches('"').to_owned()),
                "hmvc" => read.quiet_plies = operands.trim().parse().unwrap_or(0),
                "fmvn" => read.move_number = operands.trim().parse().unwrap_or(1),
                "bm" => read.best = operands.split_whitespace().map(str::to_owned).collect(),
                _ => {}
            }
        }
        read
    }
}

/// The operations, parted by semicolons that stand in no quotes.
fn apart(text: &str) -> Vec<String> {
    let mut quoted = false;
    let parts = text.split(|letter| {
        quoted ^= letter == '"';
        letter == ';' && !quoted
    });
    parts.map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_apart() {
        let start = "rqkr/bllb/pppp/4/4/PPPP/BLLB/RQKR w KQkq -";
        for (line, fen, operations) in [
            (start.to_owned(), start.to_owned(), ""),
            (format!("{start} bm b4; id \"a;b\";"), start.to_owned(), "bm b4; id \"a;b\";"),
            (format!("{start} 3 9"), format!("{start} 3 9"), ""),
        ] {
            assert_eq!(split(&line), (fen, operations));
        }
        let read = Operations::read("bm b4 Ra3+; id \"a;b\"; c0 \"x\"; fmvn 7");
        assert_eq!((read.quiet_plies, read.move_number), (0, 7));
        assert_eq!((read.id.as_deref(), read.best.join(" ").as_str()), (Some("a;b"), "b4 Ra3+"));
    }
}
