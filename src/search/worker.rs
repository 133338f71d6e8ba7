//! One searching thread's own: position stack, histories, evaluator, counters. What is shared it only holds.

use super::depth::Logarithms;
use super::history::{Histories, Trail};
use super::parameters::Parameters;
use super::picker::{List, Scene};
use super::returns::Returns;
use super::root::RootMove;
use super::score::{MAX_PLY, Score, UNKNOWN, as_advantage};
use super::table::Table;
use super::task::Task;
use super::threats::{Threats, Unseen};
use crate::board::{Layout, Set};
use crate::eval::Evaluator;
use crate::position::{Legality, Move, Position, Rules};
use crate::rules::Outcome;
use std::sync::Arc;

/// Frames before the root, so that looking back needs no test.
const BEFORE_ROOT: usize = 6;
/// Nodes between looks at the clock and the signals: a power of two.
const NODES_BETWEEN_LOOKS: u64 = 256;
/// Nodes after which even the first iteration may be stopped.
const FIRST_ITERATION: u64 = 10_000;

/// What one ply of the line now searched remembers.
#[derive(Clone)]
pub(super) struct Frame {
    /// The move now searched from here; `None` for a pass.
    pub mv: Option<Move>,
    /// Its slot in the histories.
    pub slot: usize,
    /// Whether it neither captures nor promotes.
    pub quiet: bool,
    /// The corrected static evaluation, or [`UNKNOWN`] in check.
    pub eval: Score,
    /// The move left out while asking whether it is the only good one.
    pub excluded: Option<Move>,
    /// Plies since the last pass: no repetition reaches over one.
    pub since_pass: usize,
    /// How often moves from here refuted.
    pub cutoffs: u32,
    /// The best line from here.
    pub pv: Vec<Move>,
}

/// One thread's searcher.
pub(super) struct Worker<L: Layout> {
    pub rules: Arc<Rules<L>>,
    pub table: Arc<Table>,
    pub evaluator: Evaluator<L>,
    pub histories: Histories<L>,
    pub tune: Parameters,
    pub logarithms: Logarithms,
    returns: Returns<L>,
    pub task: Arc<Task<L>>,
    /// Its number; 0 leads.
    pub thread: usize,
    frames: Vec<Frame>,
    /// Keys of every position before the one now looked at, those of the game among them.
    keys: Vec<u64>,
    lists: Vec<List>,
    /// What the enemy attacks, by ply, once somebody has asked.
    threats: Vec<Unseen<L>>,
    pub ply: usize,
    pub nodes: u64,
    pub selective_depth: usize,
    /// Whether a search may break off: not before there is anything to show.
    pub may_stop: bool,
    pub stopped: bool,
    pub root_moves: Vec<RootMove>,
    /// The first root move of the line now searched.
    pub line: usize,
    pub root_depth: i32,
    /// The best root move of an iteration not yet completed.
    pub partial: Option<RootMove>,
    /// While pondering: whether the last iteration would have been enough, had the clock run.
    pub ripe: bool,
    /// The move that heads the last line told.
    pub told: Option<Move>,
    /// The last mate told with its whole line.
    pub whole: Option<RootMove>,
    /// Nodes at which a search beside the main one ends.
    leash: Option<u64>,
    /// Whether that one comes after the end of the main one.
    has_ended: bool,
    /// No passing before this ply, while a pass is being verified.
    pub no_pass_before: usize,
}

impl<L: Layout> Worker<L> {
    pub fn new(evaluator: Evaluator<L>, table: Arc<Table>, task: Arc<Task<L>>, thread: usize) -> Self {
        let rules = Arc::clone(evaluator.rules());
        let histories = Histories::new(&rules);
        let frame = Frame {
            mv: None,
            slot: histories.no_slot(),
            quiet: false,
            eval: UNKNOWN,
            excluded: None,
            since_pass: 0,
            cutoffs: 0,
            pv: Vec::new(),
        };
        Worker {
            table,
            evaluator,
            tune: Parameters::default(),
            logarithms: Logarithms::new(),
            returns: Returns::new(&rules),
            task,
            thread,
            rules,
            frames: vec![frame; BEFORE_ROOT + MAX_PLY + 4],
            histories,
            keys: Vec::new(),
            lists: Vec::new(),
            threats: vec![Unseen::new(); MAX_PLY + 1],
            ply: 0,
            nodes: 0,
            selective_depth: 0,
            may_stop: false,
            stopped: false,
            root_moves: Vec::new(),
            line: 0,
            root_depth: 0,
            partial: None,
            ripe: false,
            told: None,
            whole: None,
            leash: None,
            has_ended: false,
            no_pass_before: 0,
        }
    }

    /// Makes ready for a task.
    pub fn set_up(&mut self, task: Arc<Task<L>>, table: Arc<Table>) {
        self.keys.clear();
        self.keys.extend_from_slice(task.game.past());
        self.evaluator.set_up();
        let nothing = self.histories.no_slot();
        for frame in &mut self.frames {
            (frame.mv, frame.slot, frame.eval, frame.excluded) = (None, nothing, UNKNOWN, None);
            (frame.since_pass, frame.cutoffs) = (0, 0);
        }
        // Before the root everything was played, nothing passed.
        self.frames[BEFORE_ROOT].since_pass = self.keys.len();
        (self.ply, self.nodes, self.selective_depth, self.line) = (0, 0, 0, 0);
        (self.may_stop, self.stopped, self.ripe, self.no_pass_before) = (false, false, false, 0);
        (self.told, self.whole, self.leash, self.has_ended) = (None, None, None, false);
        self.task = task;
        self.table = table;
    }

    /// Forgets everything learned, and the table for another.
    pub fn forget(&mut self, table: Arc<Table>) {
        self.table = table;
        self.histories.clear();
    }

    /// The frame of this ply.
    #[inline(always)]
    pub fn frame(&mut self) -> &mut Frame {
        &mut self.frames[BEFORE_ROOT + self.ply]
    }

    /// The frame that many plies back, down to six before the root.
    #[inline(always)]
    pub fn back(&self, plies: usize) -> &Frame {
        &self.frames[BEFORE_ROOT + self.ply - plies]
    }

    /// The frame two plies on.
    #[inline(always)]
    pub fn grandchild_frame(&mut self) -> &mut Frame {
        &mut self.frames[BEFORE_ROOT + self.ply + 2]
    }

    /// The slots of the moves that led here.
    #[inline(always)]
    pub fn trail(&self) -> Trail {
        [1, 2, 4].map(|plies| self.back(plies).slot)
    }

    /// Another position is looked at at this ply, for [`Worker::threats`].
    #[inline(always)]
    pub fn forget_threats(&mut self) {
        self.threats[self.ply] = Unseen::new();
    }

    /// What the enemy attacks in the position at this ply; only the first to ask looks.
    #[inline(always)]
    pub fn threats(&self, position: &Position<L>) -> &Threats<L> {
        let (values, margin) = (self.evaluator.values(), self.tune.threat_margin);
        self.threats[self.ply].of(position, &self.rules, values, margin)
    }

    /// What a picker looks at.
    #[inline(always)]
    pub fn scene<'a>(
        &'a self,
        position: &'a Position<L>,
        legality: &'a Legality<L>,
        trail: Trail,
    ) -> Scene<'a, L> {
        Scene {
            rules: &self.rules,
            position,
            legality,
            histories: &self.histories,
            values: self.evaluator.values(),
            trail,
            threats: &self.threats[self.ply],
            tune: &self.tune,
        }
    }

    /// An empty list for a picker.
    pub fn take_list(&mut self) -> List {
        self.lists.pop().unwrap_or_default()
    }

    /// Keeps a list for the next picker.
    pub fn keep_list(&mut self, list: List) {
        self.lists.push(list);
    }

    /// Plays a move from a position, one ply further.
    #[inline(always)]
    pub fn play(&mut self, position: &Position<L>, mv: Move) -> Position<L> {
        let slot = self.histories.slot(position, mv);
        let frame = self.frame();
        (frame.mv, frame.slot, frame.quiet) = (Some(mv), slot, !position.is_noisy(mv));
        let since_pass = frame.since_pass + 1;
        let mut child = *position;
        self.evaluator.enter();
        child.play(&self.rules, mv, &mut self.evaluator);
        self.go_down(position, &child, since_pass);
        child
    }

    /// Passes, one ply further.
    pub fn pass(&mut self, position: &Position<L>) -> Position<L> {
        let nothing = self.histories.no_slot();
        let frame = self.frame();
        (frame.mv, frame.slot) = (None, nothing);
        let mut child = *position;
        self.evaluator.enter();
        child.pass(&self.rules);
        self.go_down(position, &child, 0);
        child
    }

    #[inline(always)]
    fn go_down(&mut self, position: &Position<L>, child: &Position<L>, since_pass: usize) {
        self.table.prefetch(child.key());
        self.keys.push(position.key());
        self.ply += 1;
        self.nodes += 1;
        self.frame().since_pass = since_pass;
        self.look_up();
    }

    /// One ply back.
    #[inline(always)]
    pub fn go_back(&mut self) {
        self.ply -= 1;
        self.keys.pop();
        self.evaluator.leave();
    }

    /// Now and then: is it time to stop?
    #[inline(always)]
    fn look_up(&mut self) {
        let end = self.leash.or(self.task.limits.nodes);
        let exact = end.is_some_and(|limit| self.nodes >= limit);
        if exact || self.nodes & (NODES_BETWEEN_LOOKS - 1) == 0 {
            self.look_at_limits();
        }
    }

    fn look_at_limits(&mut self) {
        if let Some(end) = self.leash {
            self.stopped |= self.nodes >= end;
        }
        if self.has_ended {
            return;
        }
        self.task.tell_nodes(self.thread, self.nodes);
        // The first iteration is finished first, unless a crowded board makes it a long one.
        if self.may_stop || self.nodes >= FIRST_ITERATION {
            self.stopped |= self.must_stop();
        }
    }

    /// Whether the search as a whole has come to one of its limits.
    pub fn must_stop(&self) -> bool {
        let task = &self.task;
        let hard = task.budget.hard.filter(|_| self.thread == 0);
        task.signals.stopped()
            || task.reached()
            || task.limits.nodes.is_some_and(|limit| task.nodes() >= limit)
            || hard.zip(task.signals.clock()).is_some_and(|(hard, clock)| clock >= hard)
            || self.ripe && !task.signals.pondering()
    }

    /// Searches something beside the main search, for so many nodes at most. If the main search has ended
    /// already, its limits are passed over and the nodes not counted.
    pub fn on_leash<T>(&mut self, nodes: u64, search: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.nodes;
        self.has_ended = self.stopped;
        self.stopped = false;
        let most = self.task.limits.nodes.filter(|_| !self.has_ended).unwrap_or(u64::MAX);
        self.leash = Some(most.min(before + nodes));
        let result = search(self);
        self.leash = None;
        self.stopped = self.has_ended || self.may_stop && self.must_stop();
        if self.has_ended {
            self.nodes = before;
        }
        self.has_ended = false;
        result
    }

    /// Whether the position has occurred before in a way that draws: once within what is searched, or as
    /// often as the game asks, the game so far counted.
    pub fn repeats(&self, position: &Position<L>) -> bool {
        let needed = usize::from(self.rules.variant().repetitions);
        if needed == 0 {
            return false;
        }
        let reach = usize::from(position.quiet_plies()).min(self.back(0).since_pass).min(self.keys.len());
        let mut seen = 1;
        for plies in (4..=reach).step_by(2) {
            if self.keys[self.keys.len() - plies] == position.key() {
                seen += 1;
                if plies < self.ply || seen >= needed {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the side to move can bring about, by one move, a position that has occurred within what is
    /// searched: then it has a draw at least.
    pub fn can_repeat(&self, position: &Position<L>) -> bool {
        if self.rules.variant().repetitions == 0 {
            return false;
        }
        let reach =
            usize::from(position.quiet_plies()).min(self.back(0).since_pass).min(self.ply.saturating_sub(1));
        (3..=reach).step_by(2).any(|plies| {
            let change = position.key() ^ self.keys[self.keys.len() - plies];
            self.returns.can_play(position, &self.rules, change)
        })
    }

    /// Plies until the move rule ends the game.
    pub fn plies_left(&self, position: &Position<L>) -> i32 {
        match self.rules.variant().move_rule {
            0 => i32::MAX,
            limit => i32::from(limit) - i32::from(position.quiet_plies()),
        }
    }

    /// Whether the game is drawn here whatever is played; mate on the last ply counts first, and so does a stalemate
    /// that somebody wins.
    pub fn is_drawn(&self, position: &Position<L>) -> bool {
        if self.repeats(position) || position.quiet_plies() == 0 && position.is_dead(&self.rules) {
            return true;
        }
        if self.plies_left(position) > 0 {
            return false;
        }
        let may_lose = position.in_check(&self.rules) || self.rules.variant().stalemate != Outcome::Draw;
        !may_lose || position.has_legal_move(&self.rules)
    }

    /// Whether the man moved gives check from where it lands. Checks it uncovers are not seen.
    pub fn checks(&self, position: &Position<L>, mv: Move) -> bool {
        let (us, to) = (position.turn(), mv.to());
        let Some(man) = position.man(mv.from()) else { return false };
        let kind = mv.promotion().unwrap_or(man.kind());
        let occupied = position.occupied().without(Set::of(mv.from()));
        kind != self.rules.king() && self.rules.attacks(kind, us, to, occupied).has(position.king(!us))
    }

    /// What having no legal move is worth here.
    pub fn stuck_score(&self, in_check: bool) -> Score {
        use super::score::{DRAW, mate_in, mated_in};
        match self.rules.variant().stalemate {
            _ if in_check => mated_in(self.ply),
            Outcome::Draw => DRAW,
            Outcome::Loss => mated_in(self.ply),
            Outcome::Win => mate_in(self.ply),
        }
    }

    /// The static evaluation, uncorrected.
    pub fn evaluate(&mut self, position: &Position<L>) -> Score {
        as_advantage(self.evaluator.evaluate(position))
    }

    /// A static evaluation set right by what was learned of like positions.
    pub fn corrected(&self, position: &Position<L>, eval: Score) -> Score {
        as_advantage(eval + self.histories.correction(position))
    }

    /// Makes this ply's best line a move and the next ply's.
    pub fn extend_line(&mut self, mv: Move) {
        let (upper, lower) = self.frames.split_at_mut(BEFORE_ROOT + self.ply + 1);
        if let (Some(own), Some(next)) = (upper.last_mut(), lower.first()) {
            own.pv.clear();
            own.pv.push(mv);
            own.pv.extend_from_slice(&next.pv);
        }
    }
}
