//! A net in floating-point numbers: its parameters in one row, where each group of them lies, and how they begin.
//! Knows shapes; no data.

use crate::engine::chance::Chance;
use crate::eval::net::{INPUT_ONE, OUTPUT_ONE, Outline};
use std::ops::Range;

/// Parameters farther from 0 would not fit the integers of a net: a clipped neuron, at most 255, times an output
/// weight, at most 127, is an `i16`.
const MOST_WEIGHT: f32 = 1.98;
/// Where hidden neurons begin: awake, whatever the first weights.
const FIRST_BIAS: f32 = 0.1;

/// How far from 0 input weights begin, together: near, so that what is not seen stays unsaid.
const FIRST_WIDTH: f32 = 0.1;

/// How large a net is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// Rows of the input layer.
    pub inputs: usize,
    /// Neurons of the hidden layer, for each side.
    pub hidden: usize,
    /// Output neurons.
    pub buckets: usize,
    /// Men at the start.
    pub men: usize,
}

impl Sizes {
    pub fn of(outline: &Outline, hidden: usize, buckets: usize) -> Sizes {
        Sizes { inputs: outline.inputs(), hidden, buckets, men: outline.men }
    }

    /// All parameters.
    pub fn parameters(&self) -> usize {
        self.output_biases().end
    }

    /// `[inputs][hidden]`.
    pub fn input_weights(&self) -> Range<usize> {
        0..self.inputs * self.hidden
    }

    /// `[hidden]`.
    pub fn hidden_biases(&self) -> Range<usize> {
        let start = self.input_weights().end;
        start..start + self.hidden
    }

    /// `[buckets][2][hidden]`.
    pub fn output_weights(&self) -> Range<usize> {
        let start = self.hidden_biases().end;
        start..start + self.buckets * 2 * self.hidden
    }

    /// `[buckets]`.
    pub fn output_biases(&self) -> Range<usize> {
        let start = self.output_weights().end;
        start..start + self.buckets
    }

    /// All of them, in order.
    #[cfg(test)]
    pub fn groups(&self) -> [Range<usize>; 4] {
        [self.input_weights(), self.hidden_biases(), self.output_weights(), self.output_biases()]
    }

    /// The farthest from 0 that an input weight or a hidden bias may be: all men's and a bias added up are an `i16`.
    pub fn most_input(&self) -> f32 {
        let most = (i16::MAX as usize / (self.men + 1)) as f32;
        most.min((MOST_WEIGHT * INPUT_ONE as f32).floor()) / INPUT_ONE as f32
    }

    /// Brings parameters back that a net's integers would not hold. Input weights are seen to where they are made, see
    /// `Kin::weave`; the output weights of a bucket together keep its sums inside an `i32`, see `Net::check`.
    pub fn restrain(&self, parameters: &mut [f32]) {
        let mut clip = |range: Range<usize>, most: f32| {
            for parameter in parameters.get_mut(range).unwrap_or_default() {
                *parameter = parameter.clamp(-most, most);
            }
        };
        clip(self.hidden_biases(), self.most_input());
        clip(self.output_weights(), MOST_WEIGHT);
        let most = (i32::MAX / (INPUT_ONE * INPUT_ONE)) as f32;
        // Each is rounded to a whole number, by a half at the most.
        let most = (most - 1.0 - self.hidden as f32) / OUTPUT_ONE as f32;
        let Some(weights) = parameters.get_mut(self.output_weights()) else { return };
        for bucket in weights.chunks_exact_mut(2 * self.hidden) {
            let sum: f32 = bucket.iter().map(|weight| weight.abs()).sum();
            if sum > most {
                let factor = most / sum;
                bucket.iter_mut().for_each(|weight| *weight *= factor);
            }
        }
    }

    /// Parameters nothing was learned into yet, those of the net and so many shared ones.
    pub fn first(&self, shared: usize, seed: u64) -> Vec<f32> {
        let mut chance = Chance::new(seed, 0);
        let mut parameters = vec![0.0; self.parameters() + shared];
        let mut spread = |range: Range<usize>, width: f32| {
            for parameter in parameters.get_mut(range).unwrap_or_default() {
                *parameter = width * chance.symmetric();
            }
        };
        // About so many inputs are there at a time, and so many neurons speak. What is shared begins at 0.
        spread(self.input_weights(), FIRST_WIDTH / (self.men.max(1) as f32).sqrt());
        spread(self.output_weights(), 1.0 / (2.0 * self.hidden as f32).sqrt());
        if let Some(biases) = parameters.get_mut(self.hidden_biases()) {
            biases.fill(FIRST_BIAS);
        }
        parameters
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Library;

    #[test]
    fn groups_lie_side_by_side() {
        let outline = Outline::of(&Library::builtin().unwrap().find("lecce").unwrap());
        let sizes = Sizes::of(&outline, 32, 3);
        let groups = sizes.groups();
        assert!(groups.windows(2).all(|pair| pair[0].end == pair[1].start));
        assert_eq!(sizes.parameters(), outline.inputs() * 32 + 32 + 3 * 64 + 3);
        assert_eq!(sizes.first(0, 1).len(), sizes.parameters());
        assert!(sizes.first(0, 1) != sizes.first(0, 2) && sizes.first(0, 1) == sizes.first(0, 1));
    }

    #[test]
    fn heavy_outputs_are_made_lighter() {
        let sizes = Sizes { inputs: 1, hidden: 2048, buckets: 2, men: 100 };
        let mut parameters = vec![0.5; sizes.parameters()];
        sizes.restrain(&mut parameters);
        let whole = parameters[sizes.output_weights()][..4096]
            .iter()
            .map(|weight| (weight * 64.0).round() as i64)
            .sum::<i64>();
        assert!(whole < i64::from(i32::MAX) / (255 * 255), "{whole}");
        assert!(sizes.most_input() * 101.0 * 255.0 <= 32767.5);
    }
}
