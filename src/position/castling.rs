//! Castling on a layout: one record for each, whatever the game calls it.

use super::compiled::to_set;
use super::moves::Kind;
use crate::board::{Colour, Layout, Set, Square, SquareMap};
use crate::rules::{CastlingMove, Variant};
use arrayvec::ArrayVec;

/// Most rooks one castling moves.
pub const MAX_ROOKS: usize = 3;

/// A castling of one side.
#[derive(Clone, Debug)]
pub struct Castling<L: Layout> {
    /// Whose it is.
    pub colour: Colour,
    /// The king's home.
    pub king_from: Square<L>,
    /// Where it lands.
    pub king_to: Square<L>,
    /// The rooks: kind, home, landing square.
    pub rooks: ArrayVec<(Kind, Square<L>, Square<L>), MAX_ROOKS>,
    /// The homes of all its men, who must not have moved.
    pub men: Set<L>,
    /// Where they all land.
    pub landing: Set<L>,
    /// Squares that must be empty.
    pub empty: Set<L>,
    /// Squares the enemy must not attack.
    pub safe: Set<L>,
    /// Whether attacks are judged with the king lifted off.
    pub lifted: bool,
    /// The squares that write it in UCI.
    pub written: (Square<L>, Square<L>),
    /// Whether it goes to the higher files.
    pub kingside: bool,
    /// Its place in [`Variant::castling`].
    pub record: usize,
}

/// The castlings of a game, those of one king's home next to each other.
pub(super) fn compile<L: Layout>(variant: &Variant) -> Vec<Castling<L>> {
    let mut castlings: Vec<_> =
        variant.castling.iter().enumerate().filter_map(|(number, record)| place(number, record)).collect();
    castlings.sort_by_key(|castling| castling.king_from);
    castlings
}

fn place<L: Layout>(number: usize, record: &CastlingMove) -> Option<Castling<L>> {
    let king_from = Square::at(record.king_from)?;
    let king_to = Square::at(record.king_to)?;
    let mut rooks = ArrayVec::new();
    for rook in record.rooks.iter().take(MAX_ROOKS) {
        rooks.push((Kind(rook.piece as u8), Square::at(rook.from)?, Square::at(rook.to)?));
    }
    let homes = rooks.iter().map(|(_, from, _)| *from);
    let lands = rooks.iter().map(|(_, _, to)| *to);
    Some(Castling {
        colour: record.colour,
        king_from,
        king_to,
        men: homes.chain([king_from]).collect(),
        landing: lands.chain([king_to]).collect(),
        empty: to_set(&record.empty),
        safe: to_set(&record.safe),
        lifted: record.lifted,
        written: (Square::at(record.written.0)?, Square::at(record.written.1)?),
        kingside: record.kingside,
        rooks,
        record: number,
    })
}

/// For each square, the numbers of the castlings whose king lives there: first, and one past the last.
pub(super) fn by_king_home<L: Layout>(castlings: &[Castling<L>]) -> SquareMap<L, (u16, u16)> {
    let mut map = SquareMap::filled((0, 0));
    for (number, castling) in castlings.iter().enumerate() {
        let range: &mut (u16, u16) = &mut map[castling.king_from];
        if range.1 == 0 {
            range.0 = number as u16;
        }
        range.1 = number as u16 + 1;
    }
    map
}
