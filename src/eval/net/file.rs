//! A net as a file: a few lines a person can read, a blank line, the numbers, a checksum. Knows no position.
//!
//! All numbers are little-endian. In this order: input weights `[inputs][hidden]` and hidden biases `[hidden]` as
//! `i16`, output weights `[buckets][2][hidden]` as `i16`, output biases `[buckets]` as `i32`, then the CRC-32 of
//! everything before it.

use super::outline::Outline;
use super::preamble::{NoPreamble, Preamble};
use thiserror::Error;

/// What one input weight of 1 is written as, and what a hidden neuron is clipped at.
pub const INPUT_ONE: i32 = 255;
/// What one output weight of 1 is written as.
pub const OUTPUT_ONE: i32 = 64;
/// Hidden neurons come in multiples of this, a vector register's worth.
pub const HIDDEN_STEP: usize = 16;
/// The most hidden neurons.
pub const MOST_HIDDEN: usize = 2048;
/// The most output buckets.
pub const MOST_BUCKETS: usize = 64;

/// No net has a position worth more, in hundredths of a pawn.
const MOST_SCORE: i32 = 100_000;
const MAGIC: &str = "LUPANET 1";

/// Why a file is no net, or none for this game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NetError {
    /// It does not begin as one.
    #[error("this is no net: it does not begin with '{MAGIC}'")]
    Magic,
    /// A line of its head is missing or makes no sense.
    #[error("the net's head has no good line '{0}'; train it again")]
    Header(&'static str),
    /// It is shorter or longer than its head says.
    #[error(
        "the net has {found} bytes where its head asks for {expected}: it was cut or joined; copy it again"
    )]
    Length {
        /// Bytes there are.
        found: usize,
        /// Bytes there should be.
        expected: usize,
    },
    /// The bytes are not those that were written.
    #[error("the net's checksum does not hold: it was damaged; copy it again")]
    Checksum,
    /// It was made for other men or another board.
    #[error("the net is for {theirs}, this game has {ours}: a net serves one board and one set of men")]
    Foreign {
        /// What it was made for.
        theirs: String,
        /// What is played.
        ours: String,
    },
    /// Its numbers are beyond what the arithmetic holds.
    #[error("the net's output weights are too large to be added up; train it again")]
    TooLarge,
}

/// A net, its numbers whole.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// The game it was trained on, for people.
    pub game: String,
    /// The board and men it was trained for.
    pub outline: Outline,
    /// Neurons of the hidden layer, for each side.
    pub hidden: usize,
    /// Output neurons; which of them speaks depends on how many men are left.
    pub buckets: usize,
    /// Hundredths of a pawn for an output of 1.
    pub scale: i32,
    /// `[inputs][hidden]`, in 1/[`INPUT_ONE`].
    pub input_weights: Vec<i16>,
    /// `[hidden]`, in 1/[`INPUT_ONE`].
    pub hidden_biases: Vec<i16>,
    /// `[buckets][2][hidden]`, the side to move first, in 1/[`OUTPUT_ONE`].
    pub output_weights: Vec<i16>,
    /// `[buckets]`, in 1/([`INPUT_ONE`] x [`OUTPUT_ONE`]).
    pub output_biases: Vec<i32>,
}

impl Net {
    /// The output that speaks for so many men on the board.
    #[inline(always)]
    pub fn bucket(&self, men: usize) -> usize {
        bucket(men, self.outline.men, self.buckets)
    }

    /// Hundredths of a pawn for the sum over both sides' neurons.
    #[inline(always)]
    pub fn scaled(&self, sum: i32, bucket: usize) -> i32 {
        let bias = self.output_biases.get(bucket).copied().unwrap_or(0);
        let total = i64::from(sum / INPUT_ONE) + i64::from(bias);
        let most = i64::from(MOST_SCORE);
        (total * i64::from(self.scale) / i64::from(INPUT_ONE * OUTPUT_ONE)).clamp(-most, most) as i32
    }

    /// Writes it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Outline { files, ranks, pieces, start, .. } = &self.outline;
        let mut bytes = format!(
            "{MAGIC}\ngame {}\nboard {files}x{ranks}\npieces {pieces}\nstart {start}\nhash {:08x}\nhidden {}\n\
             buckets {}\nscale {}\n\n",
            self.game,
            self.outline.hash(),
            self.hidden,
            self.buckets,
            self.scale
        )
        .into_bytes();
        for numbers in [&self.input_weights, &self.hidden_biases, &self.output_weights] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(self.output_biases.iter().flat_map(|number| number.to_le_bytes()));
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// The checksum its file ends in, which tells it from other nets.
    pub fn checksum(&self) -> u32 {
        // Not one of the whole file: with its own checksum at the end, every file has the same.
        let bytes = self.to_bytes();
        bytes.last_chunk().map_or(0, |checksum| u32::from_le_bytes(*checksum))
    }

    /// Reads a net for a game with that outline. Where no more than the start differs it is accepted: see
    /// [`Net::is_at_home`].
    ///
    /// # Errors
    /// It is no net, damaged, or for other men.
    pub fn from_bytes(bytes: &[u8], ours: &Outline) -> Result<Net, NetError> {
        let head = Head::read(bytes)?;
        if (&head.board, &head.pieces) != (&format!("{}x{}", ours.files, ours.ranks), &ours.pieces) {
            return Err(NetError::Foreign {
                theirs: format!("{} ({}, {})", head.game, head.board, letters(&head.pieces)),
                ours: format!("{}x{}, {}", ours.files, ours.ranks, letters(&ours.pieces)),
            });
        }
        let Head { hidden, buckets, .. } = head;
        let sizes = [ours.inputs() * hidden, hidden, buckets * 2 * hidden];
        let expected = head.length + 2 * sizes.iter().sum::<usize>() + 4 * buckets + 4;
        if bytes.len() != expected {
            return Err(NetError::Length { found: bytes.len(), expected });
        }
        let (body, checksum) = bytes.split_at(expected - 4);
        if crc32fast::hash(body).to_le_bytes() != checksum {
            return Err(NetError::Checksum);
        }
        let (words, longs) = body[head.length..].split_at(2 * sizes.iter().sum::<usize>());
        let mut words = words.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut next = |size: usize| words.by_ref().take(size).collect::<Vec<i16>>();
        let outline = ours.with_start(&head.start);
        let net = Net {
            game: head.game,
            outline,
            hidden,
            buckets,
            scale: head.scale,
            input_weights: next(sizes[0]),
            hidden_biases: next(sizes[1]),
            output_weights: next(sizes[2]),
            output_biases: longs
                .chunks_exact(4)
                .map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]))
                .collect(),
        };
        net.check()?;
        Ok(net)
    }

    /// The sums that make an output cannot leave an `i32`, whatever the position.
    fn check(&self) -> Result<(), NetError> {
        // A clipped neuron squared, times its weight.
        let most = i64::from(i32::MAX) / i64::from(INPUT_ONE * INPUT_ONE);
        let fits = |weights: &[i16]| {
            weights.iter().map(|weight| i64::from(weight.unsigned_abs())).sum::<i64>() < most
        };
        // The neuron times its weight is kept in an i16.
        let narrow = self.output_weights.iter().all(|weight| weight.unsigned_abs() <= 128);
        let good = narrow && self.output_weights.chunks(2 * self.hidden).all(fits);
        if good { Ok(()) } else { Err(NetError::TooLarge) }
    }

    /// Whether a game begins as the one it was trained on did, castling apart.
    pub fn is_at_home(&self, game: &Outline) -> bool {
        self.outline == *game
    }
}

/// The output that speaks for so many men of so many at the start.
#[inline(always)]
pub fn bucket(men: usize, at_start: usize, buckets: usize) -> usize {
    (men.saturating_sub(1) * buckets / at_start.max(1)).min(buckets - 1)
}

/// The letters of a piece list.
fn letters(pieces: &str) -> String {
    pieces.split(' ').filter_map(|word| word.chars().next()).collect()
}

/// The lines a file begins with.
struct Head {
    game: String,
    board: String,
    pieces: String,
    start: String,
    hidden: usize,
    buckets: usize,
    scale: i32,
    /// Bytes up to the first number.
    length: usize,
}

impl Head {
    fn read(bytes: &[u8]) -> Result<Head, NetError> {
        let preamble = Preamble::read(bytes, MAGIC).map_err(|none| match none {
            NoPreamble::Foreign => NetError::Magic,
            NoPreamble::Endless => NetError::Header("(blank)"),
        })?;
        let value = |name: &'static str| preamble.value(name).ok_or(NetError::Header(name));
        let number = |name: &'static str, from: usize, to: usize| {
            let number: usize = value(name)?.parse().map_err(|_| NetError::Header(name))?;
            if (from..=to).contains(&number) { Ok(number) } else { Err(NetError::Header(name)) }
        };
        let hidden = number("hidden", HIDDEN_STEP, MOST_HIDDEN)?;
        if hidden % HIDDEN_STEP != 0 {
            return Err(NetError::Header("hidden"));
        }
        Ok(Head {
            game: value("game")?.to_owned(),
            board: value("board")?.to_owned(),
            pieces: value("pieces")?.to_owned(),
            start: value("start")?.to_owned(),
            hidden,
            buckets: number("buckets", 1, MOST_BUCKETS)?,
            scale: number("scale", 1, 10_000)? as i32,
            length: preamble.length,
        })
    }
}

/// Whether a file's head says that it was trained on this board, these men and this start.
pub fn serves(bytes: &[u8], game: &Outline) -> bool {
    Head::read(bytes).is_ok_and(|head| {
        (head.board, head.pieces, head.start)
            == (format!("{}x{}", game.files, game.ranks), game.pieces.clone(), game.start.clone())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Library;

    fn outline(name: &str) -> Outline {
        Outline::of(&Library::builtin().unwrap().find(name).unwrap())
    }

    fn net() -> Net {
        let outline = outline("lecce");
        let inputs = outline.inputs();
        Net {
            game: "lecce".into(),
            hidden: 16,
            buckets: 2,
            scale: 400,
            input_weights: (0..inputs * 16).map(|number| number as i16).collect(),
            hidden_biases: (0..16).collect(),
            output_weights: (0..64).map(|number| 32 - number).collect(),
            output_biases: vec![-70_000, 5],
            outline,
        }
    }

    #[test]
    fn written_and_read_it_is_the_same() {
        let net = net();
        assert_eq!(Net::from_bytes(&net.to_bytes(), &net.outline), Ok(net.clone()));
        let mut other = net.clone();
        other.output_biases[1] += 1;
        assert_ne!(other.checksum(), net.checksum());
        assert!(serves(&net.to_bytes(), &net.outline) && !serves(&net.to_bytes(), &outline("chess")));
    }

    #[test]
    fn every_other_file_is_refused() {
        let (net, ours) = (net(), outline("lecce"));
        let bytes = net.to_bytes();
        assert_eq!(Net::from_bytes(b"\x7fELF", &ours), Err(NetError::Magic));
        for cut in [0, 5, 12, 40, 200, bytes.len() - 5, bytes.len() - 1] {
            assert!(Net::from_bytes(&bytes[..cut], &ours).is_err(), "cut at {cut}");
        }
        for place in [bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            assert_eq!(Net::from_bytes(&damaged, &ours), Err(NetError::Checksum));
        }
        let foreign = Net::from_bytes(&bytes, &outline("chess")).unwrap_err().to_string();
        assert!(foreign.contains("lecce (4x8, ") && foreign.contains("8x8, PNBRQK"), "{foreign}");
        let mut heavy = net.clone();
        heavy.output_weights[3] = 300;
        assert_eq!(Net::from_bytes(&heavy.to_bytes(), &ours), Err(NetError::TooLarge));
        let mut loud = Net { scale: 10_000, ..net.clone() };
        loud.output_biases.fill(i32::MAX);
        let loud = Net::from_bytes(&loud.to_bytes(), &ours).unwrap();
        assert_eq!((loud.scaled(0, 0), loud.scaled(i32::MAX, 1)), (MOST_SCORE, MOST_SCORE));
        for (good, bad) in [("hidden 16", "hidden 17"), ("scale 400", "scale 0"), ("buckets 2", "buckets x")]
        {
            let text = bytes.windows(good.len()).position(|part| part == good.as_bytes()).unwrap();
            let mut bytes = bytes.clone();
            bytes.splice(text..text + good.len(), bad.bytes());
            assert!(matches!(Net::from_bytes(&bytes, &ours), Err(NetError::Header(_))), "{bad}");
        }
    }

    #[test]
    fn buckets_cover_every_number_of_men() {
        assert_eq!([1, 2, 8, 9, 16, 32, 40].map(|men| bucket(men, 32, 4)), [0, 0, 0, 1, 1, 3, 3]);
        assert_eq!(bucket(0, 0, 1), 0);
    }
}
