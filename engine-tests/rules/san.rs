//! SAN written strictly and read leniently.

use super::table;

#[test]
fn castlings_are_told_apart() {
    let full = "rr2k1rr/pppppppp/8/8/8/8/8/RR2K1RR w KQkq - 0 1";
    let sans = table("latte-lufttworooks").sans(full);
    for text in ["O-O=L", "O-O-O=L", "O-O=R", "O-O-O=R"] {
        assert!(sans.contains(&text.to_owned()), "{text} among {sans:?}");
    }
    let sans = table("ladorean").sans("r3k4r/pppppppppp/10/10/10/10/PPPPPPPPPP/R3K4R w KQkq - 0 1");
    for text in ["Kb1", "Kc1", "Kg1", "Kh1", "Ki1"] {
        assert!(sans.contains(&text.to_owned()), "{text} among {sans:?}");
    }
    assert!(table("lecce").sans("r1kr/pppp/4/4/4/4/4/R1KR w KQkq - 0 1").contains(&"O-O-O".to_owned()));
}

#[test]
fn men_are_told_apart_by_file_rank_or_square() {
    let sans = table("latte").sans("4k3/8/8/8/R6R/8/8/R3K2R w - - 0 1");
    for text in ["Rad4", "Rhd4", "R1a3", "R4a3", "Rb1", "Rg1"] {
        assert!(sans.contains(&text.to_owned()), "{text} among {sans:?}");
    }
    let sans = table("chess").sans("5k2/8/8/8/4Q2Q/8/8/K6Q w - - 0 1");
    assert!(sans.contains(&"Qh4e1".to_owned()), "{sans:?}");
    // A pinned rival is no rival.
    let sans = table("chess").sans("4k3/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1");
    assert!(sans.contains(&"Nf3".to_owned()), "{sans:?}");
}

#[test]
fn what_people_type() {
    let chess = table("chess");
    let fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    for (text, means) in [
        ("exd5", "e4d5"),
        ("ed5", "e4d5"),
        ("e4d5", "e4d5"),
        ("e4xd5", "e4d5"),
        ("Nf3", "g1f3"),
        ("Ngf3!?", "g1f3"),
        ("Bb5+", "f1b5"),
        ("Bb5", "f1b5"),
    ] {
        assert_eq!(chess.read(fen, text), Ok(means.into()), "{text}");
    }
    for text in ["", "x", "e6", "Nd4", "Zf3", "O-O", "e9", "axb", "=Q", "♞f3", "e4d5q", "N", "+", "Kke2"] {
        assert!(chess.read(fen, text).is_err(), "{text}");
    }
    let two = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1";
    assert_eq!(
        chess.read(two, "Rf1").map_err(|_| ()),
        Ok("h1f1".into()),
        "the a-rook's way is blocked by its king"
    );
    let complaint = chess.read("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rd1").unwrap_err();
    assert!(complaint.contains("a1d1") && complaint.contains("h1d1"), "{complaint}");
    let promotion = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    for text in ["a8=Q", "a8Q", "a7a8q", "a7a8Q", "a8=Q+"] {
        assert_eq!(chess.read(promotion, text), Ok("a7a8q".into()), "{text}");
    }
}
