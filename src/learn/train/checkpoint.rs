//! Training interrupted and taken up again: all that goes on from epoch to epoch, as bytes. Knows the trainer's state;
//! opens no file.
//!
//! A checkpoint is a few lines a person can read, a blank line, parameters, their means and two moments as
//! little-endian `f32`, and the CRC-32 of everything before it.

use super::adam::Adam;
use super::data::Data;
use super::trainer::{Loss, Settings, Trainer};
use crate::eval::net::{NoPreamble, Preamble};
use thiserror::Error;

const MAGIC: &str = "LUPATRAIN 2";

/// Why training cannot go on from there.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CheckpointError {
    /// It does not begin as one.
    #[error("this is no checkpoint of training: it does not begin with '{MAGIC}'")]
    Magic,
    /// It is not what was written.
    #[error("the checkpoint is damaged; begin anew without --resume")]
    Damaged,
    /// It was made with other data or settings.
    #[error(
        "the checkpoint was made with {name} {theirs}, now it is {ours}; say the same, or begin anew without --resume"
    )]
    Other {
        /// What differs.
        name: String,
        /// In the checkpoint.
        theirs: String,
        /// Now.
        ours: String,
    },
}

/// Everything that must be the same for training to go on, by name.
fn terms(data: &Data, settings: &Settings) -> Vec<(&'static str, String)> {
    let Settings { hidden, buckets, scale, result_share, batch, rate, epochs, seed, primer } = settings;
    let outline = data.outline();
    vec![
        ("board", format!("{}x{}", outline.files, outline.ranks)),
        ("pieces", outline.pieces.clone()),
        ("men", outline.men.to_string()),
        ("positions", format!("{}+{}", data.training.len(), data.validation.len())),
        ("data", format!("{:08x}", data.fingerprint())),
        ("hidden", hidden.to_string()),
        ("buckets", buckets.to_string()),
        ("scale", scale.to_string()),
        ("result-share", result_share.to_string()),
        ("batch", batch.to_string()),
        ("rate", rate.to_string()),
        ("epochs", epochs.to_string()),
        ("seed", seed.to_string()),
        ("primer", primer.to_string()),
    ]
}

impl<'a> Trainer<'a> {
    /// All that goes on after this epoch.
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut text = format!("{MAGIC}\n");
        for (name, value) in terms(self.data, &self.settings) {
            text += &format!("{name} {value}\n");
        }
        text += &format!("steps {}\n", self.adam.steps);
        for loss in &self.losses {
            // As bits, so that they come back as they are.
            text += &format!("loss {:016x} {:016x}\n", loss.training.to_bits(), loss.validation.to_bits());
        }
        let mut bytes = (text + "\n").into_bytes();
        for numbers in [&self.parameters, &self.means, &self.adam.first, &self.adam.second] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Goes on where a checkpoint was made: with the same data and settings, the net will be the same.
    ///
    /// # Errors
    /// It is none, damaged, or was made with others.
    pub fn resume(data: &'a Data, settings: &Settings, bytes: &[u8]) -> Result<Trainer<'a>, CheckpointError> {
        let preamble = Preamble::read(bytes, MAGIC).map_err(|none| match none {
            NoPreamble::Foreign => CheckpointError::Magic,
            NoPreamble::Endless => CheckpointError::Damaged,
        })?;
        let damaged = CheckpointError::Damaged;
        let (body, checksum) = bytes.split_last_chunk::<4>().ok_or(CheckpointError::Damaged)?;
        if crc32fast::hash(body).to_le_bytes() != *checksum {
            return Err(damaged);
        }
        for (name, ours) in terms(data, settings) {
            let theirs = preamble.value(name).ok_or(CheckpointError::Damaged)?;
            if theirs != ours {
                return Err(CheckpointError::Other {
                    name: name.to_owned(),
                    theirs: theirs.to_owned(),
                    ours,
                });
            }
        }
        let mut trainer = Trainer::new(data, settings);
        let bits = |word: Option<&str>| u64::from_str_radix(word?, 16).ok().map(f64::from_bits);
        for line in preamble.values("loss") {
            let mut words = line.split(' ');
            let (Some(training), Some(validation)) = (bits(words.next()), bits(words.next())) else {
                return Err(damaged);
            };
            trainer.losses.push(Loss { training, validation });
        }
        let count = trainer.parameters.len();
        let numbers = body.get(preamble.length..).unwrap_or_default();
        if numbers.len() != 4 * 4 * count {
            return Err(damaged);
        }
        let mut numbers =
            numbers.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        let mut next = || numbers.by_ref().take(count).collect::<Vec<f32>>();
        trainer.parameters = next();
        trainer.means = next();
        let (first, second) = (next(), next());
        let steps = preamble.value("steps").and_then(|steps| steps.parse().ok()).ok_or(damaged)?;
        trainer.adam = Adam { first, second, steps };
        trainer.weave();
        Ok(trainer)
    }
}
