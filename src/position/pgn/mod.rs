//! PGN, in and out, for every game: records of games as text.
//!
//! A [`Reader`] yields one [`Record`] at a time and never holds the file; a record's moves are text, and become
//! moves only when [`Record::replay`] plays them by the rules. Knows no file names and no engine.

mod date;
mod error;
mod lexer;
mod reader;
mod record;
mod replay;
mod writer;

pub use date::today;
pub use error::{PgnError, PgnFault};
pub use reader::Reader;
pub use record::{GameResult, Record, Turn};
pub use replay::Replayed;

#[cfg(test)]
mod tests;
