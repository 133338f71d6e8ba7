//! The searcher: prints nothing, reads nothing.

mod clock;
mod deepen;
mod depth;
mod history;
mod limits;
mod line;
mod mate_line;
mod negamax;
mod parameters;
mod picker;
mod pool;
mod pruning;
mod quiescence;
mod report;
mod returns;
mod root;
mod score;
mod table;
mod task;
mod threats;
mod worker;

#[cfg(test)]
mod tests;

pub use deepen::Reporter;
pub use limits::{Clock, Limits};
pub use parameters::Parameters;
pub use pool::Pool;
pub use report::{Bound, Line, Report, Verdict};
pub use score::{chances, verdict};
