//! A position from who stands where, without any text: for positions that were kept as numbers.

use super::compiled::Rules;
use super::man::Man;
use super::moves::Kind;
use super::state::Position;
use crate::board::{Colour, Coord, Layout, Square};

impl<L: Layout> Position<L> {
    /// The position in which these men stand and that side is to move; no castling, nothing to take in passing. `None`
    /// where there is no such position: a man off the board or on another, a king missing, one that could be taken.
    pub fn of_men(
        rules: &Rules<L>,
        men: impl Iterator<Item = (Kind, Colour, Coord)>,
        turn: Colour,
    ) -> Option<Self> {
        let mut position = Self::empty();
        for (kind, owner, coord) in men {
            let square = Square::at(coord).filter(|square| rules.board().has(*square))?;
            if rules.kinds().all(|known| known != kind) || position.man(square).is_some() {
                return None;
            }
            position.put(rules, Man::new(kind, owner), square, &mut ());
        }
        position.turn = turn;
        position.key ^= rules.keys.turn(turn);
        position.check_men(rules).ok()?;
        let capturable = position.attacked(rules, position.king(!turn), position.occupied(), turn);
        (!capturable).then_some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Small;
    use crate::rules::Library;
    use std::sync::Arc;

    #[test]
    fn men_make_the_position_their_fen_makes() {
        let rules =
            Arc::new(Rules::<Small>::new(Library::builtin().unwrap().find("chess").unwrap()).unwrap());
        for (fen, sound) in [
            ("r1bq1rk1/pp3ppp/2n5/8/3P4/5N2/PP3PPP/R1BQ1RK1 b - - 0 1", true),
            ("8/8/8/3k4/8/8/1K6/8 w - - 0 1", true),
            ("8/8/8/3k3R/8/8/1K6/8 w - - 0 1", false),
        ] {
            let (position, _) = Position::from_any_fen(&rules, fen).unwrap();
            let men: Vec<_> = position
                .occupied()
                .map(|square| (position.man(square).unwrap(), square.coord()))
                .map(|(man, coord)| (man.kind(), man.colour(), coord))
                .collect();
            let made = Position::of_men(&rules, men.iter().copied(), position.turn());
            assert_eq!(made.is_some(), sound, "{fen}");
            if let Some(made) = made {
                assert!(made == position, "{fen}");
                assert_eq!(made.key(), made.fresh_key(&rules));
            }
            assert!(
                Position::of_men(&rules, men[1..].iter().chain(&men[1..]).copied(), Colour::White).is_none()
            );
        }
    }
}
