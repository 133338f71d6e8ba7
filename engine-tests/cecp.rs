//! CECP under stress: any commands in any state, and a handshake that nobody waits for.

use crate::clerk::Clerk;
use crate::fake::{Fake, MATED};
use crate::talk::{Talk, matches};
use lupa::engine::games::Games;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::sync::Arc;
use std::time::{Duration, Instant};

const LINES: [&str; 58] = [
    "new",
    "variant lecce",
    "variant ladorean",
    "variant fischerandom",
    "variant nonesuch",
    "variant",
    "force",
    "go",
    "playother",
    "level 40 5 0",
    "level 0 0:01 0.1",
    "level",
    "st 0",
    "st 0.02",
    "st 86400",
    "sd 2",
    "sd x",
    "nps 1000",
    "nps 0",
    "time 5",
    "otim -3",
    "usermove e2e4",
    "usermove a3a5",
    "usermove O-O",
    "usermove c1b1,a1c1",
    "usermove ,",
    "e7e5",
    "b2b3",
    "Nf3",
    "?",
    "ping 3",
    "draw",
    "result 1/2-1/2 {because}",
    "1-0 {White mates}",
    "setboard 4/4/4/4/4/4/4/4 w KQkq - 0 1",
    "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    "setboard é",
    "setboard",
    "hint",
    "bk",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "analyze",
    "exit",
    ".",
    "computer",
    "pause",
    "resume",
    "memory 1",
    "option ResyncCastling=1",
    "option MultiPV=3",
    "exclude all",
    "include e2e4",
    "lift c1",
    "edit",
];

/// Words at which XBoard takes an engine for dead.
const ALARMS: [&str; 5] = ["not found", "No such file", "Permission denied", "unknown host", "can't alloc"];

fn storm(games: &Arc<dyn Games>, seed: u64) {
    let mut random = SmallRng::seed_from_u64(seed);
    let talk = Talk::new(Arc::clone(games));
    talk.say_all(&["xboard", "protover 2"]);
    let mut lines = Vec::new();
    for _ in 0..60 {
        lines.push(LINES[random.random_range(0..LINES.len())]);
    }
    talk.say_all(&lines);
    // An edit may be under way, and a pause.
    talk.say_all(&[".", "force", "resume", "force", "ping 77"]);
    let said = talk.until("pong 77");
    let mut features = said.iter().filter(|line| line.starts_with("feature done=1"));
    assert!(features.next().is_some(), "{lines:?}");
    for line in &said {
        assert!(!ALARMS.iter().any(|alarm| line.contains(alarm)), "XBoard gives up at \"{line}\"");
        let result = ["1-0 {", "0-1 {", "1/2-1/2 {"].iter().any(|start| line.starts_with(start));
        let ends = ["White", "Black"].iter().any(|start| line.starts_with(start)) || line.contains("Draw");
        assert!(result || !ends, "XBoard ends the game at \"{line}\"");
    }
    talk.say("quit");
    talk.rest();
}

#[test]
fn anything_may_come_at_any_time() {
    for seed in 0..40 {
        storm(&Fake::slow(Duration::from_millis(seed % 2)), seed);
        storm(&Clerk::games("e2e4 e7e5 d2d4 d7d5 g1f3"), seed);
    }
}

#[test]
fn nothing_is_played_once_force_is_said() {
    for delay in [0, 2] {
        for _ in 0..50 {
            let talk = Talk::new(Fake::slow(Duration::from_millis(delay)));
            talk.say_all(&["xboard", "new", "st 100", "usermove e2e4", "force", "ping 1"]);
            assert!(!talk.until("pong 1").iter().any(|line| matches("move *", line)));
            talk.say_all(&["go", "?", "ping 2"]);
            let said = talk.until("pong 2");
            assert_eq!(said.iter().filter(|line| matches("move *", line)).count(), 1, "{said:#?}");
            talk.say(&format!("setboard {MATED}"));
            talk.say_all(&["go", "ping 3"]);
            assert!(talk.until("pong 3").contains(&"1-0 {White mates}".to_owned()));
            assert_eq!(talk.end(), [""; 0]);
        }
    }
}

/// Both dialects are ready in a tenth of a second, the session's opening included; the best of several, since tests share
/// their machine.
#[test]
fn handshakes_are_quick() {
    use lupa::engine::games::built_in;
    let games = built_in().expect("the built-in games are sound");
    let own: String = (0..99).map(|number| format!("[own{number}:ladorean]\nnMoveRule = 40\n")).collect();
    let many = games.with_text("own.ini", &own).expect("they are sound");
    for (games, lines) in [
        (&games, &["uci", "isready"][..]),
        (&games, &["xboard", "protover 2", "memory 16", "new", "variant lecce", "ping 1"]),
        (&games, &["xboard", "protover 2", "new", "variant ladorean", "ping 1"]),
        (&many, &["uci", "isready"]),
        (&many, &["xboard", "protover 2", "new", "variant own98", "ping 1"]),
    ] {
        let best = (0..8).map(|_| {
            let talk = Talk::new(Arc::clone(games));
            let begun = Instant::now();
            talk.say_all(lines);
            talk.until(if lines[0] == "uci" { "readyok" } else { "pong 1" });
            begun.elapsed()
        });
        let best = best.min().unwrap_or_default();
        assert!(best < Duration::from_millis(100), "{lines:?}: {best:?}");
    }
}
