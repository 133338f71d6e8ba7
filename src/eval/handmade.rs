//! The hand-made evaluation: what a position looks like to someone who knows the rules and nothing else.

use super::explain::{Term, Trace};
use super::king;
use super::pair::Pair;
use super::pawns::Structure;
use super::tables::Tables;
use super::worth::distance;
use crate::board::{Colour, Layout, PerColour, Set, Square};
use crate::position::{Kind, Position, Rules};
use crate::rules::MAX_PIECE_TYPES;

/// The middlegame's full measure.
pub(super) const FULL_PHASE: i32 = 256;
/// A full advantage.
pub(super) const FULL_SCALE: i32 = 64;

/// What one side attacks.
#[derive(Clone, Copy)]
pub(super) struct Attacks<L: Layout> {
    /// By each kind.
    pub by_kind: [Set<L>; MAX_PIECE_TYPES],
    /// By any man.
    pub all: Set<L>,
    /// By two or more.
    pub twice: Set<L>,
    /// Men that attack the enemy king's zone, and their weight in hundredths of a unit.
    pub zone_men: i32,
    pub zone_units: i32,
}

impl<L: Layout> Attacks<L> {
    fn none() -> Self {
        Attacks {
            by_kind: [Set::EMPTY; MAX_PIECE_TYPES],
            all: Set::EMPTY,
            twice: Set::EMPTY,
            zone_men: 0,
            zone_units: 0,
        }
    }

    #[inline(always)]
    fn add(&mut self, kind: Kind, set: Set<L>) {
        self.by_kind[kind.index()] |= set;
        self.twice |= self.all & set;
        self.all |= set;
    }
}

/// One evaluation at work.
pub(super) struct Judge<'a, L: Layout> {
    pub position: &'a Position<L>,
    pub rules: &'a Rules<L>,
    pub tables: &'a Tables<L>,
    pub pawns: PerColour<Set<L>>,
    pub attacks: PerColour<Attacks<L>>,
    /// Worth of each side's men but pawns.
    worth: PerColour<i32>,
}

/// What an evaluation comes to, from White's view.
pub(super) struct Judgement {
    pub total: Pair,
    pub phase: i32,
    pub scale: i32,
}

impl Judgement {
    /// One number, hundredths of a pawn.
    pub fn value(&self) -> i32 {
        (self.total.mg * self.phase + self.blend_eg() * (FULL_PHASE - self.phase)) / FULL_PHASE
    }

    fn blend_eg(&self) -> i32 {
        self.total.eg * self.scale / FULL_SCALE
    }
}

impl<'a, L: Layout> Judge<'a, L> {
    pub fn new(position: &'a Position<L>, rules: &'a Rules<L>, tables: &'a Tables<L>) -> Self {
        let pawns =
            Colour::BOTH.map(|colour| rules.pawn().map_or(Set::EMPTY, |pawn| position.men(pawn, colour)));
        let mut judge = Judge {
            position,
            rules,
            tables,
            pawns: PerColour(pawns),
            attacks: PerColour([Attacks::none(); 2]),
            worth: PerColour([0; 2]),
        };
        for colour in Colour::BOTH {
            if let Some(pawn) = rules.pawn() {
                judge.attacks[colour].add(pawn, rules.pawn_attacks(judge.pawns[colour], colour));
            }
            let king = position.king(colour);
            let steps = rules.attacks(rules.king(), colour, king, position.occupied());
            judge.attacks[colour].add(rules.king(), steps);
        }
        judge
    }

    /// The whole evaluation.
    pub fn run<T: Trace>(mut self, structure: &Structure<L>, trace: &mut T) -> Judgement {
        let mut sums = PerColour([Pair::default(); 2]);
        let mut add = |term, colour: Colour, value| {
            trace.add(term, colour, value);
            sums[colour] += value;
        };
        for colour in Colour::BOTH {
            self.men(colour, &mut add);
            add(Term::Pawns, colour, structure.score[colour]);
        }
        for colour in Colour::BOTH {
            add(Term::King, colour, king::safety(&self, colour));
            add(Term::Threats, colour, self.threats(colour));
            add(Term::Passed, colour, self.passed(structure.passed[colour], colour));
            add(Term::Pairs, colour, self.pairs(colour));
            add(Term::Drive, colour, self.drive(colour));
        }
        let total = sums[Colour::White] - sums[Colour::Black];
        let worth = self.worth[Colour::White] + self.worth[Colour::Black];
        Judgement {
            total,
            phase: (FULL_PHASE * worth / self.tables.start_worth).min(FULL_PHASE),
            scale: self.scale(if total.eg >= 0 { Colour::White } else { Colour::Black }),
        }
    }

    /// Material, squares, mobility and open files, man by man.
    #[inline(always)]
    fn men(&mut self, colour: Colour, add: &mut impl FnMut(Term, Colour, Pair)) {
        let tables = self.tables;
        let occupied = self.position.occupied();
        let own = self.position.of(colour);
        let enemy_zone = tables.sides[!colour].zone[self.position.king(!colour)];
        let forward = self.rules.pawns(colour).forward;
        let stopped = self.pawns[colour] & occupied.shifted(-forward);
        let pawn_danger = self.attacks[!colour].by_kind[self.rules.pawn().map_or(0, Kind::index)];
        let pawn_danger = if self.rules.pawn().is_some() { pawn_danger } else { Set::EMPTY };
        // Squares held by an own king or a stopped pawn, or covered by an enemy pawn, are no mobility.
        let area = !(Set::of(self.position.king(colour)) | stopped | pawn_danger);
        let own_pawn =
            self.rules.pawn().map_or(Set::EMPTY, |pawn| self.attacks[colour].by_kind[pawn.index()]);
        let outposts = own_pawn & tables.sides[colour].far;
        let outpost = Pair::new(tables.weights.outpost_mg, tables.weights.outpost_eg);
        let same_colour = Pair::new(tables.weights.same_colour_mg, tables.weights.same_colour_eg);
        let (mut place, mut material, mut reach_sum, mut files) =
            (Pair::default(), Pair::default(), Pair::default(), Pair::default());
        for kind in self.rules.pieces() {
            let table = &tables.kinds[kind.index()];
            for square in self.position.of_kind(kind) & own {
                let reach = self.rules.attacks(kind, colour, square, occupied);
                self.attacks[colour].add(kind, reach);
                place += table.place[colour][square];
                material += table.worth;
                self.worth[colour] += table.worth.mg;
                let reached = (reach & area).len().min(table.reach.len() - 1);
                reach_sum += table.reach[reached];
                let hits = (reach & enemy_zone).len() as i32;
                if hits > 0 {
                    self.attacks[colour].zone_men += 1;
                    self.attacks[colour].zone_units += table.zone + hits * tables.weights.zone_square;
                }
                if table.rides_files {
                    files += self.open_file(square, colour);
                }
                if table.worth.mg <= tables.lesser_worth && outposts.has(square) {
                    let unassailable = !self.pawns[!colour].intersects(tables.sides[colour].assault[square]);
                    place += outpost * i32::from(unassailable);
                }
                if table.bound {
                    let dark = tables.dark.has(square);
                    let same = if dark {
                        tables.dark & self.pawns[colour]
                    } else {
                        self.pawns[colour].without(tables.dark)
                    };
                    place += same_colour * same.len() as i32;
                }
            }
        }
        if let Some(pawn) = self.rules.pawn() {
            let table = &tables.kinds[pawn.index()];
            material += table.worth * self.pawns[colour].len() as i32;
            place +=
                self.pawns[colour].fold(Pair::default(), |sum, square| sum + table.place[colour][square]);
        }
        let king = &tables.kinds[self.rules.king().index()];
        place += king.place[colour][self.position.king(colour)];
        add(Term::Material, colour, material);
        add(Term::Place, colour, place);
        add(Term::Mobility, colour, reach_sum);
        add(Term::Files, colour, files);
    }

    #[inline(always)]
    fn open_file(&self, square: Square<L>, colour: Colour) -> Pair {
        let file = self.tables.files[usize::from(square.file())];
        let weights = &self.tables.weights;
        if file.intersects(self.pawns[colour]) {
            Pair::default()
        } else if file.intersects(self.pawns[!colour]) {
            Pair::new(weights.half_open_mg, 0)
        } else {
            Pair::new(weights.open_mg, weights.open_eg)
        }
    }

    /// What this side threatens.
    fn threats(&self, colour: Colour) -> Pair {
        let weights = &self.tables.weights;
        let (own, other) = (&self.attacks[colour], &self.attacks[!colour]);
        let enemy = self.position.of(!colour);
        let men = enemy.without(self.pawns[!colour]).without(Set::of(self.position.king(!colour)));
        let mut lesser = self.rules.pawn().map_or(Set::EMPTY, |pawn| own.by_kind[pawn.index()]);
        let mut score =
            Pair::new(weights.threat_by_pawn_mg, weights.threat_by_pawn_eg) * (lesser & men).len() as i32;
        lesser = Set::EMPTY;
        let mut threatened = 0;
        for kind in &self.tables.by_worth {
            threatened += (self.position.of_kind(*kind) & men & lesser).len() as i32;
            lesser |= own.by_kind[kind.index()];
        }
        score += Pair::new(weights.threat_by_lesser_mg, weights.threat_by_lesser_eg) * threatened;
        let forward = self.rules.pawns(colour).forward;
        let empty = self.rules.board().without(self.position.occupied());
        let safe = empty.without(other.all.without(own.all));
        let steps = self.pawns[colour].shifted(forward) & safe.without(self.rules.pawns(colour).promotion);
        let soon = (self.rules.pawn_attacks(steps, colour) & men).len() as i32;
        score += Pair::new(weights.threat_by_step_mg, weights.threat_by_step_eg) * soon;
        let restricted = (own.all & other.all).without(other.twice).without(enemy).len() as i32;
        score += Pair::new(weights.restricted_mg, weights.restricted_eg) * restricted;
        let hanging = (enemy & own.all).without(other.all).len() as i32;
        score + Pair::new(weights.hanging_mg, weights.hanging_eg) * hanging
    }

    fn passed(&self, passed: Set<L>, colour: Colour) -> Pair {
        let weights = &self.tables.weights;
        let side = &self.tables.sides[colour];
        let longest = self.tables.longest_way;
        let mut score = Pair::default();
        for square in passed {
            let nearness = (longest - side.steps[square]).max(0);
            let share = nearness * nearness * 256 / (longest * longest);
            let stop = Set::of(square).shifted(self.rules.pawns(colour).forward);
            let mut value = Pair::new(weights.passed_mg * share / 256, weights.passed_eg * share / 256);
            if self.position.occupied().intersects(stop) {
                value.eg = value.eg * weights.passed_blocked / 100;
            }
            let theirs = self.position.of(!colour) | self.attacks[!colour].all;
            if !stop.intersects(theirs) {
                let free = !side.ahead[square].intersects(theirs);
                let more = weights.passed_safe + i32::from(free) * weights.passed_free;
                value = Pair::new(value.mg + value.mg * more / 100, value.eg + value.eg * more / 100);
            }
            if let Some(stop) = stop.first() {
                let far = |king: Square<L>| distance(king, stop).min(5);
                let gap = far(self.position.king(!colour)) - far(self.position.king(colour));
                value.eg += gap * weights.passed_king_eg * share / 64;
            }
            score += value;
        }
        score
    }

    /// Pairs of men bound to different colours.
    fn pairs(&self, colour: Colour) -> Pair {
        let kinds = self.rules.pieces().filter(|kind| self.tables.kinds[kind.index()].bound);
        let bound = kinds.fold(Set::EMPTY, |set, kind| set | self.position.men(kind, colour));
        let dark = (bound & self.tables.dark).len();
        let pairs = dark.min(bound.len() - dark) as i32;
        Pair::new(self.tables.weights.pair_mg, self.tables.weights.pair_eg) * pairs
    }

    /// Against a bare king: to the edge, and the own king near.
    fn drive(&self, colour: Colour) -> Pair {
        if self.position.of(!colour).is_several() || self.worth[colour] <= self.tables.least_worth {
            return Pair::default();
        }
        let king = self.tables.kinds[self.rules.king().index()].place[!colour][self.position.king(!colour)];
        let gap = distance(self.position.king(colour), self.position.king(!colour));
        Pair::new(0, 200 - 12 * gap - 2 * king.eg)
    }

    /// How much of the endgame's advantage is real, in 64ths.
    fn scale(&self, stronger: Colour) -> i32 {
        let weights = &self.tables.weights;
        let (worth, other) = (self.worth[stronger], self.worth[!stronger]);
        let least = self.tables.least_worth;
        if self.pawns[stronger].is_empty() && worth - other <= least * 5 / 4 {
            return if worth <= least * 5 / 4 { weights.scale_no_pawns / 4 } else { weights.scale_no_pawns };
        }
        let lone = |colour: Colour| {
            let men = self.position.of(colour).without(self.pawns[colour]);
            let mut kinds = self.rules.pieces().filter(|kind| self.tables.kinds[kind.index()].bound);
            let bound = kinds.find_map(|kind| self.position.men(kind, colour).first());
            bound.filter(|_| men.len() == 2)
        };
        match (lone(stronger), lone(!stronger)) {
            (Some(one), Some(two)) if self.tables.dark.has(one) != self.tables.dark.has(two) => {
                weights.scale_opposite
            }
            _ => {
                let row = i32::from(self.rules.variant().files);
                let pawns = self.pawns[stronger].len() as i32;
                (weights.scale_few + weights.scale_many * pawns / row).min(FULL_SCALE)
            }
        }
    }
}
