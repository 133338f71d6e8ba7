//! A net's arithmetic: one loop for each task, compiled for several levels of processor, the best chosen at run time.
//! Knows numbers in rows; knows no board.
//!
//! Every level gives the same bits: all sums are of whole numbers and wrap, so their order does not matter.
#![allow(unsafe_code)]

use super::net::INPUT_ONE;

/// Numbers worked on at a time: few enough to stay in registers at every level.
const BLOCK: usize = 64;

type Update = unsafe fn(&mut [i16], &[i16], &[i16], &[u32], &[u32]);
type Output = unsafe fn([&[i16]; 2], &[i16]) -> i32;

/// The loops for this processor.
#[derive(Clone, Copy)]
pub struct Kernel {
    /// What people call the level.
    pub name: &'static str,
    update: Update,
    output: Output,
}

impl Kernel {
    /// The best level this processor has, or a lower one that the environment variable `LUPA_CPU` names (`plain`,
    /// `avx2`, `avx512`): for tests, which compare them.
    pub fn choose() -> Kernel {
        let wanted = std::env::var("LUPA_CPU").ok();
        let levels = Self::levels();
        let named = levels.iter().find(|level| Some(level.name) == wanted.as_deref());
        named.or(levels.last()).copied().unwrap_or(PLAIN)
    }

    /// Every level this processor has, the plain one first.
    pub fn levels() -> Vec<Kernel> {
        #[allow(unused_mut)]
        let mut levels = vec![PLAIN];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                levels.push(Kernel { name: "avx2", update: avx2::update, output: avx2::output });
            }
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
            {
                levels.push(Kernel { name: "avx512", update: avx512::update, output: avx512::output });
            }
        }
        levels
    }

    /// `to` becomes `from` with some rows of a table added and some taken off. Rows are given by their first index in
    /// the table and are as long as `to`.
    #[inline(always)]
    pub fn update(&self, to: &mut [i16], from: &[i16], table: &[i16], added: &[u32], taken: &[u32]) {
        // SAFETY: the loops are safe code; a kernel with those of a level exists only where the processor has it.
        unsafe { (self.update)(to, from, table, added, taken) }
    }

    /// The sum over both sides of the squares of clipped neurons times their weights (`[2][hidden]`).
    #[inline(always)]
    pub fn output(&self, sides: [&[i16]; 2], weights: &[i16]) -> i32 {
        // SAFETY: as above.
        unsafe { (self.output)(sides, weights) }
    }
}

#[inline(always)]
fn update_loop(to: &mut [i16], from: &[i16], table: &[i16], added: &[u32], taken: &[u32]) {
    let mut place = 0;
    while let (Some(to), Some(from)) = (to.get_mut(place..place + BLOCK), from.get(place..place + BLOCK)) {
        update_block::<BLOCK>(to, from, table, (added, taken), place);
        place += BLOCK;
    }
    // What is left comes in sixteens.
    const STEP: usize = super::net::HIDDEN_STEP;
    while let (Some(to), Some(from)) = (to.get_mut(place..place + STEP), from.get(place..place + STEP)) {
        update_block::<STEP>(to, from, table, (added, taken), place);
        place += STEP;
    }
}

#[inline(always)]
fn update_block<const N: usize>(
    to: &mut [i16],
    from: &[i16],
    table: &[i16],
    (added, taken): (&[u32], &[u32]),
    place: usize,
) {
    let mut sum = [0i16; N];
    sum.copy_from_slice(from);
    let row = |first: u32| {
        let start = first as usize + place;
        table.get(start..start + N).and_then(|row| <&[i16; N]>::try_from(row).ok())
    };
    for row in added.iter().filter_map(|first| row(*first)) {
        for (sum, weight) in sum.iter_mut().zip(row) {
            *sum = sum.wrapping_add(*weight);
        }
    }
    for row in taken.iter().filter_map(|first| row(*first)) {
        for (sum, weight) in sum.iter_mut().zip(row) {
            *sum = sum.wrapping_sub(*weight);
        }
    }
    to.copy_from_slice(&sum);
}

#[inline(always)]
fn output_loop(sides: [&[i16]; 2], weights: &[i16]) -> i32 {
    let half = weights.len() / 2;
    let (own, other) = weights.split_at(half);
    let mut sum = 0i32;
    for (neurons, weights) in sides.into_iter().zip([own, other]) {
        for (neuron, weight) in neurons.iter().zip(weights) {
            let neuron = (*neuron).clamp(0, INPUT_ONE as i16);
            // A weight is at most 128, so that this stays an i16.
            let weighed = neuron.wrapping_mul(*weight);
            sum = sum.wrapping_add(i32::from(neuron) * i32::from(weighed));
        }
    }
    sum
}

fn update_plain(to: &mut [i16], from: &[i16], table: &[i16], added: &[u32], taken: &[u32]) {
    update_loop(to, from, table, added, taken);
}

fn output_plain(sides: [&[i16]; 2], weights: &[i16]) -> i32 {
    output_loop(sides, weights)
}

const PLAIN: Kernel = Kernel { name: "plain", update: update_plain, output: output_plain };

/// The loops once more, compiled for processors with these features.
#[cfg(target_arch = "x86_64")]
macro_rules! level {
    ($name:ident, $features:literal) => {
        mod $name {
            #[target_feature(enable = $features)]
            pub fn update(to: &mut [i16], from: &[i16], table: &[i16], added: &[u32], taken: &[u32]) {
                super::update_loop(to, from, table, added, taken);
            }

            #[target_feature(enable = $features)]
            pub fn output(sides: [&[i16]; 2], weights: &[i16]) -> i32 {
                super::output_loop(sides, weights)
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
level!(avx2, "avx2");
#[cfg(target_arch = "x86_64")]
level!(avx512, "avx512f,avx512bw,avx512vl");

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng, rngs::SmallRng};

    #[test]
    fn every_level_gives_the_same_bits() {
        let seed = 11;
        let mut random = SmallRng::seed_from_u64(seed);
        for hidden in [16, 32, 64, 80, 128, 256] {
            let mut numbers = |count: usize, most: i16| {
                (0..count).map(|_| random.random_range(-most..=most)).collect::<Vec<i16>>()
            };
            let table = numbers(20 * hidden, 505);
            // Beyond what a position gives, so that sums wrap.
            let from = numbers(hidden, i16::MAX);
            let weights = numbers(2 * hidden, 128);
            let other = numbers(hidden, 400);
            let rows = |rows: &[u32]| rows.iter().map(|row| row * hidden as u32).collect::<Vec<_>>();
            let (added, taken) = (rows(&[0, 19, 3]), rows(&[7]));
            let expected: Vec<i16> = (0..hidden)
                .map(|place| {
                    let at = |row: u32| table[row as usize + place];
                    let sum = added.iter().fold(from[place], |sum, row| sum.wrapping_add(at(*row)));
                    taken.iter().fold(sum, |sum, row| sum.wrapping_sub(at(*row)))
                })
                .collect();
            let clipped = |value: &i16| i64::from((*value).clamp(0, 255));
            let total: i64 = expected
                .iter()
                .chain(&other)
                .zip(&weights)
                .map(|(neuron, weight)| clipped(neuron) * clipped(neuron) * i64::from(*weight))
                .sum();
            for kernel in Kernel::levels() {
                let mut to = vec![0; hidden];
                kernel.update(&mut to, &from, &table, &added, &taken);
                assert_eq!(to, expected, "{} {hidden}, seed {seed}", kernel.name);
                assert_eq!(
                    i64::from(kernel.output([&to, &other], &weights)),
                    total,
                    "{} {hidden}",
                    kernel.name
                );
            }
        }
    }
}
