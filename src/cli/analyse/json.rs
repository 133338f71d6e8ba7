//! What was found, as JSON for programs: protocols' letters, scores from White's side. Knows names of fields.

use super::positions::Asked;
use crate::cli::line;
use crate::cli::score::Score;
use crate::engine::Thought;
use crate::engine::bench::per_second;
use crate::engine::consult::Advice;
use crate::position::{AnyGame, Written};
use crate::search::Verdict;
use serde_json::{Map, Value, json};

/// A position that was searched.
pub fn answer(asked: &Asked, advice: &Advice) -> Value {
    let mut object = position(asked);
    let game = &asked.game;
    let best = advice.best.as_deref().and_then(|text| game.read(text).ok());
    object.insert("best".into(), best.map_or(Value::Null, |best| written(&best)));
    let lines = advice.lines.iter().map(|thought| thought_of(game, thought)).collect();
    object.insert("lines".into(), Value::Array(lines));
    if !asked.wanted.is_empty() {
        object.insert("wanted".into(), json!(asked.wanted));
    }
    Value::Object(object)
}

/// A position where the game is over.
pub fn over(asked: &Asked) -> Value {
    let mut object = position(asked);
    if let Some(finish) = asked.game.finish() {
        object.insert("ending".into(), json!(finish.ending.to_string()));
        object.insert("winner".into(), json!(finish.winner.map(|winner| winner.name())));
    }
    object.insert("best".into(), Value::Null);
    object.insert("lines".into(), json!([]));
    Value::Object(object)
}

fn position(asked: &Asked) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("variant".into(), json!(asked.game.variant().name));
    object.insert("fen".into(), json!(asked.game.fen()));
    if let Some(name) = &asked.name {
        object.insert("id".into(), json!(name));
    }
    object
}

/// A move in both spellings.
pub fn written(written: &Written) -> Value {
    json!({ "uci": written.coordinates, "san": written.san })
}

/// A line found for a position.
pub fn thought_of(game: &AnyGame, thought: &Thought) -> Value {
    let score = Score::of(thought, game.turn());
    let moves = line::written(game, &thought.moves);
    let mut object = score_of(score);
    for (name, value) in [
        ("rank", json!(thought.rank)),
        ("depth", json!(thought.depth)),
        ("seldepth", json!(thought.selective_depth)),
        ("nodes", json!(thought.nodes)),
        ("nps", json!(per_second(thought.nodes, thought.elapsed))),
        ("ms", json!(u64::try_from(thought.elapsed.as_millis()).unwrap_or(u64::MAX))),
        ("uci", json!(thought.moves)),
        ("san", json!(moves.iter().map(|written| &written.san).collect::<Vec<_>>())),
    ] {
        object.insert(name.into(), value);
    }
    Value::Object(object)
}

/// A score: `cp` or `mate`, and `wdl` in thousandths, all White's.
pub fn score_of(score: Score) -> Map<String, Value> {
    let mut object = Map::new();
    match score.verdict {
        Verdict::Centipawns(value) => object.insert("cp".into(), json!(value)),
        Verdict::Mate(moves) => object.insert("mate".into(), json!(moves)),
    };
    object.insert("wdl".into(), json!(score.chances));
    object
}
