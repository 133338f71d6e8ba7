//! Games played by the real rules, whose engine plays the moves it is given: for conversations in which it matters what
//! is played. With none left it thinks until it is told to stop.

use crossbeam_channel::Sender;
use lupa::board::Colour;
use lupa::engine::games::{Games, GamesError, built_in};
use lupa::engine::{Event, Notes, Refused, Session, Thought};
use lupa::position::{Ending, Move};
use lupa::rules::Variant;
use lupa::search::{Bound, Limits, Verdict};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

type Script = Arc<Mutex<VecDeque<String>>>;

/// The built-in games, played so.
pub struct Clerk {
    games: Arc<dyn Games>,
    script: Script,
}

impl Clerk {
    /// Moves as UCI writes them, apart by blanks; `-` is an answer without a move.
    pub fn games(script: &str) -> Arc<dyn Games> {
        let script = script.split_whitespace().map(str::to_owned).collect();
        let games = built_in().expect("the built-in games are sound");
        Arc::new(Clerk { games, script: Arc::new(Mutex::new(script)) })
    }
}

impl Games for Clerk {
    fn names(&self) -> Vec<String> {
        self.games.names()
    }

    fn find(&self, name: &str) -> Option<Arc<Variant>> {
        self.games.find(name)
    }

    fn castling_anywhere(&self, variant: &Variant) -> Option<Arc<Variant>> {
        self.games.castling_anywhere(variant)
    }

    fn open(&self, variant: &Variant, events: Sender<Event>) -> Result<Box<dyn Session>, Refused> {
        let inner = self.games.open(variant, events.clone())?;
        Ok(Box::new(Desk { inner, script: Arc::clone(&self.script), events, owed: false, pondering: false }))
    }

    fn with_text(&self, file: &str, text: &str) -> Result<Arc<dyn Games>, GamesError> {
        self.games.with_text(file, text)
    }
}

struct Desk {
    inner: Box<dyn Session>,
    script: Script,
    events: Sender<Event>,
    owed: bool,
    pondering: bool,
}

impl Desk {
    fn next(&self) -> Option<String> {
        self.script.lock().expect("nobody panics").pop_front()
    }

    fn answer(&mut self, text: Option<String>) {
        self.owed = false;
        let legal = self.inner.legal_moves();
        let best = text.or_else(|| legal.first().cloned()).filter(|text| legal.contains(text));
        self.events.send(Event::Best { best, ponder: None }).expect("the conversation listens");
    }

    fn play(&mut self) {
        if let Some(text) = self.next() {
            self.answer(Some(text));
        }
    }
}

impl Session for Desk {
    fn variant(&self) -> &Variant {
        self.inner.variant()
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<Notes, Refused> {
        self.inner.set_position(fen, moves)
    }

    fn set_position_to_count(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<Notes, Refused> {
        self.inner.set_position_to_count(fen, moves)
    }

    fn legal_among(&self, texts: &[&str]) -> Vec<Move> {
        self.inner.legal_among(texts)
    }

    fn legal_moves(&self) -> Vec<String> {
        self.inner.legal_moves()
    }

    fn read_move(&self, text: &str) -> Result<String, Refused> {
        self.inner.read_move(text)
    }

    fn ending(&self) -> Option<(Ending, Option<Colour>)> {
        self.inner.ending()
    }

    fn go(&mut self, limits: Limits) {
        self.owed = true;
        self.pondering = limits.ponder;
        let moves = self.inner.legal_moves().into_iter().take(1).collect();
        let thought = Thought {
            depth: 1,
            selective_depth: 1,
            rank: 1,
            verdict: Verdict::Centipawns(0),
            bound: Bound::Exact,
            chances: [0, 1000, 0],
            nodes: 1,
            elapsed: Duration::ZERO,
            table_fill: 0,
            moves,
        };
        self.events.send(Event::Thought(thought)).expect("the conversation listens");
        if !limits.infinite && !limits.ponder {
            self.play();
        }
    }

    fn stop(&mut self) {
        if self.owed {
            self.answer(None);
        }
    }

    fn ponder_hit(&mut self) {
        if std::mem::take(&mut self.pondering) {
            self.play();
        }
    }

    fn new_game(&mut self) {}

    fn set_hash(&mut self, _mebibytes: usize) {}

    fn set_net(&mut self, _: &str) -> Notes {
        Notes::new()
    }

    fn set_threads(&mut self, _threads: usize) {}

    fn fen(&self) -> String {
        self.inner.fen()
    }

    fn display(&self) -> String {
        self.inner.display()
    }

    fn evaluation(&self) -> String {
        self.inner.evaluation()
    }

    fn perft(&self, depth: u32, tell: &mut dyn FnMut(&str, u64)) -> u64 {
        self.inner.perft(depth, tell)
    }
}
