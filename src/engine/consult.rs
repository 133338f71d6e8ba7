//! One question, one answer: a session for those who ask about positions and do not hold a conversation.
//! Knows sessions and texts; prints nothing.

use super::games::Games;
use super::session::{Event, Notes, Refused, Session, Thought};
use crate::rules::Variant;
use crate::search::{Bound, Limits};
use crossbeam_channel::{Receiver, RecvTimeoutError, unbounded};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often a running search is asked whether it should be given up.
const LOOK: Duration = Duration::from_millis(20);

/// What is known of a position, the best line first. While a search runs some lines are a ply deeper than others.
#[derive(Clone, Debug, Default)]
pub struct Advice {
    /// Exact lines, by rank.
    pub lines: Vec<Thought>,
    /// The move to play; `None` while a search runs, or when there is none.
    pub best: Option<String>,
    /// The reply expected.
    pub ponder: Option<String>,
}

impl Advice {
    /// Takes in a line. One that is no more than a bound is kept only if nothing better is known.
    pub fn hear(&mut self, thought: Thought) {
        let index = thought.rank.saturating_sub(1);
        if index == self.lines.len() {
            self.lines.push(thought);
        } else if let Some(line) = self.lines.get_mut(index)
            && (thought.bound == Bound::Exact || line.bound != Bound::Exact)
        {
            *line = thought;
        }
    }

    /// Takes in whatever a session says; whether it was the end.
    pub fn listen(&mut self, event: Event) -> bool {
        match event {
            Event::Thought(thought) => self.hear(thought),
            Event::Current { .. } => {}
            Event::Best { best, ponder } => {
                (self.best, self.ponder) = (best, ponder);
                return true;
            }
        }
        false
    }
}

/// A session and its ear.
pub struct Consultant {
    session: Box<dyn Session>,
    events: Receiver<Event>,
}

impl Consultant {
    /// Sits down to a game, with a table of that many MiB and so many threads.
    ///
    /// # Errors
    /// The game cannot be opened: never so for a game whose definition was read.
    pub fn open(games: &dyn Games, variant: &Variant, hash: usize, threads: usize) -> Result<Self, Refused> {
        let (send, events) = unbounded();
        let mut session = games.open(variant, send)?;
        session.set_hash(hash);
        session.set_threads(threads);
        Ok(Consultant { session, events })
    }

    /// Thinks with so many threads from now on.
    pub fn set_threads(&mut self, threads: usize) {
        self.session.set_threads(threads);
    }

    /// Forgets everything, so that the next answer depends on the next question alone.
    pub fn forget(&mut self) {
        self.session.new_game();
    }

    /// Starts to think about the position that moves lead to; what is heard then is up to the caller.
    ///
    /// # Errors
    /// The FEN is no position.
    pub fn begin(&mut self, fen: &str, moves: &[&str], limits: Limits) -> Result<Notes, Refused> {
        let notes = self.session.set_position(Some(fen), moves)?;
        self.session.go(limits);
        Ok(notes)
    }

    /// Where a search that was begun is heard.
    pub fn events(&self) -> &Receiver<Event> {
        &self.events
    }

    /// Ends the search soon; its end is still heard.
    pub fn stop(&mut self) {
        self.session.stop();
    }

    /// Asks about the position that moves lead to and waits for the answer, telling each line as it is heard.
    /// When `stop` is set the answer comes early.
    ///
    /// # Errors
    /// The FEN is no position.
    pub fn ask(
        &mut self,
        fen: &str,
        moves: &[&str],
        limits: Limits,
        stop: &AtomicBool,
        see: &mut dyn FnMut(&Advice, &Thought),
    ) -> Result<Advice, Refused> {
        self.begin(fen, moves, limits)?;
        let mut advice = Advice::default();
        loop {
            if stop.load(Ordering::Relaxed) {
                self.session.stop();
            }
            match self.events.recv_timeout(LOOK) {
                Ok(event) => {
                    let thought =
                        if let Event::Thought(thought) = &event { Some(thought.clone()) } else { None };
                    if advice.listen(event) {
                        return Ok(advice);
                    }
                    if let Some(thought) = thought {
                        see(&advice, &thought);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(advice),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Verdict;

    fn thought(rank: usize, depth: u32, bound: Bound) -> Thought {
        Thought {
            depth,
            selective_depth: depth,
            rank,
            verdict: Verdict::Centipawns(0),
            bound,
            chances: [0, 1000, 0],
            nodes: 1,
            elapsed: Duration::ZERO,
            table_fill: 0,
            moves: Vec::new(),
        }
    }

    #[test]
    fn exact_lines_are_not_replaced_by_bounds() {
        let mut advice = Advice::default();
        advice.hear(thought(2, 1, Bound::Exact));
        assert!(advice.lines.is_empty(), "there is no second line without a first");
        for (rank, depth, bound) in
            [(1, 1, Bound::Lower), (1, 1, Bound::Exact), (2, 1, Bound::Exact), (1, 2, Bound::Upper)]
        {
            advice.hear(thought(rank, depth, bound));
        }
        let seen: Vec<_> = advice.lines.iter().map(|line| (line.rank, line.depth, line.bound)).collect();
        assert_eq!(seen, [(1, 1, Bound::Exact), (2, 1, Bound::Exact)]);
    }
}
