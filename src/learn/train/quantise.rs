//! From floating-point numbers to the whole ones that are shipped. Knows both nets.

use super::model::Sizes;
use crate::eval::net::{INPUT_ONE, Net, OUTPUT_ONE, Outline};
use std::ops::Range;

/// The net with every parameter rounded.
pub fn quantised(outline: &Outline, game: &str, sizes: &Sizes, parameters: &[f32], scale: i32) -> Net {
    let group = |range: Range<usize>| parameters.get(range).unwrap_or_default().iter();
    // Out of range it stays at the end of it; no number becomes 0.
    let words = |range: Range<usize>, one: i32| {
        group(range).map(|number| (number * one as f32).round() as i16).collect()
    };
    let output_one = (INPUT_ONE * OUTPUT_ONE) as f32;
    Net {
        game: game.to_owned(),
        outline: outline.clone(),
        hidden: sizes.hidden,
        buckets: sizes.buckets,
        scale,
        input_weights: words(sizes.input_weights(), INPUT_ONE),
        hidden_biases: words(sizes.hidden_biases(), INPUT_ONE),
        output_weights: words(sizes.output_weights(), OUTPUT_ONE),
        output_biases: group(sizes.output_biases())
            .map(|number| (number * output_one).round() as i32)
            .collect(),
    }
}
