//! The games on offer, and how to sit down to one: the seam between those who talk (protocols, the command line,
//! the arena) and those who play. Knows names and sessions; knows no layout and reads no file.

use super::session::{Event, Refused, Session};
use crate::rules::{Library, RulesError, Variant};
use crossbeam_channel::Sender;
use std::sync::Arc;

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
}

/// What starts a session: the game, and where its events go.
pub type Opener = Box<dyn Fn(&Variant, Sender<Event>) -> Result<Box<dyn Session>, Refused> + Send + Sync>;

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
}

/// The built-in games.
///
/// # Errors
/// Their definitions are faulty; a test proves that they are not.
pub fn built_in() -> Result<Arc<dyn Games>, GamesError> {
    with_files(&[])
}

/// The built-in games and those of users' files, each given by its name and its text.
///
/// # Errors
/// A definition is faulty, or a game's start position cannot be played. The error names file and place.
pub fn with_files(files: &[(String, String)]) -> Result<Arc<dyn Games>, GamesError> {
    let mut library = Library::builtin()?;
    for (file, text) in files {
        for name in library.read(file, text)? {
            // What only a board can tell: whether the start position leaves a king to be taken.
            if let Some(variant) = library.find(&name) {
                super::open(&variant, crossbeam_channel::bounded(0).0)
                    .map_err(|refused| GamesError::Unplayable { file: file.clone(), game: name, refused })?;
            }
        }
    }
    Ok(Arc::new(Shelf::new(library, Box::new(super::open))))
}

/// Why there are no such games.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    /// A definition has a fault.
    #[error(transparent)]
    Faulty(#[from] RulesError),
    /// A definition is sound but nobody could start.
    #[error("{file}: {game} cannot be played from its startFen: {refused}")]
    Unplayable {
        /// The file it is defined in.
        file: String,
        /// The game.
        game: String,
        /// What is wrong with the position.
        refused: Refused,
    },
}
