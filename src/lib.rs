//! Lupa: a chess engine whose games are data.
#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod arena;
pub mod board;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod learn;
pub mod position;
pub mod protocol;
pub mod rules;
pub mod search;
