//! Engines to play against: this test program, started again with the words below, is one. What the test harness
//! prints before is noise that a driver must bear.

use lupa::position::AnyGame;
use std::io::{BufRead, Write};
use std::time::Duration;

/// What starts an engine that behaves so.
pub fn arguments(mode: &str) -> Vec<String> {
    ["arena::engine::process", "--exact", &format!("mode={mode}")].map(str::to_owned).into()
}

/// Not a test, unless the program was started as an engine.
#[test]
fn process() {
    if let Some(mode) = std::env::args().find_map(|word| word.strip_prefix("mode=").map(str::to_owned)) {
        talk(&mode);
        std::process::exit(0);
    }
}

fn say(text: &str) {
    let mut output = std::io::stdout().lock();
    if output.write_all(format!("{text}\n").as_bytes()).and_then(|()| output.flush()).is_err() {
        std::process::exit(0);
    }
}

fn sleep_for_ever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}

fn talk(mode: &str) {
    let mut game = ("chess".to_owned(), false);
    let mut start: Option<AnyGame> = None;
    let mut now: Option<AnyGame> = None;
    let mut games = 0;
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["uci"] => {
                let names: Vec<String> =
                    crate::rules::games().iter().map(|variant| format!("var {}", variant.name)).collect();
                say("option name Clear Hash type button");
                say("option name UCI_Chess960 type check default false");
                say(&format!("option name UCI_Variant type combo default chess {}", names.join(" ")));
                say("uciok");
            }
            ["isready"] if mode == "unready" && games > 0 => {}
            ["isready"] => say("readyok"),
            ["ucinewgame"] => games += 1,
            ["setoption", "name", "UCI_Variant", "value", name] => game.0 = (*name).to_owned(),
            ["setoption", "name", "UCI_Chess960", "value", value] => game.1 = *value == "true",
            ["position", rest @ ..] => {
                now = Some(set_up(start.get_or_insert_with(|| start_of(&game)), rest));
            }
            ["go", ..] => {
                if let Some(now) = &now {
                    go(mode, now);
                }
            }
            ["quit"] => return,
            _ => {}
        }
    }
}

fn start_of((name, anywhere): &(String, bool)) -> AnyGame {
    let name = if *anywhere && name == "chess" { "chess960" } else { name };
    AnyGame::start(&crate::rules::game(name)).expect("a start")
}

fn set_up(start: &AnyGame, words: &[&str]) -> AnyGame {
    let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (place, moves) = words.split_at(split);
    let fen = place.strip_prefix(&["fen"]).map(|fields| fields.join(" "));
    let mut game = fen.map_or_else(|| start.clone(), |fen| start.again(&fen).expect("it is a position").0);
    assert!(moves.len() != 1, "a list of no moves confuses some engines");
    for text in moves.iter().skip(1) {
        game.follow(text).expect("it is legal");
    }
    game
}

fn go(mode: &str, game: &AnyGame) {
    let moves = game.coordinates();
    // As good as random, and the same every time.
    let hash =
        game.fen().bytes().fold(7u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3));
    let best = &moves[(hash >> 20) as usize % moves.len()];
    let think = || say(&format!("info depth 3 score cp {} nodes 5 pv {best}", hash % 200));
    match mode {
        "hang" | "hangs" => sleep_for_ever(),
        "exit" => std::process::exit(3),
        "garbage" => {
            let mut output = std::io::stdout().lock();
            let _ = output.write_all(b"\xff\xfe\x00 bestmove\n\n\rinfo score cp\ninfo depth x pv \xc3\n");
            let _ = output.write_all(b"bestmove \xff\xff\xff\n");
            let _ = output.flush();
        }
        "silence" => say("bestmove"),
        "illegal" => say("bestmove a1a1"),
        "none" => say("bestmove (none)"),
        "late" => {
            std::thread::sleep(Duration::from_millis(400));
            say(&format!("bestmove {best}"));
        }
        "flood" => loop {
            think();
        },
        "babble" => loop {
            say("this is no line of UCI");
        },
        "endless" => loop {
            let _ = std::io::stdout().lock().write_all(&[b'x'; 4096]);
        },
        "long" => {
            let mut line = b"info score cp 3 pv ".to_vec();
            line.resize(10 << 20, b'e');
            line.push(b'\n');
            let _ = std::io::stdout().lock().write_all(&line);
            think();
            say(&format!("bestmove {best}"));
        }
        "sinner" => {
            say("info depth 1 score cp 3 pv a1a1");
            say("info depth 2 score mate 3 pv");
            say(&format!("info depth 3 score mate 3 pv {}", moves[0]));
            say("info depth x");
            say(&format!("bestmove {}", moves.last().expect("there are two")));
        }
        "mute" => say(&format!("bestmove {best}")),
        "shouter" => {
            think();
            say(&format!("bestmove {}", best.to_uppercase()));
        }
        _ => {
            think();
            say(&format!("bestmove {best} ponder a1a1"));
        }
    }
}
