//! Engines that misbehave lose, for the right reason, and hold nobody up.

use super::{Games, engine, short_match};
use lupa::arena::{Fault, Finished, Stopped, Tally, Termination, check_engines, run};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Plays an engine against a sound one and says how the games ended.
fn against_a_sound_one(mode: &str, pace: &str, game: &str) -> (Tally, Vec<Finished>) {
    let mut of = short_match(game, &[engine(mode, pace), engine("random", "tc=60+1")], 4);
    if mode == "long" {
        // Many megabytes a move.
        of.max_plies = Some(14);
        of.patience.silence = Duration::from_secs(20);
    }
    let (mut tally, mut games) = (Tally::new(2), Games::default());
    let stop = AtomicBool::new(false);
    check_engines(&of, &stop).expect("it can be started");
    let begun = Instant::now();
    let stopped = run(&of, &mut tally, None, &stop, &mut games).expect("a match");
    assert_eq!((stopped, games.0.len()), (Stopped::Complete, 4), "{mode}");
    assert!(begun.elapsed() < Duration::from_secs(60), "{mode} took {:?}", begun.elapsed());
    (tally, games.0)
}

fn loses(mode: &str, pace: &str, termination: Termination) {
    let (tally, games) = against_a_sound_one(mode, pace, "lecce");
    for game in &games {
        assert_eq!(game.termination, termination, "{mode}: {}", game.reason);
    }
    let standing = tally.standing(0).expect("it is the first");
    assert_eq!(standing.score.losses, 4, "{mode}: {games:?}");
    assert_eq!(standing.lost_by[termination as usize], 4, "{mode}");
}

#[test]
fn those_that_say_nothing_of_use_have_hung() {
    loses("hang", "nodes=5", Termination::Hang);
    loses("hangs", "tc=0.2", Termination::Hang);
    loses("unready", "tc=2", Termination::Hang);
    loses("babble", "nodes=5", Termination::Hang);
    loses("endless", "movetime=100", Termination::Hang);
    loses("flood", "movetime=100", Termination::Hang);
}

#[test]
fn those_that_end_have_crashed() {
    loses("exit", "nodes=5", Termination::Crash);
}

#[test]
fn those_that_know_no_move_have_made_an_illegal_one() {
    for mode in ["garbage", "silence", "illegal", "none"] {
        loses(mode, "nodes=5", Termination::IllegalMove);
    }
}

#[test]
fn those_that_are_late_lose_on_time() {
    loses("late", "tc=0.15", Termination::TimeForfeit);
    loses("late", "movetime=100", Termination::TimeForfeit);
}

#[test]
fn long_lines_and_small_sins_lose_nothing() {
    let (tally, games) = against_a_sound_one("long", "nodes=5", "lecce");
    assert!(games.iter().all(|game| game.plies > 4 && game.termination != Termination::Hang), "{games:?}");
    assert!(tally.standing(0).is_some_and(|standing| standing.faults.count(Fault::LongLine) > 4));
    let (tally, _) = against_a_sound_one("sinner", "nodes=5", "ladorean");
    let faults = &tally.standing(0).expect("it is the first").faults;
    for fault in [Fault::IllegalLine, Fault::MateLine, Fault::Malformed, Fault::OtherMove] {
        assert!(faults.count(fault) > 4 && faults.first(fault).is_some(), "{fault:?}: {faults:?}");
    }
    let (tally, _) = against_a_sound_one("mute", "nodes=5", "chess");
    assert!(tally.standing(0).is_some_and(|standing| standing.faults.count(Fault::NoScore) > 4));
    assert!(tally.standing(1).is_some_and(|standing| standing.faults.is_empty()));
}

#[test]
fn other_spellings_are_read_and_echoed() {
    let (_, games) = against_a_sound_one("shouter", "nodes=5", "latte");
    let reasons: Vec<_> = games.iter().map(|game| (game.termination, &game.reason)).collect();
    assert!(games.iter().all(|game| game.plies > 20), "{reasons:?}");
}
