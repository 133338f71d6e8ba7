//! Judged games as one HTML page that needs nothing else: a board to step through, the moves, the curve of scores.
//! Knows the page's data; the page itself is `report.html`, which draws it.

use super::accuracy::winning;
use super::game::Judged;
use super::games::{accuracy_text, better_text};
use crate::cli::html::{escaped, json_in_script};
use crate::cli::line;
use crate::cli::picture::symbols;
use crate::position::AnyGame;
use serde_json::{Value, json};

const PAGE: &str = include_str!("report.html");

/// The page about these games; files as the games label them unless `letters`.
pub fn page(games: &[Judged], letters: bool) -> String {
    let mut drawings = String::new();
    // A letter means another man in another game, so each game brings its own.
    for (number, judged) in games.iter().enumerate() {
        drawings += &symbols(judged.game.variant(), &prefix(number));
    }
    let data = Value::Array(
        games.iter().enumerate().map(|(number, judged)| game(number, judged, letters)).collect(),
    );
    let title = match games {
        [one] => one.game.title(),
        several => format!("{} games", several.len()),
    };
    filled(
        PAGE,
        &[
            ("title", &escaped(&title)),
            ("version", env!("CARGO_PKG_VERSION")),
            ("symbols", &drawings),
            ("data", &json_in_script(&data.to_string())),
        ],
    )
}

/// A page with its places `{{name}}` filled. What is filled in is never taken for a place.
fn filled(page: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let mut rest = page;
    while let Some((before, behind)) = rest.split_once("{{") {
        text += before;
        let (name, behind) = behind.split_once("}}").unwrap_or((behind, ""));
        text += values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value);
        rest = behind;
    }
    text + rest
}

fn prefix(number: usize) -> String {
    format!("g{number}-")
}

fn game(number: usize, judged: &Judged, letters: bool) -> Value {
    let variant = judged.game.variant();
    let tag = |name| judged.game.record.tag(name).unwrap_or("?");
    let label = |file| if letters { char::from(b'a' + file).to_string() } else { variant.file_label(file) };
    let positions: Vec<Value> = judged
        .game
        .positions
        .iter()
        .enumerate()
        .map(|(ply, position)| self::position(judged, ply, position, letters))
        .collect();
    json!({
        "prefix": prefix(number),
        "title": judged.game.title(),
        "white": tag("White"),
        "black": tag("Black"),
        "event": [tag("Event"), tag("Date")],
        "variant": variant.name,
        "accuracy": accuracy_text(judged),
        "files": variant.files,
        "ranks": variant.ranks,
        "labels": (0..variant.files).map(label).collect::<Vec<_>>(),
        "positions": positions,
    })
}

/// A position with the move that led to it.
fn position(judged: &Judged, ply: usize, position: &AnyGame, letters: bool) -> Value {
    let mut object = serde_json::Map::new();
    let fen = position.fen();
    object.insert("board".into(), json!(fen.split_whitespace().next()));
    object.insert("fen".into(), json!(fen));
    object.insert("state".into(), json!(crate::cli::setup::state(position)));
    if let Some(king) = position.checked_king() {
        object.insert("check".into(), json!([king.file, king.rank]));
    }
    if let Some(opinion) = judged.opinions.get(ply) {
        object.insert("curve".into(), json!((winning(opinion.score) * 10.0).round() / 10.0));
        if !opinion.lines.is_empty() {
            object.insert("score".into(), json!(opinion.score.text()));
        }
    }
    let before = ply.checked_sub(1).and_then(|ply| judged.game.positions.get(ply));
    let played = ply.checked_sub(1).and_then(|ply| judged.game.moves.get(ply));
    if let (Some(before), Some(played)) = (before, played) {
        object.insert("number".into(), json!(line::number(before)));
        object.insert("san".into(), json!(line::san(before, played, letters)));
        object.insert("from".into(), json!([played.from.file, played.from.rank]));
        object.insert("to".into(), json!([played.to.file, played.to.rank]));
        if let Some(judgement) = judged.judgements.get(ply - 1) {
            object.insert("mark".into(), json!(judgement.mark));
            object.insert("better".into(), json!(better_text(judgement, before, letters)));
        }
        let comment = judged.game.record.moves.get(ply - 1).map_or("", |turn| turn.comment.as_str());
        if !comment.is_empty() {
            object.insert("comment".into(), json!(comment));
        }
    }
    Value::Object(object)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled_once() {
        let text = filled("<{{a}}> {{b}}{{a}}!", &[("a", "{{b}}"), ("b", "x")]);
        assert_eq!(text, "<{{b}}> x{{b}}!");
        for place in ["title", "version", "symbols", "data"] {
            assert!(PAGE.contains(&format!("{{{{{place}}}}}")), "{place}");
        }
    }
}
