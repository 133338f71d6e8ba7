//! The arena: records of games in every game there is, engines that misbehave, whole matches.

mod bad;
mod engine;
mod matches;
mod pgn;

use lupa::arena::{
    Encounters, EngineSpec, Finished, Judge, Match, Observer, Opening, Pace, Patience, Schedule, Tally,
};
use lupa::position::AnyGame;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// An engine that behaves in a certain way: this very program, started as one.
fn engine(mode: &str, pace: &str) -> Arc<EngineSpec> {
    let text = format!("name={mode},cmd=x,{pace}");
    let spec = EngineSpec::read(&text, Pace::default()).expect("it is sound");
    Arc::new(EngineSpec {
        command: std::env::current_exe().expect("it has a path"),
        arguments: engine::arguments(mode),
        ..spec
    })
}

/// A match of few games with little patience.
fn short_match(game: &str, engines: &[Arc<EngineSpec>], games: usize) -> Match {
    Match {
        event: "test".to_owned(),
        engines: engines.to_vec(),
        start: AnyGame::start(&crate::rules::game(game)).expect("a start"),
        openings: vec![Opening::default()],
        schedule: Schedule::new(engines.len(), Encounters::RoundRobin, games / 2, 1, 1),
        shard: lupa::engine::shard::Shard::WHOLE,
        judge: Judge::new(None, None),
        max_plies: Some(40),
        margin: Duration::ZERO,
        patience: Patience {
            handshake: Duration::from_secs(20),
            ready: Duration::from_secs(3),
            silence: Duration::from_secs(2),
            over_time: Duration::from_millis(500),
            quit: Duration::from_secs(1),
        },
        concurrency: NonZeroUsize::new(2).expect("two are some"),
        sprt: None,
    }
}

/// Remembers everything.
#[derive(Default)]
struct Games(Vec<Finished>);

impl Observer for Games {
    fn finished(&mut self, game: &Finished, _: &Tally) {
        self.0.push(game.clone());
    }
}

/// A file that is gone when this is.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let file = std::env::temp_dir().join(format!("lupa-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&file);
        Scratch(file)
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.0).expect("it was written")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
