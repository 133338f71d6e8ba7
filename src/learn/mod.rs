//! Learning from games: self-play, its records, and the training of nets. Knows games and searches; knows no protocol
//! and prints nothing.

pub mod primer;
pub mod record;
pub mod selfplay;
pub mod train;
