//! The command line: what arguments there are, and what becomes of an error. Without a subcommand it is the
//! protocols' turn. Knows no protocol and no rule.

mod analyse;
mod bench;
mod completions;
mod curve;
mod files;
mod html;
mod interrupt;
mod line;
mod log;
mod match_;
mod match_report;
mod perft;
mod picture;
mod play;
mod score;
mod selfplay;
mod setup;
mod show;
mod suite;
mod train;
mod variants;

use crate::engine::games::{self, Games};
use crate::engine::options::MOST_THREADS;
use crate::engine::system::reason;
use crate::protocol;
use clap::{Parser, Subcommand};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Found wanting: a failure that was looked for, such as a wrong count; or stopped before the end.
const FAILED: u8 = 1;
/// Asked wrongly: bad arguments, a file that is none.
const USAGE: u8 = 2;

/// Lupa plays Latte, Ladorean, Lecce's Chess and orthodox chess. Without a subcommand it waits for a GUI.
#[derive(Parser)]
#[command(
    name = "lupa",
    version,
    after_help = "Example: lupa --log lupa.log\n         lupa play --variant lecce\n         \
                  lupa analyse game.pgn --report game.html\n\n\
                  Exit codes: 0 done, 1 found wanting or stopped by Ctrl-C, 2 asked wrongly."
)]
struct Arguments {
    /// Writes the conversation with its times to this file (so does the environment variable LUPA_LOG).
    #[arg(long, value_name = "FILE", global = true)]
    log: Option<PathBuf>,
    /// Adds the games defined in this file, in Fairy-Stockfish's variants.ini vocabulary and Lupa's own.
    #[arg(long, value_name = "FILE", global = true)]
    variants: Vec<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Show(show::Arguments),
    Analyse(analyse::Arguments),
    Play(play::Arguments),
    Suite(suite::Arguments),
    Selfplay(selfplay::Arguments),
    Perft(perft::Arguments),
    Bench(bench::Arguments),
    Match(Box<match_::Arguments>),
    Train(Box<train::Arguments>),
    Variants(variants::Arguments),
    Completions(completions::Arguments),
}

/// Why a command did not end well.
#[derive(Debug, thiserror::Error)]
enum Failure {
    /// What was asked cannot be.
    #[error("{0}")]
    Usage(String),
    /// What was looked for was found.
    #[error("{0}")]
    Failed(String),
    /// Nobody reads the output any more: nothing to tell, and nobody to tell it.
    #[error("the output is closed")]
    Closed,
}

impl From<std::io::Error> for Failure {
    /// What writing the output came to: files have [`files`].
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Failed(format!("the output cannot be written: {}", reason(&error))),
        }
    }
}

impl From<crate::engine::Refused> for Failure {
    fn from(refused: crate::engine::Refused) -> Self {
        Failure::Usage(refused.to_string())
    }
}

/// A table without lines, as wide as what is in it.
fn table(header: impl Into<comfy_table::Row>) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table
        .load_style(comfy_table::presets::NOTHING)
        .set_content_arrangement(comfy_table::ContentArrangement::Disabled)
        .set_header(header);
    table
}

/// Reads the arguments and does what they say.
pub fn main() -> ExitCode {
    match run() {
        Ok(()) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(failure) => {
            complain(&failure.to_string());
            ExitCode::from(if matches!(failure, Failure::Failed(_)) { FAILED } else { USAGE })
        }
    }
}

fn run() -> Result<(), Failure> {
    // A file's name may be no text; clap says so where it matters.
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = words.collect();
    if words.first().is_some_and(|word| protocol::is_command(word)) {
        log::start(None).map_err(Failure::Usage)?;
        protocol::converse_in(read_games(&[])?, words);
        return Ok(());
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => return Err(Failure::Usage(one_line(&error.to_string()))),
        Err(help) => {
            help.print()?;
            return Ok(());
        }
    };
    log::start(arguments.log.as_deref()).map_err(Failure::Usage)?;
    let games = read_games(&arguments.variants)?;
    match arguments.command {
        None => protocol::converse(games).map_err(|error| Failure::Failed(reason(&error))),
        Some(Command::Show(arguments)) => show::run(&arguments, games.as_ref()),
        Some(Command::Analyse(arguments)) => analyse::run(&arguments, games.as_ref()),
        Some(Command::Play(game)) => play::run(&game, &arguments.variants, games.as_ref()),
        Some(Command::Suite(arguments)) => suite::run(&arguments, games.as_ref()),
        Some(Command::Selfplay(arguments)) => selfplay::run(&arguments, games.as_ref()),
        Some(Command::Perft(arguments)) => perft::run(&arguments, games.as_ref()),
        Some(Command::Bench(arguments)) => bench::run(&arguments, games.as_ref()),
        Some(Command::Match(arguments)) => match_::run(&arguments, games.as_ref()),
        Some(Command::Train(arguments)) => train::run(&arguments, games.as_ref()),
        Some(Command::Variants(arguments)) => variants::run(&arguments, games.as_ref()),
        Some(Command::Completions(arguments)) => completions::run(&arguments),
    }
}

/// The built-in games and those of the files named.
fn read_games(files: &[PathBuf]) -> Result<Arc<dyn Games>, Failure> {
    let faulty = |error: games::GamesError| Failure::Usage(error.to_string());
    let built_in = games::built_in().map_err(faulty)?;
    files.iter().try_fold(built_in, |games, path| games::with_file(games.as_ref(), path).map_err(faulty))
}

/// What the libraries that read numbers say, and the same to somebody who does not program.
const PLAINLY: [(&str, &str); 7] = [
    ("invalid digit found in string", "not a whole number"),
    ("cannot parse integer from empty string", "not a whole number"),
    ("invalid float literal", "not a number"),
    ("number would be zero for non-zero type", "it must be 1 or more"),
    ("number too large to fit in target type", "too large"),
    ("is not in ", "is not from "),
    ("..=", " to "),
];

/// Clap explains an error in a paragraph; its first line says what it is, the next what could have been said.
fn one_line(text: &str) -> String {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or("bad arguments");
    let first = first.strip_prefix("error: ").unwrap_or(first);
    let next = lines.next().unwrap_or_default();
    let possible = next.strip_prefix("[possible values: ").and_then(|next| next.strip_suffix(']'));
    let more = match possible {
        Some(possible) => format!(" ({possible})"),
        // "the following arguments were not provided:" is followed by them.
        None if first.ends_with(':') => format!(" {next}"),
        None => String::new(),
    };
    let plain =
        PLAINLY.iter().fold(format!("{first}{more}"), |text, (word, plain)| text.replace(word, plain));
    plain.trim_end().to_owned() + "; --help shows how"
}

/// Threads as people ask for them: no more than UCI's option has.
fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads: NonZeroUsize = text.parse().map_err(|error: std::num::ParseIntError| error.to_string())?;
    Some(threads)
        .filter(|threads| i64::try_from(threads.get()).is_ok_and(|threads| threads <= MOST_THREADS))
        .ok_or_else(|| format!("{threads} is not from 1 to {MOST_THREADS}"))
}

/// One line on stderr. Should that be closed too, there is nobody left to tell.
fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "lupa: {text}");
}

/// As [`game`], of a game that is not over before it begins.
fn game_to_play(games: &dyn Games, name: &str) -> Result<Arc<crate::rules::Variant>, Failure> {
    let variant = game(games, name)?;
    let start =
        crate::position::AnyGame::start(&variant).map_err(|error| Failure::Usage(error.to_string()))?;
    match start.finish() {
        None => Ok(variant),
        Some(finish) => Err(Failure::Usage(format!(
            "{} is over at its start ({}): give it another startFen",
            variant.name, finish.ending
        ))),
    }
}

/// The game of that name, or an error that lists the names.
fn game(games: &dyn Games, name: &str) -> Result<Arc<crate::rules::Variant>, Failure> {
    games.find(name).ok_or_else(|| {
        Failure::Usage(format!(
            "no game \"{}\"; there are {} (--variants FILE adds more)",
            crate::engine::options::excerpt(name),
            games.names().join(", ")
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn arguments_do_not_contradict_each_other() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_help_shows_an_example() {
        let command = Arguments::command();
        for command in std::iter::once(&command).chain(command.get_subcommands()) {
            let help = command.clone().render_long_help().to_string();
            assert!(help.contains("Example: lupa"), "{}", command.get_name());
        }
    }

    #[test]
    fn errors_are_one_line() {
        for words in
            [&["lupa", "fly"][..], &["lupa", "perft"], &["lupa", "perft", "-1"], &["lupa", "--nonsense"]]
        {
            let text = match Arguments::try_parse_from(words) {
                Ok(_) => String::new(),
                Err(error) => one_line(&error.to_string()),
            };
            assert!(text.ends_with("; --help shows how") && !text.contains('\n'), "{words:?}: {text}");
        }
    }
}
