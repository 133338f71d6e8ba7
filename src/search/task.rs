//! One search asked for: where it starts, its limits, and the signals that end it.
//!
//! Every search has signals of its own, so what was meant for the last can never reach the next.

use super::clock::Budget;
use super::limits::Limits;
use crate::board::Layout;
use crate::position::Game;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A counter with a cache line to itself.
#[derive(Default)]
#[repr(align(64))]
struct Counter(AtomicU64);

/// Microseconds that mean "not yet".
const NEVER: u64 = u64::MAX;

/// What may end a search, from any thread.
pub struct Signals {
    stop: AtomicBool,
    /// Microseconds from the start at which the clock began to count; [`NEVER`] while pondering.
    clock_began: AtomicU64,
    started: Instant,
    /// Guards nothing but the order of changes and sleep.
    order: Mutex<()>,
    changed: Condvar,
}

impl Signals {
    /// Signals of a search that begins now.
    pub fn new(pondering: bool) -> Self {
        Signals {
            stop: AtomicBool::new(false),
            clock_began: AtomicU64::new(if pondering { NEVER } else { 0 }),
            started: Instant::now(),
            order: Mutex::new(()),
            changed: Condvar::new(),
        }
    }

    fn order(&self) -> MutexGuard<'_, ()> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the search soon.
    pub fn stop(&self) {
        let _order = self.order();
        self.stop.store(true, Ordering::Release);
        self.changed.notify_all();
    }

    /// Whether it was told to end.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }

    /// Lets the clock count from now, if it did not yet.
    pub fn ponder_hit(&self) {
        let _order = self.order();
        let now = (self.started.elapsed().as_micros() as u64).min(NEVER - 1);
        // A second hit changes nothing.
        let _ = self.clock_began.compare_exchange(NEVER, now, Ordering::AcqRel, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Whether the ponder hit is still awaited.
    pub fn pondering(&self) -> bool {
        self.clock_began.load(Ordering::Acquire) == NEVER
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time the clock has counted; `None` while pondering.
    pub fn clock(&self) -> Option<Duration> {
        match self.clock_began.load(Ordering::Acquire) {
            NEVER => None,
            began => Some(self.elapsed().saturating_sub(Duration::from_micros(began))),
        }
    }

    /// Sleeps until told to stop or, unless `forever`, until the clock counts.
    pub fn hold(&self, forever: bool) {
        let mut order = self.order();
        while !self.stopped() && (forever || self.pondering()) {
            order = self.changed.wait(order).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A search asked for, shared by all threads that work on it.
pub struct Task<L: Layout> {
    /// The game so far.
    pub game: Game<L>,
    /// When to end and what to look at.
    pub limits: Limits,
    /// The same in time.
    pub budget: Budget,
    /// What ends it.
    pub signals: Signals,
    /// Whether a thread beside the leader has completed the last iteration asked for.
    reached: AtomicBool,
    /// The iteration the leader is at.
    depth: AtomicI32,
    counters: Vec<Counter>,
}

impl<L: Layout> Task<L> {
    /// A search that begins now, by so many threads.
    pub fn new(game: Game<L>, limits: Limits, threads: usize) -> Self {
        Task {
            game,
            budget: Budget::new(&limits),
            signals: Signals::new(limits.ponder),
            limits,
            reached: AtomicBool::new(false),
            depth: AtomicI32::new(0),
            counters: (0..threads).map(|_| Counter::default()).collect(),
        }
    }

    /// The iteration a thread begins after the one it was at: the next for the leader. Every second of the others goes
    /// ahead of the leader, so that what it leaves in the table shortens the leader's next iteration.
    pub fn next_depth(&self, thread: usize, last: i32) -> i32 {
        if thread == 0 {
            self.depth.store(last + 1, Ordering::Relaxed);
        }
        let ahead = self.depth.load(Ordering::Relaxed) + thread as i32 % 2;
        ahead.max(last + 1)
    }

    /// Tells that the last iteration asked for is complete: nobody need work on it any more.
    pub fn tell_reached(&self) {
        self.reached.store(true, Ordering::Relaxed);
    }

    /// Whether it is, by a thread beside the leader.
    pub fn reached(&self) -> bool {
        self.reached.load(Ordering::Relaxed)
    }

    /// How many threads work on it.
    pub fn threads(&self) -> usize {
        self.counters.len()
    }

    /// Nodes so far, by all threads, as they last told.
    pub fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }

    /// Tells how many nodes a thread has searched.
    pub fn tell_nodes(&self, thread: usize, nodes: u64) {
        if let Some(counter) = self.counters.get(thread) {
            counter.0.store(nodes, Ordering::Relaxed);
        }
    }
}
