//! Random walks through every game, with a second opinion on everything along the way.

use super::games;
use lupa::board::{Large, Layout, Small};
use lupa::position::{Action, Position, Rules, oracle};
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use std::sync::Arc;

const WALKS: usize = 40;
const PLIES: usize = 120;

/// Walks a game on a layout, checking each position; returns what was seen, to compare layouts by.
pub fn walk<L: Layout>(rules: &Rules<L>, seed: u64) -> Vec<String> {
    let name = &rules.variant().name;
    let mut random = SmallRng::seed_from_u64(seed);
    let mut seen = Vec::new();
    for _ in 0..WALKS {
        let mut position = Position::start(rules).expect(name);
        for _ in 0..PLIES {
            let fen = position.fen(rules);
            let place = || format!("seed {seed}, {name}, {fen}");
            let mut moves = position.legal_moves(rules);
            let mut slow = oracle::legal_moves(&position, rules);
            moves.sort_unstable();
            slow.sort_unstable();
            assert_eq!(moves, slow, "legal moves at {}", place());
            assert_eq!(position.key(), position.fresh_key(rules), "key at {}", place());
            let (again, notes) = Position::from_fen(rules, &fen).expect(&fen);
            assert!(again == position, "FEN round trip at {}", place());
            assert_eq!(notes, [""; 0], "at {}", place());
            let legality = position.legality(rules);
            let mut texts = Vec::new();
            for mv in &moves {
                let (text, san) = (position.coordinates(rules, *mv), position.san(rules, *mv));
                assert_eq!(position.read_move(rules, &text), Ok(*mv), "{text} at {}", place());
                assert_eq!(position.read_san(rules, &san), Ok(*mv), "{san} at {}", place());
                assert!(position.is_legal(rules, &legality, *mv), "{text} at {}", place());
                texts.push(text);
            }
            texts.sort();
            seen.push(format!("{fen} {}", texts.join(" ")));
            if moves.is_empty() {
                break;
            }
            // By text, so that both layouts walk alike.
            let text = &texts[random.random_range(0..texts.len())];
            let mv = position.read_move(rules, text).expect(text);
            let (likely, unmoved) = (position.likely_key(rules, mv), position.unmoved());
            position.play(rules, mv, &mut ());
            let in_passing = mv.action() == Action::EnPassant || position.en_passant().is_some();
            if mv.castling().is_none() && !in_passing && position.unmoved() == unmoved {
                assert_eq!(position.key(), likely, "key after {text} at {}", place());
            }
        }
    }
    seen
}

#[test]
fn both_generators_and_both_layouts_agree_on_every_game() {
    for (number, variant) in games().into_iter().enumerate() {
        let seed = 100 + number as u64;
        let large = Rules::<Large>::new(Arc::clone(&variant)).expect("no game is larger");
        let seen = walk(&large, seed);
        if let Ok(small) = Rules::<Small>::new(variant) {
            assert_eq!(walk(&small, seed), seen);
        }
    }
}

/// Any move from one position is judged in another as the list of legal moves judges it.
#[test]
fn foreign_moves_are_judged_by_the_generator() {
    for variant in games() {
        let rules = Rules::<Large>::new(variant).expect("no game is larger");
        let mut random = SmallRng::seed_from_u64(5);
        let mut position = Position::start(&rules).expect("a start");
        let mut known = Vec::new();
        for _ in 0..200 {
            let moves = position.legal_moves(&rules);
            let legality = position.legality(&rules);
            for mv in &known {
                let judged = position.is_legal(&rules, &legality, *mv);
                assert_eq!(judged, moves.contains(mv), "{mv:?} in {}", position.fen(&rules));
            }
            if moves.is_empty() {
                break;
            }
            known.extend(&moves);
            position.play(&rules, moves[random.random_range(0..moves.len())], &mut ());
        }
    }
}
