//! FEN: what is read, what is refused and in which words, what is dropped with a note.

use super::{games, table};
use lupa::board::Large;
use lupa::position::{Position, Rules};
use rand::{RngExt, SeedableRng, rngs::SmallRng};

#[test]
fn refusals_say_what_and_where() {
    for (game, fen, says) in [
        ("chess", "", "no side to move"),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "no side to move"),
        ("chess", "8/8/8/8 w - - 0 1", "4 ranks, chess has 8"),
        ("chess", "4k3/9/8/8/8/8/8/4K3 w - - 0 1", "rank 7 ('9') has 9 squares, the board has 8 files"),
        ("chess", "4k3/7/8/8/8/8/8/4K3 w - - 0 1", "rank 7 ('7') has 7 squares"),
        ("chess", "4k3/10/8/8/8/8/8/4K3 w - - 0 1", "rank 7 ('10') has 10 squares"),
        ("chess", "4k3/44/8/8/8/8/8/4K3 w - - 0 1", "rank 7 ('44')"),
        ("chess", "4k3/08/8/8/8/8/8/4K3 w - - 0 1", "rank 7 ('08')"),
        ("chess", "4k3/8/8/8/8/8/8/4C3 w - - 0 1", "'C', which is no man of chess"),
        ("chess", "4k3/8/8/8/3é4/8/8/4K3 w - - 0 1", "'é'"),
        ("chess", "8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings"),
        ("chess", "4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 kings"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "'x', not 'w' or 'b'"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w X - 0 1", "castling field 'X'"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "'e9'"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - zero 1", "halfmove clock is 'zero'"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 more", "'more' after its last field"),
        ("chess", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "Black is in check and it is not its turn"),
        ("chess", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "White has a pawn on a8"),
        ("chess", "4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "Black has a pawn on a1"),
        ("chess", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "White has a pawn on a1"),
        ("ladorean", "4k5/91/10/10/10/10/10/4K4 w - - 0 1", "rank 1 ('4K4') has 9 squares"),
        ("ladorean", "4k5/11/10/10/10/10/10/4K5 w - - 0 1", "rank 7 ('11')"),
        ("lecce", "2k1/4/4/4/4/4/4/N1K1 w - - 0 1", "'N', which is no man of lecce"),
    ] {
        let refusal = table(game).reread(fen).expect_err(fen);
        assert!(refusal.contains(says), "{fen}: '{refusal}' should say '{says}'");
        assert!(!refusal.contains('\n'), "{refusal}");
    }
}

#[test]
fn what_is_read_leniently() {
    for (game, fen, again) in [
        ("chess", "4k3/8/8/8/8/8/8/4K2R w", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w -", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K -", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 3", "4k3/8/8/8/8/8/8/4K2R w K - 3 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 3 0", "4k3/8/8/8/8/8/8/4K2R w K - 3 1"),
        ("chess", "  4k3/8/8/8/8/8/8/4K2R   w  H - 0 7 ", "4k3/8/8/8/8/8/8/4K2R w K - 0 7"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 99999999999 88888888888", "4k3/8/8/8/8/8/8/4K3 w - - 9999 9999"),
        // Ten is ten; split runs are understood and never written.
        ("ladorean", "4k5/91/10/55/10/10/10/4K5 w - - 0 1", "4k5/10/10/10/10/10/10/4K5 w - - 0 1"),
        // XBoard's short ones.
        (
            "lecce",
            "rqkr/bllb/pppp/4/4/PPPP/BLLB/RQKR w - 0 1",
            "rqkr/bllb/pppp/4/4/PPPP/BLLB/RQKR w KQkq - 0 1",
        ),
        (
            "lecce",
            "rqkr/bllb/pppp/4/4/PPPP/BLLB/RQKR w 0 1",
            "rqkr/bllb/pppp/4/4/PPPP/BLLB/RQKR w KQkq - 0 1",
        ),
        (
            "lecce",
            "1krr/bqlb/ppp1/1l1p/PL2/1PPP/BQLB/1KRR w - 0 1",
            "1krr/bqlb/ppp1/1l1p/PL2/1PPP/BQLB/1KRR w - - 0 1",
        ),
    ] {
        let (written, _) = table(game).reread(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(written, again, "{fen}");
    }
}

#[test]
fn rights_without_their_men_are_dropped_with_a_note() {
    for (game, fen, field, notes) in [
        ("chess", "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "K", 3),
        ("chess", "4k3/8/8/8/8/8/8/3K3R w K - 0 1", "-", 1),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w B - 0 1", "-", 1),
        ("chess960", "4k3/8/8/8/8/8/8/1K1R4 w C - 0 1", "-", 1),
        ("latte-luft", "4k3/8/8/8/8/8/8/4K1RR w K - 0 1", "K", 0),
        ("latte-luft", "4k3/8/8/8/8/8/8/4K1RR w H - 0 1", "H", 0),
        ("latte-luft", "4k3/8/8/8/8/8/8/4K2R w H - 0 1", "K", 0),
        ("latte", "4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1", "KQ", 0),
        ("latte", "4k3/8/8/8/8/8/8/RR2K1RR w HA - 0 1", "KQ", 0),
        ("lecce", "2k1/4/4/4/4/4/4/R1KR w KQ - 0 1", "KQ", 0),
        ("lecce", "2k1/4/4/4/4/4/4/R1KR w DA - 0 1", "KQ", 0),
    ] {
        let (written, said) = table(game).reread(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(written.split(' ').nth(2), Some(field), "{fen}");
        assert_eq!(said.len(), notes, "{fen}: {said:?}");
    }
    let (written, said) = table("chess").reread("4k3/8/8/8/8/8/8/4K3 w - e6 0 1").expect("a position");
    assert_eq!((written.as_str(), said.len()), ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1));
}

#[test]
fn a_board_full_of_men_is_a_position() {
    let chess = table("chess");
    let full = "rrrrkrrr/rrrrrrrr/rrrrrrrr/pppppppp/PPPPPPPP/RRRRRRRR/RRRRRRRR/RRRRKRRR w KQkq - 0 1";
    assert!(!chess.moves(full).is_empty());
    let wide = "qqqqqkqqqq/qqqqqqqqqq/10/10/10/10/QQQQQQQQQQ/QQQQQKQQQQ w - - 0 1";
    assert!(table("capablanca").moves(wide).len() > 100);
}

/// Broken texts are refused or read, never a panic, and what is read is written and read again alike.
#[test]
fn mutilated_texts() {
    let mut random = SmallRng::seed_from_u64(21);
    let letters: Vec<char> = "rnbqkpRNBQKPclmCLM0123456789/ -wbKQkqHAha.é\t".chars().collect();
    for variant in games() {
        let rules = Rules::<Large>::new(variant.clone()).expect("no game is larger");
        for _ in 0..3000 {
            let mut text: Vec<char> = variant.start.chars().collect();
            for _ in 0..random.random_range(1..6) {
                let place = random.random_range(0..text.len());
                match random.random_range(0..3) {
                    0 => text[place] = letters[random.random_range(0..letters.len())],
                    1 => text.insert(place, letters[random.random_range(0..letters.len())]),
                    _ => drop(text.remove(place)),
                }
            }
            let text: String = text.into_iter().collect();
            if let Ok((position, _)) = Position::from_fen(&rules, &text) {
                let fen = position.fen(&rules);
                let (again, _) = Position::from_fen(&rules, &fen).expect(&fen);
                assert!(again == position, "seed 21: '{text}' became '{fen}'");
                assert_eq!(position.legal_moves(&rules).len() as u64, position.perft(&rules, 1));
            }
        }
    }
}
