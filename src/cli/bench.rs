//! `lupa bench`: how fast this build is, and its signature. Knows how to print, not what to search.

use super::Failure;
use crate::engine::bench::{DEPTH, bench};
use crate::engine::games::Games;
use crate::engine::options::MOST_THREADS;
use crate::engine::scaling::scaling;
use std::io::Write;
use std::sync::atomic::AtomicBool;

/// Searches a fixed set of positions of several games and ends with "N nodes M nps". N is the same on every machine.
#[derive(clap::Args)]
#[command(
    after_help = "Example: lupa bench\n         lupa bench 6\n         lupa bench 15 --threads 2 --times 3\n\n\
                  Exit codes: 0 done, 2 asked wrongly."
)]
pub struct Arguments {
    /// Plies that each position is searched
    #[arg(default_value_t = DEPTH, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Measures instead how much sooner so many threads reach that depth than one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=MOST_THREADS))]
    threads: Option<u32>,
    /// How often each position is searched for that
    #[arg(long, default_value_t = 3, value_name = "N", requires = "threads")]
    times: usize,
}

/// Does it.
pub fn run(arguments: &Arguments, games: &dyn Games) -> Result<(), Failure> {
    let mut output = std::io::stdout().lock();
    let mut written = Ok(());
    let stop = AtomicBool::new(false);
    let mut tell = |line: &str| {
        if written.is_ok() {
            written = writeln!(output, "{line}");
        }
    };
    if let Some(threads) = arguments.threads {
        let scaled = scaling(games, arguments.depth, threads as usize, arguments.times, &stop, &mut tell);
        written?;
        if let Some(median) = scaled.and_then(|scaled| scaled.median()) {
            writeln!(
                output,
                "median of {threads} threads: {}.{:02} times as fast",
                median / 100,
                median % 100
            )?;
        }
        return Ok(());
    }
    let benched = bench(games, arguments.depth, &stop, &mut tell);
    written?;
    if let Some(benched) = benched {
        writeln!(output, "{}", benched.summary())?;
    }
    Ok(())
}
