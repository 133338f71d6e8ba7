//! Moves one after the other, the most promising first, made no sooner than they are needed.

use super::history::{Histories, Trail};
use super::parameters::Parameters;
use super::threats::Unseen;
use crate::board::{Layout, Set, Square};
use crate::position::{Action, Kind, Legality, Man, Move, Position, Rules, Sink, Values, Wanted, behind};

/// A move and how promising it is, in one number that is greater for a better move: so the best of many is found
/// without a branch, and several are compared at once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scored(i64);

impl Scored {
    const WORST: Scored = Scored(i64::MIN);

    #[inline(always)]
    fn new(mv: Move, score: i32) -> Self {
        Scored(i64::from(score) << 32 | i64::from(mv.bits()))
    }

    #[inline(always)]
    fn mv(self) -> Move {
        Move::from_bits(self.0 as u32)
    }

    #[inline(always)]
    fn score(self) -> i32 {
        (self.0 >> 32) as i32
    }
}

/// Moves as they come from the generator.
#[derive(Default)]
pub struct List(Vec<Scored>);

impl List {
    #[inline(always)]
    fn add(&mut self, mv: Move) {
        self.0.push(Scored::new(mv, 0));
    }
}

impl<L: Layout> Sink<L> for List {
    #[inline(always)]
    fn man(&mut self, from: Square<L>, targets: Set<L>) {
        for to in targets {
            self.add(Move::new(from, to, Action::Plain));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, offset: i32, targets: Set<L>, action: Action) {
        for to in targets {
            self.add(Move::new(behind(to, offset), to, action));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, offset: i32, targets: Set<L>, kinds: &[Kind]) {
        for to in targets {
            for kind in kinds {
                self.add(Move::new(behind(to, offset), to, Action::Promotion(*kind)));
            }
        }
    }

    #[inline(always)]
    fn single(&mut self, mv: Move) {
        self.add(mv);
    }
}

/// All a picker needs to see; the same for every call of one node.
pub struct Scene<'a, L: Layout> {
    /// The rules.
    pub rules: &'a Rules<L>,
    /// The position.
    pub position: &'a Position<L>,
    /// Its checks and pins.
    pub legality: &'a Legality<L>,
    /// What is known of moves.
    pub histories: &'a Histories<L>,
    /// What men are worth.
    pub values: &'a Values,
    /// The moves that led here.
    pub trail: Trail,
    /// What the enemy attacks, which nobody needs to know where no quiet moves are to be ordered.
    pub threats: &'a Unseen<L>,
    /// The numbers.
    pub tune: &'a Parameters,
}

#[derive(Clone, Copy)]
enum Stage {
    Table,
    MakeNoisy,
    GoodNoisy,
    MakeQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// Picks the moves of one node.
pub struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    list: List,
    /// Where the part of the list now picked from begins.
    next: usize,
    /// Captures that lose men, kept at the front of the list.
    bad: usize,
    /// Exchanges must gain this much for a capture to count as good; `None` to judge by its own worth.
    gain: Option<i32>,
    skip_quiets: bool,
}

impl Picker {
    /// All moves, in a list borrowed for the time; give it back by [`Picker::finish`].
    pub fn new(table_move: Option<Move>, list: List) -> Self {
        Picker { stage: Stage::Table, table_move, list, next: 0, bad: 0, gain: None, skip_quiets: false }
    }

    /// Captures and promotions that gain at least so much; the table's move in any case.
    pub fn noisy(table_move: Option<Move>, list: List, gain: i32) -> Self {
        Picker { gain: Some(gain), skip_quiets: true, ..Self::new(table_move, list) }
    }

    /// Gives the list back, for the next picker.
    pub fn finish(mut self) -> List {
        self.list.0.clear();
        self.list
    }

    /// No quiet moves from here on.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move.
    pub fn next<L: Layout>(&mut self, scene: &Scene<L>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::MakeNoisy;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::MakeNoisy => {
                    scene.position.generate(scene.rules, scene.legality, Wanted::Noisy, &mut self.list);
                    for scored in &mut self.list.0 {
                        *scored = Scored::new(scored.mv(), scene.noisy_score(scored.mv()));
                    }
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.best() {
                    Some(picked) if self.is_good(scene, picked) => return Some(picked.mv()),
                    Some(picked) => {
                        self.list.0[self.bad] = picked;
                        self.bad += 1;
                    }
                    None if self.gain.is_some() => self.stage = Stage::Done,
                    None => self.stage = Stage::MakeQuiet,
                },
                Stage::MakeQuiet => {
                    if !self.skip_quiets {
                        self.make_quiets(scene);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    let picked = if self.skip_quiets { None } else { self.best() };
                    if picked.is_some() {
                        return picked.map(Scored::mv);
                    }
                    self.list.0.truncate(self.bad);
                    self.next = 0;
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => {
                    let picked = self.list.0.get(self.next).copied();
                    self.next += 1;
                    if picked.is_some() {
                        return picked.map(Scored::mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    fn make_quiets<L: Layout>(&mut self, scene: &Scene<L>) {
        self.next = self.list.0.len();
        scene.position.generate(scene.rules, scene.legality, Wanted::Quiet, &mut self.list);
        let Scene { position, rules, values, tune, .. } = scene;
        let threats = scene.threats.of(position, rules, values, tune.threat_margin);
        let weights = (scene.tune.leaving_threat, scene.tune.entering_threat);
        for scored in &mut self.list.0[self.next..] {
            let mv = scored.mv();
            let safety =
                scene.position.man(mv.from()).map_or(0, |man| threats.bonus(man.kind(), mv, weights));
            let history = scene.histories.of_quiet(scene.position, mv, &scene.trail, threats.attacked);
            *scored = Scored::new(mv, history + safety);
        }
    }

    fn is_good<L: Layout>(&self, scene: &Scene<L>, picked: Scored) -> bool {
        let gain = self.gain.unwrap_or(-picked.score() / scene.tune.good_capture_share.max(1));
        scene.position.exchange_at_least(scene.rules, picked.mv(), gain, scene.values)
    }

    /// The best move of the part of the list that is left, taken out of it; the table's is not met again.
    #[inline(always)]
    fn best(&mut self) -> Option<Scored> {
        loop {
            let rest = self.list.0.get_mut(self.next..)?;
            let picked = rest.iter().copied().fold(Scored::WORST, Scored::max);
            let place = rest.iter().position(|scored| *scored == picked)?;
            rest.swap(0, place);
            self.next += 1;
            if Some(picked.mv()) != self.table_move {
                return Some(picked);
            }
        }
    }
}

impl<L: Layout> Scene<'_, L> {
    /// Most valuable victim first, tempered by how such captures have done.
    fn noisy_score(&self, mv: Move) -> i32 {
        let value = |kind| self.values.of(kind);
        let victim = match mv.action() {
            Action::EnPassant => self.rules.pawn().map_or(0, value),
            _ => self.position.man(mv.to()).map(Man::kind).map_or(0, value),
        };
        let promoted = mv.promotion().map_or(0, value);
        (victim + promoted) * self.tune.victim_weight + self.histories.of_noisy(self.position, mv)
    }
}
