//! What a file of self-play games holds, in numbers. Knows records; prints nothing.

use super::{Reader, SelfPlayError};
use crate::board::Colour;
use crate::learn::record::MATE_SCORE;

/// Hundredths of a pawn in a bar of the score histogram.
pub const BAR: i32 = 100;
/// Bars on either side of level; the last holds everything beyond.
pub const BARS: usize = 10;

/// Counts over all games of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Games.
    pub games: u64,
    /// Positions.
    pub positions: u64,
    /// Games won by White, drawn, and won by Black.
    pub results: [u64; 3],
    /// Plies of the shortest and the longest game.
    pub plies: (u64, u64),
    /// Positions with so many men.
    pub men: Vec<u64>,
    /// Positions by score to the side to move, from far behind to far ahead, mates apart.
    pub scores: [u64; 2 * BARS],
    /// Positions with a mate found.
    pub mates: u64,
    /// Positions in check.
    pub checks: u64,
    /// Positions whose move captures or promotes.
    pub noisy: u64,
    /// Moves played by chance.
    pub random: u64,
    /// Castlings by White and by Black, and games with any.
    pub castlings: [u64; 2],
    /// Games in which somebody castled.
    pub castled_games: u64,
}

impl Stats {
    /// Counts a file to its end.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn of(reader: &mut Reader) -> Result<Stats, SelfPlayError> {
        let shape = reader.shape;
        let mut stats = Stats { plies: (u64::MAX, 0), ..Stats::default() };
        while let Some((frame, records)) = reader.next()? {
            stats.games += 1;
            let plies = u64::from(frame.records);
            stats.plies = (stats.plies.0.min(plies), stats.plies.1.max(plies));
            let mut castled = false;
            for (place, record) in
                records.chunks(shape.size()).filter_map(|bytes| shape.read(bytes)).enumerate()
            {
                let white_wins =
                    if record.turn == Colour::White { record.result } else { 2 - record.result.min(2) };
                if place == 0 {
                    stats.results[usize::from(2 - white_wins.min(2))] += 1;
                }
                stats.positions += 1;
                if stats.men.len() <= record.men.len() {
                    stats.men.resize(record.men.len() + 1, 0);
                }
                stats.men[record.men.len()] += 1;
                stats.checks += u64::from(record.in_check);
                stats.noisy += u64::from(record.noisy);
                stats.random += u64::from(record.random);
                stats.castlings[record.turn.index()] += u64::from(record.castles);
                castled |= record.castles;
                if record.score.unsigned_abs() >= MATE_SCORE.unsigned_abs() {
                    stats.mates += 1;
                } else {
                    let bar = i32::from(record.score).div_euclid(BAR) + BARS as i32;
                    stats.scores[bar.clamp(0, 2 * BARS as i32 - 1) as usize] += 1;
                }
            }
            stats.castled_games += u64::from(castled);
        }
        if stats.games == 0 {
            stats.plies.0 = 0;
        }
        Ok(stats)
    }
}
