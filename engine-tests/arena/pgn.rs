//! Games of every kind there and back: written as PGN, read in one stream, replayed by the rules.

use lupa::position::AnyGame;
use lupa::position::pgn::{GameResult, Reader, Record, Turn};
use lupa::rules::Library;
use rand::{RngExt, SeedableRng, rngs::SmallRng};

const GAMES: usize = 6;
const PLIES: usize = 150;

#[test]
fn random_games_of_every_kind_come_back() {
    let mut random = SmallRng::seed_from_u64(11);
    let (mut text, mut ends) = (String::new(), Vec::new());
    for variant in crate::rules::games() {
        let start = AnyGame::start(&variant).expect("a start");
        for number in 0..GAMES {
            let mut game = start.clone();
            // Some begin elsewhere.
            for _ in 0..number * 7 {
                let moves = game.coordinates();
                if game.finish().is_none() {
                    game.follow(&moves[random.random_range(0..moves.len())]).expect("it is legal");
                }
            }
            let mut record = Record::default();
            record.set_start(start.variant(), &game.fen());
            record.set_tag("White", format!("{} \"{number}\"", start.variant().name));
            while game.finish().is_none() && record.moves.len() < PLIES {
                let moves = game.coordinates();
                let played = game.play(&moves[random.random_range(0..moves.len())]).expect("it is legal");
                let mut turn = Turn::new(played.san);
                if random.random_bool(0.3) {
                    turn.comment = format!("{played} 100% [x] ; (", played = played.coordinates);
                    turn.nags = vec![random.random()];
                }
                if random.random_bool(0.1) {
                    turn.variations = vec![vec![Turn::new("Ka1"), Turn::new("Kb1")]];
                }
                record.moves.push(turn);
            }
            record.result = if number == 1 { GameResult::Open } else { GameResult::Draw };
            text.push_str(&record.to_pgn());
            ends.push((record, game.fen(), game.finish()));
        }
    }
    assert!(text.lines().all(|line| line.chars().count() < 80 || line.starts_with('[')));
    let library = Library::builtin().expect("they are sound");
    let mut count = 0;
    for ((written, fen, finish), read) in ends.iter().zip(Reader::new(text.as_bytes())) {
        let read = read.expect("it is sound");
        let variant = read.variant(&library).expect("it is known");
        let start = AnyGame::start(&variant).expect("a start");
        let replayed = read.replay(&start).unwrap_or_else(|error| panic!("{error}\n{}", written.to_pgn()));
        assert_eq!((replayed.game.fen(), replayed.game.finish()), (fen.clone(), *finish));
        assert_eq!(read.result, written.result);
        for (read, written) in read.moves.iter().zip(&written.moves) {
            assert_eq!(
                (&read.text, &read.comment, &read.nags),
                (&written.text, &written.comment, &written.nags)
            );
        }
        count += 1;
    }
    assert_eq!(count, ends.len());
}
