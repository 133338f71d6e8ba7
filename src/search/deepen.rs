//! Iterative deepening: one iteration after the other, each within a window about the last score.

use super::clock::Course;
use super::report::{Bound, Line, Report};
use super::root::RootMove;
use super::score::{INFINITE, MATE, MAX_PLY, Score, as_advantage, chances, is_mate, verdict};
use super::worker::Worker;
use crate::board::Layout;
use std::time::Duration;

/// Who is told.
pub type Reporter = dyn Fn(Report) + Send + Sync;

/// From when on a person may want to know what is just being looked at.
const TALKATIVE_AFTER: Duration = Duration::from_secs(3);

/// What a thread's search came to.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub thread: usize,
    /// The last iteration completed.
    pub depth: i32,
    /// Its best move, with line and score.
    pub best: RootMove,
}

/// What is learned of the search from one iteration to the next.
struct Progress {
    /// The last iteration completed.
    completed: i32,
    /// Iterations in a row with the same best move.
    stable: u32,
    /// The score of late, smoothed.
    score: Score,
}

impl Progress {
    /// How the search goes after another iteration.
    fn after(&mut self, depth: i32, best: &RootMove, same: bool, nodes: u64) -> Course {
        self.completed = depth;
        self.stable = if same { self.stable + 1 } else { 0 };
        let fallen = if depth > 1 { self.score - best.score } else { 0 };
        self.score = if depth > 1 { (self.score + best.score) / 2 } else { best.score };
        Course { stable: self.stable, fallen, share: (best.nodes * 1000 / nodes.max(1)) as u32 }
    }
}

impl<L: Layout> Worker<L> {
    /// Searches until something ends it. There must be a root move.
    pub(super) fn think(&mut self, reporter: Option<&Reporter>) -> Outcome {
        let task = std::sync::Arc::clone(&self.task);
        let lines = task.limits.lines.clamp(1, self.root_moves.len());
        let deepest =
            task.limits.depth.map_or(MAX_PLY as i32 - 1, |depth| depth.clamp(1, MAX_PLY as u32 - 1) as i32);
        let mut progress = Progress { completed: 0, stable: 0, score: 0 };
        let mut settled = self.root_moves[0].clone();
        let mut depth = 0;
        while depth < deepest {
            depth = task.next_depth(self.thread, depth).min(deepest);
            self.root_depth = depth;
            self.partial = None;
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score;
            }
            for line in 0..lines {
                self.line = line;
                self.aspire(depth, lines, reporter);
                if self.stopped {
                    break;
                }
                // A later line may have come out better than one before it.
                self.root_moves[..=line].sort_by_key(|root_move| -root_move.score);
            }
            if self.stopped {
                let first = progress.completed == 0;
                // What an unfinished iteration has shown to be best is better than what the last one found.
                let partial = self.partial.take().filter(|_| lines == 1);
                if let Some(partial) = partial.filter(|partial| first || partial.mv != settled.mv) {
                    settled = self.present(reporter, depth, vec![partial]);
                } else if first {
                    // Nothing at all is known yet: a legal move, and what the board looks like before it.
                    settled.score = self.evaluate(task.game.position());
                    settled = self.present(reporter, depth, vec![settled]);
                }
                break;
            }
            let best = self.present(reporter, depth, self.root_moves[..lines].to_vec());
            let course = progress.after(depth, &best, best.mv == settled.mv, self.nodes);
            settled = best;
            self.may_stop = true;
            if task.signals.stopped() || self.is_enough(&settled, course) {
                break;
            }
        }
        if self.thread != 0 && lines == 1 && task.limits.depth.is_some() && progress.completed == deepest {
            task.tell_reached();
        }
        // The last line told begins with the move that is played.
        if self.told != Some(settled.mv) {
            self.tell(reporter, progress.completed, 1, &settled, Bound::Exact);
        }
        task.tell_nodes(self.thread, self.nodes);
        Outcome { thread: self.thread, depth: progress.completed, best: settled }
    }

    /// One line of one iteration: the window grows until the score lies within.
    fn aspire(&mut self, depth: i32, lines: usize, reporter: Option<&Reporter>) {
        let task = std::sync::Arc::clone(&self.task);
        let root = *task.game.position();
        let previous = self.root_moves[self.line].previous;
        let mut width = self.tune.window;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 4 && !is_mate(previous) && previous != -INFINITE {
            (alpha, beta) = (previous - width, previous + width);
        }
        loop {
            let mut beginning = |mv, number| {
                if let Some(reporter) = reporter.filter(|_| task.signals.elapsed() >= TALKATIVE_AFTER) {
                    reporter(Report::Current { depth: depth as u32, mv, number });
                }
            };
            let score = self.search_root(&root, alpha, beta, depth, &mut beginning);
            let line = self.line;
            // Stable: moves not shown to be better keep their order.
            if !self.stopped {
                self.root_moves[line..].sort_by_key(|root_move| -root_move.score);
            }
            if self.stopped || (alpha < score && score < beta) {
                return;
            }
            let bound = if score >= beta { Bound::Lower } else { Bound::Upper };
            if lines == 1 && task.signals.elapsed() >= TALKATIVE_AFTER {
                let mut root_move = self.root_moves[line].clone();
                // A mate is told with its whole line or not at all.
                root_move.score = as_advantage(root_move.score);
                self.tell(reporter, depth, 1, &root_move, bound);
            }
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (score - width).max(-INFINITE);
            } else {
                beta = (score + width).min(INFINITE);
            }
            width += width * self.tune.window_growth / 100;
            if width > 1000 || is_mate(score) {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Keeps the root move just shown to be best, in case the iteration is not completed. Its score may be a bound; it is
    /// told as if it were exact, being the best there is of the move that is played.
    pub(super) fn note_partial(&mut self, place: usize) {
        if self.line == 0 {
            self.partial = Some(self.root_moves[place].clone());
        }
    }

    /// Whether what has been found leaves nothing to wait for.
    fn is_enough(&mut self, best: &RootMove, course: Course) -> bool {
        let task = &self.task;
        if task.limits.mate.is_some_and(|moves| {
            is_mate(best.score) && MATE - best.score.abs() < 2 * moves.min(1000) as i32 + 1
        }) {
            return true;
        }
        if task.limits.soft_nodes.is_some_and(|soft| task.nodes().max(self.nodes) >= soft) {
            return true;
        }
        if self.thread != 0 || task.limits.infinite {
            return false;
        }
        let Some(soft) = task.budget.soft_after(course) else { return false };
        let soft = if task.budget.flexible && self.root_moves.len() == 1 { soft / 10 } else { soft };
        let clock = task.signals.clock();
        // What was thought in the opponent's time need not be thought again.
        self.ripe = clock.is_none() && task.signals.elapsed() >= soft;
        clock.is_some_and(|clock| clock >= soft)
    }

    /// Tells of lines, the best first, each mate with its whole line. Returns the first as it was told.
    pub(super) fn present(
        &mut self,
        reporter: Option<&Reporter>,
        depth: i32,
        mut root_moves: Vec<RootMove>,
    ) -> RootMove {
        if reporter.is_some() {
            root_moves.iter_mut().for_each(|root_move| self.make_tellable(root_move));
        }
        // Stable: only what a mate's whole line has shown changes the order.
        root_moves.sort_by_key(|root_move| -root_move.score);
        for (rank, root_move) in (1..).zip(&root_moves) {
            self.tell(reporter, depth, rank, root_move, Bound::Exact);
        }
        root_moves.swap_remove(0)
    }

    /// Tells of a line.
    fn tell(
        &mut self,
        reporter: Option<&Reporter>,
        depth: i32,
        rank: usize,
        root_move: &RootMove,
        bound: Bound,
    ) {
        if rank == 1 {
            self.told = Some(root_move.mv);
        }
        let Some(reporter) = reporter else { return };
        self.task.tell_nodes(self.thread, self.nodes);
        let score = root_move.score;
        reporter(Report::Line(Line {
            depth: depth.max(0) as u32,
            selective_depth: root_move.selective_depth.max(depth.max(0) as usize) as u32,
            rank,
            verdict: verdict(score),
            bound,
            chances: chances(score, self.rules.variant().chances),
            nodes: self.task.nodes(),
            elapsed: self.task.signals.elapsed(),
            table_fill: self.table.fill(),
            moves: self.shown_line(root_move),
        }));
    }
}

/// A line's score as its reader is told it when there is no move.
pub(super) fn stuck_line(score: Score, curve: [u16; 2], elapsed: Duration) -> Line {
    Line {
        depth: 0,
        selective_depth: 0,
        rank: 1,
        verdict: verdict(score),
        bound: Bound::Exact,
        chances: chances(score, curve),
        nodes: 0,
        elapsed,
        table_fill: 0,
        moves: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Small;
    use crate::eval::{Evaluator, samples};
    use crate::position::{Game, Position};
    use crate::search::limits::{Clock, Limits};
    use crate::search::table::Table;
    use crate::search::task::Task;
    use std::sync::Arc;

    #[test]
    fn what_was_thought_in_the_opponents_time_is_enough() {
        let rules = Arc::new(samples::rules::<Small>("chess"));
        let game = Game::new(Arc::clone(&rules), Position::start(&rules).unwrap());
        let first = RootMove::new(game.position().legal_moves(&rules)[0]);
        // The longer clock has a soft limit of half a minute, the other one of a few hundredths of a second.
        for (left, ripe) in [(3600, false), (3, true)] {
            let clock = Clock { left: Duration::from_secs(left), increment: Duration::ZERO };
            let limits = Limits { ponder: true, clock: Some(clock), ..Limits::default() };
            let (task, table) = (Arc::new(Task::new(game.clone(), limits, 1)), Arc::new(Table::new(1)));
            let evaluator = Evaluator::by_hand(&rules);
            let mut worker = Worker::new(evaluator, Arc::clone(&table), Arc::clone(&task), 0);
            worker.set_up(Arc::clone(&task), table);
            worker.root_moves = vec![first.clone(); 2];
            std::thread::sleep(Duration::from_millis(100));
            let course = Course { stable: 8, fallen: 0, share: 1000 };
            assert!(!worker.is_enough(&first, course) && !worker.must_stop(), "the opponent thinks yet");
            task.signals.ponder_hit();
            assert_eq!(worker.must_stop(), ripe);
        }
    }
}
