//! The game on the table: every position since its start, so that moves can be taken back, and what it is as a
//! record. Knows no engine and no terminal.

use crate::board::Colour;
use crate::cli::setup::Opened;
use crate::position::{AnyGame, Written};

/// The game on the table.
pub struct Table {
    /// Every position, the first one first.
    positions: Vec<AnyGame>,
    moves: Vec<Written>,
    /// Who gave up or ran out of time, and how it is said.
    conceded: Option<(Colour, &'static str)>,
}

/// How a game came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Result {
    /// Who has won; `None` for a draw.
    pub winner: Option<Colour>,
    /// Why it is over: "checkmate", "White resigns".
    pub reason: String,
}

impl Table {
    /// A game that goes on from where arguments say.
    pub fn new(opened: Opened) -> Table {
        let mut positions = vec![opened.before];
        let mut moves = Vec::new();
        for written in opened.moves {
            let mut next = positions[positions.len() - 1].clone();
            if next.play(&written.coordinates).is_err() {
                break;
            }
            positions.push(next);
            moves.push(written);
        }
        Table { positions, moves, conceded: None }
    }

    /// Where the game stands.
    pub fn now(&self) -> &AnyGame {
        // There is always a first position.
        &self.positions[self.positions.len() - 1]
    }

    /// Where it began.
    pub fn start(&self) -> &AnyGame {
        &self.positions[0]
    }

    /// The moves played.
    pub fn moves(&self) -> &[Written] {
        &self.moves
    }

    /// The moves played, in coordinates.
    pub fn coordinates(&self) -> Vec<&str> {
        self.moves.iter().map(|written| written.coordinates.as_str()).collect()
    }

    /// Plays a legal move.
    pub fn play(&mut self, written: Written) {
        let mut next = self.now().clone();
        if next.play(&written.coordinates).is_ok() {
            self.positions.push(next);
            self.moves.push(written);
        }
    }

    /// Takes back a move; whether there was one.
    pub fn undo(&mut self) -> bool {
        self.conceded = None;
        if self.moves.pop().is_none() {
            return false;
        }
        self.positions.pop();
        true
    }

    /// Back to the start.
    pub fn clear(&mut self) {
        self.positions.truncate(1);
        self.moves.clear();
        self.conceded = None;
    }

    /// A side gives up, or has no time left.
    pub fn concede(&mut self, side: Colour, how: &'static str) {
        self.conceded = Some((side, how));
    }

    /// Whether the game is over, and how.
    pub fn result(&self) -> Option<Result> {
        if let Some((side, how)) = self.conceded {
            return Some(Result { winner: Some(!side), reason: format!("{} {how}", side.name()) });
        }
        let finish = self.now().finish()?;
        Some(Result { winner: finish.winner, reason: finish.ending.to_string() })
    }
}

impl Result {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn score(&self) -> &'static str {
        match self.winner {
            Some(Colour::White) => "1-0",
            Some(Colour::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Library;

    #[test]
    fn played_taken_back_and_given_up() {
        let variant = Library::builtin().unwrap().find("chess").unwrap();
        let start = AnyGame::start(&variant).unwrap();
        let mut table = Table::new(Opened { game: start.clone(), before: start, moves: Vec::new() });
        for text in ["f3", "e5", "g4", "Qh4"] {
            let written = table.now().read(text).unwrap();
            table.play(written);
        }
        let result = table.result().unwrap();
        assert_eq!((result.score(), result.reason.as_str()), ("0-1", "checkmate"));
        assert!(table.undo() && table.result().is_none());
        table.concede(Colour::Black, "resigns");
        assert_eq!(
            table.result().map(|result| (result.score(), result.reason)),
            Some(("1-0", "Black resigns".to_owned()))
        );
        while table.undo() {}
        assert_eq!((table.moves().len(), table.now().fen()), (0, table.start().fen()));
    }
}
