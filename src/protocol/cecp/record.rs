//! The game as it was played, and what can be seen of the position reached. Both are kept here because a session
//! that searches cannot be asked, and a GUI asks at any time.

use super::define;
use super::diagram::Diagram;
use super::spelling;
use crate::board::Colour;
use crate::engine::Session;
use crate::position::Ending;
use crate::protocol::desk::Desk;
use crate::rules::Variant;
use std::sync::Arc;

/// Where the game began and what was played.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The position it began with; the game's own for `None`.
    pub start: Option<String>,
    /// The moves, as UCI writes them.
    pub moves: Vec<String>,
    /// The last `setboard` or `variant` could not be followed: no move makes sense until the next.
    pub broken: bool,
}

/// A position as far as the protocol needs it.
#[derive(Clone, Debug)]
pub struct View {
    /// The game it is a position of.
    pub variant: Arc<Variant>,
    /// It in FEN.
    pub fen: String,
    /// It on squares.
    pub diagram: Diagram,
    /// Its legal moves, as UCI writes them.
    pub legal: Vec<String>,
    /// Why the game is over, and who has won.
    pub ending: Option<(Ending, Option<Colour>)>,
}

impl View {
    /// What a session shows. Call only while idle.
    pub fn of(session: &dyn Session) -> Option<View> {
        let variant = Arc::new(session.variant().clone());
        let fen = session.fen();
        Some(View {
            diagram: Diagram::read(&variant, &fen)?,
            legal: session.legal_moves(),
            ending: session.ending(),
            fen,
            variant,
        })
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Colour {
        self.diagram.turn
    }

    /// Whether nobody can move any more.
    pub fn stuck(&self) -> bool {
        self.legal.is_empty()
    }

    /// Whether a move is a castling that XBoard cannot carry out.
    pub fn is_special(&self, text: &str) -> bool {
        let deed = self.diagram.deed(&self.variant, text);
        let record = deed.and_then(|deed| spelling::castling(&self.variant, deed));
        record.is_some_and(|record| !define::can_castle(&self.variant, record))
    }

    /// A legal move as XBoard writes it.
    pub fn spelled(&self, text: &str) -> Option<String> {
        let deed = self.diagram.deed(&self.variant, text)?;
        Some(spelling::text(&self.variant, deed))
    }

    /// The move a GUI means.
    pub fn meant(&self, text: &str) -> Option<String> {
        spelling::meant(&self.variant, &self.diagram, &self.legal, text)
    }
}

impl Record {
    /// The game's own start position, nothing played.
    pub fn new() -> Self {
        Record::default()
    }

    /// Sets the session up and looks. Call only while idle.
    ///
    /// # Errors
    /// The start is no position of the game; the reason is for a person.
    pub fn look(&self, desk: &mut Desk) -> Result<View, String> {
        self.set_up(desk, None)?;
        let session = desk.ready()?;
        View::of(session.as_ref()).ok_or_else(|| "a position without a board".to_owned())
    }

    /// The same after one more move that is expected.
    ///
    /// # Errors
    /// As [`Record::look`].
    pub fn look_ahead(&self, desk: &mut Desk, expected: &str) -> Result<View, String> {
        self.set_up(desk, Some(expected))?;
        let session = desk.ready()?;
        View::of(session.as_ref()).ok_or_else(|| "a position without a board".to_owned())
    }

    fn set_up(&self, desk: &mut Desk, expected: Option<&str>) -> Result<(), String> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).chain(expected).collect();
        let notes = desk.game.set_position(&desk.options, self.start.as_deref(), &moves)?;
        notes.iter().for_each(|note| crate::protocol::console::remark(note));
        Ok(())
    }
}

/// How a game ended, as both sides of the protocol write it.
pub fn result(ending: Ending, winner: Option<Colour>) -> String {
    let score = match winner {
        Some(Colour::White) => "1-0",
        Some(Colour::Black) => "0-1",
        None => "1/2-1/2",
    };
    let why = match (ending, winner) {
        (Ending::Checkmate, Some(winner)) => format!("{} mates", winner.name()),
        (Ending::Stalemate(_), Some(winner)) => format!("{} wins by stalemate", winner.name()),
        (Ending::Checkmate | Ending::Stalemate(_), None) => "Stalemate".to_owned(),
        (Ending::Repetition, _) => "Draw by repetition".to_owned(),
        (Ending::MoveRule, _) => "Draw by the move rule".to_owned(),
        (Ending::Dead, _) => "Draw: nobody can be mated".to_owned(),
    };
    format!("{score} {{{why}}}")
}
