//! Counts: the project's own suites, and figures published for chess, Chess960 and the 10x8 games.

use super::table;

/// Runs `fen ;D1 n ;D2 n ...` lines and returns how many counts were checked.
fn suite(game: &str, text: &str) -> usize {
    let table = table(game);
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut parts = line.split(';');
        let fen = parts.next().unwrap_or_default();
        for part in parts {
            let (depth, count) = part.trim().split_once(' ').expect(line);
            let depth = depth.trim_start_matches('D').parse().expect(line);
            let count: u64 = count.trim().parse().expect(line);
            assert_eq!(table.perft(fen, depth), count, "{game}: {fen} at depth {depth}");
            checked += 1;
        }
    }
    checked
}

#[test]
fn suites_of_every_game() {
    let suites = [
        ("chess", include_str!("../data/chess.epd"), 69),
        ("latte", include_str!("../data/latte.epd"), 66),
        ("latte-luft", include_str!("../data/latte-luft.epd"), 75),
        ("latte-tworooks", include_str!("../data/latte-tworooks.epd"), 75),
        ("latte-lufttworooks", include_str!("../data/latte-lufttworooks.epd"), 75),
        ("ladorean", include_str!("../data/ladorean.epd"), 69),
        ("lecce", include_str!("../data/lecce.epd"), 96),
        ("capablanca", include_str!("../data/capablanca.epd"), 60),
        ("grotesque", include_str!("../data/grotesque.epd"), 57),
    ];
    for (game, text, counts) in suites {
        assert_eq!(suite(game, text), counts, "{game}: counts in the suite");
    }
}

#[test]
fn counts_of_the_rules_page() {
    for (game, counts) in [
        ("latte", &[22, 482, 11417, 268884, 6783233][..]),
        ("latte-luft", &[22, 482, 11417, 268884]),
        ("latte-tworooks", &[22, 482, 11439, 269955]),
        ("latte-lufttworooks", &[22, 482, 11439, 269955]),
        ("ladorean", &[28, 784, 25290, 810308]),
        ("lecce", &[13, 159, 2216, 29004]),
    ] {
        let table = table(game);
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(table.perft(&super::game(game).start, depth), *count, "{game} at depth {depth}");
        }
    }
}

/// The six positions of the Chess Programming Wiki's perft page.
#[test]
fn published_chess() {
    suite(
        "chess",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D5 4865609 ;D6 119060324
         r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D4 4085603 ;D5 193690690
         8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D6 11030083
         r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1 ;D5 15833292
         rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8 ;D5 89941194
         r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10 ;D4 3894594",
    );
}

/// From the published list of 960 perft positions.
#[test]
fn published_chess960() {
    suite(
        "chess960",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 ;D1 21 ;D2 528 ;D3 12189 ;D4 326672
         2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9 ;D1 21 ;D2 807 ;D3 18002 ;D4 667366
         b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9 ;D1 20 ;D2 479 ;D3 10471 ;D4 273318
         qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9 ;D1 22 ;D2 593 ;D3 13440 ;D4 382958",
    );
}

/// Fairy-Stockfish's own test figures.
#[test]
fn published_10x8() {
    for (game, depth, count) in [("capablanca", 5, 28741319), ("embassy", 4, 809539), ("janus", 4, 772074)] {
        assert_eq!(table(game).perft(&super::game(game).start, depth), count, "{game}");
    }
}
