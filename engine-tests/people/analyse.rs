//! Positions and games analysed, through a pipe.

use super::{file, folder, refused, run, said, text};
use lupa::position::pgn::Reader;
use serde_json::Value;

/// A game with a blunder that any search sees.
pub const GAME: &str = "[Event \"Test & \\\"more\\\"\"]\n[White \"A <b>\"]\n[Black \"</script>\"]\n[Result \"0-1\"]\n\n\
    1. f3 {[%eval 9.9] keep this} e5 2. g4?? (2. e4 Nc6) Qh4# 0-1\n";

fn objects(said: &str) -> Vec<Value> {
    said.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

#[test]
fn a_position_in_lines_of_text() {
    let said = said(&["analyse", "--variant", "lecce", "--depth", "4", "--multipv", "3"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "rqkr/bllb/pppp/4/4/PPPP/BLLB/RQKR w KQkq - 0 1");
    assert_eq!(lines[1], "White to move");
    for (rank, line) in (1..=3).zip(&lines[2..5]) {
        assert!(
            line.trim_start().starts_with(&format!("{rank}. ")) && line.contains("  depth  4/"),
            "{line}"
        );
        assert!(line.contains("  1. ") && line.matches('%').count() == 3, "{line}");
    }
    assert!(lines[5].contains(" nodes, ") && lines[6].starts_with("best "), "{said}");
    assert!(!said.contains('\x1b'));
}

#[test]
fn scores_are_whites() {
    let fen = "6k1/8/6K1/8/8/8/8/r7 b - - 0 1";
    let object = &objects(&said(&["analyse", "--fen", fen, "--depth", "6", "--json"]))[0];
    let line = &object["lines"][0];
    assert!(
        line["cp"].as_i64().is_some_and(|score| score < -200)
            || line["mate"].as_i64().is_some_and(|mate| mate < 0)
    );
    let mated = &objects(&said(&["analyse", "--moves", "f3 e5 g4", "--depth", "3", "--json"]))[0];
    assert_eq!((&mated["lines"][0]["mate"], &mated["best"]["san"]), (&Value::from(-1), &Value::from("Qh4#")));
    let over = &objects(&said(&["analyse", "--moves", "f3 e5 g4 Qh4", "--json"]))[0];
    assert_eq!(
        (&over["ending"], &over["winner"], &over["best"]),
        (&"checkmate".into(), &"Black".into(), &Value::Null)
    );
}

#[test]
fn json_says_the_same_every_time() {
    let arguments = ["analyse", "--variant", "ladorean", "--nodes", "3000", "--multipv", "2", "--json"];
    let objects: Vec<Value> = (0..2).map(|_| objects(&said(&arguments)).remove(0)).collect();
    assert_eq!(objects[0]["variant"], "ladorean");
    let lines = objects[0]["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 2);
    for line in lines {
        assert_eq!(line["uci"].as_array().map(Vec::len), line["san"].as_array().map(Vec::len));
        assert!(line["wdl"].as_array().is_some_and(|wdl| wdl.len() == 3));
    }
    assert_eq!(objects[0]["best"], objects[1]["best"]);
    assert_eq!(objects[0]["lines"][0]["san"], objects[1]["lines"][0]["san"]);
}

#[test]
fn a_file_of_positions() {
    let folder = folder();
    let epd = "# two\n6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id \"back; rank\";\n\n8/8/8/8/8/2k5/2p5/2K5 w - - 0 1\n";
    let file = file(&folder, "some.epd", epd);
    let said = said(&["analyse", text(&file), "--depth", "3"]);
    assert!(said.contains("1/2: back; rank\n") && said.contains("best Rd8# (as it should)"), "{said}");
    assert!(said.contains("stalemate: drawn") && said.ends_with("best moves found: 1 of 1\n"), "{said}");
    let json = run(&["analyse", "-", "--depth", "2", "--json"], epd);
    assert_eq!(objects(&json.said).len(), 2, "{}{}", json.said, json.errors);
}

#[test]
fn a_broken_file_names_its_line() {
    let folder = folder();
    let bad = file(&folder, "bad.epd", "8/8/8/8/8/2k5/2p5/2K5 w - -\n8/8/8/8 w - -\n");
    assert!(refused(&["analyse", text(&bad)]).contains("bad.epd:2: FEN board has 4 ranks"));
    let empty = file(&folder, "empty.pgn", "");
    assert!(refused(&["analyse", text(&empty)]).contains("no game in it"));
    let positions = file(&folder, "x.epd", "8/8/8/8/8/2k5/2p5/2K5 w - -\n");
    assert!(refused(&["analyse", text(&positions), "--out", "y.pgn"]).contains("is no PGN file"));
}

#[test]
fn a_game_move_by_move() {
    let folder = folder();
    let game = file(&folder, "game.pgn", GAME);
    let out = folder.path().join("out.pgn");
    let ran = run(&["analyse", text(&game), "--nodes", "2000", "--out", text(&out)], "");
    assert_eq!((ran.code, ran.errors.as_str()), (Some(0), ""), "{}", ran.said);
    assert!(
        ran.said.contains("    2. g4??") && ran.said.contains("lost ") && ran.said.contains(", better 2. "),
        "{}",
        ran.said
    );
    assert!(ran.said.contains("checkmate: Black has won\nAccuracy: White "), "{}", ran.said);
    let text = std::fs::read_to_string(&out).expect("it was written");
    let record = Reader::new(text.as_bytes()).next().expect("a game").expect("a good one");
    assert_eq!(record.tag("Black"), Some("</script>"));
    let moves: Vec<&str> = record.moves.iter().map(|turn| turn.text.as_str()).collect();
    assert_eq!(moves, ["f3", "e5", "g4", "Qh4#"]);
    assert_eq!(record.moves[2].nags, [4]);
    assert!(
        record.moves[0].comment.starts_with("[%eval ") && record.moves[0].comment.ends_with("] keep this")
    );
    assert!(!text.contains("9.9") && record.moves[2].comment.contains("[%eval #-1]"), "{text}");
    assert!(text.contains("(2. "), "a better line: {text}");
    assert!(text.lines().all(|line| line.matches("[%eval ").count() == line.matches(']').count() || line.starts_with('[')), "{text}");
}

#[test]
fn several_lines_for_each_position_of_a_game() {
    let folder = folder();
    let game = file(&folder, "game.pgn", GAME);
    let ran = run(&["analyse", text(&game), "--nodes", "1000", "--multipv", "3", "--json"], "");
    let lines: Vec<usize> =
        objects(&ran.said).iter().map(|object| object["lines"].as_array().map_or(0, Vec::len)).collect();
    assert_eq!((ran.code, lines), (Some(0), vec![3, 3, 3, 3, 0]), "{}", ran.said);
}

#[test]
fn the_rest_of_a_file_with_a_broken_game() {
    let folder = folder();
    let broken =
        "[White \"x\"]\n\n1. e4 e5 2. Kd2 *\n\n[White \"y\"]\n[Variant \"lecce\"]\n\n1. O-O a4 1/2-1/2\n";
    let games = file(&folder, "two.pgn", broken);
    let ran = run(&["analyse", text(&games), "--depth", "2", "--json"], "");
    assert_eq!(ran.code, Some(1));
    let errors: Vec<&str> = ran.errors.lines().collect();
    assert!(errors[0].contains("two.pgn: line 3: move 2. 'Kd2' is not a legal move"), "{errors:?}");
    assert_eq!(errors[1], "lupa: 1 of 2 games could not be read");
    let objects = objects(&ran.said);
    assert_eq!(objects.len(), 3);
    assert_eq!((&objects[0]["variant"], &objects[0]["played"]["uci"]), (&"lecce".into(), &"c1d1".into()));
    assert_eq!((&objects[2]["ply"], &objects[2]["played"]), (&2.into(), &Value::Null));
    let broken = file(&folder, "one.pgn", "1. e4 e5 2. Kd2 *\n");
    let ran = run(&["analyse", text(&broken)], "");
    assert!(
        ran.code == Some(1) && ran.errors.ends_with("1 of 1 games could not be read\n"),
        "{}",
        ran.errors
    );
}

/// `lupa analyse --infinite | head -1`
#[cfg(unix)]
#[test]
fn a_reader_that_left_ends_the_search() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_lupa"))
        .args(["analyse", "--infinite"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("it was piped"))
        .read_line(&mut line)
        .expect("it says something");
    assert!(line.starts_with("rnbqkbnr/"), "{line}");
    let ran = crate::cli::ended(child);
    assert!(ran.stderr.is_empty(), "{:?}", String::from_utf8_lossy(&ran.stderr));
}
