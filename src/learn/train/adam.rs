//! AdamW: one step from gradients to parameters, how large steps are as training goes on, and where they lead on the
//! whole. Knows numbers; no net.

use rayon::prelude::*;

/// How slowly the mean gradient is forgotten, and its square.
const MEMORY: (f32, f32) = (0.9, 0.999);
/// Keeps a parameter that hardly matters from leaping.
const FLOOR: f32 = 1e-8;
/// How much of a mean of parameters stays at a step, at most.
const MOST_KEPT: f32 = 0.999;
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

    /// Moves the parameters against their gradient. A group of them ends at each place of `groups`, whose members are
    /// shrunk at every step by that share, times the rate.
    pub fn step(&mut self, parameters: &mut [f32], gradient: &[f32], rate: f32, groups: &[(usize, f32)]) {
        self.steps += 1;
        let unbias = |memory: f32| 1.0 / (1.0 - libm::powf(memory, self.steps as f32));
        let unbias = (unbias(MEMORY.0), unbias(MEMORY.1));
        let mut start = 0;
        for (end, decay) in groups {
            let range = start..*end;
            start = *end;
            let (Some(parameters), Some(first), Some(second), Some(gradient)) = (
                parameters.get_mut(range.clone()),
                self.first.get_mut(range.clone()),
                self.second.get_mut(range.clone()),
                gradient.get(range),
            ) else {
                continue;
            };
            // What is taken off is never more than there is.
            let keep = (1.0 - rate * decay).max(0.0);
            let chunks = parameters
                .par_chunks_mut(CHUNK)
                .zip(first.par_chunks_mut(CHUNK))
                .zip(second.par_chunks_mut(CHUNK))
                .zip(gradient.par_chunks(CHUNK));
            chunks.for_each(|(((parameters, first), second), gradient)| {
                let numbers = parameters.iter_mut().zip(first).zip(second).zip(gradient);
                for (((parameter, first), second), gradient) in numbers {
                    *first = MEMORY.0 * *first + (1.0 - MEMORY.0) * gradient;
                    *second = MEMORY.1 * *second + (1.0 - MEMORY.1) * gradient * gradient;
                    let step = *first * unbias.0 / ((*second * unbias.1).sqrt() + FLOOR);
                    *parameter = *parameter * keep - rate * step;
                }
            });
        }
    }
}

/// Brings a running mean of parameters up to date after so many steps. Rounded and driven by noise, parameters never
/// come to rest; their mean over the last ninth of all steps, at most a thousand, lies nearer to where they are driven
/// (Polyak and Juditsky, Acceleration of stochastic approximation by averaging, 1992).
pub fn average(parameters: &[f32], steps: u32, means: &mut [f32]) {
    let steps = steps as f32;
    let keep = ((1.0 + steps) / (10.0 + steps)).min(MOST_KEPT);
    means.par_chunks_mut(CHUNK).zip(parameters.par_chunks(CHUNK)).for_each(|(means, parameters)| {
        for (mean, parameter) in means.iter_mut().zip(parameters) {
            *mean = parameter + keep * (*mean - parameter);
        }
    });
}

/// The mean of gradients that are sums over so many samples together, always added in the same order.
pub fn mean(gradients: &[&[f32]], samples: usize, to: &mut [f32]) {
    let share = 1.0 / samples.max(1) as f32;
    to.par_chunks_mut(CHUNK).enumerate().for_each(|(place, to)| {
        let start = place * CHUNK;
        to.fill(0.0);
        for gradient in gradients {
            let part = gradient.get(start..start + to.len()).unwrap_or_default();
            for (to, part) in to.iter_mut().zip(part) {
                *to += part;
            }
        }
        to.iter_mut().for_each(|to| *to *= share);
    });
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
    fn means_follow_and_smooth() {
        let mut means = vec![0.0; 10_000];
        average(&vec![7.0; 10_000], 0, &mut means);
        assert!(means.iter().all(|mean| (mean - 6.3).abs() < 1e-4));
        // To and fro about 2.
        for step in 1..500 {
            average(&vec![if step % 2 == 0 { 1.0 } else { 3.0 }; 10_000], step, &mut means);
        }
        assert!(means.iter().all(|mean| (mean - 2.0).abs() < 0.02));
    }

    #[test]
    fn a_valley_is_descended() {
        let mut adam = Adam::new(20_000);
        let mut parameters = vec![1.0; 20_000];
        let mut both = vec![7.0; 20_000];
        for _ in 0..500 {
            // The gradient of the squared distance from a half, in two parts.
            let gradient: Vec<f32> = parameters.iter().map(|parameter| parameter - 0.5).collect();
            mean(&[&gradient, &gradient], 2, &mut both);
            assert_eq!(both, gradient);
            adam.step(&mut parameters, &both, 0.01, &[(9000, 0.0), (20_000, 0.01)]);
        }
        assert!(parameters.iter().all(|parameter| (parameter - 0.5).abs() < 0.02));
    }
}
