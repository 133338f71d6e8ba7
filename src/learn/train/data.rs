//! Which positions a net learns from: quiet ones of whole games, some games kept aside to judge by. Knows records;
//! not what is done with them.

use super::hindsight;
use crate::engine::chance::mixed;
use crate::eval::net::Outline;
use crate::learn::record::{FRAME, Frame, Head, MATE_SCORE, Record, RecordError, Shape};
use thiserror::Error;

/// One game in so many is kept aside.
const KEPT_ASIDE: u64 = 25;
/// Positions kept aside together where there are no games.
const BLOCK: usize = 64;

/// Why there is nothing to learn from.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DataError {
    /// A file is none of this game's.
    #[error("{file}: {error}")]
    File {
        /// Which.
        file: String,
        /// Why.
        error: RecordError,
    },
    /// One game to learn from and one to judge by are the least.
    #[error(
        "{positions} of {read} positions are fit to learn from, in {games} games: too few; play more games, or leave \
         out fewer positions"
    )]
    TooFew {
        /// Positions read.
        read: usize,
        /// Positions chosen.
        positions: usize,
        /// Games with any.
        games: usize,
    },
    /// More than can be counted.
    #[error("more positions than there can be; leave out some files")]
    TooMany,
}

/// Which positions are learned from. Never those in check, with a mate seen, or whose move was a capture, a promotion
/// or a random one: what follows such a position is not what the men on it are worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The most either side may be ahead, in hundredths of a pawn.
    pub most_score: i16,
    /// Plies from a game's start that are left out.
    pub first_ply: u16,
    /// How much the scores of the positions that followed count, ply by ply, from 0 to 1: see [`hindsight::scores`].
    pub lambda: f32,
}

impl Choice {
    fn takes(&self, record: &Record) -> bool {
        let most = self.most_score.min(MATE_SCORE - 1);
        record.score.unsigned_abs() <= most.unsigned_abs()
            && record.ply >= self.first_ply
            && !(record.in_check || record.noisy || record.random)
    }
}

/// How many there were and how many were chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games read.
    pub games: usize,
    /// Positions read.
    pub positions: usize,
    /// Positions to learn from.
    pub training: usize,
    /// Positions to judge by.
    pub validation: usize,
}

/// A game's positions among those chosen.
struct Game {
    /// A number that decides whether it is kept aside.
    lot: u64,
    first: usize,
    end: usize,
}

/// Positions chosen from any number of files.
pub struct Data {
    outline: Outline,
    game: String,
    shape: Shape,
    choice: Choice,
    records: Vec<u8>,
    games: Vec<Game>,
    tally: Tally,
    /// What learns and what judges, by place among the records.
    pub(super) training: Vec<u32>,
    pub(super) validation: Vec<u32>,
}

impl Data {
    /// Nothing yet, for a game with that outline and name.
    pub fn new(outline: &Outline, game: &str, choice: Choice) -> Data {
        Data {
            outline: outline.clone(),
            game: game.to_owned(),
            shape: Shape::of(outline),
            choice,
            records: Vec::new(),
            games: Vec::new(),
            tally: Tally::default(),
            training: Vec::new(),
            validation: Vec::new(),
        }
    }

    /// Adds what a file holds; notes for a person. What stands at its end and is no whole game is left out, and so are
    /// positions with more men than the game has.
    ///
    /// # Errors
    /// It holds no records, or another game's.
    pub fn add(&mut self, file: &str, bytes: &[u8]) -> Result<Vec<String>, DataError> {
        let named = |error| DataError::File { file: file.to_owned(), error };
        let (head, mut at) = Head::read(bytes, &self.outline, &self.game).map_err(named)?;
        let shape = Shape::of(&head.outline);
        let (mut games, mut crowded) = (0, 0);
        while let Some((frame, records)) = bytes.get(at..).and_then(|rest| Frame::read(rest, shape.size())) {
            crowded += self.add_game(frame, shape, records);
            at += FRAME + records.len();
            games += 1;
        }
        let left = bytes.len() - at;
        let mut notes = Vec::new();
        if head.outline.start != self.outline.start {
            notes.push(format!(
                "{file} holds {}, which begins otherwise than {}: is that the game meant?",
                head.game, self.game
            ));
        }
        if crowded > 0 {
            notes.push(format!(
                "{file}: {crowded} positions have more men than {}; they are left out",
                self.game
            ));
        }
        if left > 0 {
            notes.push(format!(
                "{file}: {games} games; the {left} bytes after them begin with no whole game and are left out"
            ));
        }
        Ok(notes)
    }

    /// How many positions were left out for having more men than our start.
    fn add_game(&mut self, frame: Frame, shape: Shape, records: &[u8]) -> usize {
        self.tally.games += 1;
        let first = self.positions();
        let game: Vec<Record> =
            records.chunks_exact(shape.size()).filter_map(|bytes| shape.read(bytes)).collect();
        self.tally.positions += records.len() / shape.size();
        let mut crowded = 0;
        let scores = hindsight::scores(&game, self.choice.lambda);
        for (mut record, score) in game.into_iter().zip(scores) {
            if !self.choice.takes(&record) || !self.is_sound(&record) {
                continue;
            }
            record.score = score;
            crowded += usize::from(!self.shape.write(&record, &mut self.records));
        }
        let end = self.positions();
        if end > first {
            self.games.push(Game { lot: mixed(frame.game ^ mixed(frame.opening)), first, end });
        }
        crowded
    }

    /// Whether every man is one of the game's and each side has its king: the last kind.
    fn is_sound(&self, record: &Record) -> bool {
        let mut kings = [0; 2];
        for (kind, owner, _) in &record.men {
            kings[owner.index()] += usize::from(usize::from(*kind) == self.outline.king());
        }
        kings == [1, 1] && record.men.iter().all(|(kind, ..)| usize::from(*kind) < self.outline.kinds)
    }

    /// Positions that are of no game, for a game with that outline and name.
    ///
    /// # Errors
    /// There are too few or too many.
    pub fn of_records(outline: &Outline, game: &str, records: Vec<u8>) -> Result<Data, DataError> {
        let mut data = Data::new(outline, game, Choice { most_score: MATE_SCORE, first_ply: 0, lambda: 0.0 });
        data.records = records;
        let end = data.positions();
        let games = (0..end).step_by(BLOCK).zip(0..);
        data.games = games
            .map(|(first, number)| Game { lot: mixed(number), first, end: (first + BLOCK).min(end) })
            .collect();
        data.divide()?;
        Ok(data)
    }

    /// The records that are learned from.
    pub fn learned(&self) -> Vec<&[u8]> {
        self.training.iter().map(|place| self.record(*place)).collect()
    }

    /// Decides which games are kept aside: one in twenty-five, by their numbers, at least one.
    ///
    /// # Errors
    /// There are no two games.
    pub fn divide(&mut self) -> Result<Tally, DataError> {
        let (positions, games) = (self.positions(), self.games.len());
        if u32::try_from(positions).is_err() {
            return Err(DataError::TooMany);
        }
        let least = self.games.iter().map(|game| game.lot).min();
        let (Some(least), true) = (least, games >= 2) else {
            return Err(DataError::TooFew { read: self.tally.positions, positions, games });
        };
        let some = self.games.iter().any(|game| game.lot.is_multiple_of(KEPT_ASIDE));
        self.training.clear();
        self.validation.clear();
        for game in &self.games {
            let aside = if some { game.lot.is_multiple_of(KEPT_ASIDE) } else { game.lot == least };
            let part = if aside { &mut self.validation } else { &mut self.training };
            part.extend(game.first as u32..game.end as u32);
        }
        if self.training.is_empty() {
            return Err(DataError::TooFew { read: self.tally.positions, positions, games });
        }
        (self.tally.training, self.tally.validation) = (self.training.len(), self.validation.len());
        Ok(self.tally)
    }

    /// How many there were and how many were chosen.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Scores with results from 0 to 1, of the positions learned from.
    pub fn results(&self) -> impl Iterator<Item = (i16, f32)> {
        self.training.iter().map(|place| {
            let (_, score, result) = self.shape.verdict(self.record(*place));
            (score, f32::from(result) / 2.0)
        })
    }

    /// The board and men.
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// The game's name.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// A number that changes when the positions do.
    pub fn fingerprint(&self) -> u32 {
        crc32fast::hash(&self.records)
    }

    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    /// A record's bytes.
    #[inline]
    pub(super) fn record(&self, place: u32) -> &[u8] {
        let size = self.shape.size();
        let start = place as usize * size;
        self.records.get(start..start + size).unwrap_or_default()
    }

    fn positions(&self) -> usize {
        self.records.len() / self.shape.size()
    }
}
