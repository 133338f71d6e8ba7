//! Every way to get a definition wrong, with the exact message, and text that is wrong at random.

use crate::rules::Library;

fn library() -> Library {
    Library::builtin().unwrap()
}

fn fault(text: &str) -> String {
    let mut library = library();
    let error = library.read("my.ini", text).expect_err(text);
    assert_eq!(library.names().count(), 13, "all or nothing: {text}");
    error.to_string()
}

#[test]
fn every_mistake_has_its_line() {
    let cases = [
        ("[a:chess]\nfoo = 1", "my.ini:2: unknown key 'foo' (no key is spelled like it: remove it)"),
        ("[a:chess]\nmaxrnk = 8", "my.ini:2: unknown key 'maxrnk' (did you mean 'maxRank'?)"),
        ("[a:chess]\narchbishp = a", "my.ini:2: unknown key 'archbishp' (did you mean 'archbishop'?)"),
        (
            "[a:ches]",
            "my.ini:1: game 'a' inherits from 'ches', which is not defined above (did you mean 'chess'?)",
        ),
        (
            "[a:b]\n[b:chess]",
            "my.ini:1: game 'a' inherits from 'b', which is not defined above (parents come first)",
        ),
        ("[Latte:chess]", "my.ini:1: 'Latte' is a built-in name: choose another for this game"),
        ("[standard:chess]", "my.ini:1: 'standard' is a built-in name: choose another for this game"),
        (
            "[a:chess]\nmaxRank = 8\n\nmaxRank = 8",
            "my.ini:4: key 'maxRank' was already given in line 2: keep one of them",
        ),
        (
            "[a:chess]\n\npieceDrops = true",
            "my.ini:3: key 'pieceDrops' with value 'true' is known but not supported by Lupa (only 'false' is: remove it)",
        ),
        (
            "[a:chess]\nnFoldValue = win",
            "my.ini:2: key 'nFoldValue' with value 'win' is known but not supported by Lupa (only 'draw' is: remove it)",
        ),
        (
            "[a:chess]\nmobilityRegionWhiteRook = *1",
            "my.ini:2: key 'mobilityRegionWhiteRook' with value '*1' is known but not supported by Lupa (pieces may go everywhere: remove it)",
        ),
        (
            "[a:chess]\ncannon = c",
            "my.ini:2: key 'cannon' with value 'c' is known but not supported by Lupa (it hops over other men)",
        ),
        (
            "[a:chess]\nenPassantRegion = *3",
            "my.ini:2: key 'enPassantRegion' with value '*3' is known but not supported by Lupa (it is '-' (nowhere) or left out (everywhere))",
        ),
        (
            "[a:chess]\nking = k:R",
            "my.ini:2: key 'king' with value 'k:R' is known but not supported by Lupa (a king may only step or leap, not ride)",
        ),
        (
            "[a:chess]\ncustomPiece1 = u:WWFFDDAANNCCZZHHGG",
            "my.ini:2: key 'customPiece1' with value 'u:WWFFDDAANNCCZZHHGG' is known but not supported by Lupa (more than 8 kinds of rides: leave some out)",
        ),
        ("[a:chess]\ndoubleStep = yes", "my.ini:2: key 'doubleStep': 'yes' is not 'true' or 'false'"),
        ("[a:chess]\ndoubleStep =", "my.ini:2: key 'doubleStep': '' is not 'true' or 'false'"),
        ("[a:chess]\nmaxRank = 11", "my.ini:2: key 'maxRank': '11' is not a number from 4 to 10"),
        (
            "[a:chess]\nmaxFile = 13",
            "my.ini:2: key 'maxFile': '13' is not a number from 4 to 12 (or a letter from d to l)",
        ),
        (
            "[a:chess]\nmaxFile = 3",
            "my.ini:2: key 'maxFile': '3' is not a number from 4 to 12 (or a letter from d to l)",
        ),
        (
            "[a:chess]\nstalemateValue = none",
            "my.ini:2: key 'stalemateValue': 'none' is not 'draw', 'win' or 'loss'",
        ),
        (
            "[a:chess]\nnMoveRule = -5",
            "my.ini:2: key 'nMoveRule': '-5' is not a number of moves from 0 to 1000",
        ),
        ("[a:chess]\nnFoldRule = 1", "my.ini:2: key 'nFoldRule': '1' is not a number from 0 to 100"),
        (
            "[a:chess]\narchbishop = ab",
            "my.ini:2: key 'archbishop': 'ab' is not a letter, or '-' to remove the piece",
        ),
        (
            "[a:chess]\narchbishop = a:BN",
            "my.ini:2: key 'archbishop': 'a:BN' is not a letter, or '-' to remove the piece",
        ),
        (
            "[a:chess]\ncustomPiece1 = l:nW",
            "my.ini:2: key 'customPiece1': letter 'n' at place 1 of the movement 'nW' is not supported: lame leapers",
        ),
        (
            "[a:chess]\ncustomPiece1 = l",
            "my.ini:2: key 'customPiece1': a movement is missing (write it behind a colon, as in 'l:FAD')",
        ),
        (
            "[a:chess]\ncustomPiece26 = l:W",
            "my.ini:2: unknown key 'customPiece26' (did you mean 'customPiece1'?)",
        ),
        (
            "[a:chess]\n\narchbishop = q",
            "my.ini:3: key 'archbishop': the letter 'Q' already belongs to 'queen' (give one of them another letter, or remove it with 'queen = -')",
        ),
        ("[a:chess]\nking = -", "my.ini:2: key 'king' is missing: every game needs one (write 'king = k')"),
        (
            "[a:chess]\npromotionPieceTypes = qa",
            "my.ini:2: key 'promotionPieceTypes': the game has no piece with the letter 'a' (define it above all, as in 'queen = q')",
        ),
        (
            "[a:chess]\npromotionPieceTypesBlack = qk",
            "my.ini:2: key 'promotionPieceTypesBlack': a pawn cannot become a king (take its letter out)",
        ),
        (
            "[a:chess]\npromotionPieceTypes = qp",
            "my.ini:2: key 'promotionPieceTypes': a pawn cannot become a pawn (take its letter out)",
        ),
        (
            "[a:chess]\npromotionPieceTypes = -",
            "my.ini:2: key 'promotionPieceTypes': pawns of White have nothing to promote to (write for example 'promotionPieceTypes = nbrq')",
        ),
        (
            "[a]\npawn = p\nking = k\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "my.ini:1: key 'promotionPieceTypes': pawns of White have nothing to promote to (write for example 'promotionPieceTypes = nbrq')",
        ),
        (
            "[a:chess]\npromotionRegionWhite = *9",
            "my.ini:2: key 'promotionRegionWhite': '*9' lies off the board of 8 files and 8 ranks",
        ),
        (
            "[a:chess]\npromotionRegionWhite = *7",
            "my.ini:2: key 'promotionRegionWhite': it lacks a8, where pawns would be stuck (add '*8')",
        ),
        (
            "[a:chess]\npromotionRegionBlack = *1 *7",
            "my.ini:2: key 'promotionRegionBlack': a pawn of Black starts on its promotion square a7",
        ),
        (
            "[a:chess]\ndoubleStepRegionWhite = i2",
            "my.ini:2: key 'doubleStepRegionWhite': 'i2' lies off the board of 8 files and 8 ranks",
        ),
        (
            "[a:chess]\ndoubleStepRegionWhite = two",
            "my.ini:2: key 'doubleStepRegionWhite': 'two' is not a list of squares such as 'a1 b* *8' (or '-')",
        ),
        (
            "[a:chess]\ndoubleStepRegionWhite = *6",
            "my.ini:2: key 'doubleStepRegionWhite': a double step from a6 would leave the board or end where White promotes (leave a6 out)",
        ),
        (
            "[a:chess]\nfileLabels = a b",
            "my.ini:2: key 'fileLabels': the board has 8 files, but 2 labels (or drop them with 'fileLabels = -')",
        ),
        (
            "[a:chess]\nfileLabels = a a",
            "my.ini:2: key 'fileLabels': 'a a' is not different labels of one to three letters such as 'a b c d' (or '-')",
        ),
        (
            "[a:chess]\npieceNames = X:yak",
            "my.ini:2: key 'pieceNames': the game has no piece with the letter 'X' (define it above all, as in 'queen = q')",
        ),
        // Start positions.
        (
            "[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/3XK3 w - - 0 1",
            "my.ini:2: key 'startFen': 'X' is no letter of a piece of this game (define it, as in 'queen = q')",
        ),
        (
            "[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K4 w - - 0 1",
            "my.ini:2: key 'startFen': rank 1 is 9 files wide, the board 8 (key 'maxFile')",
        ),
        (
            "[a:chess]\nstartFen = 4k3/8/8/8/8/8/4K3 w - - 0 1",
            "my.ini:2: key 'startFen': it has 7 ranks, the board 8 (key 'maxRank')",
        ),
        (
            "[a:chess]\nstartFen = 8/8/8/8/8/8/8/4K3 w - - 0 1",
            "my.ini:2: key 'startFen': Black has 0 kings and must have one",
        ),
        (
            "[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
            "my.ini:2: key 'startFen': White has 2 kings and must have one",
        ),
        (
            "[a:chess]\nmaxFile = 9",
            "my.ini:2: key 'maxFile': rank 8 is 8 files wide, the board 9 (key 'maxFile')",
        ),
        (
            "[a:chess]\nknight = -",
            "my.ini:1: key 'startFen': 'n' is no letter of a piece of this game (define it, as in 'queen = q')",
        ),
        // Castling.
        (
            "[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1",
            "my.ini:2: key 'startFen': no castling rook of White starts on the right of e1 (or take the right out of 'startFen')",
        ),
        (
            "[a:chess]\nstartFen = 4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1",
            "my.ini:2: key 'startFen': White's castling king starts on e2 and not on rank 1 (or write 'castling = false')",
        ),
        (
            "[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/R3K3 w H - 0 1",
            "my.ini:2: key 'startFen': it claims the castling right 'H', but no king and rook of White start at home for it",
        ),
        (
            "[a:chess]\ncastlingKingFile = d",
            "my.ini:2: key 'castlingKingFile': White's castling king starts on e1 and not on d1 (or write 'castling = false')",
        ),
        (
            "[a:chess]\ncastlingRookKingsideFile = g",
            "my.ini:2: key 'castlingRookKingsideFile': no castling rook of White starts on g1 (or take the right out of 'startFen')",
        ),
        (
            "[a:chess]\ncastlingRookKingsideFile = a",
            "my.ini:2: key 'castlingRookKingsideFile': no castling rook of White starts on the a-file, which is not on that side of the king (or take the right out of 'startFen')",
        ),
        (
            "[a:chess]\ncastlingRookPieces = q",
            "my.ini:2: key 'castlingRookPieces': no castling rook of White starts on the right of e1 (or take the right out of 'startFen')",
        ),
        (
            "[a:chess]\ncastlingRookPieces = k",
            "my.ini:2: key 'castlingRookPieces': a king cannot castle with a king (take its letter out)",
        ),
        (
            "[a:chess]\ncastlingKingsideFile = i",
            "my.ini:2: key 'castlingKingsideFile': 'i' lies off the board of 8 files and 8 ranks",
        ),
        (
            "[a:chess]\ncastlingKingsideFile = a",
            "my.ini:2: key 'castlingKingsideFile': with the king on the a-file, king and rook do not both fit on the board",
        ),
        (
            "[a:chess]\ncastlingRank = 9",
            "my.ini:2: key 'castlingRank': '*9' lies off the board of 8 files and 8 ranks",
        ),
        (
            "[a:latte-luft]\n\nchess960 = true",
            "my.ini:3: key 'chess960': castling from anywhere cannot stand beside castlingMove, flexibleCastling or orthodoxCastling = false",
        ),
        (
            "[a:caparandom]\nflexibleCastling = true",
            "my.ini:2: key 'flexibleCastling': castling from anywhere cannot stand beside castlingMove, flexibleCastling or orthodoxCastling = false",
        ),
        (
            "[a:chess]\nchess960 = true\ncastlingRookPieces = rq",
            "my.ini:3: key 'castlingRookPieces': castling from anywhere is only supported with one kind of rook",
        ),
        (
            "[a:chess]\ncastlingMove = K e1-g1, R h1-f1",
            "my.ini:2: key 'castlingMove': two castlings of White are both written e1g1 (give one another 'write' or 'san')",
        ),
        ("[a:latte]\ncastlingMove = K e1-g1, R h1-f1, R g1-e1", "my.ini:2: ok"),
        (
            "[a:latte-luft]\ncastlingMove = K e1-g1, R h1-f1, R g1-e1",
            "my.ini:2: key 'castlingMove': two castlings of White are both written e1g1 (give one another 'write' or 'san')",
        ),
        (
            "[a:latte-luft]\ncastlingMove = K e1-g1, R h1-f1, R g1-e1; write e1h1; san O-O=L",
            "my.ini:2: key 'castlingMove': two castlings of White are both O-O=L (give one another 'write' or 'san')",
        ),
        (
            "[a:lecce]\n\ncastlingMove = K c1-b1, R a1-d1; san O",
            "my.ini:3: key 'castlingMove': 'write c1b1' is also an ordinary king move (write the rook's home, as in 'write c1a1')",
        ),
        (
            "[a:chess]\ncastlingMove = K e1-g1, R g1-f1",
            "my.ini:2: key 'castlingMove': White's rook does not start on g1",
        ),
        (
            "[a:chess]\ncastlingMove = K e1-g1, R i1-f1",
            "my.ini:2: key 'castlingMove': 'i1' lies off the board of 8 files and 8 ranks",
        ),
        (
            "[a:chess]\ncastlingMove = K e1-g1, A h1-f1",
            "my.ini:2: key 'castlingMove': the game has no piece with the letter 'A'",
        ),
        (
            "[a:chess]\ncastlingMove = R h1-f1, K e1-g1",
            "my.ini:2: key 'castlingMove': the king comes first and no second king follows",
        ),
        (
            "[a:chess]\ncastlingMove = K e1-g1, R h1-g1",
            "my.ini:2: key 'castlingMove': two men share the square g1",
        ),
        (
            "[a:chess]\ncastlingMove = K e1-g1, R h1-f1; empty f1",
            "my.ini:2: key 'castlingMove': a man lands on g1, which is not among the 'empty' squares",
        ),
        (
            "[a:chess]\ncastlingMove = K e1-g1, R h1-f1; safe f1",
            "my.ini:2: key 'castlingMove': the 'safe' squares lack the king's home e1",
        ),
        (
            "[a:chess]\ncastlingMove = K e1-g1, R h1-f1; write g1e1",
            "my.ini:2: key 'castlingMove': 'write' must lead from the king's home e1 to another square",
        ),
        (
            "[a:chess]\ncastlingMove = K e1-g1",
            "my.ini:2: key 'castlingMove': 'K e1-g1' moves no rook (write the king first, then one to three rooks)",
        ),
        (
            "[a:latte-luft]\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "my.ini:2: key 'startFen': the inherited castlingMove fails: White's rook does not start on h1",
        ),
    ];
    for (text, message) in cases {
        match message.ends_with(": ok") {
            true => assert!(library().read("my.ini", text).is_ok(), "{text}"),
            false => assert_eq!(fault(text), message),
        }
    }
    let mut many = String::from("[a:chess]\n");
    for (number, letter) in ('A'..='Z').filter(|letter| !"PNBRQK".contains(*letter)).enumerate().take(11) {
        many += &format!("customPiece{} = {letter}:W\n", number + 1);
    }
    assert_eq!(
        fault(&many),
        "my.ini:12: key 'customPiece11': the game has 17 kinds of pieces, 16 are the most"
    );
}

/// Numbers without a library, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides.max(1) as u64) as usize
    }
}

#[test]
fn no_text_makes_it_panic() {
    let renamed = |line: &str| match line.starts_with('[') {
        true => line.replace('[', "[x").replace(':', ":x") + "\n",
        false => line.to_string() + "\n",
    };
    let original: Vec<char> =
        include_str!("../games.ini").lines().map(renamed).collect::<String>().chars().collect();
    let mut dice = Dice(0x5eed_1e55);
    let (mut read, mut refused) = (0, 0);
    for round in 0..3000 {
        let mut text = original.clone();
        for _ in 0..1 + round % 4 {
            let at = dice.roll(text.len());
            let other = dice.roll(text.len());
            let odd = ['é', '\0', '0', '9', '-', ';', ':', ',', '*', 'k', 'K', '\n', '/', '=', ' '];
            match dice.roll(5) {
                0 => text[at] = text[other],
                1 => text.insert(at, odd[dice.roll(odd.len())]),
                2 => drop(text.remove(at)),
                3 => text.swap(at, other),
                _ => {
                    let end = (at + dice.roll(40)).min(text.len());
                    let piece: Vec<char> = text.drain(at..end).collect();
                    let place = dice.roll(text.len());
                    text.splice(place..place, piece);
                }
            }
        }
        let text: String = text.into_iter().collect();
        let mut library = library();
        match library.read("fuzz.ini", &text) {
            Ok(_) => {
                read += 1;
                for variant in library.variants() {
                    let _ = variant.with_castling_anywhere();
                }
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().contains('\n'), "{error}");
            }
        }
    }
    assert!(read > 100 && refused > 100, "{read} read, {refused} refused");
}
