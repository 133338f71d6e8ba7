//! What self-play leaves behind: positions with score and result, in records of one size.
//!
//! A file is a few lines a person can read, a blank line, then one frame for each game: the number of records, the
//! game's number, the key of its opening, the CRC-32 of what follows (`u32`, `u64`, `u64`, `u32`, little-endian),
//! then the records. A frame cut short, as by a crash, is no frame: whoever appends goes on where it began.
//!
//! A record is, in this order:
//! - the occupied squares, a bit each from a1 rank by rank, lowest bit first, in `ceil(squares / 8)` bytes;
//! - a code for each of them in that order, `2 * kind + (1 if Black)`, in as few bits as all kinds need, lowest bit
//!   first, in as many bytes as the men at the start take;
//! - the score, hundredths of a pawn to the side to move, `i16`; mates are beyond [`MATE_SCORE`];
//! - the ply from the game's start, `u16`; the plies since a capture or pawn move, `u8`;
//! - flags, `u8`: bits 0-1 the result to the side to move (0 lost, 1 drawn, 2 won), bit 2 Black to move, bit 3 in
//!   check, bit 4 the move played captures or promotes, bit 5 it castles, bit 6 it was a random one;
//! - the squares the move played leaves and lands on, `u8` each, numbered as the bits.

use crate::board::{Colour, Coord};
use crate::eval::net::{NoPreamble, Outline, Preamble};
use crate::rules::{Alias, Variant};
use arrayvec::ArrayVec;
use thiserror::Error;

/// Scores at or beyond this are mates found.
pub const MATE_SCORE: i16 = 30_000;
/// The most squares of a board.
pub const MOST_SQUARES: usize = 120;
/// Bytes before a frame's records.
pub const FRAME: usize = 24;
/// Bytes of a record behind its men.
const TAIL: usize = 8;
const MAGIC: &str = "LUPADATA 1";

/// Why bytes are no records, or none of this game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecordError {
    /// They do not begin as a file of records.
    #[error("this is no self-play file: it does not begin with '{MAGIC}'")]
    Magic,
    /// A line of the head is missing or makes no sense.
    #[error("the file's head has no good line '{0}'")]
    Header(&'static str),
    /// It holds another game.
    #[error("it holds positions of {theirs}, not of {ours}")]
    Foreign {
        /// The game it holds.
        theirs: String,
        /// The game wanted.
        ours: String,
    },
}

/// What a file of records says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The game, for people.
    pub game: String,
    /// Its board and men.
    pub outline: Outline,
    /// A number that stands for all its rules, see [`Head::rules_of`]; older files have none.
    pub rules: Option<u32>,
    /// The seed its games were drawn with.
    pub seed: u64,
    /// Nodes searched for each move.
    pub nodes: u64,
    /// Other things its games depend on, in one line.
    pub terms: String,
}

impl Head {
    /// What a file of games of a variant says of the game.
    pub fn of(variant: &Variant, seed: u64, nodes: u64, terms: String) -> Head {
        Head {
            game: Alias::of(variant).to_owned(),
            outline: Outline::of(variant),
            rules: Some(Self::rules_of(variant)),
            seed,
            nodes,
            terms,
        }
    }

    /// A number that changes with any rule of a game and with how its men and castlings are written, but not with its
    /// name, chances and labels. Another version of Lupa may have another number for the same rules.
    fn rules_of(variant: &Variant) -> u32 {
        let rules = Variant { name: String::new(), chances: [0; 2], labels: Vec::new(), ..variant.clone() };
        crc32fast::hash(format!("{rules:?}").as_bytes())
    }

    /// Why games under this head and another are not to be mixed: what the other holds, for a person.
    pub fn conflict(&self, other: &Head) -> Option<String> {
        let Head { game, seed, nodes, terms, .. } = other;
        let rules = self.rules.zip(other.rules);
        if (&self.game, &self.outline) != (game, &other.outline) {
            Some(format!("games of {game}, not of {}", self.game))
        } else if rules.is_some_and(|(ours, theirs)| ours != theirs) {
            Some(format!("games of {game} by other rules than it has here"))
        } else if (self.seed, self.nodes, &self.terms) != (*seed, *nodes, terms) {
            Some(format!("games played under other terms (seed {seed}, nodes {nodes}, {terms})"))
        } else {
            None
        }
    }

    /// The lines a file begins with, the blank one included.
    pub fn to_text(&self) -> String {
        let Outline { files, ranks, pieces, start, .. } = &self.outline;
        let rules = self.rules.map(|rules| format!("rules {rules:08x}\n")).unwrap_or_default();
        format!(
            "{MAGIC}\ngame {}\nboard {files}x{ranks}\npieces {pieces}\nstart {start}\nhash {:08x}\n{rules}seed {}\n\
             nodes {}\nterms {}\nrecord {}\n\n",
            self.game,
            self.outline.hash(),
            self.seed,
            self.nodes,
            self.terms,
            Shape::of(&self.outline).size()
        )
    }

    /// Reads a head for a game with that outline; how many bytes it took.
    ///
    /// # Errors
    /// The bytes begin otherwise, or hold another game.
    pub fn read(bytes: &[u8], ours: &Outline, game: &str) -> Result<(Head, usize), RecordError> {
        let preamble = Self::preamble(bytes)?;
        let value = |name: &'static str| preamble.value(name).ok_or(RecordError::Header(name));
        let number = |name: &'static str| value(name)?.parse::<u64>().map_err(|_| RecordError::Header(name));
        let number_of_rules =
            |text: &str| u32::from_str_radix(text, 16).map_err(|_| RecordError::Header("rules"));
        let board = format!("{}x{}", ours.files, ours.ranks);
        if value("board")? != board || value("pieces")? != ours.pieces {
            return Err(RecordError::Foreign { theirs: value("game")?.to_owned(), ours: game.to_owned() });
        }
        let outline = Outline::with_start(ours, value("start")?);
        if number("record")? != Shape::of(&outline).size() as u64 {
            return Err(RecordError::Header("record"));
        }
        let head = Head {
            game: value("game")?.to_owned(),
            outline,
            rules: preamble.value("rules").map(number_of_rules).transpose()?,
            seed: number("seed")?,
            nodes: number("nodes")?,
            terms: value("terms")?.to_owned(),
        };
        Ok((head, preamble.length))
    }

    /// The name of the game the records are of.
    ///
    /// # Errors
    /// The bytes are no file of records.
    pub fn game(bytes: &[u8]) -> Result<String, RecordError> {
        Ok(Self::preamble(bytes)?.value("game").ok_or(RecordError::Header("game"))?.to_owned())
    }

    fn preamble(bytes: &[u8]) -> Result<Preamble<'_>, RecordError> {
        Preamble::read(bytes, MAGIC).map_err(|none| match none {
            NoPreamble::Foreign => RecordError::Magic,
            NoPreamble::Endless => RecordError::Header("(blank)"),
        })
    }
}

/// What stands before a game's records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Records of the game.
    pub records: u32,
    /// The game's number.
    pub game: u64,
    /// The key of the position it began with.
    pub opening: u64,
    /// CRC-32 of the records.
    pub checksum: u32,
}

impl Frame {
    /// A frame and its records, as they are written.
    pub fn wrap(game: u64, opening: u64, size: usize, records: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(FRAME + records.len());
        bytes.extend(((records.len() / size) as u32).to_le_bytes());
        bytes.extend(game.to_le_bytes());
        bytes.extend(opening.to_le_bytes());
        bytes.extend(crc32fast::hash(records).to_le_bytes());
        bytes.extend(records);
        bytes
    }

    /// The frame that begins here and its records, if it is whole and undamaged. A game without a record is none.
    pub fn read(bytes: &[u8], size: usize) -> Option<(Frame, &[u8])> {
        let (head, rest) = bytes.split_at_checked(FRAME)?;
        let word = |at: usize| Some(u32::from_le_bytes(head.get(at..at + 4)?.try_into().ok()?));
        let long = |at: usize| Some(u64::from_le_bytes(head.get(at..at + 8)?.try_into().ok()?));
        let frame = Frame { records: word(0)?, game: long(4)?, opening: long(12)?, checksum: word(20)? };
        let records = rest.get(..(frame.records as usize).checked_mul(size)?)?;
        (frame.records > 0 && crc32fast::hash(records) == frame.checksum).then_some((frame, records))
    }
}

/// Who stands where: kind, owner and square, numbered from a1 rank by rank.
pub type Men = ArrayVec<(u8, Colour, u8), MOST_SQUARES>;

/// A position with what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The men, by square.
    pub men: Men,
    /// The side to move.
    pub turn: Colour,
    /// Hundredths of a pawn to the side to move.
    pub score: i16,
    /// To the side to move: 0 lost, 1 drawn, 2 won.
    pub result: u8,
    /// Plies from the game's start.
    pub ply: u16,
    /// Plies since a capture or pawn move.
    pub quiet_plies: u8,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Whether the move played captures or promotes.
    pub noisy: bool,
    /// Whether it castles.
    pub castles: bool,
    /// Whether it was a random one.
    pub random: bool,
    /// The squares it leaves and lands on.
    pub moved: (u8, u8),
}

impl Record {
    /// A position no game went through: drawn, at no ply, left by no move.
    pub fn unplayed(men: Men, turn: Colour, score: i16) -> Self {
        Record {
            men,
            turn,
            score,
            result: 1,
            ply: u16::MAX,
            quiet_plies: 0,
            in_check: false,
            noisy: false,
            castles: false,
            random: false,
            moved: (0, 0),
        }
    }
}

/// How large a game's records are and where everything lies in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    squares: usize,
    files: u8,
    /// Bytes of the occupied squares.
    board: usize,
    /// Bits of a man's code.
    bits: u32,
    /// The most men.
    men: usize,
    /// Bytes of their codes.
    codes: usize,
}

impl Shape {
    /// The shape of records of a game.
    pub fn of(outline: &Outline) -> Shape {
        let bits = (2 * outline.kinds - 1).ilog2() + 1;
        Shape {
            squares: outline.squares(),
            files: outline.files,
            board: outline.squares().div_ceil(8),
            bits,
            men: outline.men,
            codes: (outline.men * bits as usize).div_ceil(8),
        }
    }

    /// Bytes of a record.
    pub fn size(&self) -> usize {
        self.board + self.codes + TAIL
    }

    /// A square's file and rank.
    #[inline(always)]
    pub fn coord(&self, square: u8) -> Coord {
        Coord { file: square % self.files, rank: square / self.files }
    }

    /// A square's number.
    pub fn square(&self, coord: Coord) -> u8 {
        coord.rank * self.files + coord.file
    }

    /// Appends a record. One with more men than the start has is left out: whether it was written.
    #[must_use]
    pub fn write(&self, record: &Record, bytes: &mut Vec<u8>) -> bool {
        if record.men.len() > self.men {
            return false;
        }
        let start = bytes.len();
        bytes.resize(start + self.board + self.codes, 0);
        let (board, codes) = bytes[start..].split_at_mut(self.board);
        for (place, (kind, owner, square)) in record.men.iter().enumerate() {
            board[usize::from(square / 8)] |= 1 << (square % 8);
            let code = u32::from(*kind) << 1 | *owner as u32;
            let bit = place * self.bits as usize;
            let spread = code << (bit % 8);
            codes[bit / 8] |= spread as u8;
            if spread > 0xff {
                codes[bit / 8 + 1] |= (spread >> 8) as u8;
            }
        }
        let flag = |set: bool, bit: u8| u8::from(set) << bit;
        bytes.extend(record.score.to_le_bytes());
        bytes.extend(record.ply.to_le_bytes());
        bytes.push(record.quiet_plies);
        bytes.push(
            record.result
                | flag(record.turn == Colour::Black, 2)
                | flag(record.in_check, 3)
                | flag(record.noisy, 4)
                | flag(record.castles, 5)
                | flag(record.random, 6),
        );
        bytes.extend([record.moved.0, record.moved.1]);
        true
    }

    /// The men of a record, by square. Bytes that are no record give men somewhere, never a panic.
    #[inline]
    pub fn men(&self, bytes: &[u8]) -> impl Iterator<Item = (u8, Colour, u8)> {
        let (board, codes) = bytes.split_at_checked(self.board).unwrap_or_default();
        let (bits, squares) = (self.bits as usize, self.squares);
        let mask = (1u32 << bits) - 1;
        let occupied = board.iter().zip(0u8..).flat_map(|(byte, row)| {
            let mut left = *byte;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as u8)?;
                left &= left - 1;
                Some(8 * row + bit)
            })
        });
        occupied.take_while(move |square| usize::from(*square) < squares).enumerate().map(
            move |(place, square)| {
                let bit = place * bits;
                let byte = |at: usize| u32::from(codes.get(at).copied().unwrap_or(0));
                let code = (byte(bit / 8) | byte(bit / 8 + 1) << 8) >> (bit % 8) & mask;
                let owner = if code & 1 == 0 { Colour::White } else { Colour::Black };
                ((code >> 1) as u8, owner, square)
            },
        )
    }

    /// Whose turn it is, the score to that side, and the result to it: 0 lost, 1 drawn, 2 won.
    #[inline]
    pub fn verdict(&self, bytes: &[u8]) -> (Colour, i16, u8) {
        let start = self.board + self.codes;
        let Some([low, high, _, _, _, flags, ..]) = bytes.get(start..start + TAIL) else {
            return (Colour::White, 0, 1);
        };
        let turn = if flags & 4 == 0 { Colour::White } else { Colour::Black };
        (turn, i16::from_le_bytes([*low, *high]), flags & 3)
    }

    /// A record whole.
    pub fn read(&self, bytes: &[u8]) -> Option<Record> {
        let tail = bytes.get(self.board + self.codes..self.size())?;
        let flags = tail[5];
        Some(Record {
            men: self.men(bytes).take(MOST_SQUARES).collect(),
            turn: if flags & 4 == 0 { Colour::White } else { Colour::Black },
            score: i16::from_le_bytes([tail[0], tail[1]]),
            result: flags & 3,
            ply: u16::from_le_bytes([tail[2], tail[3]]),
            quiet_plies: tail[4],
            in_check: flags & 8 != 0,
            noisy: flags & 16 != 0,
            castles: flags & 32 != 0,
            random: flags & 64 != 0,
            moved: (tail[6], tail[7]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Library;

    fn outline(name: &str) -> Outline {
        Outline::of(&Library::builtin().unwrap().find(name).unwrap())
    }

    /// Some record of a game, another for each seed.
    fn record(outline: &Outline, seed: usize) -> Record {
        let squares = outline.squares();
        let men = (0..outline.men).map(|man| {
            let owner = Colour::BOTH[(man + seed) % 2];
            (((man * 7 + seed) % outline.kinds) as u8, owner, (man * squares / outline.men) as u8)
        });
        Record {
            men: men.collect(),
            turn: Colour::BOTH[seed % 2],
            score: -300 + seed as i16,
            result: (seed % 3) as u8,
            ply: seed as u16 * 3,
            quiet_plies: seed as u8,
            in_check: seed.is_multiple_of(5),
            noisy: seed.is_multiple_of(2),
            castles: seed.is_multiple_of(7),
            random: seed.is_multiple_of(11),
            moved: (seed as u8 % 30, 31),
        }
    }

    #[test]
    fn records_keep_what_they_are_given() {
        for name in ["chess", "latte", "ladorean", "lecce"] {
            let outline = outline(name);
            let shape = Shape::of(&outline);
            assert!((20..=40).contains(&shape.size()), "{name}: {}", shape.size());
            let mut bytes = Vec::new();
            for seed in 0..50 {
                assert!(shape.write(&record(&outline, seed), &mut bytes));
            }
            assert_eq!(bytes.len(), 50 * shape.size());
            for (seed, bytes) in bytes.chunks(shape.size()).enumerate() {
                let record = record(&outline, seed);
                assert_eq!(shape.verdict(bytes), (record.turn, record.score, record.result));
                assert_eq!(shape.read(bytes), Some(record), "{name} {seed}");
            }
        }
    }

    #[test]
    fn a_frame_cut_or_damaged_is_none() {
        let outline = outline("lecce");
        let shape = Shape::of(&outline);
        let mut records = Vec::new();
        for seed in 0..3 {
            assert!(shape.write(&record(&outline, seed), &mut records));
        }
        let bytes = Frame::wrap(17, 99, shape.size(), &records);
        let (frame, inside) = Frame::read(&bytes, shape.size()).unwrap();
        assert_eq!((frame.records, frame.game, frame.opening, inside), (3, 17, 99, &records[..]));
        assert_eq!(Frame::read(&bytes[..bytes.len() - 1], shape.size()), None);
        let mut damaged = bytes.clone();
        damaged[FRAME + 5] ^= 4;
        assert_eq!(Frame::read(&damaged, shape.size()), None);
        // A length no file has.
        damaged[..4].fill(0xff);
        assert_eq!(Frame::read(&damaged, usize::MAX), None);
    }

    #[test]
    fn any_bytes_can_be_looked_at() {
        let shape = Shape::of(&outline("ladorean"));
        let bytes = vec![0xff; shape.size()];
        assert!(shape.read(&bytes).is_some());
        assert_eq!(shape.read(&bytes[1..]), None);
        assert_eq!(shape.men(&[]).count(), 0);
    }

    #[test]
    fn games_are_not_mixed_with_others() {
        let mut library = Library::builtin().unwrap();
        let mut head = |game: &str, extra: &str| {
            library.read("mine.ini", &format!("[mine:chess]\n{extra}\n")).unwrap();
            Head::of(&library.find(game).unwrap(), 1, 100, "plies 8".into())
        };
        let chess = head("chess", "");
        let mine = head("mine", "winChances = 90 90");
        assert_eq!(mine.conflict(&head("mine", "")), None, "what is only shown is no rule");
        assert_eq!(chess.conflict(&Head { rules: None, ..chess.clone() }), None, "older files tell no rules");
        for (other, said) in [
            (head("fischerandom", ""), "games of chess960, not of mine"),
            (head("latte", ""), "games of latte, not of mine"),
            (head("mine", "stalemateValue = loss"), "games of mine by other rules than it has here"),
            (Head { seed: 2, ..mine.clone() }, "games played under other terms (seed 2, nodes 100, plies 8)"),
        ] {
            assert_eq!(mine.conflict(&other).as_deref(), Some(said));
        }
    }

    #[test]
    fn heads_say_whose_records_follow() {
        let outline = outline("latte");
        let head = Head {
            game: "latte".into(),
            outline: outline.clone(),
            rules: Some(0xabc),
            seed: 5,
            nodes: 1000,
            terms: "plies 8".into(),
        };
        let text = head.to_text();
        assert_eq!(Head::read(text.as_bytes(), &outline, "latte"), Ok((head, text.len())));
        let ours = super::tests::outline("lecce");
        let foreign = Head::read(text.as_bytes(), &ours, "lecce").unwrap_err().to_string();
        assert_eq!(foreign, "it holds positions of latte, not of lecce");
        assert_eq!(Head::read(b"[Event", &ours, "lecce"), Err(RecordError::Magic));
        assert!(matches!(Head::read(&text.as_bytes()[..50], &outline, ""), Err(RecordError::Header(_))));
        let odd = text.replace("rules 00000abc", "rules none");
        assert_eq!(Head::read(odd.as_bytes(), &outline, "latte"), Err(RecordError::Header("rules")));
    }
}
