//! What can be wrong with a record of a game, and in which line. Knows words only.

use crate::position::{FenError, Unread};
use thiserror::Error;

/// A record that cannot be used, and where. The reader goes on with the next one.
#[derive(Debug, Error)]
#[error("line {line}: {fault}")]
pub struct PgnError {
    /// The line of the text, from 1.
    pub line: u64,
    /// What is wrong there.
    pub fault: PgnFault,
}

/// What is wrong with a record.
#[derive(Debug, Error)]
pub enum PgnFault {
    /// The text cannot be read any further; nothing follows this.
    #[error("cannot read on: {0}")]
    Input(#[from] std::io::Error),
    /// A line that begins as a tag and is none.
    #[error("'{0}' is no tag such as [White \"Name\"]")]
    Tag(String),
    /// A comment without an end.
    #[error("the comment that begins here has no '}}'")]
    OpenComment,
    /// A variation without an end.
    #[error("a variation '(' has no ')' before the game ends")]
    OpenVariation,
    /// The end of a variation that never began.
    #[error("')' without '(' before it")]
    StrayClose,
    /// A byte that means nothing in PGN.
    #[error("'{0}' means nothing between moves")]
    Character(char),
    /// A word no move can be as long as.
    #[error("'{0}...' is too long to be a move")]
    LongWord(String),
    /// The tag `Variant` names a game that is not known.
    #[error("the tag Variant names '{0}', which is no game known here (--variants FILE adds more)")]
    Variant(String),
    /// The tag `FEN` holds no position of the game.
    #[error("the tag FEN: {0}")]
    Position(Box<FenError>),
    /// A move that cannot be played.
    #[error("move {number} {reason}")]
    Move {
        /// The move's number as PGN writes it: `12.` or `12...`.
        number: String,
        /// Why not, with the move's text.
        reason: Unread,
    },
}
