//! `lupa play`: a game against the engine at the terminal. Knows the arguments and what they set up; the game
//! itself is talked through in a file of its own.

mod clock;
mod command;
mod record;
mod table;
mod talk;

use super::picture::Style;
use super::setup::Setup;
use super::{Failure, interrupt};
use crate::board::Colour;
use crate::engine::consult::Consultant;
use crate::engine::games::Games;
use crate::engine::level::{HIGHEST, LOWEST};
use clock::{Clocks, Control};
use crossbeam_channel::{Receiver, unbounded};
use std::io::BufRead;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Whom the person plays for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Side {
    /// You begin
    White,
    /// Lupa begins
    Black,
    /// White or Black, by chance
    Random,
    /// Two people at one board; the engine only hints
    Both,
}

/// Plays a game at the terminal: you type moves, Lupa answers. `help` lists what else you can type.
#[derive(clap::Args)]
#[command(after_help = "Example: lupa play --variant lecce --level 3\n         \
                        lupa play --variant latte-luft --side black --clock 10+5\n         \
                        lupa play --moves e4 e5 --save game.pgn\n\n\
                        Level 1 sees one move ahead and often misjudges it; level 10 plays as well as it can.\n\n\
                        Exit codes: 0 left, whoever won; 2 asked wrongly.")]
pub struct Arguments {
    #[command(flatten)]
    setup: Setup,
    /// Whom you play for
    #[arg(long, value_enum, default_value = "white")]
    side: Side,
    /// How strong Lupa plays, 1 to 10
    #[arg(long, default_value_t = LEVEL, value_name = "N",
          value_parser = clap::value_parser!(u8).range(i64::from(LOWEST)..=i64::from(HIGHEST)))]
    level: u8,
    /// Clocks for both: minutes, and seconds added a move, such as 5+3
    #[arg(long, value_name = "MIN+SEC", value_parser = Control::read)]
    clock: Option<Control>,
    /// The longest Lupa thinks about a move without a clock, in seconds
    #[arg(long, default_value = TIME, value_name = "SECONDS", value_parser = super::analyse::seconds)]
    time: Duration,
    /// Writes the game into this file after every move, as PGN
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// The same number, the same choices of Lupa (but for its time)
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Black below; what suits your side if this is not said
    #[arg(long)]
    flip: bool,
    /// Searches on that many threads
    #[arg(long, value_parser = super::threads, default_value = "1", value_name = "N")]
    threads: NonZeroUsize,
    /// What the board is made of; what suits the terminal if this is not said
    #[arg(long, value_enum)]
    style: Option<Style>,
}

/// The arguments that a game gone on with needs again, beside those that may have changed.
fn again(arguments: &Arguments) -> Vec<String> {
    let mut words = Vec::new();
    if let Some(Control { game, increment }) = arguments.clock {
        words.push(format!("--clock {}+{}", game.as_secs_f64() / 60.0, increment.as_secs_f64()));
    }
    if super::analyse::seconds(TIME) != Ok(arguments.time) {
        words.push(format!("--time {}", arguments.time.as_secs_f64()));
    }
    if arguments.threads.get() > 1 {
        words.push(format!("--threads {}", arguments.threads));
    }
    words
}

/// How long Lupa thinks at most if nothing is said, in seconds.
const TIME: &str = "2";
/// How strong Lupa plays if nothing is said.
const LEVEL: u8 = 5;
/// Size of the table in MiB.
const HASH: usize = 64;

/// Does it, with the games of those files.
pub fn run(arguments: &Arguments, files: &[PathBuf], games: &dyn Games) -> Result<(), Failure> {
    let opened = arguments.setup.open(games)?;
    if let Some(file) = arguments.save.as_deref().filter(|file| file.is_file()) {
        return Err(Failure::Usage(format!("{} exists; save under another name", file.display())));
    }
    if let Some(file) = &arguments.save {
        super::files::check_room(file)?;
    }
    let consultant = Consultant::open(games, opened.game.variant(), HASH, arguments.threads.get())
        .map_err(|refused| Failure::Failed(refused.to_string()))?;
    let seed = arguments.seed.unwrap_or_else(rand::random);
    let engine = match arguments.side {
        Side::White => Some(Colour::Black),
        Side::Black => Some(Colour::White),
        Side::Random => Some(if seed.is_multiple_of(2) { Colour::Black } else { Colour::White }),
        Side::Both => None,
    };
    let (interrupted, interrupts) = unbounded();
    interrupt::watch(move || {
        // The game is over when nobody listens.
        let _ = interrupted.send(());
    });
    let habits = talk::Habits {
        engine,
        level: arguments.level,
        seed,
        time: arguments.time,
        letters: arguments.setup.letters,
        flip: arguments.flip || engine == Some(Colour::White),
        style: arguments.style.unwrap_or_else(Style::suited),
        save: arguments.save.clone(),
        again: again(arguments),
        files: files.to_vec(),
    };
    let clocks = arguments.clock.map(Clocks::new);
    let table = table::Table::new(opened);
    talk::Talk::new(habits, table, clocks, consultant).run(&lines(), &interrupts)
}

/// The lines of stdin, as they come; the channel closes at the end.
fn lines() -> Receiver<String> {
    let (send, receive) = unbounded();
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        let mut bytes = Vec::new();
        while let Ok(1..) = input.read_until(b'\n', &mut bytes) {
            let line = String::from_utf8_lossy(&bytes).trim().to_owned();
            bytes.clear();
            if send.send(line).is_err() {
                break;
            }
        }
    });
    receive
}
