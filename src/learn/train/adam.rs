//! AdamW: one step from gradients to parameters, and how large steps are as training goes on. Knows numbers; no net.

use super::model::Sizes;
use rayon::prelude::*;

/// How slowly the mean gradient is forgotten, and its square.
const MEMORY: (f32, f32) = (0.9, 0.999);
/// Keeps a parameter that hardly matters from leaping.
const FLOOR: f32 = 1e-8;
/// The share of a parameter that a step at full rate takes off, times the rate.
const DECAY: f32 = 0.01;
/// Parameters a thread takes at a time.
const CHUNK: usize = 8192;

/// The moments of every parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct Adam {
    /// Mean gradients.
    pub first: Vec<f32>,
    /// Mean squared gradients.
    pub second: Vec<f32>,
    /// Steps taken.
    pub steps: u32,
}

impl Adam {
    pub fn new(parameters: usize) -> Adam {
        Adam { first: vec![0.0; parameters], second: vec![0.0; parameters], steps: 0 }
    }

    /// Moves the parameters against the mean of gradients that are sums over so many samples.
    pub fn step(
        &mut self,
        sizes: &Sizes,
        parameters: &mut [f32],
        gradients: &[&[f32]],
        samples: usize,
        rate: f32,
    ) {
        self.steps += 1;
        let share = 1.0 / samples.max(1) as f32;
        let unbias = |memory: f32| 1.0 / (1.0 - libm::powf(memory, self.steps as f32));
        let unbias = (unbias(MEMORY.0), unbias(MEMORY.1));
        for (range, limit) in sizes.limits() {
            let start = range.start;
            let (Some(parameters), Some(first), Some(second)) = (
                parameters.get_mut(range.clone()),
                self.first.get_mut(range.clone()),
                self.second.get_mut(range),
            ) else {
                continue;
            };
            let chunks = parameters
                .par_chunks_mut(CHUNK)
                .zip(first.par_chunks_mut(CHUNK))
                .zip(second.par_chunks_mut(CHUNK));
            chunks.enumerate().for_each(|(place, ((parameters, first), second))| {
                let start = start + place * CHUNK;
                let mut sum = [0.0f32; CHUNK];
                for gradient in gradients {
                    let part = gradient.get(start..start + parameters.len()).unwrap_or_default();
                    for (sum, part) in sum.iter_mut().zip(part) {
                        *sum += part;
                    }
                }
                for (((parameter, first), second), sum) in
                    parameters.iter_mut().zip(first).zip(second).zip(&sum)
                {
                    let gradient = sum * share;
                    *first = MEMORY.0 * *first + (1.0 - MEMORY.0) * gradient;
                    *second = MEMORY.1 * *second + (1.0 - MEMORY.1) * gradient * gradient;
                    let step = *first * unbias.0 / ((*second * unbias.1).sqrt() + FLOOR);
                    *parameter = (*parameter * (1.0 - rate * DECAY) - rate * step).clamp(-limit, limit);
                }
            });
        }
        sizes.restrain(parameters);
    }
}

/// The rate of a step: rising over the first twentieth, at most a thousand steps, then falling by half a cosine to
/// 3% of the highest.
pub fn rate(highest: f32, step: usize, steps: usize) -> f32 {
    let warm = (steps / 20).clamp(1, 1000);
    if step < warm {
        return highest * (step + 1) as f32 / warm as f32;
    }
    let lowest = 0.03 * highest;
    let done = (step - warm) as f32 / (steps.saturating_sub(warm + 1)).max(1) as f32;
    lowest + (highest - lowest) * 0.5 * (1.0 + libm::cosf(std::f32::consts::PI * done.min(1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_rise_and_fall() {
        let rates: Vec<f32> = (0..1000).map(|step| rate(1e-3, step, 1000)).collect();
        assert!(rates[..50].is_sorted() && rates[50..].is_sorted_by(|one, other| one >= other));
        assert!((rates[50] - 1e-3).abs() < 1e-6 && (rates[999] - 3e-5).abs() < 1e-7 && rates[0] < 3e-5);
        assert!(rate(1e-3, 0, 1) > 0.0 && rate(1e-3, 5, 1).is_finite());
    }

    #[test]
    fn a_valley_is_descended() {
        let sizes = Sizes { inputs: 1, hidden: 16, buckets: 1, men: 1 };
        let mut adam = Adam::new(sizes.parameters());
        let mut parameters = vec![1.0; sizes.parameters()];
        for _ in 0..500 {
            // The gradient of the squared distance from a half, in two parts.
            let gradient: Vec<f32> = parameters.iter().map(|parameter| parameter - 0.5).collect();
            adam.step(&sizes, &mut parameters, &[&gradient, &gradient], 2, 0.01);
        }
        assert!(parameters.iter().all(|parameter| (parameter - 0.5).abs() < 0.02), "{parameters:?}");
    }
}
