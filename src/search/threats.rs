//! Where men are attacked, and where by less worthy ones: for the order and the history of quiet moves. Knows men and
//! their worths.

use crate::board::{Layout, Set};
use crate::position::{Kind, Move, Position, Rules, Values};
use crate::rules::MAX_PIECE_TYPES;
use std::cell::OnceCell;

/// What the enemy of the side to move attacks.
#[derive(Clone)]
pub(super) struct Threats<L: Layout> {
    /// Every square that a man of the enemy's attacks.
    pub attacked: Set<L>,
    /// For each kind of the side to move, the squares on which a less worthy man attacks it.
    by_less_worthy: [Set<L>; MAX_PIECE_TYPES],
}

/// Threats that are looked at when somebody first asks.
#[derive(Clone)]
pub(super) struct Unseen<L: Layout>(OnceCell<Threats<L>>);

impl<L: Layout> Unseen<L> {
    /// Nobody has asked.
    pub const fn new() -> Self {
        Unseen(OnceCell::new())
    }

    /// Those in a position, the same whenever it is asked.
    #[inline(always)]
    pub fn of(&self, position: &Position<L>, rules: &Rules<L>, values: &Values, margin: i32) -> &Threats<L> {
        self.0.get_or_init(|| Threats::of(position, rules, values, margin))
    }
}

impl<L: Layout> Threats<L> {
    /// None at all.
    const NONE: Self = Threats { attacked: Set::EMPTY, by_less_worthy: [Set::EMPTY; MAX_PIECE_TYPES] };

    /// Those in a position; a man threatens one that is worth so much more than itself.
    pub fn of(position: &Position<L>, rules: &Rules<L>, values: &Values, margin: i32) -> Self {
        let (us, them) = (position.turn(), !position.turn());
        let occupied = position.occupied();
        let value = |kind| values.of(kind);
        let most =
            rules.pieces().filter(|kind| !position.men(*kind, us).is_empty()).map(value).max().unwrap_or(0);
        let mut threats = Self::NONE;
        for attacker in rules.pawn().into_iter().chain(rules.pieces()) {
            let men = position.men(attacker, them);
            if men.is_empty() {
                continue;
            }
            let attacked = if Some(attacker) == rules.pawn() {
                rules.pawn_attacks(men, them)
            } else {
                men.into_iter()
                    .fold(Set::EMPTY, |set, from| set | rules.attacks(attacker, them, from, occupied))
            };
            threats.attacked |= attacked;
            let bar = value(attacker) + margin;
            if bar <= most {
                for kind in rules.pieces().filter(|kind| value(*kind) >= bar) {
                    threats.by_less_worthy[kind.index()] |= attacked;
                }
            }
        }
        threats.attacked |= rules.attacks(rules.king(), them, position.king(them), occupied);
        threats
    }

    /// What a quiet move of that kind deserves for leaving a square where a less worthy man attacks it, or going to
    /// one.
    #[inline(always)]
    pub fn bonus(&self, kind: Kind, mv: Move, (leaving, going): (i32, i32)) -> i32 {
        let threats = self.by_less_worthy[kind.index()];
        i32::from(threats.has(mv.from())) * leaving - i32::from(threats.has(mv.to())) * going
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Coord, Small, Square};
    use crate::eval::{Evaluator, samples};
    use crate::position::Action;
    use std::sync::Arc;

    #[test]
    fn less_worthy_men_threaten_and_others_do_not() {
        let rules = Arc::new(samples::rules::<Small>("chess"));
        // Black's pawn on d5 attacks c4 and e4, its knight on b6 c4, a4, d5 and d7, its rook on h8 the h-file.
        let fen = "4k2r/8/1n6/3p4/8/2N5/3Q4/4K2R w - - 0 1";
        let (position, _) = Position::from_fen(&rules, fen).expect("it is a position");
        let evaluator = Evaluator::by_hand(&rules);
        let threats = Threats::of(&position, &rules, evaluator.values(), 60);
        let bonus = |from: &str, to: &str| {
            let at = |text: &str| {
                Square::<Small>::at(text.parse::<Coord>().expect("a square")).expect("on the board")
            };
            let kind = position.man(at(from)).expect("a man").kind();
            threats.bonus(kind, Move::new(at(from), at(to), Action::Plain), (10, 1))
        };
        assert_eq!([bonus("c3", "e4"), bonus("c3", "a4"), bonus("c3", "b1")], [-1, 0, 0]);
        assert_eq!([bonus("h1", "h4"), bonus("d2", "h6"), bonus("d2", "d4")], [0, -1, 0]);
        assert_eq!(bonus("d2", "c4"), -1, "a square attacked twice counts once");
        let attacked = ["c4", "d7", "h1", "f8", "b1", "g1", "h8"];
        let square = |text: &str| Square::at(text.parse::<Coord>().expect("a square")).expect("on the board");
        // The king attacks f8 and the rook h1; nobody guards the rook.
        let attacked = attacked.map(|text| threats.attacked.has(square(text)));
        assert_eq!(attacked, [true, true, true, true, false, false, false]);
    }
}
