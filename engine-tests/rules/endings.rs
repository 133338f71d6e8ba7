//! How games end: mate, stalemate, repetition, the move rule, dead positions.

use super::table;

fn ends(game: &str, fen: &str, moves: &[&str], ending: Option<&str>) {
    assert_eq!(table(game).ending(fen, moves).as_deref(), ending, "{game}: {fen} {moves:?}");
}

#[test]
fn mates_and_stalemates() {
    ends(
        "chess",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &["f3", "e5", "g4", "Qh4"],
        Some("checkmate"),
    );
    ends("chess", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", &[], Some("stalemate"));
    // The Lupa jumps: nothing can be put between.
    ends("lecce", "kr2/pr2/2L1/4/4/4/4/3K b - - 0 1", &[], Some("checkmate"));
    ends("lecce", "kr2/pb2/2L1/4/4/4/4/3K b - - 0 1", &[], None);
}

#[test]
fn threefold_repetition() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let once = ["g1f3", "g8f6", "f3g1", "f6g8"];
    ends("chess", start, &once, None);
    ends("chess", start, &[once, once].concat(), Some("repetition"));
    // The en passant square is a difference only where the capture is legal.
    let quiet = "4k2n/8/8/8/8/8/4P3/4K2N w - - 0 1";
    ends(
        "chess",
        quiet,
        &[&["e2e4", "h8g6", "h1g3", "g6h8", "g3h1"][..], &["h8g6", "h1g3", "g6h8", "g3h1"]].concat(),
        Some("repetition"),
    );
    ends(
        "chess",
        "4k2n/8/8/8/3p4/8/4P3/4K2N w - - 0 1",
        &[&["e2e4"][..], &["h8g6", "h1g3", "g6h8", "g3h1"], &["h8g6", "h1g3", "g6h8", "g3h1"]].concat(),
        None,
    );
    // So is a castling right.
    ends(
        "chess",
        "4k2n/8/8/8/8/8/8/4K2R w K - 0 1",
        &[&["h1g1", "h8g6", "g1h1", "g6h8"][..], &["h1g1", "h8g6", "g1h1", "g6h8"]].concat(),
        None,
    );
}

#[test]
fn the_move_rule() {
    let fen = "7k/8/8/8/8/8/4R3/4K3 w - - 98 80";
    ends("chess", fen, &["e2d2"], None);
    ends("chess", fen, &["e2d2", "h8h7"], Some("move rule"));
    // Mate on the hundredth ply is mate.
    ends("chess", "k7/8/1K6/8/8/8/8/7R w - - 99 80", &["h1h8"], Some("checkmate"));
}

#[test]
fn dead_positions() {
    for (game, fen, dead) in [
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("chess", "4k3/8/8/8/8/8/8/3NK3 w - - 0 1", true),
        ("chess", "4k3/8/8/8/8/8/8/3BK3 b - - 0 1", true),
        ("chess", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1", false),
        ("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
        ("chess", "4k3/8/8/8/8/8/8/2NNK3 w - - 0 1", false),
        // Bishops on one colour, on both sides; then on two.
        ("chess", "4kb2/8/8/8/8/8/8/B3K3 w - - 0 1", true),
        ("chess", "4k1b1/8/8/8/8/8/8/B3K3 w - - 0 1", false),
        ("chess", "B6k/1B6/2B5/3b4/8/8/8/4K3 w - - 0 1", true),
        ("lecce", "2k1/4/4/4/4/4/4/1LK1 w - - 0 1", true),
        ("lecce", "2k1/4/4/4/4/4/4/1BK1 w - - 0 1", true),
        ("lecce", "2k1/4/4/4/4/L3/4/B1K1 w - - 0 1", true),
        ("lecce", "2k1/4/4/4/4/L3/4/1BK1 w - - 0 1", false),
        ("ladorean", "4k5/10/10/10/10/10/10/4KC4 w - - 0 1", false),
        ("ladorean", "4k5/10/10/10/10/10/10/4KM4 w - - 0 1", false),
        ("ladorean", "4k5/10/10/10/10/10/10/4KN4 w - - 0 1", true),
        ("janus", "4k5/10/10/10/10/10/10/4KJ4 w - - 0 1", false),
    ] {
        let ending = dead.then_some("insufficient material");
        ends(game, fen, &[], ending);
    }
}
