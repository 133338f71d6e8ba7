//! Boards, as text and as pictures.

use super::{folder, refused, said, text};

#[test]
fn boards_in_letters_for_a_pipe() {
    let board = said(&["show", "--variant", "lecce"]);
    assert!(board.starts_with("  8  r q k r\n") && board.contains("     a b c d\n"), "{board}");
    assert!(board.ends_with("White to move\nrqkr/bllb/pppp/4/4/PPPP/BLLB/RQKR w KQkq - 0 1\n"), "{board}");
    let board = said(&["show", "--variant", "ladorean", "--moves", "1.", "j4", "e5", "--flip"]);
    assert!(board.contains("k j h g f e d c b a\n") && board.contains("10/4p5/8P1/10/"), "{board}");
    let board = said(&["show", "--variant", "ladorean", "--moves", "i2i4", "--letters"]);
    assert!(board.contains("a b c d e f g h i j\n"), "{board}");
    assert!(said(&["show", "--style", "figures"]).contains("♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"));
    assert!(said(&["show", "--style", "colour"]).contains("\x1b[48;5;"));
}

#[test]
fn ends_are_told() {
    let board = said(&["show", "--moves", "f3 e5 g4 Qh4#"]);
    assert!(board.contains("checkmate: Black has won"), "{board}");
    let board = said(&["show", "--fen", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"]);
    assert!(board.contains("stalemate: drawn"), "{board}");
}

#[test]
fn moves_as_people_write_them() {
    for moves in ["e4 e5 Nf3", "1.e4 e5 2.Nf3", "e2e4 e7e5 g1f3", "1. e4 e5 2. nf3"] {
        assert!(said(&["show", "--moves", moves]).contains("/5N2/"), "{moves}");
    }
    let luft = "rrnqknrr/nbbppbbn/ppp2ppp/8/8/PPP1NPPP/NBBPPB1N/RRNQK1RR w KQkq - 0 1";
    let both = ["show", "--variant", "latte-lufttworooks", "--fen", luft, "--moves"];
    let error = refused(&[&both[..], &["O-O"]].concat());
    assert!(error.contains("could be O-O=L (e1g1) or O-O=R (e1h1)"), "{error}");
    for (castling, rank) in [
        ("O-O=L", "RRNQ1RK1"),
        ("e1g1", "RRNQ1RK1"),
        ("o-o=l", "RRNQ1RK1"),
        ("O-O=R", "RRNQRRK1"),
        ("e1h1", "RRNQRRK1"),
    ] {
        assert!(said(&[&both[..], &[castling]].concat()).contains(rank), "{castling}");
    }
}

#[test]
fn pictures_of_every_game_are_well_formed() {
    let games = said(&["variants"]);
    for row in games.lines().skip(1) {
        let words: Vec<&str> = row.split_whitespace().collect();
        let (name, board) = (words[0], row.split_whitespace().find(|word| word.matches('/').count() >= 7));
        let men = board.expect("a start").chars().filter(char::is_ascii_alphabetic).count();
        let svg = said(&["show", "--variant", name, "--svg", "-"]);
        let document = roxmltree::Document::parse(&svg).expect("it is XML");
        let nodes = |tag: &'static str| document.descendants().filter(move |node| node.has_tag_name(tag));
        let ids: Vec<&str> = nodes("symbol").filter_map(|node| node.attribute("id")).collect();
        let used: Vec<&str> = nodes("use").filter_map(|node| node.attribute("href")).collect();
        assert_eq!(used.len(), men, "{name}");
        assert!(used.iter().all(|used| ids.contains(&&used[1..])), "{name}: {used:?} {ids:?}");
    }
}

#[test]
fn pictures_are_files_with_own_labels() {
    let folder = folder();
    let file = folder.path().join("board.svg");
    let arguments = ["show", "--variant", "ladorean", "--svg", text(&file)];
    assert_eq!(said(&arguments), "");
    let svg = std::fs::read_to_string(&file).expect("it was written");
    let document = roxmltree::Document::parse(&svg).expect("it is XML");
    let labels: String = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text())
        .collect();
    assert_eq!(labels, "87654321abcdefghjk");
    // The pictures shipped are what this command draws.
    for name in ["chess", "latte", "ladorean", "lecce"] {
        let shipped = std::fs::read_to_string(format!("{}/pictures/{name}.svg", env!("CARGO_MANIFEST_DIR")));
        assert_eq!(shipped.expect("it is there"), said(&["show", "--variant", name, "--svg", "-"]), "{name}");
    }
}
