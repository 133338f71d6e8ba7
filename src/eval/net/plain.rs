//! A net's verdict worked out anew, number by number: slow, short, and the judge of every faster way. Knows a net and
//! who stands where; no position.

use super::file::{INPUT_ONE, Net};
use crate::board::{Colour, Coord, PerColour};

impl Net {
    /// What a position is worth to the side to move, in hundredths of a pawn, from its men (kind, owner, square)
    /// and where the kings stand.
    ///
    /// Sums of input weights are kept in `i16`; where they leave it, they wrap. Men of kinds or on squares that the
    /// net does not know count for nothing.
    pub fn plain(
        &self,
        men: impl Iterator<Item = (u8, Colour, Coord)>,
        turn: Colour,
        kings: PerColour<Coord>,
    ) -> i32 {
        let viewers = [turn, !turn];
        let mirrored = viewers.map(|viewer| self.outline.mirrors(kings[viewer]));
        let mut sums = [self.hidden_biases.clone(), self.hidden_biases.clone()];
        let mut count = 0;
        for (kind, owner, square) in men {
            let kind = usize::from(kind);
            if kind >= self.outline.kinds
                || square.file >= self.outline.files
                || square.rank >= self.outline.ranks
            {
                continue;
            }
            count += 1;
            for side in 0..2 {
                let input = self.outline.input(viewers[side], mirrored[side], kind, owner, square);
                let row = self.input_weights.chunks_exact(self.hidden).nth(input).unwrap_or_default();
                for (sum, weight) in sums[side].iter_mut().zip(row) {
                    *sum = sum.wrapping_add(*weight);
                }
            }
        }
        let bucket = self.bucket(count);
        let weights = self.output_weights.chunks_exact(2 * self.hidden).nth(bucket).unwrap_or_default();
        let mut output = 0i32;
        for (sum, weight) in sums.iter().flatten().zip(weights) {
            let clipped = (*sum).clamp(0, INPUT_ONE as i16);
            output += i32::from(clipped.wrapping_mul(*weight)) * i32::from(clipped);
        }
        self.scaled(output, bucket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::net::Outline;
    use crate::rules::Library;

    /// One neuron counts own knights, one the other side's; the rest are silent.
    fn knights() -> Net {
        let outline = Outline::of(&Library::builtin().unwrap().find("chess").unwrap());
        let squares = outline.squares();
        let mut input_weights = vec![0; outline.inputs() * 16];
        for square in 0..squares {
            // Kind 1, own and other.
            input_weights[(squares + square) * 16] = 100;
            input_weights[((outline.kinds + 1) * squares + square) * 16 + 1] = 100;
        }
        let mut output_weights = vec![0; 32];
        (output_weights[0], output_weights[1]) = (64, -64);
        Net {
            game: "chess".into(),
            hidden: 16,
            buckets: 1,
            scale: 400,
            input_weights,
            hidden_biases: vec![0; 16],
            output_weights,
            output_biases: vec![0],
            outline,
        }
    }

    fn at(file: u8, rank: u8) -> Coord {
        Coord { file, rank }
    }

    #[test]
    fn the_arithmetic_is_the_one_described() {
        let net = knights();
        let kings = PerColour([at(4, 0), at(4, 7)]);
        let worth = |men: &[(u8, Colour, Coord)], turn| net.plain(men.iter().copied(), turn, kings);
        let one = [(1, Colour::White, at(1, 0))];
        // 100 * 64 * 100 / 255 = 2509; 2509 * 400 / (255 * 64) = 61.
        assert_eq!((worth(&one, Colour::White), worth(&one, Colour::Black)), (61, -61));
        let three = [one[0], (1, Colour::White, at(2, 2)), (1, Colour::White, at(5, 2))];
        // Clipped at 255: an output of 1.
        assert_eq!(worth(&three, Colour::White), 400);
        let level = [one[0], (1, Colour::Black, at(6, 7)), (0, Colour::Black, at(6, 6))];
        assert_eq!(worth(&level, Colour::White), 0);
        // Foreign men are not looked at.
        assert_eq!(worth(&[(200, Colour::White, at(0, 0)), (1, Colour::White, at(99, 9))], Colour::White), 0);
    }

    #[test]
    fn sums_wrap() {
        let mut net = knights();
        net.hidden_biases[0] = i16::MAX;
        let men = [(1, Colour::White, at(1, 0))];
        let kings = PerColour([at(4, 0), at(4, 7)]);
        // The own sum wraps to far below 0, the other side's view of itself stays clipped and unweighted.
        assert_eq!(net.plain(men.into_iter(), Colour::White, kings), 0);
        assert_eq!(net.plain([].into_iter(), Colour::White, kings), 400);
    }
}
