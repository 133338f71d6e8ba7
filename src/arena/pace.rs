//! How long an engine may think: clocks, times, nodes, depths, and their text. Knows no engine.

use std::fmt;
use std::time::Duration;

/// A clock: so much for so many moves (or the game), and so much more after each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Moves after which `base` is added again; `None` for all of the game.
    pub moves: Option<u32>,
    /// What the clock starts with.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// All that bounds an engine's thinking; any number of bounds hold together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pace {
    /// A clock.
    pub clock: Option<TimeControl>,
    /// The same time for each move.
    pub move_time: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Plies for each move.
    pub depth: Option<u32>,
}

impl Pace {
    /// Whether nothing bounds it.
    pub fn is_unbounded(&self) -> bool {
        *self == Pace::default()
    }
}

impl std::str::FromStr for TimeControl {
    type Err = String;

    /// Reads `8+0.08`, `40/60+0.5`, `1:30+1`: `[MOVES/]TIME[+INCREMENT]`, in seconds or minutes and seconds.
    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (moves, rest) = match text.split_once('/') {
                Some((moves, rest)) => (Some(moves.parse().ok().filter(|moves| *moves > 0)?), rest),
                None => (None, text),
            };
            let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
            let base = match base.split_once(':') {
                Some((minutes, rest)) => {
                    Duration::from_secs(60 * u64::from(minutes.parse::<u32>().ok()?)) + seconds(rest)?
                }
                None => seconds(base)?,
            };
            let control = TimeControl { moves, base, increment: seconds(increment)? };
            (!control.base.is_zero()).then_some(control)
        };
        read().ok_or_else(|| {
            format!(
                "'{text}' is no time control such as 8+0.08, 40/60+0.5 or 5:00+3 ([MOVES/]TIME[+INCREMENT])"
            )
        })
    }
}

/// A number of seconds that a clock can hold.
fn seconds(text: &str) -> Option<Duration> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = text.parse().ok().filter(|_| plain)?;
    (seconds <= 1e6).then(|| Duration::from_secs_f64(seconds))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bounds = [
            self.clock.map(|clock| clock.to_string()),
            self.move_time.map(|time| format!("{}/move", time.as_secs_f64())),
            self.nodes.map(|nodes| format!("nodes {nodes}")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        let bounds: Vec<String> = bounds.into_iter().flatten().collect();
        f.write_str(if bounds.is_empty() { "-" } else { "" })?;
        f.write_str(&bounds.join(", "))
    }
}

/// A clock in use.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    to_go: Option<u32>,
}

impl Clock {
    /// A clock at the start of a game.
    pub fn new(control: TimeControl) -> Self {
        Clock { control, left: control.base, to_go: control.moves }
    }

    /// What is left.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// Added after each move.
    pub fn increment(&self) -> Duration {
        self.control.increment
    }

    /// Moves until more time comes.
    pub fn to_go(&self) -> Option<u32> {
        self.to_go
    }

    /// Takes off what a move took and adds what it earns.
    pub fn press(&mut self, spent: Duration) {
        self.left = self.left.saturating_sub(spent) + self.control.increment;
        if let Some(to_go) = &mut self.to_go {
            *to_go -= 1;
            if *to_go == 0 {
                self.to_go = self.control.moves;
                self.left += self.control.base;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        for (text, written) in [
            ("8+0.08", "8+0.08"),
            ("40/60+0.5", "40/60+0.5"),
            ("5:00+3", "300+3"),
            ("1:30", "90"),
            ("0.5", "0.5"),
        ] {
            assert_eq!(text.parse::<TimeControl>().map(|control| control.to_string()), Ok(written.into()));
        }
        for text in ["", "0", "+1", "8+", "x", "-1", "1e9", "0/60", "8+0.08+1", "inf", "1:x", "99999999999"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn clocks_count_moves_and_time() {
        let control =
            TimeControl { moves: Some(2), base: Duration::from_secs(10), increment: Duration::from_secs(1) };
        let mut clock = Clock::new(control);
        clock.press(Duration::from_secs(4));
        assert_eq!((clock.left(), clock.to_go()), (Duration::from_secs(7), Some(1)));
        clock.press(Duration::from_secs(9));
        assert_eq!((clock.left(), clock.to_go()), (Duration::from_secs(11), Some(2)));
    }
}
