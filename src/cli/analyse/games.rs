//! The games of a PGN file, one after the other: a progress bar, text or JSON, and the files asked for. Knows in what
//! order things are told.

use super::game::{Judged, Judgement, Opinion, Replayed, judge, nag};
use super::{Arguments, MOVE, json, report};
use crate::cli::score::Score;
use crate::cli::{Failure, complain, files, line};
use crate::engine::consult::Consultant;
use crate::engine::games::Games;
use crate::position::AnyGame;
use crate::position::pgn::{Reader, Record, Turn};
use crate::rules::Variant;
use crate::search::Limits;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most moves of a better line that are told.
const LINE: usize = 10;

/// Judges every game of the text.
pub fn run(
    arguments: &Arguments,
    games: &dyn Games,
    file: &Path,
    text: &str,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let mut faults = 0;
    let mut replayed = Vec::new();
    for record in Reader::new(text.as_bytes()) {
        let read = record.map_err(|error| error.to_string());
        match read.and_then(|record| Replayed::read(record, &arguments.setup, games)) {
            Ok(game) => replayed.push(game),
            Err(error) => {
                complain(&format!("{}: {error}; game left out", file.display()));
                faults += 1;
            }
        }
    }
    if replayed.is_empty() && faults == 0 {
        return Err(Failure::Usage(format!("{}: no game in it", file.display())));
    }
    let total = replayed.iter().map(|game| game.positions.len() as u64).sum();
    // Drawn on stderr, and only if that is a terminal.
    let bar = ProgressBar::new(total);
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} positions, {eta} left  {wide_msg}")
    {
        bar.set_style(style);
    }
    let count = replayed.len();
    let keeps = arguments.out.is_some() || arguments.report.is_some();
    let mut broken = None;
    let mut judged = Vec::new();
    let mut seat: Option<(Arc<Variant>, Consultant)> = None;
    for (number, game) in (1..).zip(replayed) {
        if seat.as_ref().is_none_or(|(variant, _)| **variant != **game.variant()) {
            // The old table goes before the new one comes.
            drop(seat.take());
            let consultant =
                Consultant::open(games, game.variant(), arguments.hash(), arguments.threads.get())
                    .map_err(|refused| Failure::Failed(refused.to_string()))?;
            seat = Some((Arc::clone(game.variant()), consultant));
        }
        let Some((_, consultant)) = &mut seat else { continue };
        bar.set_message(game.title());
        // Only JSON has room for more than one line.
        let lines = if arguments.json { arguments.multipv.get() } else { 1 };
        let limits = Limits { lines, ..arguments.limits(MOVE) };
        let done = judge(game, consultant, &limits, arguments.threshold, stop, &mut |_, _| bar.inc(1))
            .map_err(Failure::Failed)?;
        if broken.is_none() {
            broken = bar.suspend(|| tell(arguments, number, count, &done)).err();
        }
        judged.push(done);
        // What is written into files is wanted even if nobody reads along.
        if let Some(failure) = broken.take_if(|_| !keeps) {
            return Err(failure);
        }
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    bar.finish_and_clear();
    if let Some(out) = &arguments.out {
        let text: String = judged.iter().map(|judged| annotated(judged).to_pgn()).collect();
        files::write(out, &text)?;
    }
    if let Some(report) = &arguments.report {
        files::write(report, &report::page(&judged, arguments.setup.letters))?;
    }
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::Failed("stopped; what was analysed until then was written".to_owned()));
    }
    if faults > 0 {
        return Err(Failure::Failed(format!("{faults} of {} games could not be read", faults + count)));
    }
    broken.map_or(Ok(()), Err)
}

fn tell(arguments: &Arguments, number: usize, count: usize, judged: &Judged) -> Result<(), Failure> {
    // Where the annotated games go to stdout, nothing may stand between them.
    if arguments.out.as_deref() == Some(Path::new("-")) && !arguments.json {
        return Ok(());
    }
    let mut output = std::io::stdout().lock();
    if arguments.json {
        for (ply, (position, opinion)) in judged.game.positions.iter().zip(&judged.opinions).enumerate() {
            writeln!(output, "{}", object(number, ply, position, opinion, judged))?;
        }
        return Ok(());
    }
    let letters = arguments.setup.letters;
    let game = if count > 1 { format!("Game {number} of {count}: ") } else { String::new() };
    writeln!(output, "{game}{} ({})", judged.game.title(), judged.game.variant().name)?;
    for (judgement, position) in judged.judgements.iter().zip(&judged.game.positions) {
        writeln!(output, "{}", row(judgement, position, letters))?;
    }
    if judged.opinions.len() == judged.game.positions.len()
        && let Some(last) = judged.game.positions.last()
        && last.finish().is_some()
    {
        writeln!(output, "{}", crate::cli::setup::state(last))?;
    }
    writeln!(output, "{}\n", accuracy_text(judged))?;
    Ok(())
}

/// `12... Nf6?!    -0.80  lost 0.52, better 12... e5 13. Nf3 (+0.10)`
fn row(judgement: &Judgement, position: &AnyGame, letters: bool) -> String {
    let san = line::san(position, &judgement.played, letters);
    let head = format!("{:>6} {:<10}", judgement.number, format!("{san}{}", judgement.mark));
    let better = match better_text(judgement, position, letters) {
        Some(text) => format!("  {text}"),
        None => String::new(),
    };
    let score = score_text(judgement.after, position, &judgement.played);
    format!("{head} {score:>7}{better}").trim_end().to_owned()
}

/// What a move is worth; a move that ends the game needs no score.
fn score_text(score: Score, position: &AnyGame, played: &crate::position::Written) -> String {
    let mut next = position.clone();
    let over = next.play(&played.coordinates).is_ok() && next.finish().is_some();
    if over { String::new() } else { score.text() }
}

/// `lost 0.52, better 12... e5 13. Nf3 (+0.10)`, if the move lost enough.
pub fn better_text(judgement: &Judgement, position: &AnyGame, letters: bool) -> Option<String> {
    if judgement.better.is_empty() {
        return None;
    }
    let shown = &judgement.better[..judgement.better.len().min(LINE)];
    Some(format!(
        "lost {:.2}, better {} ({})",
        f64::from(judgement.lost) / 100.0,
        line::numbered(position, shown, letters),
        judgement.before.text()
    ))
}

/// `Accuracy: White 95.1%, Black 88.2%`
pub fn accuracy_text(judged: &Judged) -> String {
    let [white, black] =
        judged.accuracies().map(|side| side.map_or("-".to_owned(), |accuracy| format!("{accuracy:.1}%")));
    format!("Accuracy: White {white}, Black {black}")
}

fn object(
    number: usize,
    ply: usize,
    position: &AnyGame,
    opinion: &Opinion,
    judged: &Judged,
) -> serde_json::Value {
    let mut object = serde_json::Map::new();
    object.insert("game".into(), json!(number));
    object.insert("ply".into(), json!(ply));
    object.insert("variant".into(), json!(position.variant().name));
    object.insert("fen".into(), json!(position.fen()));
    match opinion.lines.first() {
        Some(thought) => {
            let best = thought.moves.first().and_then(|text| position.read(text).ok());
            let lines: Vec<_> =
                opinion.lines.iter().map(|thought| json::thought_of(position, thought)).collect();
            object.insert("best".into(), json!(best.map(|best| json::written(&best))));
            object.insert("lines".into(), json!(lines));
        }
        None => {
            object.insert("ending".into(), json!(position.finish().map(|finish| finish.ending.to_string())));
            object.insert("best".into(), json!(null));
            object.insert("lines".into(), json!([]));
        }
    }
    if let Some(judgement) = judged.judgements.get(ply) {
        object.insert("played".into(), json::written(&judgement.played));
        object.insert("lost".into(), json!(judgement.lost));
        object.insert("mark".into(), json!(judgement.mark));
    }
    serde_json::Value::Object(object)
}

/// The record with scores, marks and better lines.
fn annotated(judged: &Judged) -> Record {
    let mut record = judged.game.record.clone();
    record.set_tag("Annotator", concat!("Lupa ", env!("CARGO_PKG_VERSION")));
    record.comment = joined(&[accuracy_text(judged), without_evals(&record.comment)]);
    let positions = &judged.game.positions;
    for (turn, (judgement, position)) in record.moves.iter_mut().zip(judged.judgements.iter().zip(positions))
    {
        let score = score_text(judgement.after, position, &judgement.played);
        let eval = if score.is_empty() { score } else { format!("[%eval {}]", judgement.after.eval()) };
        turn.comment = joined(&[eval, without_evals(&turn.comment)]);
        if let Some(number) = nag(judgement.mark) {
            // Ours in place of the opinion somebody had.
            turn.nags.retain(|nag| !(1..=6).contains(nag));
            turn.nags.insert(0, number);
        }
        if !judgement.better.is_empty() {
            let mut line: Vec<Turn> =
                judgement.better.iter().take(LINE).map(|written| Turn::new(written.san.as_str())).collect();
            if let Some(first) = line.first_mut() {
                first.comment = format!("[%eval {}]", judgement.before.eval());
            }
            turn.variations = vec![line];
        }
    }
    record
}

fn joined(parts: &[String]) -> String {
    parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" ")
}

/// A comment without the scores that some other engine left in it.
fn without_evals(comment: &str) -> String {
    let mut kept = String::new();
    let mut rest = comment;
    while let Some(start) = rest.find("[%eval") {
        kept += &rest[..start];
        rest = rest[start..].find(']').map_or("", |end| &rest[start + end + 1..]);
    }
    (kept + rest).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_scores_are_dropped_and_words_kept() {
        assert_eq!(without_evals("[%eval 0.1] [%clk 0:01:00] good"), "[%clk 0:01:00] good");
        assert_eq!(without_evals("a [%eval #3]b [%eval"), "a b");
        assert_eq!(joined(&[String::new(), "x".to_owned(), "y".to_owned()]), "x y");
    }
}
