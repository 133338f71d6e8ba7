//! Playing a move.

use super::compiled::Rules;
use super::man::Man;
use super::movegen::behind;
use super::moves::{Action, Move};
use super::state::{Position, Watcher};
use crate::board::{Colour, Layout, Set, Square};

impl<L: Layout> Position<L> {
    /// Plays a legal move, telling the watcher what leaves and enters the board.
    #[inline]
    pub fn play<W: Watcher<L>>(&mut self, rules: &Rules<L>, mv: Move, watcher: &mut W) {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        self.key ^= rules.keys.en_passant(self.en_passant);
        self.en_passant = None;
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        let mut touched = Set::of(from) | Set::of(to);
        match mv.action() {
            Action::Plain => {
                if let Some(captured) = self.man(to) {
                    self.lift(rules, captured, to, watcher);
                    self.quiet_plies = 0;
                }
                self.carry(rules, from, to, watcher);
            }
            Action::DoubleStep => self.carry(rules, from, to, watcher),
            Action::EnPassant => {
                let victim = behind(to, rules.pawns(us).forward);
                if let Some(captured) = self.man(victim) {
                    self.lift(rules, captured, victim, watcher);
                }
                self.carry(rules, from, to, watcher);
            }
            Action::Promotion(kind) => {
                if let Some(captured) = self.man(to) {
                    self.lift(rules, captured, to, watcher);
                }
                if let Some(pawn) = self.man(from) {
                    self.lift(rules, pawn, from, watcher);
                }
                self.put(rules, Man::new(kind, us), to, watcher);
                self.quiet_plies = 0;
            }
            Action::Castling(number) => touched = self.castle(rules, number, watcher),
        }
        if self.unmoved.intersects(touched) {
            self.set_unmoved(rules, self.unmoved.without(touched));
        }
        self.move_number += us as u32;
        self.turn = !us;
        self.key ^= rules.keys.black;
        if mv.action() == Action::DoubleStep {
            self.offer_en_passant(rules, behind(to, rules.pawns(us).forward));
        }
    }

    /// The key after a move, if neither castling rights nor a chance to take in passing come or go by it: for
    /// bringing near what is known of the position there.
    #[inline]
    pub fn likely_key(&self, rules: &Rules<L>, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let taken = self.man(to).map_or(0, |man| rules.keys.man(man, to));
        let moved = self.man(from).map_or(0, |man| {
            let arriving = mv.promotion().map_or(man, |kind| Man::new(kind, self.turn));
            rules.keys.man(man, from) ^ rules.keys.man(arriving, to)
        });
        self.key ^ rules.keys.en_passant(self.en_passant) ^ rules.keys.black ^ taken ^ moved
    }

    /// Passes the turn, for null moves.
    #[inline]
    pub fn pass(&mut self, rules: &Rules<L>) {
        self.key ^= rules.keys.en_passant(self.en_passant) ^ rules.keys.black;
        self.en_passant = None;
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        self.move_number += self.turn as u32;
        self.turn = !self.turn;
    }

    #[inline(always)]
    fn carry<W: Watcher<L>>(&mut self, rules: &Rules<L>, from: Square<L>, to: Square<L>, watcher: &mut W) {
        let Some(man) = self.man(from) else { return };
        self.lift(rules, man, from, watcher);
        self.put(rules, man, to, watcher);
        if man.kind() == rules.king() {
            self.kings[man.colour()] = to;
        } else if Some(man.kind()) == rules.pawn() {
            self.quiet_plies = 0;
        }
    }

    /// Lifts every man of a castling, then puts them all: their squares may overlap in any way.
    fn castle<W: Watcher<L>>(&mut self, rules: &Rules<L>, number: u16, watcher: &mut W) -> Set<L> {
        let Some(castling) = rules.castlings.get(usize::from(number)) else { return Set::EMPTY };
        let us = self.turn;
        let king = Man::new(rules.king(), us);
        self.lift(rules, king, castling.king_from, watcher);
        for (kind, from, _) in &castling.rooks {
            self.lift(rules, Man::new(*kind, us), *from, watcher);
        }
        self.put(rules, king, castling.king_to, watcher);
        for (kind, _, to) in &castling.rooks {
            self.put(rules, Man::new(*kind, us), *to, watcher);
        }
        self.kings[us] = castling.king_to;
        castling.men
    }

    /// Sets which castling men have not moved, dropping those that no castling can use any more, so that
    /// positions with the same choices have the same key.
    pub(super) fn set_unmoved(&mut self, rules: &Rules<L>, unmoved: Set<L>) {
        let useful = Colour::BOTH.into_iter().fold(Set::EMPTY, |useful, colour| {
            rules
                .castlings_of(self.kings[colour])
                .iter()
                .filter(|castling| castling.colour == colour && unmoved.contains(castling.men))
                .fold(useful, |useful, castling| useful | castling.men)
        });
        self.key ^= rules.keys.unmoved(self.unmoved ^ useful);
        self.unmoved = useful;
    }

    /// Notes the square a pawn of the side that just moved has passed, if it can legally be taken there.
    pub(super) fn offer_en_passant(&mut self, rules: &Rules<L>, passed: Square<L>) {
        let Some(pawn) = rules.pawn().filter(|_| rules.variant().en_passant) else { return };
        let takers = rules.pawns(!self.turn).attacks[passed] & self.men(pawn, self.turn);
        if takers.into_iter().any(|from| self.en_passant_is_safe(rules, from, passed)) {
            self.en_passant = Some(passed);
            self.key ^= rules.keys.en_passant(self.en_passant);
        }
    }
}
