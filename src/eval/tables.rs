//! The hand-made evaluation compiled for a game: what every kind is worth on every square, and the masks
//! pawns and kings are judged by.

use super::pair::Pair;
use super::weights::Weights;
use super::worth::{Mobility, centrality, file_centrality, file_set, rank_centrality};
use crate::board::{Colour, Coord, Layout, PerColour, Set, Square, SquareMap};
use crate::position::{Kind, Position, Rules, Values};

/// Most squares a man is given credit for reaching.
const MOST_REACHED: usize = 48;
/// What a king is worth in exchanges: more than everything else together.
pub const KING_WORTH: i32 = 20_000;

/// One kind of man, by what it is worth.
pub struct KindTable<L: Layout> {
    /// Worth without any regard to its square; a king's is zero.
    pub worth: Pair,
    /// Worth of standing on a square, for each side.
    pub place: PerColour<SquareMap<L, Pair>>,
    /// Bonus by the number of squares it reaches.
    pub reach: Vec<Pair>,
    /// Whether it never leaves its square colour.
    pub bound: bool,
    /// Whether it rides along files.
    pub rides_files: bool,
    /// What it adds when it attacks a king's zone, in hundredths of a unit.
    pub zone: i32,
}

/// What is known of each square for one side.
pub struct SideTable<L: Layout> {
    /// Where enemy pawns would stop or take a pawn on its way.
    pub passed: SquareMap<L, Set<L>>,
    /// The squares ahead on its file.
    pub ahead: SquareMap<L, Set<L>>,
    /// Whether it lies in the enemy's half.
    pub far: Set<L>,
    /// Its neighbour files ahead: from where enemy pawns could come to attack it.
    pub assault: SquareMap<L, Set<L>>,
    /// Its neighbour files, level with it and behind: from where pawns could support it.
    pub support: SquareMap<L, Set<L>>,
    /// Pawn's steps to promotion.
    pub steps: SquareMap<L, i32>,
    /// King's zone when the king stands there.
    pub zone: SquareMap<L, Set<L>>,
    /// Squares right before the king and its neighbour files, and one further.
    pub shield: SquareMap<L, [Set<L>; 2]>,
}

/// A game's evaluation, compiled.
pub struct Tables<L: Layout> {
    /// The numbers it was made with.
    pub weights: Weights,
    /// Every kind.
    pub kinds: Vec<KindTable<L>>,
    /// The kinds but pawn and king, the least worth first.
    pub by_worth: Vec<Kind>,
    /// Each side's view of the board.
    pub sides: PerColour<SideTable<L>>,
    /// The files' squares.
    pub files: Vec<Set<L>>,
    /// Each square's neighbour files.
    pub neighbours: Vec<Set<L>>,
    /// The squares of a1's colour.
    pub dark: Set<L>,
    /// The most steps a pawn has to promotion, one more than from its home.
    pub longest_way: i32,
    /// Worth of both sides' men but pawns at the start.
    pub start_worth: i32,
    /// Most worth of a man that gains by an outpost.
    pub lesser_worth: i32,
    /// Worth of the least man that is no pawn.
    pub least_worth: i32,
    /// For exchanges and move ordering: what each kind is worth, the king more than all.
    pub values: Values,
}

impl<L: Layout> Tables<L> {
    /// Compiles.
    pub fn new(rules: &Rules<L>, weights: Weights) -> Self {
        let kinds: Vec<_> = rules.kinds().map(|kind| kind_table(rules, kind, &weights)).collect();
        let mut by_worth: Vec<Kind> = rules.pieces().collect();
        by_worth.sort_by_key(|kind| kinds[kind.index()].worth.mg);
        let files: Vec<_> = (0..rules.variant().files).map(|file| file_set(rules, file)).collect();
        let neighbours = (0..files.len()).map(|file| neighbour_files(&files, file)).collect();
        let sides = PerColour(Colour::BOTH.map(|colour| side_table(rules, colour)));
        let start = Position::start(rules).ok();
        let start_worth = start.map_or(0, |start| {
            rules.pieces().map(|kind| start.of_kind(kind).len() as i32 * kinds[kind.index()].worth.mg).sum()
        });
        let home = rules.variant().double_step_region[Colour::White].first().copied();
        let home = home.and_then(Square::at).or_else(|| rules.board().first());
        let value = |kind: Kind| match kind {
            kind if kind == rules.king() => KING_WORTH,
            kind => (kinds[kind.index()].worth.mg + kinds[kind.index()].worth.eg) / 2,
        };
        Tables {
            values: rules.kinds().map(|kind| (kind, value(kind))).collect(),
            longest_way: home.map_or(2, |home| sides[Colour::White].steps[home] + 1).max(2),
            least_worth: by_worth.first().map_or(0, |kind| kinds[kind.index()].worth.mg),
            lesser_worth: by_worth.first().map_or(0, |kind| kinds[kind.index()].worth.mg * 5 / 4),
            start_worth: start_worth.max(1),
            dark: rules.board().filter(|square| (square.file() + square.rank()) % 2 == 0).collect(),
            weights,
            kinds,
            by_worth,
            sides,
            files,
            neighbours,
        }
    }
}

fn neighbour_files<L: Layout>(files: &[Set<L>], file: usize) -> Set<L> {
    let beside = [file.wrapping_sub(1), file + 1];
    beside.into_iter().filter_map(|file| files.get(file)).fold(Set::EMPTY, |set, file| set | *file)
}

/// A square as the other side sees it: the board turned upside down, not round.
fn flipped<L: Layout>(rules: &Rules<L>, square: Square<L>) -> Square<L> {
    let coord = Coord { file: square.file(), rank: rules.variant().ranks - 1 - square.rank() };
    Square::at(coord).unwrap_or(square)
}

fn kind_table<L: Layout>(rules: &Rules<L>, kind: Kind, weights: &Weights) -> KindTable<L> {
    let mobility = Mobility::of(rules, kind);
    let is_pawn = Some(kind) == rules.pawn();
    let worth = match kind {
        _ if is_pawn => Pair::new(weights.pawn_mg, weights.pawn_eg),
        kind if kind == rules.king() => Pair::default(),
        _ => {
            let worth = mobility.worth(weights);
            Pair::new(worth, worth * weights.endgame_share / 100)
        }
    };
    let mut place = PerColour([SquareMap::default(); 2]);
    for square in rules.board() {
        let value = match kind {
            _ if is_pawn => pawn_place(rules, square, weights),
            kind if kind == rules.king() => king_place(rules, square, weights),
            _ => piece_place(rules, &mobility, square, weights),
        };
        place[Colour::White][square] = value;
        place[Colour::Black][flipped(rules, square)] = value;
    }
    let per_square = |weight: i32, reached: i32| {
        let beyond = reached * 100 - mobility.mean;
        let heavier = if beyond < 0 { weights.mobility_lack } else { 100 };
        weight * heavier / 100 * beyond / mobility.mean
    };
    KindTable {
        worth,
        place,
        reach: (0..MOST_REACHED as i32)
            .map(|reached| {
                Pair::new(per_square(weights.mobility_mg, reached), per_square(weights.mobility_eg, reached))
            })
            .collect(),
        bound: mobility.bound,
        rides_files: mobility.rides_files,
        zone: worth.mg * weights.zone_attacker / 100,
    }
}

fn piece_place<L: Layout>(
    rules: &Rules<L>,
    mobility: &Mobility<L>,
    square: Square<L>,
    weights: &Weights,
) -> Pair {
    // Only what a leaper gains by its square counts here: a rider's mobility is seen as it comes.
    let gain = (mobility.at[square] - mobility.mean) / 10;
    let middle = centrality(rules, square) - 50;
    let home = if square.rank() == 0 { weights.home_mg } else { 0 };
    let ranks = i32::from(rules.variant().ranks);
    let rise = 2 * i32::from(square.rank()) + 1 - ranks;
    // The longest riders are safest out of the fray.
    let share = (1200 - mobility.mean).clamp(200, 700);
    Pair::new(
        gain * weights.place_mg / 10
            + middle * weights.centre_mg * share / 50_000
            + home
            + rise * weights.rise_mg / ranks,
        gain * weights.place_eg / 10
            + middle * weights.centre_eg * share / 50_000
            + rise * weights.rise_eg / ranks,
    )
}

fn pawn_place<L: Layout>(rules: &Rules<L>, square: Square<L>, weights: &Weights) -> Pair {
    let way = i32::from(rules.variant().ranks - 1).max(1);
    let gone = i32::from(square.rank());
    let progress = gone * gone * 100 / (way * way);
    let middle = file_centrality(rules, square) - 50;
    let middle_of_board = middle * (rank_centrality(rules, square) + 50) / 100;
    Pair::new(
        (progress - 15) * weights.advance_mg / 50 + middle_of_board * weights.pawn_centre_mg / 50,
        (progress - 15) * weights.advance_eg / 50,
    )
}

fn king_place<L: Layout>(rules: &Rules<L>, square: Square<L>, weights: &Weights) -> Pair {
    let ranks = i32::from(square.rank()).min(3);
    Pair::new(
        ranks * weights.king_rank_mg + file_centrality(rules, square) * weights.king_centre_mg / 100,
        (centrality(rules, square) - 50) * weights.king_centre_eg / 50,
    )
}

fn side_table<L: Layout>(rules: &Rules<L>, colour: Colour) -> SideTable<L> {
    let ranks = rules.variant().ranks;
    let promotion = rules.pawns(colour).promotion;
    let up = |square: Square<L>| match colour {
        Colour::White => i32::from(square.rank()),
        Colour::Black => i32::from(ranks - 1) - i32::from(square.rank()),
    };
    let where_ = |holds: &dyn Fn(Square<L>) -> bool| rules.board().filter(|square| holds(*square)).collect();
    let mut table = SideTable {
        passed: SquareMap::default(),
        ahead: SquareMap::default(),
        far: rules.board().filter(|square| 2 * up(*square) >= i32::from(ranks)).collect(),
        assault: SquareMap::default(),
        support: SquareMap::default(),
        steps: SquareMap::default(),
        zone: SquareMap::default(),
        shield: SquareMap::filled([Set::EMPTY; 2]),
    };
    for square in rules.board() {
        let file_gap = |other: Square<L>| other.file().abs_diff(square.file());
        let rise = |other: Square<L>| up(other) - up(square);
        table.ahead[square] = where_(&|other| file_gap(other) == 0 && rise(other) > 0);
        table.passed[square] = where_(&|other| file_gap(other) <= 1 && rise(other) > 0);
        table.assault[square] = where_(&|other| file_gap(other) == 1 && rise(other) > 0);
        table.support[square] = where_(&|other| file_gap(other) == 1 && rise(other) <= 0);
        let goal = (table.ahead[square] & promotion).map(rise).min();
        table.steps[square] = goal.unwrap_or(i32::from(ranks - 1) - up(square)).max(1);
        table.zone[square] = where_(&|other| file_gap(other) <= 1 && (-1..=2).contains(&rise(other)));
        table.shield[square] = [1, 2].map(|far| where_(&|other| file_gap(other) <= 1 && rise(other) == far));
    }
    table
}

impl<L: Layout> SideTable<L> {
    /// The squares ahead of a square, on its own and its neighbour files.
    #[inline(always)]
    pub fn zone_ahead(&self, square: Square<L>) -> Set<L> {
        self.passed[square]
    }
}
