//! The position itself: who stands where, whose turn it is, what may still be done.
//!
//! Plain data, copied rather than unmade. It knows its game only through the [`Rules`] it is given.

use super::compiled::Rules;
use super::man::Man;
use super::moves::Kind;
use crate::board::{Colour, Layout, PerColour, Set, Square, SquareMap};
use crate::rules::MAX_PIECE_TYPES;

/// A position of a game. Its methods expect the [`Rules`] it was made with.
#[derive(Clone, Copy, PartialEq)]
pub struct Position<L: Layout> {
    pub(super) kinds: [Set<L>; MAX_PIECE_TYPES],
    pub(super) sides: PerColour<Set<L>>,
    pub(super) board: SquareMap<L, Option<Man>>,
    pub(super) kings: PerColour<Square<L>>,
    /// Homes of kings and rooks that take part in a castling still to be had.
    pub(super) unmoved: Set<L>,
    /// The square a pawn has just passed, only while a legal capture exists there.
    pub(super) en_passant: Option<Square<L>>,
    pub(super) turn: Colour,
    pub(super) quiet_plies: u16,
    pub(super) move_number: u32,
    pub(super) key: u64,
    pub(super) pawn_key: u64,
    pub(super) piece_keys: PerColour<u64>,
}

/// Told what leaves and enters the board as moves are played, so that what depends on it can follow.
pub trait Watcher<L: Layout> {
    /// A man was taken off a square.
    fn lifted(&mut self, man: Man, square: Square<L>);
    /// A man was put on a square.
    fn put(&mut self, man: Man, square: Square<L>);
}

/// Watches nothing.
impl<L: Layout> Watcher<L> for () {
    #[inline(always)]
    fn lifted(&mut self, _: Man, _: Square<L>) {}

    #[inline(always)]
    fn put(&mut self, _: Man, _: Square<L>) {}
}

impl<L: Layout> Position<L> {
    /// No men, White to move: what a position is set up from.
    pub(super) fn empty() -> Self {
        Position {
            kinds: [Set::EMPTY; MAX_PIECE_TYPES],
            sides: PerColour([Set::EMPTY; 2]),
            board: SquareMap::default(),
            kings: PerColour([Square::new(0); 2]),
            unmoved: Set::EMPTY,
            en_passant: None,
            turn: Colour::White,
            quiet_plies: 0,
            move_number: 1,
            key: 0,
            pawn_key: 0,
            piece_keys: PerColour([0; 2]),
        }
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// The man on a square.
    #[inline(always)]
    pub fn man(&self, square: Square<L>) -> Option<Man> {
        self.board[square]
    }

    /// All men of a kind, both sides.
    #[inline(always)]
    pub fn of_kind(&self, kind: Kind) -> Set<L> {
        self.kinds[kind.index()]
    }

    /// All men of a side.
    #[inline(always)]
    pub fn of(&self, colour: Colour) -> Set<L> {
        self.sides[colour]
    }

    /// The men of one kind and side.
    #[inline(always)]
    pub fn men(&self, kind: Kind, colour: Colour) -> Set<L> {
        self.kinds[kind.index()] & self.sides[colour]
    }

    /// Every man.
    #[inline(always)]
    pub fn occupied(&self) -> Set<L> {
        self.sides[Colour::White] | self.sides[Colour::Black]
    }

    /// Where a side's king stands.
    #[inline(always)]
    pub fn king(&self, colour: Colour) -> Square<L> {
        self.kings[colour]
    }

    /// Homes of kings and rooks that take part in a castling still to be had.
    #[inline(always)]
    pub fn unmoved(&self) -> Set<L> {
        self.unmoved
    }

    /// The square a pawn has just passed, if it can legally be taken there.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square<L>> {
        self.en_passant
    }

    /// Plies since the last capture or pawn move.
    #[inline(always)]
    pub fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// The number of the move about to be played, from 1, counted for both sides together.
    #[inline(always)]
    pub fn move_number(&self) -> u32 {
        self.move_number
    }

    /// The key of everything that makes positions the same for repetition.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key of the pawns alone.
    #[inline(always)]
    pub fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    /// The key of one side's men other than pawns.
    #[inline(always)]
    pub fn piece_key(&self, colour: Colour) -> u64 {
        self.piece_keys[colour]
    }

    /// Whether a side has men besides king and pawns.
    #[inline(always)]
    pub fn has_pieces(&self, rules: &Rules<L>, colour: Colour) -> bool {
        let pawns = rules.pawn().map_or(Set::EMPTY, |pawn| self.of_kind(pawn));
        self.sides[colour].without(pawns).is_several()
    }

    #[inline(always)]
    pub(super) fn put<W: Watcher<L>>(
        &mut self,
        rules: &Rules<L>,
        man: Man,
        square: Square<L>,
        watcher: &mut W,
    ) {
        self.board[square] = Some(man);
        self.toggle(rules, man, square);
        watcher.put(man, square);
    }

    #[inline(always)]
    pub(super) fn lift<W: Watcher<L>>(
        &mut self,
        rules: &Rules<L>,
        man: Man,
        square: Square<L>,
        watcher: &mut W,
    ) {
        self.board[square] = None;
        self.toggle(rules, man, square);
        watcher.lifted(man, square);
    }

    /// Moves a man in or out of every set and key; the mailbox is the caller's.
    #[inline(always)]
    fn toggle(&mut self, rules: &Rules<L>, man: Man, square: Square<L>) {
        let set = Set::of(square);
        self.kinds[man.kind().index()] ^= set;
        self.sides[man.colour()] ^= set;
        let key = rules.keys.man(man, square);
        self.key ^= key;
        if Some(man.kind()) == rules.pawn() {
            self.pawn_key ^= key;
        } else {
            self.piece_keys[man.colour()] ^= key;
        }
    }

    /// The key worked out from nothing, the oracle of the one kept up to date.
    pub fn fresh_key(&self, rules: &Rules<L>) -> u64 {
        let men = self
            .occupied()
            .fold(0, |key, square| key ^ self.board[square].map_or(0, |man| rules.keys.man(man, square)));
        men ^ rules.keys.turn(self.turn)
            ^ rules.keys.unmoved(self.unmoved)
            ^ rules.keys.en_passant(self.en_passant)
    }
}
