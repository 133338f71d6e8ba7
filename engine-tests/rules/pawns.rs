//! Pawns: double steps, captures in passing and promotions of each game.

use super::table;

#[test]
fn lecce_pawns_step_twice_from_the_third_rank() {
    let lecce = table("lecce");
    let start = &super::game("lecce").start;
    let moves = lecce.moves(start);
    for text in ["a3a5", "b3b5", "c3c5", "d3d5"] {
        assert!(moves.contains(&text.to_owned()), "{text}");
    }
    // The inventor's own example: 1. b4 a4 2. bxa5 takes the pawn on a4.
    assert_eq!(lecce.after(start, &["b3b4", "a6a4"]), "rqkr/bllb/1ppp/4/pP2/P1PP/BLLB/RQKR w KQkq a5 0 2");
    assert_eq!(
        lecce.after(start, &["b3b4", "a6a4", "b4a5"]),
        "rqkr/bllb/1ppp/P3/4/P1PP/BLLB/RQKR b KQkq - 0 2"
    );
    // From the second rank there is no double step.
    assert_eq!(
        lecce.moves("2k1/4/4/4/4/4/P3/2K1 w - - 0 1").iter().filter(|mv| mv.starts_with("a2")).count(),
        1
    );
}

#[test]
fn latte_pawns_step_twice_from_the_second_rank_only() {
    let latte = table("latte");
    let moves = latte.moves(&super::game("latte").start);
    let steps: Vec<_> = moves.iter().filter(|mv| mv[1..2] != mv[3..4] && mv[0..1] == mv[2..3]).collect();
    for text in ["d2d4", "e2e4"] {
        assert!(moves.contains(&text.to_owned()), "{text} among {steps:?}");
    }
    for text in ["a3a5", "b3b5", "h3h5"] {
        assert!(!moves.contains(&text.to_owned()), "{text}");
    }
    let fen = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    assert_eq!(latte.after(fen, &["d7d5"]), "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
    assert_eq!(latte.after(fen, &["d7d5", "e5d6"]), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2");
}

#[test]
fn an_en_passant_square_counts_only_where_the_capture_is_legal() {
    let chess = table("chess");
    // Nobody there to take; then a taker pinned along the file, the rank, the diagonal.
    let after = chess.after("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", &["e2e4"]);
    assert_eq!(after, "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
    for (fen, text, square) in [
        ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", "e3"),
        ("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", "-"),
        ("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4", "-"),
        ("6k1/8/8/8/3p4/2B5/4P3/4K3 w - - 0 1", "e2e4", "e3"),
        ("7k/8/8/8/3p4/2B5/4P3/4K3 w - - 0 1", "e2e4", "-"),
    ] {
        let after = chess.after(fen, &[text]);
        assert_eq!(after.split(' ').nth(3), Some(square), "{fen}: {after}");
    }
    // In check, only the capture that ends it.
    let check = "8/8/8/3k4/8/8/4P3/4K3 w - - 0 1".replace("8/8/4P3", "5p2/8/4P3");
    assert!(chess.after(&check, &["e2e4"]).contains(" e3 "));
    let moves = chess.moves(&chess.after(&check, &["e2e4"]));
    assert!(moves.contains(&"f4e3".to_owned()), "{moves:?}");
}

#[test]
fn a_pinned_taker_and_the_double_opening_of_a_rank() {
    // Both pawns leave the fifth rank at once and the rook sees the king.
    let fen = "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1";
    let chess = table("chess");
    assert!(!chess.moves(fen).contains(&"e5d6".to_owned()));
    assert!(chess.moves(&fen.replace('r', "n")).contains(&"e5d6".to_owned()));
    let lecce = "2k1/4/4/KpPr/4/4/4/4 w - b6 0 1";
    assert!(!table("lecce").moves(lecce).contains(&"c5b6".to_owned()));
}

#[test]
fn promotions_of_each_game() {
    for (game, fen, letters) in [
        ("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "bnqr"),
        ("latte", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "bnqr"),
        ("latte-lufttworooks", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "bnqr"),
        ("ladorean", "4k5/P9/10/10/10/10/10/4K5 w - - 0 1", "bcmnqr"),
        ("grotesque", "4k5/P9/10/10/10/10/10/4K5 w - - 0 1", "abcnqr"),
        ("capablanca", "4k5/P9/10/10/10/10/10/4K5 w - - 0 1", "abcnqr"),
        ("gothic", "4k5/P9/10/10/10/10/10/4K5 w - - 0 1", "abcnqr"),
        ("embassy", "4k5/P9/10/10/10/10/10/4K5 w - - 0 1", "abcnqr"),
        ("caparandom", "4k5/P9/10/10/10/10/10/4K5 w - - 0 1", "abcnqr"),
        ("janus", "4k5/P9/10/10/10/10/10/4K5 w - - 0 1", "bjnqr"),
        ("lecce", "2k1/P3/4/4/4/4/4/2K1 w - - 0 1", "blqr"),
    ] {
        let mut found: Vec<char> = table(game)
            .moves(fen)
            .iter()
            .filter(|mv| mv.starts_with("a7a8"))
            .filter_map(|mv| mv.chars().nth(4))
            .collect();
        found.sort_unstable();
        assert_eq!(found.into_iter().collect::<String>(), letters, "{game}");
    }
    let ladorean = table("ladorean");
    let fen = "4k5/P9/10/10/10/10/10/4K5 w - - 0 1";
    assert_eq!(ladorean.after(fen, &["a7a8c"]), "C3k5/10/10/10/10/10/10/4K5 b - - 0 1");
    assert_eq!(ladorean.after(fen, &["a8=M"]), "M3k5/10/10/10/10/10/10/4K5 b - - 0 1");
}
