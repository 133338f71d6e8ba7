//! Tests of the whole way from text to games.

mod games;
mod mistakes;
