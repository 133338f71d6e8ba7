//! The lines of mates, to the last move. A search proves a mate without having its whole line: a branch may end
//! where the table knew the rest. What is missing is searched for here, within a bound; a mate whose line stays
//! short is told as no more than a decisive advantage, since people and programs take "mate in nine" at its word.

use super::root::RootMove;
use super::score::{HIGHEST_ADVANTAGE, MATE, Score, is_mate, is_win};
use super::worker::Worker;
use crate::board::{Colour, Layout};
use crate::position::{Move, Position};

/// Longest line looked for, in plies.
const LONGEST: usize = 160;
/// Share of the nodes so far that one line may cost, within these bounds.
const SHARE: u64 = 8;
const LEAST_NODES: u64 = 5_000;
const MOST_NODES: u64 = 400_000;
/// Nodes for a line that is told after the search has been stopped: a millisecond or two.
const LAST_NODES: u64 = 1_000;
/// Depths tried for one move of a line, from this one on, in steps.
const FIRST_DEPTH: i32 = 3;
const DEPTH_STEP: i32 = 2;

impl<L: Layout> Worker<L> {
    /// Makes a root move fit to be told: a mate gets its whole line. Where none is found in time, the score
    /// becomes the highest advantage, and the line stays as it was.
    pub(super) fn make_tellable(&mut self, root_move: &mut RootMove) {
        if !is_mate(root_move.score) {
            return;
        }
        if self.is_whole(root_move.score, &root_move.pv) {
            self.whole = Some(root_move.clone());
            return;
        }
        let known = self.whole.take();
        if let Some(known) = &known
            && (known.mv, known.score) == (root_move.mv, root_move.score)
        {
            root_move.pv.clone_from(&known.pv);
            self.whole = Some(known.clone());
            return;
        }
        let nodes = match self.stopped {
            true => LAST_NODES,
            false => (self.nodes / SHARE).clamp(LEAST_NODES, MOST_NODES),
        };
        let mut seeker = Seeker::new(root_move, self.shown_line(root_move));
        let found = seeker.length <= LONGEST && self.on_leash(nodes, |worker| worker.seek(&mut seeker));
        if found && self.is_whole(seeker.score(), &seeker.line) {
            (root_move.score, root_move.pv) = (seeker.score(), seeker.line);
            self.whole = Some(root_move.clone());
            return;
        }
        let wins = is_win(root_move.score);
        if let Some(known) = known.filter(|known| wins && is_win(known.score) && self.task.limits.lines <= 1)
        {
            // What was proved before is still true.
            *root_move = known.clone();
            self.whole = Some(known);
            return;
        }
        root_move.score = if wins { HIGHEST_ADVANTAGE } else { -HIGHEST_ADVANTAGE };
    }

    /// Whether a line is that mate: as long as it says, legal, and ended by the winner's last move.
    fn is_whole(&self, score: Score, line: &[Move]) -> bool {
        let length = (MATE - score.abs()) as usize;
        // The winner has the last move, or the count of moves would be one short.
        let winner_is_last = length.is_multiple_of(2) != is_win(score);
        if line.len() != length || !winner_is_last {
            return false;
        }
        let mut game = self.task.game.clone();
        let winner = self.winner(score);
        let mut moves = Vec::with_capacity(length);
        line.iter().all(|mv| self.plays_on(&mut game, *mv, &mut moves))
            && game.ending().is_some_and(|ending| game.winner(ending) == Some(winner))
    }

    fn winner(&self, score: Score) -> Colour {
        let turn = self.task.game.position().turn();
        if is_win(score) { turn } else { !turn }
    }

    /// Goes on from the line a seeker has, one move at a time, each proved by a search that asks for nothing but
    /// this mate: the winner's keep it no longer than it is said to be, the loser's no shorter. A loser's move
    /// that turns out to shorten it is taken back; if every one does, the mate is nearer than was said.
    fn seek(&mut self, seeker: &mut Seeker) -> bool {
        let mut positions = vec![*self.task.game.position()];
        let mut position = positions[0];
        for mv in &seeker.line {
            position = self.play(&position, *mv);
            positions.push(position);
        }
        let mut whole = false;
        while let Some(position) = positions.last().copied() {
            let ply = seeker.line.len();
            if ply >= seeker.length {
                whole = true;
                break;
            }
            let wins = seeker.wins_at(ply);
            match self.one_move(&position, seeker.length, wins) {
                Some(mv) => {
                    seeker.line.push(mv);
                    positions.push(self.play(&position, mv));
                }
                None if wins || self.stopped => break,
                None => {
                    // The root move itself is never taken back: the line is to be its.
                    if ply <= 2 {
                        seeker.length = seeker.length.saturating_sub(2);
                        continue;
                    }
                    for _ in 0..2 {
                        self.go_back();
                        positions.pop();
                        seeker.line.pop();
                    }
                }
            }
        }
        for _ in 1..positions.len() {
            self.go_back();
        }
        whole
    }

    /// A move that keeps the mate at that many plies from the root, for the side that wins or the one that loses;
    /// deeper and deeper while there are nodes left.
    fn one_move(&mut self, position: &Position<L>, length: usize, wins: bool) -> Option<Move> {
        let score = MATE - length as Score;
        let wanted = if wins { score } else { -score };
        let left = (length - self.ply) as i32;
        let mut depth = FIRST_DEPTH.max((self.root_depth - self.ply as i32).min(left));
        loop {
            let found = self.negamax::<true>(position, wanted - 1, wanted, depth, false);
            if self.stopped {
                return None;
            }
            if found >= wanted {
                return self.frame().pv.first().copied();
            }
            // The loser's moves were all refuted, which more depth would not change.
            if !wins || depth > left + 2 * DEPTH_STEP {
                return None;
            }
            depth += DEPTH_STEP;
        }
    }
}

/// A line being made longer.
struct Seeker {
    /// Plies to the mate.
    length: usize,
    /// Whether the side to move at the root wins.
    wins: bool,
    line: Vec<Move>,
}

impl Seeker {
    fn new(root_move: &RootMove, line: Vec<Move>) -> Self {
        let length = (MATE - root_move.score.abs()) as usize;
        Seeker { length, wins: is_win(root_move.score), line }
    }

    fn score(&self) -> Score {
        let score = MATE - self.length as Score;
        if self.wins { score } else { -score }
    }

    /// Whether the side to move after so many plies is the one that wins.
    fn wins_at(&self, ply: usize) -> bool {
        ply.is_multiple_of(2) == self.wins
    }
}
