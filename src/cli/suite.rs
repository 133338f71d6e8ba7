//! `lupa suite`: opening positions that are new, varied and level, for matches between engines. Knows chance and
//! files; what a position is worth, the engine says.

use super::score::Score;
use super::{Failure, files, game_to_play, interrupt};
use crate::engine::chance::Chance;
use crate::engine::consult::Consultant;
use crate::engine::games::Games;
use crate::engine::walk::wander;
use crate::position::AnyGame;
use crate::rules::Variant;
use crate::search::{Limits, Verdict};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A small table is soon forgotten, and each position is searched with an empty one.
const HASH: usize = 4;
/// Walks each thread takes before the suite is looked at again.
const SHARE: u64 = 8;
/// Walks for a position wanted, and beyond that, before it is given up.
const PATIENCE: u64 = 300;

/// Makes a suite of opening positions: random legal moves from the start, kept where the engine sees neither side
/// ahead. The same build makes the same suite from the same seed, on any number of threads.
#[derive(clap::Args)]
#[command(
    after_help = "Example: lupa suite --variant lecce --count 100 --plies 6 --out lecce.epd\n         \
                        lupa suite --count 20 --max-eval 30 --seed 7\n\n\
                        Each line is EPD: the position, its counters, and what it is worth to the side to move \
                        (ce, in hundredths of a pawn).\n\n\
                        Exit codes: 0 made, 1 too few positions found or stopped, 2 asked wrongly."
)]
pub struct Arguments {
    /// The game
    #[arg(long, default_value = "chess", value_name = "NAME")]
    variant: String,
    /// Positions wanted
    #[arg(long, default_value = "100", value_name = "N")]
    count: NonZeroUsize,
    /// Random moves from the start
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=400))]
    plies: u32,
    /// The most either side may be ahead, in hundredths of a pawn
    #[arg(long, default_value_t = 50, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..))]
    max_eval: i32,
    /// Nodes searched for each position
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Only positions in which every castling man still has its right
    #[arg(long)]
    castling: bool,
    /// Another number, another suite
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Walks and searches on that many threads
    #[arg(long, value_parser = super::threads, default_value = "1", value_name = "N")]
    threads: NonZeroUsize,
    /// The file to write; stdout if none is given
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
}

/// Does it.
pub fn run(arguments: &Arguments, games: &dyn Games) -> Result<(), Failure> {
    let variant = game_to_play(games, &arguments.variant)?;
    files::check_room(&arguments.out)?;
    let stop = interrupt::flag();
    let lines = make(arguments, games, &variant, &stop)?;
    files::write(&arguments.out, &(lines.join("\n") + "\n"))
}

/// A position found at the end of a walk.
struct Found {
    /// Which walk.
    walk: u64,
    /// The four fields that make it a position of its own.
    position: String,
    /// The line of the suite.
    line: String,
}

fn make(
    arguments: &Arguments,
    games: &dyn Games,
    variant: &Arc<Variant>,
    stop: &AtomicBool,
) -> Result<Vec<String>, Failure> {
    let failed = |error: String| Failure::Failed(error);
    let wanted = arguments.count.get();
    let start = AnyGame::start(variant).map_err(|error| failed(error.to_string()))?;
    let mut consultants = (0..arguments.threads.get())
        .map(|_| Consultant::open(games, variant, HASH, 1))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|refused| failed(refused.to_string()))?;
    let bar = ProgressBar::new(wanted as u64);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos} of {len} positions, {elapsed}") {
        bar.set_style(style);
    }
    let mut known = BTreeSet::new();
    let mut lines = Vec::new();
    let mut walks = 0;
    let most = PATIENCE.saturating_mul((wanted as u64).saturating_add(10));
    while lines.len() < wanted && walks < most {
        let end = walks + SHARE * consultants.len() as u64;
        let next = AtomicU64::new(walks);
        let mut found = Vec::new();
        std::thread::scope(|scope| {
            let searchers: Vec<_> = consultants
                .iter_mut()
                .map(|consultant| {
                    let (next, start) = (&next, &start);
                    scope.spawn(move || search(arguments, consultant, start, next, end, stop))
                })
                .collect();
            for searcher in searchers {
                found.extend(searcher.join().unwrap_or_default());
            }
        });
        if stop.load(Ordering::Relaxed) {
            bar.finish_and_clear();
            return Err(failed(format!("stopped at {} of {wanted} positions; nothing written", lines.len())));
        }
        // In the order of the walks, whoever took them.
        found.sort_by_key(|found| found.walk);
        for found in found {
            if lines.len() < wanted && known.insert(found.position) {
                lines.push(found.line);
            }
        }
        bar.set_position(lines.len() as u64);
        walks = end;
    }
    bar.finish_and_clear();
    if lines.len() < wanted {
        return Err(failed(format!(
            "only {} of {wanted} positions in {walks} walks; more --plies or a larger --max-eval find more",
            lines.len()
        )));
    }
    Ok(lines)
}

/// Takes walks and keeps what is level.
fn search(
    arguments: &Arguments,
    consultant: &mut Consultant,
    start: &AnyGame,
    next: &AtomicU64,
    end: u64,
    stop: &AtomicBool,
) -> Vec<Found> {
    let mut found = Vec::new();
    loop {
        let walk = next.fetch_add(1, Ordering::Relaxed);
        if walk >= end || stop.load(Ordering::Relaxed) {
            return found;
        }
        let Some(game) = wander(start, arguments.plies, &mut Chance::new(arguments.seed, walk)) else {
            continue;
        };
        if arguments.castling && !game.all_may_castle() {
            continue;
        }
        consultant.forget();
        let limits = Limits { nodes: Some(arguments.nodes), lines: 1, ..Limits::default() };
        let Ok(advice) = consultant.ask(&game.fen(), &[], limits, stop, &mut |_, _| {}) else { continue };
        let Some(thought) = advice.lines.first() else { continue };
        let Verdict::Centipawns(_) = thought.verdict else { continue };
        if Score::of(thought, game.turn()).bounded().abs() > arguments.max_eval {
            continue;
        }
        let Verdict::Centipawns(worth) = thought.verdict else { continue };
        let fen = game.fen();
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let [position @ .., quiet, number] = &fields[..] else { continue };
        let position = position.join(" ");
        let line = format!("{position} hmvc {quiet}; fmvn {number}; ce {worth};");
        found.push(Found { walk, position, line });
    }
}
