//! Lines in, lines out: the conversation with a GUI or a person. While it lasts it owns stdin
//! and stdout.
//!
//! `console` reads and writes lines, `conversation` decides when a line is heard, a dialect says what it means,
//! and `desk` does it. Nothing here knows a layout or a rule.

mod cecp;
pub mod console;
pub mod conversation;
mod desk;
mod game;
mod handicap;
mod people;
mod uci;
mod work;

pub use console::Console;
pub use conversation::{Conversation, converse, converse_in};
pub use uci::is_command;
