//! What squares share: a man's weights are the sum of his own on that square and of those of his kind anywhere, on
//! that rank and on that file. What is seen of a knight somewhere so teaches something of knights everywhere, which
//! counts most where positions are few. The sums are what the net knows; it does not know of kin.

use super::model::Sizes;
use crate::eval::net::{INPUT_ONE, OUTPUT_ONE, Outline};
use rayon::prelude::*;

/// The kin of a game's inputs. Inputs are blocks, one for each kind of either side, in which they lie rank by rank;
/// to each block belong shared rows: one for the kind, then one for each rank, then one for each file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kin {
    blocks: usize,
    ranks: usize,
    files: usize,
    hidden: usize,
}

impl Kin {
    pub fn of(outline: &Outline, hidden: usize) -> Kin {
        Kin {
            blocks: 2 * outline.kinds,
            ranks: usize::from(outline.ranks),
            files: usize::from(outline.files),
            hidden,
        }
    }

    /// Shared parameters.
    pub fn parameters(&self) -> usize {
        self.blocks * self.shared()
    }

    /// Shared parameters of a block.
    fn shared(&self) -> usize {
        (1 + self.ranks + self.files) * self.hidden
    }

    /// Own parameters of a block.
    fn own(&self) -> usize {
        self.ranks * self.files * self.hidden
    }

    /// A net's parameters from those trained, which are its own, then the shared ones. They are rounded to what the
    /// integers of the net can say, so that it learns to live with that; what is trained keeps its fractions.
    pub fn weave(&self, sizes: &Sizes, trained: &[f32], net: &mut Vec<f32>) {
        let (own, shared) = trained.split_at(sizes.parameters());
        net.clear();
        net.extend(own);
        let limit = sizes.most_input();
        let (hidden, files) = (self.hidden, self.files);
        let Some(inputs) = net.get_mut(sizes.input_weights()) else { return };
        let blocks = inputs.par_chunks_mut(self.own()).zip(shared.par_chunks(self.shared()));
        blocks.for_each(|(block, shared)| {
            let (kind, shared) = shared.split_at(hidden);
            let (ranks, files_rows) = shared.split_at(self.ranks * hidden);
            for (rank, rows) in ranks.chunks(hidden).zip(block.chunks_mut(files * hidden)) {
                for (row, file) in rows.chunks_mut(hidden).zip(files_rows.chunks(hidden)) {
                    for (((weight, kind), rank), file) in row.iter_mut().zip(kind).zip(rank).zip(file) {
                        *weight = (*weight + (kind + rank + file)).clamp(-limit, limit);
                    }
                }
            }
            round(block, INPUT_ONE);
        });
        for (range, one) in [
            (sizes.hidden_biases(), INPUT_ONE),
            (sizes.output_weights(), OUTPUT_ONE),
            (sizes.output_biases(), INPUT_ONE * OUTPUT_ONE),
        ] {
            round(net.get_mut(range).unwrap_or_default(), one);
        }
    }

    /// The gradient of the shared parameters: the sums of those of the rows that share them. `gradient` holds the
    /// net's, then room for these.
    pub fn gather(&self, sizes: &Sizes, gradient: &mut [f32]) {
        let (net, shared) = gradient.split_at_mut(sizes.parameters());
        let inputs = net.get(sizes.input_weights()).unwrap_or_default();
        let (hidden, files) = (self.hidden, self.files);
        let blocks = shared.par_chunks_mut(self.shared()).zip(inputs.par_chunks(self.own()));
        blocks.for_each(|(shared, block)| {
            shared.fill(0.0);
            let (kind, shared) = shared.split_at_mut(hidden);
            let (ranks, files_rows) = shared.split_at_mut(self.ranks * hidden);
            for (rank, rows) in ranks.chunks_mut(hidden).zip(block.chunks(files * hidden)) {
                for (file, row) in files_rows.chunks_mut(hidden).zip(rows.chunks(hidden)) {
                    add(rank, row);
                    add(file, row);
                }
                add(kind, rank);
            }
        });
    }
}

/// To whole multiples of one part of so many.
fn round(numbers: &mut [f32], one: i32) {
    let one = one as f32;
    for number in numbers {
        *number = (*number * one).round_ties_even() / one;
    }
}

fn add(to: &mut [f32], row: &[f32]) {
    for (to, number) in to.iter_mut().zip(row) {
        *to += number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Colour, Coord};
    use crate::rules::Library;

    #[test]
    fn weaving_and_gathering_are_each_others_mirror() {
        let outline = Outline::of(&Library::builtin().unwrap().find("lecce").unwrap());
        let (sizes, kin) = (Sizes::of(&outline, 16, 2), Kin::of(&outline, 16));
        let count = sizes.parameters() + kin.parameters();
        // A shared parameter moves the inputs that share it and no others.
        let (block, shared) = (3, kin.shared());
        let (kind, owner) = (block % outline.kinds, Colour::BOTH[block / outline.kinds]);
        for (row, of) in [(0, outline.squares()), (1 + 5, 4), (1 + 8 + 2, 8)] {
            let mut trained = vec![0.0; count];
            trained[sizes.parameters() + block * shared + row * 16 + 7] = 1.0;
            let mut net = Vec::new();
            kin.weave(&sizes, &trained, &mut net);
            assert_eq!(net.len(), sizes.parameters());
            assert_eq!(net.iter().filter(|weight| **weight == 1.0).count(), of);
            for square in 0..32 {
                let square = Coord { file: square % 4, rank: square / 4 };
                let input = outline.input(Colour::White, false, kind, owner, square);
                let shares =
                    row == 0 || row == 1 + usize::from(square.rank) || row == 9 + usize::from(square.file);
                assert_eq!(net[input * 16 + 7] == 1.0, shares);
            }
            // So its gradient is the sum of theirs.
            let mut gradient = net.clone();
            gradient.resize(count, 9.0);
            kin.gather(&sizes, &mut gradient);
            assert_eq!(gradient[sizes.parameters() + block * shared + row * 16 + 7], of as f32);
        }
    }

    #[test]
    fn no_sum_leaves_what_an_integer_holds() {
        let outline = Outline::of(&Library::builtin().unwrap().find("lecce").unwrap());
        let (sizes, kin) = (Sizes::of(&outline, 16, 2), Kin::of(&outline, 16));
        let mut net = Vec::new();
        kin.weave(&sizes, &vec![1.55; sizes.parameters() + kin.parameters()], &mut net);
        assert!(net[sizes.input_weights()].iter().all(|weight| *weight == sizes.most_input()));
        // And all are rounded.
        assert_eq!(net[sizes.output_weights()][0], 99.0 / 64.0);
        assert_eq!(net[sizes.hidden_biases()][0], 395.0 / 255.0);
    }
}
