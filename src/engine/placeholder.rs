//! A session that cannot play: it stands in until there is an engine behind the door, so that names, settings and
//! handshakes can be tried. It refuses every position and has no move.

use super::session::{Event, Notes, Refused, Session};
use crate::position::Move;
use crate::rules::Variant;
use crate::search::Limits;
use crossbeam_channel::Sender;

/// The session.
pub struct Placeholder {
    variant: Variant,
    events: Sender<Event>,
    owed: bool,
}

impl Placeholder {
    /// Of that game.
    pub fn new(variant: &Variant, events: Sender<Event>) -> Self {
        Placeholder { variant: variant.clone(), events, owed: false }
    }

    fn answer(&mut self) {
        if std::mem::take(&mut self.owed) {
            // Nobody may be listening.
            let _ = self.events.send(Event::Best { best: None, ponder: None });
        }
    }
}

impl Session for Placeholder {
    fn variant(&self) -> &Variant {
        &self.variant
    }

    fn set_position(&mut self, _fen: Option<&str>, _moves: &[&str]) -> Result<Notes, Refused> {
        Err(Refused(format!("{} cannot be played yet", self.variant.name)))
    }

    fn legal_among(&self, _texts: &[&str]) -> Vec<Move> {
        Vec::new()
    }

    fn go(&mut self, limits: Limits) {
        self.owed = true;
        if !limits.infinite && !limits.ponder {
            self.answer();
        }
    }

    fn stop(&mut self) {
        self.answer();
    }

    fn ponder_hit(&mut self) {
        self.answer();
    }

    fn new_game(&mut self) {}

    fn set_hash(&mut self, _mebibytes: usize) {}

    fn set_threads(&mut self, _threads: usize) {}

    fn fen(&self) -> String {
        self.variant.start.clone()
    }

    fn display(&self) -> String {
        self.variant.start.clone()
    }

    fn evaluation(&self) -> String {
        "nothing to evaluate with yet".to_owned()
    }

    fn perft(&self, _depth: u32, _tell: &mut dyn FnMut(&str, u64)) -> u64 {
        0
    }
}
