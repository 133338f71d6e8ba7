//! What stands behind `go`, in any order and any subset, with whatever nonsense between. Knows no position: what
//! is legal is asked elsewhere.

use crate::board::Colour;
use crate::engine::count;
use crate::search::{Clock, Limits};
use std::time::Duration;

/// Longer times than a thousand days are that long: far off, and safe to add to a clock.
const LONGEST: u64 = 1000 * 24 * 3600 * 1000;
/// What a side is taken to have when we are told about clocks, but not about any time left, nor any other limit.
const SOME_TIME: Duration = Duration::from_secs(1);

/// A `go`, read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Request {
    /// Count positions that deep instead of searching.
    pub perft: Option<u32>,
    /// The only root moves to look at, as written.
    pub search_moves: Option<Vec<String>>,
    depth: Option<i64>,
    nodes: Option<i64>,
    move_time: Option<i64>,
    mate: Option<i64>,
    left: [Option<i64>; 2],
    increment: [Option<i64>; 2],
    moves_to_go: Option<i64>,
    infinite: bool,
    ponder: bool,
}

/// A whole number, or a fraction cut to one; beyond the range the nearest there is. Not a number: none.
fn number(word: &str) -> Option<i64> {
    if let Ok(number) = word.parse() {
        return Some(number);
    }
    word.parse::<f64>().ok().filter(|number| !number.is_nan()).map(|number| number as i64)
}

fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(u64::try_from(number).unwrap_or(0).min(LONGEST))
}

fn positive(number: i64) -> u32 {
    u32::try_from(number.max(1)).unwrap_or(u32::MAX)
}

impl Request {
    /// Reads what follows the word `go`. Words that mean nothing, and those whose number is none, are passed over.
    pub fn parse(rest: &str) -> Request {
        let mut request = Request::default();
        let mut words = rest.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => request.infinite = true,
                "ponder" => request.ponder = true,
                "searchmoves" => {
                    let mut list = request.search_moves.take().unwrap_or_default();
                    while let Some(text) = words.next_if(|word| !is_keyword(word)) {
                        list.push(text.to_owned());
                    }
                    request.search_moves = (!list.is_empty()).then_some(list);
                }
                _ => {
                    let value = words.peek().and_then(|word| number(word));
                    if word == "perft" {
                        let depth = value.unwrap_or(1).clamp(0, i64::from(count::DEEPEST));
                        request.perft = u32::try_from(depth).ok();
                    }
                    if let (Some(place), Some(value)) = (request.place(word), value) {
                        *place = Some(value);
                        words.next();
                    }
                }
            }
        }
        request
    }

    /// Where the number behind that word goes.
    fn place(&mut self, word: &str) -> Option<&mut Option<i64>> {
        let [white, black] = &mut self.left;
        let [white_increment, black_increment] = &mut self.increment;
        match word {
            "depth" => Some(&mut self.depth),
            "nodes" => Some(&mut self.nodes),
            "movetime" => Some(&mut self.move_time),
            "mate" => Some(&mut self.mate),
            "wtime" => Some(white),
            "btime" => Some(black),
            "winc" => Some(white_increment),
            "binc" => Some(black_increment),
            "movestogo" => Some(&mut self.moves_to_go),
            _ => None,
        }
    }

    /// The limits for the side to move; root moves, lines and overhead are not said here.
    pub fn limits(&self, side: Colour) -> Limits {
        Limits {
            depth: self.depth.map(positive),
            nodes: self.nodes.map(|nodes| u64::try_from(nodes).unwrap_or(1).max(1)),
            move_time: self.move_time.map(|time| milliseconds(time.max(1))),
            clock: self.clock(side),
            moves_to_go: self
                .moves_to_go
                .and_then(|moves| u32::try_from(moves).ok())
                .filter(|moves| *moves > 0),
            mate: self.mate.map(positive),
            infinite: self.infinite,
            ponder: self.ponder,
            ..Limits::default()
        }
    }

    /// Our clock. A side whose time has run out has a millisecond: never none, which would be for ever. Some GUIs
    /// send one side's time only; should it be the other's, ours is taken to be like it.
    fn clock(&self, side: Colour) -> Option<Clock> {
        let own = |sides: [Option<i64>; 2]| sides.get(side.index()).copied().flatten();
        let limited = self.infinite
            || self.ponder
            || [self.depth, self.nodes, self.move_time, self.mate].iter().any(Option::is_some);
        let told = self.increment.iter().any(Option::is_some) || self.moves_to_go.is_some();
        let left = match own(self.left).or_else(|| self.left.iter().copied().flatten().next()) {
            Some(left) => milliseconds(left.max(1)),
            None if told && !limited => SOME_TIME,
            None => return None,
        };
        Some(Clock { left, increment: milliseconds(own(self.increment).unwrap_or(0)) })
    }
}

fn is_keyword(word: &str) -> bool {
    matches!(word, "infinite" | "ponder" | "searchmoves" | "perft")
        || Request::default().place(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(text: &str) -> Limits {
        Request::parse(text).limits(Colour::White)
    }

    fn clock(text: &str, side: Colour) -> Option<(u128, u128)> {
        let clock = Request::parse(text).limits(side).clock?;
        Some((clock.left.as_millis(), clock.increment.as_millis()))
    }

    #[test]
    fn any_order_and_any_subset() {
        let forward = limits("wtime 1000 winc 10 btime 2000 binc 20 movestogo 5 depth 7");
        assert_eq!(forward, limits("depth 7 movestogo 5 binc 20 btime 2000 winc 10 wtime 1000"));
        assert_eq!((forward.depth, forward.moves_to_go), (Some(7), Some(5)));
        assert_eq!(clock("wtime 1000 winc 10 btime 2000 binc 20", Colour::Black), Some((2000, 20)));
        assert_eq!(limits(""), Limits::default());
    }

    #[test]
    fn clocks_that_are_not_there_or_not_possible() {
        assert_eq!(clock("wtime -500 winc -3", Colour::White), Some((1, 0)));
        assert_eq!(clock("wtime 0", Colour::White), Some((1, 0)));
        assert_eq!(clock("btime 300 binc 5", Colour::White), Some((300, 0)));
        assert_eq!(clock("winc 5", Colour::White), Some((1000, 5)));
        assert_eq!(clock("movestogo 5", Colour::Black), Some((1000, 0)));
        assert_eq!(clock("winc 0 depth 9", Colour::White), None);
        assert_eq!(clock("wtime 99999999999999999999999", Colour::White), Some((u128::from(LONGEST), 0)));
        assert_eq!(clock("wtime 1500.7", Colour::White), Some((1500, 0)));
    }

    #[test]
    fn nonsense_is_passed_over() {
        assert_eq!(limits("wtime nan depth x nodes depth 4 fly 3"), limits("depth 4"));
        assert_eq!(limits("depth"), limits(""));
        assert_eq!(limits("depth 0 nodes -3 mate 0 movetime 0").depth, Some(1));
        assert_eq!(limits("nodes -3").nodes, Some(1));
        assert_eq!(limits("movetime 0").move_time, Some(Duration::from_millis(1)));
        assert_eq!(limits("movestogo 0 wtime 5").moves_to_go, None);
    }

    #[test]
    fn search_moves_end_at_the_next_word_of_go() {
        let request = Request::parse("searchmoves e2e4 d2d4 depth 3 searchmoves 0000");
        let moves = request.search_moves.as_ref().map(|list| list.join(" "));
        assert_eq!(moves.as_deref(), Some("e2e4 d2d4 0000"));
        assert_eq!(request.limits(Colour::White).depth, Some(3));
        assert_eq!(Request::parse("searchmoves").search_moves, None);
    }

    #[test]
    fn perft_has_a_depth_in_any_case() {
        assert_eq!(Request::parse("perft 4").perft, Some(4));
        assert_eq!(Request::parse("perft").perft, Some(1));
        assert_eq!(Request::parse("perft -4").perft, Some(0));
        assert_eq!(Request::parse("perft 99999999999").perft, Some(100));
        assert_eq!(Request::parse("depth 4").perft, None);
    }
}
