//! Time control: what `level`, `st`, `sd`, `nps`, `time` and `otim` have said, and the limits that follow.
//! Knows seconds and plies; knows no position and no search.

use crate::search::{Clock, Limits};
use std::time::Duration;

/// What is presumed until a GUI says something: the protocol's own example, 40 moves in five minutes.
const PRESUMED: Level = Level { moves: 40, base: Duration::from_secs(300), increment: Duration::ZERO };
/// The shortest time to think.
const INSTANT: Duration = Duration::from_millis(1);
/// The longest, so that sums stay in range.
const LONGEST: f64 = 1e9;
/// Into how many portions a clock that lasts the rest of the game is cut, where nodes are counted for seconds.
const PORTIONS: u32 = 30;

/// Moves in a time, again and again (or, for no moves, the whole game), and time added for each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Level {
    moves: u32,
    base: Duration,
    increment: Duration,
}

/// The latest of `level` and `st` holds; depth and nodes stand beside it.
#[derive(Clone, Debug, Default)]
pub struct Control {
    level: Option<Level>,
    /// Plies played when the level was set.
    since: usize,
    move_time: Option<Duration>,
    depth: Option<u32>,
    /// Nodes that stand for a second.
    rate: Option<u64>,
    own: Option<Duration>,
    other: Option<Duration>,
}

/// Seconds as GUIs write them; what is negative is none.
fn seconds(text: &str) -> Option<Duration> {
    let number: f64 = text.trim().parse().ok()?;
    number.is_finite().then(|| Duration::from_secs_f64(number.clamp(0.0, LONGEST)))
}

/// `5`, `2:30`, `0:00.5`: minutes, and seconds if there is a colon.
fn minutes(text: &str) -> Option<Duration> {
    let (minutes, rest) = text.split_once(':').unwrap_or((text, "0"));
    Some(seconds(minutes)?.saturating_mul(60) + seconds(rest)?)
}

impl Control {
    /// What a new game forgets: depth, nodes and clocks.
    pub fn new_game(&mut self) {
        (self.depth, self.rate, self.own, self.other, self.since) = (None, None, None, None, 0);
    }

    /// The position has no moves before it any more.
    pub fn new_position(&mut self) {
        self.since = 0;
    }

    /// `level MOVES BASE INCREMENT`, after so many plies. What cannot be read changes nothing.
    pub fn level(&mut self, rest: &str, plies: usize) {
        let mut words = rest.split_whitespace();
        let (Some(moves), Some(base)) = (words.next(), words.next()) else { return };
        let (Ok(moves), Some(base)) = (moves.parse::<i64>(), minutes(base)) else { return };
        let increment = words.next().and_then(seconds).unwrap_or_default();
        let moves = u32::try_from(moves.max(0)).unwrap_or(0);
        self.level = Some(Level { moves, base, increment });
        (self.since, self.move_time, self.own, self.other) = (plies, None, None, None);
    }

    /// `st SECONDS`: for every move.
    pub fn move_time(&mut self, rest: &str) {
        if let Some(time) = seconds(rest) {
            (self.move_time, self.level) = (Some(time), None);
        }
    }

    /// `sd DEPTH`.
    pub fn depth(&mut self, rest: &str) {
        if let Ok(depth) = rest.trim().parse::<u32>() {
            self.depth = (depth > 0).then_some(depth);
        }
    }

    /// `nps NODES`; 0 (processor time) and what is negative mean the wall clock.
    pub fn rate(&mut self, rest: &str) {
        if let Ok(rate) = rest.trim().parse::<i64>() {
            self.rate = u64::try_from(rate).ok().filter(|rate| *rate > 0);
        }
    }

    /// `time CENTISECONDS`: what is left to us.
    pub fn own(&mut self, rest: &str) {
        if let Some(time) = seconds(rest) {
            self.own = Some(time / 100);
        }
    }

    /// `otim CENTISECONDS`: what is left to the opponent.
    pub fn other(&mut self, rest: &str) {
        if let Some(time) = seconds(rest) {
            self.other = Some(time / 100);
        }
    }

    /// We play the other colour from now on.
    pub fn change_sides(&mut self) {
        std::mem::swap(&mut self.own, &mut self.other);
    }

    /// We have thought that long about a move, the last of so many plies.
    pub fn spent(&mut self, time: Duration, plies: usize) {
        let Some(level) = self.level else { return };
        let left = self.own.unwrap_or(level.base).saturating_sub(time) + level.increment;
        // Whoever began has made one move more than half of an odd number.
        let made = u32::try_from(plies.saturating_sub(self.since).div_ceil(2)).unwrap_or(0);
        let more = level.moves > 0 && made > 0 && made.is_multiple_of(level.moves);
        self.own = Some(if more { left + level.base } else { left });
    }

    /// We have thought that long and made no move.
    pub fn wasted(&mut self, time: Duration) {
        let Some(level) = self.level else { return };
        self.own = Some(self.own.unwrap_or(level.base + level.increment).saturating_sub(time));
    }

    /// Whether a clock told since is clearly shorter than the one a search has begun with.
    pub fn is_shorter_than(&self, limits: &Limits) -> bool {
        match (limits.clock, self.own) {
            (Some(clock), Some(own)) => own < clock.left.mul_f64(0.9),
            _ => false,
        }
    }

    fn moves_to_go(&self, level: Level, plies: usize) -> u32 {
        let done = u32::try_from(plies.saturating_sub(self.since) / 2).unwrap_or(0);
        level.moves - done % level.moves.max(1)
    }

    /// The limits of a move after so many plies.
    pub fn limits(&self, plies: usize) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        let nodes = |time: Duration, rate: u64| ((time.as_secs_f64() * rate as f64) as u64).max(1);
        match (self.level, self.move_time, self.rate) {
            (_, Some(time), Some(rate)) => limits.nodes = Some(nodes(time, rate)),
            (_, Some(time), None) => limits.move_time = Some(time.max(INSTANT)),
            // Depth alone, or a search that counts nodes for nothing, has no clock.
            (None, None, _) if self.depth.is_some() && self.own.is_none() => {}
            (level, None, rate) => {
                let level = level.unwrap_or(PRESUMED);
                let left = self.own.unwrap_or(level.base + level.increment);
                let moves_to_go = (level.moves > 0).then(|| self.moves_to_go(level, plies));
                match rate {
                    Some(rate) => {
                        let portion = left / moves_to_go.unwrap_or(PORTIONS).max(2) + level.increment / 2;
                        limits.nodes = Some(nodes(portion, rate));
                    }
                    None => {
                        limits.clock = Some(Clock { left, increment: level.increment });
                        limits.moves_to_go = moves_to_go;
                    }
                }
            }
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(limits: &Limits) -> (u128, u128, Option<u32>) {
        let clock = limits.clock.unwrap_or_default();
        (clock.left.as_millis(), clock.increment.as_millis(), limits.moves_to_go)
    }

    #[test]
    fn levels() {
        let mut control = Control::default();
        for (text, left, increment, moves) in [
            ("40 5 0", 300_000, 0, Some(40)),
            ("0 2:30 0.25", 150_250, 250, None),
            ("0 0:00 5", 5_000, 5_000, None),
            ("40 0:30 0 and more", 30_000, 0, Some(40)),
            ("-1 1 1", 61_000, 1_000, None),
        ] {
            control.level(text, 0);
            assert_eq!(clock(&control.limits(0)), (left, increment, moves), "{text}");
        }
        for wrong in ["", "40", "x 5 0", "40 y 0", "40 NaN 0", "40 inf 0"] {
            control.level(wrong, 0);
            assert_eq!(clock(&control.limits(0)), (61_000, 1_000, None), "{wrong}");
        }
    }

    #[test]
    fn sessions_of_moves_begin_anew() {
        let mut control = Control::default();
        control.level("2 1 0", 4);
        let left = |control: &Control, plies| control.limits(plies).moves_to_go;
        assert_eq!([4, 5, 6, 7, 8].map(|plies| left(&control, plies)), [2, 2, 1, 1, 2].map(Some));
        control.own("3000");
        control.spent(Duration::from_secs(10), 6);
        assert_eq!(clock(&control.limits(6)).0, 20_000);
        control.spent(Duration::from_secs(10), 8);
        assert_eq!(clock(&control.limits(8)).0, 70_000);
        // Whoever makes the first move after `level` has made two after three plies.
        control.level("2 1 0", 4);
        control.spent(Duration::from_secs(10), 5);
        assert_eq!(clock(&control.limits(6)), (50_000, 0, Some(1)));
        control.spent(Duration::from_secs(10), 7);
        assert_eq!(clock(&control.limits(8)), (100_000, 0, Some(2)));
    }

    #[test]
    fn thinking_in_vain_earns_nothing() {
        let mut control = Control::default();
        control.level("1 0:10 2", 0);
        control.wasted(Duration::from_secs(3));
        assert_eq!(clock(&control.limits(0)).0, 9_000);
        control.own("500");
        control.wasted(Duration::from_secs(9));
        assert_eq!(clock(&control.limits(0)).0, 0);
    }

    #[test]
    fn the_later_of_level_and_st_holds() {
        let mut control = Control::default();
        control.level("40 5 0", 0);
        control.move_time("0.25");
        assert_eq!(control.limits(0).move_time, Some(Duration::from_millis(250)));
        assert_eq!(control.limits(0).clock, None);
        control.move_time("0");
        assert_eq!(control.limits(0).move_time, Some(INSTANT));
        control.depth("7");
        control.own("-500");
        control.level("0 1 0", 0);
        assert_eq!((control.limits(0).move_time, control.limits(0).depth), (None, Some(7)));
        control.own("-500");
        assert_eq!(clock(&control.limits(0)).0, 0);
        control.new_game();
        assert_eq!(control.limits(0).depth, None);
    }

    #[test]
    fn nodes_for_seconds() {
        let mut control = Control::default();
        control.rate("1");
        control.move_time("5000");
        assert_eq!((control.limits(0).nodes, control.limits(0).move_time), (Some(5000), None));
        control.rate("100000");
        control.move_time("1");
        assert_eq!(control.limits(0).nodes, Some(100_000));
        control.rate("0");
        assert_eq!(control.limits(0).nodes, None);
        control.rate("-1");
        assert_eq!(control.limits(0).move_time, Some(Duration::from_secs(1)));
    }

    #[test]
    fn depth_alone_has_no_clock() {
        let mut control = Control::default();
        assert_eq!(clock(&control.limits(0)), (300_000, 0, Some(40)));
        control.depth("5");
        assert_eq!((control.limits(0).depth, control.limits(0).clock), (Some(5), None));
    }
}
