//! Records taken apart into what a net sees: rows of the input layer for both sides, a bucket, a target. Knows records
//! and a net's inputs; does no arithmetic of the net's.

use super::data::Data;
use super::expectation::sigmoid;
use crate::board::Colour;
use crate::eval::net::{Outline, bucket};
use crate::learn::record::{MOST_SQUARES, Shape};
use arrayvec::ArrayVec;

/// Every input a man can be, worked out once.
pub struct Views {
    /// `[viewer][mirrored][(2 * kind + owner) * squares + square]`.
    rows: [[Vec<u16>; 2]; 2],
    /// By square.
    mirrors: Vec<bool>,
    squares: usize,
    king: u8,
    men: usize,
    buckets: usize,
    shape: Shape,
    terms: Terms,
}

/// How scores and results make a target.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Terms {
    /// Hundredths of a pawn for an output of 1.
    pub scale: f32,
    /// How much of the target is the game's result; the rest is the score.
    pub result_share: f32,
}

/// Positions taken apart.
#[derive(Default)]
pub struct Samples {
    /// For each man its inputs as the side to move and as the other side sees it.
    pub rows: Vec<[u16; 2]>,
    /// For each position where its men end.
    pub ends: Vec<u32>,
    /// For each position the output that speaks.
    pub buckets: Vec<u8>,
    /// For each position the expected result to the side to move.
    pub targets: Vec<f32>,
}

impl Views {
    pub fn new(outline: &Outline, buckets: usize, terms: Terms) -> Views {
        let shape = Shape::of(outline);
        let squares = 0..outline.squares() as u8;
        let rows = Colour::BOTH.map(|viewer| {
            [false, true].map(|mirrored| {
                let mut rows = Vec::with_capacity(outline.inputs());
                for kind in 0..outline.kinds {
                    for owner in Colour::BOTH {
                        rows.extend(squares.clone().map(|square| {
                            // A board of 120 squares and 26 kinds has 6240.
                            outline.input(viewer, mirrored, kind, owner, shape.coord(square)) as u16
                        }));
                    }
                }
                rows
            })
        });
        Views {
            rows,
            mirrors: squares.map(|square| outline.mirrors(shape.coord(square))).collect(),
            squares: outline.squares(),
            king: outline.king() as u8,
            men: outline.men,
            buckets,
            shape,
            terms,
        }
    }

    /// Takes the records at these places apart, in place of what `samples` held.
    pub fn fill(&self, data: &Data, places: &[u32], samples: &mut Samples) {
        samples.rows.clear();
        samples.ends.clear();
        samples.buckets.clear();
        samples.targets.clear();
        for place in places {
            self.push(data.record(*place), samples);
        }
    }

    /// A position's target.
    pub fn target(&self, score: i16, result: u8) -> f32 {
        let Terms { scale, result_share } = self.terms;
        let expected = sigmoid(f32::from(score) / scale);
        expected + result_share * (f32::from(result) / 2.0 - expected)
    }

    fn push(&self, record: &[u8], samples: &mut Samples) {
        let mut men: ArrayVec<u16, MOST_SQUARES> = ArrayVec::new();
        let mut mirrored = [0; 2];
        for (kind, owner, square) in self.shape.men(record) {
            let code = (2 * usize::from(kind) + owner.index()) * self.squares + usize::from(square);
            if men.try_push(code as u16).is_err() {
                break;
            }
            if kind == self.king {
                let mirrors = self.mirrors.get(usize::from(square)).copied().unwrap_or(false);
                mirrored[owner.index()] = usize::from(mirrors);
            }
        }
        let (turn, score, result) = self.shape.verdict(record);
        let tables = [turn, !turn].map(|viewer| &self.rows[viewer.index()][mirrored[viewer.index()]][..]);
        let row = |table: &[u16], code: u16| table.get(usize::from(code)).copied().unwrap_or(0);
        samples.rows.extend(men.iter().map(|code| tables.map(|table| row(table, *code))));
        samples.ends.push(samples.rows.len() as u32);
        samples.buckets.push(bucket(men.len(), self.men, self.buckets) as u8);
        samples.targets.push(self.target(score, result));
    }
}

impl Samples {
    /// The positions one by one: rows, bucket, target.
    pub fn each(&self) -> impl Iterator<Item = (&[[u16; 2]], usize, f32)> {
        let starts = std::iter::once(&0).chain(&self.ends);
        let spans = starts
            .zip(&self.ends)
            .map(|(start, end)| self.rows.get(*start as usize..*end as usize).unwrap_or_default());
        spans
            .zip(&self.buckets)
            .zip(&self.targets)
            .map(|((rows, bucket), target)| (rows, usize::from(*bucket), *target))
    }
}
