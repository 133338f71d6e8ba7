//! The slow generator: every move the men could make, played, and looked at.
//!
//! It walks the board by the variant's own steps and shares no table with the fast one, whose oracle it is.
//! It also takes over in games whose men break what check and pin masks assume.

use super::compiled::Rules;
use super::moves::{Action, Kind, Move};
use super::state::Position;
use crate::board::{Colour, Coord, Layout, Square};
use crate::rules::Modality;

/// Every legal move, in no order that matters.
pub fn legal_moves<L: Layout>(position: &Position<L>, rules: &Rules<L>) -> Vec<Move> {
    let mut moves = Vec::new();
    for from in position.of(position.turn()) {
        let Some(man) = position.man(from) else { continue };
        if Some(man.kind()) == rules.pawn() {
            pawn_moves(position, rules, from, &mut moves);
        } else {
            walk(position, rules, man.kind(), man.colour(), from, |to, captures, modality| {
                let own = position.man(to).is_some_and(|other| other.colour() == man.colour());
                let allowed = match modality {
                    Modality::Both => !own,
                    Modality::Quiet => !captures,
                    Modality::Capture => captures && !own,
                };
                if allowed {
                    moves.push(Move::new(from, to, Action::Plain));
                }
            });
        }
    }
    // A man with two ways to one square has one move there.
    moves.sort_unstable();
    moves.dedup();
    moves.retain(|mv| {
        let mut after = *position;
        after.play(rules, *mv, &mut ());
        !attacked(&after, rules, after.king(position.turn()), after.turn())
    });
    castlings(position, rules, &mut moves);
    moves
}

/// Whether a side attacks a square, by walking from each of its men.
pub fn attacked<L: Layout>(position: &Position<L>, rules: &Rules<L>, target: Square<L>, by: Colour) -> bool {
    position.of(by).into_iter().any(|from| {
        let Some(man) = position.man(from) else { return false };
        if Some(man.kind()) == rules.pawn() {
            return pawn_captures(rules, from.coord(), by).any(|to| to == target.coord());
        }
        let mut hit = false;
        walk(position, rules, man.kind(), by, from, |to, _, modality| {
            hit |= to == target && modality != Modality::Quiet;
        });
        hit
    })
}

/// Visits every square a man's steps reach, up to and including the first man on each ray.
fn walk<L: Layout>(
    position: &Position<L>,
    rules: &Rules<L>,
    kind: Kind,
    colour: Colour,
    from: Square<L>,
    mut visit: impl FnMut(Square<L>, bool, Modality),
) {
    let variant = rules.variant();
    let turn = if colour == Colour::White { 1 } else { -1 };
    for step in &variant.pieces[kind.index()].steps {
        let mut place = from.coord();
        for _ in 0..step.range {
            let next = place.step(step.files * turn, step.ranks * turn, variant.files, variant.ranks);
            let Some(square) = next.and_then(Square::at) else { break };
            place = square.coord();
            let captures = position.man(square).is_some();
            visit(square, captures, step.modality);
            if captures {
                break;
            }
        }
    }
}

fn pawn_captures<L: Layout>(
    rules: &Rules<L>,
    from: Coord,
    colour: Colour,
) -> impl Iterator<Item = Coord> + use<'_, L> {
    let (files, ranks) = (rules.variant().files, rules.variant().ranks);
    let forward = if colour == Colour::White { 1 } else { -1 };
    [-1, 1].into_iter().filter_map(move |side| from.step(side, forward, files, ranks))
}

fn pawn_moves<L: Layout>(position: &Position<L>, rules: &Rules<L>, from: Square<L>, moves: &mut Vec<Move>) {
    let variant = rules.variant();
    let us = position.turn();
    let forward = if us == Colour::White { 1 } else { -1 };
    let ahead = |coord: Coord| {
        let next = coord.step(0, forward, variant.files, variant.ranks).and_then(Square::at);
        next.filter(|square| position.man(*square).is_none())
    };
    let mut arrive = |to: Square<L>| {
        if variant.promotion_region[us].contains(&to.coord()) {
            let kinds = variant.promotions[us].iter().map(|kind| Kind(*kind as u8));
            moves.extend(kinds.map(|kind| Move::new(from, to, Action::Promotion(kind))));
        } else {
            moves.push(Move::new(from, to, Action::Plain));
        }
    };
    let single: Option<Square<L>> = ahead(from.coord());
    if let Some(to) = single {
        arrive(to);
    }
    let captures: Vec<Square<L>> = pawn_captures(rules, from.coord(), us).filter_map(Square::at).collect();
    for to in &captures {
        if position.man(*to).is_some_and(|man| man.colour() != us) {
            arrive(*to);
        }
    }
    if let Some(to) = position.en_passant().filter(|target| captures.contains(target)) {
        moves.push(Move::new(from, to, Action::EnPassant));
    }
    if variant.double_step_region[us].contains(&from.coord())
        && let Some(to) = single.and_then(|passed| ahead(passed.coord()))
        && !variant.promotion_region[us].contains(&to.coord())
    {
        moves.push(Move::new(from, to, Action::DoubleStep));
    }
}

fn castlings<L: Layout>(position: &Position<L>, rules: &Rules<L>, moves: &mut Vec<Move>) {
    let us = position.turn();
    for (number, castling) in rules.castlings().iter().enumerate() {
        let record = &rules.variant().castling[castling.record];
        let homes = || record.rooks.iter().map(|rook| rook.from).chain([record.king_from]);
        let lands = record.rooks.iter().map(|rook| rook.to).chain([record.king_to]);
        let unmoved = |coord: Coord| Square::at(coord).is_some_and(|square| position.unmoved().has(square));
        let vacant = |coord: &Coord| {
            homes().any(|home| home == *coord)
                || Square::<L>::at(*coord).is_none_or(|square| position.man(square).is_none())
        };
        if record.colour != us
            || position.king(us) != castling.king_from
            || !homes().all(unmoved)
            || !record.empty.iter().all(vacant)
            || !lands.into_iter().all(|coord| vacant(&coord))
        {
            continue;
        }
        let mut before = *position;
        if record.lifted
            && let Some(king) = before.man(castling.king_from)
        {
            before.lift(rules, king, castling.king_from, &mut ());
        }
        let watched =
            |coord: &Coord| Square::at(*coord).is_some_and(|square| attacked(&before, rules, square, !us));
        let mv = Move::new(castling.king_from, castling.king_to, Action::Castling(number as u16));
        let mut after = *position;
        after.play(rules, mv, &mut ());
        if !record.safe.iter().any(watched) && !attacked(&after, rules, after.king(us), !us) {
            moves.push(mv);
        }
    }
}
