//! What a search says while it runs. It prints nothing itself.

use crate::position::Move;
use std::time::Duration;

/// How a reported score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

/// A score as people read it, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in that many of the winner's moves; negative when the side to move is mated, 0 when it is mate now.
    Mate(i32),
}

/// One line of thought, its moves written one way or another.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<Written = Move> {
    /// Iteration, in plies.
    pub depth: u32,
    /// Deepest ply looked at.
    pub selective_depth: u32,
    /// Rank among the lines asked for, from 1.
    pub rank: usize,
    /// What the line is worth.
    pub verdict: Verdict,
    /// Whether that is exact.
    pub bound: Bound,
    /// Chances in thousandths: win, draw, loss.
    pub chances: [u32; 3],
    /// Nodes so far, over all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Thousandths of the transposition table in use.
    pub table_fill: u32,
    /// The moves, every one legal in turn.
    pub moves: Vec<Written>,
}

impl<Written> Line<Written> {
    /// The same with other moves.
    pub fn with_moves<Other>(self, moves: Vec<Other>) -> Line<Other> {
        let Line {
            depth, selective_depth, rank, verdict, bound, chances, nodes, elapsed, table_fill, ..
        } = self;
        Line { depth, selective_depth, rank, verdict, bound, chances, nodes, elapsed, table_fill, moves }
    }
}

/// What a search tells its owner.
#[derive(Clone, PartialEq, Debug)]
pub enum Report {
    /// A line of thought.
    Line(Line),
    /// The root move now looked at and its number from 1, told only after a while.
    Current {
        /// Iteration, in plies.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number, from 1.
        number: usize,
    },
    /// The end: told exactly once for each search, after everything else.
    Best {
        /// The move to play; `None` when there is none.
        best: Option<Move>,
        /// The reply expected, legal after `best` and not ending the game.
        ponder: Option<Move>,
    },
}
