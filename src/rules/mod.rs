//! A game as data: what an inventor writes down. Knows no layout and no search.
//!
//! Text becomes sections (`ini`), sections become a draft by one row a key (`keys`), and a draft becomes a
//! checked [`Variant`]. A [`Library`] holds the games, built in or a user's own.

mod betza;
mod castling;
mod castling_plan;
mod castling_text;
mod draft;
mod errors;
mod foreign;
mod ini;
mod keys;
mod labels;
mod library;
mod pieces;
mod region;
mod start;
mod variant;

pub use betza::{BetzaError, UNLIMITED, read_betza};
pub use errors::{Fault, RulesError, shortened};
pub use keys::{KeyInfo, named_men, supported_keys};
pub use library::{Alias, Library};
pub use variant::{
    CastlingMove, CastlingRook, MAX_PIECE_TYPES, MAX_RIDES, Modality, MoveStep, Outcome, PieceType, Variant,
};

#[cfg(test)]
mod tests;
