//! The Universal Chess Interface: what its lines mean and how answers are written. Does nothing itself that the
//! desk can do, and keeps no state of the game: the last `position` is all there is.

mod go;
mod info;

use super::cecp::Cecp;
use super::console;
use super::conversation::{Dialect, Timing};
use super::desk::Desk;
use super::people;
use crate::board::Colour;
use crate::engine::Event;
use crate::engine::bench;
use crate::engine::genfens::Order;
use crate::engine::options::{Setting, excerpt};
use go::Request;

/// Every command, the protocol's and the people's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    Uci,
    IsReady,
    Debug,
    SetOption,
    NewGame,
    Position,
    Go,
    Stop,
    PonderHit,
    Register,
    Quit,
    Display,
    Evaluation,
    Bench,
    GenFens,
    Help,
    XBoard,
}

/// The protocol's own, which may stand behind words that are none.
const PROTOCOL: [(&str, Word); 11] = [
    ("uci", Word::Uci),
    ("isready", Word::IsReady),
    ("debug", Word::Debug),
    ("setoption", Word::SetOption),
    ("ucinewgame", Word::NewGame),
    ("position", Word::Position),
    ("go", Word::Go),
    ("stop", Word::Stop),
    ("ponderhit", Word::PonderHit),
    ("register", Word::Register),
    ("quit", Word::Quit),
];

/// Those for people, and the word that begins the other protocol: they must come first in their line.
const PEOPLE: [(&str, Word); 6] = [
    ("d", Word::Display),
    ("eval", Word::Evaluation),
    ("bench", Word::Bench),
    ("genfens", Word::GenFens),
    ("help", Word::Help),
    ("xboard", Word::XBoard),
];

/// The command in a line and what follows it.
fn command(line: &str) -> Option<(Word, &str)> {
    let known = |token: &str, table: &[(&str, Word)]| {
        table.iter().find(|(name, _)| *name == token).map(|(_, word)| *word)
    };
    let (_, first, rest) = tokens(line).next()?;
    if let Some(word) = known(first, &PEOPLE) {
        return Some((word, rest));
    }
    // The specification: unknown words before a command are skipped.
    tokens(line).find_map(|(_, token, rest)| Some((known(token, &PROTOCOL)?, rest)))
}

/// Whether a command line's first argument is no subcommand but a line of the conversation.
pub fn is_command(argument: &str) -> bool {
    // Subcommands are single words; of the conversation's, only those that no subcommand has.
    let single = argument.split_whitespace().count() <= 1;
    match command(argument) {
        Some((Word::Bench | Word::Help, _)) if single => false,
        found => found.is_some_and(|_| !argument.starts_with('-')),
    }
}

/// Each word of a text, with what is before it and what is after it.
fn tokens(text: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let ahead = text.get(from..)?;
        let start = from + ahead.find(|letter: char| !letter.is_whitespace())?;
        let word = text.get(start..)?.split(char::is_whitespace).next()?;
        from = start + word.len();
        Some((text.get(..start)?, word, text.get(from..)?))
    })
}

/// The dialect.
#[derive(Default)]
pub struct Uci {
    debug: bool,
    leaving: bool,
}

impl Dialect for Uci {
    fn timing(&self, line: &str, desk: &Desk) -> Timing {
        match command(line).map(|(word, _)| word) {
            // `go perft 5` and `quit` in one script: the count is what the script is for.
            Some(Word::Quit) if desk.working() && !desk.console.person() => Timing::WhenIdle,
            Some(Word::Quit) => Timing::AtOnce,
            Some(Word::Stop) if desk.working() => Timing::AtOnce,
            Some(
                Word::SetOption
                | Word::NewGame
                | Word::Position
                | Word::Go
                | Word::Display
                | Word::Evaluation
                | Word::Bench
                | Word::GenFens
                | Word::XBoard,
            ) => Timing::WhenIdle,
            _ => Timing::InOrder,
        }
    }

    fn hear(&mut self, line: &str, desk: &mut Desk) {
        let Some((word, rest)) = command(line) else {
            self.unknown(line, desk);
            return;
        };
        match word {
            Word::Uci => introduce(desk),
            Word::IsReady => {
                if desk.idle() {
                    // What keeps it from being ready is told when it is needed.
                    let _ = desk.ready();
                    tell_notes(desk);
                }
                desk.say("readyok");
            }
            Word::Debug => self.debug = rest.trim() != "off",
            Word::SetOption => set_option(rest, desk),
            Word::NewGame => {
                if let Some(session) = desk.game.session() {
                    session.new_game();
                }
            }
            Word::Position => position(rest, desk),
            Word::Go => go(rest, desk),
            Word::Stop => desk.stop(),
            Word::PonderHit => desk.ponder_hit(),
            Word::Register => {}
            Word::Quit => desk.leave(),
            Word::Display => show(desk, |session| session.display()),
            Word::Evaluation => show(desk, |session| session.evaluation()),
            Word::Bench => start_bench(rest, desk),
            Word::GenFens => start_genfens(rest, desk),
            Word::Help => desk.say(&people::help()),
            Word::XBoard => self.leaving = true,
        }
        tell_notes(desk);
    }

    fn successor(&mut self) -> Option<(Box<dyn Dialect>, Option<String>)> {
        self.leaving.then(|| (Box::new(Cecp::default()) as Box<dyn Dialect>, None))
    }

    fn tell(&mut self, event: &Event, desk: &mut Desk) {
        match event {
            Event::Thought(thought) => {
                let chances = desk.options.flag(Setting::ShowWdl);
                desk.say(&info::thought(thought, chances));
            }
            Event::Current { depth, text, number } => {
                desk.say(&format!("info depth {depth} currmove {text} currmovenumber {number}"));
            }
            Event::Best { best, ponder } => {
                // GUIs forfeit an engine that answers without a score, so that rule does not rest on the search.
                if desk.search().is_some_and(|search| !search.spoke) {
                    desk.say(&info::nothing(best.as_deref()));
                }
                desk.say(&info::best(best.as_deref(), ponder.as_deref()));
            }
        }
    }
}

impl Uci {
    fn unknown(&self, line: &str, desk: &mut Desk) {
        if line.trim().is_empty() {
            return;
        }
        let quoted = excerpt(line.trim());
        if desk.console.person() {
            desk.say(&format!("not understood: {quoted} (`help` lists the commands)"));
        } else if self.debug {
            desk.say(&format!("info string not understood: {quoted}"));
        } else {
            console::remark(&format!("not understood: {quoted}"));
        }
    }
}

fn note(desk: &mut Desk, notes: &[String]) {
    for text in notes {
        desk.say(&format!("info string {text}"));
    }
}

/// Tells what opening the session had to say.
fn tell_notes(desk: &mut Desk) {
    let notes = desk.game.take_notes();
    note(desk, &notes);
}

fn introduce(desk: &mut Desk) {
    let mut text = format!("id name Lupa {}\nid author the Lupa authors\n\n", env!("CARGO_PKG_VERSION"));
    for option in desk.options.uci() {
        text.push_str(&option);
        text.push('\n');
    }
    text.push_str("uciok");
    desk.say(&text);
}

/// The words between `name` and the first `value`, and the rest of the line as it is.
fn name_and_value(rest: &str) -> Option<(String, &str)> {
    let (_, _, after_name) = tokens(rest).find(|(_, token, _)| *token == "name")?;
    let (name, value) = match tokens(after_name).find(|(_, token, _)| *token == "value") {
        Some((name, _, value)) => (name, value),
        None => (after_name, ""),
    };
    let mut letters = value.chars();
    let value = if letters.next().is_some_and(char::is_whitespace) { letters.as_str() } else { value };
    Some((name.split_whitespace().collect::<Vec<_>>().join(" "), value))
}

fn set_option(rest: &str, desk: &mut Desk) {
    let Some((name, value)) = name_and_value(rest) else {
        note(desk, &["setoption without a name; say: setoption name Hash value 64".to_owned()]);
        return;
    };
    match desk.options.set(&name, value) {
        Err(unset) => note(desk, &[unset.to_string()]),
        Ok(Setting::ClearHash) => {
            if let Some(session) = desk.game.session() {
                session.new_game();
            }
        }
        Ok(Setting::VariantPath) => {
            let told = match desk.read_games() {
                Ok(names) if names.is_empty() => "games on offer: those of the start".to_owned(),
                Ok(names) => format!("games on offer beside those of the start: {}", names.join(" ")),
                Err(faulty) => format!("{faulty}; the games on offer stay"),
            };
            note(desk, &[told]);
            desk.game.choose(&desk.options);
        }
        Ok(Setting::Chess960) => desk.game.choose(&desk.options),
        Ok(Setting::Variant) => {
            desk.game.choose(&desk.options);
            if let Some(variant) = desk.game.wanted() {
                // Fairy-Stockfish's line, from which GUIs size their boards. No game here has a pocket.
                let text = format!(
                    "variant {} files {} ranks {} pocket 0 template fairy startpos {}",
                    desk.options.text(Setting::Variant),
                    variant.files,
                    variant.ranks,
                    variant.start
                );
                note(desk, &[text]);
            }
        }
        // The sizes are applied when the session is next needed, all at once.
        Ok(_) => {}
    }
}

fn position(rest: &str, desk: &mut Desk) {
    let mut words = rest.split_whitespace();
    let fen: Option<String> = match words.next() {
        Some("startpos") => {
            words.by_ref().find(|word| *word == "moves");
            None
        }
        Some("fen") => Some(words.by_ref().take_while(|word| *word != "moves").collect::<Vec<_>>().join(" ")),
        _ => {
            note(desk, &["position needs startpos or fen; the position before stands".to_owned()]);
            return;
        }
    };
    let moves: Vec<&str> = words.collect();
    match desk.game.set_position(&desk.options, fen.as_deref(), &moves) {
        Ok(notes) => note(desk, &notes),
        Err(refused) => note(desk, &[refused]),
    }
}

fn go(rest: &str, desk: &mut Desk) {
    let request = Request::parse(rest);
    let started = match request.perft {
        Some(depth) => desk.start_count(depth),
        None => search(&request, desk),
    };
    if let Err(reason) = started {
        note(desk, &[reason]);
        if request.perft.is_none() {
            desk.say(&info::nothing(None));
            desk.say(&info::best(None, None));
        }
    }
}

fn search(request: &Request, desk: &mut Desk) -> Result<(), String> {
    let session = desk.ready()?;
    let black = session.fen().split_whitespace().nth(1) == Some("b");
    let mut limits = request.limits(if black { Colour::Black } else { Colour::White });
    limits.root_moves = request.search_moves.as_ref().map(|texts| {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        session.legal_among(&texts)
    });
    tell_notes(desk);
    desk.start_search(limits)
}

fn show(desk: &mut Desk, text: impl FnOnce(&dyn crate::engine::Session) -> String) {
    match desk.ready() {
        Ok(session) => {
            let text = text(session.as_ref());
            desk.say(&text);
        }
        Err(reason) => note(desk, &[reason]),
    }
}

fn start_bench(rest: &str, desk: &mut Desk) {
    let depth = match rest.split_whitespace().next() {
        None => bench::DEPTH,
        Some(word) => match word.parse() {
            Ok(depth @ 1..=u32::MAX) => depth,
            _ => {
                note(desk, &[format!("bench takes a depth from 1, not \"{}\"", excerpt(word))]);
                return;
            }
        },
    };
    if let Err(reason) = desk.start_bench(depth) {
        note(desk, &[reason]);
    }
}

fn start_genfens(rest: &str, desk: &mut Desk) {
    if let Err(reason) = Order::read(rest).and_then(|order| desk.start_genfens(order)) {
        note(desk, &[reason]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_behind_junk() {
        assert_eq!(command("joho debug on"), Some((Word::Debug, " on")));
        assert_eq!(command("  go\tdepth 3 "), Some((Word::Go, "\tdepth 3 ")));
        assert_eq!(command("d"), Some((Word::Display, "")));
        for nothing in ["", "   ", "joho d", "GO", "stopp", "\u{0}", "usermove e2e4"] {
            assert_eq!(command(nothing), None, "{nothing:?}");
        }
    }

    #[test]
    fn options_split_at_the_first_value() {
        let split = |text| name_and_value(text).map(|(name, value)| (name, value.to_owned()));
        let pair = |name: &str, value: &str| Some((name.to_owned(), value.to_owned()));
        assert_eq!(split(" name Move  Overhead value 30"), pair("Move Overhead", "30"));
        assert_eq!(split(" name Book value /a value/of  b "), pair("Book", "/a value/of  b "));
        assert_eq!(split(" name Book value  x"), pair("Book", " x"));
        assert_eq!(split(" name Clear Hash"), pair("Clear Hash", ""));
        assert_eq!(split(" name value"), pair("", ""));
        assert_eq!(split(" Hash 3"), None);
        assert_eq!(split(""), None);
    }
}
