//! Nets: evaluation learned from games. Knows boards, men and positions; no search and no file system.

mod file;
mod outline;
mod plain;

pub use file::{
    HIDDEN_STEP, INPUT_ONE, MOST_BUCKETS, MOST_HIDDEN, Net, NetError, OUTPUT_ONE, bucket, serves,
};
pub use outline::Outline;
