//! One engine behind a door without a layout.

mod session;

pub use session::{Event, Notes, Refused, Session, Thought};
