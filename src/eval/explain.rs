//! The evaluation term by term, as data for people.

use super::pair::Pair;
use crate::board::{Colour, Coord, PerColour};

/// What the hand-made evaluation looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// The men there are.
    Material,
    /// Where they stand.
    Place,
    /// How far they get.
    Mobility,
    /// Pawn structure.
    Pawns,
    /// Passed pawns.
    Passed,
    /// Shelter and danger of the king.
    King,
    /// Men under attack.
    Threats,
    /// Men bound to both colours.
    Pairs,
    /// Riders on open files.
    Files,
    /// Driving a bare king to the edge.
    Drive,
}

impl Term {
    /// Every term.
    pub const ALL: [Term; 10] = [
        Term::Material,
        Term::Place,
        Term::Mobility,
        Term::Pawns,
        Term::Passed,
        Term::King,
        Term::Threats,
        Term::Pairs,
        Term::Files,
        Term::Drive,
    ];

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Term::Material => "material",
            Term::Place => "place",
            Term::Mobility => "mobility",
            Term::Pawns => "pawns",
            Term::Passed => "passed pawns",
            Term::King => "king",
            Term::Threats => "threats",
            Term::Pairs => "pairs",
            Term::Files => "files",
            Term::Drive => "drive",
        }
    }
}

/// Told each term as it is added.
pub(super) trait Trace {
    fn add(&mut self, term: Term, colour: Colour, value: Pair);
}

/// Wants to know nothing.
impl Trace for () {
    #[inline(always)]
    fn add(&mut self, _: Term, _: Colour, _: Pair) {}
}

/// Sums for each term and side.
#[derive(Clone, Copy, Default)]
pub(super) struct Sums(pub(super) [PerColour<Pair>; Term::ALL.len()]);

impl Trace for Sums {
    fn add(&mut self, term: Term, colour: Colour, value: Pair) {
        self.0[term as usize][colour] += value;
    }
}

/// One line of an explanation, hundredths of a pawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The term.
    pub name: &'static str,
    /// White's, in the middlegame and in the endgame.
    pub white: Pair,
    /// Black's.
    pub black: Pair,
    /// White's less Black's, at this stage of the game.
    pub total: i32,
}

/// A position's evaluation, term by term. Views are White's throughout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The terms.
    pub rows: Vec<Row>,
    /// How much of the middlegame is left, in 256ths.
    pub phase: i32,
    /// What is left of the endgame's advantage, in 64ths.
    pub scale: i32,
    /// The evaluation, the right to move included, from White's view.
    pub total: i32,
}

/// What a net makes of a position, in hundredths of a pawn from White's view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetVerdict {
    /// Each man but the kings: where it stands, and what the verdict loses without it.
    pub men: Vec<(Coord, i32)>,
    /// The verdict.
    pub total: i32,
}
