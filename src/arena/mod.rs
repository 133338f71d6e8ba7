//! Games between engines: any UCI engine in a process of its own, judged by our own rules.
//!
//! Describes engines (`spec`), drives them (`process`, `uci`), plays one game (`play`), plays a match (`runner`),
//! keeps it (`archive`) and says what it proves (`tally`, `elo`, `sprt`). Prints nothing; knows no terminal.

mod adjudicate;
mod archive;
mod elo;
mod faults;
mod info;
mod merge;
mod opening;
mod pace;
mod play;
mod process;
mod runner;
mod schedule;
mod spec;
mod sprt;
mod tally;
mod uci;

pub use adjudicate::{DrawRule, Judge, ResignRule};
pub use archive::{Archive, ArchiveError};
pub use elo::{Elo, Pairs, Score};
pub use faults::{Fault, Faults};
pub use info::{Info, Score as Worth};
pub use merge::{Merged, merge};
pub use opening::{Opening, OpeningError, read_openings};
pub use pace::{Clock, Pace, TimeControl};
pub use play::{Closing, MovePlayed, PlayedGame, Termination};
pub use runner::{Match, MatchError, Observer, Stopped, check_engines, run};
pub use schedule::{Encounters, Pairing, Schedule};
pub use spec::{EngineSpec, SpecError};
pub use sprt::{Model, Sprt, SprtError, State};
pub use tally::{Finished, Standing, Tally};
pub use uci::{Patience, StartError};
