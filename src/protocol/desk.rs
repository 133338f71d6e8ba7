//! What both dialects work with: the settings, the game, the search that runs, and the one console.
//! Does what a dialect has understood; knows no dialect and prints only what it is given.

use super::console::Console;
use super::game::Game;
use super::handicap::Handicap;
use super::work::{Progress, Work};
use crate::engine::games::{Games, with_file};
use crate::engine::genfens::Order;
use crate::engine::options::{Options, Setting};
use crate::engine::{Event, Session};
use crate::search::Limits;
use crossbeam_channel::{Receiver, Sender, unbounded};
use std::sync::Arc;

/// A search under way.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// Whether it waits for a ponder hit.
    pub pondering: bool,
    /// Whether it has said what the position is worth.
    pub spoke: bool,
    /// Whether it has been told to end.
    pub stopping: bool,
}

/// What keeps the session.
enum Activity {
    Idle,
    Searching(Search),
    Working(Work),
}

/// The desk.
pub struct Desk {
    /// The settings.
    pub options: Options,
    /// The game and its session. While a search runs, only stop and ponder hit may go to the session.
    pub game: Game,
    /// Where lines go out.
    pub console: Console,
    /// The games on offer before any that a GUI has us read.
    shelf: Arc<dyn Games>,
    activity: Activity,
    handicap: Option<Handicap>,
    leaving: bool,
    events: Receiver<Event>,
    progress: (Sender<Progress>, Receiver<Progress>),
}

impl Desk {
    /// A desk with every setting at its default, and idle.
    pub fn new(games: Arc<dyn Games>, console: Console) -> Self {
        let options = Options::new(&games.names());
        let (send, events) = unbounded();
        let game = Game::new(Arc::clone(&games), &options, send);
        Desk {
            options,
            game,
            console,
            shelf: games,
            activity: Activity::Idle,
            handicap: None,
            leaving: false,
            events,
            progress: unbounded(),
        }
    }

    /// Offers the games of the files that the options name, beside those of the start and in place of other files'.
    /// Several are written as in `PATH`. Returns the names of those that are offered beside the start's.
    ///
    /// # Errors
    /// One line: which file cannot be read or is faulty. The games offered before stay.
    pub fn read_games(&mut self) -> Result<Vec<String>, String> {
        let mut games = Arc::clone(&self.shelf);
        for path in std::env::split_paths(self.options.text(Setting::VariantPath)) {
            if path.as_os_str().is_empty() {
                continue;
            }
            // Nobody may ever write to a pipe.
            if path.exists() && !path.is_file() {
                return Err(format!("{}: cannot read these games: no plain file", path.display()));
            }
            games = with_file(games.as_ref(), &path).map_err(|error| error.to_string())?;
        }
        let names = games.names();
        let added = names.iter().filter(|name| games.find(name) != self.shelf.find(name)).cloned().collect();
        self.options.offer(&names);
        self.game.offer(games);
        Ok(added)
    }

    /// Where the session's events come in.
    pub fn events(&self) -> &Receiver<Event> {
        &self.events
    }

    /// Where the work's lines come in.
    pub fn progress(&self) -> &Receiver<Progress> {
        &self.progress.1
    }

    /// Says lines.
    pub fn say(&mut self, text: &str) {
        self.console.say(text);
    }

    /// Whether the session waits for us.
    pub fn idle(&self) -> bool {
        matches!(self.activity, Activity::Idle)
    }

    /// Whether a count or a bench runs.
    pub fn working(&self) -> bool {
        matches!(self.activity, Activity::Working(_))
    }

    /// The search under way.
    pub fn search(&mut self) -> Option<&mut Search> {
        if let Activity::Searching(search) = &mut self.activity { Some(search) } else { None }
    }

    /// Notes that the conversation is over.
    pub fn leave(&mut self) {
        self.leaving = true;
    }

    /// Whether the conversation is over, by word or because nobody listens.
    pub fn left(&self) -> bool {
        self.leaving || self.console.broken()
    }

    /// Opens the session, with the sizes set last.
    ///
    /// # Errors
    /// Why there is none, for a person. Call only while idle.
    pub fn ready(&mut self) -> Result<&mut Box<dyn Session>, String> {
        self.game.ready(&self.options)
    }

    /// Starts a search within those limits; lines and overhead are the settings'.
    ///
    /// # Errors
    /// Why there is none. Call only while idle.
    pub fn start_search(&mut self, mut limits: Limits) -> Result<(), String> {
        limits.lines = usize::try_from(self.options.number(Setting::MultiPv)).unwrap_or(1).max(1);
        limits.overhead = std::time::Duration::from_millis(self.options.number(Setting::MoveOverhead));
        let pondering = limits.ponder;
        self.handicap = Handicap::new(&self.options, &limits);
        if let Some(handicap) = &mut self.handicap {
            limits = handicap.limits(limits);
        }
        let session = self.game.ready(&self.options)?;
        session.go(limits);
        self.activity = Activity::Searching(Search { pondering, spoke: false, stopping: false });
        Ok(())
    }

    /// Tells the search or the work to end soon. Nothing happens while idle.
    pub fn stop(&mut self) {
        match &mut self.activity {
            Activity::Idle => {}
            Activity::Searching(search) => {
                if !search.stopping {
                    search.stopping = true;
                    if let Some(session) = self.game.session() {
                        session.stop();
                    }
                }
            }
            Activity::Working(work) => work.stop(),
        }
    }

    /// Turns a pondering search into a timed one. Nothing happens otherwise.
    pub fn ponder_hit(&mut self) {
        if let Activity::Searching(search) = &mut self.activity
            && search.pondering
        {
            search.pondering = false;
            if let Some(session) = self.game.session() {
                session.ponder_hit();
            }
        }
    }

    /// What is to be told of what the search says.
    pub fn temper(&mut self, event: Event) -> Vec<Event> {
        match &mut self.handicap {
            Some(handicap) => handicap.hear(event),
            None => vec![event],
        }
    }

    /// Notes that the search has given its answer.
    pub fn search_ended(&mut self) {
        self.activity = Activity::Idle;
    }

    /// Starts to count leaves.
    ///
    /// # Errors
    /// Why not. Call only while idle.
    pub fn start_count(&mut self, depth: u32) -> Result<(), String> {
        self.game.ready(&self.options)?;
        let session = self.game.lend().ok_or_else(|| "no session".to_owned())?;
        let work = Work::count(session, depth, self.progress.0.clone()).map_err(|error| error.to_string())?;
        self.activity = Activity::Working(work);
        Ok(())
    }

    /// Starts the bench.
    ///
    /// # Errors
    /// Why not. Call only while idle.
    pub fn start_bench(&mut self, depth: u32) -> Result<(), String> {
        let work = Work::bench(self.game.games(), depth, self.progress.0.clone())
            .map_err(|error| error.to_string())?;
        self.activity = Activity::Working(work);
        Ok(())
    }

    /// Starts to make openings.
    ///
    /// # Errors
    /// Why not. Call only while idle.
    pub fn start_genfens(&mut self, order: Order) -> Result<(), String> {
        let variant = self.game.wanted_game().ok_or_else(|| "no such game".to_owned())?;
        let progress = self.progress.0.clone();
        let work = Work::openings(self.game.games(), variant, order, progress)?;
        self.activity = Activity::Working(work);
        Ok(())
    }

    /// Takes what the work sends.
    pub fn take_progress(&mut self, progress: Progress) {
        match progress {
            Progress::Line(line) => self.say(&line),
            Progress::Done(session) => {
                if let Some(session) = session {
                    self.game.take_back(session);
                }
                self.activity = Activity::Idle;
            }
        }
    }
}
