//! One engine behind a door without a layout.

pub mod bench;
pub mod chance;
pub mod consult;
pub mod count;
pub mod games;
pub mod genfens;
pub mod level;
pub mod nets;
pub mod options;
pub mod scaling;
mod seat;
mod session;
pub mod shard;
pub mod system;
mod verdict;
pub mod walk;

pub use seat::open;
pub use session::{Event, Notes, Refused, Session, Thought};
