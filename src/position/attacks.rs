//! Who attacks what, and what that leaves the side to move: checks and pins as masks.

use super::compiled::{MAX_PINS, RideAtom, Rules};
use super::moves::Kind;
use super::state::Position;
use crate::board::{Colour, Layout, Set, Square};
use arrayvec::ArrayVec;

/// What check and pins allow the side to move.
pub struct Legality<L: Layout> {
    /// Enemies that give check.
    pub checkers: Set<L>,
    /// Where a man other than the king may land: everywhere, or where the one check ends.
    pub(super) targets: Set<L>,
    /// Own men that are pinned.
    pub(super) pinned: Set<L>,
    /// Each pin: the man and the squares that keep the line closed. A man may have several.
    pub(super) pins: ArrayVec<(Square<L>, Set<L>), MAX_PINS>,
}

impl<L: Layout> Legality<L> {
    /// Where a pinned man may land.
    #[inline(always)]
    pub(super) fn line(&self, man: Square<L>) -> Set<L> {
        self.pins
            .iter()
            .filter(|(pinned, _)| *pinned == man)
            .fold(self.targets, |line, (_, closed)| line & *closed)
    }
}

impl<L: Layout> Position<L> {
    #[inline(always)]
    fn owned(&self, owners: &[Kind], by: Colour) -> Set<L> {
        owners.iter().fold(Set::EMPTY, |set, kind| set | self.of_kind(*kind)) & self.of(by)
    }

    /// The men of a side that ride back along an atom's lines to a square.
    #[inline(always)]
    fn riders(
        &self,
        rules: &Rules<L>,
        atom: &RideAtom,
        square: Square<L>,
        occupied: Set<L>,
        by: Colour,
    ) -> Set<L> {
        let owners = self.owned(&atom.owners, by);
        let lines = rules.lines(atom.lines);
        // Most squares have no rider in line at all, and that is cheaper to see.
        if !lines.open(square).intersects(owners) {
            return Set::EMPTY;
        }
        lines.reach(square, occupied) & owners
    }

    /// The men of a side that attack a square when these squares are occupied.
    ///
    /// Men of that side whose square is not among the occupied are still counted.
    #[inline(always)]
    pub fn attackers(&self, rules: &Rules<L>, square: Square<L>, occupied: Set<L>, by: Colour) -> Set<L> {
        let leaps = rules.leap_atoms[by]
            .iter()
            .fold(Set::EMPTY, |set, atom| set | (atom.sources[square] & self.owned(&atom.owners, by)));
        rules.ride_atoms[by]
            .iter()
            .fold(leaps, |set, atom| set | self.riders(rules, atom, square, occupied, by))
    }

    /// As [`Position::attackers`], of the men that ride there alone.
    #[inline(always)]
    pub(super) fn riders_to(
        &self,
        rules: &Rules<L>,
        square: Square<L>,
        occupied: Set<L>,
        by: Colour,
    ) -> Set<L> {
        rules.ride_atoms[by]
            .iter()
            .fold(Set::EMPTY, |set, atom| set | self.riders(rules, atom, square, occupied, by))
    }

    /// Whether a side attacks a square when these squares are occupied.
    #[inline(always)]
    pub fn attacked(&self, rules: &Rules<L>, square: Square<L>, occupied: Set<L>, by: Colour) -> bool {
        rules.leap_atoms[by].iter().any(|atom| atom.sources[square].intersects(self.owned(&atom.owners, by)))
            || rules.ride_atoms[by]
                .iter()
                .any(|atom| !self.riders(rules, atom, square, occupied, by).is_empty())
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub fn in_check(&self, rules: &Rules<L>) -> bool {
        self.attacked(rules, self.king(self.turn), self.occupied(), !self.turn)
    }

    /// The enemies that give check to the side to move.
    #[inline(always)]
    pub fn checkers(&self, rules: &Rules<L>) -> Set<L> {
        self.attackers(rules, self.king(self.turn), self.occupied(), !self.turn)
    }

    /// Checks and pins against the side to move.
    #[inline(always)]
    pub fn legality(&self, rules: &Rules<L>) -> Legality<L> {
        let (us, them) = (self.turn, !self.turn);
        let king = self.king(us);
        let occupied = self.occupied();
        let mut checkers = rules.leap_atoms[them]
            .iter()
            .fold(Set::EMPTY, |set, atom| set | (atom.sources[king] & self.owned(&atom.owners, them)));
        let mut targets = if checkers.is_empty() { !Set::EMPTY } else { checkers };
        let mut pinned = Set::EMPTY;
        let mut pins = ArrayVec::new();
        for atom in &rules.ride_atoms[them] {
            let lines = rules.lines(atom.lines);
            for rider in lines.open(king) & self.owned(&atom.owners, them) {
                let between = lines.between(king, rider);
                let blockers = between & occupied;
                if blockers.is_empty() {
                    checkers |= Set::of(rider);
                    targets &= between | Set::of(rider);
                } else if !blockers.is_several()
                    && self.of(us).contains(blockers)
                    && let Some(man) = blockers.first()
                {
                    pinned |= blockers;
                    // There are no more pins than rays, which the rules counted; a full list is not reached.
                    let _ = pins.try_push((man, between | Set::of(rider)));
                }
            }
        }
        Legality { checkers, targets, pinned, pins }
    }
}
