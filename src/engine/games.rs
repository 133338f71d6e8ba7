//! The games on offer, and how to sit down to one: the seam between those who talk (protocols, the command line,
//! the arena) and those who play. Knows names and sessions; knows no layout and reads no file.

use super::session::{Event, Session};
use crate::rules::Variant;
use crossbeam_channel::Sender;
use std::sync::Arc;

/// The games an engine plays.
pub trait Games: Send + Sync {
    /// Their names, in the order people should read them.
    fn names(&self) -> Vec<String>;
    /// The game with that name, as [`Games::names`] spells it.
    fn find(&self, name: &str) -> Option<Arc<Variant>>;
    /// The same game with its castling men anywhere on their rank, where that makes sense (`UCI_Chess960`).
    fn castling_anywhere(&self, variant: &Variant) -> Option<Arc<Variant>>;
    /// A session of that game, at its start position. Its events go to `events`. It should be quick: a session
    /// that gets its table size by [`Session::set_hash`] need not make a table before. Nobody may be listening:
    /// events that cannot be sent are lost in silence.
    fn open(&self, variant: &Variant, events: Sender<Event>) -> Box<dyn Session>;
}

/// A name that GUIs use for one of our games.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// What they say.
    pub name: &'static str,
    /// What we call it.
    pub means: &'static str,
    /// What that says about `UCI_Chess960`, if anything.
    pub chess960: Option<bool>,
}

/// Every alias. `standard` and `normal` end Chess960, because Cute Chess goes back to orthodox chess by that name
/// alone; `chess` itself must not, because python-chess sets the flag by itself and only when it changes.
pub const ALIASES: [Alias; 4] = [
    Alias { name: "standard", means: "chess", chess960: Some(false) },
    Alias { name: "normal", means: "chess", chess960: Some(false) },
    Alias { name: "chess960", means: "chess", chess960: Some(true) },
    Alias { name: "fischerandom", means: "chess", chess960: Some(true) },
];

/// The alias with that name, in any case.
pub fn alias(name: &str) -> Option<Alias> {
    ALIASES.iter().copied().find(|alias| alias.name.eq_ignore_ascii_case(name))
}

/// The game a person means by a name: exact, in any case, or an alias (then perhaps in its Chess960 form).
pub fn choose(games: &dyn Games, name: &str) -> Option<Arc<Variant>> {
    if let Some(alias) = alias(name) {
        let variant = games.find(alias.means)?;
        return match alias.chess960 {
            Some(true) => games.castling_anywhere(&variant),
            _ => Some(variant),
        };
    }
    let name = games.names().into_iter().find(|known| known.eq_ignore_ascii_case(name))?;
    games.find(&name)
}

/// No games at all: what a build without them would offer.
#[derive(Clone, Copy, Debug, Default)]
struct Nothing;

impl Games for Nothing {
    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    fn find(&self, _name: &str) -> Option<Arc<Variant>> {
        None
    }

    fn castling_anywhere(&self, _variant: &Variant) -> Option<Arc<Variant>> {
        None
    }

    fn open(&self, _variant: &Variant, _events: Sender<Event>) -> Box<dyn Session> {
        // Nobody has a variant to ask with: `find` gave none.
        loop {
            std::thread::park();
        }
    }
}

/// The built-in games.
pub fn built_in() -> Arc<dyn Games> {
    Arc::new(Nothing)
}
