//! The games on offer, and how to sit down to one: the seam between those who talk (protocols, the command line,
//! the arena) and those who play. Knows names, sessions and users' files; knows no layout.

use super::session::{Event, Refused, Session};
use super::system::reason;
use crate::rules::{Library, RulesError, Variant};
use crossbeam_channel::Sender;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// No file of definitions is larger, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// The games an engine plays.
pub trait Games: Send + Sync {
    /// Their names, in the order people should read them.
    fn names(&self) -> Vec<String>;
    /// The game with that name or alias, in any case; `chess960` and `fischerandom` are chess with its castling men
    /// anywhere.
    fn find(&self, name: &str) -> Option<Arc<Variant>>;
    /// The same game with its castling men anywhere on their rank, where that makes sense (`UCI_Chess960`).
    fn castling_anywhere(&self, variant: &Variant) -> Option<Arc<Variant>>;
    /// A session of that game, at its start position. Its events go to `events`. It should be quick: a session
    /// that gets its table size by [`Session::set_hash`] need not make a table before. Nobody may be listening:
    /// events that cannot be sent are lost in silence.
    ///
    /// # Errors
    /// The game cannot be played: its start position leaves a king to be taken.
    fn open(&self, variant: &Variant, events: Sender<Event>) -> Result<Box<dyn Session>, Refused>;
    /// These games and those that a text defines; one that came from such a text before is replaced. `file` is only
    /// for messages.
    ///
    /// # Errors
    /// A definition is faulty, or a game's start position cannot be played. The error names file and place.
    fn with_text(&self, file: &str, text: &str) -> Result<Arc<dyn Games>, GamesError>;
}

/// What starts a session: the game, and where its events go.
pub type Opener = Arc<dyn Fn(&Variant, Sender<Event>) -> Result<Box<dyn Session>, Refused> + Send + Sync>;

/// The games of a library, played by whatever an opener opens.
pub struct Shelf {
    library: Library,
    open: Opener,
}

impl Shelf {
    /// Those games, opened so.
    pub fn new(library: Library, open: Opener) -> Self {
        Shelf { library, open }
    }
}

impl Games for Shelf {
    fn names(&self) -> Vec<String> {
        self.library.names().map(str::to_owned).collect()
    }

    fn find(&self, name: &str) -> Option<Arc<Variant>> {
        self.library.find(name)
    }

    fn castling_anywhere(&self, variant: &Variant) -> Option<Arc<Variant>> {
        variant.with_castling_anywhere().map(Arc::new)
    }

    fn open(&self, variant: &Variant, events: Sender<Event>) -> Result<Box<dyn Session>, Refused> {
        (self.open)(variant, events)
    }

    fn with_text(&self, file: &str, text: &str) -> Result<Arc<dyn Games>, GamesError> {
        let mut library = self.library.clone();
        for name in library.read(file, text)? {
            // What only a board can tell: whether the start position leaves a king to be taken.
            if let Some(variant) = library.find(&name) {
                self.open(&variant, crossbeam_channel::bounded(0).0).map_err(|refused| {
                    let header = |line: &str| line.trim_start().strip_prefix('[').map(str::to_owned);
                    let is_own =
                        |header: String| header.split([':', ']']).next().map(str::trim) == Some(&name);
                    let begins = |line: &str| header(line).is_some_and(is_own);
                    let line = text.lines().position(begins).map_or(1, |index| index + 1);
                    GamesError::Unplayable { file: file.to_owned(), line, game: name.clone(), refused }
                })?;
            }
        }
        Ok(Arc::new(Shelf::new(library, Arc::clone(&self.open))))
    }
}

/// The built-in games.
///
/// # Errors
/// Their definitions are faulty; a test proves that they are not.
pub fn built_in() -> Result<Arc<dyn Games>, GamesError> {
    Ok(Arc::new(Shelf::new(Library::builtin()?, Arc::new(super::open))))
}

/// Some games and those that a user's file defines.
///
/// # Errors
/// As [`Games::with_text`], or the file cannot be read.
pub fn with_file(games: &dyn Games, path: &Path) -> Result<Arc<dyn Games>, GamesError> {
    let file = path.display().to_string();
    let failed = |why| GamesError::Unreadable { file: file.clone(), why };
    let read = || {
        // A pipe will do, but what never ends must not fill the memory.
        let mut text = String::new();
        std::fs::File::open(path)?.take(MOST_BYTES + 1).read_to_string(&mut text).map(|_| text)
    };
    let text = read().map_err(|error| failed(reason(&error)))?;
    if text.len() as u64 > MOST_BYTES {
        return Err(failed(format!("more than {} MiB", MOST_BYTES >> 20)));
    }
    games.with_text(&file, &text)
}

/// Why there are no such games.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    /// A file cannot be read.
    #[error("{file}: cannot read these games: {why}")]
    Unreadable {
        /// The file.
        file: String,
        /// Why not.
        why: String,
    },
    /// A definition has a fault.
    #[error(transparent)]
    Faulty(#[from] RulesError),
    /// A definition is sound but nobody could start.
    #[error("{file}:{line}: {game} cannot be played from its startFen: {refused}; give it another one")]
    Unplayable {
        /// The file it is defined in.
        file: String,
        /// The line in which its definition begins, from 1.
        line: usize,
        /// The game.
        game: String,
        /// What is wrong with the position.
        refused: Refused,
    },
}
