//! Lupa: a chess engine whose games are data.
#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod board;
pub mod rules;
