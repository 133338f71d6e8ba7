//! Opening suites: repeatable, varied, level. The ones shipped are read too.

use super::{folder, run, said, text};
use lupa::position::AnyGame;
use lupa::rules::Library;
use std::collections::BTreeSet;

fn make(more: &[&str]) -> String {
    said(
        &[&["suite", "--variant", "lecce", "--count", "12", "--plies", "6", "--nodes", "500"], more].concat(),
    )
}

#[test]
fn the_same_seed_makes_the_same_suite() {
    let suite = make(&[]);
    assert_eq!(suite, make(&["--threads", "2"]));
    assert_ne!(suite, make(&["--seed", "2"]));
    let folder = folder();
    let file = folder.path().join("suite.epd");
    assert_eq!(make(&["--out", text(&file)]), "");
    assert_eq!(std::fs::read_to_string(&file).expect("it was written"), suite);
}

/// Checks every line of a suite; how many there are.
fn check(game: &str, suite: &str, most: i32, castling: bool) -> usize {
    let variant = Library::builtin().expect("games").find(game).expect("the game");
    let start = AnyGame::start(&variant).expect("a start");
    let mut seen = BTreeSet::new();
    for line in suite.lines() {
        let (fields, operations) = line.split_at(line.find(" hmvc ").expect("counters"));
        let (position, notes) = start.again(fields).expect("a position");
        assert!(notes.is_empty(), "{line}: {notes:?}");
        assert!(position.finish().is_none() && position.checked_king().is_none(), "{line}");
        assert!(!castling || position.all_may_castle(), "{line}");
        assert!(seen.insert(fields.to_owned()), "twice: {line}");
        let worth =
            operations.split("ce ").nth(1).and_then(|rest| rest.trim_end_matches(';').parse::<i32>().ok());
        assert!(worth.is_some_and(|worth| worth.abs() <= most), "{line}");
    }
    seen.len()
}

#[test]
fn positions_are_level_and_different() {
    assert_eq!(check("lecce", &make(&["--max-eval", "20"]), 20, false), 12);
    let castling = said(&[
        "suite",
        "--variant",
        "latte-lufttworooks",
        "--count",
        "8",
        "--nodes",
        "300",
        "--castling",
        "--plies",
        "5",
    ]);
    assert_eq!(check("latte-lufttworooks", &castling, 50, true), 8);
}

#[test]
fn what_cannot_be_found_is_said() {
    let ran = run(&["suite", "--plies", "1", "--count", "30", "--nodes", "20"], "");
    assert_eq!((ran.code, ran.said.as_str()), (Some(1), ""));
    assert!(ran.errors.starts_with("lupa: only ") && ran.errors.contains("more --plies"), "{}", ran.errors);
}

#[test]
fn the_suites_shipped_are_sound() {
    for (game, castling) in [
        ("chess", false),
        ("latte", false),
        ("latte-lufttworooks", true),
        ("ladorean", false),
        ("lecce", false),
    ] {
        let file = format!("{}/book/{game}.epd", env!("CARGO_MANIFEST_DIR"));
        let suite = std::fs::read_to_string(file).expect("it is shipped");
        assert_eq!(check(game, &suite, 50, castling), 1000, "{game}");
    }
}
