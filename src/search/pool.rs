//! The threads that search, and the one conversation with them: a task in, reports out.
//!
//! Every thread owns its [`Worker`]; tasks go to it by channel. Thread 0 leads: it alone reports and ends
//! the search. Nothing is borrowed from one thread to another.

use super::deepen::{Outcome, Reporter, stuck_line};
use super::limits::Limits;
use super::report::Report;
use super::root::RootMove;
use super::score::{DRAW, MAX_PLY, Score};
use super::table::Table;
use super::task::Task;
use super::worker::Worker;
use crate::board::Layout;
use crate::eval::Evaluator;
use crate::position::{Ending, Game, Move, Position, Rules};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// Room for the deepest recursion on the largest layout.
const STACK: usize = 64 << 20;
/// Time between two looks at whether somebody wants it to end.
const LOOK: Duration = Duration::from_millis(50);

/// What a thread is sent.
enum Job<L: Layout> {
    /// Search with this table; tell the leader, or if it leads, listen to the others.
    Search(Arc<Task<L>>, Arc<Table>),
    /// Forget what was learned, and let go of any table but this.
    Forget(Arc<Table>),
}

/// A thread and the way to it. Dropping the way ends the thread.
struct Thread<L: Layout> {
    jobs: Sender<Job<L>>,
    handle: JoinHandle<()>,
}

/// All threads that search one game, with their table.
pub struct Pool<L: Layout> {
    evaluator: Evaluator<L>,
    table: Arc<Table>,
    reporter: Arc<Reporter>,
    threads: Vec<Thread<L>>,
    /// Told by the leader after each search's last report, and by each thread after forgetting.
    done: Receiver<()>,
    /// The search that runs or ran last.
    task: Option<Arc<Task<L>>>,
    running: bool,
}

impl<L: Layout> Pool<L> {
    /// Threads that search a game with the net built in for it or the hand-made evaluation, at least one. The
    /// reporter is called from one of them, one report at a time.
    pub fn new(rules: Arc<Rules<L>>, threads: usize, hash_mebibytes: usize, reporter: Arc<Reporter>) -> Self {
        let evaluator = Evaluator::new(&rules);
        Self::with_evaluator(evaluator, threads, hash_mebibytes, reporter)
    }

    /// As [`Pool::new`] with an evaluator of the caller's.
    pub fn with_evaluator(
        evaluator: Evaluator<L>,
        threads: usize,
        hash_mebibytes: usize,
        reporter: Arc<Reporter>,
    ) -> Self {
        let mut pool = Pool {
            evaluator,
            table: Arc::new(Table::new(hash_mebibytes)),
            reporter,
            threads: Vec::new(),
            done: crossbeam_channel::never(),
            task: None,
            running: false,
        };
        pool.start_threads(threads);
        pool
    }

    fn start_threads(&mut self, threads: usize) {
        let (done, is_done) = unbounded();
        let (outcomes, heard) = unbounded();
        self.done = is_done;
        for thread in 0..threads.max(1) {
            let (jobs, orders) = unbounded();
            let crew = Crew {
                worker: None,
                table: Arc::clone(&self.table),
                evaluator: self.evaluator.sibling(),
                thread,
                orders,
                outcomes: outcomes.clone(),
                heard: (thread == 0).then(|| heard.clone()),
                done: done.clone(),
                reporter: Arc::clone(&self.reporter),
            };
            let builder = Builder::new().name(format!("search {thread}")).stack_size(STACK);
            match builder.spawn(move || crew.serve()) {
                Ok(handle) => self.threads.push(Thread { jobs, handle }),
                Err(error) => {
                    log::warn!("only {thread} search threads could be started: {error}");
                    break;
                }
            }
        }
    }

    /// The evaluator all threads have one like.
    pub fn evaluator(&self) -> &Evaluator<L> {
        &self.evaluator
    }

    /// Starts a search. It ends with exactly one [`Report::Best`], after at least one [`Report::Line`]. A
    /// search that still runs is stopped first, its best move reported.
    pub fn start(&mut self, game: &Game<L>, limits: Limits) {
        self.stop();
        self.wait();
        self.table.grow_older();
        let task = Arc::new(Task::new(game.clone(), limits, self.threads.len()));
        for thread in &self.threads {
            // A thread that is gone has panicked, which aborts the program where it matters.
            let _ = thread.jobs.send(Job::Search(Arc::clone(&task), Arc::clone(&self.table)));
        }
        self.running = !self.threads.is_empty();
        self.task = Some(task);
    }

    /// Ends the search, if one runs. Its best move still comes.
    pub fn stop(&self) {
        if let Some(task) = &self.task {
            task.signals.stop();
        }
    }

    /// Turns a pondering search into a timed one.
    pub fn ponder_hit(&self) {
        if let Some(task) = &self.task {
            task.signals.ponder_hit();
        }
    }

    /// Waits until the search that runs, if one does, has reported its best move. An infinite one ends only
    /// when stopped.
    pub fn wait(&mut self) {
        if self.running {
            let _ = self.done.recv();
            self.running = false;
        }
    }

    /// As [`Pool::wait`], but a search that would wait for a word to end is given it.
    fn settle(&mut self) {
        if let Some(task) = self.task.as_ref().filter(|_| self.running)
            && (task.limits.infinite || task.signals.pondering())
        {
            task.signals.stop();
        }
        self.wait();
    }

    /// Nodes of the search that runs or ran last, over all threads. Exact once it has ended.
    pub fn nodes(&self) -> u64 {
        self.task.as_ref().map_or(0, |task| task.nodes())
    }

    /// Searches and waits for the end; the reporter is told as ever. Returns the nodes searched.
    pub fn search(&mut self, game: &Game<L>, limits: Limits) -> u64 {
        self.start(game, limits);
        self.wait();
        self.nodes()
    }

    /// As [`Pool::search`], but told to stop soon after `stop` is set.
    pub fn search_unless(&mut self, game: &Game<L>, limits: Limits, stop: &AtomicBool) {
        self.start(game, limits);
        while self.running && self.done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            if stop.load(Ordering::Relaxed) {
                self.stop();
            }
        }
        self.running = false;
    }

    /// Gives the table another size. What it held is forgotten. Returns the size it got, in MiB, which is
    /// less than asked for where memory is short.
    pub fn resize(&mut self, mebibytes: usize) -> usize {
        self.settle();
        // The old one first, or both must fit.
        self.table = Arc::new(Table::new(0));
        self.task = None;
        self.forget();
        self.table = Arc::new(Table::new(mebibytes));
        self.table.mebibytes()
    }

    /// Changes how many threads search. Their histories begin anew; the table stays.
    pub fn set_threads(&mut self, threads: usize) {
        self.settle();
        if threads.max(1) != self.threads.len() {
            self.end_threads();
            self.start_threads(threads);
        }
    }

    /// Searches with another evaluation from now on. Everything learned with the old one is forgotten.
    pub fn set_evaluator(&mut self, evaluator: Evaluator<L>) {
        self.settle();
        let threads = self.threads.len();
        self.end_threads();
        self.evaluator = evaluator;
        self.table.clear(threads);
        self.start_threads(threads);
    }

    /// How many threads search.
    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    /// Forgets everything learned, for a new game.
    pub fn clear(&mut self) {
        self.settle();
        self.table.clear(self.threads.len());
        self.forget();
    }

    fn forget(&mut self) {
        for thread in &self.threads {
            let _ = thread.jobs.send(Job::Forget(Arc::clone(&self.table)));
        }
        for _ in &self.threads {
            let _ = self.done.recv();
        }
    }

    fn end_threads(&mut self) {
        for Thread { jobs, handle } in self.threads.drain(..) {
            drop(jobs);
            let _ = handle.join();
        }
    }
}

impl<L: Layout> Drop for Pool<L> {
    fn drop(&mut self) {
        self.stop();
        self.wait();
        self.end_threads();
    }
}

/// What one thread runs.
struct Crew<L: Layout> {
    worker: Option<Box<Worker<L>>>,
    /// The table at the start.
    table: Arc<Table>,
    evaluator: Evaluator<L>,
    thread: usize,
    orders: Receiver<Job<L>>,
    outcomes: Sender<Outcome>,
    /// The leader's ear for the others.
    heard: Option<Receiver<Outcome>>,
    done: Sender<()>,
    reporter: Arc<Reporter>,
}

impl<L: Layout> Crew<L> {
    /// Works until nobody can send a job any more.
    fn serve(mut self) {
        self.make_ready();
        while let Ok(job) = self.orders.recv() {
            match job {
                Job::Search(task, table) => self.search(task, table),
                Job::Forget(table) => {
                    if let Some(worker) = &mut self.worker {
                        worker.forget(table);
                    }
                    let _ = self.done.send(());
                }
            }
        }
    }

    /// Makes the worker before anybody's clock runs.
    fn make_ready(&mut self) {
        let rules = Arc::clone(self.evaluator.rules());
        if let Ok(start) = Position::start(&rules) {
            let idle = Arc::new(Task::new(Game::new(rules, start), Limits::default(), 1));
            let table = std::mem::replace(&mut self.table, Arc::new(Table::new(0)));
            self.worker = Some(self.worker(idle, table));
        }
    }

    fn worker(&self, task: Arc<Task<L>>, table: Arc<Table>) -> Box<Worker<L>> {
        Box::new(Worker::new(self.evaluator.sibling(), table, task, self.thread))
    }

    fn search(&mut self, task: Arc<Task<L>>, table: Arc<Table>) {
        let made = self.worker.take();
        let mut worker = made.unwrap_or_else(|| self.worker(Arc::clone(&task), Arc::clone(&table)));
        worker.set_up(Arc::clone(&task), table);
        worker.root_moves = root_moves(&task);
        match &self.heard {
            Some(heard) => {
                self.lead(&mut worker, heard);
                self.worker = Some(worker);
                let _ = self.done.send(());
            }
            None => {
                if !worker.root_moves.is_empty() {
                    let _ = self.outcomes.send(worker.think(None));
                }
                self.worker = Some(worker);
            }
        }
    }

    /// The leader's search: reports, waits where it must, ends the others, tells the best move.
    fn lead(&self, worker: &mut Worker<L>, heard: &Receiver<Outcome>) {
        let task = Arc::clone(&worker.task);
        let signals = &task.signals;
        if worker.root_moves.is_empty() {
            let score = score_of_stuck(&task);
            (self.reporter)(Report::Line(stuck_line(
                score,
                worker.rules.variant().chances,
                signals.elapsed(),
            )));
            signals.hold(task.limits.infinite);
            signals.stop();
            (self.reporter)(Report::Best { best: None, ponder: None });
            return;
        }
        let own = worker.think(Some(&*self.reporter));
        signals.hold(task.limits.infinite);
        signals.stop();
        let others = (1..task.threads()).map_while(|_| heard.recv().ok()).collect::<Vec<_>>();
        let mut best = own.best.clone();
        let wanted = task.limits.depth.map_or(i32::MAX, |depth| depth.min(MAX_PLY as u32 - 1) as i32);
        if let Some(better) = elect(&own, &others, wanted).filter(|_| task.limits.lines <= 1) {
            // The time is up: a mate's line may take a moment more, no longer.
            worker.stopped = true;
            best = worker.present(Some(&*self.reporter), better.depth, vec![better.best.clone()]);
        }
        let ponder = worker.reply(&best);
        (self.reporter)(Report::Best { best: Some(best.mv), ponder });
    }
}

/// The moves to look at.
fn root_moves<L: Layout>(task: &Task<L>) -> Vec<RootMove> {
    let wanted = |mv: &Move| task.limits.root_moves.as_ref().is_none_or(|only| only.contains(mv));
    let moves = task.game.position().legal_moves(task.game.rules());
    moves.into_iter().filter(wanted).map(RootMove::new).collect()
}

/// What a position without a move is worth to the side to move.
fn score_of_stuck<L: Layout>(task: &Task<L>) -> Score {
    use super::score::{HIGHEST_ADVANTAGE, mated_in};
    let us = task.game.position().turn();
    match task.game.position().stuck(task.game.rules()) {
        Some(Ending::Checkmate) => mated_in(0),
        Some(Ending::Stalemate(Some(winner))) if winner == us => HIGHEST_ADVANTAGE,
        Some(Ending::Stalemate(Some(_))) => mated_in(0),
        _ => DRAW,
    }
}

/// The outcome to go by, if it is not the leader's: the move the threads agree on most, each voice weighed
/// by its depth and by how much its score exceeds the lowest (Lazy SMP, as in Stockfish).
fn elect<'o>(leader: &Outcome, others: &'o [Outcome], wanted: i32) -> Option<&'o Outcome> {
    // Whoever has completed the last iteration asked for has the answer to it.
    if leader.depth >= wanted {
        return None;
    }
    if let Some(complete) = others.iter().find(|outcome| outcome.depth >= wanted) {
        return Some(complete);
    }
    let all = || others.iter().chain([leader]);
    let lowest = all().map(|outcome| outcome.best.score).min()?;
    let weight = |outcome: &Outcome| i64::from(outcome.best.score - lowest + 14) * i64::from(outcome.depth);
    let votes = |mv: Move| all().filter(|outcome| outcome.best.mv == mv).map(weight).sum::<i64>();
    let best = others
        .iter()
        .max_by_key(|outcome| (votes(outcome.best.mv), weight(outcome), -(outcome.thread as i64)))?;
    let better = votes(best.best.mv) > votes(leader.best.mv)
        || super::score::is_win(best.best.score) && best.best.score > leader.best.score;
    (better && best.best.mv != leader.best.mv && best.depth > 0).then_some(best)
}
