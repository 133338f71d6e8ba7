//! Who hears what when: stops, ends and commands at the worst moment. One answer for each `go`, whatever comes.

use crate::fake::{CHESS, Fake, MATED, RUDE};
use crate::talk::{Talk, matches};
use lupa::engine::games::{Games, built_in};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::sync::Arc;
use std::time::Duration;

fn count(lines: &[String], pattern: &str) -> usize {
    lines.iter().filter(|line| matches(pattern, line)).count()
}

#[test]
fn stop_right_behind_go() {
    for delay in [0, 2] {
        let talk = Talk::new(Fake::slow(Duration::from_millis(delay)));
        for _ in 0..200 {
            talk.say_all(&["go infinite", "stop"]);
        }
        talk.say("quit");
        let lines = talk.rest();
        assert!(count(&lines, "bestmove *") <= 200);
        let talk = Talk::new(Fake::slow(Duration::from_millis(delay)));
        for _ in 0..200 {
            talk.say_all(&["go infinite", "stop"]);
            talk.until("bestmove *");
        }
        assert_eq!(talk.end(), [""; 0]);
    }
}

#[test]
fn a_late_stop_does_not_end_the_next_search() {
    let talk = Talk::new(Fake::games());
    for _ in 0..50 {
        talk.say("go depth 1");
        talk.until("bestmove *");
        talk.say_all(&["stop", "go depth 40", "isready"]);
        let lines = talk.until("bestmove *");
        assert!(count(&lines, "info depth 40 *") == 1, "{lines:#?}");
    }
    talk.say("stop");
    assert_eq!(count(&talk.end(), "bestmove *"), 0);
}

#[test]
fn what_needs_an_idle_session_is_answered_for_first() {
    for command in [
        "position startpos moves e2e4",
        "setoption name Hash value 32",
        "setoption name UCI_Variant value lecce",
        "ucinewgame",
        "go depth 1",
        "d",
        "go perft 2",
    ] {
        let talk = Talk::new(Fake::slow(Duration::from_millis(1)));
        talk.say_all(&["position startpos", "go infinite", command, "isready"]);
        let lines = talk.until("readyok");
        assert!(count(&lines, "bestmove e2e4 ponder e7e5") >= 1, "{command}: {lines:#?}");
        let answers = count(&lines, "bestmove *") + count(&talk.end(), "bestmove *");
        assert_eq!(answers, if command == "go depth 1" { 2 } else { 1 }, "{command}");
    }
}

#[test]
fn nobody_waits_for_isready() {
    let talk = Talk::new(Fake::games());
    talk.say("go infinite");
    talk.until("info depth 5 *");
    for _ in 0..20 {
        talk.say("isready");
        assert_eq!(count(&talk.until("readyok"), "bestmove *"), 0);
    }
    talk.say("stop");
    talk.until("bestmove *");
}

#[test]
fn the_end_of_the_input_ends_a_search_with_its_answer() {
    for go in ["go infinite", "go depth 199", "go ponder", "go wtime 9999999", "go"] {
        let talk = Talk::new(Fake::slow(Duration::from_millis(1)));
        talk.say_all(&["position startpos", go]);
        assert_eq!(count(&talk.end(), "bestmove *"), 1, "{go}");
    }
    let talk = Talk::new(Fake::games());
    talk.say_all(&["go infinite", "go infinite", "position startpos moves e2e4", "go ponder"]);
    assert_eq!(count(&talk.end(), "bestmove *"), 3);
}

#[test]
fn quit_ends_a_search_at_once() {
    for _ in 0..20 {
        let talk = Talk::new(Fake::slow(Duration::from_millis(1)));
        talk.say_all(&["go infinite", "isready"]);
        talk.until("readyok");
        talk.say("quit");
        let begun = std::time::Instant::now();
        assert!(count(&talk.rest(), "bestmove *") <= 1);
        assert!(begun.elapsed() < Duration::from_secs(2));
    }
}

#[test]
fn a_count_is_finished_before_quit_and_given_up_on_stop() {
    let talk = Talk::new(Fake::games());
    talk.say_all(&["go perft 3", "quit"]);
    assert_eq!(count(&talk.rest(), "Nodes searched: 512"), 1);
    let mut talk = Talk::new(Fake::games());
    talk.say("go perft 3");
    talk.hang_up();
    assert_eq!(count(&talk.rest(), "Nodes searched: 512"), 1);
    let talk = Talk::new(Fake::games());
    talk.say_all(&["position startpos moves e2e4", "go perft 40", "isready"]);
    talk.until("readyok");
    talk.say("stop");
    talk.until("info string perft stopped");
    talk.say("d");
    talk.until("game chess * moves [e2e4] *");
    let talk = Talk::with(Fake::games(), true);
    talk.say_all(&["go perft 40", "quit"]);
    talk.rest();
}

#[test]
fn an_answer_never_comes_without_a_score_and_nothing_comes_behind_it() {
    let talk = Talk::new(Fake::games());
    talk.say_all(&[&format!("position fen {RUDE}"), "go depth 3"]);
    let lines = talk.until("bestmove *");
    assert_eq!(count(&lines, "info * score cp *"), 1, "{lines:#?}");
    std::thread::sleep(Duration::from_millis(20));
    assert_eq!(talk.end(), [""; 0]);
    let talk = Talk::new(Fake::games());
    talk.say_all(&[&format!("position fen {MATED}"), "go depth 3"]);
    let lines = talk.until("bestmove (none)");
    assert_eq!(count(&lines, "info depth 0 * score mate 0 *"), 1, "{lines:#?}");
}

#[test]
fn a_person_is_greeted_and_told_what_was_not_understood() {
    let talk = Talk::with(Fake::games(), true);
    talk.until("*`help`*");
    talk.say("hello");
    talk.until("not understood: hello*");
    talk.say("help");
    talk.until("*go perft N*");
    talk.until("*lupa perft*");
    talk.end();
    let talk = Talk::new(Fake::games());
    talk.say_all(&["hello", "", "winboard", "\0\u{fffd}", &"z".repeat(10 << 20)]);
    assert_eq!(talk.end(), [""; 0]);
}

#[test]
fn ten_megabytes_of_moves_are_a_line_like_any_other() {
    let talk = Talk::new(Fake::games());
    talk.say(&format!("position startpos moves{}", " e2e4 e7e5".repeat(1 << 20)));
    talk.say(&format!("setoption name {} value {}", "x ".repeat(1 << 20), "y".repeat(1 << 20)));
    talk.say(&format!("go searchmoves {}", "e2e4 ".repeat(1 << 20)));
    let lines = talk.until("info *");
    assert!(lines.iter().all(|line| line.len() < 1000));
    talk.end();
}

/// Lines in any order, some of them nonsense: no panic, no hanging, an answer with a score for each `go`.
fn chatter(seed: u64, games: Arc<dyn Games>) {
    let fen = format!("position fen {CHESS} moves e2e4");
    let mated = format!("position fen {MATED}");
    let pool = [
        "uci",
        "isready",
        "ucinewgame",
        "stop",
        "stop",
        "ponderhit",
        "debug on",
        "debug off",
        "register later",
        "go",
        "go infinite",
        "go depth 3",
        "go ponder wtime 100 btime 100",
        "go nodes 0",
        "go movetime -5",
        "go wtime nan btime",
        "go searchmoves 0000",
        "go searchmoves e2e4 zzzz infinite",
        "go mate 3",
        "setoption name UCI_Variant value lecce",
        "setoption name UCI_Variant value ladorean",
        "setoption name UCI_Variant value latte-lufttworooks",
        "setoption name UCI_Variant value standard",
        "setoption name MultiPV value 4",
        "position startpos moves e2e4 e7e5 e1e2 c1d1",
        "position fen rrrrkrrr/rrrrrrrr/8/8/8/8/RRRRRRRR/RRRRKRRR w KQkq - 0 1",
        "go depth",
        "go wtime -99999999999999999999 winc 1e400 movestogo 0",
        "position",
        "position startpos",
        "position fen",
        "position fen 8/8",
        "position startpos moves",
        "position startpos moves zzzz",
        "position moves e2e4",
        "setoption",
        "setoption name",
        "setoption name Hash value 1",
        "setoption name Hash value 0",
        "setoption name MultiPV value 5",
        "setoption name UCI_Variant value lecce",
        "setoption name UCI_Variant value fischerandom",
        "setoption name UCI_Variant value chess",
        "setoption name UCI_Variant value shogi",
        "setoption name UCI_Chess960 value true",
        "setoption name UCI_ShowWDL value true",
        "setoption name Clear Hash",
        "d",
        "eval",
        "joho uci",
        "help",
        "bench 1",
        "bench x",
        &fen,
        &mated,
        "",
        "\t",
        "\u{fffd}",
        "name value name value",
    ];
    let mut random = SmallRng::seed_from_u64(seed);
    let talk = Talk::new(games);
    let mut owed = 0;
    for _ in 0..60 {
        let line = pool[random.random_range(0..pool.len())];
        owed += usize::from(line.split_whitespace().next() == Some("go"));
        talk.say(line);
        if random.random_range(0..8) == 0 {
            std::thread::sleep(Duration::from_micros(random.random_range(0..3000)));
        }
    }
    let lines = talk.end();
    let mut scored = false;
    for line in &lines {
        scored |= matches("info * score *", line);
        if matches("bestmove *", line) {
            assert!(std::mem::take(&mut scored), "seed {seed}: an answer without a score");
        }
    }
    assert_eq!(count(&lines, "bestmove *"), owed, "seed {seed}");
}

#[test]
fn nonsense_in_any_order() {
    for seed in 0..40 {
        chatter(seed, Fake::slow(Duration::from_micros(seed * 20)));
    }
}

#[test]
fn nonsense_in_any_order_to_the_engine_itself() {
    for seed in 100..120 {
        chatter(seed, built_in().expect("the built-in games are sound"));
    }
}
