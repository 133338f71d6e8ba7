//! A game laid on a layout: positions, moves and their text.

mod moves;

pub use moves::{Action, Kind, Move};
