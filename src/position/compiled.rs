//! A game laid on a layout: the tables every position of it is played by. Compiled once, then only read.
//!
//! Movements are split into atoms that several kinds of men share: one family of leaps or one family of
//! rays. "Who attacks this square" is then one look for each atom, whatever the men are called.

use super::castling::{self, Castling};
use super::dead::Endings;
use super::keys::Keys;
use super::man::Man;
use super::moves::Kind;
use crate::board::{Colour, Coord, Layout, Lines, PerColour, Set, Square, SquareMap};
use crate::rules::{MAX_PIECE_TYPES, MAX_RIDES, Modality, MoveStep, Variant};
use arrayvec::ArrayVec;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Most pins one king can have while the masks are used: one for each ray of an enemy rider.
pub(super) const MAX_PINS: usize = 32;
/// A range that no board exceeds.
const UNLIMITED: u8 = 12;
/// Numbers into [`Rules::lines`].
type Rides = ArrayVec<u16, MAX_RIDES>;

/// How one kind of one side moves: leaps and rides to move or capture, to move only, to capture only.
struct Movement<L: Layout> {
    both: Part<L>,
    /// What it does only to move and only to capture; absent for the many men that make no difference.
    divided: Option<Box<[Part<L>; 2]>>,
}

struct Part<L: Layout> {
    leaps: SquareMap<L, Set<L>>,
    rides: Rides,
}

impl<L: Layout> Part<L> {
    #[inline(always)]
    fn reach(&self, lines: &[Lines<L>], from: Square<L>, occupied: Set<L>) -> Set<L> {
        let mut reach = self.leaps[from];
        for ride in &self.rides {
            reach |= lines[usize::from(*ride)].reach(from, occupied);
        }
        reach
    }
}

/// A family of capturing leaps and whose it is.
pub(super) struct LeapAtom<L: Layout> {
    /// From where a square is reached.
    pub(super) sources: SquareMap<L, Set<L>>,
    /// The kinds that leap so.
    pub(super) owners: ArrayVec<Kind, MAX_PIECE_TYPES>,
}

/// A family of capturing rides and whose it is.
pub(super) struct RideAtom {
    /// The lines that lead from a square back to its riders.
    pub(super) lines: usize,
    /// The kinds that ride so.
    pub(super) owners: ArrayVec<Kind, MAX_PIECE_TYPES>,
}

/// How one side's pawns move.
#[derive(Clone)]
pub struct PawnRules<L: Layout> {
    /// Places from a square to the one ahead.
    pub forward: i32,
    /// Places to each capture, and the pawns that stay on the board making it.
    pub captures: [(i32, Set<L>); 2],
    /// Squares attacked from each square.
    pub attacks: SquareMap<L, Set<L>>,
    /// From where a pawn may step twice.
    pub double_from: Set<L>,
    /// Where it promotes.
    pub promotion: Set<L>,
    /// The home rank, if pawns do not start there: no pawn can be so far back.
    pub behind: Set<L>,
    /// What it becomes, the most valuable first.
    pub promotions: ArrayVec<Kind, MAX_PIECE_TYPES>,
}

/// A [`Variant`] compiled for a layout.
pub struct Rules<L: Layout> {
    variant: Arc<Variant>,
    board: Set<L>,
    pawn: Option<Kind>,
    king: Kind,
    movements: PerColour<Vec<Movement<L>>>,
    lines: Vec<Lines<L>>,
    pub(super) leap_atoms: PerColour<Vec<LeapAtom<L>>>,
    pub(super) ride_atoms: PerColour<Vec<RideAtom>>,
    pawns: PerColour<PawnRules<L>>,
    pub(super) castlings: Vec<Castling<L>>,
    /// By the king's home: first and past-the-last number of its castlings.
    pub(super) castlings_from: SquareMap<L, (u16, u16)>,
    pub(super) keys: Keys<L>,
    pub(super) masks_hold: bool,
    pub(super) endings: Endings<L>,
}

/// The game's board is larger than the layout.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name} has a board of {files}x{ranks}, too large for this layout")]
pub struct TooLarge {
    name: String,
    files: u8,
    ranks: u8,
}

impl<L: Layout> Rules<L> {
    /// Compiles a game.
    ///
    /// # Errors
    /// [`TooLarge`] if the layout has not enough files or ranks for the board.
    pub fn new(variant: Arc<Variant>) -> Result<Self, TooLarge> {
        if variant.files > L::STRIDE || variant.ranks > L::RANKS {
            return Err(TooLarge { name: variant.name.clone(), files: variant.files, ranks: variant.ranks });
        }
        let kinds = variant.pieces.len();
        let mut workshop = Workshop { variant: &variant, lines: Vec::new(), families: BTreeMap::new() };
        let movements = PerColour(
            Colour::BOTH.map(|colour| (0..kinds).map(|kind| workshop.movement(kind, colour)).collect()),
        );
        let leap_atoms = PerColour(Colour::BOTH.map(|colour| workshop.leap_atoms(colour)));
        let ride_atoms = PerColour(Colour::BOTH.map(|colour| workshop.ride_atoms(colour)));
        let lines = workshop.lines;
        let castlings = castling::compile(&variant);
        let mut rules = Rules {
            board: all_squares(&variant).collect(),
            pawn: variant.pawn.map(|pawn| Kind(pawn as u8)),
            king: Kind(variant.king as u8),
            pawns: PerColour(Colour::BOTH.map(|colour| pawn_rules(&variant, colour))),
            castlings_from: castling::by_king_home(&castlings),
            keys: Keys::new(kinds),
            masks_hold: true,
            endings: Endings::default(),
            variant: Arc::clone(&variant),
            movements,
            lines,
            leap_atoms,
            ride_atoms,
            castlings,
        };
        rules.masks_hold = rules.masks_can_hold();
        rules.endings = Endings::new(&rules);
        Ok(rules)
    }

    /// The game.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// Every square of the board in play.
    #[inline(always)]
    pub fn board(&self) -> Set<L> {
        self.board
    }

    /// The pawn, for games that have one.
    #[inline(always)]
    pub fn pawn(&self) -> Option<Kind> {
        self.pawn
    }

    /// The king.
    #[inline(always)]
    pub fn king(&self) -> Kind {
        self.king
    }

    /// Every kind of man in the game.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + use<L> {
        (0..self.movements[Colour::White].len() as u8).map(Kind)
    }

    /// The kinds that are neither pawn nor king.
    #[inline(always)]
    pub fn pieces(&self) -> impl Iterator<Item = Kind> + use<L> {
        // The pawn is the first kind and the king the last: a variant's promise.
        (u8::from(self.pawn.is_some())..self.king.0).map(Kind)
    }

    /// How a side's pawns move. Meaningless in games without pawns.
    #[inline(always)]
    pub fn pawns(&self, colour: Colour) -> &PawnRules<L> {
        &self.pawns[colour]
    }

    /// The castlings of the game, by number.
    pub fn castlings(&self) -> &[Castling<L>] {
        &self.castlings
    }

    /// Where a man of that kind (not a pawn) can move or capture from a square, own men included.
    #[inline(always)]
    pub fn reach(&self, kind: Kind, colour: Colour, from: Square<L>, occupied: Set<L>) -> Set<L> {
        let movement = &self.movements[colour][kind.index()];
        let both = movement.both.reach(&self.lines, from, occupied);
        match &movement.divided {
            None => both,
            Some(parts) => {
                let [quiet, capture] = &**parts;
                both | quiet.reach(&self.lines, from, occupied).without(occupied)
                    | (capture.reach(&self.lines, from, occupied) & occupied)
            }
        }
    }

    /// The squares some pawns attack.
    #[inline(always)]
    pub fn pawn_attacks(&self, pawns: Set<L>, colour: Colour) -> Set<L> {
        let captures = &self.pawns[colour].captures;
        captures.iter().fold(Set::EMPTY, |set, (offset, inner)| set | (pawns & *inner).shifted(*offset))
    }

    /// The squares a man attacks: where it could capture, pawns included.
    #[inline(always)]
    pub fn attacks(&self, kind: Kind, colour: Colour, from: Square<L>, occupied: Set<L>) -> Set<L> {
        if Some(kind) == self.pawn {
            return self.pawns[colour].attacks[from];
        }
        let movement = &self.movements[colour][kind.index()];
        let both = movement.both.reach(&self.lines, from, occupied);
        match &movement.divided {
            None => both,
            Some(parts) => both | parts[1].reach(&self.lines, from, occupied),
        }
    }

    /// The castlings of a king at home on that square.
    pub(super) fn castlings_of(&self, home: Square<L>) -> &[Castling<L>] {
        let (first, end) = self.castlings_from[home];
        self.castlings.get(usize::from(first)..usize::from(end)).unwrap_or_default()
    }

    /// What a man on a square adds to a position's key, by exclusive-or.
    pub fn man_key(&self, man: Man, square: Square<L>) -> u64 {
        self.keys.man(man, square)
    }

    /// What a change of the side to move does to a position's key.
    pub fn turn_key(&self) -> u64 {
        self.keys.black
    }

    /// The lines with that number in an atom.
    #[inline(always)]
    pub(super) fn lines(&self, number: usize) -> &Lines<L> {
        &self.lines[number]
    }

    /// Whether check and pin masks tell the truth here: no man attacks one square in two ways of which a
    /// blocker would stop only one, and no king can have more pins than fit.
    fn masks_can_hold(&self) -> bool {
        let rays = |colour: Colour| -> usize {
            self.ride_atoms[colour].iter().map(|atom| self.lines[atom.lines].rays()).sum()
        };
        if Colour::BOTH.into_iter().any(|colour| rays(colour) > MAX_PINS) {
            return false;
        }
        Colour::BOTH.into_iter().all(|colour| {
            self.movements[colour].iter().all(|movement| {
                let parts = || {
                    let capture = movement.divided.as_ref().map(|parts| &parts[1]);
                    [Some(&movement.both), capture].into_iter().flatten()
                };
                self.board.into_iter().all(|from| {
                    let mut seen = parts().fold(Set::EMPTY, |seen, part| seen | part.leaps[from]);
                    parts().flat_map(|part| &part.rides).all(|ride| {
                        let open = self.lines[usize::from(*ride)].open(from);
                        let apart = !seen.intersects(open);
                        seen |= open;
                        apart
                    })
                })
            })
        })
    }
}

fn all_squares<L: Layout>(variant: &Variant) -> impl Iterator<Item = Square<L>> + use<L> {
    let (files, ranks) = (variant.files, variant.ranks);
    (0..ranks).flat_map(move |rank| (0..files).filter_map(move |file| Square::at(Coord { file, rank })))
}

/// Squares from coordinates that the reader of the game has already checked.
pub(super) fn to_set<L: Layout>(coords: &[Coord]) -> Set<L> {
    coords.iter().filter_map(|coord| Square::at(*coord)).collect()
}

/// The steps of a kind as that side makes them on the board; a pawn's are its captures.
fn steps_on_board(variant: &Variant, kind: usize, colour: Colour) -> Vec<MoveStep> {
    let pawn_captures =
        [-1, 1].map(|files| MoveStep { files, ranks: 1, range: 1, modality: Modality::Capture });
    let steps = if variant.pawn == Some(kind) { &pawn_captures[..] } else { &variant.pieces[kind].steps[..] };
    let longest = variant.files.max(variant.ranks);
    let turn = if colour == Colour::White { 1 } else { -1 };
    steps
        .iter()
        .map(|step| MoveStep {
            files: step.files * turn,
            ranks: step.ranks * turn,
            range: if step.range + 1 >= longest { UNLIMITED } else { step.range },
            ..*step
        })
        .collect()
}

fn pawn_rules<L: Layout>(variant: &Variant, colour: Colour) -> PawnRules<L> {
    let stride = i32::from(L::STRIDE);
    let forward = if colour == Colour::White { stride } else { -stride };
    let inner = |edge: u8| all_squares::<L>(variant).filter(|square| square.file() != edge).collect();
    let mut attacks = SquareMap::default();
    for from in all_squares::<L>(variant) {
        for (files, ranks) in [(-1, forward.signum() as i8), (1, forward.signum() as i8)] {
            let target = from.coord().step(files, ranks, variant.files, variant.ranks);
            attacks[from] |= target.and_then(Square::at).map_or(Set::EMPTY, Set::of);
        }
    }
    PawnRules {
        forward,
        captures: [(forward - 1, inner(0)), (forward + 1, inner(variant.files - 1))],
        attacks,
        double_from: to_set(&variant.double_step_region[colour]),
        promotion: to_set(&variant.promotion_region[colour]),
        behind: first_rank(variant, colour),
        promotions: variant.promotions[colour].iter().map(|kind| Kind(*kind as u8)).collect(),
    }
}

/// A side's first rank, or nothing if the start position has one of its pawns there.
fn first_rank<L: Layout>(variant: &Variant, colour: Colour) -> Set<L> {
    let board = variant.start.split_whitespace().next().unwrap_or_default();
    let (rank, text) = match colour {
        Colour::White => (0, board.rsplit('/').next()),
        Colour::Black => (variant.ranks - 1, board.split('/').next()),
    };
    let letter = variant.pawn.map(|pawn| match colour {
        Colour::White => variant.pieces[pawn].letter,
        Colour::Black => variant.pieces[pawn].letter.to_ascii_lowercase(),
    });
    if letter.is_some_and(|letter| text.unwrap_or_default().contains(letter)) {
        return Set::EMPTY;
    }
    all_squares::<L>(variant).filter(|square| square.rank() == rank).collect()
}

/// Steps of one family and how far they ride.
type Family = (Vec<(i8, i8)>, u8);

/// What compiling needs in hand: lines are made once for each family.
struct Workshop<'v, L: Layout> {
    variant: &'v Variant,
    lines: Vec<Lines<L>>,
    families: BTreeMap<Family, usize>,
}

impl<L: Layout> Workshop<'_, L> {
    fn line_number(&mut self, mut steps: Vec<(i8, i8)>, range: u8) -> usize {
        steps.sort_unstable();
        let next = self.lines.len();
        let number = *self.families.entry((steps.clone(), range)).or_insert(next);
        if number == next {
            self.lines.push(Lines::new(&steps, range, self.variant.files, self.variant.ranks));
        }
        number
    }

    /// The rides among some steps, split into families of one shape and range.
    fn families(steps: &[MoveStep]) -> Vec<Family> {
        let mut families = BTreeMap::<_, Vec<(i8, i8)>>::new();
        for step in steps.iter().filter(|step| step.range > 1) {
            families.entry((step.shape(), step.range)).or_default().push((step.files, step.ranks));
        }
        families.into_iter().map(|((_, range), steps)| (steps, range)).collect()
    }

    fn part(&mut self, steps: &[MoveStep], modality: Modality) -> Part<L> {
        let steps: Vec<MoveStep> = steps.iter().filter(|step| step.modality == modality).copied().collect();
        let mut leaps = SquareMap::default();
        for from in all_squares::<L>(self.variant) {
            for step in steps.iter().filter(|step| step.range == 1) {
                let to = from.coord().step(step.files, step.ranks, self.variant.files, self.variant.ranks);
                leaps[from] |= to.and_then(Square::at).map_or(Set::EMPTY, Set::of);
            }
        }
        let rides = Self::families(&steps)
            .into_iter()
            .map(|(steps, range)| self.line_number(steps, range) as u16)
            .collect();
        Part { leaps, rides }
    }

    fn movement(&mut self, kind: usize, colour: Colour) -> Movement<L> {
        if self.variant.pawn == Some(kind) {
            return Movement { both: self.part(&[], Modality::Both), divided: None };
        }
        let steps = steps_on_board(self.variant, kind, colour);
        let divided = steps
            .iter()
            .any(|step| step.modality != Modality::Both)
            .then(|| Box::new([self.part(&steps, Modality::Quiet), self.part(&steps, Modality::Capture)]));
        Movement { both: self.part(&steps, Modality::Both), divided }
    }

    fn leap_atoms(&self, colour: Colour) -> Vec<LeapAtom<L>> {
        let mut owners = BTreeMap::<(i8, i8), Vec<usize>>::new();
        for kind in 0..self.variant.pieces.len() {
            for step in steps_on_board(self.variant, kind, colour) {
                if step.range == 1 && step.modality != Modality::Quiet {
                    let owners = owners.entry((step.files, step.ranks)).or_default();
                    if !owners.contains(&kind) {
                        owners.push(kind);
                    }
                }
            }
        }
        let mut families = BTreeMap::<Vec<usize>, Vec<(i8, i8)>>::new();
        for (step, owners) in owners {
            families.entry(owners).or_default().push(step);
        }
        families
            .into_iter()
            .map(|(owners, steps)| {
                let mut sources = SquareMap::default();
                for target in all_squares::<L>(self.variant) {
                    for (files, ranks) in &steps {
                        let source =
                            target.coord().step(-files, -ranks, self.variant.files, self.variant.ranks);
                        sources[target] |= source.and_then(Square::at).map_or(Set::EMPTY, Set::of);
                    }
                }
                LeapAtom { sources, owners: owners.into_iter().map(|kind| Kind(kind as u8)).collect() }
            })
            .collect()
    }

    fn ride_atoms(&mut self, colour: Colour) -> Vec<RideAtom> {
        let mut owners = BTreeMap::<Family, Vec<usize>>::new();
        for kind in 0..self.variant.pieces.len() {
            let mut steps = steps_on_board(self.variant, kind, colour);
            for modality in [Modality::Both, Modality::Capture] {
                let steps: Vec<MoveStep> = steps.extract_if(.., |step| step.modality == modality).collect();
                for (mut steps, range) in Self::families(&steps) {
                    steps.sort_unstable();
                    owners.entry((steps, range)).or_default().push(kind);
                }
            }
        }
        owners
            .into_iter()
            .map(|((steps, range), owners)| {
                // Back from the target to the rider: every step reversed.
                let back = steps.iter().map(|(files, ranks)| (-files, -ranks)).collect();
                RideAtom {
                    lines: self.line_number(back, range),
                    owners: owners.into_iter().map(|kind| Kind(kind as u8)).collect(),
                }
            })
            .collect()
    }
}
