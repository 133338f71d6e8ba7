//! Scores: whole numbers from the side to move, with mates counted in plies from the root.

use super::report::Verdict;

/// Hundredths of a pawn, or a mate when beyond [`MATE_FOUND`].
pub type Score = i32;

/// Deepest ply a search looks at.
pub const MAX_PLY: usize = 240;
/// Nobody is ahead.
pub const DRAW: Score = 0;
/// The opponent is mated here.
pub const MATE: Score = 32_000;
/// Beyond every score.
pub const INFINITE: Score = 32_001;
/// No score.
pub const UNKNOWN: Score = 32_002;
/// The lowest score that means a mate found.
pub const MATE_FOUND: Score = MATE - MAX_PLY as Score - 1;
/// The highest score that means no more than an advantage.
pub const HIGHEST_ADVANTAGE: Score = MATE_FOUND - 1;

/// Mate given that many plies from the root.
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// Mate suffered that many plies from the root.
pub const fn mated_in(ply: usize) -> Score {
    -MATE + ply as Score
}

/// Whether a score is a mate for either side.
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_FOUND && score.abs() <= MATE
}

/// Whether it is a mate for the side to move.
pub const fn is_win(score: Score) -> bool {
    score >= MATE_FOUND && score <= MATE
}

/// Whether it is a mate for the opponent.
pub const fn is_loss(score: Score) -> bool {
    score <= -MATE_FOUND && score >= -MATE
}

/// A static value kept clear of mates.
pub fn as_advantage(score: Score) -> Score {
    score.clamp(-HIGHEST_ADVANTAGE, HIGHEST_ADVANTAGE)
}

/// A score as the table keeps it: mates counted from the position itself.
pub fn to_table(score: Score, ply: usize) -> Score {
    match score {
        score if is_win(score) => score + ply as Score,
        score if is_loss(score) => score - ply as Score,
        score => score,
    }
}

/// The reverse of [`to_table`], for a position `ply` plies from the root. A mate further off than the
/// `plies_left` before the move rule ends the game is no more than an advantage.
pub fn from_table(score: Score, ply: usize, plies_left: i32) -> Score {
    if score == UNKNOWN {
        UNKNOWN
    } else if score >= MATE_FOUND {
        if MATE - score > plies_left { HIGHEST_ADVANTAGE } else { score - ply as Score }
    } else if score <= -MATE_FOUND {
        if MATE + score > plies_left { -HIGHEST_ADVANTAGE } else { score + ply as Score }
    } else {
        score
    }
}

/// As people read it.
pub fn verdict(score: Score) -> Verdict {
    match score {
        score if is_win(score) => Verdict::Mate((MATE - score + 1) / 2),
        score if is_loss(score) => Verdict::Mate(-(MATE + score) / 2),
        score => Verdict::Centipawns(score),
    }
}

/// Chances of a win, draw and loss in thousandths, for a game where a side wins half of its games at the score
/// `even` and that changes over `spread`: both are the game's own (`winChances`). Logistic, by a library's exponential
/// that is the same on every machine.
pub fn chances(score: Score, [even, spread]: [u16; 2]) -> [u32; 3] {
    if is_mate(score) {
        return if is_win(score) { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let win = |score: Score| {
        let x = f64::from(score - i32::from(even)) / f64::from(spread.max(1));
        (1000.0 / (1.0 + libm::exp(-x))) as u32
    };
    let (win, loss) = (win(score), win(-score));
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_and_back() {
        for ply in [0, 1, 17, 100] {
            for score in
                [0, 55, -700, HIGHEST_ADVANTAGE, -HIGHEST_ADVANTAGE, mate_in(ply + 3), mated_in(ply + 4)]
            {
                assert_eq!(from_table(to_table(score, ply), ply, i32::MAX), score);
            }
        }
        assert_eq!(to_table(mate_in(9), 4), MATE - 5);
        assert_eq!(from_table(MATE - 30, 2, 20), HIGHEST_ADVANTAGE);
        assert_eq!(from_table(-MATE + 30, 2, 20), -HIGHEST_ADVANTAGE);
        assert_eq!(from_table(UNKNOWN, 3, 0), UNKNOWN);
    }

    #[test]
    fn mates_are_counted_in_the_winners_moves() {
        assert_eq!(verdict(mate_in(1)), Verdict::Mate(1));
        assert_eq!(verdict(mate_in(3)), Verdict::Mate(2));
        assert_eq!(verdict(mated_in(0)), Verdict::Mate(0));
        assert_eq!(verdict(mated_in(2)), Verdict::Mate(-1));
        assert_eq!(verdict(-35), Verdict::Centipawns(-35));
    }

    #[test]
    fn chances_add_up_and_mirror() {
        for score in (-3000..3000).step_by(37) {
            for curve in [[106, 91], [186, 60], [0, 0], [1, 5000]] {
                let [win, draw, loss] = chances(score, curve);
                assert_eq!(win + draw + loss, 1000);
                assert_eq!(chances(-score, curve), [loss, draw, win]);
            }
        }
        assert_eq!(chances(106, [106, 91])[0], 500);
        // 1 / (1 + e) and what is left by 1 / (1 + e^3).
        assert_eq!(chances(-100, [200, 100]), [47, 685, 268]);
    }
}
