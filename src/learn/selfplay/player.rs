//! One self-play game: an opening, moves from short searches, an end by rule or by agreement, and its records.

use super::opening::wander;
use super::terms::{HARD_NODES, NOISY_PLIES, Terms};
use crate::board::{Colour, Layout};
use crate::engine::chance::Chance;
use crate::eval::Evaluator;
use crate::eval::net::Outline;
use crate::learn::record::{MATE_SCORE, Record, Shape};
use crate::position::{Game, Move, Position, Rules};
use crate::search::{Bound, Limits, Pool, Report, Verdict};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Openings tried for one game.
const TRIES: usize = 50;
/// Both agree that a game is won beyond this, for so many plies.
const WON: (i32, u32) = (1000, 6);
/// And drawn within this for so many, from that ply on.
const LEVEL: (i32, u32, u32) = (8, 12, 70);
/// A game is drawn that lasts longer.
pub(super) const MOST_PLIES: u32 = 600;

/// A game played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its number.
    pub game: u64,
    /// The key of the position it began with.
    pub opening: u64,
    /// Its records, as they are written.
    pub records: Vec<u8>,
}

/// Openings of which no game was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Missed {
    /// Another game has them.
    pub met: u64,
    /// The game was over on the way, or somebody was in check.
    pub over: u64,
    /// A side was too far ahead.
    pub lopsided: u64,
}

impl std::ops::AddAssign for Missed {
    fn add_assign(&mut self, more: Missed) {
        self.met += more.met;
        self.over += more.over;
        self.lopsided += more.lopsided;
    }
}

/// Whoever plays games, whatever the layout.
pub trait Player: Send {
    /// Plays the game of that number. `is_new` says of an opening's key whether nobody asked about it before.
    ///
    /// # Errors
    /// What became of the openings tried, if it was stopped or none was found.
    fn play(&mut self, game: u64, is_new: &dyn Fn(u64) -> bool, stop: &AtomicBool) -> Result<Played, Missed>;
}

/// What the last search came to.
#[derive(Clone, Copy, Default)]
struct Answer {
    score: i32,
    best: Option<Move>,
}

/// A player on a layout.
pub(super) struct Seat<L: Layout> {
    rules: Arc<Rules<L>>,
    pool: Pool<L>,
    answer: Arc<Mutex<Answer>>,
    shape: Shape,
    terms: Terms,
}

impl<L: Layout> Seat<L> {
    /// A player with an evaluation.
    pub fn new(evaluator: Evaluator<L>, terms: Terms) -> Self {
        let answer = Arc::new(Mutex::new(Answer::default()));
        let heard = Arc::clone(&answer);
        let reporter = move |report| {
            let mut answer = heard.lock().unwrap_or_else(PoisonError::into_inner);
            match report {
                Report::Line(line) if line.bound == Bound::Exact => {
                    answer.score = match line.verdict {
                        Verdict::Centipawns(score) => {
                            score.clamp(1 - i32::from(MATE_SCORE), i32::from(MATE_SCORE) - 1)
                        }
                        Verdict::Mate(moves) if moves > 0 => i32::from(MATE_SCORE) + 1000 - moves.min(1000),
                        Verdict::Mate(moves) => -i32::from(MATE_SCORE) - 1000 - moves.max(-1000),
                    };
                }
                Report::Best { best, .. } => answer.best = best,
                _ => {}
            }
        };
        let rules = Arc::clone(evaluator.rules());
        Seat {
            shape: Shape::of(&Outline::of(rules.variant())),
            pool: Pool::with_evaluator(evaluator, 1, terms.hash, Arc::new(reporter)),
            rules,
            answer,
            terms,
        }
    }

    fn think(&mut self, game: &Game<L>, stop: &AtomicBool) -> Answer {
        let limits = Limits {
            soft_nodes: Some(self.terms.nodes),
            nodes: Some(self.terms.nodes.saturating_mul(HARD_NODES)),
            lines: 1,
            ..Limits::default()
        };
        self.pool.search_unless(game, limits, stop);
        *self.answer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game that nobody else began, level enough to be played.
    fn open(
        &mut self,
        chance: &mut Chance,
        is_new: &dyn Fn(u64) -> bool,
        stop: &AtomicBool,
    ) -> Result<Game<L>, Missed> {
        let mut missed = Missed::default();
        for _ in 0..TRIES {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let plies = self.terms.plies + chance.below(2).unwrap_or(0) as u32;
            let Some(game) = wander(&self.rules, plies, chance) else {
                missed.over += 1;
                continue;
            };
            // One met before, and found lopsided perhaps, need not be searched again.
            if !is_new(game.position().key()) {
                missed.met += 1;
                continue;
            }
            self.pool.clear();
            if self.think(&game, stop).score.abs() <= self.terms.lopsided {
                return Ok(game);
            }
            missed.lopsided += 1;
        }
        Err(missed)
    }

    fn record(&self, position: &Position<L>, ply: u32, score: i32, mv: Move) -> Record {
        let men = position.occupied().filter_map(|square| {
            let man = position.man(square)?;
            Some((man.kind().index() as u8, man.colour(), self.shape.square(square.coord())))
        });
        let at = |square: crate::board::Square<L>| self.shape.square(square.coord());
        Record {
            men: men.collect(),
            turn: position.turn(),
            score: score as i16,
            result: 1,
            ply: ply.min(u16::MAX.into()) as u16,
            quiet_plies: position.quiet_plies().min(255) as u8,
            in_check: position.in_check(&self.rules),
            noisy: position.is_noisy(mv),
            castles: mv.castling().is_some(),
            random: false,
            moved: (at(mv.from()), at(mv.to())),
        }
    }
}

/// What both sides have agreed on for how long.
#[derive(Default)]
struct Agreement {
    winning: u32,
    losing: u32,
    level: u32,
}

impl Agreement {
    /// Hears a score from White's view. The winner, if it is settled.
    fn hear(&mut self, white: i32, ply: u32) -> Option<Option<Colour>> {
        let count = |holds: bool, before: u32| if holds { before + 1 } else { 0 };
        self.winning = count(white >= WON.0, self.winning);
        self.losing = count(white <= -WON.0, self.losing);
        self.level = count(white.abs() <= LEVEL.0, self.level);
        if self.winning >= WON.1 {
            Some(Some(Colour::White))
        } else if self.losing >= WON.1 {
            Some(Some(Colour::Black))
        } else {
            (self.level >= LEVEL.1 && ply >= LEVEL.2).then_some(None)
        }
    }
}

impl<L: Layout> Player for Seat<L> {
    fn play(
        &mut self,
        number: u64,
        is_new: &dyn Fn(u64) -> bool,
        stop: &AtomicBool,
    ) -> Result<Played, Missed> {
        let mut chance = Chance::new(self.terms.seed, number);
        let game = self.open(&mut chance, is_new, stop)?;
        self.play_out(game, number, &mut chance, stop).ok_or_else(Missed::default)
    }
}

impl<L: Layout> Seat<L> {
    /// Plays a game to its end; `None` if it was stopped.
    fn play_out(
        &mut self,
        mut game: Game<L>,
        number: u64,
        chance: &mut Chance,
        stop: &AtomicBool,
    ) -> Option<Played> {
        let opening = game.position().key();
        let mut records = Vec::new();
        let mut agreement = Agreement::default();
        let mut winner = None;
        for ply in 0.. {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(ending) = game.ending() {
                winner = game.winner(ending);
                break;
            }
            if ply == MOST_PLIES {
                break;
            }
            let Answer { score, best } = self.think(&game, stop);
            let white = if game.position().turn() == Colour::White { score } else { -score };
            if let Some(settled) = agreement.hear(white, ply) {
                winner = settled;
                break;
            }
            let moves = game.position().legal_moves(&self.rules);
            let strikes = ply < NOISY_PLIES && chance.below(100)? < self.terms.noise as usize;
            let mv = if strikes { *moves.get(chance.below(moves.len())?)? } else { best? };
            let mut record = self.record(game.position(), ply, score, mv);
            record.random = strikes;
            records.push(record);
            game.play(mv);
        }
        let mut bytes = Vec::with_capacity(records.len() * self.shape.size());
        for mut record in records {
            record.result = match winner {
                None => 1,
                Some(winner) if winner == record.turn => 2,
                Some(_) => 0,
            };
            if !self.shape.write(&record, &mut bytes) {
                return None;
            }
        }
        Some(Played { game: number, opening, records: bytes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_must_agree_for_a_while() {
        let mut agreement = Agreement::default();
        for ply in 0..5 {
            assert_eq!(agreement.hear(1200, ply), None);
        }
        assert_eq!(agreement.hear(900, 5), None, "doubt begins anew");
        assert_eq!((6..12).map(|ply| agreement.hear(1200, ply)).last(), Some(Some(Some(Colour::White))));
        let mut agreement = Agreement::default();
        let settled: Vec<_> = (0..100).filter(|ply| agreement.hear(3, *ply).is_some()).collect();
        assert_eq!(settled.first(), Some(&70));
    }
}
