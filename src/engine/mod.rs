//! One engine behind a door without a layout.

pub mod bench;
pub mod consult;
pub mod count;
pub mod games;
pub mod genfens;
pub mod level;
pub mod options;
pub mod scaling;
mod seat;
mod session;
pub mod walk;

pub use seat::open;
pub use session::{Event, Notes, Refused, Session, Thought};
