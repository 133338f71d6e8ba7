//! The games that exist: those built in and those read from users' files.
//! Knows names, aliases and inheritance; the text of files is handed in, so it never opens one.

use std::sync::Arc;

use super::draft::Draft;
use super::errors::{Fault, Located, RulesError, nearest};
use super::ini::{self, Section};
use super::keys;
use super::variant::Variant;

const BUILTIN_FILE: &str = "games.ini";
const BUILTIN: &str = include_str!("games.ini");

/// A name that GUIs use for a game that has another here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alias {
    /// What they say.
    pub name: &'static str,
    /// What the game is called here.
    pub game: &'static str,
    /// Whether they mean it with Chess960's castling.
    pub castling_anywhere: bool,
}

const ALIASES: [Alias; 4] = [
    Alias { name: "standard", game: "chess", castling_anywhere: false },
    Alias { name: "normal", game: "chess", castling_anywhere: false },
    Alias { name: "chess960", game: "chess", castling_anywhere: true },
    Alias { name: "fischerandom", game: "chess", castling_anywhere: true },
];

impl Alias {
    /// The alias with that name, whatever the case of its letters.
    pub fn find(name: &str) -> Option<Alias> {
        ALIASES.iter().copied().find(|alias| alias.name.eq_ignore_ascii_case(name))
    }

    /// The name by which [`Library::find`] finds a game: its own, or an alias that means its castling.
    pub fn of(variant: &Variant) -> &str {
        let means = |alias: &&Alias| alias.castling_anywhere && alias.game == variant.name;
        let alias = ALIASES.iter().find(means).filter(|_| variant.castling_anywhere);
        alias.map_or(&variant.name, |alias| alias.name)
    }
}

/// A collection of games, found by name whatever the case of its letters.
#[derive(Clone, Debug)]
pub struct Library {
    games: Vec<Game>,
}

#[derive(Clone, Debug)]
struct Game {
    draft: Draft,
    variant: Arc<Variant>,
    builtin: bool,
}

impl Library {
    /// The built-in games. That their definitions are sound is proved by a test, not by a panic.
    pub fn builtin() -> Result<Library, RulesError> {
        let mut library = Library { games: Vec::new() };
        library.add(BUILTIN_FILE, BUILTIN, true)?;
        Ok(library)
    }

    /// Adds the games of a user's file, all of them or, if one is faulty, none. They may inherit from every
    /// game there is already. A game that was read from a file before is replaced, so that an edited file can
    /// be read again; a built-in one never is.
    ///
    /// `file` is only for messages. Returns the names read, in the order of the file.
    pub fn read(&mut self, file: &str, text: &str) -> Result<Vec<String>, RulesError> {
        self.add(file, text, false)
    }

    /// The game of that name or alias. `chess960` and `fischerandom` are chess with Chess960's castling.
    pub fn find(&self, name: &str) -> Option<Arc<Variant>> {
        let name = name.trim();
        if let Some(game) = self.game(name) {
            return Some(Arc::clone(&game.variant));
        }
        let alias = Alias::find(name)?;
        let variant = &self.game(alias.game)?.variant;
        if alias.castling_anywhere {
            variant.with_castling_anywhere().map(Arc::new)
        } else {
            Some(Arc::clone(variant))
        }
    }

    /// The names of all games without aliases, the built-in ones first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.games.iter().map(|game| game.draft.name.as_str())
    }

    /// All games, in the order of [`Library::names`].
    pub fn variants(&self) -> impl Iterator<Item = &Arc<Variant>> {
        self.games.iter().map(|game| &game.variant)
    }

    /// The name nearest to a mistyped one.
    pub fn suggest(&self, name: &str) -> Option<&str> {
        nearest(name.trim(), self.names())
    }

    fn game(&self, name: &str) -> Option<&Game> {
        self.games.iter().find(|game| game.draft.name.eq_ignore_ascii_case(name))
    }

    fn add(&mut self, file: &str, text: &str, builtin: bool) -> Result<Vec<String>, RulesError> {
        let located = |(line, fault): Located| RulesError { file: file.to_string(), line, fault };
        let mut larger = self.clone();
        let mut names = Vec::new();
        for section in ini::read(text).map_err(located)? {
            names.push(section.name.clone());
            larger.add_section(&section, builtin).map_err(located)?;
        }
        *self = larger;
        Ok(names)
    }

    fn add_section(&mut self, section: &Section, builtin: bool) -> Result<(), Located> {
        let name = &section.name;
        let at = |fault| (section.line, fault);
        if Alias::find(name).is_some() || self.game(name).is_some_and(|game| game.builtin) {
            return Err(at(Fault::NameTaken(name.clone())));
        }
        let mut draft = match &section.parent {
            Some(parent) => self.parent(parent, section).map_err(at)?,
            None => Draft::new(name, section.line),
        };
        keys::apply(&mut draft, &section.settings)?;
        let game = Game { variant: Arc::new(draft.finish()?), draft, builtin };
        match self.games.iter_mut().find(|game| game.draft.name.eq_ignore_ascii_case(name)) {
            Some(old) => *old = game,
            None => self.games.push(game),
        }
        Ok(())
    }

    fn parent(&self, parent: &str, section: &Section) -> Result<Draft, Fault> {
        let alias = Alias::find(parent);
        let (name, anywhere) = alias.map_or((parent, false), |alias| (alias.game, alias.castling_anywhere));
        let Some(game) = self.game(name) else {
            let hint = match self.suggest(parent) {
                Some(near) => format!(" (did you mean '{near}'?)"),
                None => String::from(" (parents come first)"),
            };
            let (child, parent) = (section.name.clone(), parent.to_string());
            return Err(Fault::UnknownParent { child, parent, hint });
        };
        let mut draft = game.draft.heir(&section.name, section.line);
        draft.castling.anywhere |= anywhere;
        Ok(draft)
    }
}
