//! Users' games that try what the built-in ones do not: both generators and both layouts still agree.

use super::walks::walk;
use lupa::board::{Large, Small};
use lupa::position::{AnyGame, Ending, Position, Rules};
use lupa::rules::{Library, Variant};
use std::sync::Arc;

fn odd_games() -> Vec<Arc<Variant>> {
    let mut library = Library::builtin().expect("the built-in games are sound");
    let names = library.read("odd.ini", include_str!("../data/odd.ini")).expect("sound definitions");
    names.iter().filter_map(|name| library.find(name)).collect()
}

#[test]
fn both_generators_and_both_layouts_agree_on_odd_games() {
    for (number, variant) in odd_games().into_iter().enumerate() {
        let seed = 300 + number as u64;
        let large = Rules::<Large>::new(Arc::clone(&variant)).expect("no game is larger");
        let seen = walk(&large, seed);
        if let Ok(small) = Rules::<Small>::new(variant) {
            assert_eq!(walk(&small, seed), seen);
        }
    }
}

#[test]
fn what_masks_cannot_tell_is_left_to_the_slow_generator() {
    let overlap = odd_games().into_iter().find(|game| game.name == "overlap").expect("it is there");
    let rules = Rules::<Small>::new(overlap).expect("it fits");
    // The man on e3 checks e1 by leaping over e2: a man put between changes nothing.
    let fen = "4k3/8/8/8/8/4o3/8/R3K3 w - - 0 1";
    let blocked = "4k3/8/8/8/8/4o3/4R3/4K3 w - - 0 1";
    for (fen, blocks) in [(fen, "a1e1"), (blocked, "e2d2")] {
        let (position, _) = Position::from_fen(&rules, fen).expect(fen);
        assert!(position.in_check(&rules), "{fen}");
        assert!(position.read_move(&rules, blocks).is_err(), "{blocks} in {fen}");
    }
}

/// Two bishops of one colour mate a king that leaps like a knight.
#[test]
fn kings_of_their_own_are_mated_in_their_own_ways() {
    let mut library = Library::builtin().expect("the built-in games are sound");
    library.read("leaping.ini", "[leaping:chess]\nking = k:N\ncastling = false").expect("a sound definition");
    let leaping = AnyGame::start(&library.find("leaping").expect("it was read")).expect("it fits");
    let (mut game, _) = leaping.again("5B2/8/8/8/1B1K4/8/8/k7 w - - 0 1").expect("a position");
    assert!(game.finish().is_none());
    game.play("b4c3").expect("it is legal");
    assert_eq!(game.finish().map(|finish| finish.ending), Some(Ending::Checkmate));
}

/// The definition that other engines are given plays as the built-in game does, castlings' texts included.
#[test]
fn the_definition_for_fairy_stockfish_is_the_same_game() {
    let mut library = Library::builtin().expect("the built-in games are sound");
    let text = include_str!("../data/fairy-lecce.ini");
    library.read("fairy-lecce.ini", text).expect("a sound definition");
    let ours = library.find("lecce").expect("it is built in");
    let theirs = library.find("fairy-lecce").expect("it was read");
    let theirs = Variant { name: ours.name.clone(), ..(*theirs).clone() };
    let walks = [(*ours).clone(), theirs]
        .map(|variant| walk(&Rules::<Small>::new(Arc::new(variant)).expect("it fits"), 77));
    assert_eq!(walks[0], walks[1]);
}
