//! UCI from the GUI's side: handshake, options, a position and a move. Knows what an engine says and when it has
//! said nothing for too long; judges no move.

use super::info::Info;
use super::process::{Heard, Process};
use super::spec::EngineSpec;
use crate::engine::system::reason;
use crate::rules::Variant;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use thiserror::Error;

/// The most `info` lines kept of one search, the newest.
const LINES_KEPT: usize = 256;

/// A search that no clock bounds may last so many times the silence allowed.
const LONGEST_SEARCH: u32 = 10;
/// The most remarks of an engine on its options that are kept.
const REMARKS: usize = 8;

/// How long an engine is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For `uciok`.
    pub handshake: Duration,
    /// For `readyok`.
    pub ready: Duration,
    /// For any line during a search that no clock bounds.
    pub silence: Duration,
    /// For `bestmove` after the time is over, before it counts as hung.
    pub over_time: Duration,
    /// For the process to end after `quit`.
    pub quit: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience {
            handshake: Duration::from_secs(10),
            ready: Duration::from_secs(60),
            silence: Duration::from_secs(60),
            over_time: Duration::from_secs(5),
            quit: Duration::from_secs(2),
        }
    }
}

/// Why an engine cannot take part.
#[derive(Debug, Error)]
pub enum StartError {
    /// The system cannot start it.
    #[error("engine '{name}': cannot start {command}: {reason}", reason = reason(.error))]
    System {
        /// The engine.
        name: String,
        /// Its program.
        command: String,
        /// The system's reason.
        error: std::io::Error,
    },
    /// It ended at once.
    #[error("engine '{0}' ended before it was ready; try its command by hand")]
    Ended(String),
    /// It does not answer.
    #[error("engine '{name}' did not answer '{asked}' within {seconds} s; is it a UCI engine?")]
    Silent {
        /// The engine.
        name: String,
        /// What it was asked.
        asked: &'static str,
        /// How long it was waited for.
        seconds: u64,
    },
    /// An option does not take the value.
    #[error("engine '{name}': option {option} takes {wanted}, not '{value}'")]
    NoValue {
        /// The engine.
        name: String,
        /// The option.
        option: String,
        /// What it was to be.
        value: String,
        /// What it can be.
        wanted: String,
    },
    /// It has no such option.
    #[error("engine '{name}' has no option '{option}'; it has {known}")]
    NoOption {
        /// The engine.
        name: String,
        /// The option.
        option: String,
        /// Those it has.
        known: String,
    },
    /// It cannot be told to play the game.
    #[error(
        "engine '{name}' does not play '{game}' ({why}); say variant=NAME if it calls the game otherwise, variant= to tell it nothing"
    )]
    NoGame {
        /// The engine.
        name: String,
        /// The game.
        game: String,
        /// How that shows.
        why: &'static str,
    },
    /// The match is being ended.
    #[error("interrupted")]
    Interrupted,
}

/// Why an engine has no say any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lost {
    /// It does not answer.
    Hang,
    /// Its process is gone or closed its output.
    Crash,
    /// The match is being ended.
    Interrupted,
}

/// An option an engine offers.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Offer {
    name: String,
    /// What UCI calls its type.
    kind: String,
    choices: Vec<String>,
    /// The least and the most of a number.
    range: Option<(i64, i64)>,
}

impl Offer {
    /// What it takes, if that value is none of it. Texts are the engine's own business.
    fn refuses(&self, value: &str) -> Option<String> {
        let is = |choice: &str| choice.eq_ignore_ascii_case(value);
        match (self.kind.as_str(), self.range) {
            ("spin", Some((least, most))) => {
                let fits = value.parse().is_ok_and(|number: i64| (least..=most).contains(&number));
                (!fits).then(|| format!("a whole number from {least} to {most}"))
            }
            ("check", _) => (!is("true") && !is("false")).then(|| "true or false".to_owned()),
            _ => None,
        }
    }

    /// Reads `option name Hash type spin default 16`.
    fn read(line: &str) -> Option<Offer> {
        let rest = line.strip_prefix("option")?.trim_start().strip_prefix("name ")?;
        let (name, rest) = rest.split_once(" type ")?;
        let choices = rest.split(" var ").skip(1).map(|choice| choice.trim().to_owned()).collect();
        let words: Vec<&str> = rest.split_whitespace().collect();
        let after = |name: &str| -> Option<i64> {
            words.iter().skip_while(|word| **word != name).nth(1)?.parse().ok()
        };
        let range = after("min").zip(after("max"));
        let kind = words.first().copied().unwrap_or_default().to_owned();
        Some(Offer { name: name.trim().to_owned(), kind, choices, range })
    }
}

/// What came of a search.
#[derive(Debug)]
pub struct Answer {
    /// The move, or whatever word stood in its place.
    pub best: String,
    /// The time it took.
    pub spent: Duration,
    /// What the engine said, oldest first.
    pub infos: Vec<Info>,
    /// Lines too long to be kept whole.
    pub cut: u32,
}

/// An engine that is running.
pub struct Engine {
    spec: Arc<EngineSpec>,
    process: Process,
    offers: Vec<Offer>,
    /// What it had to say of options that are texts: a file it cannot read, perhaps.
    remarks: Vec<String>,
    patience: Patience,
}

impl Engine {
    /// Starts an engine, sets its options and tells it the game.
    ///
    /// # Errors
    /// It cannot be started, does not answer, or lacks an option or the game.
    pub fn start(
        spec: &Arc<EngineSpec>,
        variant: &Variant,
        patience: Patience,
        stop: &AtomicBool,
    ) -> Result<Engine, StartError> {
        let process = Process::start(spec).map_err(|error| StartError::System {
            name: spec.name.clone(),
            command: spec.command.display().to_string(),
            error,
        })?;
        let mut engine =
            Engine { spec: Arc::clone(spec), process, offers: Vec::new(), remarks: Vec::new(), patience };
        let failed = |lost, asked, time: Duration| match lost {
            Lost::Crash => StartError::Ended(spec.name.clone()),
            Lost::Interrupted => StartError::Interrupted,
            Lost::Hang => StartError::Silent { name: spec.name.clone(), asked, seconds: time.as_secs() },
        };
        engine.process.send("uci");
        let mut offers = Vec::new();
        engine
            .wait_for("uciok", patience.handshake, stop, |line| offers.extend(Offer::read(line)))
            .map_err(|lost| failed(lost, "uci", patience.handshake))?;
        engine.offers = offers;
        engine.set_options(variant)?;
        let text = |option: &str| engine.offer(option).is_some_and(|offer| offer.kind == "string");
        let texts = spec.options.iter().any(|(option, _)| text(option));
        let mut remarks = Vec::new();
        engine.process.send("isready");
        engine
            .wait_for("readyok", patience.ready, stop, |line| {
                let remark = line.strip_prefix("info string ").filter(|_| texts && remarks.len() < REMARKS);
                remarks.extend(remark.map(str::to_owned));
            })
            .map_err(|lost| failed(lost, "isready", patience.ready))?;
        engine.remarks = remarks;
        Ok(engine)
    }

    /// What it had to say of options that are texts, which only it can judge.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    fn offer(&self, name: &str) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.name.eq_ignore_ascii_case(name))
    }

    fn set_options(&mut self, variant: &Variant) -> Result<(), StartError> {
        let spec = Arc::clone(&self.spec);
        let mut lines = Vec::new();
        for (option, value) in &spec.options {
            let offer = self.offer(option).ok_or_else(|| StartError::NoOption {
                name: spec.name.clone(),
                option: option.clone(),
                known: self.offers.iter().map(|offer| offer.name.as_str()).collect::<Vec<_>>().join(", "),
            })?;
            if let Some(wanted) = offer.refuses(value) {
                return Err(StartError::NoValue {
                    name: spec.name.clone(),
                    option: offer.name.clone(),
                    value: value.clone(),
                    wanted,
                });
            }
            lines.push(set(&offer.name, if offer.kind == "button" { "" } else { value }));
        }
        let no_game = |why| StartError::NoGame { name: spec.name.clone(), game: variant.name.clone(), why };
        match (&spec.variant, self.offer("UCI_Variant")) {
            (Some(name), _) if name.is_empty() => {}
            (Some(name), Some(_)) => lines.push(set("UCI_Variant", name)),
            (None, _) if variant.name == "chess" => {}
            (_, None) => return Err(no_game("it has no option UCI_Variant")),
            (None, Some(offer)) => {
                // A file of games brings more of them than were offered before it was read.
                let file = spec.options.iter().any(|(name, _)| name.eq_ignore_ascii_case("VariantPath"));
                if !file && !offer.choices.iter().any(|choice| choice.eq_ignore_ascii_case(&variant.name)) {
                    return Err(no_game("its UCI_Variant does not list it"));
                }
                lines.push(set("UCI_Variant", &variant.name));
            }
        }
        if variant.castling_anywhere {
            if self.offer("UCI_Chess960").is_none() {
                return Err(no_game("it has no option UCI_Chess960"));
            }
            lines.push(set("UCI_Chess960", "true"));
        }
        for line in lines {
            self.process.send(&line);
        }
        Ok(())
    }

    /// Says that another game begins, and waits until the engine is ready for it.
    ///
    /// # Errors
    /// The engine is lost.
    pub fn new_game(&mut self, stop: &AtomicBool) -> Result<(), Lost> {
        self.process.send("ucinewgame");
        self.ready(stop)
    }

    /// Waits until the engine has taken in everything sent; what it says meanwhile is old and dropped.
    fn ready(&mut self, stop: &AtomicBool) -> Result<(), Lost> {
        self.process.send("isready");
        self.wait_for("readyok", self.patience.ready, stop, |_| {})
    }

    fn wait_for(
        &self,
        word: &str,
        patience: Duration,
        stop: &AtomicBool,
        mut tell: impl FnMut(&str),
    ) -> Result<(), Lost> {
        let deadline = Instant::now() + patience;
        loop {
            match self.process.hear(deadline, stop) {
                Heard::Line(line) if line.text.split_whitespace().next() == Some(word) => return Ok(()),
                Heard::Line(line) => tell(&line.text),
                Heard::Nothing => return Err(Lost::Hang),
                Heard::Gone => return Err(Lost::Crash),
                Heard::Interrupted => return Err(Lost::Interrupted),
            }
            // One that talks without end is as lost as a silent one.
            if Instant::now() >= deadline {
                return Err(Lost::Hang);
            }
        }
    }

    /// Has the engine think. `allowed` is all the time it has, margin included; past that it is told to stop.
    ///
    /// # Errors
    /// The engine is lost.
    pub fn think(
        &mut self,
        position: &str,
        go: &str,
        allowed: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<Answer, Lost> {
        self.process.send(position);
        self.ready(stop)?;
        self.process.send(go);
        let begun = Instant::now();
        let mut infos = VecDeque::new();
        let (mut cut, mut last, mut told) = (0, begun, false);
        loop {
            let flag = allowed.map(|allowed| begun + allowed);
            let deadline = match flag {
                Some(flag) if told => flag + self.patience.over_time,
                Some(flag) => flag,
                None => (last + self.patience.silence).min(begun + LONGEST_SEARCH * self.patience.silence),
            };
            let heard = self.process.hear(deadline, stop);
            // What is said after the time is said, but does not put off the end.
            let late = matches!(&heard, Heard::Line(line)
                if line.at > deadline && !line.text.starts_with("bestmove"));
            let silent = matches!(heard, Heard::Nothing);
            match heard {
                Heard::Line(line) => {
                    cut += u32::from(line.cut);
                    let mut words = line.text.split_whitespace();
                    if words.next() == Some("bestmove") {
                        let best = words.next().unwrap_or_default().chars().take(40).collect();
                        let spent = line.at.saturating_duration_since(begun);
                        return Ok(Answer { best, spent, infos: infos.into(), cut });
                    }
                    if let Some(info) = Info::read(&line.text).filter(|_| !line.cut) {
                        // Only what is about the search is a sign of life.
                        last = line.at;
                        if infos.len() == LINES_KEPT {
                            infos.pop_front();
                        }
                        infos.push_back(info);
                    }
                }
                Heard::Nothing => {}
                Heard::Gone => return Err(Lost::Crash),
                Heard::Interrupted => return Err(Lost::Interrupted),
            }
            if late || silent {
                if flag.is_none() || told {
                    return Err(Lost::Hang);
                }
                self.process.send("stop");
                told = true;
            }
        }
    }

    /// Ends the engine politely.
    pub fn quit(self) {
        self.process.quit(self.patience.quit);
    }
}

fn set(name: &str, value: &str) -> String {
    if value.is_empty() {
        return format!("setoption name {name}");
    }
    format!("setoption name {name} value {value}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_are_read() {
        let offer = Offer::read("option name UCI_Variant type combo default chess var chess var lecce");
        assert_eq!(offer.map(|offer| offer.choices), Some(vec!["chess".to_owned(), "lecce".to_owned()]));
        let offer = Offer::read("option name Clear Hash type button");
        assert_eq!(
            offer.map(|offer| (offer.name, offer.kind)),
            Some(("Clear Hash".to_owned(), "button".to_owned()))
        );
        let refused = |line: &str, value: &str| Offer::read(line).expect("an option").refuses(value);
        let hash = "option name Hash type spin default 16 min 1 max 64";
        assert_eq!(refused(hash, "65"), Some("a whole number from 1 to 64".to_owned()));
        assert_eq!(["1", "64"].map(|value| refused(hash, value)), [None, None]);
        assert_eq!(
            refused("option name Ponder type check default false", "yes"),
            Some("true or false".to_owned())
        );
        assert_eq!(refused("option name EvalFile type string default x", "no/where"), None);
        assert_eq!(Offer::read("id name x"), None);
        assert_eq!(set("A B", ""), "setoption name A B");
    }
}
