//! The training of nets on self-play: which positions, towards what, by which steps, and how the result becomes
//! whole numbers. Knows records and nets; opens no file and prints nothing.
//!
//! A net's floating-point sums are made of the same slices of a batch, added in the same order, on any number of
//! threads, without fused multiplications and with `libm` for what is no plain arithmetic: the same data, settings
//! and seed give the same net everywhere.

mod adam;
mod checkpoint;
mod course;
mod data;
mod expectation;
mod hindsight;
mod kin;
mod model;
mod pass;
mod quantise;
mod samples;
mod trainer;

#[cfg(test)]
mod tests;

pub use checkpoint::CheckpointError;
pub use course::{beside_each, suggested_batch, suggested_course};
pub use data::{Choice, Data, DataError, Tally};
pub use expectation::{fit_scale, sigmoid};
pub use trainer::{Loss, Settings, Trainer};
