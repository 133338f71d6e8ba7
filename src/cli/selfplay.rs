//! `lupa selfplay`: games to learn from, and what is in them. Knows arguments, bars and tables; how games are played,
//! `learn` knows.

use super::{Failure, files, game, game_to_play, interrupt};
use crate::engine::games::Games;
use crate::engine::nets;
use crate::engine::shard::Shard;
use crate::eval::net::Outline;
use crate::learn::selfplay::{self, Ended, Missed, Reader, SelfPlayError, Stats, Terms};
use crate::rules::Variant;
use clap::Subcommand;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Plays games against itself and keeps their positions, scores and results, to train a net on. A run that was stopped
/// or killed is gone on with by the same command; the same numbers make the same games on any machine.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Example: lupa selfplay --variant lecce --games 10000 --nodes 5000 --threads 2 --out lecce.data\n         \
                  lupa selfplay stats lecce.data\n         \
                  parallel lupa selfplay --games 10000 --shard {}/4 --out part{}.data ::: 1 2 3 4\n         \
                  lupa selfplay merge --out chess.data part1.data part2.data part3.data part4.data\n\n\
                  Exit codes: 0 done, 1 stopped before the last game, 2 asked wrongly."
)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The game
    #[arg(long, default_value = "chess", value_name = "NAME")]
    variant: String,
    /// Games there shall be, over all shards
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Nodes for a move: no deeper iteration is begun beyond them
    #[arg(long, default_value_t = 5000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games played at once
    #[arg(long, value_parser = super::threads, default_value = "1", value_name = "N")]
    threads: NonZeroUsize,
    /// Random moves a game begins with, or one more; as many as suit the board if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
    plies: Option<u32>,
    /// So many moves out of a hundred are random early in a game
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
    noise: u32,
    /// The evaluation to play with: built-in, none (the hand-made one), or a net's file
    #[arg(long, default_value = nets::BUILT_IN, value_name = "NET")]
    net: String,
    /// Another number, other games
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// The I-th share of N, for several machines
    #[arg(long, default_value = "1/1", value_name = "I/N")]
    shard: Shard,
    /// The file to write, or to go on with
    #[arg(long, value_name = "FILE", required = true)]
    out: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Shows what is in a file of self-play games
    #[command(after_help = "Example: lupa selfplay stats lecce.data --variant lecce")]
    Stats {
        /// The file
        file: PathBuf,
        /// The game; the one the file names if not given
        #[arg(long, value_name = "NAME")]
        variant: Option<String>,
    },
    /// Joins files of one game; of games that begin alike the first is kept
    #[command(after_help = "Example: lupa selfplay merge --out all.data part1.data part2.data")]
    Merge {
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The file to write
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
}

impl From<SelfPlayError> for Failure {
    fn from(error: SelfPlayError) -> Self {
        match error {
            SelfPlayError::Stopped => Failure::Failed(error.to_string()),
            _ => Failure::Usage(error.to_string()),
        }
    }
}

/// MiB of transposition table for each game: short searches fill no more.
const HASH: usize = 4;
/// The furthest ahead a game may begin, in hundredths of a pawn.
const LOPSIDED: i32 = 600;

/// Does it.
pub fn run(arguments: &Arguments, games: &dyn Games) -> Result<(), Failure> {
    match &arguments.command {
        None => play(arguments, games),
        Some(Command::Stats { file, variant }) => {
            let (mut reader, _) = open(file, variant.as_deref(), games)?;
            let stats = Stats::of(&mut reader)?;
            std::io::stdout().lock().write_all(describe(&reader, &stats)?.as_bytes())?;
            Ok(())
        }
        Some(Command::Merge { files, out }) => {
            let Some(first) = files.first() else { return Ok(()) };
            let (_, variant) = open(first, None, games)?;
            files::check_named(out, "--out")?;
            files::check_free(out)?;
            let stop = interrupt::flag();
            let joined = files::write_with(out, |file| {
                let of = (&Outline::of(&variant), variant.name.as_str());
                Ok::<_, Failure>(selfplay::merge(files, of, (out, file), &stop)?)
            })?;
            joined.notes.iter().for_each(|note| super::complain(note));
            println_quietly(&format!(
                "{} games, {} positions in {}; {} games began like another and were left out",
                joined.games,
                joined.records,
                out.display(),
                joined.doubles
            ))
        }
    }
}

fn println_quietly(line: &str) -> Result<(), Failure> {
    writeln!(std::io::stdout().lock(), "{line}")?;
    Ok(())
}

/// Opens a file of the game it names, or of that one.
fn open(
    file: &std::path::Path,
    variant: Option<&str>,
    games: &dyn Games,
) -> Result<(Reader, Arc<Variant>), Failure> {
    let name = match variant {
        Some(name) => name.to_owned(),
        None => selfplay::game_of(file)?,
    };
    let variant = game(games, &name)?;
    Ok((Reader::open(file, &Outline::of(&variant), &variant.name)?, variant))
}

fn play(arguments: &Arguments, games: &dyn Games) -> Result<(), Failure> {
    let variant = game_to_play(games, &arguments.variant)?;
    let Some(out) = &arguments.out else { return Err(Failure::Usage("--out FILE is missing".into())) };
    files::check_named(out, "--out")?;
    if let Some(doubt) = nets::doubt(&arguments.net, &Outline::of(&variant)).map_err(Failure::Usage)? {
        super::complain(&doubt);
    }
    let terms = Terms {
        seed: arguments.seed,
        nodes: arguments.nodes,
        plies: arguments.plies.unwrap_or_else(|| Terms::fitting_plies(Outline::of(&variant).squares())),
        noise: arguments.noise,
        lopsided: LOPSIDED,
        hash: HASH,
        net: arguments.net.clone(),
    };
    let stop = interrupt::flag();
    let own = arguments.shard.count(arguments.games);
    let bar = ProgressBar::new(own);
    if let Ok(style) =
        ProgressStyle::with_template("{wide_bar} {pos} of {len} games, {msg}, {elapsed}, {eta} to go")
    {
        bar.set_style(style);
    }
    let began = Instant::now();
    let first = std::sync::OnceLock::new();
    let tell = |progress: selfplay::Progress| {
        let first = first.get_or_init(|| {
            bar.set_position(progress.own);
            bar.reset_eta();
            progress
        });
        let seconds = began.elapsed().as_secs_f64().max(0.001);
        let rate = |now: u64, before: u64| (now - before) as f64 / seconds;
        bar.set_position(progress.own);
        bar.set_message(format!(
            "{} positions, {:.1} games/s, {:.0} positions/s",
            HumanCount(progress.records),
            rate(progress.games, first.games),
            rate(progress.records, first.records)
        ));
    };
    let shares = (arguments.games, arguments.shard);
    let ended = selfplay::run(&variant, &terms, shares, arguments.threads.get(), out, &stop, &tell);
    bar.finish_and_clear();
    let Ended { progress, missed } = ended?;
    let line = format!("{} games, {} positions in {}", progress.games, progress.records, out.display());
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::Failed(format!("stopped with {line}; the same command goes on from there")));
    }
    if progress.own < own {
        return Err(Failure::Failed(format!("{line}, {} of {own}: {}", progress.own, scarce(missed))));
    }
    if !std::io::stdout().is_terminal() {
        return println_quietly(&line);
    }
    let spent = indicatif::HumanDuration(began.elapsed());
    println_quietly(&format!("{line}, {spent}"))
}

/// Why there were no openings for all games, and what helps.
fn scarce(missed: Missed) -> &'static str {
    let Missed { met, over, lopsided } = missed;
    if over > met.max(lopsided) {
        "the random moves it begins with end most games or give check: fewer --plies leave more of them"
    } else if lopsided > met {
        "after the random moves a side is too far ahead in most games: give the game a more level start"
    } else {
        "no new openings are left: more --plies and another --out find more"
    }
}

/// A file's contents as people read them.
fn describe(reader: &Reader, stats: &Stats) -> Result<String, Failure> {
    use crate::learn::selfplay::{BAR, BARS};
    let share = |part: u64, of: u64| format!("{:.1}%", 100.0 * part as f64 / of.max(1) as f64);
    let [white, drawn, black] = stats.results;
    let head = &reader.head;
    let mut text = format!(
        "{}: {} games, {} positions ({} bytes each)\nseed {}, nodes {}, {}\n",
        head.game,
        stats.games,
        stats.positions,
        reader.shape.size(),
        head.seed,
        head.nodes,
        head.terms
    );
    text += &format!(
        "results: White won {}, drawn {}, Black won {}\n",
        share(white, stats.games),
        share(drawn, stats.games),
        share(black, stats.games)
    );
    text += &format!(
        "length: {} to {} plies, {:.1} on average\n",
        stats.plies.0,
        stats.plies.1,
        stats.positions as f64 / stats.games.max(1) as f64
    );
    text += &format!(
        "castlings: White {}, Black {}, in {} of the games\n",
        stats.castlings[0],
        stats.castlings[1],
        share(stats.castled_games, stats.games)
    );
    text += &format!(
        "positions: {} in check, {} before a capture or promotion, {} before a random move, {} with a mate found\n",
        share(stats.checks, stats.positions),
        share(stats.noisy, stats.positions),
        share(stats.random, stats.positions),
        share(stats.mates, stats.positions)
    );
    text += "men on the board:\n";
    let most = stats.men.len().saturating_sub(1);
    for low in (0..=most).step_by(4) {
        let count: u64 = stats.men.iter().skip(low).take(4).sum();
        if count > 0 {
            text += &bar(&format!("{low} to {}", (low + 3).min(most)), count, stats.positions);
        }
    }
    text += "score to the side to move, in pawns:\n";
    for (place, count) in stats.scores.iter().enumerate() {
        let low = (place as i32 - BARS as i32) * BAR / 100;
        let name = match place {
            0 => format!("below {}", low + BAR / 100),
            last if last == 2 * BARS - 1 => format!("over {low:+}"),
            _ => format!("{low:+} to {:+}", low + BAR / 100),
        };
        text += &bar(&name, *count, stats.positions);
    }
    if reader.is_cut()? {
        text += "the last game was cut short; it is not counted\n";
    }
    Ok(text)
}

/// A line of a histogram.
fn bar(name: &str, count: u64, of: u64) -> String {
    let share = count as f64 / of.max(1) as f64;
    format!("{name:>12} {:>5.1}% {}\n", 100.0 * share, "#".repeat((share * 100.0).round() as usize))
}
