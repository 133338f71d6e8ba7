//! A match: games handed to workers, results gathered, a test that may end it early. Knows no terminal.

use super::adjudicate::Judge;
use super::archive::{Archive, ArchiveError};
use super::opening::Opening;
use super::play::{PlayedGame, Seat, Table};
use super::schedule::{Pairing, Schedule};
use super::spec::EngineSpec;
use super::sprt::{Sprt, State};
use super::tally::{Finished, Tally};
use super::uci::{Engine, Patience, StartError};
use crate::board::PerColour;
use crate::engine::shard::Shard;
use crate::position::{AnyGame, FenError};
use crossbeam_channel::{Sender, unbounded};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use thiserror::Error;

/// Everything that makes up a match.
pub struct Match {
    /// What the PGN tag `Event` says.
    pub event: String,
    /// The engines, at least two, each with a name of its own.
    pub engines: Vec<Arc<EngineSpec>>,
    /// The game, at its start.
    pub start: AnyGame,
    /// Where games begin, at least one.
    pub openings: Vec<Opening>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Which of the pairs of games are played here.
    pub shard: Shard,
    /// When scores end a game.
    pub judge: Judge,
    /// Plies after which a game is drawn.
    pub max_plies: Option<usize>,
    /// What a clock may be overstepped by.
    pub margin: Duration,
    /// How long engines are waited for.
    pub patience: Patience,
    /// Games at a time.
    pub concurrency: NonZeroUsize,
    /// What may end a match of two engines early.
    pub sprt: Option<Sprt>,
}

/// Why a match cannot go on.
#[derive(Debug, Error)]
pub enum MatchError {
    /// Its games cannot be kept.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// An engine cannot take part.
    #[error(transparent)]
    Start(#[from] StartError),
    /// An opening is none.
    #[error("an opening cannot be set up: {0}")]
    Opening(#[from] FenError),
}

/// Why a match has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// All games are played.
    Complete,
    /// The test has decided.
    Decided(State),
    /// Somebody wanted it to.
    Interrupted,
}

/// Told what happens.
pub trait Observer {
    /// A game has ended and is counted.
    fn finished(&mut self, game: &Finished, tally: &Tally);
}

impl Match {
    /// The numbers of the games played here.
    fn own_games(&self) -> impl Iterator<Item = usize> {
        // Two games in a row are a pair, and stay together.
        (0..self.schedule.games()).filter(|game| self.shard.has(*game as u64 / 2))
    }

    /// How many games are played here.
    pub fn games(&self) -> usize {
        self.own_games().count()
    }

    /// How many of those are in a tally, which may hold others' too.
    pub fn played(&self, tally: &Tally) -> usize {
        self.own_games().filter(|game| tally.has(*game)).count()
    }

    /// The logarithm of the test's likelihood ratio, if there is a test.
    pub fn ratio(&self, tally: &Tally) -> Option<f64> {
        self.sprt.map(|sprt| sprt.of_pairs(&tally.meeting(0, 1).1))
    }

    fn decided(&self, tally: &Tally) -> State {
        match (self.sprt, self.ratio(tally)) {
            (Some(sprt), Some(ratio)) => sprt.state(ratio),
            _ => State::Open,
        }
    }
}

/// Starts each engine once, so that what is wrong with one is known before the first game.
/// What they say of options that are texts is returned, a line each.
///
/// # Errors
/// An engine cannot take part.
pub fn check_engines(of: &Match, stop: &AtomicBool) -> Result<Vec<String>, StartError> {
    let mut remarks = Vec::new();
    for spec in &of.engines {
        let engine = Engine::start(spec, of.start.variant(), of.patience, stop)?;
        remarks.extend(engine.remarks().iter().map(|remark| format!("{} says: {remark}", spec.name)));
        engine.quit();
    }
    Ok(remarks)
}

/// Plays what is left of a match. `stop` ends it: games in play are given up, finished ones are kept.
///
/// # Errors
/// A game cannot be kept, or an opening is none. Games in play are given up.
pub fn run(
    of: &Match,
    tally: &mut Tally,
    mut archive: Option<&mut Archive>,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<Stopped, MatchError> {
    let left: Vec<Pairing> = of
        .own_games()
        .filter(|game| !tally.has(*game))
        .filter_map(|game| of.schedule.pairing(game))
        .collect();
    let decided = of.decided(tally);
    if decided != State::Open {
        return Ok(Stopped::Decided(decided));
    }
    let next = AtomicUsize::new(0);
    // Ends the workers; `stop` alone belongs to others.
    let halt = AtomicBool::new(false);
    let (send, results) = unbounded();
    let result = std::thread::scope(|scope| {
        for _ in 0..of.concurrency.get().min(left.len()) {
            let (send, left, next, halt) = (send.clone(), &left, &next, &halt);
            scope.spawn(move || work(of, left, next, halt, &send));
        }
        drop(send);
        let mut outcome = Ok(Stopped::Complete);
        loop {
            if stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
            let (pairing, game) = match results.recv_timeout(Duration::from_millis(50)) {
                Ok(message) => message,
                Err(crossbeam_channel::RecvTimeoutError::Timeout) => continue,
                Err(crossbeam_channel::RecvTimeoutError::Disconnected) => return outcome,
            };
            if outcome.is_err() {
                continue;
            }
            let counted = keep(of, tally, archive.as_deref_mut(), pairing, game);
            match counted {
                Ok(finished) => {
                    observer.finished(&finished, tally);
                    let decided = of.decided(tally);
                    if matches!(outcome, Ok(Stopped::Complete)) && decided != State::Open {
                        outcome = Ok(Stopped::Decided(decided));
                        halt.store(true, Ordering::Relaxed);
                    }
                }
                Err(error) => {
                    outcome = Err(error);
                    halt.store(true, Ordering::Relaxed);
                }
            }
        }
    })?;
    Ok(match result {
        Stopped::Complete if of.played(tally) < of.games() => Stopped::Interrupted,
        result => result,
    })
}

type Message = (Pairing, Result<PlayedGame, FenError>);

fn keep(
    of: &Match,
    tally: &mut Tally,
    archive: Option<&mut Archive>,
    pairing: Pairing,
    game: Result<PlayedGame, FenError>,
) -> Result<Finished, MatchError> {
    let game = game?;
    if let Some(archive) = archive {
        archive.append(&of.record(pairing, &game))?;
    }
    let finished = Finished {
        pairing,
        result: game.closing.result,
        termination: game.closing.termination,
        reason: game.closing.reason,
        plies: game.moves.len(),
        faults: game.faults,
    };
    tally.add(&finished);
    Ok(finished)
}

/// Plays games until there are none left or the match ends. Keeps the engines of one game for the next.
fn work(of: &Match, left: &[Pairing], next: &AtomicUsize, halt: &AtomicBool, results: &Sender<Message>) {
    let table = Table {
        start: &of.start,
        judge: &of.judge,
        max_plies: of.max_plies,
        margin: of.margin,
        patience: of.patience,
        stop: halt,
    };
    let mut seats: Vec<(usize, Seat)> = Vec::new();
    while !halt.load(Ordering::Relaxed)
        && let Some(pairing) = left.get(next.fetch_add(1, Ordering::Relaxed))
    {
        for (engine, mut seat) in
            seats.extract_if(.., |(engine, _)| ![pairing.white, pairing.black].contains(engine))
        {
            log::debug!("engine {engine} leaves");
            seat.leave();
        }
        let (Some(white), Some(black)) =
            (take_seat(of, &mut seats, pairing.white), take_seat(of, &mut seats, pairing.black))
        else {
            return;
        };
        let (mut white, mut black) = (white, black);
        let game = match of.openings.get(pairing.opening) {
            Some(opening) => table.play(opening, PerColour([&mut white, &mut black])),
            None => return,
        };
        seats.push((pairing.white, white));
        seats.push((pairing.black, black));
        match game {
            // Nobody listens any more once the match is over.
            Ok(Some(game)) => drop(results.send((*pairing, Ok(game)))),
            Ok(None) => break,
            Err(error) => drop(results.send((*pairing, Err(error)))),
        }
    }
    for (_, mut seat) in seats {
        seat.leave();
    }
}

fn take_seat(of: &Match, seats: &mut Vec<(usize, Seat)>, engine: usize) -> Option<Seat> {
    match seats.iter().position(|(taken, _)| *taken == engine) {
        Some(place) => Some(seats.swap_remove(place).1),
        None => Some(Seat::new(Arc::clone(of.engines.get(engine)?))),
    }
}
