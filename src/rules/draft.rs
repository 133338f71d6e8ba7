//! A game while its definition is being read: settings that heirs can change, and the step from there to a
//! checked [`Variant`]. Knows how settings must agree; must not know how they are spelled (`keys`) or
//! which files exist (`library`).

use super::castling_plan::{self, CastlingDraft};
use super::errors::{Fault, Located};
use super::pieces::{self, KING, PAWN};
use super::region::Region;
use super::start::Start;
use super::variant::{MAX_PIECE_TYPES, MoveStep, Outcome, PieceType, Variant};
use crate::board::{Colour, Coord, PerColour};

const CHESS_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A kind of man in a draft.
#[derive(Clone, Debug)]
pub(super) struct DraftPiece {
    /// The key that defines it, by which heirs and lists of pieces refer to it.
    pub key: String,
    /// Its capital letter.
    pub letter: char,
    /// Its name for people, if it is not the key.
    pub name: Option<String>,
    /// Its movements; none for the pawn.
    pub steps: Vec<MoveStep>,
    /// The same in words.
    pub betza: String,
}

/// A game in the making.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub name: String,
    pub files: u8,
    pub ranks: u8,
    pub pieces: Vec<DraftPiece>,
    pub start: String,
    pub promotion_region: PerColour<Option<Region>>,
    /// Keys of pieces.
    pub promotions: PerColour<Vec<String>>,
    pub double_step: bool,
    pub double_step_region: PerColour<Option<Region>>,
    pub en_passant: bool,
    pub castling: CastlingDraft,
    pub stalemate: Outcome,
    pub move_rule: u16,
    pub repetitions: u8,
    pub chances: [u16; 2],
    pub labels: Vec<String>,
    header: usize,
    stated: Vec<(String, usize)>,
}

impl Draft {
    /// The game a section without a parent starts from: chess without men.
    pub fn new(name: &str, header: usize) -> Draft {
        Draft {
            name: name.to_string(),
            files: 8,
            ranks: 8,
            pieces: Vec::new(),
            start: CHESS_START.to_string(),
            promotion_region: PerColour::default(),
            promotions: PerColour::default(),
            double_step: true,
            double_step_region: PerColour::default(),
            en_passant: true,
            castling: CastlingDraft::default(),
            stalemate: Outcome::Draw,
            move_rule: 100,
            repetitions: 3,
            // Fitted to games of four kinds of chess together, without nets; the spread carried over to a logistic curve.
            chances: [90, 137],
            labels: Vec::new(),
            header,
            stated: Vec::new(),
        }
    }

    /// The game a section with this parent starts from. Lines of the parent are forgotten: what goes wrong
    /// in an heir is to be mended in the heir.
    pub fn heir(&self, name: &str, header: usize) -> Draft {
        let mut heir = Draft { name: name.to_string(), header, stated: Vec::new(), ..self.clone() };
        heir.castling.forget_lines();
        heir
    }

    /// Remembers where this section states a key, or says where it did already.
    pub fn state(&mut self, key: &str, line: usize) -> Option<usize> {
        let first = self.stated.iter().find(|(other, _)| other == key).map(|(_, line)| *line);
        self.stated.push((key.to_string(), line));
        first
    }

    /// Whether this section states a key itself.
    pub fn states(&self, key: &str) -> bool {
        self.stated.iter().any(|(other, _)| other == key)
    }

    /// The first of these keys that this section states, with its line; else the first key and the header.
    pub fn blame(&self, keys: &[&str]) -> (usize, String) {
        let stated = keys.iter().find_map(|key| self.stated.iter().find(|(other, _)| other == key));
        match stated {
            Some((key, line)) => (*line, key.clone()),
            None => (self.header, keys.first().copied().unwrap_or_default().to_string()),
        }
    }

    /// A contradiction blamed on the first of these keys that this section states.
    pub fn contradiction(&self, keys: &[&str], what: impl Into<String>) -> Located {
        let (line, key) = self.blame(keys);
        (line, Fault::Contradiction { key, what: what.into() })
    }

    /// A place off the board, blamed on the first of these keys that this section states.
    pub fn off_board(&self, keys: &[&str], place: String) -> Located {
        let (line, key) = self.blame(keys);
        (line, Fault::OffBoard { key, place, files: self.files, ranks: self.ranks })
    }

    /// Defines a man or changes the one this key defined before; it keeps its place.
    pub fn put_piece(&mut self, key: &str, letter: char, betza: &str, steps: Vec<MoveStep>) {
        let piece = DraftPiece { key: key.to_string(), letter, name: None, steps, betza: betza.to_string() };
        match self.pieces.iter_mut().find(|piece| piece.key == key) {
            // A new letter for the same movement keeps the name for people.
            Some(old) => {
                let name = old.name.take().filter(|_| old.steps == piece.steps);
                *old = DraftPiece { name, ..piece };
            }
            None => self.pieces.push(piece),
        }
    }

    /// Takes a man out of the game and out of every list.
    pub fn remove_piece(&mut self, key: &str) {
        self.pieces.retain(|piece| piece.key != key);
        for colour in Colour::BOTH {
            self.promotions[colour].retain(|other| other != key);
            self.castling.rooks[colour].retain(|other| other != key);
        }
    }

    /// The man with that capital letter.
    pub fn piece_by_letter(&self, letter: char) -> Option<&DraftPiece> {
        self.pieces.iter().find(|piece| piece.letter == letter)
    }

    /// Checks everything against everything.
    pub fn finish(&self) -> Result<Variant, Located> {
        self.check_pieces()?;
        let (pieces, keys) = self.arranged();
        let king = pieces.len() - 1;
        let pawn = keys.first().is_some_and(|key| *key == PAWN).then_some(0);
        let mut start = Start::read(&self.start, self.files, self.ranks, &pieces, king)
            .map_err(|fault| self.contradiction(&["startFen", "maxFile", "maxRank"], fault.to_string()))?;
        let promotion_region =
            PerColour([self.promotion_region(Colour::White)?, self.promotion_region(Colour::Black)?]);
        let mut variant = Variant {
            name: self.name.clone(),
            files: self.files,
            ranks: self.ranks,
            pawn,
            king,
            start: String::new(),
            promotions: PerColour::default(),
            double_step_region: PerColour::default(),
            en_passant: false,
            castling: castling_plan::plan(self, &pieces, &keys, &start)?,
            castling_anywhere: self.castling.enabled && self.castling.anywhere,
            stalemate: self.stalemate,
            move_rule: self.move_rule,
            repetitions: self.repetitions,
            chances: self.chances,
            labels: self.labels()?,
            pieces,
            promotion_region,
        };
        if !self.castling.enabled {
            start.castling = "-".to_string();
        }
        variant.start = start.fen();
        if let Some(pawn) = pawn {
            for colour in Colour::BOTH {
                self.check_pawns(&variant, colour, pawn, &start)?;
                variant.promotions[colour] = self.promotions(&variant, colour, &keys)?;
                variant.double_step_region[colour] = self.double_steps(&variant, colour)?;
            }
            variant.en_passant = self.en_passant && self.double_step;
        }
        Ok(variant)
    }

    fn check_pieces(&self) -> Result<(), Located> {
        for (index, piece) in self.pieces.iter().enumerate() {
            if let Some(other) = self.pieces[..index].iter().find(|other| other.letter == piece.letter) {
                let (line, key) = self.blame(&[&piece.key, &other.key]);
                let other = if key == piece.key { &other.key } else { &piece.key };
                return Err((line, Fault::LetterTwice { key, letter: piece.letter, other: other.clone() }));
            }
        }
        let count = self.pieces.len();
        if count > MAX_PIECE_TYPES {
            let keys: Vec<&str> = self.pieces.iter().rev().map(|piece| piece.key.as_str()).collect();
            let (line, key) = self.blame(&keys);
            return Err((line, Fault::TooManyPieces { key, count, most: MAX_PIECE_TYPES }));
        }
        match self.pieces.iter().any(|piece| piece.key == KING) {
            true => Ok(()),
            false => Err((self.blame(&[KING]).0, Fault::NoKing)),
        }
    }

    /// The men in their final order, and their keys in the same.
    fn arranged(&self) -> (Vec<PieceType>, Vec<&str>) {
        let mut order: Vec<&DraftPiece> = self.pieces.iter().collect();
        order.sort_by_key(|piece| match piece.key.as_str() {
            PAWN => 0,
            KING => 2,
            _ => 1,
        });
        let kind = |piece: &&DraftPiece| PieceType {
            name: piece.name.clone().unwrap_or_else(|| piece.key.clone()),
            letter: piece.letter,
            steps: piece.steps.clone(),
            betza: piece.betza.clone(),
        };
        (order.iter().map(kind).collect(), order.iter().map(|piece| piece.key.as_str()).collect())
    }

    fn promotion_region(&self, colour: Colour) -> Result<Vec<Coord>, Located> {
        let key = coloured("promotionRegion", colour);
        let last = match colour {
            Colour::White => self.ranks - 1,
            Colour::Black => 0,
        };
        let region = match &self.promotion_region[colour] {
            Some(region) => region.lay(self.files, self.ranks),
            None => Region::rank(last).lay(self.files, self.ranks),
        };
        let region = region.map_err(|place| self.off_board(&[&key, "maxFile", "maxRank"], place))?;
        let missing = (0..self.files).map(|file| Coord { file, rank: last }).find(|at| !region.contains(at));
        match missing.filter(|_| self.pieces.iter().any(|piece| piece.key == PAWN)) {
            Some(square) => Err(self.contradiction(
                &[&key, "maxFile", "maxRank"],
                format!("it lacks {square}, where pawns would be stuck (add '*{}')", u32::from(last) + 1),
            )),
            None => Ok(region),
        }
    }

    fn check_pawns(
        &self,
        variant: &Variant,
        colour: Colour,
        pawn: usize,
        start: &Start,
    ) -> Result<(), Located> {
        let stuck = start.men().iter().find(|man| {
            (man.1, man.2) == (colour, pawn) && variant.promotion_region[colour].contains(&man.0)
        });
        match stuck {
            Some((square, ..)) => Err(self.contradiction(
                &["startFen", &coloured("promotionRegion", colour)],
                format!("a pawn of {} starts on its promotion square {square}", colour.name()),
            )),
            None => Ok(()),
        }
    }

    fn promotions(&self, variant: &Variant, colour: Colour, keys: &[&str]) -> Result<Vec<usize>, Located> {
        let wanted = &self.promotions[colour];
        let mut kinds: Vec<usize> =
            (0..keys.len()).filter(|index| wanted.iter().any(|key| key == keys[*index])).collect();
        if kinds.is_empty() {
            return Err(self.contradiction(
                &["promotionPieceTypes", &coloured("promotionPieceTypes", colour)],
                format!(
                    "pawns of {} have nothing to promote to (write for example 'promotionPieceTypes = nbrq')",
                    colour.name()
                ),
            ));
        }
        kinds.sort_by_key(|index| {
            std::cmp::Reverse(pieces::mobility(&variant.pieces[*index], self.files, self.ranks))
        });
        Ok(kinds)
    }

    fn double_steps(&self, variant: &Variant, colour: Colour) -> Result<Vec<Coord>, Located> {
        let key = coloured("doubleStepRegion", colour);
        if !self.double_step {
            return Ok(Vec::new());
        }
        let (second, forward) = match colour {
            Colour::White => (1, 2),
            Colour::Black => (self.ranks - 2, -2),
        };
        let fits = |square: &Coord| {
            let landing = square.step(0, forward, self.files, self.ranks);
            landing.is_some_and(|landing| !variant.promotion_region[colour].contains(&landing))
        };
        let lay = |region: &Region| {
            let laid = region.lay(self.files, self.ranks);
            laid.map_err(|place| self.off_board(&[&key, "maxFile", "maxRank"], place))
        };
        match &self.double_step_region[colour] {
            Some(region) => {
                let region = lay(region)?;
                match region.iter().find(|square| !fits(square)) {
                    Some(square) => Err(self.contradiction(
                        &[&key, &coloured("promotionRegion", colour), "maxRank"],
                        format!(
                            "a double step from {square} would leave the board or end where {} promotes (leave {square} out)",
                            colour.name()
                        ),
                    )),
                    None => Ok(region),
                }
            }
            None => Ok(lay(&Region::rank(second))?.into_iter().filter(fits).collect()),
        }
    }

    fn labels(&self) -> Result<Vec<String>, Located> {
        let found = self.labels.len();
        if found == 0 || found == usize::from(self.files) {
            return Ok(self.labels.clone());
        }
        Err(self.contradiction(
            &["fileLabels", "maxFile"],
            format!(
                "the board has {} files, but {found} labels (or drop them with 'fileLabels = -')",
                self.files
            ),
        ))
    }
}

/// A key that ends in `White` or `Black`.
pub(super) fn coloured(key: &str, colour: Colour) -> String {
    format!("{key}{}", colour.name())
}
