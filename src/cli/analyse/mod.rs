//! `lupa analyse`: what the engine thinks of a position, of a file of positions, or of every move of a game.
//! Knows which of these was asked for; each is written up in a file of its own.

mod accuracy;
mod epd;
mod game;
mod games;
mod json;
mod live;
mod positions;
mod report;

use super::picture::Style;
use super::setup::Setup;
use super::{Failure, files, interrupt};
use crate::engine::games::Games;
use crate::search::Limits;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a position is looked at unless one says otherwise.
const POSITION: Duration = Duration::from_secs(3);
/// How long each position of a game is looked at unless one says otherwise.
const MOVE: Duration = Duration::from_millis(300);

/// Tells what the engine thinks of a position, an EPD file or the games of a PGN file.
///
/// Scores are White's: +1.00 is a pawn for White, #3 is White mating in three, #-3 Black. The percentages are White's
/// wins, draws and Black's wins.
#[derive(clap::Args)]
#[command(after_help = "Example: lupa analyse --variant lecce --depth 12\n         \
                        lupa analyse --fen \"8/8/8/8/8/2k5/2p5/2K5 b - - 0 1\" --time 1\n         \
                        lupa analyse positions.epd --variant ladorean --nodes 100000 --json\n         \
                        lupa analyse game.pgn --out annotated.pgn --report game.html\n\n\
                        Exit codes: 0 done, 1 a file was stopped by Ctrl-C or a game could not be read, 2 asked wrongly.")]
pub struct Arguments {
    /// An EPD or PGN file (- is stdin)
    #[arg(value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    file: Option<PathBuf>,
    #[command(flatten)]
    setup: Setup,
    /// Searches so many plies deep
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Searches so many seconds a position, such as 0.5; 3 for a position and 0.3 for a move of a game if no limit
    /// is given
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Searches so many nodes a position: the same answer every time on one thread
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Searches one position until Ctrl-C
    #[arg(long, conflicts_with_all = ["depth", "time", "nodes", "file"])]
    infinite: bool,
    /// Tells so many lines a position; of a game's positions with --json only
    #[arg(long, default_value = "1", value_name = "N")]
    multipv: NonZeroUsize,
    /// Searches on that many threads
    #[arg(long, value_parser = super::threads, default_value = "1", value_name = "N")]
    threads: NonZeroUsize,
    /// Size of the table, in MiB
    #[arg(long, default_value_t = 64, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    /// Writes one JSON object a position, each on a line
    #[arg(long)]
    json: bool,
    /// Tells a better line where a move lost that much, in hundredths of a pawn
    #[arg(long, default_value_t = 50, value_name = "CP", requires = "file",
          value_parser = clap::value_parser!(i32).range(1..))]
    threshold: i32,
    /// Writes the games of a PGN file, annotated, into this file (- is stdout, in place of the text)
    #[arg(long, value_name = "FILE", requires = "file")]
    out: Option<PathBuf>,
    /// Writes a page to step through the games of a PGN file
    #[arg(long, value_name = "FILE.html", requires = "file")]
    report: Option<PathBuf>,
    /// What the board is made of; what suits the terminal if this is not said
    #[arg(long, value_enum)]
    style: Option<Style>,
}

/// Seconds as people write them.
///
/// # Errors
/// They are none.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds, such as 0.5".to_owned())?;
    Some(seconds)
        .filter(|seconds| *seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "not a time anybody could wait for".to_owned())
}

impl Arguments {
    /// The limits asked for, or else that time.
    fn limits(&self, otherwise: Duration) -> Limits {
        let unlimited = self.depth.is_none() && self.nodes.is_none() && !self.infinite;
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.time.or(unlimited.then_some(otherwise)),
            infinite: self.infinite,
            lines: self.multipv.get(),
            ..Limits::default()
        }
    }

    fn hash(&self) -> usize {
        self.hash as usize
    }
}

/// Does it.
pub fn run(arguments: &Arguments, games: &dyn Games) -> Result<(), Failure> {
    let stop = interrupt::flag();
    let Some(file) = &arguments.file else {
        let opened = arguments.setup.open(games)?;
        interrupt::when_unread(&stop);
        return positions::run(arguments, games, &[positions::Asked::given(opened)], &stop);
    };
    for out in [&arguments.out, &arguments.report].into_iter().flatten() {
        files::check_room(out)?;
        files::check_apart(out, std::slice::from_ref(file))?;
    }
    if arguments.out.is_some() && arguments.out == arguments.report {
        return Err(Failure::Usage("--out and --report name one file: each needs its own".to_owned()));
    }
    if arguments.json && [&arguments.out, &arguments.report].contains(&&Some(PathBuf::from("-"))) {
        return Err(Failure::Usage("--json writes to stdout too: give --out or --report a file".to_owned()));
    }
    let text = files::read(file)?;
    if is_pgn(file, &text) {
        return games::run(arguments, games, file, &text, &stop);
    }
    if arguments.out.is_some() || arguments.report.is_some() {
        return Err(Failure::Usage(format!(
            "{} is no PGN file: --out and --report are for games",
            file.display()
        )));
    }
    let asked = epd::read(&text, &arguments.setup, games)
        .map_err(|error| Failure::Usage(format!("{}:{error}", file.display())))?;
    positions::run(arguments, games, &asked, &stop)
}

/// Whether a file holds games rather than positions: by its name, or else by its first line.
fn is_pgn(file: &Path, text: &str) -> bool {
    match file.extension().map(|extension| extension.to_ascii_lowercase()) {
        Some(extension) if extension == "pgn" => true,
        Some(extension) if extension == "epd" || extension == "fen" => false,
        _ => {
            let mut lines = text.lines().map(str::trim);
            let first = lines.find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
            // A position's first word is a board.
            first.starts_with(['[', '{', ';', '%'])
                || !first.split(' ').next().unwrap_or_default().contains('/')
        }
    }
}
