//! A match played in parts, put together: games of several PGN files in their order, each once, and their score.
//! Knows PGN's tags; needs neither the engines nor the openings any more.

use super::archive::ArchiveError;
use super::faults::Faults;
use super::play::Termination;
use super::schedule::Pairing;
use super::tally::{Finished, Tally};
use crate::board::{Colour, PerColour};
use crate::position::pgn::{GameResult, Reader, Record};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// The parts of a match together.
pub struct Merged {
    /// The engines, in the order in which their games come.
    pub names: Vec<String>,
    /// The score.
    pub tally: Tally,
    /// The games in PGN, in the order of the match.
    pub pgn: String,
    /// Games that were in more than one file.
    pub doubles: usize,
}

/// Puts the games of several files together.
///
/// # Errors
/// A file cannot be read, or a game is not one of a match's, or two different games have the same number.
pub fn merge(files: &[PathBuf]) -> Result<Merged, ArchiveError> {
    let mut games: BTreeMap<usize, (Record, String)> = BTreeMap::new();
    let mut doubles = 0;
    for path in files {
        let system = |error| ArchiveError::System { file: path.clone(), error };
        for record in Reader::new(BufReader::new(File::open(path).map_err(system)?)) {
            let record =
                record.map_err(|error| ArchiveError::Pgn { file: path.clone(), error: Box::new(error) })?;
            let number = number(path, &record)?;
            let text = record.to_pgn();
            match games.get(&number) {
                Some((_, other)) if *other == text => doubles += 1,
                Some(_) => {
                    let complaint = format!("another game is round {} in an earlier file", number + 1);
                    return Err(foreign(path, &record, complaint));
                }
                None => drop(games.insert(number, (record, text))),
            }
        }
    }
    let mut names: Vec<String> = Vec::new();
    let mut finished = Vec::new();
    for (number, (record, _)) in &games {
        let mut engine = |tag: &str| {
            let name = record.tag(tag).unwrap_or("?");
            names.iter().position(|known| known == name).unwrap_or_else(|| {
                names.push(name.to_owned());
                names.len() - 1
            })
        };
        let (white, black) = (engine("White"), engine("Black"));
        finished.push(count(record, Pairing { game: *number, pair: number / 2, white, black, opening: 0 }));
    }
    let mut tally = Tally::new(names.len());
    finished.iter().for_each(|game| tally.add(game));
    Ok(Merged { names, tally, pgn: games.into_values().map(|(_, text)| text).collect(), doubles })
}

fn foreign(path: &Path, record: &Record, complaint: String) -> ArchiveError {
    ArchiveError::Foreign { file: path.to_owned(), line: record.line, complaint }
}

/// What is said of a game that comes from no match.
const UNKNOWN: &str = "; lupa match wrote no such game";

/// A game's number in its match, from 0.
fn number(path: &Path, record: &Record) -> Result<usize, ArchiveError> {
    if record.result == GameResult::Open {
        return Err(foreign(path, record, format!("the game has no result{UNKNOWN}")));
    }
    let round = record.tag("Round").and_then(|round| round.parse::<usize>().ok());
    let number = round.and_then(|round| round.checked_sub(1));
    number.ok_or_else(|| foreign(path, record, format!("its Round is no number{UNKNOWN}")))
}

fn count(record: &Record, pairing: Pairing) -> Finished {
    let faults = Colour::BOTH.map(|colour| {
        record.tag(&format!("{}Faults", colour.name())).map(Faults::from_text).unwrap_or_default()
    });
    Finished {
        pairing,
        result: record.result,
        termination: record.tag("Termination").and_then(Termination::read).unwrap_or(Termination::Normal),
        reason: record.moves.last().map_or(&record.comment, |turn| &turn.comment).clone(),
        plies: record.moves.len(),
        faults: PerColour(faults),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(round: usize, white: &str, black: &str, result: &str) -> String {
        format!(
            "[Event \"x\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\
             [Termination \"normal\"]\n\n1. e4 {{mate}} {result}\n\n"
        )
    }

    #[test]
    fn parts_come_together_in_order_and_once() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (folder.path().join("1.pgn"), folder.path().join("2.pgn"));
        std::fs::write(&one, game(2, "B", "A", "0-1") + &game(1, "A", "B", "1-0")).unwrap();
        std::fs::write(&two, game(3, "A", "B", "1/2-1/2") + &game(2, "B", "A", "0-1")).unwrap();
        let merged = merge(&[two.clone(), one.clone()]).unwrap();
        assert_eq!((merged.names, merged.doubles), (vec!["A".to_owned(), "B".to_owned()], 1));
        let (score, pairs) = merged.tally.meeting(0, 1);
        assert_eq!((score.wins, score.draws, score.losses), (2, 1, 0));
        assert_eq!(pairs.by_points, [0, 0, 0, 0, 1], "the third game's partner is missing");
        let rounds: Vec<_> = merged.pgn.lines().filter(|line| line.starts_with("[Round")).collect();
        assert_eq!(rounds, ["[Round \"1\"]", "[Round \"2\"]", "[Round \"3\"]"]);
        std::fs::write(&two, game(1, "A", "B", "0-1")).unwrap();
        let error = merge(&[one, two.clone()]).err().unwrap().to_string();
        assert!(error.contains("2.pgn: line 1: another game is round 1"), "{error}");
        std::fs::write(&two, game(1, "A", "B", "*")).unwrap();
        assert!(merge(&[two]).is_err());
    }
}
