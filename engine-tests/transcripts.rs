//! Transcripts: `> line sent`, `< pattern expected` (in order, other lines may come between), `! pattern` that must
//! not come before the next `<`, `~ MS` to let time pass, `$` where the input ends, `#` for readers.
//! What ends in `.uci` or `.xboard` says which protocol it is about. Those in `fake/` are about who hears what when; those in `real/` about chess, and wait for an engine that plays.

use crate::fake::Fake;
use crate::talk::{Talk, matches};
use lupa::engine::games::{Games, built_in};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Plays one transcript, and says where it went wrong.
fn play(text: &str, games: Arc<dyn Games>) -> Result<(), String> {
    let mut talk = Talk::new(games);
    let mut forbidden: Vec<String> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let (mark, content) = line.split_at_checked(1).unwrap_or((line, ""));
        let content = content.strip_prefix(' ').unwrap_or(content);
        match mark {
            "" | "#" => {}
            ">" => talk.say(content),
            "!" => forbidden.push(content.to_owned()),
            "~" => {
                std::thread::sleep(Duration::from_millis(content.parse().map_err(|_| "bad time".to_owned())?))
            }
            "$" => talk.hang_up(),
            "<" => {
                for said in talk.until(content) {
                    if !matches(content, &said)
                        && let Some(pattern) = forbidden.iter().find(|pattern| matches(pattern, &said))
                    {
                        return Err(format!("line {number}: \"{said}\" came, which \"{pattern}\" forbids"));
                    }
                }
                forbidden.clear();
            }
            _ => return Err(format!("line {number}: \"{line}\" is no line of a transcript")),
        }
    }
    for said in talk.end() {
        if let Some(pattern) = forbidden.iter().find(|pattern| matches(pattern, &said)) {
            return Err(format!("at the end: \"{said}\" came, which \"{pattern}\" forbids"));
        }
    }
    Ok(())
}

fn play_all(folder: &str, games: &Arc<dyn Games>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine-tests/transcripts").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "uci" || ending == "xboard"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let mut failures = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("it is text");
        let games = Arc::clone(games);
        // A line that never comes is a panic of its own thread: the others are still played.
        let played = std::thread::spawn(move || play(&text, games)).join();
        let reason = match played {
            Ok(Ok(())) => continue,
            Ok(Err(reason)) => reason,
            Err(panic) => panic.downcast_ref::<String>().cloned().unwrap_or_else(|| "a panic".to_owned()),
        };
        failures.push(format!("{}: {reason}", file.file_name().unwrap_or_default().display()));
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn every_conversation_goes_as_written() {
    play_all("fake", &Fake::games());
}

#[test]
fn every_conversation_about_chess_goes_as_written() {
    play_all("real", &built_in().expect("the built-in games are sound"));
}

#[test]
fn a_transcript_that_is_not_kept_to_is_a_failure() {
    let verdict = |text: &str| play(text, Fake::games());
    assert_eq!(verdict("> isready\n< ready*\n"), Ok(()));
    assert!(verdict("! info *\n> go depth 2\n< bestmove *\n").is_err());
    assert!(verdict("> isready\n! readyok\n").is_err());
    assert!(verdict("isready\n").is_err());
    let never = std::thread::spawn(|| play("> isready\n> quit\n< uciok\n", Fake::games())).join();
    assert!(never.is_err());
}
