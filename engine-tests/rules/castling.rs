//! Every castling of every game, by hand: allowed, blocked, out of check, through check, man moved, right lost.

use super::table;

/// Asserts that some moves are legal and others are not.
fn castles(game: &str, fen: &str, legal: &[&str], illegal: &[&str]) {
    let moves = table(game).moves(fen);
    for text in legal {
        assert!(moves.iter().any(|mv| mv == text), "{game}: {text} is legal in {fen}, not only {moves:?}");
    }
    for text in illegal {
        assert!(!moves.iter().any(|mv| mv == text), "{game}: {text} is illegal in {fen}");
    }
}

/// Asserts the board after one move.
fn becomes(game: &str, fen: &str, text: &str, after: &str) {
    assert_eq!(table(game).after(fen, &[text]), after, "{game}: {text} in {fen}");
}

#[test]
fn orthodox() {
    let both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    castles("chess", both, &["e1g1", "e1c1"], &[]);
    becomes("chess", both, "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
    becomes("chess", both, "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1");
    castles("chess", "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1", &["e1g1"], &["e1c1"]);
    // A man between, whoever's; on b1 only the rook passes.
    castles("chess", "4k3/8/8/8/8/8/8/RN2K1nR w KQ - 0 1", &[], &["e1g1", "e1c1"]);
    // Out of, through and into check; the rook may pass an attacked b1.
    castles("chess", "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", &[], &["e1g1", "e1c1"]);
    castles("chess", "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", &["e1c1"], &["e1g1"]);
    castles("chess", "2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", &["e1g1"], &["e1c1"]);
    castles("chess", "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", &["e1g1", "e1c1"], &[]);
    // The right goes with the rook's or king's move, and with the rook's capture.
    let chess = table("chess");
    assert_eq!(chess.after(both, &["h1h2", "a8a7", "h2h1", "a7a8"]), "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 4 3");
    assert_eq!(chess.after(both, &["e1e2", "e8e7"]), "r6r/4k3/8/8/8/8/4K3/R6R w - - 2 2");
    assert_eq!(chess.after(both, &["a1a8"]), "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
}

#[test]
fn chess960() {
    // King and rook change over; the king stays and the rook jumps; both written king takes rook.
    let swap = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1";
    castles("chess960", swap, &["f1g1"], &[]);
    becomes("chess960", swap, "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    becomes("chess960", "4k3/8/8/8/8/8/8/1R4K1 w B - 0 1", "g1b1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
    becomes("chess960", "4k3/8/8/8/8/8/8/R1K5 w A - 0 1", "c1a1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
    // The rook that leaves b1 uncovers the rook on a1.
    castles("chess960", "4k3/8/8/8/8/8/8/rRK5 w B - 0 1", &[], &["c1b1"]);
    // The king's own square hides nothing from what stands behind it: here it walks along the attacker's line.
    castles("chess960", "4k3/8/8/8/8/8/8/q4KR1 w G - 0 1", &[], &["f1g1"]);
    // Between the landing squares a stranger stands.
    castles("chess960", "4k3/8/8/8/8/8/8/1K1N3R w H - 0 1", &[], &["b1h1"]);
    // X-FEN: the outermost rook, and another by its letter.
    let chess960 = table("chess960");
    for fen in ["4k3/8/8/8/8/8/8/1K3R1R w K - 0 1", "4k3/8/8/8/8/8/8/1K3R1R w F - 0 1"] {
        assert_eq!(chess960.reread(fen), Ok((fen.to_owned(), vec![])));
    }
    castles("chess960", "4k3/8/8/8/8/8/8/1K3R1R w F - 0 1", &["b1f1"], &["b1h1"]);
    assert_eq!(
        chess960.reread("4k3/8/8/8/8/8/8/1K3R1R w H - 0 1"),
        Ok(("4k3/8/8/8/8/8/8/1K3R1R w K - 0 1".to_owned(), vec![]))
    );
}

#[test]
fn latte_castles_with_the_corner_rooks_only() {
    let clear = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    castles("latte", clear, &["e1g1", "e1c1"], &[]);
    becomes("latte", clear, "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
    castles("latte", "4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1", &[], &["e1g1", "e1c1", "e1h1", "e1a1"]);
    castles("latte", "4k3/8/8/8/8/8/8/1R2K1R1 w - - 0 1", &[], &["e1g1", "e1c1"]);
    let latte = table("latte");
    assert_eq!(latte.after(clear, &["h1h3", "e8d8"]), "r2k3r/8/8/8/8/7R/8/R3K3 w Q - 2 2");
}

#[test]
fn luft() {
    let luft = |fen, legal: &[&str], illegal: &[&str]| castles("latte-luft", fen, legal, illegal);
    let full = "rr2k1rr/pppppppp/8/8/8/8/8/RR2K1RR w KQkq - 0 1";
    luft(full, &["e1g1", "e1c1"], &["e1h1", "e1a1"]);
    becomes("latte-luft", full, "e1g1", "rr2k1rr/pppppppp/8/8/8/8/6R1/RR3RK1 b kq - 1 1");
    becomes("latte-luft", full, "e1c1", "rr2k1rr/pppppppp/8/8/8/8/1R6/2KR2RR b kq - 1 1");
    let black = "rr2k1rr/8/8/8/8/8/PPPPPPPP/RR2K1RR b KQkq - 0 1";
    becomes("latte-luft", black, "e8g8", "rr3rk1/6r1/8/8/8/8/PPPPPPPP/RR2K1RR w KQ - 1 2");
    becomes("latte-luft", black, "e8c8", "2kr2rr/1r6/8/8/8/8/PPPPPPPP/RR2K1RR w KQ - 1 2");
    // f1 and g2 must be empty: the step never captures; on the queen side b2, c1 and d1.
    luft("4k3/8/8/8/8/8/6P1/RR2K1RR w KQ - 0 1", &["e1c1"], &["e1g1"]);
    luft("4k3/8/8/8/8/8/6p1/RR2K1RR w KQ - 0 1", &["e1c1"], &["e1g1"]);
    luft("4k3/8/8/8/8/8/8/RR2KNRR w KQ - 0 1", &["e1c1"], &["e1g1"]);
    luft("4k3/8/8/8/8/8/1N6/RR2K1RR w KQ - 0 1", &["e1g1"], &["e1c1"]);
    luft("4k3/8/8/8/8/8/8/RRN1K1RR w KQ - 0 1", &["e1g1"], &["e1c1"]);
    // Check on e1, f1 or g1; what attacks h1 or g2 does not matter. g1 is judged with its rook on it.
    luft("4k3/4r3/8/8/8/8/8/RR2K1RR w KQ - 0 1", &[], &["e1g1", "e1c1"]);
    luft("4k3/5r2/8/8/8/8/8/RR2K1RR w KQ - 0 1", &["e1c1"], &["e1g1"]);
    luft("4k3/6r1/8/8/8/8/8/RR2K1RR w KQ - 0 1", &["e1c1"], &["e1g1"]);
    luft("4k3/7r/8/8/8/8/8/RR2K1RR w KQ - 0 1", &["e1g1", "e1c1"], &[]);
    luft("4k3/1r6/8/8/8/8/8/RR2K1RR w KQ - 0 1", &["e1g1", "e1c1"], &[]);
    luft("4k3/2r5/8/8/8/8/8/RR2K1RR w KQ - 0 1", &["e1g1"], &["e1c1"]);
    // The inner rook has moved: no Luft, and no normal castling while a rook stands on g1.
    luft("rr2k1rr/pppppppp/8/8/8/8/8/RR2K1RR w HAha - 0 1", &[], &["e1g1", "e1c1"]);
    // It has gone away: normal castling is left.
    let gone = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    luft(gone, &["e1g1", "e1c1"], &[]);
    becomes("latte-luft", gone, "e1g1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1");
    let table = table("latte-luft");
    assert_eq!(
        table.after(full, &["g1g2", "e8d8", "g2g1", "d8e8"]),
        "rr2k1rr/pppppppp/8/8/8/8/8/RR2K1RR w HQ - 4 3"
    );
    // An inner right without its outer one is worth nothing.
    let open = full.replace("pppppppp", "ppppppp1");
    assert_eq!(table.after(&open, &["h1h8"]), "rr2k1rR/ppppppp1/8/8/8/8/8/RR2K1R1 b Qq - 0 1");
    let (fen, notes) = table.reread("4k3/8/8/8/8/8/8/RR2K1RR w G - 0 1").expect("a position");
    assert_eq!((fen.as_str(), notes.len()), ("4k3/8/8/8/8/8/8/RR2K1RR w - - 0 1", 1), "{notes:?}");
}

#[test]
fn two_rooks() {
    let two = |fen, legal: &[&str], illegal: &[&str]| castles("latte-tworooks", fen, legal, illegal);
    let full = "rr2k1rr/pppppppp/8/8/8/8/8/RR2K1RR w KQkq - 0 1";
    two(full, &["e1h1", "e1a1"], &["e1g1", "e1c1"]);
    becomes("latte-tworooks", full, "e1h1", "rr2k1rr/pppppppp/8/8/8/8/8/RR2RRK1 b kq - 1 1");
    becomes("latte-tworooks", full, "e1a1", "rr2k1rr/pppppppp/8/8/8/8/8/2KRR1RR b kq - 1 1");
    let black = "rr2k1rr/8/8/8/8/8/PPPPPPPP/RR2K1RR b KQkq - 0 1";
    becomes("latte-tworooks", black, "e8h8", "rr2rrk1/8/8/8/8/8/PPPPPPPP/RR2K1RR w KQ - 1 2");
    becomes("latte-tworooks", black, "e8a8", "2krr1rr/8/8/8/8/8/PPPPPPPP/RR2K1RR w KQ - 1 2");
    // g2 and b2 do not matter here.
    two("4k3/8/8/8/8/8/1P4P1/RR2K1RR w KQ - 0 1", &["e1h1", "e1a1"], &[]);
    two("4k3/8/8/8/8/8/8/RR1NKNRR w KQ - 0 1", &[], &["e1h1", "e1a1"]);
    two("4k3/4r3/8/8/8/8/8/RR2K1RR w KQ - 0 1", &[], &["e1h1", "e1a1"]);
    two("4k3/5r2/8/8/8/8/8/RR2K1RR w KQ - 0 1", &["e1a1"], &["e1h1"]);
    two("4k3/3r4/8/8/8/8/8/RR2K1RR w KQ - 0 1", &["e1h1"], &["e1a1"]);
    two("rr2k1rr/pppppppp/8/8/8/8/8/RR2K1RR w HAha - 0 1", &[], &["e1h1", "e1a1"]);
    // Normal castling beside it, once the inner rooks are gone.
    two("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", &["e1g1", "e1c1"], &["e1h1", "e1a1"]);
}

#[test]
fn luft_and_two_rooks_together() {
    let full = "rr2k1rr/pppppppp/8/8/8/8/8/RR2K1RR w KQkq - 0 1";
    castles("latte-lufttworooks", full, &["e1g1", "e1h1", "e1c1", "e1a1"], &[]);
    castles("latte-lufttworooks", "4k3/8/8/8/8/8/6P1/RR2K1RR w KQ - 0 1", &["e1h1", "e1c1"], &["e1g1"]);
    // Plain O-O is refused where two castlings could be meant, and taken where one is legal.
    let table = table("latte-lufttworooks");
    assert!(table.read(full, "O-O").is_err());
    assert_eq!(table.read(full, "O-O=R"), Ok("e1h1".into()));
    assert_eq!(table.read(full, "O-O-O=L"), Ok("e1c1".into()));
    assert_eq!(table.read("4k3/8/8/8/8/8/6P1/RR2K1RR w KQ - 0 1", "O-O"), Ok("e1h1".into()));
}

#[test]
fn flexible() {
    let all = ["e1b1", "e1c1", "e1g1", "e1h1", "e1i1"];
    let clear = "r3k4r/10/10/10/10/10/10/R3K4R w KQkq - 0 1";
    castles("ladorean", clear, &all, &["e1a1", "e1j1"]);
    for (text, rank) in
        [("e1c1", "2KR5R"), ("e1b1", "1KR6R"), ("e1g1", "R4RK3"), ("e1h1", "R5RK2"), ("e1i1", "R6RK1")]
    {
        becomes("ladorean", clear, text, &format!("r3k4r/10/10/10/10/10/10/{rank} b kq - 1 1"));
    }
    let black = "r3k4r/10/10/10/10/10/10/R3K4R b KQkq - 0 1";
    becomes("ladorean", black, "e8h8", "r5rk2/10/10/10/10/10/10/R3K4R w KQ - 1 2");
    becomes("ladorean", black, "e8b8", "1kr6r/10/10/10/10/10/10/R3K4R w KQ - 1 2");
    // Every square between king and rook must be empty, however short the castling.
    castles("ladorean", "4k5/10/10/10/10/10/10/RN2K3NR w KQ - 0 1", &[], &all);
    // Attacked squares stop the king there and beyond, not before.
    castles("ladorean", "4k2r2/10/10/10/10/10/10/R3K4R w KQ - 0 1", &["e1g1", "e1b1"], &["e1h1", "e1i1"]);
    castles("ladorean", "4k1r3/10/10/10/10/10/10/R3K4R w KQ - 0 1", &["e1c1"], &["e1g1", "e1h1", "e1i1"]);
    castles("ladorean", "1r2k5/10/10/10/10/10/10/R3K4R w KQ - 0 1", &["e1c1", "e1i1"], &["e1b1"]);
    castles("ladorean", "r3k4r/10/10/10/10/10/10/R3K4R w KQ - 0 1", &all, &[]);
    castles("ladorean", "4k5/4r5/10/10/10/10/10/R3K4R w KQ - 0 1", &[], &all);
    castles("ladorean", "4k5/10/10/10/10/10/10/R3K4R w Q - 0 1", &["e1b1"], &["e1g1", "e1h1", "e1i1"]);
    // SAN is the king's landing square; O-O only where one castling to that side is legal.
    let table = table("ladorean");
    assert_eq!(table.read(clear, "Kb1"), Ok("e1b1".into()));
    assert!(table.read(clear, "O-O").is_err());
    let one = "4k2r2/10/10/10/10/10/10/R3K4R w KQ - 0 1";
    assert_eq!(table.read(one, "O-O"), Ok("e1g1".into()));
}

#[test]
fn lecce() {
    let start = "rqkr/bllb/pppp/4/4/PPPP/BLLB/RQKR w KQkq - 0 1";
    castles("lecce", start, &["c1d1"], &["c1a1"]);
    becomes("lecce", start, "c1d1", "rqkr/bllb/pppp/4/4/PPPP/BLLB/RQRK b kq - 1 1");
    let open = "r1kr/bllb/pppp/4/4/PPPP/BLLB/R1KR w KQkq - 0 1";
    // The long castling and the king's step to b1 are two moves with two texts.
    castles("lecce", open, &["c1d1", "c1a1", "c1b1"], &[]);
    becomes("lecce", open, "c1a1", "r1kr/bllb/pppp/4/4/PPPP/BLLB/1KRR b kq - 1 1");
    becomes("lecce", open, "c1b1", "r1kr/bllb/pppp/4/4/PPPP/BLLB/RK1R b kq - 1 1");
    let black = "r1kr/4/4/4/4/4/PPPP/R1KR b KQkq - 0 1";
    becomes("lecce", black, "c8a8", "1krr/4/4/4/4/4/PPPP/R1KR w KQ - 1 2");
    becomes("lecce", black, "c8d8", "r1rk/4/4/4/4/4/PPPP/R1KR w KQ - 1 2");
    // Through and out of check: b1 and c1 for the long one, c1 and d1 for the short one.
    castles("lecce", "1rk1/4/4/4/4/4/4/R1KR w KQ - 0 1", &["c1d1"], &["c1a1"]);
    castles("lecce", "2kr/4/4/4/4/4/4/R1KR w KQ - 0 1", &["c1a1"], &["c1d1"]);
    castles("lecce", "1k2/2r1/4/4/4/4/4/R1KR w KQ - 0 1", &[], &["c1a1", "c1d1"]);
    castles("lecce", "r1k1/4/4/4/4/4/4/R1KR w KQ - 0 1", &["c1a1", "c1d1"], &[]);
    castles("lecce", "2k1/4/4/4/4/4/4/R1KR w Q - 0 1", &["c1a1"], &["c1d1"]);
    let lecce = table("lecce");
    assert_eq!(
        lecce.after("r1kr/4/4/4/4/4/4/R1KR w KQkq - 0 1", &["a1a8"]),
        "R1kr/4/4/4/4/4/4/2KR b Kk - 0 1"
    );
    assert_eq!(lecce.read(open, "O-O"), Ok("c1d1".into()));
    assert_eq!(lecce.read(open, "O-O-O"), Ok("c1a1".into()));
    assert_eq!(lecce.read(open, "Kb1"), Ok("c1b1".into()));
}

#[test]
fn the_10x8_games() {
    for (game, home, kingside, queenside) in [
        ("capablanca", 'f', ("f1i1", "R6RK1"), ("f1c1", "2KR5R")),
        ("gothic", 'f', ("f1i1", "R6RK1"), ("f1c1", "2KR5R")),
        ("janus", 'e', ("e1i1", "R6RK1"), ("e1b1", "1KR6R")),
        ("embassy", 'e', ("e1h1", "R5RK2"), ("e1b1", "1KR6R")),
    ] {
        let (men, king) = if home == 'f' { ("R4K3R", "5k4") } else { ("R3K4R", "4k5") };
        let fen = format!("{king}/10/10/10/10/10/10/{men} w KQ - 0 1");
        for (text, rank) in [kingside, queenside] {
            castles(game, &fen, &[text], &[]);
            let after = table(game).after(&fen, &[text]);
            assert!(after.contains(&format!("/{rank} b - -")), "{game}: {text} in {fen} gives {after}");
        }
    }
    castles(
        "grotesque",
        "4k5/10/10/10/10/10/10/R3K4R w KQ - 0 1",
        &["e1b1", "e1c1", "e1g1", "e1h1", "e1i1"],
        &[],
    );
    // Caparandom: any start, king to the c- or i-file, written king takes rook.
    let fen = "4k5/10/10/10/10/10/10/1R2K2R2 w HB - 0 1";
    becomes("caparandom", fen, "e1h1", "4k5/10/10/10/10/10/10/1R5RK1 b - - 1 1");
    becomes("caparandom", fen, "e1b1", "4k5/10/10/10/10/10/10/2KR3R2 b - - 1 1");
}

#[test]
fn the_other_spelling_is_read_where_it_can_mean_one_move_only() {
    let both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(table("chess").read(both, "e1h1"), Ok("e1g1".into()));
    assert_eq!(table("chess").read(both, "O-O-O"), Ok("e1c1".into()));
    assert_eq!(table("chess").read(both, "0-0"), Ok("e1g1".into()));
    assert_eq!(table("chess960").read(both, "e1g1"), Ok("e1h1".into()));
    // Here f1g1 is the castling and g1 no landing square of a king's step.
    assert_eq!(table("chess960").read("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1"), Ok("f1h1".into()));
    assert_eq!(table("chess960").read("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1"), Ok("f1g1".into()));
    let luft = "4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1";
    assert_eq!(table("latte-luft").read(luft, "e1h1"), Ok("e1g1".into()));
    assert_eq!(table("latte-luft").read(luft, "O-O"), Ok("e1g1".into()));
}
