//! The course of training: epochs of shuffled batches, slices of a batch on every thread, losses. Knows data and
//! steps; writes no file and prints nothing.

use super::adam::{Adam, average, mean, rate};
use super::data::Data;
use super::expectation::sigmoid;
use super::kin::Kin;
use super::model::Sizes;
use super::pass::{Scratch, judge, learn};
use super::quantise::quantised;
use super::samples::{Samples, Terms, Views};
use crate::board::{Coord, PerColour};
use crate::engine::chance::Chance;
use crate::eval::net::Net;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most parts of a batch, and so the most threads that find work.
const MOST_SLICES: usize = 16;
/// The fewest positions worth a slice, whose gradient must be added to the others.
const LEAST_SLICE: usize = 1024;
/// Positions judged at a time.
const JUDGED: usize = 4096;
/// The share of a parameter that a step takes off, times the rate.
const DECAY: f32 = 0.01;
/// The same for weights of single squares, times the positions.
const OWN_DECAY: f32 = 5e6;
/// And at most.
const MOST_DECAY: f32 = 30.0;

/// What decides which net comes out, besides the data.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Neurons of the hidden layer, for each side: a multiple of `HIDDEN_STEP`.
    pub hidden: usize,
    /// Output neurons.
    pub buckets: usize,
    /// Hundredths of a pawn for an output of 1.
    pub scale: i32,
    /// How much of the target is the game's result; the rest is the score.
    pub result_share: f32,
    /// Positions between two steps.
    pub batch: usize,
    /// The highest learning rate.
    pub rate: f32,
    /// Times every position is passed.
    pub epochs: usize,
    /// Another number, another net.
    pub seed: u64,
    /// Positions beside each that were learned before these; 0 for a net that begins with nothing.
    pub primer: usize,
}

impl Loss {
    /// Whether they are numbers still: too large steps make none of them.
    pub fn is_sound(&self) -> bool {
        self.training.is_finite() && self.validation.is_finite()
    }
}

/// Mean squared errors of an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    /// Over the positions learned from, while they were.
    pub training: f64,
    /// Over those kept aside, afterwards.
    pub validation: f64,
}

/// A net in training.
pub struct Trainer<'a> {
    pub(super) data: &'a Data,
    pub(super) settings: Settings,
    pub(super) sizes: Sizes,
    kin: Kin,
    views: Views,
    /// What is learned: the net's own parameters, then those that inputs share.
    pub(super) parameters: Vec<f32>,
    /// Their running mean, which is what comes of it all.
    pub(super) means: Vec<f32>,
    /// The net the parameters make.
    net: Vec<f32>,
    gradient: Vec<f32>,
    pub(super) adam: Adam,
    pub(super) losses: Vec<Loss>,
    slices: Vec<Slice>,
}

/// A part of a batch with all that one thread needs for it.
struct Slice {
    samples: Samples,
    scratch: Scratch,
    gradient: Vec<f32>,
    loss: f64,
}

impl<'a> Trainer<'a> {
    /// A net that has learned nothing.
    pub fn new(data: &'a Data, settings: &Settings) -> Trainer<'a> {
        let sizes = Sizes::of(data.outline(), settings.hidden, settings.buckets);
        let terms = Terms { scale: settings.scale as f32, result_share: settings.result_share };
        let slice = || Slice {
            samples: Samples::default(),
            scratch: Scratch::default(),
            gradient: vec![0.0; sizes.parameters()],
            loss: 0.0,
        };
        let kin = Kin::of(data.outline(), settings.hidden);
        let count = sizes.parameters() + kin.parameters();
        // By the batch alone: the same sums on any number of threads.
        let slices = (settings.batch / LEAST_SLICE).clamp(1, MOST_SLICES);
        let first = sizes.first(kin.parameters(), settings.seed);
        let mut trainer = Trainer {
            data,
            settings: settings.clone(),
            sizes,
            kin,
            views: Views::new(data.outline(), settings.buckets, terms),
            means: first.clone(),
            parameters: first,
            net: Vec::new(),
            gradient: vec![0.0; count],
            adam: Adam::new(count),
            losses: Vec::new(),
            slices: (0..slices).map(|_| slice()).collect(),
        };
        trainer.weave();
        trainer
    }

    /// Begins with what another net of the same sizes has learned.
    pub fn begin_with(&mut self, other: &Trainer<'_>) {
        self.parameters.clone_from(&other.means);
        self.means.clone_from(&other.means);
        self.weave();
    }

    /// Losses of the epochs gone by.
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }

    /// Whether all epochs have gone by.
    pub fn is_done(&self) -> bool {
        self.losses.len() >= self.settings.epochs
    }

    /// Makes the net that is learned with.
    pub(super) fn weave(&mut self) {
        self.kin.weave(&self.sizes, &self.parameters, &mut self.net);
    }

    /// The net of what was learned so far.
    fn learned(&self) -> Vec<f32> {
        let mut net = Vec::new();
        self.kin.weave(&self.sizes, &self.means, &mut net);
        net
    }

    /// Goes through one epoch, on the threads of the pool it is called in; `progress` hears of positions passed and
    /// their mean loss. `None` when stopped amid it: to go on, resume from the last checkpoint.
    pub fn epoch(&mut self, stop: &AtomicBool, mut progress: impl FnMut(usize, f64)) -> Option<Loss> {
        let epoch = self.losses.len();
        let mut order = self.data.training.clone();
        Chance::new(self.settings.seed, 1 + epoch as u64).shuffle(&mut order);
        let batches = order.len().div_ceil(self.settings.batch);
        let (mut sum, mut passed) = (0.0, 0);
        for (number, batch) in order.chunks(self.settings.batch).enumerate() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let rate = rate(self.settings.rate, epoch * batches + number, self.settings.epochs * batches);
            sum += self.batch(batch, rate);
            passed += batch.len();
            progress(passed, sum / passed as f64);
        }
        let loss = Loss { training: sum / passed.max(1) as f64, validation: self.validate() };
        self.losses.push(loss);
        Some(loss)
    }

    /// One step; the sum of squared errors before it.
    fn batch(&mut self, batch: &[u32], rate: f32) -> f64 {
        let Trainer {
            data, sizes, kin, views, parameters, means, net, gradient, adam, slices, settings, ..
        } = self;
        let size = batch.len().div_ceil(slices.len()).max(1);
        let work = batch.par_chunks(size).zip(slices.par_iter_mut());
        work.for_each(|(places, slice)| {
            slice.gradient.fill(0.0);
            views.fill(data, places, &mut slice.samples);
            slice.loss = learn(sizes, net, &slice.samples, &mut slice.scratch, &mut slice.gradient);
        });
        let used = &slices[..batch.len().div_ceil(size).min(slices.len())];
        let gradients: Vec<&[f32]> = used.iter().map(|slice| &slice.gradient[..]).collect();
        mean(&gradients, batch.len(), &mut gradient[..sizes.parameters()]);
        kin.gather(sizes, gradient);
        // What was learned before is not to be forgotten.
        let own = if settings.primer > 0 { DECAY } else { own_decay(data.training.len()) };
        let groups = [(sizes.input_weights().end, own), (parameters.len(), DECAY)];
        adam.step(parameters, gradient, rate, &groups);
        sizes.restrain(parameters);
        average(parameters, adam.steps, means);
        kin.weave(sizes, parameters, net);
        used.iter().map(|slice| slice.loss).sum()
    }

    /// The mean squared error over the positions kept aside.
    pub fn validate(&self) -> f64 {
        let net = self.learned();
        let parts: Vec<f64> = self
            .data
            .validation
            .par_chunks(JUDGED)
            .map_init(
                || (Samples::default(), Scratch::default()),
                |(samples, scratch), places| {
                    self.views.fill(self.data, places, samples);
                    judge(&self.sizes, &net, samples, scratch)
                },
            )
            .collect();
        parts.iter().sum::<f64>() / self.data.validation.len().max(1) as f64
    }

    /// The net as it is shipped.
    pub fn net(&self) -> Net {
        let Trainer { data, sizes, settings, .. } = self;
        quantised(data.outline(), data.game(), sizes, &self.learned(), settings.scale)
    }

    /// The mean squared errors of a shipped net over the positions kept aside: against what is learned, and against
    /// results alone. The latter can be compared between nets that learned other targets, if the games are the same.
    pub fn validate_net(&self, net: &Net) -> (f64, f64) {
        let shape = self.data.shape();
        let king = self.data.outline().king();
        let errors = |place: &u32| {
            let record = self.data.record(*place);
            let (turn, score, result) = shape.verdict(record);
            let mut kings = PerColour([Coord { file: 0, rank: 0 }; 2]);
            for (kind, owner, square) in shape.men(record) {
                if usize::from(kind) == king {
                    kings[owner] = shape.coord(square);
                }
            }
            let men = shape.men(record).map(|(kind, owner, square)| (kind, owner, shape.coord(square)));
            let worth = net.plain(men, turn, kings);
            let expected = sigmoid(worth as f32 / net.scale as f32);
            [self.views.target(score, result), f32::from(result) / 2.0]
                .map(|target| f64::from(expected - target).powi(2))
        };
        let add = |sums: [f64; 2], more: [f64; 2]| [sums[0] + more[0], sums[1] + more[1]];
        let judged = self.data.validation.par_chunks(JUDGED);
        let judged: Vec<_> = judged.map(|places| places.iter().map(errors).fold([0.0; 2], add)).collect();
        let count = self.data.validation.len().max(1) as f64;
        let [target, result] = judged.into_iter().fold([0.0; 2], add);
        (target / count, result / count)
    }
}

/// How strongly a man's own weights on a square are held near 0, where only what it shares with its kin is left: the
/// fewer positions, the less they say about single squares.
fn own_decay(positions: usize) -> f32 {
    (OWN_DECAY / positions.max(1) as f32).clamp(DECAY, MOST_DECAY)
}
