//! Records read and written: odd files, faulty files, games of every kind there and back.

use super::{GameResult, PgnFault, Reader, Record, Turn};
use crate::position::AnyGame;
use crate::rules::Library;

fn read(text: &[u8]) -> Vec<Result<Record, (u64, String)>> {
    Reader::new(text).map(|game| game.map_err(|error| (error.line, error.fault.to_string()))).collect()
}

fn moves(record: &Record) -> Vec<&str> {
    record.moves.iter().map(|turn| turn.text.as_str()).collect()
}

#[test]
fn everything_beside_the_moves_is_told_apart() {
    let text = "\u{feff}% an escape\n[Event \"A \\\"b\\\" \\\\c\"] [White \"Gr\u{fc}n\"]\n[Result \"1-0\"]\n\n\
        {before} 1.e4! $13 {good (really)} (1. d4 {a } (1. c4 (1. b3) 1-0)) e5 ; to the end 2. Nc3\n\
        2...Nf6?! +- 3.\n%2. x\nexd6 e.p. 0-0 O-O-O+!? e8=Q# 1-0\n\n1. d4 *\n[Event \"3\"]\n\n[Event \"4\"]\n\n1-0";
    let games = read(text.as_bytes());
    let first = games[0].as_ref().expect("a game");
    assert_eq!(first.tag("event"), Some("A \"b\" \\c"));
    assert_eq!(first.tag("White"), Some("Grün"));
    assert_eq!((first.line, first.comment.as_str(), first.result), (2, "before", GameResult::WhiteWins));
    assert_eq!(moves(first), ["e4", "e5", "Nf6", "exd6", "0-0", "O-O-O+", "e8=Q#"]);
    assert_eq!((first.moves[0].nags.clone(), first.moves[0].line), (vec![1, 13], 5));
    assert_eq!(first.moves[0].comment, "good (really)");
    assert_eq!(first.moves[1].comment, "to the end 2. Nc3");
    assert_eq!((&first.moves[2].nags[..], &first.moves[5].nags[..]), (&[6][..], &[5][..]));
    assert_eq!(games.len(), 4, "{games:?}");
    assert_eq!(games[1].as_ref().map(moves), Ok(vec!["d4"]));
    assert_eq!(games[2].as_ref().map(|game| game.tag("Event")), Ok(Some("3")));
    assert_eq!(games[3].as_ref().map(|game| game.result), Ok(GameResult::WhiteWins));
}

#[test]
fn old_encodings_are_read() {
    let games = read(b"[White \"Gr\xfcnfeld\"]\n1. e4 {\xe9} *");
    let game = games[0].as_ref().expect("a game");
    assert_eq!((game.tag("White"), game.moves[0].comment.as_str()), (Some("Grünfeld"), "é"));
    assert!(read(b"").is_empty());
    assert!(read(b"\n ; nothing but a remark\n").is_empty());
}

#[test]
fn a_faulty_game_does_not_spoil_the_next() {
    let good = "[Event \"good\"]\n\n1. e4 *\n\n";
    for (bad, line, complaint) in [
        ("[Event \"x\"]\n[White \"Foo]\n[Black \"B\"]\n\n1. e4 e5 1-0\n\n", 2, "is no tag"),
        ("[Event \"x\"]\n\n1. e4 {never ended\n2. d4 *\n\n", 3, "has no '}'"),
        ("[Event \"x\"]\n\n1. e4 (1. d4\n 2. c4 *\n\n", 6, "has no ')'"),
        ("[Event \"x\"]\n\n1. e4 ) e5\n\n", 3, "without '('"),
        ("[Event \"x\"]\n\n1. e4 & e5\n2. d4 *\n\n", 3, "'&' means nothing"),
        ("& e4 *\n\n", 1, "'&' means nothing"),
    ] {
        let games = read(format!("{good}{bad}{good}").as_bytes());
        assert_eq!(games.len(), 3, "{bad}: {games:?}");
        assert_eq!(games[0].as_ref().map(moves), Ok(vec!["e4"]));
        let (at, fault) = games[1].as_ref().expect_err(bad);
        assert_eq!(*at, line + 4, "{bad}: {fault}");
        assert!(fault.contains(complaint), "{bad}: {fault}");
        assert_eq!(games[2].as_ref().map(moves), Ok(vec!["e4"]), "after {bad}");
        assert_eq!(games[2].as_ref().map(|game| game.tag("Event")), Ok(Some("good")));
    }
    let long = format!("1. {} *\n\n{good}", "a".repeat(100_000));
    let games = read(long.as_bytes());
    assert!(games[0].as_ref().is_err_and(|(_, fault)| fault.len() < 100), "{:?}", games[0]);
    assert_eq!(games.len(), 2);
}

#[test]
fn nothing_makes_it_panic_or_hang() {
    let deep = "1. e4 ".to_owned() + &"(".repeat(200_000) + &")".repeat(200_000) + " e5 *";
    assert_eq!(read(deep.as_bytes())[0].as_ref().map(moves), Ok(vec!["e4", "e5"]));
    let letters = b"[]\"\\{}();%$!?*10-2/. \nOex#=\xff\xc3\x00E";
    let mut seed = 1u64;
    for _ in 0..2000 {
        let bytes: Vec<u8> = (0..200)
            .map(|_| {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                letters[(seed >> 33) as usize % letters.len()]
            })
            .collect();
        assert!(read(&bytes).len() <= 200);
    }
}

#[test]
fn an_annotated_game_comes_back() {
    let mut record = Record { comment: "a } b".into(), result: GameResult::Draw, ..Record::default() };
    record.set_tag("White", "x \"y\" \\ z");
    record.set_tag("FEN", "4k3/8/8/8/8/8/8/4K2R b K - 0 31");
    record.moves = ["Kd7", "Rh2", "Ke6", "Rh3"].map(Turn::new).into();
    record.moves[0].nags = vec![2, 17];
    record.moves[1].comment = "+0.35/12 0.52s ".to_owned() + &"long word ".repeat(30) + "%x [Event \"no\"]";
    record.moves[2].variations = vec![vec![Turn::new("Kc6"), Turn::new("Rh6")], vec![Turn::new("Kc8")]];
    let text = record.to_pgn();
    assert!(text.lines().all(|line| line.len() < 80), "{text}");
    assert!(text.starts_with("[Event \"?\"]\n[Site \"?\"]\n"), "{text}");
    assert!(text.contains("31... Kd7 $2 $17 32. Rh2 {+0.35/12 0.52s"), "{text}");
    let flat = text.replace('\n', " ");
    assert!(flat.contains("32... Ke6 (32... Kc6 33. Rh6) (32... Kc8) 33. Rh3 1/2-1/2  "), "{text}");
    let again = read(text.as_bytes()).remove(0).expect("it is read");
    assert_eq!(again.comment, "a ) b");
    assert_eq!(again.tag("White"), record.tag("White"));
    assert_eq!(again.moves[1].comment, record.moves[1].comment);
    assert_eq!((moves(&again), again.result), (moves(&record), record.result));
}

#[test]
fn games_are_named_in_many_ways() {
    let library = Library::builtin().expect("they are sound");
    let of = |name: &str| {
        let mut record = Record::default();
        record.set_tag("Variant", name);
        record.variant(&library).map(|variant| (variant.name.clone(), variant.castling_anywhere))
    };
    for (name, game, anywhere) in [
        ("Standard", "chess", false),
        ("From Position", "chess", false),
        ("", "chess", false),
        ("Fischerandom", "chess", true),
        ("Fischer Random", "chess", true),
        ("chess 960", "chess", true),
        ("Lecce", "lecce", false),
        ("latte-luft", "latte-luft", false),
        ("caparandom", "caparandom", true),
    ] {
        assert_eq!(of(name).ok(), Some((game.to_owned(), anywhere)), "{name}");
    }
    assert!(
        matches!(of("Shogi").map_err(|error| error.fault), Err(PgnFault::Variant(name)) if name == "Shogi")
    );
}

#[test]
fn a_move_that_cannot_be_played_is_named() {
    let library = Library::builtin().expect("they are sound");
    let start = AnyGame::start(&library.find("chess").expect("chess")).expect("a start");
    let game = |text: &str| read(text.as_bytes()).remove(0).expect("a game");
    let error = game("1. e4 e5\n2. Nf3 Nf3 *").replay(&start).err().expect("an error");
    assert_eq!(error.to_string(), "line 2: move 2... 'Nf3' is not a legal move here");
    let error = game("[FEN \"8/8 w\"]\n\n1. e4 *").replay(&start).err().expect("an error");
    assert!(error.to_string().starts_with("line 1: the tag FEN: "), "{error}");
    let replayed = game("1. f3 e5 2. g4 Qh4# 0-1").replay(&start).expect("a game");
    assert!(replayed.game.finish().is_some_and(|finish| finish.winner == Some(crate::board::Colour::Black)));
}
