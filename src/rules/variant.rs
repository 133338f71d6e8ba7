//! What a game is once read: plain values, every one of them checked, none tied to a layout.

use crate::board::{Colour, Coord, PerColour};

/// The most kinds of men a game may have.
pub const MAX_PIECE_TYPES: usize = 16;

/// The most kinds of rides of one man: differently long ones of one shape count too.
pub const MAX_RIDES: usize = 8;

/// When a movement may be used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Modality {
    /// To an empty square or to capture.
    Both,
    /// To an empty square only.
    Quiet,
    /// To capture only.
    Capture,
}

/// One direction in which a man moves: a leap, or a ride made of equal leaps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MoveStep {
    /// Files to the right, as the man's own side sees the board.
    pub files: i8,
    /// Ranks forward, as the man's own side sees the board.
    pub ranks: i8,
    /// How often the step may be repeated over empty squares: 1 is a leap.
    pub range: u8,
    /// Moves, captures or both.
    pub modality: Modality,
}

/// A kind of man.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceType {
    /// What it is called in definitions, such as `archbishop`.
    pub name: String,
    /// The capital letter of FEN, SAN and both protocols.
    pub letter: char,
    /// Its movements, sorted, without castling. Empty for the pawn, whose moves the rules of pawns give.
    pub steps: Vec<MoveStep>,
    /// Its movements in Betza's notation, as GUIs are told them.
    pub betza: String,
}

impl MoveStep {
    /// Its absolute shape: rook-like (0,1), bishop-like (1,1), knight-like (1,2).
    pub fn shape(&self) -> (u8, u8) {
        let (files, ranks) = (self.files.unsigned_abs(), self.ranks.unsigned_abs());
        (files.min(ranks), files.max(ranks))
    }
}

impl PieceType {
    /// Whether it steps one square in every direction, and does nothing else.
    pub fn is_plain_king(&self) -> bool {
        let near = |step: &MoveStep| {
            step.range == 1 && step.modality == Modality::Both && step.files.abs().max(step.ranks.abs()) == 1
        };
        self.steps.len() == 8 && self.steps.iter().all(near)
    }

    /// Whether no step changes the colour of the square it stands on; true of one without steps.
    pub fn keeps_colour(&self) -> bool {
        self.steps.iter().all(|step| (step.files + step.ranks) % 2 == 0)
    }
}

/// How a game ends, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The side to move has won.
    Win,
    /// The side to move has lost.
    Loss,
    /// Nobody has won.
    Draw,
}

/// A rook's part in a castling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CastlingRook {
    /// Index of its kind in [`Variant::pieces`].
    pub piece: usize,
    /// Where it must stand, unmoved.
    pub from: Coord,
    /// Where it lands.
    pub to: Coord,
}

/// One castling of one side: every castling of every game is such a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CastlingMove {
    /// Who may play it.
    pub colour: Colour,
    /// The king's home, where it must stand unmoved.
    pub king_from: Coord,
    /// The king's landing square.
    pub king_to: Coord,
    /// One to three rooks.
    pub rooks: Vec<CastlingRook>,
    /// Squares that must be empty of all but the castling men themselves.
    pub empty: Vec<Coord>,
    /// Squares the enemy must not attack, the king's home among them.
    pub safe: Vec<Coord>,
    /// Whether attacks are judged with the king lifted and the king must also stand safe afterwards
    /// (Chess960); otherwise they are judged on the board as it stood before.
    pub lifted: bool,
    /// The two squares that write the move in UCI.
    pub written: (Coord, Coord),
    /// The move in SAN, without check marks: `O-O`, `O-O-O=L`, `Kb1`.
    pub san: String,
    /// Whether it goes to the side with the higher files (`O-O` rather than `O-O-O`).
    pub kingside: bool,
}

/// A game: everything that is needed to play it by its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// Its name, as `UCI_Variant` and `--variant` take it.
    pub name: String,
    /// Files, 4 to 12.
    pub files: u8,
    /// Ranks, 4 to 10.
    pub ranks: u8,
    /// The kinds of men, at most [`MAX_PIECE_TYPES`], the pawn (if any) first and the king last.
    pub pieces: Vec<PieceType>,
    /// Index of the pawn, for games that have one.
    pub pawn: Option<usize>,
    /// Index of the king: every game has one king a side.
    pub king: usize,
    /// The start position in FEN.
    pub start: String,
    /// Where each side's pawns promote, and must.
    pub promotion_region: PerColour<Vec<Coord>>,
    /// What pawns of each side become: indices into `pieces`, the most valuable first.
    pub promotions: PerColour<Vec<usize>>,
    /// From where each side's pawns may step twice; empty where the game has no double step.
    pub double_step_region: PerColour<Vec<Coord>>,
    /// Whether a double step can be taken in passing.
    pub en_passant: bool,
    /// Every castling of both sides.
    pub castling: Vec<CastlingMove>,
    /// Whether the castling men may start anywhere on their rank (Chess960): FEN's `K` then means the
    /// outermost rook alone, and moves are written king's home to rook's home.
    pub castling_anywhere: bool,
    /// What stalemate is worth to the side that cannot move.
    pub stalemate: Outcome,
    /// Plies without a capture or pawn move that make a draw; 0 for no such rule.
    pub move_rule: u16,
    /// How often a position must occur for a draw; 0 for no such rule.
    pub repetitions: u8,
    /// Where a side wins half of its games, and how fast that changes around it: hundredths of a pawn, as measured.
    pub chances: [u16; 2],
    /// The game's own file labels, for people only; the protocols' letters where it has none.
    pub labels: Vec<String>,
}

impl Variant {
    /// The index of the kind with this capital letter.
    pub fn piece_by_letter(&self, letter: char) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.letter == letter)
    }

    /// Whether a square lies on the board.
    pub fn has(&self, coord: Coord) -> bool {
        coord.file < self.files && coord.rank < self.ranks
    }

    /// How people read a square: the game's own file label and the rank.
    pub fn label(&self, coord: Coord) -> String {
        match self.labels.get(usize::from(coord.file)) {
            Some(label) => format!("{label}{}", coord.rank + 1),
            None => coord.to_string(),
        }
    }
}
