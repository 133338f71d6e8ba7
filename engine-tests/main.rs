//! The integration tests, one crate: the rules from inside, conversations in memory, the program from outside.

mod arena;
mod bench;
mod cecp;
mod clerk;
mod cli;
mod fake;
mod floors;
mod mates;
mod nets;
mod openbench;
mod people;
mod races;
mod rules;
mod selfplay;
mod strength;
mod talk;
mod train;
mod transcripts;
mod wires;
