//! Limited strength over UCI: the least rating loses to a beginner, no two games are alike, and what is not a move to
//! play is not limited.

use crate::rules::game;
use crate::talk::Talk;
use lupa::engine::consult::Consultant;
use lupa::engine::games::built_in;
use lupa::engine::level::{BEGINNER, Player};
use lupa::position::{AnyGame, Ending};
use lupa::search::Limits;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::sync::atomic::AtomicBool;

/// A beginner: mates in one if it sees how, else takes the most, else moves at random.
fn beginner(position: &AnyGame, random: &mut SmallRng) -> String {
    let worth =
        |letter: char| "pnbrq".find(letter.to_ascii_lowercase()).map_or(0, |place| [1, 3, 3, 5, 9][place]);
    let fen = position.fen();
    let men = |square: &str| man(&fen, square).map_or(0, worth);
    let moves = position.coordinates();
    let mates = |text: &&String| {
        let mut after = position.clone();
        after.play(text).is_ok() && after.finish().is_some_and(|finish| finish.ending == Ending::Checkmate)
    };
    if let Some(mate) = moves.iter().find(mates) {
        return mate.clone();
    }
    let most = moves.iter().map(|text| men(&text[2..4])).max().unwrap_or(0);
    let best: Vec<&String> = moves.iter().filter(|text| men(&text[2..4]) == most).collect();
    best[random.random_range(0..best.len())].clone()
}

/// The man on a square of a FEN's board.
fn man(fen: &str, square: &str) -> Option<char> {
    let (file, rank) = (square.as_bytes()[0] - b'a', square.as_bytes()[1] - b'1');
    let row = fen.split(' ').next()?.split('/').nth(7 - usize::from(rank))?;
    let mut place = 0;
    for letter in row.chars() {
        match letter.to_digit(10) {
            Some(empty) => place += empty,
            None if place == u32::from(file) => return Some(letter),
            None => place += 1,
        }
    }
    None
}

/// The answer to the position after some moves.
fn answer(talk: &Talk, moves: &[String], go: &str) -> (Vec<String>, String) {
    talk.say(&format!("position startpos moves {}", moves.join(" ")));
    talk.say(go);
    let mut lines = talk.until("bestmove *");
    let best = lines.pop().expect("the answer");
    (lines, best.split_whitespace().nth(1).expect("a move").to_owned())
}

fn limited(rating: &str) -> Talk {
    let talk = Talk::new(built_in().expect("they are sound"));
    talk.say("setoption name UCI_LimitStrength value true");
    talk.say(&format!("setoption name UCI_Elo value {rating}"));
    talk
}

#[test]
fn the_least_rating_loses_to_a_beginner() {
    let games = built_in().expect("they are sound");
    let chess = game("chess");
    let mut consultant = Consultant::open(&*games, &chess, 1, 1).expect("it opens");
    let never = AtomicBool::new(false);
    let mut random = SmallRng::seed_from_u64(3);
    // Over UCI the player is another for every move; here chance is the same in every run.
    let mut player = Player::rated(BEGINNER, 3);
    let (mut lost, mut won) = (0, 0);
    for number in 0..20 {
        let mut position = AnyGame::start(&chess).expect("it starts");
        let mut plies = 0;
        while position.finish().is_none() && plies < 600 {
            let text = if (plies + number) % 2 == 0 {
                consultant.forget();
                let limits = player.limits(Limits::default());
                let advice = consultant.ask(&position.fen(), &[], limits, &never, &mut |_, _| {});
                let advice = advice.expect("it is a position");
                player.choose(&advice.lines).expect("there is a move").to_owned()
            } else {
                beginner(&position, &mut random)
            };
            position.play(&text).expect("it is legal");
            plies += 1;
        }
        if position.finish().is_some_and(|finish| finish.ending == Ending::Checkmate) {
            if (plies + number) % 2 == 0 { lost += 1 } else { won += 1 }
        }
    }
    assert!(lost >= 14 && won <= 2, "lost {lost}, won {won} of 20");
}

#[test]
fn no_two_games_are_alike() {
    let talk = limited("1000");
    let game = |_| {
        let mut moves = Vec::new();
        for _ in 0..12 {
            let (_, best) = answer(&talk, &moves, "go wtime 10000 btime 10000");
            moves.push(best);
        }
        moves
    };
    let games: Vec<_> = (0..4).map(game).collect();
    for (number, one) in games.iter().enumerate() {
        assert!(!games[..number].contains(one), "{games:?}");
    }
}

#[test]
fn only_the_move_chosen_is_told_and_analysis_is_not_limited() {
    let talk = limited("1500");
    talk.say("setoption name MultiPV value 3");
    for _ in 0..5 {
        let (lines, best) = answer(&talk, &[], "go wtime 10000 btime 10000");
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].contains(" multipv 1 score ") && lines[0].contains(&format!(" pv {best}")));
    }
    talk.say("position startpos");
    talk.say("go infinite");
    talk.until("info depth 9 * multipv 3 *");
    talk.say("stop");
    talk.until("bestmove *");
}
