//! Small sins that lose no game: what an engine said and should not have. Counted, and the first of each kind kept.

use super::info::{Info, Score};
use super::uci::Answer;
use crate::position::{AnyGame, Ending};

/// A kind of fault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// A line of thought with an illegal move.
    IllegalLine,
    /// A line of thought that goes on after the game's end.
    LineAfterEnd,
    /// A mate score whose line does not mate in that many moves.
    MateLine,
    /// A move without a score.
    NoScore,
    /// A number in an `info` line that is none.
    Malformed,
    /// A move that does not head the last line of thought.
    OtherMove,
    /// A mate claimed by both sides.
    MateDispute,
    /// A line too long to be kept.
    LongLine,
}

impl Fault {
    /// Every kind.
    pub const ALL: [Fault; 8] = [
        Fault::IllegalLine,
        Fault::LineAfterEnd,
        Fault::MateLine,
        Fault::NoScore,
        Fault::Malformed,
        Fault::OtherMove,
        Fault::MateDispute,
        Fault::LongLine,
    ];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Fault::IllegalLine => "illegal-pv",
            Fault::LineAfterEnd => "pv-after-end",
            Fault::MateLine => "mate-pv",
            Fault::NoScore => "no-score",
            Fault::Malformed => "malformed-info",
            Fault::OtherMove => "bestmove-not-pv",
            Fault::MateDispute => "mate-dispute",
            Fault::LongLine => "long-line",
        }
    }
}

/// How often each fault occurred, and the first of each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    counts: [u32; Fault::ALL.len()],
    first: [Option<String>; Fault::ALL.len()],
}

impl Faults {
    /// How often.
    pub fn count(&self, fault: Fault) -> u32 {
        self.counts[fault as usize]
    }

    /// The first, in words, if it was seen rather than read from a file.
    pub fn first(&self, fault: Fault) -> Option<&str> {
        self.first[fault as usize].as_deref()
    }

    /// Whether there were none.
    pub fn is_empty(&self) -> bool {
        self.counts.iter().all(|count| *count == 0)
    }

    /// Counts one.
    pub fn add(&mut self, fault: Fault, what: impl FnOnce() -> String) {
        self.counts[fault as usize] += 1;
        self.first[fault as usize].get_or_insert_with(what);
    }

    /// Adds others.
    pub fn merge(&mut self, other: &Faults) {
        for index in 0..Fault::ALL.len() {
            self.counts[index] += other.counts[index];
            if self.first[index].is_none() {
                self.first[index].clone_from(&other.first[index]);
            }
        }
    }

    /// As files keep them: `illegal-pv 2, no-score 1`.
    pub fn to_text(&self) -> String {
        let counted = Fault::ALL.into_iter().filter(|fault| self.count(*fault) > 0);
        let parts: Vec<String> =
            counted.map(|fault| format!("{} {}", fault.name(), self.count(fault))).collect();
        parts.join(", ")
    }

    /// Reads what [`Faults::to_text`] wrote; names it does not know are left out.
    pub fn from_text(text: &str) -> Faults {
        let mut faults = Faults::default();
        for (name, count) in text.split(',').filter_map(|part| part.trim().rsplit_once(' ')) {
            let fault = Fault::ALL.into_iter().find(|fault| fault.name() == name);
            if let (Some(fault), Ok(count)) = (fault, count.parse::<u32>()) {
                faults.counts[fault as usize] = count;
            }
        }
        faults
    }

    /// Looks for faults in an answer to a position.
    pub fn inspect(&mut self, board: &AnyGame, answer: &Answer) {
        let place = || format!("at {}", board.fen());
        let mut before: Option<&Info> = None;
        for info in &answer.infos {
            if info.malformed {
                self.add(Fault::Malformed, || format!("an info line {}", place()));
            }
            // Most lines go on where the one before ended: what is the same was looked at already.
            if before.is_none_or(|before| (&before.moves, before.score) != (&info.moves, info.score)) {
                self.inspect_line(board, info);
            }
            before = Some(info);
        }
        for _ in 0..answer.cut {
            self.add(Fault::LongLine, || format!("a line {}", place()));
        }
        let scored = answer.infos.iter().rev().find(|info| info.is_first() && info.score.is_some());
        if scored.is_none() {
            self.add(Fault::NoScore, || format!("'{}' {}", answer.best, place()));
        }
        let last = answer.infos.iter().rev().find(|info| info.is_first() && !info.moves.is_empty());
        if let Some(last) = last.filter(|last| !last.bound)
            && let Some(head) = last.moves.first().filter(|head| **head != answer.best)
            && let Ok(best) = board.read(&answer.best)
            && board.read(head).is_ok_and(|head| head != best)
        {
            self.add(Fault::OtherMove, || format!("'{}', not '{head}' {}", answer.best, place()));
        }
    }

    fn inspect_line(&mut self, board: &AnyGame, info: &Info) {
        let line = || format!("'{}' at {}", info.moves.join(" "), board.fen());
        let mut ahead = board.clone();
        for (index, text) in info.moves.iter().enumerate() {
            // Not every engine knows every dead position.
            let over = ahead.finish().filter(|finish| finish.ending != Ending::Dead);
            if let Some(finish) = over.filter(|_| index > 0) {
                self.add(Fault::LineAfterEnd, || format!("'{text}' after {} in {}", finish.ending, line()));
                return;
            }
            if ahead.follow(text).is_err() {
                self.add(Fault::IllegalLine, || format!("'{text}' in {}", line()));
                return;
            }
        }
        let Some(Score::Mate(moves)) = info.score.filter(|_| !info.bound && !info.moves.is_empty()) else {
            return;
        };
        let plies = if moves > 0 {
            u64::from(moves.unsigned_abs()) * 2 - 1
        } else {
            u64::from(moves.unsigned_abs()) * 2
        };
        let won = ahead.finish().is_some_and(|finish| finish.winner == Some(!ahead.turn()));
        if plies != info.moves.len() as u64 || !won {
            self.add(Fault::MateLine, || format!("mate {moves} with {}", line()));
        }
    }
}
