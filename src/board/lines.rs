//! Riders: pieces that repeat a step until they meet something.
//!
//! A family of rays (the four of a rook, say) is looked up in tables by the occupied squares that matter,
//! where the machine packs bits in one instruction; elsewhere each ray is cut at its nearest man.

use super::{Bits, Coord, Layout, Set, Square, SquareMap};
use arrayvec::ArrayVec;

/// Most rays of one family.
const RAYS: usize = 8;

/// Every square's reach along one family of rays, on a board of a given size.
#[derive(Clone)]
pub struct Lines<L: Layout> {
    /// Rays to higher-numbered squares.
    rising: ArrayVec<SquareMap<L, Set<L>>, RAYS>,
    /// Rays to lower-numbered squares.
    falling: ArrayVec<SquareMap<L, Set<L>>, RAYS>,
    /// The reach on an empty board.
    open: SquareMap<L, Set<L>>,
    /// What lies strictly between two squares of one ray; empty for any others.
    between: Vec<SquareMap<L, Set<L>>>,
    /// Empty where the machine has no fast extraction.
    tables: ArrayVec<Table<L>, RAYS>,
}

/// Some rays of a family, by what stands on them.
#[derive(Clone)]
struct Table<L: Layout> {
    /// For each square, the squares whose men cut a ray short, and where its part of the reaches begins.
    relevant: SquareMap<L, (Set<L>, u32)>,
    reaches: Vec<Set<L>>,
}

impl<L: Layout> Table<L> {
    #[inline(always)]
    fn reach(&self, from: Square<L>, occupied: Set<L>) -> Set<L> {
        let (mask, start) = self.relevant[from];
        self.reaches[start as usize + occupied.bits().extract(mask.bits())]
    }
}

impl<L: Layout> Lines<L> {
    /// The family with these steps, as (files, ranks), each ridden at most `range` times.
    ///
    /// At most eight steps; more are ignored, so a caller splits larger families.
    pub fn new(steps: &[(i8, i8)], range: u8, width: u8, height: u8) -> Self {
        let mut lines = Lines {
            rising: ArrayVec::new(),
            falling: ArrayVec::new(),
            open: SquareMap::default(),
            between: vec![SquareMap::default(); L::SQUARES],
            tables: ArrayVec::new(),
        };
        let mut rays = Vec::new();
        for &(files, ranks) in steps.iter().take(RAYS) {
            let mut ray = SquareMap::default();
            let mut relevant = SquareMap::default();
            for from in squares::<L>(width, height) {
                let mut passed = Set::EMPTY;
                let mut place = from.coord();
                for _ in 0..range {
                    let Some(next) = place.step(files, ranks, width, height) else { break };
                    place = next;
                    let Some(square) = Square::at(place) else { break };
                    lines.between[from.index()][square] = passed;
                    passed |= Set::of(square);
                }
                ray[from] = passed;
                lines.open[from] |= passed;
                // The last square of a ray is reached whatever stands on it.
                let last = Square::at(place).filter(|last| *last != from).map_or(Set::EMPTY, Set::of);
                relevant[from] = passed.without(last);
            }
            rays.push((ray, relevant));
            let rises = i32::from(ranks) * i32::from(L::STRIDE) + i32::from(files) > 0;
            if rises { lines.rising.push(ray) } else { lines.falling.push(ray) }
        }
        if L::Bits::FAST_EXTRACT {
            lines.tables = tables(rays, width, height);
        }
        lines
    }

    /// The reach from a square, men on it included, when these squares are occupied.
    #[inline(always)]
    pub fn reach(&self, from: Square<L>, occupied: Set<L>) -> Set<L> {
        if L::Bits::FAST_EXTRACT {
            self.tables.iter().fold(Set::EMPTY, |reach, table| reach | table.reach(from, occupied))
        } else {
            self.cut(from, occupied)
        }
    }

    /// [`Lines::reach`] by cutting every ray at its nearest man.
    #[inline(always)]
    fn cut(&self, from: Square<L>, occupied: Set<L>) -> Set<L> {
        let mut reach = Set::EMPTY;
        for ray in &self.rising {
            reach |= cut(ray[from], occupied, true);
        }
        for ray in &self.falling {
            reach |= cut(ray[from], occupied, false);
        }
        reach
    }

    /// How many rays leave a square in the middle of the board.
    pub fn rays(&self) -> usize {
        self.rising.len() + self.falling.len()
    }

    /// The reach on an empty board.
    #[inline(always)]
    pub fn open(&self, from: Square<L>) -> Set<L> {
        self.open[from]
    }

    /// The squares strictly between two on one ray, in the direction from the first to the second.
    #[inline(always)]
    pub fn between(&self, from: Square<L>, to: Square<L>) -> Set<L> {
        self.between[from.index()][to]
    }
}

/// A ray from each square: what it reaches on an empty board, and those of its squares that can be blocked.
type Ray<L> = (SquareMap<L, Set<L>>, SquareMap<L, Set<L>>);

/// Shares rays out to as few tables as keep each square's part within the layout's size, and fills them.
fn tables<L: Layout>(rays: Vec<Ray<L>>, width: u8, height: u8) -> ArrayVec<Table<L>, RAYS> {
    let mut groups: Vec<Vec<Ray<L>>> = Vec::new();
    for ray in rays {
        let fits = |group: &Vec<Ray<L>>| {
            squares::<L>(width, height).all(|from| {
                let bits: usize = group.iter().chain([&ray]).map(|(_, relevant)| relevant[from].len()).sum();
                bits <= L::TABLE_BITS
            })
        };
        match groups.iter_mut().find(|group| fits(group)) {
            Some(group) => group.push(ray),
            None => groups.push(vec![ray]),
        }
    }
    groups.iter().map(|group| table(group, width, height)).collect()
}

fn table<L: Layout>(group: &[Ray<L>], width: u8, height: u8) -> Table<L> {
    let mut table = Table { relevant: SquareMap::default(), reaches: Vec::new() };
    for from in squares::<L>(width, height) {
        let mask = group.iter().fold(Set::EMPTY, |mask, (_, relevant)| mask | relevant[from]);
        table.relevant[from] = (mask, table.reaches.len() as u32);
        let members: Vec<Square<L>> = mask.collect();
        // Subsets in the order in which extraction numbers them.
        for subset in 0..1usize << members.len() {
            let occupied = members.iter().enumerate().filter(|(bit, _)| subset >> bit & 1 == 1);
            let occupied: Set<L> = occupied.map(|(_, square)| *square).collect();
            table.reaches.push(group.iter().fold(Set::EMPTY, |reach, (ray, _)| {
                let rises = ray[from].first().is_some_and(|first| first > from);
                reach | cut(ray[from], occupied, rises)
            }));
        }
    }
    table
}

/// A ray up to and including its first occupied square.
#[inline(always)]
fn cut<L: Layout>(ray: Set<L>, occupied: Set<L>, rises: bool) -> Set<L> {
    let blockers = (ray & occupied).bits();
    ray & Set::from_bits(if rises { blockers.up_to_lowest() } else { blockers.down_to_highest() })
}

/// Every square of a board, rank by rank.
fn squares<L: Layout>(width: u8, height: u8) -> impl Iterator<Item = Square<L>> {
    (0..height).flat_map(move |rank| (0..width).filter_map(move |file| Square::at(Coord { file, rank })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Large, Small};
    use rand::{RngExt, SeedableRng, rngs::SmallRng};

    /// Steps square by square: the definition of a rider.
    fn walked<L: Layout>(
        steps: &[(i8, i8)],
        range: u8,
        from: Square<L>,
        occupied: Set<L>,
        size: (u8, u8),
    ) -> Set<L> {
        let mut reach = Set::EMPTY;
        for &(files, ranks) in steps {
            let mut place = from.coord();
            for _ in 0..range {
                let Some(next) = place.step(files, ranks, size.0, size.1) else { break };
                place = next;
                let square = Square::at(place).unwrap();
                reach |= Set::of(square);
                if occupied.has(square) {
                    break;
                }
            }
        }
        reach
    }

    fn agrees_with_walking<L: Layout>(width: u8, height: u8) {
        let orthogonal = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let diagonal = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
        let knightly = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        let mut random = SmallRng::seed_from_u64(11);
        for (steps, range) in [(&orthogonal[..], 12), (&diagonal, 12), (&knightly, 12), (&orthogonal, 3)] {
            let lines = Lines::<L>::new(steps, range, width, height);
            for from in squares::<L>(width, height) {
                for _ in 0..50 {
                    let occupied: Set<L> =
                        squares(width, height).filter(|_| random.random_ratio(1, 3)).collect();
                    let expected = walked(steps, range, from, occupied, (width, height));
                    assert_eq!(lines.reach(from, occupied), expected, "{steps:?} from {from}");
                    assert_eq!(lines.cut(from, occupied), expected, "{steps:?} from {from}");
                }
            }
        }
    }

    #[test]
    fn riders_reach_what_walking_reaches() {
        agrees_with_walking::<Small>(8, 8);
        agrees_with_walking::<Small>(4, 8);
        agrees_with_walking::<Large>(10, 8);
        agrees_with_walking::<Large>(12, 10);
    }

    #[test]
    fn between_is_what_a_man_could_block() {
        let lines = Lines::<Large>::new(&[(0, 1), (0, -1), (1, 0), (-1, 0)], 12, 10, 8);
        let at = |text: &str| Square::at(text.parse().unwrap()).unwrap();
        assert_eq!(
            lines.between(at("a1"), at("d1")).map(|s| s.to_string()).collect::<Vec<_>>(),
            ["b1", "c1"]
        );
        assert!(lines.between(at("a1"), at("b2")).is_empty());
    }
}
