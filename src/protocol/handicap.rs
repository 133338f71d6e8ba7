//! Playing no better than asked: what a search says is kept back until its end, when a player of the rating asked for
//! chooses among its lines. What it chose is told, and nothing else: a line the player did not see would give it away,
//! and the move must head the last line told.

use crate::engine::consult::Advice;
use crate::engine::level::{MASTER, Player};
use crate::engine::options::{Options, Setting};
use crate::engine::{Event, Thought};
use crate::search::Limits;

/// A player for one move.
pub struct Handicap {
    player: Player,
    advice: Advice,
}

impl Handicap {
    /// The player that the settings ask for, if the search is for a move and not for an analysis. No two are alike.
    pub fn new(options: &Options, limits: &Limits) -> Option<Self> {
        let plays = !limits.infinite && limits.mate.is_none() && !options.flag(Setting::AnalyseMode);
        let rating = u32::try_from(options.number(Setting::Rating)).unwrap_or(MASTER);
        (plays && options.flag(Setting::LimitStrength) && rating < MASTER)
            .then(|| Handicap { player: Player::rated(rating, rand::random()), advice: Advice::default() })
    }

    /// What the player looks at, out of what is allowed.
    pub fn limits(&mut self, allowed: Limits) -> Limits {
        self.player.limits(allowed)
    }

    /// Takes in what the search says. At its end: what is told instead.
    pub fn hear(&mut self, event: Event) -> Vec<Event> {
        if !self.advice.listen(event) {
            return Vec::new();
        }
        let advice = std::mem::take(&mut self.advice);
        let chosen = self.player.choose(&advice.lines).map(str::to_owned);
        let line = advice.lines.into_iter().find(|line| line.moves.first() == chosen.as_ref());
        let Some(line) = line.filter(|_| advice.best.is_some()) else {
            return vec![Event::Best { best: advice.best, ponder: advice.ponder }];
        };
        // A line that goes on does so after a reply that does not end the game.
        let ponder = line.moves.get(1).filter(|_| line.moves.len() > 2).cloned();
        let thought = Thought { rank: 1, ..line };
        vec![Event::Thought(thought), Event::Best { best: chosen, ponder }]
    }
}
