//! Self-play: games an engine plays against itself to learn from. Knows games, searches and its own files; prints
//! nothing.
//!
//! A game is a pure function of the terms and its number, so that runs can be gone on with, split among machines and
//! repeated; but two games of a file never begin with the same position: the one that comes second draws again, and
//! which one that is depends on who was faster.

mod opening;
mod player;
mod stats;
mod store;
mod terms;

pub use player::{Missed, Played, Player};
pub use stats::{BAR, BARS, Stats};
pub use store::{Joined, Reader, Store, game_of, merge};
pub use terms::Terms;

use super::record::RecordError;
use crate::board::{Large, Layout, Small};
use crate::engine::nets;
use crate::engine::shard::Shard;
use crate::engine::system::reason;
use crate::learn::record::Head;
use crate::position::Rules;
use crate::rules::Variant;
use player::Seat;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;

/// Why there are no self-play games.
#[derive(Debug, Error)]
pub enum SelfPlayError {
    /// A file cannot be read or written.
    #[error("{}: {}", path.display(), reason(.error))]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// It holds something else.
    #[error("{}: {error}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: RecordError,
    },
    /// It holds games that are not to be mixed with these.
    #[error("{} holds {theirs}: give the same or another file", path.display())]
    OtherTerms {
        /// The file.
        path: PathBuf,
        /// What it holds.
        theirs: String,
    },
    /// Somebody else is writing it.
    #[error("{} is being written by another run: wait for that one, or give another file", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// Something in the middle of it is not what was written.
    #[error(
        "{} is damaged after its first {games} games; `lupa selfplay merge --out NEW {}` keeps those",
        path.display(), path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Whole games before the damage.
        games: u64,
    },
    /// The game cannot be played.
    #[error("{0}")]
    Game(String),
    /// Somebody wanted it to end.
    #[error("stopped; nothing was written")]
    Stopped,
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Games in the file.
    pub games: u64,
    /// Of them those that were asked for.
    pub own: u64,
    /// Records in the file.
    pub records: u64,
}

/// A player of a game on the smallest layout with room for it.
///
/// # Errors
/// No layout has room.
fn sit_down(variant: &Arc<Variant>, terms: &Terms) -> Result<(Box<dyn Player>, String), SelfPlayError> {
    if let Ok(rules) = Rules::<Small>::new(Arc::clone(variant)) {
        return seat(rules, terms);
    }
    let rules =
        Rules::<Large>::new(Arc::clone(variant)).map_err(|error| SelfPlayError::Game(error.to_string()))?;
    seat(rules, terms)
}

/// A player with the evaluation its terms name, and what that is: it must be the same wherever games are mixed.
fn seat<L: Layout>(rules: Rules<L>, terms: &Terms) -> Result<(Box<dyn Player>, String), SelfPlayError> {
    let (evaluator, _) = nets::evaluator(&Arc::new(rules), &terms.net).map_err(SelfPlayError::Game)?;
    let name = match evaluator.net() {
        Some(net) => format!("net {:08x}", net.checksum()),
        None => "by hand".to_owned(),
    };
    Ok((Box::new(Seat::new(evaluator, terms.clone())), name))
}

/// What a run came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended {
    /// How far it came.
    pub progress: Progress,
    /// The openings of the games that could not be played.
    pub missed: Missed,
}

/// Plays the games numbered below `games` that are this shard's and not yet in the file, on so many threads, and appends
/// each as it ends. `tell` hears of each. Told to stop, it drops the games in play.
///
/// # Errors
/// The file cannot be used, or the game cannot be played.
pub fn run(
    variant: &Arc<Variant>,
    terms: &Terms,
    (games, shard): (u64, Shard),
    threads: usize,
    path: &Path,
    stop: &AtomicBool,
    tell: &(dyn Fn(Progress) + Sync),
) -> Result<Ended, SelfPlayError> {
    let (first, evaluation) = sit_down(variant, terms)?;
    let mut players = vec![first];
    for _ in 1..threads {
        players.push(sit_down(variant, terms)?.0);
    }
    let head = Head::of(variant, terms.seed, terms.nodes, terms.to_line(&evaluation));
    let store = Store::open(path, &head)?;
    let asked = |game: &u64| *game < games && shard.has(*game);
    let done = store.games.clone();
    let others = done.iter().filter(|game| !asked(game)).count();
    let progress = |store: &Store| Progress {
        games: store.games.len() as u64,
        own: (store.games.len() - others) as u64,
        records: store.records,
    };
    tell(progress(&store));
    let next = AtomicU64::new(0);
    // The first of those left that is this shard's and not there.
    let draw = || {
        let numbers = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
        numbers.take_while(|game| *game < games).find(|game| shard.has(*game) && !done.contains(game))
    };
    let missed = Mutex::new(Missed::default());
    let store = Mutex::new(store);
    let failed = Mutex::new(None);
    std::thread::scope(|scope| {
        for player in &mut players {
            let (draw, missed, store, failed) = (&draw, &missed, &store, &failed);
            scope.spawn(move || {
                while let Some(game) = draw() {
                    let is_new = |opening| {
                        store.lock().unwrap_or_else(PoisonError::into_inner).openings.insert(opening)
                    };
                    let played = player.play(game, &is_new, stop);
                    let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
                    // Nothing comes after a game that could not be written.
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let played = match played {
                        Ok(played) => played,
                        Err(more) => {
                            *missed.lock().unwrap_or_else(PoisonError::into_inner) += more;
                            continue;
                        }
                    };
                    if let Err(error) = store.append(played.game, played.opening, &played.records) {
                        *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                        stop.store(true, Ordering::Relaxed);
                        return;
                    }
                    tell(progress(&store));
                }
            });
        }
    });
    if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let store = store.into_inner().unwrap_or_else(PoisonError::into_inner);
    let missed = missed.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Ended { progress: progress(&store), missed })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::net::Outline;
    use crate::rules::Library;

    fn terms() -> Terms {
        Terms { seed: 3, nodes: 60, plies: 4, noise: 5, lopsided: 700, hash: 1, net: "none".into() }
    }

    fn play(games: u64, shard: Shard, threads: usize, path: &Path) -> Progress {
        let variant = Library::builtin().unwrap().find("lecce").unwrap();
        let stop = AtomicBool::new(false);
        run(&variant, &terms(), (games, shard), threads, path, &stop, &|_| {}).unwrap().progress
    }

    /// Every game of a file by its number.
    fn games(path: &Path) -> std::collections::BTreeMap<u64, Vec<u8>> {
        let outline = Outline::of(&Library::builtin().unwrap().find("lecce").unwrap());
        let mut reader = Reader::open(path, &outline, "lecce").unwrap();
        let mut games = std::collections::BTreeMap::new();
        while let Some((frame, records)) = reader.next().unwrap() {
            games.insert(frame.game, records.to_vec());
        }
        games
    }

    #[test]
    fn games_depend_on_terms_and_number_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        play(6, Shard::WHOLE, 1, &path("one"));
        play(6, Shard::WHOLE, 2, &path("two"));
        let progress = play(3, Shard::WHOLE, 2, &path("resumed"));
        assert_eq!(progress.games, 3);
        play(6, Shard::WHOLE, 2, &path("resumed"));
        let one = games(&path("one"));
        assert_eq!(one.len(), 6);
        assert_eq!(one, games(&path("two")));
        assert_eq!(one, games(&path("resumed")));
        let mut shards = games(&{
            play(6, "1/2".parse().unwrap(), 1, &path("first"));
            path("first")
        });
        play(6, "2/2".parse().unwrap(), 1, &path("second"));
        shards.extend(games(&path("second")));
        assert_eq!(one, shards);
    }

    #[test]
    fn results_are_those_of_the_side_to_move() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        play(8, Shard::WHOLE, 2, &path);
        let shape = crate::learn::record::Shape::of(&Outline::of(
            &Library::builtin().unwrap().find("lecce").unwrap(),
        ));
        let mut decided = 0;
        for records in games(&path).values() {
            let records: Vec<_> =
                records.chunks(shape.size()).map(|bytes| shape.read(bytes).unwrap()).collect();
            let white = |record: &crate::learn::record::Record| match record.turn {
                crate::board::Colour::White => record.result,
                crate::board::Colour::Black => 2 - record.result,
            };
            assert!(records.iter().all(|record| white(record) == white(&records[0])));
            assert!((0u16..).zip(&records).all(|(ply, record)| record.ply == ply));
            let last = records.last().unwrap();
            if last.result != 1 && last.score.abs() > 500 {
                decided += 1;
                assert_eq!(last.score > 0, last.result == 2, "{last:?}");
            }
        }
        assert!(decided > 0);
    }
}
