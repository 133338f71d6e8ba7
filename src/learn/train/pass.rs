//! Forward and backward: what a net says of positions, how wrong it is, and which way its parameters should go. Knows
//! parameters and samples; takes no step. Loops are over arrays of a fixed size, so that they become vector
//! instructions; there are no fused multiplications, so that every CPU adds up the same.

use super::expectation::sigmoid;
use super::model::Sizes;
use super::samples::Samples;

/// Lanes a sum is kept in.
const LANES: usize = 16;

/// Room for one thread's work.
#[derive(Default)]
pub struct Scratch {
    /// Hidden neurons before clipping, the side to move first: `[2][hidden]`.
    sums: Vec<f32>,
}

/// A net's parameters, group by group.
#[derive(Clone, Copy)]
struct Groups<'a> {
    input_weights: &'a [f32],
    hidden_biases: &'a [f32],
    output_weights: &'a [f32],
    output_biases: &'a [f32],
}

impl<'a> Groups<'a> {
    fn of(sizes: &Sizes, parameters: &'a [f32]) -> Groups<'a> {
        let group = |range| parameters.get(range).unwrap_or_default();
        Groups {
            input_weights: group(sizes.input_weights()),
            hidden_biases: group(sizes.hidden_biases()),
            output_weights: group(sizes.output_weights()),
            output_biases: group(sizes.output_biases()),
        }
    }
}

/// The sum of squared errors over the samples; its gradient is added to `gradient`, which has the shape of the
/// parameters.
pub fn learn(
    sizes: &Sizes,
    parameters: &[f32],
    samples: &Samples,
    scratch: &mut Scratch,
    gradient: &mut [f32],
) -> f64 {
    match sizes.hidden {
        hidden if hidden.is_multiple_of(128) => {
            learn_by::<128>(sizes, parameters, samples, scratch, gradient)
        }
        hidden if hidden.is_multiple_of(64) => learn_by::<64>(sizes, parameters, samples, scratch, gradient),
        hidden if hidden.is_multiple_of(32) => learn_by::<32>(sizes, parameters, samples, scratch, gradient),
        _ => learn_by::<16>(sizes, parameters, samples, scratch, gradient),
    }
}

/// The sum of squared errors over the samples.
pub fn judge(sizes: &Sizes, parameters: &[f32], samples: &Samples, scratch: &mut Scratch) -> f64 {
    let groups = Groups::of(sizes, parameters);
    scratch.sums.resize(2 * sizes.hidden, 0.0);
    let mut loss = 0.0;
    for (rows, bucket, target) in samples.each() {
        let output = match sizes.hidden {
            hidden if hidden.is_multiple_of(128) => forward::<128>(&groups, rows, bucket, &mut scratch.sums),
            hidden if hidden.is_multiple_of(64) => forward::<64>(&groups, rows, bucket, &mut scratch.sums),
            hidden if hidden.is_multiple_of(32) => forward::<32>(&groups, rows, bucket, &mut scratch.sums),
            _ => forward::<16>(&groups, rows, bucket, &mut scratch.sums),
        };
        let error = sigmoid(output) - target;
        loss += f64::from(error * error);
    }
    loss
}

/// The part of a row that a block of neurons reads.
#[inline(always)]
fn block<const N: usize>(weights: &[f32], row: usize, hidden: usize, start: usize) -> &[f32; N] {
    let at = row * hidden + start;
    // Rows and blocks are made from the same sizes as the weights: there is always one.
    weights.get(at..at + N).and_then(|part| part.first_chunk()).unwrap_or(&[0.0; N])
}

/// What the net says; leaves the hidden neurons before clipping in `sums`.
#[inline(always)]
fn forward<const N: usize>(groups: &Groups<'_>, rows: &[[u16; 2]], bucket: usize, sums: &mut [f32]) -> f32 {
    let hidden = groups.hidden_biases.len();
    let weights = groups.output_weights.chunks_exact(2 * hidden).nth(bucket).unwrap_or_default();
    let mut output = [0.0f32; LANES];
    for (place, (sums, weights)) in sums.chunks_exact_mut(N).zip(weights.chunks_exact(N)).enumerate() {
        let start = place * N;
        let (side, start) = if start < hidden { (0, start) } else { (1, start - hidden) };
        let mut sum: [f32; N] = *block(groups.hidden_biases, 0, hidden, start);
        for row in rows {
            let part = block::<N>(groups.input_weights, usize::from(row[side]), hidden, start);
            for (sum, weight) in sum.iter_mut().zip(part) {
                *sum += weight;
            }
        }
        sums.copy_from_slice(&sum);
        for (sums, weights) in sum.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
            for ((output, sum), weight) in output.iter_mut().zip(sums).zip(weights) {
                let clipped = sum.clamp(0.0, 1.0);
                *output += clipped * clipped * weight;
            }
        }
    }
    let bias = groups.output_biases.get(bucket).copied().unwrap_or(0.0);
    output.iter().sum::<f32>() + bias
}

fn learn_by<const N: usize>(
    sizes: &Sizes,
    parameters: &[f32],
    samples: &Samples,
    scratch: &mut Scratch,
    gradient: &mut [f32],
) -> f64 {
    let groups = Groups::of(sizes, parameters);
    let hidden = sizes.hidden;
    let (input_gradient, rest) = gradient.split_at_mut(sizes.input_weights().end);
    let (bias_gradient, rest) = rest.split_at_mut(hidden);
    let (output_gradient, output_bias_gradient) = rest.split_at_mut(sizes.output_weights().len());
    scratch.sums.resize(2 * hidden, 0.0);
    let mut loss = 0.0;
    for (rows, bucket, target) in samples.each() {
        let output = forward::<N>(&groups, rows, bucket, &mut scratch.sums);
        let expected = sigmoid(output);
        let error = expected - target;
        loss += f64::from(error * error);
        // The slope of the squared error by the output.
        let slope = 2.0 * error * expected * (1.0 - expected);
        if let Some(gradient) = output_bias_gradient.get_mut(bucket) {
            *gradient += slope;
        }
        let weights = groups.output_weights.chunks_exact(2 * hidden).nth(bucket).unwrap_or_default();
        let output_gradient = output_gradient.chunks_exact_mut(2 * hidden).nth(bucket).unwrap_or_default();
        let blocks = scratch.sums.chunks_exact(N).zip(weights.chunks_exact(N));
        for (place, ((sums, weights), output_gradient)) in
            blocks.zip(output_gradient.chunks_exact_mut(N)).enumerate()
        {
            let start = place * N;
            let (side, start) = if start < hidden { (0, start) } else { (1, start - hidden) };
            let mut step = [0.0f32; N];
            let lanes = step.iter_mut().zip(sums).zip(weights).zip(output_gradient);
            for (((step, sum), weight), gradient) in lanes {
                let clipped = sum.clamp(0.0, 1.0);
                *gradient += slope * clipped * clipped;
                let within = *sum > 0.0 && *sum < 1.0;
                *step = if within { slope * weight * 2.0 * sum } else { 0.0 };
            }
            add(&mut bias_gradient[start..], &step);
            for row in rows {
                let at = usize::from(row[side]) * hidden + start;
                add(input_gradient.get_mut(at..).unwrap_or_default(), &step);
            }
        }
    }
    loss
}

/// Adds to the first numbers.
#[inline(always)]
fn add<const N: usize>(to: &mut [f32], step: &[f32; N]) {
    if let Some(to) = to.first_chunk_mut::<N>() {
        for (to, step) in to.iter_mut().zip(step) {
            *to += step;
        }
    }
}
