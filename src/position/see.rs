//! What a series of captures on one square comes to, for any set of men. Knows no search and no worths:
//! those are handed in, by kind.

use super::compiled::Rules;
use super::movegen::behind;
use super::moves::{Action, Kind, Move};
use super::state::Position;
use crate::board::{Colour, Layout, Set, Square};
use crate::rules::MAX_PIECE_TYPES;

/// What men are worth in exchanges by kind, in hundredths of a pawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values([i32; MAX_PIECE_TYPES]);

impl Values {
    /// A kind's.
    #[inline(always)]
    pub fn of(&self, kind: Kind) -> i32 {
        self.0[kind.index()]
    }
}

impl FromIterator<(Kind, i32)> for Values {
    fn from_iter<I: IntoIterator<Item = (Kind, i32)>>(worths: I) -> Self {
        let mut values = Values([0; MAX_PIECE_TYPES]);
        for (kind, worth) in worths {
            values.0[kind.index()] = worth;
        }
        values
    }
}

impl<L: Layout> Position<L> {
    /// Whether a legal move, with the best exchanges after it on its target square, gains at least
    /// `threshold`. Pins are not looked at.
    ///
    /// Swap-off by threshold, as in Stockfish; riders behind riders are found by looking again along the
    /// lines of the man that has just left.
    pub fn exchange_at_least(&self, rules: &Rules<L>, mv: Move, threshold: i32, values: &Values) -> bool {
        let (from, to): (Square<L>, Square<L>) = (mv.from(), mv.to());
        let us = self.turn;
        let Some(mover) = self.man(from).map(|man| man.kind()) else { return threshold <= 0 };
        let mut occupied = self.occupied().without(Set::of(from)) | Set::of(to);
        let mut stake = values.of(mover);
        let mut balance = -threshold;
        match mv.action() {
            Action::Castling(_) => return threshold <= 0,
            Action::DoubleStep => {}
            Action::EnPassant => {
                balance += values.of(mover);
                occupied = occupied.without(Set::of(behind(to, rules.pawns(us).forward)));
            }
            Action::Plain => balance += self.man(to).map_or(0, |man| values.of(man.kind())),
            Action::Promotion(kind) => {
                balance +=
                    self.man(to).map_or(0, |man| values.of(man.kind())) + values.of(kind) - values.of(mover);
                stake = values.of(kind);
            }
        }
        if balance < 0 {
            return false;
        }
        // Even if the man is lost for nothing.
        let at_stake = stake - balance;
        at_stake <= 0
            || Exchange { position: self, rules, values, target: to, occupied }.succeeds(us, at_stake)
    }
}

/// Captures on one square, going on.
struct Exchange<'a, L: Layout> {
    position: &'a Position<L>,
    rules: &'a Rules<L>,
    values: &'a Values,
    target: Square<L>,
    occupied: Set<L>,
}

impl<L: Layout> Exchange<'_, L> {
    /// Whether the side that has just landed on the square keeps what it wanted, when that much of it is
    /// lost by a capture.
    ///
    /// A pawn that promotes in capturing gains by it just what is then lost with it, so it counts as a pawn.
    fn succeeds(mut self, beginner: Colour, mut at_stake: i32) -> bool {
        let mut side = beginner;
        let mut succeeds = true;
        let mut attackers = self.attackers();
        loop {
            side = !side;
            let own = attackers & self.position.of(side);
            let Some((square, kind)) = self.least(own) else { break };
            if kind == self.rules.king() {
                // A king takes only what nobody covers, not even through the square it leaves.
                self.occupied = self.occupied.without(Set::of(square));
                let covered =
                    (attackers | self.uncovered()).intersects(self.position.of(!side) & self.occupied);
                return if covered { succeeds } else { !succeeds };
            }
            succeeds = !succeeds;
            at_stake = self.values.of(kind) - at_stake;
            // The capturer has enough even if it loses this man too.
            if at_stake < i32::from(succeeds) {
                break;
            }
            self.occupied = self.occupied.without(Set::of(square));
            attackers = (attackers | self.uncovered()) & self.occupied;
        }
        succeeds
    }

    fn attackers(&self) -> Set<L> {
        let by = |side| self.position.attackers(self.rules, self.target, self.occupied, side);
        (by(Colour::White) | by(Colour::Black)) & self.occupied
    }

    /// Riders that reach the square now.
    fn uncovered(&self) -> Set<L> {
        Colour::BOTH.into_iter().fold(Set::EMPTY, |set, side| {
            set | self.position.riders_to(self.rules, self.target, self.occupied, side)
        })
    }

    /// The least worthy man among some.
    fn least(&self, men: Set<L>) -> Option<(Square<L>, Kind)> {
        men.into_iter()
            .filter_map(|square| self.position.man(square).map(|man| (square, man.kind())))
            .min_by_key(|(_, kind)| self.values.of(*kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Large, Small};
    use crate::rules::Library;
    use rand::{RngExt, SeedableRng, rngs::SmallRng};
    use std::sync::Arc;

    fn rules<L: Layout>(name: &str) -> Rules<L> {
        Rules::new(Library::builtin().unwrap().find(name).unwrap()).unwrap()
    }

    /// Worths by letter, enough to tell the men apart.
    fn values<L: Layout>(rules: &Rules<L>) -> Values {
        let worth = |letter| match letter {
            'P' => 100,
            'N' | 'B' | 'L' => 320,
            'R' => 500,
            'A' | 'C' | 'M' => 850,
            'Q' => 950,
            _ => 20_000,
        };
        rules.kinds().map(|kind| (kind, worth(rules.variant().pieces[kind.index()].letter))).collect()
    }

    /// The exchange's worth by plain recursion: the least worthy man captures or nobody does.
    fn swapped<L: Layout>(
        position: &Position<L>,
        rules: &Rules<L>,
        values: &Values,
        target: Square<L>,
        (side, occupied, victim): (Colour, Set<L>, i32),
    ) -> i32 {
        let attackers = |side| position.attackers(rules, target, occupied, side) & occupied;
        let least = attackers(side)
            .into_iter()
            .map(|square| (values.of(position.man(square).unwrap().kind()), square))
            .min_by_key(|(value, _)| *value);
        let Some((value, square)) = least else { return 0 };
        let is_king = position.man(square).unwrap().kind() == rules.king();
        if is_king && !attackers(!side).is_empty() {
            return 0;
        }
        let rest = occupied.without(Set::of(square));
        (victim - swapped(position, rules, values, target, (!side, rest, value))).max(0)
    }

    fn worth<L: Layout>(position: &Position<L>, rules: &Rules<L>, values: &Values, mv: Move) -> i32 {
        let value = |square| position.man(square).map_or(0, |man| values.of(man.kind()));
        let (from, to): (Square<L>, Square<L>) = (mv.from(), mv.to());
        let (mut gain, mut stake) = (value(to), value(from));
        let mut occupied = position.occupied().without(Set::of(from)) | Set::of(to);
        match mv.action() {
            Action::Castling(_) => return 0,
            Action::EnPassant => {
                gain = values.of(rules.pawn().unwrap());
                occupied = occupied.without(Set::of(behind(to, rules.pawns(position.turn()).forward)));
            }
            Action::Promotion(kind) => {
                stake = values.of(kind);
                gain += stake - value(from);
            }
            _ => {}
        }
        gain - swapped(position, rules, values, to, (!position.turn(), occupied, stake))
    }

    fn agrees_with_recursion<L: Layout>(name: &str) {
        let rules = rules::<L>(name);
        let values = values(&rules);
        let mut random = SmallRng::seed_from_u64(3);
        for _ in 0..40 {
            let mut position = Position::start(&rules).unwrap();
            for _ in 0..100 {
                let moves = position.legal_moves(&rules);
                if moves.is_empty() {
                    break;
                }
                for mv in &moves {
                    let worth = worth(&position, &rules, &values, *mv);
                    for threshold in [worth - 1, worth, worth + 1, -100, 0, 1, 220] {
                        assert_eq!(
                            position.exchange_at_least(&rules, *mv, threshold, &values),
                            worth >= threshold,
                            "{name}: {} of {} against {threshold}, worth {worth}",
                            position.coordinates(&rules, *mv),
                            position.fen(&rules)
                        );
                    }
                }
                position.play(&rules, moves[random.random_range(0..moves.len())], &mut ());
            }
        }
    }

    #[test]
    fn exchanges_agree_with_plain_recursion() {
        for name in ["chess", "latte", "lecce"] {
            agrees_with_recursion::<Small>(name);
        }
        for name in ["ladorean", "gothic"] {
            agrees_with_recursion::<Large>(name);
        }
    }

    #[test]
    fn exchanges_one_can_count_by_hand() {
        let rules = Arc::new(rules::<Small>("chess"));
        let values = values(&rules);
        for (fen, text, expected) in [
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -220),
            // A rook behind a rook.
            ("4k3/8/4r3/8/4p3/8/4R3/4RK2 w - - 0 1", "e2e4", 100),
            // A king may not take what is covered.
            ("8/8/8/3rk3/8/8/3R4/3RK3 w - - 0 1", "d2d5", 500),
            ("3k4/3r4/8/8/8/8/3R4/4K3 w - - 0 1", "d2d7", 0),
        ] {
            let (position, _) = Position::from_fen(&rules, fen).unwrap();
            let mv = position.read_move(&rules, text).unwrap();
            let holds = |threshold| position.exchange_at_least(&rules, mv, threshold, &values);
            assert!(holds(expected) && !holds(expected + 1), "{text} in {fen}");
        }
    }
}
