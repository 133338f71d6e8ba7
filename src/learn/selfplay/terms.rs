//! What self-play games are played under. Knows numbers; plays nothing.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_shorter_on_small_boards() {
        assert_eq!([32, 64, 80, 120].map(Terms::fitting_plies), [4, 8, 10, 12]);
    }
}
