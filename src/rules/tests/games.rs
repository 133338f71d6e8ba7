//! The built-in games against the rules as they are written down by hand, and users' games that inherit.

use crate::board::{Colour, Coord};
use crate::rules::*;

fn library() -> Library {
    Library::builtin().unwrap()
}

fn squares(squares: &[Coord]) -> String {
    squares.iter().map(Coord::to_string).collect::<Vec<_>>().join(" ")
}

fn letters(variant: &Variant, kinds: &[usize]) -> String {
    kinds.iter().map(|kind| variant.pieces[*kind].letter).collect()
}

/// A castling in one line: men, empty squares, safe squares, text, SAN.
fn shown(variant: &Variant, record: &CastlingMove) -> String {
    let rooks: String = record
        .rooks
        .iter()
        .map(|rook| format!(" {}{}-{}", variant.pieces[rook.piece].letter, rook.from, rook.to))
        .collect();
    assert!(!record.lifted);
    assert_eq!(record.kingside, record.rooks[0].from.file > record.king_from.file);
    let mut empty = record.empty.clone();
    empty.sort_unstable();
    let (from, to) = record.written;
    format!(
        "K{}-{}{rooks} | {} | {} | {from}{to} {}",
        record.king_from,
        record.king_to,
        squares(&empty),
        squares(&record.safe),
        record.san
    )
}

/// Checks White's castlings against a table, and Black's against the same on the other edge.
fn castles(name: &str, table: &[&str]) {
    let variant = library().find(name).unwrap();
    let of = |colour| {
        let records = variant.castling.iter().filter(move |record| record.colour == colour);
        let mut lines: Vec<String> = records.map(|record| shown(&variant, record)).collect();
        lines.sort();
        lines
    };
    let mut white: Vec<String> = table.iter().map(|line| line.to_string()).collect();
    white.sort();
    let digit = |letter: char| letter.to_digit(10).map_or(letter, |digit| (b'9' - digit as u8) as char);
    let mut black: Vec<String> = white.iter().map(|line| line.chars().map(digit).collect()).collect();
    black.sort();
    assert_eq!(of(Colour::White), white, "{name}");
    assert_eq!(of(Colour::Black), black, "{name}");
}

#[test]
fn every_game_is_there() {
    let names = "chess latte latte-luft latte-tworooks latte-lufttworooks ladorean lecce \
                 capablanca caparandom gothic janus embassy grotesque";
    assert_eq!(
        library().names().collect::<Vec<_>>().join(" "),
        names.split_whitespace().collect::<Vec<_>>().join(" ")
    );
    for variant in library().variants() {
        assert_eq!(variant.pawn, Some(0));
        assert_eq!(variant.king, variant.pieces.len() - 1);
        assert_eq!((variant.move_rule, variant.repetitions, variant.stalemate), (100, 3, Outcome::Draw));
        assert!(variant.en_passant && variant.pieces[0].steps.is_empty());
        assert_eq!(variant.castling_anywhere, variant.name == "caparandom");
    }
    for alias in ["standard", "normal", "Chess", "CHESS "] {
        assert_eq!(library().find(alias), library().find("chess"), "{alias}");
    }
    assert!(library().find("chess960").unwrap().castling_anywhere);
    assert_eq!(library().find("fischerandom"), library().find("chess960"));
    assert_eq!(library().find("xiangqi"), None);
    assert_eq!(library().suggest("ladoreen"), Some("ladorean"));
}

#[test]
fn men_and_promotions() {
    let promotions = |name: &str| {
        let variant = library().find(name).unwrap();
        assert_eq!(variant.promotions[Colour::White], variant.promotions[Colour::Black]);
        let all: Vec<usize> = (0..variant.pieces.len()).collect();
        (letters(&variant, &all), letters(&variant, &variant.promotions[Colour::White]))
    };
    let both = |men: &str, promotions: &str| (men.to_string(), promotions.to_string());
    assert_eq!(promotions("chess"), both("PNBRQK", "QRBN"));
    assert_eq!(promotions("latte-lufttworooks"), both("PNBRQK", "QRBN"));
    assert_eq!(promotions("ladorean"), both("PNBRQCMK", "QMRCBN"));
    assert_eq!(promotions("lecce"), both("PBRQLK", "QRLB"));
    assert_eq!(promotions("grotesque"), both("PNBRQACK", "QCRABN"));
    assert_eq!(promotions("janus"), both("PNBRQJK", "QRJBN"));
    let lecce = library().find("lecce").unwrap();
    assert_eq!((lecce.files, lecce.ranks), (4, 8));
    assert_eq!(squares(&lecce.double_step_region[Colour::White]), "a3 b3 c3 d3");
    assert_eq!(squares(&lecce.double_step_region[Colour::Black]), "a6 b6 c6 d6");
    assert_eq!(squares(&lecce.promotion_region[Colour::White]), "a8 b8 c8 d8");
    assert_eq!((lecce.pieces[4].name.as_str(), lecce.pieces[4].betza.as_str()), ("lupa", "FAD"));
    assert_eq!(lecce.pieces[4].steps.len(), 12);
    let ladorean = library().find("ladorean").unwrap();
    assert_eq!(
        (ladorean.pieces[5].name.as_str(), ladorean.pieces[6].name.as_str()),
        ("cardinal", "marshall")
    );
    assert_eq!(ladorean.label("j1".parse().unwrap()), "k1");
    assert_eq!(squares(&ladorean.double_step_region[Colour::Black]).split(' ').count(), 10);
    assert_eq!(
        library().find("latte").unwrap().start,
        "rrnqknrr/nbbppbbn/ppp2ppp/8/8/PPP2PPP/NBBPPBBN/RRNQKNRR w KQkq - 0 1"
    );
}

const LATTE: [&str; 2] =
    ["Ke1-g1 Rh1-f1 | f1 g1 | e1 f1 g1 | e1g1 O-O", "Ke1-c1 Ra1-d1 | b1 c1 d1 | e1 d1 c1 | e1c1 O-O-O"];
const LUFT: [&str; 2] = [
    "Ke1-g1 Rh1-f1 Rg1-g2 | f1 g2 | e1 f1 g1 | e1g1 O-O=L",
    "Ke1-c1 Ra1-d1 Rb1-b2 | b2 c1 d1 | e1 d1 c1 | e1c1 O-O-O=L",
];
const TWO_ROOKS: [&str; 2] = [
    "Ke1-g1 Rh1-f1 Rg1-e1 | f1 | e1 f1 g1 | e1h1 O-O=R",
    "Ke1-c1 Ra1-d1 Rb1-e1 | c1 d1 | e1 d1 c1 | e1a1 O-O-O=R",
];
const FLEXIBLE: [&str; 5] = [
    "Ke1-c1 Ra1-d1 | b1 c1 d1 | e1 d1 c1 | e1c1 Kc1",
    "Ke1-b1 Ra1-c1 | b1 c1 d1 | e1 d1 c1 b1 | e1b1 Kb1",
    "Ke1-g1 Rj1-f1 | f1 g1 h1 i1 | e1 f1 g1 | e1g1 Kg1",
    "Ke1-h1 Rj1-g1 | f1 g1 h1 i1 | e1 f1 g1 h1 | e1h1 Kh1",
    "Ke1-i1 Rj1-h1 | f1 g1 h1 i1 | e1 f1 g1 h1 i1 | e1i1 Ki1",
];

#[test]
fn castling_as_the_rules_have_it() {
    castles("chess", &LATTE);
    castles("latte", &LATTE);
    castles("latte-luft", &[LATTE, LUFT].concat());
    castles("latte-tworooks", &[LATTE, TWO_ROOKS].concat());
    castles("latte-lufttworooks", &[LATTE, LUFT, TWO_ROOKS].concat());
    castles("ladorean", &FLEXIBLE);
    castles("grotesque", &FLEXIBLE);
    castles("lecce", &["Kc1-d1 Rd1-c1 |  | c1 d1 | c1d1 O-O", "Kc1-b1 Ra1-c1 | b1 | c1 b1 | c1a1 O-O-O"]);
    let capablanca = [
        "Kf1-i1 Rj1-h1 | g1 h1 i1 | f1 g1 h1 i1 | f1i1 O-O",
        "Kf1-c1 Ra1-d1 | b1 c1 d1 e1 | f1 e1 d1 c1 | f1c1 O-O-O",
    ];
    castles("capablanca", &capablanca);
    castles("gothic", &capablanca);
    castles(
        "embassy",
        &[
            "Ke1-h1 Rj1-g1 | f1 g1 h1 i1 | e1 f1 g1 h1 | e1h1 O-O",
            "Ke1-b1 Ra1-c1 | b1 c1 d1 | e1 d1 c1 b1 | e1b1 O-O-O",
        ],
    );
    castles(
        "janus",
        &[
            "Ke1-i1 Rj1-h1 | f1 g1 h1 i1 | e1 f1 g1 h1 i1 | e1i1 O-O",
            "Ke1-b1 Ra1-c1 | b1 c1 d1 | e1 d1 c1 b1 | e1b1 O-O-O",
        ],
    );
}

#[test]
fn castling_from_anywhere() {
    let library = library();
    for (name, records) in
        [("chess", 112), ("latte", 112), ("capablanca", 180), ("janus", 180), ("embassy", 180)]
    {
        let variant = library.find(name).unwrap().with_castling_anywhere().unwrap();
        assert!(variant.castling_anywhere);
        assert_eq!((variant.name.as_str(), variant.castling.len()), (name, records));
        assert_eq!(variant.with_castling_anywhere().as_ref(), Some(&variant));
    }
    for name in ["latte-luft", "latte-tworooks", "latte-lufttworooks", "ladorean", "grotesque", "lecce"] {
        assert_eq!(library.find(name).unwrap().with_castling_anywhere(), None, "{name}");
    }
    let caparandom = library.find("caparandom").unwrap();
    let capablanca = library.find("capablanca").unwrap().with_castling_anywhere().unwrap();
    assert_eq!(caparandom.castling, capablanca.castling);
    for record in caparandom.castling.iter() {
        assert_eq!(record.king_to.file, if record.kingside { 8 } else { 2 });
    }
    let black = caparandom.castling.iter().filter(|record| record.colour == Colour::Black);
    assert!(black.into_iter().all(|record| record.king_from.rank == 7 && record.rooks[0].to.rank == 7));
}

#[test]
fn users_games_inherit() {
    let mut library = library();
    let text = "; mine\n[knightmate:chess]\nking = k:N\ncommoner = m\nknight = -\npromotionPieceTypes = mbrq\n\
                startFen = rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1\n\
                [little:knightmate]\nmaxRank = 6\nmaxFile = 5\nstartFen = rqkbr/ppppp/5/5/PPPPP/RQKBR w 0 1\n\
                castling = false\nnMoveRule = 0\nstalemateValue = win\nenPassantRegion = -\npieceDrops = false\n";
    assert_eq!(library.read("my.ini", text).unwrap(), ["knightmate", "little"]);
    let game = library.find("KnightMate").unwrap();
    let all: Vec<usize> = (0..game.pieces.len()).collect();
    assert_eq!(letters(&game, &all), "PBRQMK");
    assert_eq!(game.pieces[game.king].betza, "N");
    assert_eq!(game.castling.len(), 4);
    let little = library.find("little").unwrap();
    assert_eq!(little.start, "rqkbr/ppppp/5/5/PPPPP/RQKBR w - - 0 1");
    assert_eq!((little.move_rule, little.stalemate, little.en_passant), (0, Outcome::Win, false));
    assert!(little.castling.is_empty());
    assert_eq!(squares(&little.promotion_region[Colour::White]), "a6 b6 c6 d6 e6");
    assert_eq!(squares(&little.double_step_region[Colour::White]), "a2 b2 c2 d2 e2");
    assert_eq!(squares(&little.double_step_region[Colour::Black]), "a5 b5 c5 d5 e5");
    // A game without castling has no rights to claim.
    library.read("my.ini", "[nocastle:chess]\ncastling = false").unwrap();
    assert!(library.find("nocastle").unwrap().start.ends_with(" w - - 0 1"));
    // Read again, a file replaces its games; a faulty one changes nothing.
    library.read("my.ini", "[little:chess]").unwrap();
    assert_eq!(library.find("little").unwrap().files, 8);
    assert_eq!(library.names().filter(|name| *name == "little").count(), 1);
    library.read("my.ini", "[other:chess]\n[little:chess]\nfoo = bar").unwrap_err();
    assert_eq!(library.find("other"), None);
    // Heirs of an alias with Chess960's castling have it too.
    library.read("my.ini", "[mine:chess960]\n[tame:mine]\nchess960 = false").unwrap();
    assert!(library.find("mine").unwrap().castling_anywhere);
    assert_eq!(library.find("tame").unwrap().castling.len(), 4);
    // Unequal armies: one side lacks the men for a castling, and claims none.
    let unequal = "[unequal:latte-luft]\nstartFen = 4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1";
    library.read("my.ini", unequal).unwrap();
    let unequal = library.find("unequal").unwrap();
    assert!(unequal.castling.iter().all(|record| record.colour == Colour::White));
    assert_eq!(unequal.castling.len(), 4);
}

#[test]
fn a_relabelled_piece_is_still_promoted_to() {
    let mut library = library();
    let text = "[gemini:janus]\narchbishop = a\nstartFen = rnbaqkabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBAQKABNR w KQkq - 0 1\n\
                castlingKingsideFile = i\ncastlingQueensideFile = c\n";
    library.read("my.ini", text).unwrap();
    let game = library.find("gemini").unwrap();
    assert_eq!(letters(&game, &game.promotions[Colour::Black]), "QRABN");
    assert_eq!(game.castling.len(), 4);
}
