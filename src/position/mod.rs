//! A game laid on a layout: positions, moves and their text.

mod any;
mod attacks;
mod castling;
mod compiled;
mod dead;
mod fen;
mod game;
mod keys;
mod man;
mod movegen;
mod moves;
mod notation;
pub mod oracle;
mod perft;
pub mod pgn;
mod picture;
mod play;
mod see;
mod setup;
mod state;

pub use any::{AnyGame, Finish, NoGame, Written};
pub use attacks::Legality;
pub use castling::{Castling, MAX_ROOKS};
pub use compiled::{PawnRules, Rules, TooLarge};
pub use fen::FenError;
pub use game::{Ending, Game};
pub use man::Man;
pub(crate) use movegen::behind;
pub use movegen::{Sink, Wanted};
pub use moves::{Action, Kind, Move};
pub use notation::Unread;
pub use see::Values;
pub use state::{Position, Watcher};
