//! The searcher: prints nothing, reads nothing.

mod limits;
mod report;

pub use limits::{Clock, Limits};
pub use report::{Bound, Line, Report, Verdict};
