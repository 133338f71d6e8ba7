//! Legal moves by check and pin masks. What receives them decides what a move costs: a count needs none made.

use super::attacks::Legality;
use super::castling::Castling;
use super::compiled::{PawnRules, Rules};
use super::moves::{Action, Kind, Move};
use super::oracle;
use super::state::Position;
use crate::board::{Layout, Set, Square};

/// Which moves are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Every legal move.
    All,
    /// Captures and promotions.
    Noisy,
    /// The others.
    Quiet,
}

/// What moves are handed to, many at once where they come so.
pub trait Sink<L: Layout> {
    /// A man from one square to each of several, with nothing more to it.
    fn man(&mut self, from: Square<L>, targets: Set<L>);
    /// Pawns that each come from `offset` places before their target.
    fn pawns(&mut self, offset: i32, targets: Set<L>, action: Action);
    /// Pawns that come so and become any of these.
    fn promotions(&mut self, offset: i32, targets: Set<L>, kinds: &[Kind]);
    /// One move.
    fn single(&mut self, mv: Move);
}

/// Collects moves.
impl<L: Layout> Sink<L> for Vec<Move> {
    #[inline(always)]
    fn man(&mut self, from: Square<L>, targets: Set<L>) {
        self.extend(targets.map(|to| Move::new(from, to, Action::Plain)));
    }

    #[inline(always)]
    fn pawns(&mut self, offset: i32, targets: Set<L>, action: Action) {
        self.extend(targets.map(|to| Move::new(behind(to, offset), to, action)));
    }

    #[inline(always)]
    fn promotions(&mut self, offset: i32, targets: Set<L>, kinds: &[Kind]) {
        for to in targets {
            self.extend(kinds.iter().map(|kind| Move::new(behind(to, offset), to, Action::Promotion(*kind))));
        }
    }

    #[inline(always)]
    fn single(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Counts moves and makes none.
#[derive(Default)]
pub(super) struct Count(pub(super) u64);

impl<L: Layout> Sink<L> for Count {
    #[inline(always)]
    fn man(&mut self, _: Square<L>, targets: Set<L>) {
        self.0 += targets.len() as u64;
    }

    #[inline(always)]
    fn pawns(&mut self, _: i32, targets: Set<L>, _: Action) {
        self.0 += targets.len() as u64;
    }

    #[inline(always)]
    fn promotions(&mut self, _: i32, targets: Set<L>, kinds: &[Kind]) {
        self.0 += (targets.len() * kinds.len()) as u64;
    }

    #[inline(always)]
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Looks for one move and makes none.
struct Look {
    wanted: Move,
    found: bool,
}

impl<L: Layout> Sink<L> for Look {
    #[inline(always)]
    fn man(&mut self, from: Square<L>, targets: Set<L>) {
        self.found |=
            targets.has(self.wanted.to()) && Move::new(from, self.wanted.to(), Action::Plain) == self.wanted;
    }

    #[inline(always)]
    fn pawns(&mut self, offset: i32, targets: Set<L>, action: Action) {
        let to = self.wanted.to();
        self.found |= targets.has(to) && Move::new(behind(to, offset), to, action) == self.wanted;
    }

    #[inline(always)]
    fn promotions(&mut self, offset: i32, targets: Set<L>, kinds: &[Kind]) {
        let to = self.wanted.to();
        let kind = self.wanted.promotion().filter(|kind| kinds.contains(kind));
        self.found |= targets.has(to)
            && kind.is_some_and(|kind| {
                Move::new(behind(to, offset), to, Action::Promotion(kind)) == self.wanted
            });
    }

    #[inline(always)]
    fn single(&mut self, mv: Move) {
        self.found |= mv == self.wanted;
    }
}

/// Where a pawn that came to a square by such a step came from.
#[inline(always)]
pub(crate) fn behind<L: Layout>(square: Square<L>, offset: i32) -> Square<L> {
    Square::new((square.index() as i32 - offset) as usize)
}

impl<L: Layout> Position<L> {
    /// Every legal move.
    pub fn legal_moves(&self, rules: &Rules<L>) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.generate(rules, &self.legality(rules), Wanted::All, &mut moves);
        moves
    }

    /// Whether there is any legal move.
    pub fn has_legal_move(&self, rules: &Rules<L>) -> bool {
        self.count_moves(rules) > 0
    }

    /// How many legal moves there are.
    #[inline(always)]
    pub fn count_moves(&self, rules: &Rules<L>) -> u64 {
        let mut count = Count::default();
        self.generate(rules, &self.legality(rules), Wanted::All, &mut count);
        count.0
    }

    /// Whether a move, from anywhere, is legal here: asked of the generator, for that one man.
    pub fn is_legal(&self, rules: &Rules<L>, legality: &Legality<L>, mv: Move) -> bool {
        let from = mv.from();
        if !self.of(self.turn).has(from) {
            return false;
        }
        if !rules.masks_hold {
            return oracle::legal_moves(self, rules).contains(&mv);
        }
        let mut look = Look { wanted: mv, found: false };
        self.generate_from(rules, legality, Wanted::All, Set::of(from), &mut look);
        look.found
    }

    /// Hands the legal moves asked for to a sink. `legality` must be this position's.
    #[inline(always)]
    pub fn generate<S: Sink<L>>(
        &self,
        rules: &Rules<L>,
        legality: &Legality<L>,
        wanted: Wanted,
        sink: &mut S,
    ) {
        if rules.masks_hold {
            self.generate_from(rules, legality, wanted, self.of(self.turn), sink);
        } else {
            for mv in oracle::legal_moves(self, rules) {
                if wanted == Wanted::All || self.is_noisy(mv) == (wanted == Wanted::Noisy) {
                    sink.single(mv);
                }
            }
        }
    }

    /// Whether a move captures or promotes.
    #[inline(always)]
    pub fn is_noisy(&self, mv: Move) -> bool {
        match mv.action() {
            Action::Plain => self.man(mv.to()).is_some(),
            Action::EnPassant | Action::Promotion(_) => true,
            Action::DoubleStep | Action::Castling(_) => false,
        }
    }

    /// The moves of some men of the side to move.
    #[inline(always)]
    fn generate_from<S: Sink<L>>(
        &self,
        rules: &Rules<L>,
        legality: &Legality<L>,
        wanted: Wanted,
        movers: Set<L>,
        sink: &mut S,
    ) {
        let us = self.turn;
        let occupied = self.occupied();
        let landing = match wanted {
            Wanted::All => rules.board().without(self.of(us)),
            Wanted::Noisy => self.of(!us),
            Wanted::Quiet => rules.board().without(occupied),
        };
        let king = self.king(us);
        if movers.has(king) {
            self.king_moves(rules, landing, sink);
            if wanted != Wanted::Noisy && self.unmoved.has(king) {
                self.castlings(rules, sink);
            }
        }
        if legality.checkers.is_several() {
            return;
        }
        let free = movers.without(legality.pinned);
        for kind in rules.pieces() {
            for from in self.of_kind(kind) & free {
                let reach = rules.reach(kind, us, from, occupied);
                sink.man(from, reach & landing & legality.targets);
            }
        }
        let pawns = rules.pawn().map_or(Set::EMPTY, |pawn| self.of_kind(pawn));
        let pawn_rules = rules.pawns(us);
        self.pawn_moves(rules, pawn_rules, pawns & free, legality.targets, wanted, sink);
        for from in legality.pinned & movers {
            let line = legality.line(from);
            if pawns.has(from) {
                self.pawn_moves(rules, pawn_rules, Set::of(from), line, wanted, sink);
            } else if let Some(man) = self.man(from) {
                sink.man(from, rules.reach(man.kind(), us, from, occupied) & landing & line);
            }
        }
        if wanted != Wanted::Quiet {
            self.en_passant_moves(rules, pawns & movers, sink);
        }
    }

    #[inline(always)]
    fn king_moves<S: Sink<L>>(&self, rules: &Rules<L>, landing: Set<L>, sink: &mut S) {
        let us = self.turn;
        let king = self.king(us);
        let occupied = self.occupied();
        // A rider's line goes on through the square the king leaves.
        let lifted = occupied.without(Set::of(king));
        let reach = rules.reach(rules.king(), us, king, occupied) & landing;
        let safe = reach.filter(|to| !self.attacked(rules, *to, lifted, !us)).collect::<Set<L>>();
        if !safe.is_empty() {
            sink.man(king, safe);
        }
    }

    #[inline(always)]
    fn pawn_moves<S: Sink<L>>(
        &self,
        rules: &Rules<L>,
        pawn: &PawnRules<L>,
        pawns: Set<L>,
        allowed: Set<L>,
        wanted: Wanted,
        sink: &mut S,
    ) {
        let empty = rules.board().without(self.occupied());
        let single = pawns.shifted(pawn.forward) & empty;
        if wanted != Wanted::Noisy {
            sink.pawns(pawn.forward, single.without(pawn.promotion) & allowed, Action::Plain);
            let passed = (pawns & pawn.double_from).shifted(pawn.forward) & empty;
            let double = passed.shifted(pawn.forward) & empty.without(pawn.promotion) & allowed;
            sink.pawns(2 * pawn.forward, double, Action::DoubleStep);
        }
        if wanted != Wanted::Quiet {
            let enemies = self.of(!self.turn) & allowed;
            for (offset, inner) in pawn.captures {
                let captures = (pawns & inner).shifted(offset) & enemies;
                sink.pawns(offset, captures.without(pawn.promotion), Action::Plain);
                sink.promotions(offset, captures & pawn.promotion, &pawn.promotions);
            }
            sink.promotions(pawn.forward, single & pawn.promotion & allowed, &pawn.promotions);
        }
    }

    /// Captures in passing are few and odd: each is judged on the board it leaves.
    #[inline(always)]
    fn en_passant_moves<S: Sink<L>>(&self, rules: &Rules<L>, pawns: Set<L>, sink: &mut S) {
        let Some(target) = self.en_passant else { return };
        // A pawn captures onto the square it would be attacked from by an enemy pawn there.
        for from in rules.pawns(!self.turn).attacks[target] & pawns & self.of(self.turn) {
            if self.en_passant_is_safe(rules, from, target) {
                sink.single(Move::new(from, target, Action::EnPassant));
            }
        }
    }

    /// Whether the own king stands safe after a capture in passing.
    pub(super) fn en_passant_is_safe(&self, rules: &Rules<L>, from: Square<L>, target: Square<L>) -> bool {
        let us = self.turn;
        let victim = Set::of(behind(target, rules.pawns(us).forward));
        let occupied = self.occupied().without(victim).without(Set::of(from)) | Set::of(target);
        self.attackers(rules, self.king(us), occupied, !us).without(victim).is_empty()
    }

    #[inline(always)]
    fn castlings<S: Sink<L>>(&self, rules: &Rules<L>, sink: &mut S) {
        let (first, end) = rules.castlings_from[self.king(self.turn)];
        for number in first..end {
            let castling = &rules.castlings[usize::from(number)];
            if self.can_castle(rules, castling) {
                sink.single(Move::new(castling.king_from, castling.king_to, Action::Castling(number)));
            }
        }
    }

    /// Whether a castling can be played now.
    pub(super) fn can_castle(&self, rules: &Rules<L>, castling: &Castling<L>) -> bool {
        let (us, them) = (self.turn, !self.turn);
        let occupied = self.occupied();
        if castling.colour != us
            || !self.unmoved.contains(castling.men)
            || (castling.empty | castling.landing).intersects(occupied.without(castling.men))
        {
            return false;
        }
        let before = if castling.lifted { occupied.without(Set::of(castling.king_from)) } else { occupied };
        let after = occupied.without(castling.men) | castling.landing;
        castling.safe.into_iter().all(|square| !self.attacked(rules, square, before, them))
            && !self.attacked(rules, castling.king_to, after, them)
    }
}
