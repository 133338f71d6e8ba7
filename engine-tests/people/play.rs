//! Games at the terminal, typed through a pipe.

use super::{folder, run, text};
use lupa::position::pgn::Reader;

const LUFT: &str = "rrnqknrr/nbbppbbn/ppp2ppp/8/8/PPP1NPPP/NBBPPB1N/RRNQK1RR w KQkq - 0 1";

#[test]
fn a_game_is_played_and_told_at_the_end() {
    let ran = run(&["play", "--variant", "lecce", "--level", "2", "--seed", "1"], "hint\nzz\nO-O\nmoves\n");
    assert_eq!((ran.code, ran.errors.as_str()), (Some(0), ""));
    for part in [
        "hint: ",
        "'zz' is not a legal move here",
        "Lupa plays 1... ",
        "The game was not saved. To go on with it:\nlupa play --variant lecce --level 2 --moves O-O ",
    ] {
        assert!(ran.said.contains(part), "{part}: {}", ran.said);
    }
    // The command it names goes on with the game.
    let command = ran.said.lines().last().unwrap_or_default();
    let arguments: Vec<&str> = command.split_whitespace().skip(1).collect();
    let again = run(&arguments, "game\n");
    assert!(again.said.contains("1. O-O ") && again.said.ends_with("Goodbye.\n"), "{}", again.said);
}

#[test]
fn a_game_of_ones_own_goes_on_with_its_sides() {
    let folder = folder();
    let file = folder.path().join("my.ini");
    std::fs::write(
        &file,
        "[far:chess]\ncastlingMove = K e1-b1, R a1-c1; safe e1 d1 c1 b1; write e1b1; san O-O-O=F\n",
    )
    .unwrap();
    let name = text(&file);
    let begin =
        ["--variants", name, "play", "--variant", "far", "--side", "black", "--level", "1", "--seed", "3"];
    let ran = run(&begin, "e5\n");
    let command = ran.said.lines().last().unwrap_or_default().to_owned();
    let expected = format!("lupa play --variants {name} --variant far --side black --level 1 --moves ");
    assert!(command.starts_with(&expected), "{command}");
    let arguments: Vec<&str> = command.split_whitespace().skip(1).collect();
    let again = run(&arguments, "game\n");
    assert!(again.errors.is_empty() && again.said.contains(" e5 2. "), "{}", again.said);
    // Black, the person, is to move: nothing new was played.
    assert!(!again.said.contains("Lupa plays"), "{}", again.said);
}

#[test]
fn every_castling_has_a_name() {
    let play = |input: &str| {
        run(&["play", "--variant", "latte-lufttworooks", "--fen", LUFT, "--level", "1"], input).said
    };
    let said = play("moves\nO-O\n");
    assert!(said.contains("castling: O-O=L (or e1g1)\ncastling: O-O=R (or e1h1)\n"), "{said}");
    assert!(said.contains("'O-O' could be O-O=L (e1g1) or O-O=R (e1h1)"), "{said}");
    for (typed, rank) in [("O-O=L", "  1  R R N Q . R K ."), ("e1h1", "  1  R R N Q R R K .")] {
        let said = play(&format!("{typed}\nboard\n"));
        assert!(said.contains(rank) && said.contains("Lupa plays 1... "), "{said}");
    }
}

#[test]
fn own_labels_at_the_table() {
    let said = run(&["play", "--variant", "ladorean", "--side", "both"], "j4\ngame\ni4\nfen\n").said;
    assert!(
        said.contains("1. j4\n")
            && said.contains("/8P1/")
            && said.contains("'i4' names a file that ladorean has not"),
        "{said}"
    );
}

#[test]
fn saved_undone_and_given_up() {
    let folder = folder();
    let file = folder.path().join("game.pgn");
    let save = format!("e4\nundo\nd4\nsave {}\nresign\nsave\nsave {}\nquit\n", text(&file), text(&file));
    let ran = run(&["play", "--level", "1", "--seed", "4"], &save);
    assert_eq!((ran.code, ran.errors.as_str()), (Some(0), ""), "{}", ran.said);
    assert!(ran.said.contains("White resigns: Black wins, 0-1"), "{}", ran.said);
    assert_eq!(ran.said.matches("saved in ").count(), 3);
    assert!(ran.said.ends_with("Goodbye.\n"));
    let pgn = std::fs::read_to_string(&file).expect("it was written");
    let record = Reader::new(pgn.as_bytes()).next().expect("a game").expect("a good one");
    assert_eq!((record.moves[0].text.as_str(), record.moves.len()), ("d4", 2));
    assert_eq!(
        (record.tag("Black"), record.tag("Result"), record.tag("Termination")),
        (Some("Lupa level 1"), Some("0-1"), Some("White resigns"))
    );
    // Somebody else's file is not written over.
    let ran = run(&["play"], &format!("e4\nsave {}\n", text(&file)));
    assert!(ran.said.contains("exists; save under another name"), "{}", ran.said);
    super::refused(&["play", "--save", text(&file)]);
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), pgn);
    let other = folder.path().join("other.pgn");
    let ran = run(&["play", "--save", text(&other), "--level", "1"], "e4\n");
    assert!(ran.said.ends_with("Goodbye.\n"), "{}", ran.said);
    assert!(std::fs::read_to_string(&other).is_ok_and(|text| text.contains("\n1. e4 ")));
}

#[test]
fn a_new_game_leaves_the_saved_one_alone() {
    let folder = folder();
    let first = folder.path().join("game.pgn");
    let ran = run(
        &["play", "--side", "both", "--save", text(&first)],
        "f3\ne5\ng4\nQh4\nnew\ne4\nsave\nnew\nd4\nquit\n",
    );
    assert_eq!((ran.code, ran.errors.as_str()), (Some(0), ""), "{}", ran.said);
    assert!(ran.said.contains("this game is saved in ") && ran.said.ends_with("Goodbye.\n"), "{}", ran.said);
    for (name, part) in
        [("game.pgn", "1. f3 e5 2. g4 Qh4# 0-1"), ("game-2.pgn", "1. e4 *"), ("game-3.pgn", "1. d4 *")]
    {
        let pgn = std::fs::read_to_string(folder.path().join(name)).expect("it was written");
        assert!(pgn.contains(part), "{name}: {pgn}");
    }
}

#[test]
fn what_is_not_saved_is_told() {
    let folder = folder();
    let file = folder.path().join("game.pgn");
    let play =
        |arguments: &[&str], input: &str| run(&[&["play", "--side", "both"], arguments].concat(), input).said;
    let told = "The game was not saved.";
    // As many moves as were saved, but others; the same moves, but a result.
    let said = play(&[], &format!("e4\ne5\nsave {}\nundo\nc5\nquit\n", text(&file)));
    assert!(said.contains("saved in ") && said.contains(told), "{said}");
    let other = folder.path().join("other.pgn");
    let said = play(&[], &format!("e4\nsave {}\nresign\nquit\n", text(&other)));
    assert!(said.contains(told), "{said}");
    // As many moves as were given, but others.
    assert!(play(&["--moves", "e4", "e5"], "undo\nc5\nquit\n").contains(told));
    assert!(play(&["--moves", "e4", "e5"], "new\nd4\nd5\nquit\n").contains(told));
    assert!(play(&["--moves", "e4", "e5"], "quit\n").ends_with("Goodbye.\n"));
}

#[test]
fn black_at_the_bottom_and_clocks() {
    let said = run(&["play", "--side", "black", "--clock", "1+1", "--level", "1"], "e5\n").said;
    assert!(said.contains("Lupa plays 1. ") && said.contains("h g f e d c b a"), "{said}");
    let said =
        run(&["play", "--moves", "f3 e5 g4", "--side", "black", "--level", "1"], "Qh4\ne4\nnew\nfen\n").said;
    assert!(said.contains("checkmate: Black wins, 0-1") && said.contains("the game is over"), "{said}");
    assert!(said.contains("Lupa plays 1. "), "a new game begins: {said}");
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let play = |seed: &str| run(&["play", "--level", "2", "--seed", seed], "e4\nNf3\nh3\nquit\n").said;
    assert_eq!(play("7"), play("7"));
    let games: std::collections::BTreeSet<String> = ["1", "2", "3", "4", "5"].map(play).into();
    assert!(games.len() > 1, "games vary");
}
