//! What the search has learned of moves while it runs. Tables are as large as the game needs, no larger.

use super::score::Score;
use crate::board::{Colour, Layout, Set, Square, SquareMap};
use crate::position::{Kind, Man, Move, Position, Rules};

/// The largest value of a history of moves.
pub const HISTORY_LIMIT: i32 = 16_384;
/// Pawn arrangements told apart by the pawn history: a power of two.
const PAWN_ROWS: usize = 512;
/// Rows of each correction history: a power of two.
const CORRECTION_ROWS: usize = 16_384;
/// The largest correction, in the tables' own finer unit.
const CORRECTION_LIMIT: i32 = 1024;

/// How a game's men and squares are numbered without gaps.
pub struct Shape<L: Layout> {
    kinds: usize,
    squares: usize,
    dense: SquareMap<L, u8>,
}

impl<L: Layout> Shape<L> {
    fn new(rules: &Rules<L>) -> Self {
        let mut dense = SquareMap::default();
        for (number, square) in rules.board().enumerate() {
            dense[square] = number as u8;
        }
        Shape { kinds: rules.kinds().count(), squares: rules.board().len(), dense }
    }

    /// How many slots there are.
    fn slots(&self) -> usize {
        self.kinds * 2 * self.squares
    }

    /// The number of a man arriving on a square.
    #[inline(always)]
    pub fn slot(&self, man: Man, to: Square<L>) -> usize {
        (man.colour().index() * self.kinds + man.kind().index()) * self.squares + usize::from(self.dense[to])
    }
}

/// The slots of the moves that led here, one, two and four plies ago.
pub type Trail = [usize; 3];

/// Every history of one thread.
pub struct Histories<L: Layout> {
    /// How things are numbered.
    pub shape: Shape<L>,
    /// Quiet moves by side, from and to (butterfly boards), and by whether an enemy attacks either.
    quiet: Vec<i16>,
    /// Captures by man, target and victim.
    capture: Vec<i16>,
    /// Quiet moves after an earlier move, both by man and target.
    continuation: Vec<i16>,
    /// Quiet moves by pawn arrangement.
    pawn: Vec<i16>,
    /// How wrong static evaluations were: by pawns, by each side's men.
    corrections: [Vec<i16>; 3],
}

impl<L: Layout> Histories<L> {
    /// Empty histories for a game.
    pub fn new(rules: &Rules<L>) -> Self {
        let shape = Shape::new(rules);
        let (slots, squares) = (shape.slots(), shape.squares);
        Histories {
            quiet: vec![0; 4 * 2 * squares * squares],
            capture: vec![0; slots * (shape.kinds + 1)],
            continuation: vec![0; (slots + 1) * slots],
            pawn: vec![0; PAWN_ROWS * slots],
            corrections: std::array::from_fn(|_| vec![0; 2 * CORRECTION_ROWS]),
            shape,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for table in [&mut self.quiet, &mut self.capture, &mut self.continuation, &mut self.pawn] {
            table.fill(0);
        }
        for table in &mut self.corrections {
            table.fill(0);
        }
    }

    /// The slot of no move at all, as at the root and after a pass.
    pub fn no_slot(&self) -> usize {
        self.shape.slots()
    }

    #[inline(always)]
    fn quiet_place(&self, colour: Colour, mv: Move, attacked: Set<L>) -> usize {
        let squares = self.shape.squares;
        let [from, to] = [mv.from(), mv.to()].map(|square| usize::from(self.shape.dense[square]));
        let threat = 2 * usize::from(attacked.has(mv.from())) + usize::from(attacked.has(mv.to()));
        ((threat * 2 + colour.index()) * squares + from) * squares + to
    }

    #[inline(always)]
    fn capture_place(&self, slot: usize, victim: Option<Kind>) -> usize {
        slot * (self.shape.kinds + 1) + victim.map_or(self.shape.kinds, Kind::index)
    }

    #[inline(always)]
    fn pawn_place(&self, position: &Position<L>, slot: usize) -> usize {
        (position.pawn_key() as usize & (PAWN_ROWS - 1)) * self.shape.slots() + slot
    }

    /// The slot of a move in a position.
    #[inline(always)]
    pub fn slot(&self, position: &Position<L>, mv: Move) -> usize {
        position.man(mv.from()).map_or(self.no_slot(), |man| self.shape.slot(man, mv.to()))
    }

    /// How well a quiet move has done where the enemy attacks these squares, all histories together.
    #[inline(always)]
    pub fn of_quiet(&self, position: &Position<L>, mv: Move, trail: &Trail, attacked: Set<L>) -> i32 {
        let slot = self.slot(position, mv);
        let slots = self.shape.slots();
        let continued = |row: usize| i32::from(self.continuation[row * slots + slot]);
        i32::from(self.quiet[self.quiet_place(position.turn(), mv, attacked)])
            + i32::from(self.pawn[self.pawn_place(position, slot)])
            + continued(trail[0])
            + continued(trail[1])
            + continued(trail[2]) / 2
    }

    /// How well a capture or promotion has done.
    #[inline(always)]
    pub fn of_noisy(&self, position: &Position<L>, mv: Move) -> i32 {
        let slot = self.slot(position, mv);
        let victim = position.man(mv.to()).map(Man::kind);
        i32::from(self.capture[self.capture_place(slot, victim)])
    }

    /// Notes how a quiet move did where the enemy attacks these squares.
    pub fn note_quiet(
        &mut self,
        position: &Position<L>,
        mv: Move,
        trail: &Trail,
        attacked: Set<L>,
        bonus: i32,
    ) {
        let slot = self.slot(position, mv);
        let place = self.quiet_place(position.turn(), mv, attacked);
        drift(&mut self.quiet[place], bonus, HISTORY_LIMIT);
        let place = self.pawn_place(position, slot);
        drift(&mut self.pawn[place], bonus, HISTORY_LIMIT);
        self.note_continuation(slot, trail, bonus);
    }

    /// Notes how a move did after those that led to it.
    pub fn note_continuation(&mut self, slot: usize, trail: &Trail, bonus: i32) {
        let slots = self.shape.slots();
        for row in trail.iter().filter(|row| **row < slots) {
            drift(&mut self.continuation[row * slots + slot], bonus, HISTORY_LIMIT);
        }
    }

    /// Notes how a capture or promotion did.
    pub fn note_noisy(&mut self, position: &Position<L>, mv: Move, bonus: i32) {
        let slot = self.slot(position, mv);
        let place = self.capture_place(slot, position.man(mv.to()).map(Man::kind));
        drift(&mut self.capture[place], bonus, HISTORY_LIMIT);
    }

    #[inline(always)]
    fn correction_places(position: &Position<L>) -> [usize; 3] {
        let keys =
            [position.pawn_key(), position.piece_key(Colour::White), position.piece_key(Colour::Black)];
        keys.map(|key| position.turn().index() * CORRECTION_ROWS + (key as usize & (CORRECTION_ROWS - 1)))
    }

    /// What to add to a static evaluation, by how wrong those of like positions were.
    #[inline(always)]
    pub fn correction(&self, position: &Position<L>) -> Score {
        let places = Self::correction_places(position);
        let sum: i32 =
            self.corrections.iter().zip(places).map(|(table, place)| i32::from(table[place])).sum();
        sum / 12
    }

    /// Notes that a static evaluation was wrong by so much.
    pub fn note_correction(&mut self, position: &Position<L>, depth: i32, error: Score) {
        let bonus = (error * depth / 8).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        for (table, place) in self.corrections.iter_mut().zip(Self::correction_places(position)) {
            drift(&mut table[place], bonus, CORRECTION_LIMIT);
        }
    }
}

/// Moves a value towards a limit, the less the nearer it is (history gravity).
#[inline(always)]
fn drift(value: &mut i16, bonus: i32, limit: i32) {
    let bonus = bonus.clamp(-limit, limit);
    *value += (bonus - i32::from(*value) * bonus.abs() / limit) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Large, Small};
    use crate::eval::samples;
    use crate::position::Action;

    #[test]
    fn tables_are_as_large_as_the_game() {
        let lecce = Histories::<Large>::new(&samples::rules("lecce"));
        assert_eq!(lecce.no_slot(), 6 * 2 * 32);
        let chess = Histories::<Small>::new(&samples::rules("chess"));
        assert_eq!(chess.continuation.len(), 769 * 768);
    }

    #[test]
    fn a_threatened_move_has_a_history_of_its_own() {
        let rules = samples::rules::<Small>("chess");
        let position = Position::start(&rules).unwrap();
        let at = |text: &str| Square::<Small>::at(text.parse().unwrap()).unwrap();
        let mv = Move::new(at("e2"), at("e4"), Action::Plain);
        let mut histories = Histories::new(&rules);
        let trail = [histories.no_slot(); 3];
        let places =
            [Set::EMPTY, Set::of(at("e2")), Set::of(at("e4")), Set::of(at("e2")) | Set::of(at("e4"))];
        for (number, attacked) in (1..).zip(places) {
            histories.note_quiet(&position, mv, &trail, attacked, 100 * number);
        }
        let of = |attacked| histories.of_quiet(&position, mv, &trail, attacked);
        // What they have in common comes from the pawns' history.
        let common = of(Set::of(at("a1"))) - 100;
        assert_eq!(places.map(|attacked| of(attacked) - common), [100, 200, 300, 400]);
        assert!(common > 900);
    }

    #[test]
    fn values_stay_within_their_limit() {
        let mut value = 0i16;
        for _ in 0..100 {
            drift(&mut value, 4000, HISTORY_LIMIT);
        }
        assert!(i32::from(value) <= HISTORY_LIMIT && value > 15_000);
        for _ in 0..100 {
            drift(&mut value, -9000, HISTORY_LIMIT);
        }
        assert!(i32::from(value) >= -HISTORY_LIMIT && value < -15_000);
    }
}
