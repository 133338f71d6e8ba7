//! One game being played or analysed, behind a door without a layout: positions and moves are text here.

use crate::board::Colour;
use crate::position::Ending;
use crate::rules::Variant;
use crate::search::{Limits, Line};

/// A search's line with its moves in coordinates, as UCI writes them.
pub type Thought = Line<String>;

/// What a session says, in the order it happens. A search ends with exactly one `Best`.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A line of thought.
    Thought(Thought),
    /// The root move now looked at.
    Current {
        /// Iteration, in plies.
        depth: u32,
        /// The move.
        text: String,
        /// Its number, from 1.
        number: usize,
    },
    /// The answer to one `go`.
    Best {
        /// The move to play; `None` when there is none.
        best: Option<String>,
        /// The reply expected.
        ponder: Option<String>,
    },
}

/// A position or a game in text was not one. `Display` is one line with the offending text and the remedy.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

/// What a session answers to a position: things worth telling a person that stopped nothing.
pub type Notes = Vec<String>;

/// A game in play. [`Session::go`] stops a search that still runs, settings wait for its end; [`Session::stop`] and
/// [`Session::ponder_hit`] come at any time, and what reads or sets the game does not touch a search.
pub trait Session: Send {
    /// The game played.
    fn variant(&self) -> &Variant;
    /// Sets up a FEN (the start position for `None`) and plays moves from it, any spelling accepted.
    ///
    /// # Errors
    /// The FEN is no position: everything stays as it was. A move that is illegal is a note instead, and the
    /// position before it stands.
    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<Notes, Refused>;
    /// As [`Session::set_position`], but the side not to move may be in check, and an illegal move is an error:
    /// for counting only, since perft collections hold such positions and no game does.
    ///
    /// # Errors
    /// The FEN is no position or a move is illegal: everything stays as it was.
    fn set_position_to_count(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<Notes, Refused>;
    /// The moves among these texts that are legal now, for `searchmoves`.
    fn legal_among(&self, texts: &[&str]) -> Vec<crate::position::Move>;
    /// Every legal move, as UCI writes it.
    fn legal_moves(&self) -> Vec<String>;
    /// The legal move that a text means, any spelling accepted, as UCI writes it.
    ///
    /// # Errors
    /// It means no legal move, or several.
    fn read_move(&self, text: &str) -> Result<String, Refused>;
    /// Why the game is over and who has won it (nobody, in a draw); `None` while it goes on.
    fn ending(&self) -> Option<(Ending, Option<Colour>)>;
    /// Starts a search; its events go to the channel the session was opened with.
    fn go(&mut self, limits: Limits);
    /// Ends the search, if one runs, soon. Its `Best` still comes.
    fn stop(&mut self);
    /// Turns a pondering search into a timed one.
    fn ponder_hit(&mut self);
    /// Forgets the game: table, histories.
    fn new_game(&mut self);
    /// The transposition table's size in MiB.
    fn set_hash(&mut self, mebibytes: usize);
    /// The evaluation to go by: `built-in`, `none` for the hand-made one, or a net's path. What cannot be used is said in
    /// the notes, and the hand-made evaluation takes its place.
    fn set_net(&mut self, name: &str) -> Notes;
    /// How many threads search.
    fn set_threads(&mut self, threads: usize);
    /// The position in FEN.
    fn fen(&self) -> String;
    /// The position drawn for a terminal, with FEN, key, checkers and the game's own labels.
    fn display(&self) -> String;
    /// The static evaluation, term by term, in words and numbers.
    fn evaluation(&self) -> String;
    /// Counts the leaves below each legal move, telling each move and its count as it is known.
    fn perft(&self, depth: u32, tell: &mut dyn FnMut(&str, u64)) -> u64;
}
