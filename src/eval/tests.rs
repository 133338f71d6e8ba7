use super::samples::{mirrored, position, random_game, rules};
use super::*;
use crate::board::{Large, Small};
use rand::{SeedableRng, rngs::SmallRng};

fn values<L: Layout>(name: &str) -> Vec<(String, i32)> {
    let rules = rules::<L>(name);
    let evaluator = Evaluator::by_hand(&rules);
    rules
        .kinds()
        .map(|kind| (rules.variant().pieces[kind.index()].name.clone(), evaluator.values().of(kind)))
        .collect()
}

#[test]
fn chessmen_are_worth_what_everybody_says() {
    let values = values::<Small>("chess");
    let of = |name: &str| values.iter().find(|(other, _)| other == name).unwrap().1;
    let near = |name: &str, expected: i32| {
        assert!(
            (of(name) - expected).abs() * 8 <= expected,
            "{name} is worth {}, not about {expected}",
            of(name)
        );
    };
    // A pawn's structure is judged apart from it, and is most of what it is worth beyond this.
    near("pawn", 85);
    near("knight", 320);
    near("bishop", 330);
    near("rook", 500);
    near("queen", 950);
}

#[test]
fn stronger_men_are_worth_more_in_every_game() {
    for name in ["ladorean", "capablanca"] {
        let values = values::<Large>(name);
        println!("{name}: {values:?}");
    }
    let values = values::<Small>("lecce");
    println!("lecce: {values:?}");
    let of = |name: &str| values.iter().find(|(other, _)| other == name).unwrap().1;
    assert!(of("lupa") > of("bishop") && of("queen") > of("rook"));
}

fn is_symmetric<L: Layout>(name: &str) {
    let rules = rules::<L>(name);
    let mut evaluator = Evaluator::by_hand(&rules);
    let mut random = SmallRng::seed_from_u64(5);
    for plies in (0..120).step_by(3) {
        let game = random_game(&rules, plies, &mut random);
        let other = mirrored(&rules, game.position());
        let fen = game.position().fen(&rules);
        assert_eq!(evaluator.evaluate(game.position()), evaluator.evaluate(&other), "{name}: {fen}");
        let explained = evaluator.explain(game.position());
        let own = evaluator.evaluate(game.position());
        let white = if game.position().turn() == Colour::White { own } else { -own };
        assert_eq!(explained.total, white, "{name}: {fen}");
        let sum: i32 = explained.rows.iter().map(|row| row.white.mg - row.black.mg).sum();
        assert!(
            explained.phase < 256 || (sum - white).abs() <= evaluator.tables.weights.tempo + sum.abs() / 2
        );
    }
}

#[test]
fn both_sides_are_judged_alike() {
    for name in ["chess", "latte", "lecce"] {
        is_symmetric::<Small>(name);
    }
    for name in ["ladorean", "gothic", "janus"] {
        is_symmetric::<Large>(name);
    }
}

#[test]
fn layouts_agree() {
    let (small, large) = (rules::<Small>("lecce"), rules::<Large>("lecce"));
    let (mut one, mut other) = (Evaluator::by_hand(&small), Evaluator::by_hand(&large));
    assert_eq!(one.values(), other.values());
    let mut random = SmallRng::seed_from_u64(6);
    for plies in 0..60 {
        let game = random_game(&small, plies, &mut random);
        let fen = game.position().fen(&small);
        assert_eq!(one.evaluate(game.position()), other.evaluate(&position(&large, &fen)), "{fen}");
    }
}

#[test]
fn an_extra_man_is_an_advantage() {
    let rules = rules::<Small>("chess");
    let mut evaluator = Evaluator::by_hand(&rules);
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1";
    let value = evaluator.evaluate(&position(&rules, fen));
    assert!((-650..-350).contains(&value), "{value}");
    // Nothing can be won with a lone knight; next to nothing with a rook against a knight.
    let value = evaluator.evaluate(&position(&rules, "4k3/8/8/3n4/8/8/3R4/4K3 w - - 0 1"));
    assert!((0..150).contains(&value), "{value}");
}

#[test]
fn numbers_are_set_by_name_within_their_range() {
    let mut weights = Weights::default();
    assert!(weights.set("pawn_mg", 90) && weights.pawn_mg == 90);
    assert!(!weights.set("pawn_mg", 9000) && !weights.set("no_such_thing", 1));
    for (name, value, range) in Weights::TABLE {
        assert!(range.contains(value), "{name}");
    }
}
