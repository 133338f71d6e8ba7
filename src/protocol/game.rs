//! The game on the desk: which one is wanted, the session that plays it, and the position last set.
//! Sessions are opened when first needed, so that a handshake costs nothing and two settings cost one opening.

use crate::engine::games::Games;
use crate::engine::nets;
use crate::engine::options::{Options, Setting};
use crate::engine::{Event, Notes, Session};
use crate::rules::Variant;
use crossbeam_channel::Sender;
use std::sync::Arc;

/// A position as the GUI gave it.
#[derive(Clone, Default)]
struct Given {
    fen: Option<String>,
    moves: Vec<String>,
}

/// The game on the desk.
pub struct Game {
    games: Arc<dyn Games>,
    events: Sender<Event>,
    name: String,
    wanted: Option<Arc<Variant>>,
    opened: Option<Arc<Variant>>,
    session: Option<Box<dyn Session>>,
    position: Given,
    hash: Option<u64>,
    threads: Option<u64>,
    net: Option<String>,
    /// What opening the session had to say and nobody has been told.
    notes: Notes,
}

impl Game {
    /// The game that the options ask for; no session yet.
    pub fn new(games: Arc<dyn Games>, options: &Options, events: Sender<Event>) -> Self {
        let mut game = Game {
            games,
            events,
            name: String::new(),
            wanted: None,
            opened: None,
            session: None,
            position: Given::default(),
            hash: None,
            threads: None,
            net: None,
            notes: Notes::new(),
        };
        game.choose(options);
        game
    }

    /// The games on offer.
    pub fn games(&self) -> Arc<dyn Games> {
        Arc::clone(&self.games)
    }

    /// Others are on offer from now on; the game wanted is chosen anew by [`Game::choose`].
    pub fn offer(&mut self, games: Arc<dyn Games>) {
        self.games = games;
    }

    /// The game that will be played next.
    pub fn wanted(&self) -> Option<&Variant> {
        self.wanted.as_deref()
    }

    /// The same, to keep.
    pub fn wanted_game(&self) -> Option<Arc<Variant>> {
        self.wanted.clone()
    }

    /// Takes note of the game that the options now ask for. Another game begins at its start position; another
    /// way to castle keeps the position.
    pub fn choose(&mut self, options: &Options) {
        let plain = self.games.find(options.text(Setting::Variant));
        let wanted = match &plain {
            Some(variant) if options.flag(Setting::Chess960) => {
                self.games.castling_anywhere(variant).or_else(|| plain.clone())
            }
            _ => plain,
        };
        if self.name != options.text(Setting::Variant) {
            self.name = options.text(Setting::Variant).to_owned();
            self.position = Given::default();
        }
        self.wanted = wanted;
    }

    /// The session, open, of the wanted game, at the position last given and with the sizes last set. What a person
    /// should know of that waits for [`Game::take_notes`].
    ///
    /// # Errors
    /// There is no such game, or it cannot be played.
    pub fn ready(&mut self, options: &Options) -> Result<&mut Box<dyn Session>, String> {
        let Some(wanted) = self.wanted.clone() else {
            return Err(format!("no game \"{}\" here", options.text(Setting::Variant)));
        };
        let current = self.session.is_some() && self.opened.as_ref().is_some_and(|opened| *opened == wanted);
        if !current {
            // The old session goes first: two tables need not fit into memory.
            self.session = None;
            (self.hash, self.threads) = (None, None);
            // A session begins with the net that comes with Lupa.
            self.net = Some(nets::BUILT_IN.to_owned());
            let opened = self.games.open(&wanted, self.events.clone());
            self.session = Some(opened.map_err(|refused| refused.to_string())?);
            self.opened = Some(wanted);
        }
        let Some(session) = self.session.as_mut() else {
            return Err("no session".to_owned());
        };
        let hash = options.number(Setting::Hash);
        if self.hash.replace(hash) != Some(hash) {
            session.set_hash(usize::try_from(hash).unwrap_or(usize::MAX));
        }
        let net = options.text(Setting::EvalFile);
        if self.net.as_deref() != Some(net) {
            self.notes.extend(session.set_net(net));
            self.net = Some(net.to_owned());
        }
        let threads = options.number(Setting::Threads);
        if self.threads.replace(threads) != Some(threads) {
            session.set_threads(usize::try_from(threads).unwrap_or(1));
        }
        if !current && (self.position.fen.is_some() || !self.position.moves.is_empty()) {
            self.notes.extend(set(session, &self.position).unwrap_or_else(|refused| {
                self.position = Given::default();
                vec![format!("{refused}; the start position stands")]
            }));
        }
        Ok(session)
    }

    /// What opening the session had to say, told once.
    pub fn take_notes(&mut self) -> Notes {
        std::mem::take(&mut self.notes)
    }

    /// Sets up a position and remembers it; notes on it are for a person.
    ///
    /// # Errors
    /// Refused, with a reason: the position before stands.
    pub fn set_position(
        &mut self,
        options: &Options,
        fen: Option<&str>,
        moves: &[&str],
    ) -> Result<Notes, String> {
        let session = self.ready(options)?;
        let notes = session.set_position(fen, moves).map_err(|refused| refused.to_string())?;
        self.position = Given {
            fen: fen.map(str::to_owned),
            moves: moves.iter().map(|text| (*text).to_owned()).collect(),
        };
        Ok(notes)
    }

    /// The session as it is, if one is open and here.
    pub fn session(&mut self) -> Option<&mut Box<dyn Session>> {
        self.session.as_mut()
    }

    /// Gives the session away, for work on another thread.
    pub fn lend(&mut self) -> Option<Box<dyn Session>> {
        self.session.take()
    }

    /// Takes it back, at whatever position, and sets it to the one last given.
    pub fn take_back(&mut self, mut session: Box<dyn Session>) {
        // The session took the same text before.
        if set(&mut session, &self.position).is_ok() {
            self.session = Some(session);
        }
    }
}

fn set(session: &mut Box<dyn Session>, given: &Given) -> Result<Notes, crate::engine::Refused> {
    let moves: Vec<&str> = given.moves.iter().map(String::as_str).collect();
    session.set_position(given.fen.as_deref(), &moves)
}
