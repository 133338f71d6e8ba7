//! What self-play games are played under. Knows numbers; plays nothing.

use super::SelfPlayError;

/// What decides a game but its number: the same terms and number make the same game everywhere.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Another number, other games.
    pub seed: u64,
    /// Nodes after which no deeper iteration is begun.
    pub nodes: u64,
    /// Random moves before a game is played in earnest, or by a coin one more.
    pub plies: u32,
    /// Of a hundred moves after that, so many are random too, in the first [`NOISY_PLIES`].
    pub noise: u32,
    /// Openings in which the first search finds one side further ahead are drawn anew, in hundredths of a pawn.
    pub lopsided: i32,
    /// MiB of transposition table for each game.
    pub hash: usize,
    /// The evaluation: `built-in`, `none`, or a net's path.
    pub net: String,
}

/// Plies after the opening in which noise may strike.
pub const NOISY_PLIES: u32 = 24;
/// A search is cut off at so many times the nodes after which no iteration is begun.
pub const HARD_NODES: u64 = 6;

impl Terms {
    /// Random moves that fit a board of so many squares: eight on a chessboard.
    pub fn fitting_plies(squares: usize) -> u32 {
        (squares as u32 / 8).clamp(4, 12)
    }

    /// All of them but seed and nodes in a line.
    pub fn to_line(&self, evaluation: &str) -> String {
        let Terms { plies, noise, lopsided, hash, .. } = self;
        format!(
            "plies {plies}, noise {noise}%, openings within {lopsided}, hash {hash}, evaluation {evaluation}"
        )
    }
}

/// One of so many shares of the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// From 1.
    pub number: u64,
    /// How many there are.
    pub of: u64,
}

impl Shard {
    /// All games.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// Whether a game, numbered from 0, is this share's.
    pub fn has(self, game: u64) -> bool {
        game % self.of == self.number - 1
    }
}

impl std::str::FromStr for Shard {
    type Err = SelfPlayError;

    fn from_str(text: &str) -> Result<Self, SelfPlayError> {
        let parts =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
            _ => Err(SelfPlayError::Shard(text.chars().take(40).collect())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_every_game_out_once() {
        let shards: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|text| text.parse().unwrap()).into();
        for game in 0..20 {
            assert_eq!(shards.iter().filter(|shard| shard.has(game)).count(), 1);
        }
        for bad in ["", "1", "0/3", "4/3", "1/0", "a/b", "1/3/4", "-1/3"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }

    #[test]
    fn openings_are_shorter_on_small_boards() {
        assert_eq!([32, 64, 80, 120].map(Terms::fitting_plies), [4, 8, 10, 12]);
    }
}
