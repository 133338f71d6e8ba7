//! A match on disk: its PGN file, appended game by game, and read again to go on with the match.

use super::faults::Faults;
use super::play::{MovePlayed, PlayedGame, Termination};
use super::runner::Match;
use super::schedule::Pairing;
use super::tally::Finished;
use crate::board::{Colour, PerColour};
use crate::engine::system::{claim, reason};
use crate::position::pgn::{GameResult, Reader, Record, Turn, today};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a file cannot keep a match.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The system's reason.
    #[error("{file}: {reason}", file = .file.display(), reason = reason(.error))]
    System {
        /// The file.
        file: PathBuf,
        /// The reason.
        error: std::io::Error,
    },
    /// The file is there and nobody said that the match in it goes on.
    #[error("{file} exists; --resume goes on with the match in it, or name another file", file = .0.display())]
    Exists(PathBuf),
    /// Another run is writing it.
    #[error("{file} is being written by another match: wait for that one, or name another file", file = .0.display())]
    Busy(PathBuf),
    /// Another match is in the file.
    #[error("{file}: line {line}: {complaint}", file = .file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
        /// The line of the game.
        line: u64,
        /// What does not fit.
        complaint: String,
    },
    /// A game that cannot be read, and others after it.
    #[error("{file}: {error}", file = .file.display())]
    Pgn {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        error: Box<crate::position::pgn::PgnError>,
    },
}

/// What is said of a game in a file that a match was to go on in.
const OF_ANOTHER: &str = "; this is not a game of the match described";

/// An open file of games.
pub struct Archive {
    path: PathBuf,
    file: File,
}

impl Archive {
    /// Begins a file.
    ///
    /// # Errors
    /// It cannot be written, or it exists.
    pub fn create(path: &Path) -> Result<Archive, ArchiveError> {
        match OpenOptions::new().append(true).create_new(true).open(path) {
            Ok(file) if !claim(&file) => Err(ArchiveError::Busy(path.to_owned())),
            Ok(file) => Ok(Archive { path: path.to_owned(), file }),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                Err(ArchiveError::Exists(path.to_owned()))
            }
            Err(error) => Err(ArchiveError::System { file: path.to_owned(), error }),
        }
    }

    /// Opens a file to go on with the match in it, and tells the games that are finished. A last game that was not
    /// written to its end is cut off. A file that does not exist is begun.
    ///
    /// # Errors
    /// It cannot be read or written, or holds games of another match.
    pub fn resume(path: &Path, of: &Match) -> Result<(Archive, Vec<Finished>), ArchiveError> {
        if !path.exists() {
            return Ok((Archive::create(path)?, Vec::new()));
        }
        let system = |error| ArchiveError::System { file: path.to_owned(), error };
        let mut file = OpenOptions::new().read(true).append(true).open(path).map_err(system)?;
        if !claim(&file) {
            return Err(ArchiveError::Busy(path.to_owned()));
        }
        let mut finished: Vec<Finished> = Vec::new();
        let mut last = 0;
        // A fault is forgiven at the very end only.
        let mut torn: Option<(u64, ArchiveError)> = None;
        for record in Reader::new(BufReader::new(&file)) {
            if let Some((_, error)) = torn {
                return Err(error);
            }
            match record {
                Ok(record) if record.result == GameResult::Open => {
                    let complaint = format!("the game has no result{OF_ANOTHER}");
                    let error = ArchiveError::Foreign { file: path.to_owned(), line: record.line, complaint };
                    torn = Some((record.line, error));
                }
                Ok(record) => {
                    last = record.line;
                    finished.push(of.recognise(&record).map_err(|complaint| {
                        let complaint = complaint + OF_ANOTHER;
                        ArchiveError::Foreign { file: path.to_owned(), line: record.line, complaint }
                    })?);
                }
                Err(error) => {
                    torn = Some((
                        error.line,
                        ArchiveError::Pgn { file: path.to_owned(), error: Box::new(error) },
                    ))
                }
            }
        }
        if let Some((line, error)) = torn {
            let end = torn_game(&file, last, line).map_err(system)?.ok_or(error)?;
            file.set_len(end).map_err(system)?;
        }
        end_with_blank_line(&mut file).map_err(system)?;
        Ok((Archive { path: path.to_owned(), file }, finished))
    }

    /// Adds a game; it is on its way to the disk when this returns.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn append(&mut self, record: &Record) -> Result<(), ArchiveError> {
        let text = record.to_pgn();
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| ArchiveError::System { file: self.path.clone(), error })
    }
}

/// Goes to the end, so that the next game begins a line of its own.
fn end_with_blank_line(file: &mut File) -> std::io::Result<()> {
    let length = file.seek(SeekFrom::End(0))?;
    if length > 0 {
        let mut last = [0];
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
        if last != *b"\n" {
            file.write_all(b"\n\n")?;
        }
    }
    Ok(())
}

/// Where the torn last game begins: at the last line `[Event ...` after the one in which the last whole game begins and
/// not after the one in which the fault shows. What has none is no game of ours.
fn torn_game(mut file: &File, after: u64, line: u64) -> std::io::Result<Option<u64>> {
    file.seek(SeekFrom::Start(0))?;
    let mut input = BufReader::new(file);
    let (mut place, mut found) = (0u64, None);
    let mut bytes = Vec::new();
    for number in 1..=line {
        bytes.clear();
        let count = input.read_until(b'\n', &mut bytes)?;
        let begins = bytes.starts_with(b"[Event ") || !bytes.is_empty() && b"[Event ".starts_with(&bytes);
        if begins && number > after {
            found = Some(place);
        }
        place += count as u64;
    }
    Ok(found)
}

impl Match {
    /// A game as PGN keeps it.
    pub fn record(&self, pairing: Pairing, game: &PlayedGame) -> Record {
        let mut record = Record::default();
        let name = |engine: usize| self.engines.get(engine).map_or("?", |spec| spec.name.as_str());
        record.set_tag("Event", self.event.as_str());
        record.set_tag("Date", today());
        record.set_tag("Round", (pairing.game + 1).to_string());
        record.set_tag("White", name(pairing.white));
        record.set_tag("Black", name(pairing.black));
        record.result = game.closing.result;
        record.set_start(self.start.variant(), &game.fen);
        self.paces(pairing).into_iter().for_each(|(tag, pace)| record.set_tag(tag, pace));
        record.set_tag("PlyCount", game.moves.len().to_string());
        record.set_tag("Termination", game.closing.termination.name());
        for colour in Colour::BOTH {
            if !game.faults[colour].is_empty() {
                record.set_tag(&format!("{}Faults", colour.name()), game.faults[colour].to_text());
            }
        }
        record.moves = game.moves.iter().map(turn).collect();
        let last = match record.moves.last_mut() {
            Some(turn) => &mut turn.comment,
            None => &mut record.comment,
        };
        last.push_str(if last.is_empty() { "" } else { ", " });
        last.push_str(&game.closing.reason);
        record
    }

    /// The tags that tell how fast a game is played.
    fn paces(&self, pairing: Pairing) -> Vec<(&'static str, String)> {
        let [white, black] = [pairing.white, pairing.black]
            .map(|engine| self.engines.get(engine).map_or(String::new(), |spec| spec.pace.to_string()));
        if white == black {
            vec![("TimeControl", white)]
        } else {
            vec![("WhiteTimeControl", white), ("BlackTimeControl", black)]
        }
    }

    /// Which game of this match a record is of; otherwise what does not fit.
    fn recognise(&self, record: &Record) -> Result<Finished, String> {
        let round = record.tag("Round").and_then(|round| round.parse::<usize>().ok());
        let number = round.and_then(|round| round.checked_sub(1)).ok_or("its Round is no number")?;
        let pairing = self.schedule.pairing(number).ok_or("its Round is past the last game")?;
        let name = |engine: usize| self.engines.get(engine).map_or("?", |spec| spec.name.as_str()).to_owned();
        let names = [("White", name(pairing.white)), ("Black", name(pairing.black))];
        for (tag, expected) in names.into_iter().chain(self.paces(pairing)) {
            let found = record.tag(tag).unwrap_or("?");
            if found != expected {
                return Err(format!("{tag} is '{found}', not '{expected}'"));
            }
        }
        let opening = self.openings.get(pairing.opening);
        let moves = opening.map_or(&[][..], |opening| &opening.moves);
        let opening = opening.and_then(|opening| opening.fen.as_deref());
        let start = self.start.fen();
        let found = match record.fen() {
            Some(fen) => self.start.again(fen).map_err(|error| error.to_string())?.0.fen(),
            None => start.clone(),
        };
        let expected = opening.unwrap_or(&start);
        if found != expected {
            return Err(format!(
                "it begins with '{found}', not '{expected}' (other openings or another seed?)"
            ));
        }
        if !moves.is_empty() {
            let replayed = record.replay(&self.start).map_err(|error| error.to_string())?;
            let played = replayed.moves.iter().map(|played| &played.coordinates);
            if !played.take(moves.len()).eq(moves) {
                let moves = moves.join(" ");
                return Err(format!("it does not begin with {moves} (other openings or another seed?)"));
            }
        }
        let faults = Colour::BOTH.map(|colour| {
            record.tag(&format!("{}Faults", colour.name())).map(Faults::from_text).unwrap_or_default()
        });
        let reason = record.moves.last().map_or(&record.comment, |turn| &turn.comment);
        Ok(Finished {
            pairing,
            result: record.result,
            termination: record
                .tag("Termination")
                .and_then(Termination::read)
                .ok_or("its Termination is not one of ours")?,
            reason: reason.clone(),
            plies: record.moves.len(),
            faults: PerColour(faults),
        })
    }
}

/// `+0.35/12 0.52s`: the score from the engine's own view, its depth, its time.
fn turn(played: &MovePlayed) -> Turn {
    let mut turn = Turn::new(played.san.as_str());
    turn.comment = match (played.spent, played.score) {
        (None, _) => "book".to_owned(),
        (Some(spent), None) => format!("{:.3}s", spent.as_secs_f64()),
        (Some(spent), Some(score)) => {
            let depth = played.depth.map_or(String::new(), |depth| format!("/{depth}"));
            format!("{score}{depth} {:.3}s", spent.as_secs_f64())
        }
    };
    turn
}
