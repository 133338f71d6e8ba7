//! A net brought up to date move by move says the same as one asked for the first time.

use super::*;
use crate::board::{Colour, Large, Layout, Small};
use crate::eval::Evaluator;
use crate::eval::samples::{mirrored, random_game, rules};
use crate::position::{Position, Rules};
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use std::sync::Arc;

/// A net of random numbers.
fn net(outline: Outline, hidden: usize, buckets: usize, random: &mut SmallRng) -> Net {
    let mut numbers = |count: usize, most: i16| -> Vec<i16> {
        (0..count).map(|_| random.random_range(-most..=most)).collect()
    };
    Net {
        game: "random".into(),
        hidden,
        buckets,
        scale: 300,
        input_weights: numbers(outline.inputs() * hidden, 60),
        hidden_biases: numbers(hidden, 100),
        output_weights: numbers(buckets * 2 * hidden, 90),
        output_biases: numbers(buckets, 3000).into_iter().map(i32::from).collect(),
        outline,
    }
}

/// Walks a tree as a search does, plays, passes and takes back, and compares at some of its nodes.
fn walk<L: Layout>(
    evaluator: &mut Evaluator<L>,
    rules: &Rules<L>,
    position: &Position<L>,
    depth: u32,
    random: &mut SmallRng,
) {
    // Not everywhere: some plies must be caught up with later.
    if random.random_range(0..3) > 0 {
        let mut fresh = evaluator.sibling();
        fresh.set_up();
        assert_eq!(evaluator.evaluate(position), fresh.evaluate(position), "{}", position.fen(rules));
    }
    if depth == 0 {
        return;
    }
    let moves = position.legal_moves(rules);
    for _ in 0..2 {
        let mut child = *position;
        evaluator.enter();
        if random.random_range(0..8) == 0 && !position.in_check(rules) {
            child.pass(rules);
        } else if !moves.is_empty() {
            child.play(rules, moves[random.random_range(0..moves.len())], evaluator);
        }
        walk(evaluator, rules, &child, depth - 1, random);
        evaluator.leave();
    }
}

fn is_incremental<L: Layout>(name: &str) {
    let seed = 4;
    let mut random = SmallRng::seed_from_u64(seed);
    let rules = rules::<L>(name);
    let net = Arc::new(net(Outline::of(rules.variant()), 32, 3, &mut random));
    let mut evaluator = Evaluator::with_net(&rules, net);
    for plies in [0, 15, 40, 80] {
        let game = random_game(&rules, plies, &mut random);
        evaluator.set_up();
        println!("{name}, seed {seed}: {}", game.position().fen(&rules));
        walk(&mut evaluator, &rules, game.position(), 8, &mut random);
    }
}

#[test]
fn incremental_is_fresh_in_every_game() {
    let library = crate::rules::Library::builtin().unwrap();
    for name in library.names() {
        let variant = library.find(name).unwrap();
        if variant.files <= Small::STRIDE && variant.ranks <= Small::RANKS {
            is_incremental::<Small>(name);
        } else {
            is_incremental::<Large>(name);
        }
    }
}

#[test]
fn sides_and_layouts_make_no_difference() {
    let mut random = SmallRng::seed_from_u64(9);
    let (small, large) = (rules::<Small>("latte"), rules::<Large>("latte"));
    let net = Arc::new(net(Outline::of(small.variant()), 16, 2, &mut random));
    let mut one = Evaluator::with_net(&small, Arc::clone(&net));
    let mut other = Evaluator::with_net(&large, net);
    for plies in (0..100).step_by(5) {
        let game = random_game(&small, plies, &mut random);
        let fen = game.position().fen(&small);
        let (twin, _) = Position::from_fen(&large, &fen).unwrap();
        one.set_up();
        other.set_up();
        let value = one.evaluate(game.position());
        let white = if game.position().turn() == Colour::White { value } else { -value };
        assert_eq!(
            one.explain_net(game.position()).map(|verdict| verdict.total),
            Some(white),
            "{fen}: plainly"
        );
        assert_eq!(value, other.evaluate(&twin), "{fen}");
        one.set_up();
        assert_eq!(value, one.evaluate(&mirrored(&small, game.position())), "{fen}");
    }
}
