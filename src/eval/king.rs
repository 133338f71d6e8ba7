//! The king's safety: pawns before it, and enemies about it.

use super::handmade::Judge;
use super::pair::Pair;
use crate::board::{Colour, Layout, Set};

/// A king's safety, from its own side.
pub(super) fn safety<L: Layout>(judge: &Judge<L>, colour: Colour) -> Pair {
    shelter(judge, colour) - danger(judge, colour)
}

/// Own pawns before the king, and files without them.
fn shelter<L: Layout>(judge: &Judge<L>, colour: Colour) -> Pair {
    if judge.rules.pawn().is_none() {
        return Pair::default();
    }
    let tables = judge.tables;
    let weights = &tables.weights;
    let king = judge.position.king(colour);
    let own = judge.pawns[colour];
    let [near, far] = tables.sides[colour].shield[king].map(|squares| (own & squares).len() as i32);
    let [close, closer] = tables.sides[colour].shield[king];
    let storm = (judge.pawns[!colour] & (close | closer)).len() as i32;
    let mut mg = near * weights.shield_near_mg + far * weights.shield_far_mg + storm * weights.storm_mg;
    let file = usize::from(king.file());
    for squares in &tables.files[file.saturating_sub(1)..(file + 2).min(tables.files.len())] {
        if !squares.intersects(own & tables.sides[colour].zone_ahead(king)) {
            mg += weights.shield_none_mg;
            if !squares.intersects(judge.pawns[!colour]) {
                mg += weights.open_file_mg;
            }
        }
    }
    Pair::new(mg, 0)
}

/// What the enemy's men about the king come to: quadratic, since attackers help each other.
fn danger<L: Layout>(judge: &Judge<L>, colour: Colour) -> Pair {
    let tables = judge.tables;
    let weights = &tables.weights;
    let (own, enemy) = (&judge.attacks[colour], &judge.attacks[!colour]);
    let king = judge.position.king(colour);
    let occupied = judge.position.occupied();
    let royal = own.by_kind[judge.rules.king().index()];
    // Squares only the king covers, if at all, are weak.
    let weak = enemy.all.without(own.twice).without(own.all.without(royal));
    let safe = !own.all | (weak & enemy.twice);
    let safe = safe.without(judge.position.of(!colour));
    let mut checks = 0;
    for kind in judge.rules.pieces() {
        let reached = enemy.by_kind[kind.index()] & safe;
        // Back along the enemy's moves: as this side's man of that kind would move from the king.
        if !reached.is_empty() && reached.intersects(judge.rules.attacks(kind, colour, king, occupied)) {
            checks += 1;
        }
    }
    if enemy.zone_men + checks < 2 {
        return Pair::default();
    }
    let zone: Set<L> = tables.sides[colour].zone[king];
    let units =
        enemy.zone_units + checks * weights.zone_check + (zone & weak).len() as i32 * weights.zone_weak;
    let mg = (units * units / 10_000 * weights.danger).min(weights.danger_limit);
    Pair::new(mg, mg / 8)
}
