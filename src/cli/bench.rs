//! `lupa bench`: how fast this build is, and its signature. Knows how to print, not what to search.

use super::Failure;
use crate::engine::bench::{DEPTH, bench};
use crate::engine::games::Games;
use std::io::Write;
use std::sync::atomic::AtomicBool;

/// Searches a fixed set of positions of several games and ends with "N nodes M nps". N is the same on every machine.
#[derive(clap::Args)]
#[command(after_help = "Example: lupa bench\n         lupa bench 6")]
pub struct Arguments {
    /// Plies that each position is searched
    #[arg(default_value_t = DEPTH, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
}

/// Does it.
pub fn run(arguments: &Arguments, games: &dyn Games) -> Result<(), Failure> {
    let mut output = std::io::stdout().lock();
    let mut written = Ok(());
    let stop = AtomicBool::new(false);
    let benched = bench(games, arguments.depth, &stop, &mut |line| {
        if written.is_ok() {
            written = writeln!(output, "{line}");
        }
    });
    written?;
    if let Some(benched) = benched {
        writeln!(output, "{}", benched.summary())?;
    }
    Ok(())
}
