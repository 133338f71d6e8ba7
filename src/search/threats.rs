//! Where men are attacked by less worthy ones, for the order of quiet moves. Knows men and their worths.

use super::picker::Scene;
use crate::board::{Layout, Set};
use crate::position::{Kind, Move};
use crate::rules::MAX_PIECE_TYPES;

/// For each kind of the side to move, the squares on which a less worthy enemy attacks it.
pub(super) struct Threats<L: Layout>([Set<L>; MAX_PIECE_TYPES]);

impl<L: Layout> Threats<L> {
    pub fn of(scene: &Scene<L>) -> Self {
        let Scene { rules, position, values, tune, .. } = scene;
        let (us, them) = (position.turn(), !position.turn());
        let occupied = position.occupied();
        let value = |kind| values.of(kind);
        let most =
            rules.pieces().filter(|kind| !position.men(*kind, us).is_empty()).map(value).max().unwrap_or(0);
        let mut threats = [Set::EMPTY; MAX_PIECE_TYPES];
        for attacker in rules.pawn().into_iter().chain(rules.pieces()) {
            let bar = value(attacker) + tune.threat_margin;
            let men = position.men(attacker, them);
            if bar > most || men.is_empty() {
                continue;
            }
            let attacked = if Some(attacker) == rules.pawn() {
                rules.pawn_attacks(men, them)
            } else {
                men.into_iter()
                    .fold(Set::EMPTY, |set, from| set | rules.attacks(attacker, them, from, occupied))
            };
            for kind in rules.pieces().filter(|kind| value(*kind) >= bar) {
                threats[kind.index()] |= attacked;
            }
        }
        Threats(threats)
    }

    /// What a quiet move of that kind deserves for leaving such a square or going to one.
    #[inline(always)]
    pub fn bonus(&self, kind: Kind, mv: Move, (leaving, going): (i32, i32)) -> i32 {
        let threats = self.0[kind.index()];
        i32::from(threats.has(mv.from())) * leaving - i32::from(threats.has(mv.to())) * going
    }
}

#[cfg(test)]
mod tests {
    use super::super::history::Histories;
    use super::super::parameters::Parameters;
    use super::*;
    use crate::board::{Coord, Small, Square};
    use crate::eval::{Evaluator, samples};
    use crate::position::{Action, Position};
    use std::sync::Arc;

    #[test]
    fn less_worthy_men_threaten_and_others_do_not() {
        let rules = Arc::new(samples::rules::<Small>("chess"));
        // Black's pawn on d5 attacks c4 and e4, its knight on b6 c4, a4, d5 and d7, its rook on h8 the h-file.
        let fen = "4k2r/8/1n6/3p4/8/2N5/3Q4/4K2R w - - 0 1";
        let (position, _) = Position::from_fen(&rules, fen).expect("it is a position");
        let evaluator = Evaluator::by_hand(&rules);
        let scene = Scene {
            rules: &rules,
            position: &position,
            legality: &position.legality(&rules),
            histories: &Histories::new(&rules),
            values: evaluator.values(),
            trail: [0; 3],
            tune: &Parameters::default(),
        };
        let threats = Threats::of(&scene);
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
    }
}
