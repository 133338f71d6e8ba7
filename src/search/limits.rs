//! What a search is asked to do, in the values protocols speak of; knows no protocol.

use crate::position::Move;
use std::time::Duration;

/// One side's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left. Protocols clamp what is negative to zero.
    pub left: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// When a search ends, and what it may look at. The default has no limit at all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes, counted over all threads.
    pub nodes: Option<u64>,
    /// Wall time for this move, overhead not yet taken off.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Moves to the next time control; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Stop once a mate in that many moves is found.
    pub mate: Option<u32>,
    /// Nodes after which no iteration is begun any more.
    pub soft_nodes: Option<u64>,
    /// The only root moves to look at; `None` for all. An empty list is "no legal move".
    pub root_moves: Option<Vec<Move>>,
    /// Report no best move before being told to stop.
    pub infinite: bool,
    /// As `infinite` until the ponder hit, from which the clock counts.
    pub ponder: bool,
    /// How many lines to report.
    pub lines: usize,
    /// Held back from every clock for the way to the GUI.
    pub overhead: Duration,
}
