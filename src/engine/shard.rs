//! Work shared out among machines: which share takes what. Knows numbers only.

use std::str::FromStr;

/// One of so many shares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// From 1.
    number: u64,
    /// How many there are.
    of: u64,
}

/// A share is named wrongly.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is no share: write 1/4 for the first of four")]
pub struct NoShard(String);

impl Shard {
    /// All there is.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// How many of so many pieces of work are this share's.
    pub fn count(self, pieces: u64) -> u64 {
        pieces.saturating_sub(self.number - 1).div_ceil(self.of)
    }

    /// Whether a piece of work, numbered from 0, is this share's.
    pub fn has(self, piece: u64) -> bool {
        piece % self.of == self.number - 1
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let parts =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
            _ => Err(NoShard(text.chars().take(40).collect())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_everything_out_once() {
        let shards: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|text| text.parse().unwrap()).into();
        for piece in 0..20 {
            assert_eq!(shards.iter().filter(|shard| shard.has(piece)).count(), 1);
            assert!(Shard::WHOLE.has(piece));
        }
        for pieces in 0..20 {
            for shard in &shards {
                assert_eq!(shard.count(pieces), (0..pieces).filter(|piece| shard.has(*piece)).count() as u64);
            }
        }
        for bad in ["", "1", "0/3", "4/3", "1/0", "a/b", "1/3/4", "-1/3"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
