//! How much sooner several threads reach a fixed depth than one does, over the bench's positions. Knows sessions and
//! clocks; prints nothing.

use super::bench::courses;
use super::consult::Consultant;
use super::games::Games;
use crate::search::Limits;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Memory for each search, in MiB.
const HASH: usize = 64;

/// What was measured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scaling {
    /// Of each position, by how many hundredths of itself one thread took longer than several.
    pub ratios: Vec<u32>,
}

impl Scaling {
    /// The middle of all positions' ratios, in hundredths; `None` if there were none.
    pub fn median(&self) -> Option<u32> {
        median(self.ratios.clone())
    }
}

fn median<T: Ord + Copy>(mut values: Vec<T>) -> Option<T> {
    values.sort_unstable();
    values.get(values.len().saturating_sub(1) / 2).copied()
}

/// Searches every position of the bench that deep with one thread and with several, so many times each in turn,
/// telling a line for each position; `None` when stopped.
pub fn scaling(
    games: &dyn Games,
    depth: u32,
    threads: usize,
    times: usize,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&str),
) -> Option<Scaling> {
    let mut ratios = Vec::new();
    for course in courses() {
        let Some(variant) = course.variant(games) else { continue };
        let Ok(mut consultant) = Consultant::open(games, &variant, HASH, 1) else { continue };
        for fen in course.positions {
            let position = fen.unwrap_or(&variant.start);
            let mut taken = [Vec::new(), Vec::new()];
            for _ in 0..times.max(1) {
                for (several, taken) in taken.iter_mut().enumerate() {
                    consultant.set_threads(if several == 1 { threads } else { 1 });
                    consultant.forget();
                    let limits = Limits { depth: Some(depth), lines: 1, ..Limits::default() };
                    let begun = Instant::now();
                    // The bench's positions are positions.
                    let _ = consultant.ask(position, &[], limits, stop, &mut |_, _| {});
                    taken.push(begun.elapsed());
                    if stop.load(Ordering::Relaxed) {
                        return None;
                    }
                }
            }
            let [one, several] = taken.map(|taken| median(taken).unwrap_or(Duration::ZERO));
            let ratio = (one.as_micros() * 100 / several.as_micros().max(1)).min(100_000) as u32;
            ratios.push(ratio);
            tell(&format!(
                "{}: {}: {} ms, {} ms, {}.{:02} times as fast",
                course.game,
                fen.unwrap_or("startpos"),
                one.as_millis(),
                several.as_millis(),
                ratio / 100,
                ratio % 100
            ));
        }
    }
    Some(Scaling { ratios })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_taken() {
        assert_eq!(median(vec![3, 1, 2]), Some(2));
        assert_eq!(median(vec![4, 1]), Some(1));
        assert_eq!(median::<u32>(Vec::new()), None);
    }
}
