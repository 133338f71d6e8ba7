//! Which of XBoard's drawings each man of a game gets, by how it moves. Knows XBoard's order of drawings; knows no
//! piece by name.

use super::define::same_moves;
use crate::rules::Variant;

/// The place of the pawn's drawing.
const PAWN: usize = 0;
/// Drawings made for men that move so: place among XBoard's, movement.
const MADE_FOR: [(usize, &str); 17] = [
    (1, "N"),
    (2, "B"),
    (3, "R"),
    (4, "Q"),
    (5, "F"),
    (6, "A"),
    (6, "FA"),
    (9, "W"),
    (10, "K"),
    (12, "NN"),
    // A crowned bishop.
    (13, "BN"),
    (14, "RF"),
    // A knight on a rook: plainer than the star that XBoard has for this man elsewhere.
    (16, "RN"),
    (23, "Z"),
    (24, "C"),
    // A wolf's head.
    (26, "FAD"),
    (29, "QN"),
];
/// How many of the first four XBoard moves by itself as they are named here.
const KNOWN: usize = 4;
/// Drawings for everybody else. The lance is not among them: XBoard promotes it as a pawn.
const FREE: [usize; 16] = [20, 21, 25, 17, 19, 22, 27, 28, 7, 8, 11, 15, 30, 31, 32, 33];

/// The place of each kind's drawing; the king's is always the last.
fn places(variant: &Variant) -> Vec<Option<usize>> {
    let others = || (0..variant.pieces.len()).filter(|kind| *kind != variant.king);
    let mut places = vec![None; variant.pieces.len()];
    let taken = |places: &[Option<usize>], place: usize| places.contains(&Some(place));
    for kind in others() {
        let made =
            MADE_FOR.iter().find(|(_, betza)| same_moves(variant, kind, betza)).map(|(place, _)| *place);
        let place = if Some(kind) == variant.pawn { Some(PAWN) } else { made };
        if let Some(entry) = places.get_mut(kind) {
            *entry = place;
        }
        // The second of two that move alike takes what is left.
        if places.iter().filter(|other| place.is_some() && **other == place).count() > 1
            && let Some(entry) = places.get_mut(kind)
        {
            *entry = None;
        }
    }
    for kind in others() {
        let free = FREE.into_iter().find(|place| !taken(&places, *place));
        if let Some(entry) = places.get_mut(kind).filter(|entry| entry.is_none()) {
            *entry = free;
        }
    }
    places
}

/// Whether XBoard knows by itself how this kind moves.
pub fn is_known(variant: &Variant, kind: usize) -> bool {
    let place = places(variant).get(kind).copied().flatten();
    MADE_FOR
        .iter()
        .take(KNOWN)
        .any(|(known, betza)| Some(*known) == place && same_moves(variant, kind, betza))
}

/// Letters by drawing, White's and then Black's, each side's king last.
pub fn table(variant: &Variant) -> String {
    let places = places(variant);
    // XBoard takes no table shorter than that of chess.
    let last = places.iter().flatten().copied().chain([KNOWN]).max().unwrap_or(KNOWN);
    let letter = |place: usize| {
        let kind = places.iter().position(|found| *found == Some(place));
        kind.and_then(|kind| variant.pieces.get(kind)).map_or('.', |piece| piece.letter)
    };
    let king = variant.pieces.get(variant.king).map(|king| king.letter);
    let white: String = (0..=last).map(letter).chain(king).collect();
    let black = white.to_ascii_lowercase();
    white + &black
}
