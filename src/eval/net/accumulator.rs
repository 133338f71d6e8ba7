//! The hidden layer of a net, kept up to date as moves are played and taken back. Knows positions and rows of weights;
//! the board tells it what is lifted and put down.
//!
//! Nothing is worked out before it is asked for: a ply remembers what changed on the board, and the layer is brought up
//! to date from the nearest ply that has one. Where a king crosses the middle its side sees the board mirrored and all
//! inputs change: then the layer is made from the last one made for that half, by the men that differ.

use super::file::Net;
use super::outline::Outline;
use crate::board::{Colour, Layout, PerColour, Set, Square, SquareMap};
use crate::eval::kernel::Kernel;
use crate::position::{Kind, MAX_ROOKS, Man, Position, Rules};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// Men a move lifts and puts: a castling is the most.
const CHANGES: usize = 2 * (1 + MAX_ROOKS);
/// Plies there is room for at first; more are made as they come.
const PLIES: usize = 256;
/// Rows added or taken off in one go.
const ROWS: usize = 128;

/// The rows of one side's view: `[mirrored][man]`, by square.
type Rows<L> = [Vec<SquareMap<L, u32>>; 2];

/// A net made ready for a layout.
pub(in crate::eval) struct Prepared<L: Layout> {
    pub net: Arc<Net>,
    kernel: Kernel,
    /// First index of a man's row of weights, for each viewer.
    rows: PerColour<Rows<L>>,
    /// The squares from which a king sees the board mirrored.
    mirroring: Set<L>,
}

impl<L: Layout> Prepared<L> {
    /// Makes it ready.
    pub fn new(rules: &Rules<L>, net: Arc<Net>) -> Self {
        let outline = &net.outline;
        let rows = |viewer: Colour| {
            [false, true].map(|mirrored| {
                let map = |kind: Kind, owner: Colour| {
                    let mut map = SquareMap::default();
                    for square in rules.board() {
                        let input = outline.input(viewer, mirrored, kind.index(), owner, square.coord());
                        map[square] = (input * net.hidden) as u32;
                    }
                    map
                };
                rules.kinds().flat_map(|kind| Colour::BOTH.map(|owner| map(kind, owner))).collect()
            })
        };
        Prepared {
            rows: PerColour(Colour::BOTH.map(rows)),
            mirroring: rules.board().filter(|square| Outline::mirrors(outline, square.coord())).collect(),
            kernel: Kernel::choose(),
            net,
        }
    }

    #[inline(always)]
    fn row(&self, viewer: Colour, mirrored: bool, man: Man, square: Square<L>) -> u32 {
        let rows = &self.rows[viewer][usize::from(mirrored)];
        rows.get(man.kind().index() << 1 | man.colour() as usize).map_or(0, |map| map[square])
    }
}

/// A man lifted or put down.
#[derive(Clone, Copy)]
struct Change<L: Layout> {
    man: Man,
    square: Square<L>,
    put: bool,
}

/// What a ply remembers.
#[derive(Clone)]
struct Ply<L: Layout> {
    changes: ArrayVec<Change<L>, CHANGES>,
    /// For each viewer: whether its layer is made, and for which half.
    made: PerColour<Option<bool>>,
}

/// A layer made once, and the men it was made of.
struct Kept<L: Layout> {
    men: Vec<PerColour<Set<L>>>,
    layer: Vec<i16>,
}

/// The layers of all plies of the line now searched.
pub(in crate::eval) struct Accumulators<L: Layout> {
    prepared: Arc<Prepared<L>>,
    plies: Vec<Ply<L>>,
    /// The ply now looked at.
    ply: usize,
    /// `[plies][2][hidden]`.
    layers: Vec<i16>,
    /// `[viewer][mirrored]`.
    kept: PerColour<[Kept<L>; 2]>,
}

impl<L: Layout> Accumulators<L> {
    /// Layers of a net. They know no position yet.
    pub fn new(prepared: Arc<Prepared<L>>) -> Self {
        let net = &prepared.net;
        let kept = || Kept {
            men: vec![PerColour([Set::EMPTY; 2]); net.outline.kinds],
            layer: net.hidden_biases.clone(),
        };
        Accumulators {
            plies: vec![Ply { changes: ArrayVec::new(), made: PerColour([None; 2]) }; PLIES],
            ply: 0,
            layers: vec![0; PLIES * 2 * net.hidden],
            kept: PerColour([[kept(), kept()], [kept(), kept()]]),
            prepared,
        }
    }

    /// What they are made with.
    pub fn prepared(&self) -> &Arc<Prepared<L>> {
        &self.prepared
    }

    /// Begins anew at whatever position comes next.
    pub fn set_up(&mut self) {
        self.ply = 0;
        self.plies[0].made = PerColour([None; 2]);
        self.plies[0].changes.clear();
    }

    /// One ply further.
    #[inline(always)]
    pub fn enter(&mut self) {
        self.ply += 1;
        if self.ply == self.plies.len() {
            self.plies.push(Ply { changes: ArrayVec::new(), made: PerColour([None; 2]) });
            self.layers.resize(self.plies.len() * 2 * self.prepared.net.hidden, 0);
        }
        let ply = &mut self.plies[self.ply];
        ply.changes.clear();
        ply.made = PerColour([None; 2]);
    }

    /// One ply back.
    #[inline(always)]
    pub fn leave(&mut self) {
        self.ply = self.ply.saturating_sub(1);
    }

    /// A man was lifted or put down.
    #[inline(always)]
    pub fn note(&mut self, man: Man, square: Square<L>, put: bool) {
        let ply = &mut self.plies[self.ply];
        if ply.changes.try_push(Change { man, square, put }).is_err() {
            // More than any move changes: nothing before this ply helps any more.
            ply.changes.clear();
            for ply in &mut self.plies[..=self.ply] {
                ply.made = PerColour([None; 2]);
            }
        }
    }

    /// The worth of the position the board has told of, to the side to move.
    #[inline]
    pub fn evaluate(&mut self, position: &Position<L>) -> i32 {
        for viewer in Colour::BOTH {
            let mirrored = self.prepared.mirroring.has(position.king(viewer));
            if self.plies[self.ply].made[viewer] != Some(mirrored) {
                self.make(position, viewer, mirrored);
            }
        }
        let net = &self.prepared.net;
        let turn = position.turn();
        let bucket = net.bucket(position.occupied().len());
        let size = 2 * net.hidden;
        let weights = &net.output_weights[bucket * size..(bucket + 1) * size];
        let sides = [self.layer(self.ply, turn), self.layer(self.ply, !turn)];
        net.scaled(self.prepared.kernel.output(sides, weights), bucket)
    }

    #[inline(always)]
    fn layer(&self, ply: usize, viewer: Colour) -> &[i16] {
        let hidden = self.prepared.net.hidden;
        let start = (2 * ply + viewer.index()) * hidden;
        &self.layers[start..start + hidden]
    }

    /// Makes this ply's layer from the nearest one made for the same half, or from the one kept for it.
    fn make(&mut self, position: &Position<L>, viewer: Colour, mirrored: bool) {
        let mut changes = 0;
        for ply in (0..self.ply).rev() {
            changes += self.plies[ply + 1].changes.len();
            if changes > ROWS / 2 {
                break;
            }
            if self.plies[ply].made[viewer] == Some(mirrored) {
                for next in ply + 1..=self.ply {
                    self.step(next, viewer, mirrored);
                }
                return;
            }
        }
        self.refresh(position, viewer, mirrored);
    }

    /// Makes a ply's layer from that of the ply before.
    fn step(&mut self, ply: usize, viewer: Colour, mirrored: bool) {
        let prepared = &*self.prepared;
        let (mut added, mut taken) = (ArrayVec::<u32, CHANGES>::new(), ArrayVec::<u32, CHANGES>::new());
        for change in &self.plies[ply].changes {
            let row = prepared.row(viewer, mirrored, change.man, change.square);
            let _ = if change.put { added.try_push(row) } else { taken.try_push(row) };
        }
        let hidden = prepared.net.hidden;
        let (before, after) = self.layers.split_at_mut(2 * ply * hidden);
        let from = &before[(2 * (ply - 1) + viewer.index()) * hidden..][..hidden];
        let to = &mut after[viewer.index() * hidden..][..hidden];
        prepared.kernel.update(to, from, &prepared.net.input_weights, &added, &taken);
        self.plies[ply].made[viewer] = Some(mirrored);
    }

    /// Makes this ply's layer from the one kept for that half, by the men that differ, and keeps it.
    fn refresh(&mut self, position: &Position<L>, viewer: Colour, mirrored: bool) {
        let prepared = &*self.prepared;
        let hidden = prepared.net.hidden;
        let kept = &mut self.kept[viewer][usize::from(mirrored)];
        let (mut added, mut taken) = (ArrayVec::<u32, ROWS>::new(), ArrayVec::<u32, ROWS>::new());
        for (kind, men) in (0u8..).map(Kind).zip(&mut kept.men) {
            for owner in Colour::BOTH {
                let now = position.men(kind, owner);
                let row = |square| prepared.row(viewer, mirrored, Man::new(kind, owner), square);
                for square in now.without(men[owner]) {
                    let _ = added.try_push(row(square));
                }
                for square in men[owner].without(now) {
                    let _ = taken.try_push(row(square));
                }
                men[owner] = now;
            }
        }
        let to = &mut self.layers[(2 * self.ply + viewer.index()) * hidden..][..hidden];
        prepared.kernel.update(to, &kept.layer, &prepared.net.input_weights, &added, &taken);
        kept.layer.copy_from_slice(to);
        self.plies[self.ply].made[viewer] = Some(mirrored);
    }
}
