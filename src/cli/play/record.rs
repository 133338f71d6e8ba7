//! A game at the table as PGN, and files for it. Knows tags and names of files.

use super::table::Table;
use crate::board::Colour;
use crate::cli::{Failure, files};
use crate::position::pgn::{GameResult, Record, Turn, today};
use std::path::{Path, PathBuf};

/// The most names that are tried for a game without one.
const NAMES: u32 = 10_000;

/// The game as it stands. `engine` is the side the engine plays, at that level.
pub fn record(table: &Table, engine: Option<Colour>, level: u8, time_control: Option<String>) -> Record {
    let mut record = Record::default();
    let name = |side| if engine == Some(side) { format!("Lupa level {level}") } else { "?".to_owned() };
    record.set_tag("Event", "Game at the terminal");
    record.set_tag("Date", today());
    record.set_tag("White", name(Colour::White));
    record.set_tag("Black", name(Colour::Black));
    record.set_start(table.start().variant(), &table.start().fen());
    if let Some(time_control) = time_control {
        record.set_tag("TimeControl", time_control);
    }
    record.moves = table.moves().iter().map(|written| Turn::new(written.san.as_str())).collect();
    if let Some(result) = table.result() {
        record.result = match result.winner {
            Some(Colour::White) => GameResult::WhiteWins,
            Some(Colour::Black) => GameResult::BlackWins,
            None => GameResult::Draw,
        };
        record.set_tag("Termination", result.reason);
    }
    record
}

/// The first name for a game of that variant that no file has yet.
pub fn free_name(variant: &str) -> PathBuf {
    let name = |number| PathBuf::from(format!("lupa-{variant}-{number}.pgn"));
    (1..NAMES).map(name).find(|name| !name.exists()).unwrap_or_else(|| name(NAMES))
}

/// That name, or the first like it that no file has yet: `game.pgn`, `game-2.pgn`; `None` if all are taken.
pub fn free_beside(file: &Path) -> Option<PathBuf> {
    let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let stem = part(file.file_stem());
    let ending = file.extension().map_or(String::new(), |ending| format!(".{}", ending.to_string_lossy()));
    let others = (2..NAMES).map(|number| file.with_file_name(format!("{stem}-{number}{ending}")));
    std::iter::once(file.to_path_buf()).chain(others).find(|name| !name.exists())
}

/// Writes the game, as PGN. A file that is there already is only replaced if the same game was written into it before.
///
/// # Errors
/// It holds something else, or cannot be written.
pub fn save(text: &str, file: &Path, before: Option<&Path>) -> Result<(), Failure> {
    if before != Some(file) && file.exists() {
        return Err(Failure::Usage(format!("{} exists; save under another name", file.display())));
    }
    files::write(file, text)
}
