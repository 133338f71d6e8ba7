//! Dead positions: those in which nobody can ever be mated.
//!
//! Which men can mate is found by trying, not from a list of names.

use super::compiled::Rules;
use super::moves::Kind;
use super::state::Position;
use crate::board::{Colour, Layout, Set};
use crate::rules::Outcome;

/// What is known of a game's poorest endings.
pub struct Endings<L: Layout> {
    /// For each kind, whether it can mate a bare king with its own king's help.
    mates: Vec<bool>,
    /// For each kind, whether it never leaves its square colour.
    bound: Vec<bool>,
    /// The squares of a1's colour.
    dark: Set<L>,
}

impl<L: Layout> Default for Endings<L> {
    fn default() -> Self {
        Endings { mates: Vec::new(), bound: Vec::new(), dark: Set::EMPTY }
    }
}

impl<L: Layout> Endings<L> {
    /// Tries every kind of man of a game.
    pub(super) fn new(rules: &Rules<L>) -> Self {
        let variant = rules.variant();
        if variant.stalemate != Outcome::Draw {
            // A bare king can still be stalemated, and that decides the game here.
            return Self::default();
        }
        let pawn = |kind: Kind| Some(kind) == rules.pawn();
        // With a king of another kind, men on one colour may do what they cannot do against a plain one.
        let plain = variant.pieces[rules.king().index()].is_plain_king();
        Endings {
            // A pawn's fate is what it becomes.
            mates: rules.kinds().map(|kind| pawn(kind) || can_mate(rules, kind)).collect(),
            bound: rules
                .kinds()
                .map(|kind| plain && !pawn(kind) && variant.pieces[kind.index()].keeps_colour())
                .collect(),
            dark: rules.board().filter(|square| (square.file() + square.rank()) % 2 == 0).collect(),
        }
    }
}

/// Whether that man and its king can mate a bare king anywhere on the board.
fn can_mate<L: Layout>(rules: &Rules<L>, kind: Kind) -> bool {
    Colour::BOTH.into_iter().any(|attacker| {
        rules.board().any(|target| {
            let step = |colour, from| rules.attacks(rules.king(), colour, from, Set::EMPTY);
            let flights = step(!attacker, target);
            rules.board().without(Set::of(target)).any(|man| {
                let open = rules.attacks(kind, attacker, man, Set::of(target));
                if !open.has(target) {
                    return false;
                }
                // With the king gone from its square, where the man's own line goes on behind it.
                let reach = |occupied| rules.attacks(kind, attacker, man, occupied);
                let rest = flights.without(reach(Set::EMPTY)).without(Set::of(man));
                rules.board().without(Set::of(target) | Set::of(man) | flights).any(|king| {
                    let cover = step(attacker, king);
                    let stand = Set::of(king) | Set::of(man);
                    cover.contains(rest)
                        && !cover.has(target)
                        && reach(stand | Set::of(target)).has(target)
                        && flights.without(reach(stand)).without(cover).without(Set::of(man)).is_empty()
                        && (!flights.has(man) || cover.has(man))
                })
            })
        })
    })
}

impl<L: Layout> Position<L> {
    /// Whether neither side can ever mate: bare kings, one man that cannot mate, or men that never leave
    /// the one square colour they all stand on.
    pub fn is_dead(&self, rules: &Rules<L>) -> bool {
        let endings = &rules.endings;
        if endings.mates.is_empty() {
            return false;
        }
        let men = self.occupied().without(self.of_kind(rules.king()));
        let all = |answers: &[bool]| {
            men.into_iter().all(|square| self.man(square).is_some_and(|man| answers[man.kind().index()]))
        };
        let one_colour = || !men.intersects(endings.dark) || endings.dark.contains(men);
        match men.len() {
            0 => true,
            1 => men
                .first()
                .and_then(|square| self.man(square))
                .is_some_and(|man| !endings.mates[man.kind().index()]),
            _ => one_colour() && all(&endings.bound),
        }
    }
}
