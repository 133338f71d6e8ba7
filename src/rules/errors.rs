//! What can be wrong with a definition, always told with file, line, the offending text and a remedy.
//! Knows the words of errors only, not how they are found.

use thiserror::Error;

use super::betza::BetzaError;

/// Letters of a fault that are told: it may quote a line that is a whole file.
const LONGEST: usize = 400;

/// A text on one line: its beginning, if it has more than so many letters.
pub fn shortened(text: &str, most: usize) -> String {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    let mut letters = text.chars();
    let mut start: String = letters.by_ref().take(most).map(plain).collect();
    if letters.next().is_some() {
        start.push_str("...");
    }
    start
}

/// A definition that cannot be used, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{file}:{line}: {}", shortened(&.fault.to_string(), LONGEST))]
pub struct RulesError {
    /// The file, as the caller named it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong with one line of a definition.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// A line that is no section, no setting and no remark.
    #[error("'{0}' is neither a '[game]' nor a 'key = value' line (begin remarks with '#')")]
    NotALine(String),
    /// A setting before any section.
    #[error("key '{0}' stands before the first '[game]' line")]
    NoSection(String),
    /// A section whose name cannot be typed at a prompt.
    #[error("'{0}' cannot name a game: use letters, digits, '-' and '_'")]
    SectionName(String),
    /// Two sections of one name.
    #[error("game '{name}' was already defined in line {first}: rename one of them")]
    SectionTwice {
        /// The name.
        name: String,
        /// Where it was first defined.
        first: usize,
    },
    /// A user's game with the name of a built-in one.
    #[error("'{0}' is a built-in name: choose another for this game")]
    NameTaken(String),
    /// A parent that is not known (yet).
    #[error("game '{child}' inherits from '{parent}', which is not defined above{hint}")]
    UnknownParent {
        /// The heir.
        child: String,
        /// The missing game.
        parent: String,
        /// A suggestion in brackets, or nothing.
        hint: String,
    },
    /// A key nobody knows.
    #[error("unknown key '{key}' ({hint})")]
    UnknownKey {
        /// The key.
        key: String,
        /// What to do about it.
        hint: String,
    },
    /// A key of Fairy-Stockfish's that Lupa would misplay.
    #[error("key '{key}' with value '{value}' is known but not supported by Lupa ({hint})")]
    Unsupported {
        /// The key.
        key: String,
        /// Its value.
        value: String,
        /// What to do about it.
        hint: String,
    },
    /// A key that may be given only once.
    #[error("key '{key}' was already given in line {first}: keep one of them")]
    KeyTwice {
        /// The key.
        key: String,
        /// Where it was given first.
        first: usize,
    },
    /// A value of the wrong kind.
    #[error("key '{key}': '{value}' is not {takes}")]
    BadValue {
        /// The key.
        key: String,
        /// What was written.
        value: String,
        /// What the key takes.
        takes: String,
    },
    /// A movement that cannot be read.
    #[error("key '{key}': {fault}")]
    Movement {
        /// The key.
        key: String,
        /// What is wrong with it.
        fault: BetzaError,
    },
    /// A letter that stands for no man of the game.
    #[error(
        "key '{key}': the game has no piece with the letter '{letter}' (define it above all, as in 'queen = q')"
    )]
    NoSuchPiece {
        /// The key.
        key: String,
        /// The letter.
        letter: char,
    },
    /// Two kinds of men with one letter.
    #[error(
        "key '{key}': the letter '{letter}' already belongs to '{other}' (give one of them another letter, or remove it with '{other} = -')"
    )]
    LetterTwice {
        /// The key of one of them.
        key: String,
        /// The letter.
        letter: char,
        /// The key of the other.
        other: String,
    },
    /// More kinds of men than a game may have.
    #[error("key '{key}': the game has {count} kinds of pieces, {most} are the most")]
    TooManyPieces {
        /// A key that defines one of them.
        key: String,
        /// How many there are.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// No king.
    #[error("key 'king' is missing: every game needs one (write 'king = k')")]
    NoKing,
    /// A square that the board does not have.
    #[error("key '{key}': '{place}' lies off the board of {files} files and {ranks} ranks")]
    OffBoard {
        /// The key.
        key: String,
        /// The square, file or rank as it was written.
        place: String,
        /// Files of the board.
        files: u8,
        /// Ranks of the board.
        ranks: u8,
    },
    /// Anything else in which two settings contradict each other.
    #[error("key '{key}': {what}")]
    Contradiction {
        /// The key.
        key: String,
        /// What does not fit, and a remedy.
        what: String,
    },
}

/// A fault and the line it is blamed on.
pub(super) type Located = (usize, Fault);

/// The nearest of some names, if one is near enough to be a slip of the finger.
pub(super) fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let farthest = (word.chars().count() / 3).clamp(1, 4);
    names
        .map(|name| (distance(&word, &name.to_lowercase()), name))
        .filter(|(far, _)| *far <= farthest)
        .min_by_key(|(far, _)| *far)
        .map(|(_, name)| name)
}

/// Levenshtein's distance: letters to insert, drop or replace.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (above, letter) in left.chars().enumerate() {
        let mut diagonal = above;
        let mut last = above + 1;
        let mut next = vec![last];
        for (cell, other) in row.iter().skip(1).zip(&right) {
            last = (diagonal + usize::from(letter != *other)).min(cell + 1).min(last + 1);
            diagonal = *cell;
            next.push(last);
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_finger_are_recognised() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        let names = ["maxRank", "maxFile", "castling"];
        assert_eq!(nearest("maxrank", names.into_iter()), Some("maxRank"));
        assert_eq!(nearest("castlng", names.into_iter()), Some("castling"));
        assert_eq!(nearest("elephant", names.into_iter()), None);
        assert_eq!(nearest("", names.into_iter()), None);
    }
}
