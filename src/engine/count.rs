//! Perft through the door without a layout: on several threads, or in portions small enough to be given up.
//! Knows sessions and texts only; what a legal move is, the session says.

use super::games::Games;
use super::session::{Event, Notes, Refused, Session};
use crate::rules::Variant;
use crossbeam_channel::Sender;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// No count comes to an end that deep.
pub const DEEPEST: u32 = 100;
/// Depths up to this one are counted in one portion: well under a second in all but the wildest positions.
const PORTION: u32 = 4;

/// Why there is no count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Uncounted {
    /// It was given up on request.
    Stopped,
    /// The session did not take its own text back.
    Refused(Refused),
}

/// Counts the leaves of the session's position, telling each root move's share, until `stop` is set.
/// Afterwards the session may stand at any position.
///
/// # Errors
/// It was stopped, or the session refused a position that it had written itself.
pub fn perft(
    session: &mut dyn Session,
    depth: u32,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&str, u64),
) -> Result<u64, Uncounted> {
    match depth {
        0 => Ok(1),
        1..=PORTION => Ok(session.perft(depth, tell)),
        _ => {
            let fen = session.fen();
            let mut total = 0;
            for text in moves(session) {
                let count = below(session, &fen, &mut vec![text.clone()], depth - 1, stop)?;
                tell(&text, count);
                total += count;
            }
            Ok(total)
        }
    }
}

fn below(
    session: &mut dyn Session,
    fen: &str,
    path: &mut Vec<String>,
    depth: u32,
    stop: &AtomicBool,
) -> Result<u64, Uncounted> {
    if stop.load(Ordering::Relaxed) {
        return Err(Uncounted::Stopped);
    }
    let texts: Vec<&str> = path.iter().map(String::as_str).collect();
    session.set_position_to_count(Some(fen), &texts).map_err(Uncounted::Refused)?;
    if depth <= PORTION {
        return Ok(session.perft(depth, &mut |_, _| {}));
    }
    let mut total = 0;
    for text in moves(session) {
        path.push(text);
        let count = below(session, fen, path, depth - 1, stop);
        path.pop();
        total += count?;
    }
    Ok(total)
}

/// The legal moves, as text.
fn moves(session: &dyn Session) -> Vec<String> {
    let mut texts = Vec::new();
    session.perft(1, &mut |text, _| texts.push(text.to_owned()));
    texts
}

/// Several sessions of one game that share a count between them.
pub struct Counter {
    sessions: Vec<Box<dyn Session>>,
    fen: Option<String>,
}

impl Counter {
    /// One session for each thread, at least one.
    ///
    /// # Errors
    /// The game cannot be played.
    pub fn open(games: &dyn Games, variant: &Variant, threads: usize) -> Result<Self, Refused> {
        let sessions =
            (0..threads.max(1)).map(|_| games.open(variant, closed())).collect::<Result<_, _>>()?;
        Ok(Counter { sessions, fen: None })
    }

    /// Sets all of them to a position, the start for `None`.
    ///
    /// # Errors
    /// The FEN is no position of this game.
    pub fn set_position(&mut self, fen: Option<&str>) -> Result<Notes, Refused> {
        let mut notes = Vec::new();
        for session in &mut self.sessions {
            notes = session.set_position_to_count(fen, &[])?;
        }
        self.fen = fen.map(str::to_owned);
        Ok(notes)
    }

    /// Counts the leaves, telling each root move's share, in the session's order.
    ///
    /// # Errors
    /// A session refused its own text.
    pub fn count(&mut self, depth: u32, tell: &mut dyn FnMut(&str, u64)) -> Result<u64, Refused> {
        let Some(first) = self.sessions.first() else { return Ok(0) };
        if depth == 0 {
            return Ok(1);
        }
        if self.sessions.len() == 1 || depth == 1 {
            return Ok(first.perft(depth, tell));
        }
        let texts = moves(first.as_ref());
        let next = AtomicUsize::new(0);
        let (send, receive) = crossbeam_channel::unbounded();
        let fen = self.fen.as_deref();
        std::thread::scope(|scope| {
            for session in &mut self.sessions {
                let (send, next, texts) = (send.clone(), &next, &texts);
                scope.spawn(move || {
                    while let Some((index, text)) = {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        texts.get(index).map(|text| (index, text))
                    } {
                        let count = session
                            .set_position_to_count(fen, &[text])
                            .map(|_| session.perft(depth - 1, &mut |_, _| {}));
                        // The receiver outlives this scope.
                        let _ = send.send((index, count));
                    }
                });
            }
        });
        drop(send);
        let mut counts: Vec<_> = receive.iter().collect();
        counts.sort_by_key(|(index, _)| *index);
        for session in &mut self.sessions {
            session.set_position_to_count(fen, &[])?;
        }
        let mut total = 0;
        for ((_, count), text) in counts.into_iter().zip(&texts) {
            let count = count?;
            tell(text, count);
            total += count;
        }
        Ok(total)
    }
}

/// Where the events of a session that will never search go: nowhere.
fn closed() -> Sender<Event> {
    crossbeam_channel::bounded(0).0
}
