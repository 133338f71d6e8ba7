//! Positions drawn for people: in a terminal and as SVG. Knows what a board looks like; knows no rule and no game
//! by name, so that every game that can be defined can be drawn.

mod figures;
mod svg;
mod terminal;

pub use figures::symbols;
pub use svg::board as svg;
pub use terminal::{Style, board as terminal};

use crate::board::Coord;
use crate::position::AnyGame;

/// How a board is looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct View {
    /// Black below.
    pub flip: bool,
    /// Files under the protocols' letters, even if the game has its own.
    pub letters: bool,
    /// The squares of the last move.
    pub last: Option<(Coord, Coord)>,
}

impl View {
    /// The squares row by row, as they are seen.
    fn rows(self, game: &AnyGame) -> Vec<Vec<Coord>> {
        let (files, ranks) = (game.variant().files, game.variant().ranks);
        let file = |column| if self.flip { files - 1 - column } else { column };
        let rank = |row| if self.flip { row } else { ranks - 1 - row };
        (0..ranks)
            .map(|row| (0..files).map(|column| Coord { file: file(column), rank: rank(row) }).collect())
            .collect()
    }

    /// What a file is called.
    fn file_label(self, game: &AnyGame, file: u8) -> String {
        if self.letters { char::from(b'a' + file).to_string() } else { game.variant().file_label(file) }
    }

    fn marks(self, coord: Coord) -> bool {
        self.last.is_some_and(|(from, to)| coord == from || coord == to)
    }
}

/// Whether a square is dark: `a1` is.
fn dark(coord: Coord) -> bool {
    (coord.file + coord.rank).is_multiple_of(2)
}
