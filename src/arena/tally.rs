//! The score of a match so far, however its games came in. Pure counting.

use super::elo::{Elo, Pairs, Score};
use super::faults::Faults;
use super::play::Termination;
use super::schedule::Pairing;
use crate::board::{Colour, PerColour};
use crate::position::pgn::GameResult;
use std::collections::{HashMap, HashSet};

/// What counts of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// Which game.
    pub pairing: Pairing,
    /// Who has won.
    pub result: GameResult,
    /// What ended it.
    pub termination: Termination,
    /// The reason, for people.
    pub reason: String,
    /// Its length.
    pub plies: usize,
    /// Small sins.
    pub faults: PerColour<Faults>,
}

/// What is known of one engine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// All its games.
    pub score: Score,
    /// Its games with White.
    pub with_white: Score,
    /// Its pairs.
    pub pairs: Pairs,
    /// Games lost by each kind of end, in the order of [`Termination::ALL`].
    pub lost_by: [u32; Termination::ALL.len()],
    /// Small sins.
    pub faults: Faults,
}

/// All results.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    standings: Vec<Standing>,
    /// By engine and opponent.
    meetings: HashMap<(usize, usize), (Score, Pairs)>,
    done: HashSet<usize>,
    /// By pair: the engine that had White, and its half points, in the first of its games to be finished.
    half_pairs: HashMap<usize, (usize, usize)>,
}

impl Tally {
    /// Of so many engines, before any game.
    pub fn new(engines: usize) -> Self {
        Tally { standings: vec![Standing::default(); engines], ..Tally::default() }
    }

    /// Counts a game; one that was counted already is not counted again.
    pub fn add(&mut self, game: &Finished) {
        let Pairing { white, black, pair, .. } = game.pairing;
        let (one, draw, half_points) = match game.result {
            GameResult::WhiteWins => (Some(Colour::White), 0, 2),
            GameResult::BlackWins => (Some(Colour::Black), 0, 0),
            GameResult::Draw => (None, 1, 1),
            GameResult::Open => return,
        };
        if white.max(black) >= self.standings.len() || !self.done.insert(game.pairing.game) {
            return;
        }
        let score = Score {
            wins: u64::from(one == Some(Colour::White)),
            draws: draw,
            losses: u64::from(one == Some(Colour::Black)),
        };
        self.standings[white].with_white.merge(&score);
        self.standings[white].score.merge(&score);
        self.standings[black].score.merge(&score.reversed());
        self.meetings.entry((white, black)).or_default().0.merge(&score);
        self.meetings.entry((black, white)).or_default().0.merge(&score.reversed());
        self.standings[white].faults.merge(&game.faults[Colour::White]);
        self.standings[black].faults.merge(&game.faults[Colour::Black]);
        if let Some(winner) = one {
            let loser = if winner == Colour::White { black } else { white };
            self.standings[loser].lost_by[game.termination as usize] += 1;
        }
        match self.half_pairs.remove(&pair) {
            None => {
                self.half_pairs.insert(pair, (white, half_points));
            }
            Some((engine, half)) => {
                let ours = half + if engine == white { half_points } else { 2 - half_points };
                let other = if engine == white { black } else { white };
                for (one, two, points) in [(engine, other, ours), (other, engine, 4 - ours)] {
                    self.standings[one].pairs.by_points[points] += 1;
                    self.meetings.entry((one, two)).or_default().1.by_points[points] += 1;
                }
            }
        }
    }

    /// How many games are finished.
    pub fn games(&self) -> usize {
        self.done.len()
    }

    /// Whether a game is finished.
    pub fn has(&self, game: usize) -> bool {
        self.done.contains(&game)
    }

    /// What is known of an engine.
    pub fn standing(&self, engine: usize) -> Option<&Standing> {
        self.standings.get(engine)
    }

    /// What one engine has made against another.
    pub fn meeting(&self, engine: usize, opponent: usize) -> (Score, Pairs) {
        self.meetings.get(&(engine, opponent)).copied().unwrap_or_default()
    }

    /// An engine's strength against those it met: from pairs if there are two engines, else from single games.
    pub fn elo(&self, engine: usize) -> Option<Elo> {
        let standing = self.standings.get(engine)?;
        if standing.score.games() == 0 {
            return None;
        }
        let by_pairs = self.standings.len() == 2 && standing.pairs.count() > 0;
        Some(if by_pairs { standing.pairs.elo() } else { standing.score.elo() })
    }

    /// The engines, the most successful first.
    pub fn ranking(&self) -> Vec<usize> {
        let share = |engine: usize| {
            let score = &self.standings[engine].score;
            if score.games() == 0 { 0.0 } else { score.points() / score.games() as f64 }
        };
        let mut ranking: Vec<usize> = (0..self.standings.len()).collect();
        ranking.sort_by(|one, two| share(*two).total_cmp(&share(*one)));
        ranking
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: usize, white: usize, black: usize, result: GameResult) -> Finished {
        Finished {
            pairing: Pairing { game: number, pair: number / 2, white, black, opening: 0 },
            result,
            termination: Termination::TimeForfeit,
            reason: String::new(),
            plies: 0,
            faults: PerColour::default(),
        }
    }

    #[test]
    fn pairs_are_counted_in_any_order_and_once() {
        use GameResult::{BlackWins, Draw, Open, WhiteWins};
        let mut tally = Tally::new(2);
        let games = [
            game(3, 1, 0, Draw),
            game(0, 0, 1, WhiteWins),
            game(2, 0, 1, Draw),
            game(1, 1, 0, BlackWins),
            game(4, 0, 1, BlackWins),
            game(6, 0, 1, Open),
        ];
        for game in games.iter().chain(&games) {
            tally.add(game);
        }
        assert_eq!(tally.games(), 5);
        let (score, pairs) = tally.meeting(0, 1);
        assert_eq!((score.wins, score.draws, score.losses), (2, 2, 1));
        assert_eq!(pairs.by_points, [0, 0, 1, 0, 1]);
        assert_eq!(tally.meeting(1, 0).1.by_points, [1, 0, 1, 0, 0]);
        assert_eq!(tally.standing(1).map(|standing| standing.lost_by[2]), Some(2));
        assert_eq!(tally.ranking(), [0, 1]);
        assert!(tally.has(4) && !tally.has(6));
    }
}
