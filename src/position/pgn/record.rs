//! A record of a game: tags, moves as text with their annotations, a result. Knows no rule.

use std::fmt;

/// How a game ended, as PGN says it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: not ended, or nobody knows.
    #[default]
    Open,
}

impl GameResult {
    /// The result written so.
    pub fn read(text: &str) -> Option<GameResult> {
        match text {
            "1-0" => Some(GameResult::WhiteWins),
            "0-1" => Some(GameResult::BlackWins),
            "1/2-1/2" | "1/2" | "½-½" => Some(GameResult::Draw),
            "*" => Some(GameResult::Open),
            _ => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Open => "*",
        })
    }
}

/// One move and what was written beside it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Turn {
    /// The line it was read from, from 1; 0 for one that was not read.
    pub line: u64,
    /// The move, in SAN as a rule.
    pub text: String,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`.
    pub nags: Vec<u8>,
    /// The comment behind the move, or nothing.
    pub comment: String,
    /// Other ways to go on, each beginning with a move in this one's place. The reader leaves them out.
    pub variations: Vec<Vec<Turn>>,
}

impl Turn {
    /// A move with nothing beside it.
    pub fn new(text: impl Into<String>) -> Self {
        Turn { text: text.into(), ..Turn::default() }
    }
}

/// A game as PGN holds it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The line it begins with, from 1; 0 for one that was not read.
    pub line: u64,
    /// Names and values, in order, each name once.
    pub tags: Vec<(String, String)>,
    /// The comment before the first move, or nothing.
    pub comment: String,
    /// The moves played.
    pub moves: Vec<Turn>,
    /// The result behind the moves; the tag `Result` is for people.
    pub result: GameResult,
}

impl Record {
    /// The value of a tag, whatever the case of its name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Gives a tag a value, in place of the one it has.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(tag, _)| tag.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    /// The position it begins with, if that is not the game's start.
    pub fn fen(&self) -> Option<&str> {
        self.tag("FEN").map(str::trim).filter(|fen| !fen.is_empty() && *fen != "?")
    }

    /// The number of the first move and whether Black plays it.
    pub(super) fn beginning(&self) -> (u32, bool) {
        let words: Vec<&str> = self.fen().unwrap_or_default().split_whitespace().collect();
        let number = if words.len() > 4 { words.last().and_then(|word| word.parse().ok()) } else { None };
        (number.unwrap_or(1).max(1), words.get(1) == Some(&"b"))
    }
}
