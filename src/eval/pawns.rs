//! Pawn structure, remembered by the pawns' key.

use super::pair::Pair;
use super::tables::Tables;
use crate::board::{Colour, Layout, PerColour, Set};
use crate::position::{Position, Rules};

/// Positions of pawns remembered: a power of two.
const REMEMBERED: usize = 1 << 12;

/// What is known of an arrangement of pawns.
#[derive(Clone, Copy)]
pub struct Structure<L: Layout> {
    key: u64,
    /// Each side's score for it.
    pub score: PerColour<Pair>,
    /// Each side's passed pawns.
    pub passed: PerColour<Set<L>>,
}

/// Arrangements of pawns met before.
pub struct Memory<L: Layout> {
    structures: Vec<Structure<L>>,
}

impl<L: Layout> Memory<L> {
    /// Remembers nothing yet.
    pub fn new() -> Self {
        // No pawns at all have the key 0 and indeed no score.
        let none = Structure { key: 0, score: PerColour::default(), passed: PerColour([Set::EMPTY; 2]) };
        Memory { structures: vec![none; REMEMBERED] }
    }

    /// The structure of a position's pawns.
    #[inline]
    pub fn look(&mut self, position: &Position<L>, rules: &Rules<L>, tables: &Tables<L>) -> Structure<L> {
        let key = position.pawn_key();
        let place = &mut self.structures[key as usize & (REMEMBERED - 1)];
        if place.key != key {
            *place = judge(position, rules, tables);
        }
        *place
    }
}

/// Works a structure out.
pub fn judge<L: Layout>(position: &Position<L>, rules: &Rules<L>, tables: &Tables<L>) -> Structure<L> {
    let mut structure = Structure {
        key: position.pawn_key(),
        score: PerColour::default(),
        passed: PerColour([Set::EMPTY; 2]),
    };
    let Some(pawn) = rules.pawn() else { return structure };
    for colour in Colour::BOTH {
        let own = position.men(pawn, colour);
        let enemy = position.men(pawn, !colour);
        let weights = &tables.weights;
        let side = &tables.sides[colour];
        let covered = covered(rules, own, colour);
        let danger = rules.pawn_attacks(enemy, !colour);
        let mut score = Pair::default();
        for square in own {
            let set = Set::of(square);
            let neighbours = tables.neighbours[usize::from(square.file())];
            let doubled = own.intersects(side.ahead[square]);
            if doubled {
                score += Pair::new(weights.doubled_mg, weights.doubled_eg);
            }
            if !own.intersects(neighbours) {
                score += Pair::new(weights.isolated_mg, weights.isolated_eg);
            } else if covered.intersects(set) {
                let gone = (tables.longest_way - side.steps[square]).max(0);
                let way = |weight: i32| weight * gone * gone / (tables.longest_way * tables.longest_way);
                score += Pair::new(
                    weights.connected_mg + way(weights.connected_way_mg),
                    weights.connected_eg + way(weights.connected_way_eg),
                );
            } else if !own.intersects(side.support[square])
                && danger.intersects(set.shifted(rules.pawns(colour).forward))
            {
                score += Pair::new(weights.backward_mg, weights.backward_eg);
            }
            if !enemy.intersects(side.passed[square]) && !doubled {
                structure.passed[colour] |= set;
            }
        }
        structure.score[colour] = score;
    }
    structure
}

/// Pawns covered by or beside another of them.
fn covered<L: Layout>(rules: &Rules<L>, pawns: Set<L>, colour: Colour) -> Set<L> {
    let attacked = rules.pawn_attacks(pawns, colour);
    let beside = attacked.shifted(-rules.pawns(colour).forward);
    pawns & (attacked | beside)
}
