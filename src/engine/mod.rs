//! One engine behind a door without a layout.

pub mod bench;
pub mod count;
pub mod games;
pub mod options;
mod placeholder;
mod session;

pub use session::{Event, Notes, Refused, Session, Thought};
