//! `lupa perft`: counts positions, or checks a file of counts. Knows files and progress bars; the counting is the
//! engine's.

use super::{Failure, game};
use crate::engine::bench::per_second;
use crate::engine::count::{Counter, DEEPEST};
use crate::engine::games::Games;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Counts the positions that legal moves lead to, or checks such counts from a file.
#[derive(clap::Args)]
#[command(after_help = "Example: lupa perft 5 --variant ladorean --divide\n         \
                        lupa perft --suite lecce.epd --variant lecce\n\n\
                        A suite has a position a line: FEN ;D1 13 ;D2 159 ;D3 2216\n\n\
                        Exit codes: 0 counted or all right, 1 a count is wrong, 2 asked wrongly.")]
pub struct Arguments {
    /// How many plies ahead; with --suite the most that is checked
    #[arg(required_unless_present = "suite", value_parser = clap::value_parser!(u32).range(..=i64::from(DEEPEST)))]
    depth: Option<u32>,
    /// The game
    #[arg(long, default_value = "chess", value_name = "NAME")]
    variant: String,
    /// The position; the game's start if there is none
    #[arg(long, conflicts_with = "suite")]
    fen: Option<String>,
    /// Tells each move's share
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Checks every count in a file
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Counts on that many threads
    #[arg(long, value_parser = super::threads, default_value = "1", value_name = "N")]
    threads: NonZeroUsize,
}

/// Does it.
pub fn run(arguments: &Arguments, games: &dyn Games) -> Result<(), Failure> {
    let variant = game(games, &arguments.variant)?;
    let mut counter = Counter::open(games, &variant, arguments.threads.get())?;
    match &arguments.suite {
        Some(file) => check(file, arguments.depth.unwrap_or(u32::MAX), &mut counter),
        None => count(arguments, &mut counter),
    }
}

fn count(arguments: &Arguments, counter: &mut Counter) -> Result<(), Failure> {
    let notes = counter.set_position(arguments.fen.as_deref())?;
    for note in notes {
        super::complain(&note);
    }
    let mut output = std::io::stdout().lock();
    let mut written = Ok(());
    let begun = Instant::now();
    let nodes = counter
        .count(arguments.depth.unwrap_or_default(), &mut |text, count| {
            if arguments.divide && written.is_ok() {
                written = writeln!(output, "{text}: {count}");
            }
        })
        .map_err(|refused| Failure::Failed(refused.to_string()))?;
    written?;
    let elapsed = begun.elapsed();
    if arguments.divide {
        writeln!(output)?;
    }
    writeln!(output, "Nodes searched: {nodes}")?;
    writeln!(output, "{:.3} s, {} nps", elapsed.as_secs_f64(), per_second(nodes, elapsed))?;
    Ok(())
}

/// One count of a suite.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Case {
    line: usize,
    fen: String,
    depth: u32,
    nodes: u64,
}

/// The counts of a file, or the first line that is none.
fn read(text: &str, deepest: u32) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (index, content) in text.lines().enumerate() {
        let line = index + 1;
        if content.trim().is_empty() || content.starts_with('#') {
            continue;
        }
        let mut parts = content.split(';');
        let fen = parts.next().unwrap_or_default().trim();
        let mut any = false;
        for part in parts {
            let mut words = part.split_whitespace();
            let depth = words.next().and_then(|word| word.strip_prefix('D')?.parse::<u32>().ok());
            let nodes = words.next().and_then(|word| word.parse().ok());
            let (Some(depth), Some(nodes), None) = (depth, nodes, words.next()) else {
                return Err(format!("{line}: \"{}\" is no count such as \"D3 8902\"", part.trim()));
            };
            any = true;
            if depth <= deepest {
                cases.push(Case { line, fen: fen.to_owned(), depth, nodes });
            }
        }
        if !any {
            return Err(format!("{line}: no count such as \";D3 8902\" behind the position"));
        }
    }
    Ok(cases)
}

fn check(file: &Path, deepest: u32, counter: &mut Counter) -> Result<(), Failure> {
    let name = file.display();
    let text = super::files::read(file)?;
    let cases = read(&text, deepest).map_err(|error| Failure::Usage(format!("{name}:{error}")))?;
    if cases.is_empty() {
        return Err(Failure::Usage(format!("{name}: nothing to check")));
    }
    // Drawn on stderr, and only if that is a terminal.
    let bar = ProgressBar::new(cases.iter().map(|case| case.nodes).sum());
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} nodes, {elapsed}") {
        bar.set_style(style);
    }
    let mut failures = 0;
    for case in &cases {
        let wrong = match counter
            .set_position(Some(&case.fen))
            .and_then(|_| counter.count(case.depth, &mut |_, _| {}))
        {
            Ok(nodes) if nodes == case.nodes => None,
            Ok(nodes) => Some(format!("depth {}: {nodes}, not {}: {}", case.depth, case.nodes, case.fen)),
            Err(refused) => Some(refused.to_string()),
        };
        if let Some(wrong) = wrong {
            failures += 1;
            bar.suspend(|| writeln!(std::io::stdout().lock(), "{name}:{}: {wrong}", case.line))?;
        }
        bar.inc(case.nodes);
    }
    bar.finish_and_clear();
    if failures > 0 {
        return Err(Failure::Failed(format!("{failures} of {} counts are wrong", cases.len())));
    }
    writeln!(std::io::stdout().lock(), "all {} counts are right", cases.len())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_are_read_line_by_line() {
        let text = "# two positions\n8/8 w - - 0 1 ;D1 2 ;D2 40\n\n8/8 b - - 0 1 ;D1 3\n";
        let cases = read(text, 9).unwrap_or_default();
        let seen: Vec<_> = cases.iter().map(|case| (case.line, case.depth, case.nodes)).collect();
        assert_eq!(seen, [(2, 1, 2), (2, 2, 40), (4, 1, 3)]);
        assert_eq!(read(text, 1).unwrap_or_default().len(), 2);
    }

    #[test]
    fn a_bad_line_is_named() {
        assert_eq!(read("8/8 w", 9), Err("1: no count such as \";D3 8902\" behind the position".to_owned()));
        assert_eq!(read("\n8/8 w ;D1 x", 9), Err("2: \"D1 x\" is no count such as \"D3 8902\"".to_owned()));
    }
}
