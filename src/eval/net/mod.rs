//! Nets: evaluation learned from games. Knows boards, men and positions; no search and no file system.

mod accumulator;
mod file;
mod outline;
mod plain;
mod preamble;
mod store;

pub(super) use accumulator::{Accumulators, Prepared};
pub use file::{
    HIDDEN_STEP, INPUT_ONE, MOST_BUCKETS, MOST_HIDDEN, Net, NetError, OUTPUT_ONE, bucket, serves,
};
pub use outline::Outline;
pub use preamble::{NoPreamble, Preamble};
pub use store::embedded;

#[cfg(test)]
mod tests;
