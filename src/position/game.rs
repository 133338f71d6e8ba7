//! A game in play: a position, the positions before it, and how games end.

use super::compiled::Rules;
use super::moves::Move;
use super::state::Position;
use crate::board::{Colour, Layout};
use crate::rules::Outcome;
use std::fmt;
use std::sync::Arc;

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check; the winner, if the game's rules name one.
    Stalemate(Option<Colour>),
    /// The position has occurred too often.
    Repetition,
    /// Too many plies without a capture or pawn move.
    MoveRule,
    /// Nobody can ever be mated.
    Dead,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate(_) => "stalemate",
            Ending::Repetition => "repetition",
            Ending::MoveRule => "move rule",
            Ending::Dead => "insufficient material",
        })
    }
}

/// A game: where it stands and how it came there.
#[derive(Clone)]
pub struct Game<L: Layout> {
    rules: Arc<Rules<L>>,
    position: Position<L>,
    /// The keys of all positions before this one.
    past: Vec<u64>,
}

impl<L: Layout> Game<L> {
    /// A game that begins with a position.
    pub fn new(rules: Arc<Rules<L>>, position: Position<L>) -> Self {
        Game { rules, position, past: Vec::new() }
    }

    /// The game's rules.
    pub fn rules(&self) -> &Arc<Rules<L>> {
        &self.rules
    }

    /// The position reached.
    pub fn position(&self) -> &Position<L> {
        &self.position
    }

    /// The keys of all positions before this one, oldest first.
    pub fn past(&self) -> &[u64] {
        &self.past
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.past.push(self.position.key());
        self.position.play(&self.rules, mv, &mut ());
    }

    /// Whether the game is over and why.
    pub fn ending(&self) -> Option<Ending> {
        let (position, rules) = (&self.position, &*self.rules);
        if let Some(ending) = position.stuck(rules) {
            return Some(ending);
        }
        let variant = rules.variant();
        if variant.repetitions > 0 && self.occurrences() >= usize::from(variant.repetitions) {
            return Some(Ending::Repetition);
        }
        if variant.move_rule > 0 && position.quiet_plies() >= variant.move_rule {
            return Some(Ending::MoveRule);
        }
        position.is_dead(rules).then_some(Ending::Dead)
    }

    /// How often this position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let key = self.position.key();
        let reversible = usize::from(self.position.quiet_plies());
        1 + self.past.iter().rev().take(reversible).skip(1).step_by(2).filter(|past| **past == key).count()
    }

    /// The winner of a game that ended so, from this position; `None` for a draw.
    pub fn winner(&self, ending: Ending) -> Option<Colour> {
        match ending {
            Ending::Checkmate => Some(!self.position.turn()),
            Ending::Stalemate(winner) => winner,
            _ => None,
        }
    }
}

impl<L: Layout> Position<L> {
    /// Mate or stalemate, if the side to move has no move.
    pub fn stuck(&self, rules: &Rules<L>) -> Option<Ending> {
        if self.has_legal_move(rules) {
            return None;
        }
        if self.in_check(rules) {
            return Some(Ending::Checkmate);
        }
        Some(Ending::Stalemate(match rules.variant().stalemate {
            Outcome::Draw => None,
            Outcome::Win => Some(self.turn()),
            Outcome::Loss => Some(!self.turn()),
        }))
    }
}
