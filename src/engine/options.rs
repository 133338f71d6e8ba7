//! Every setting a GUI can change, as one table: it prints the handshake and checks what comes in.
//! Knows names, ranges and values; does not know what a setting does.

use super::level::{BEGINNER, MASTER};
use crate::rules::Alias;
use std::fmt::Write;

/// A setting, named so that code need not spell it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// Size of the transposition table in MiB.
    Hash,
    /// Forgets the table.
    ClearHash,
    /// How many threads search.
    Threads,
    /// How many lines are reported.
    MultiPv,
    /// Whether the GUI may let us think in the opponent's time.
    Ponder,
    /// Milliseconds held back from every clock.
    MoveOverhead,
    /// Files of games to offer beside the built-in ones.
    VariantPath,
    /// The game.
    Variant,
    /// Castling men anywhere on their rank, and castling written as king takes rook.
    Chess960,
    /// Whether the GUI analyses rather than plays.
    AnalyseMode,
    /// Whether chances go with every score.
    ShowWdl,
    /// The net to judge positions by.
    EvalFile,
    /// Whether to play no better than a rating.
    LimitStrength,
    /// That rating.
    Rating,
    /// Whether castlings that XBoard cannot carry out are played by setting its board up anew.
    Resync,
    /// Whether lost games are given up.
    Resign,
}

/// What values a setting takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A whole number.
    Spin {
        /// At the start.
        default: i64,
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// `true` or `false`.
    Check {
        /// At the start.
        default: bool,
    },
    /// One of the games' names.
    Combo {
        /// At the start.
        default: &'static str,
    },
    /// No value: it does something.
    Button,
    /// Any text.
    Text {
        /// At the start.
        default: &'static str,
    },
}

/// One line of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// Which setting.
    pub setting: Setting,
    /// Its name in UCI; empty where it has no meaning there.
    pub name: &'static str,
    /// Its name in CECP: one word, because python-chess splits option lines at blanks. Empty where the protocol has
    /// a command or a feature for it.
    pub cecp: &'static str,
    /// What it takes.
    pub kind: Kind,
}

const fn row(setting: Setting, name: &'static str, cecp: &'static str, kind: Kind) -> Row {
    Row { setting, name, cecp, kind }
}

/// The most threads anything takes.
pub const MOST_THREADS: i64 = 1024;

/// The table.
pub const TABLE: [Row; 16] = [
    row(Setting::Hash, "Hash", "", Kind::Spin { default: 16, min: 1, max: 65536 }),
    row(Setting::ClearHash, "Clear Hash", "ClearHash", Kind::Button),
    row(Setting::Threads, "Threads", "", Kind::Spin { default: 1, min: 1, max: MOST_THREADS }),
    row(Setting::MultiPv, "MultiPV", "MultiPV", Kind::Spin { default: 1, min: 1, max: 256 }),
    row(Setting::Ponder, "Ponder", "", Kind::Check { default: false }),
    row(
        Setting::MoveOverhead,
        "Move Overhead",
        "MoveOverhead",
        Kind::Spin { default: 10, min: 0, max: 5000 },
    ),
    row(Setting::VariantPath, "VariantPath", "VariantPath", Kind::Text { default: "" }),
    row(Setting::Variant, "UCI_Variant", "", Kind::Combo { default: "chess" }),
    row(Setting::Chess960, "UCI_Chess960", "", Kind::Check { default: false }),
    row(Setting::AnalyseMode, "UCI_AnalyseMode", "", Kind::Check { default: false }),
    row(Setting::ShowWdl, "UCI_ShowWDL", "", Kind::Check { default: false }),
    row(Setting::EvalFile, "EvalFile", "EvalFile", Kind::Text { default: super::nets::BUILT_IN }),
    row(Setting::LimitStrength, "UCI_LimitStrength", "LimitStrength", Kind::Check { default: false }),
    row(
        Setting::Rating,
        "UCI_Elo",
        "Elo",
        Kind::Spin { default: MASTER as i64, min: BEGINNER as i64, max: MASTER as i64 },
    ),
    row(Setting::Resync, "", "ResyncCastling", Kind::Check { default: false }),
    row(Setting::Resign, "", "Resign", Kind::Check { default: false }),
];

#[derive(Clone, PartialEq, Eq, Debug)]
enum Value {
    Number(i64),
    Flag(bool),
    Text(String),
    Nothing,
}

/// Why a setting was not changed. `Display` is one line with the offending text and the remedy.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unset {
    /// No setting has that name.
    #[error("no option \"{0}\"; `uci` lists them")]
    Unknown(String),
    /// The value is none of its.
    #[error("option {name}: \"{value}\" is not {wanted}; it stays {old}")]
    Value {
        /// The setting's name.
        name: &'static str,
        /// What was given.
        value: String,
        /// What would have done.
        wanted: String,
        /// What it still is.
        old: String,
    },
}

/// The settings and their values.
#[derive(Clone, Debug)]
pub struct Options {
    choices: Vec<String>,
    values: [Value; TABLE.len()],
}

impl Options {
    /// All at their defaults, with these games to choose from.
    pub fn new(names: &[String]) -> Self {
        let values = TABLE.map(|row| match row.kind {
            Kind::Spin { default, .. } => Value::Number(default),
            Kind::Check { default } => Value::Flag(default),
            Kind::Combo { default } | Kind::Text { default } => Value::Text(default.to_owned()),
            Kind::Button => Value::Nothing,
        });
        let mut options = Options { choices: Vec::new(), values };
        options.offer(names);
        options
    }

    /// Gives other games to choose from. Where the one chosen is not among them, the default is.
    pub fn offer(&mut self, names: &[String]) {
        self.choices = names.to_vec();
        // Cute Chess goes back from another game to chess only if the list says `standard`.
        if names.iter().any(|name| name == "chess") {
            self.choices.push("standard".to_owned());
        }
        for row in TABLE {
            if let Kind::Combo { default } = row.kind
                && !self.choices.iter().any(|name| name == self.text(row.setting))
            {
                self.put(row.setting, Value::Text(default.to_owned()));
            }
        }
    }

    /// Changes the setting with that name, in any case, in either protocol's spelling.
    ///
    /// # Errors
    /// No such setting or no such value; everything stays as it was.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Setting, Unset> {
        let name = name.trim();
        let is = |own: &str| !own.is_empty() && own.eq_ignore_ascii_case(name);
        let found = TABLE.iter().position(|row| is(row.name) || is(row.cecp));
        let Some((index, row)) = found.and_then(|index| Some((index, TABLE.get(index)?))) else {
            return Err(Unset::Unknown(excerpt(name)));
        };
        let word = value.trim();
        let accepted = match row.kind {
            Kind::Spin { min, max, .. } => {
                word.parse().ok().filter(|number| (min..=max).contains(number)).map(Value::Number)
            }
            Kind::Check { .. } if word.eq_ignore_ascii_case("true") => Some(Value::Flag(true)),
            Kind::Check { .. } if word.eq_ignore_ascii_case("false") => Some(Value::Flag(false)),
            Kind::Check { .. } => None,
            Kind::Combo { .. } => self.choose(word).map(Value::Text),
            Kind::Button => Some(Value::Nothing),
            Kind::Text { .. } if word == "<empty>" => Some(Value::Text(String::new())),
            Kind::Text { .. } => Some(Value::Text(value.to_owned())),
        };
        match (accepted, self.values.get_mut(index)) {
            (Some(accepted), Some(place)) => {
                *place = accepted;
                Ok(row.setting)
            }
            _ => Err(Unset::Value {
                name: if row.name.is_empty() { row.cecp } else { row.name },
                value: excerpt(value),
                wanted: self.wanted(row.kind),
                old: self.text_of(row.setting),
            }),
        }
    }

    /// Sets a spin to the value nearest to one that a GUI wants without knowing the range.
    pub fn set_near(&mut self, setting: Setting, wanted: i64) {
        for row in TABLE {
            if let Kind::Spin { min, max, .. } = row.kind
                && row.setting == setting
            {
                self.put(setting, Value::Number(wanted.clamp(min, max)));
            }
        }
    }

    /// The game with that name or alias. Every alias says whether Chess960 is meant: Cute Chess goes back to
    /// orthodox chess by `standard` alone. A plain name does not: python-chess sets the flag itself, and only
    /// when it changes.
    fn choose(&mut self, name: &str) -> Option<String> {
        let alias = Alias::find(name);
        let name = alias.map_or(name, |alias| alias.game);
        let chosen = self.choices.iter().find(|choice| choice.eq_ignore_ascii_case(name))?.clone();
        if let Some(chess960) = alias.map(|alias| alias.castling_anywhere) {
            self.put(Setting::Chess960, Value::Flag(chess960));
        }
        Some(chosen)
    }

    fn put(&mut self, setting: Setting, value: Value) {
        for (row, place) in TABLE.iter().zip(&mut self.values) {
            if row.setting == setting {
                *place = value.clone();
            }
        }
    }

    fn get(&self, setting: Setting) -> &Value {
        let found = TABLE.iter().zip(&self.values).find(|(row, _)| row.setting == setting);
        found.map_or(&Value::Nothing, |(_, value)| value)
    }

    /// A spin's value, never negative: no row's least is; 0 for another kind of setting.
    pub fn number(&self, setting: Setting) -> u64 {
        if let Value::Number(number) = self.get(setting) { u64::try_from(*number).unwrap_or(0) } else { 0 }
    }

    /// A check's value.
    pub fn flag(&self, setting: Setting) -> bool {
        matches!(self.get(setting), Value::Flag(true))
    }

    /// A combo's or a text's value.
    pub fn text(&self, setting: Setting) -> &str {
        if let Value::Text(text) = self.get(setting) { text } else { "" }
    }

    fn text_of(&self, setting: Setting) -> String {
        match self.get(setting) {
            Value::Number(number) => number.to_string(),
            Value::Flag(flag) => flag.to_string(),
            Value::Text(text) => text.clone(),
            Value::Nothing => String::new(),
        }
    }

    fn wanted(&self, kind: Kind) -> String {
        match kind {
            Kind::Spin { min, max, .. } => format!("a whole number from {min} to {max}"),
            Kind::Check { .. } => "true or false".to_owned(),
            Kind::Combo { .. } => format!("one of {}", self.choices.join(", ")),
            Kind::Button | Kind::Text { .. } => "a text".to_owned(),
        }
    }

    /// The lines that tell a UCI GUI of all settings.
    pub fn uci(&self) -> impl Iterator<Item = String> {
        TABLE.iter().filter(|row| !row.name.is_empty()).map(|row| {
            let mut line = format!("option name {} type ", row.name);
            // Writing to a String cannot fail.
            let _ = match row.kind {
                Kind::Spin { default, min, max } => {
                    write!(line, "spin default {default} min {min} max {max}")
                }
                Kind::Check { default } => write!(line, "check default {default}"),
                Kind::Button => write!(line, "button"),
                Kind::Text { default: "" } => write!(line, "string default <empty>"),
                Kind::Text { default } => write!(line, "string default {default}"),
                Kind::Combo { default } => {
                    line.push_str("combo default ");
                    line.push_str(default);
                    self.choices.iter().try_for_each(|choice| write!(line, " var {choice}"))
                }
            };
            line
        })
    }
}

impl Options {
    /// What tells a CECP GUI of all settings, each as it stands behind `feature option=`.
    pub fn cecp(&self) -> impl Iterator<Item = String> {
        TABLE.iter().filter(|row| !row.cecp.is_empty()).map(|row| match row.kind {
            Kind::Spin { default, min, max } => format!("{} -spin {default} {min} {max}", row.cecp),
            Kind::Check { default } => format!("{} -check {}", row.cecp, u8::from(default)),
            Kind::Button => format!("{} -button", row.cecp),
            Kind::Text { default: "" } => format!("{} -string <empty>", row.cecp),
            Kind::Text { default } => format!("{} -string {default}", row.cecp),
            Kind::Combo { default } => {
                let mark = |choice: &String| if choice == default { "*" } else { "" };
                let choices: Vec<String> =
                    self.choices.iter().map(|choice| format!("{}{choice}", mark(choice))).collect();
                format!("{} -combo {}", row.cecp, choices.join(" /// "))
            }
        })
    }

    /// Changes the setting with that name as CECP says it: a check is 1 or 0.
    ///
    /// # Errors
    /// As [`Options::set`].
    pub fn set_cecp(&mut self, name: &str, value: &str) -> Result<Setting, Unset> {
        let is_check = TABLE.iter().any(|row| {
            let named =
                row.cecp.eq_ignore_ascii_case(name.trim()) || row.name.eq_ignore_ascii_case(name.trim());
            named && matches!(row.kind, Kind::Check { .. })
        });
        match value.trim() {
            "1" if is_check => self.set(name, "true"),
            "0" if is_check => self.set(name, "false"),
            _ => self.set(name, value),
        }
    }
}

/// What an error may quote of a text: its beginning, if it is long.
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 80;
    crate::rules::shortened(text, LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Options {
        Options::new(&["chess".to_owned(), "latte".to_owned()])
    }

    #[test]
    fn the_handshake_lists_every_row_once() {
        let lines: Vec<String> = options().uci().collect();
        assert_eq!(lines.len(), TABLE.iter().filter(|row| !row.name.is_empty()).count());
        assert!(lines.contains(&"option name Clear Hash type button".to_owned()));
        assert!(lines.contains(
            &"option name UCI_Variant type combo default chess var chess var latte var standard".to_owned()
        ));
    }

    #[test]
    fn names_ignore_case_and_values_keep_to_their_range() {
        let mut options = options();
        assert_eq!(options.set("hASH", "64"), Ok(Setting::Hash));
        assert_eq!(options.number(Setting::Hash), 64);
        for wrong in ["0", "-1", "99999999999999999999", "many", "", "1.5", "NaN"] {
            assert!(options.set("Hash", wrong).is_err(), "{wrong}");
            assert_eq!(options.number(Setting::Hash), 64);
        }
        assert_eq!(options.set("moveoverhead", "0"), Ok(Setting::MoveOverhead));
        assert_eq!(options.set("Clear Hash", "true"), Ok(Setting::ClearHash));
        assert!(options.set("Ponder", "yes").is_err());
        assert_eq!(
            options.set("Book", "x").map_err(|error| error.to_string()),
            Err("no option \"Book\"; `uci` lists them".to_owned())
        );
    }

    #[test]
    fn aliases_say_whether_it_is_chess960() {
        let mut options = options();
        let mut after = |value: &str| {
            let accepted = options.set("UCI_Variant", value).is_ok();
            (accepted, options.text(Setting::Variant).to_owned(), options.flag(Setting::Chess960))
        };
        assert_eq!(after("fischerandom"), (true, "chess".to_owned(), true));
        assert_eq!(after("latte"), (true, "latte".to_owned(), true));
        assert_eq!(after("chess"), (true, "chess".to_owned(), true));
        assert_eq!(after("standard"), (true, "chess".to_owned(), false));
        assert_eq!(after("Chess960"), (true, "chess".to_owned(), true));
        assert_eq!(after("normal"), (true, "chess".to_owned(), false));
        assert_eq!(after("shogi"), (false, "chess".to_owned(), false));
    }

    #[test]
    fn other_games_may_be_offered() {
        let mut options = options();
        assert_eq!(options.set("UCI_Variant", "latte"), Ok(Setting::Variant));
        options.offer(&["chess".to_owned(), "latte".to_owned(), "own".to_owned()]);
        assert_eq!(options.text(Setting::Variant), "latte");
        assert_eq!(options.set("UCI_Variant", "own"), Ok(Setting::Variant));
        options.offer(&["chess".to_owned(), "latte".to_owned()]);
        assert_eq!(options.text(Setting::Variant), "chess", "it is no longer there");
        assert!(options.set("UCI_Variant", "own").is_err());
        assert!(options.uci().any(|line| line == "option name VariantPath type string default <empty>"));
        assert!(options.cecp().any(|line| line == "VariantPath -string <empty>"));
    }

    #[test]
    fn quotes_are_short() {
        assert!(excerpt(&"é".repeat(1000)).len() < 200);
    }
}
