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
fn a_name_with_dots_keeps_all_of_them() {
    let folder = folder();
    let first = folder.path().join("2026.11.29.pgn");
    let ran = run(&["play", "--side", "both", "--save", text(&first)], "e4\nnew\nd4\nnew\nc4\nquit\n");
    assert_eq!((ran.code, ran.errors.as_str()), (Some(0), ""), "{}", ran.said);
    for (name, part) in
        [("2026.11.29.pgn", "1. e4 *"), ("2026.11.29-2.pgn", "1. d4 *"), ("2026.11.29-3.pgn", "1. c4 *")]
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
    // A new game does not make it forgotten.
    let said = play(&[], "e4\nnew\nd4\nquit\n");
    assert_eq!(said.matches(told).count(), 2, "{said}");
    // A file that goes away in the middle.
    let gone = folder.path().join("gone");
    std::fs::create_dir(&gone).expect("there is room");
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_lupa"))
        .args(["play", "--side", "both", "--save", text(&gone.join("x.pgn"))])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut output = std::io::BufReader::new(child.stdout.take().expect("it was piped"));
    let mut said = String::new();
    std::io::BufRead::read_line(&mut output, &mut said).expect("it begins");
    std::fs::remove_dir(&gone).expect("nothing is in it yet");
    std::io::Write::write_all(&mut child.stdin.take().expect("it was piped"), b"e4\nd5\nquit\n")
        .expect("it listens");
    std::io::Read::read_to_string(&mut output, &mut said).expect("it ends");
    assert!(child.wait().expect("it ends").success(), "{said}");
    assert!(said.contains("not saved any more") && said.contains("1. e4 d5"), "{said}");
}

/// The command that a game is left with goes on with it, whatever it was begun with.
#[test]
fn the_farewell_command_goes_on() {
    let castling = "1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w FBfb - 0 1";
    let start = ["play", "--variant", "chess960", "--fen", castling, "--side", "both", "--clock", "5+3"];
    let said = run(&[&start[..], &["--time", "0.5", "--threads", "2"]].concat(), "O-O\nquit\n").said;
    let command = said.lines().last().unwrap_or_default();
    for part in ["--variant chess960", "--clock 5+3", "--time 0.5", "--threads 2", "--side both"] {
        assert!(command.contains(part), "{part}: {command}");
    }
    // As a shell splits it.
    let words: Vec<&str> = command
        .split('"')
        .enumerate()
        .flat_map(|(number, part)| match number % 2 {
            1 => vec![part],
            _ => part.split_whitespace().collect(),
        })
        .collect();
    let again = run(&words[1..], "game\nquit\n");
    assert!(
        again.code == Some(0) && again.said.contains("1. O-O") && again.errors.is_empty(),
        "{}{}",
        again.said,
        again.errors
    );
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
