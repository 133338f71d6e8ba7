//! A position as a GUI sees it: letters on squares. Knows what the text of a move does to them, from the game's
//! data alone; must not know which moves are legal.

use crate::board::{Colour, Coord};
use crate::rules::Variant;

/// Who stands where and whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    files: u8,
    ranks: u8,
    men: Vec<Option<char>>,
    /// Whose turn it is.
    pub turn: Colour,
}

/// What one move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deed {
    /// Where the man (the king, for a castling) leaves.
    pub from: Coord,
    /// Where it lands.
    pub to: Coord,
    /// What a pawn becomes, as a capital letter.
    pub promotion: Option<char>,
    /// Which of the game's castlings it is.
    pub castling: Option<usize>,
    /// The pawn taken in passing.
    pub passed: Option<Coord>,
    /// Whether it takes a man, in passing or not.
    pub captures: bool,
}

impl Diagram {
    /// Reads the board and the turn of a FEN that a session has written.
    pub fn read(variant: &Variant, fen: &str) -> Option<Diagram> {
        let mut words = fen.split_whitespace();
        let board = words.next()?;
        let turn = if words.next()? == "b" { Colour::Black } else { Colour::White };
        let mut men = Vec::new();
        for row in board.rsplit('/') {
            let start = men.len();
            let mut gap: usize = 0;
            for letter in row.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    gap = gap.saturating_mul(10).saturating_add(digit as usize);
                    continue;
                }
                men.resize(men.len() + gap.min(usize::from(variant.files)), None);
                gap = 0;
                men.push(Some(letter));
            }
            men.resize(men.len() + gap.min(usize::from(variant.files)), None);
            if men.len() - start != usize::from(variant.files) {
                return None;
            }
        }
        let complete = men.len() == usize::from(variant.files) * usize::from(variant.ranks);
        complete.then_some(Diagram { files: variant.files, ranks: variant.ranks, men, turn })
    }

    fn index(&self, at: Coord) -> Option<usize> {
        let inside = at.file < self.files && at.rank < self.ranks;
        inside.then(|| usize::from(at.rank) * usize::from(self.files) + usize::from(at.file))
    }

    /// The letter on a square, in its side's case.
    pub fn at(&self, at: Coord) -> Option<char> {
        self.men.get(self.index(at)?).copied().flatten()
    }

    fn put(&mut self, at: Coord, man: Option<char>) {
        if let Some(place) = self.index(at).and_then(|index| self.men.get_mut(index)) {
            *place = man;
        }
    }

    /// What a move in UCI's text does here; `None` for a text that moves nobody.
    pub fn deed(&self, variant: &Variant, text: &str) -> Option<Deed> {
        let (from, to, promotion) = squares(text, 1)?;
        let man = self.at(from)?;
        if let Some(number) = self.castling(variant, from, to).filter(|_| promotion.is_none()) {
            let to = variant.castling.get(number)?.king_to;
            return Some(Deed { from, to, promotion, castling: Some(number), passed: None, captures: false });
        }
        let pawn = variant.pawn.and_then(|pawn| variant.pieces.get(pawn));
        let is_pawn = pawn.is_some_and(|pawn| pawn.letter == man.to_ascii_uppercase());
        let taken = self.at(to).is_some();
        let passed =
            (is_pawn && !taken && from.file != to.file).then_some(Coord { file: to.file, rank: from.rank });
        Some(Deed { from, to, promotion, castling: None, passed, captures: taken || passed.is_some() })
    }

    /// The castling that those squares write, if its men stand at home.
    fn castling(&self, variant: &Variant, from: Coord, to: Coord) -> Option<usize> {
        variant.castling.iter().enumerate().find_map(|(number, record)| {
            let written = record.written == (from, to);
            (written && self.could_castle(variant, number)).then_some(number)
        })
    }

    /// Whether a castling's men stand at home and its squares are empty: whatever else it needs is not seen here.
    pub fn could_castle(&self, variant: &Variant, number: usize) -> bool {
        let Some(record) = variant.castling.get(number) else { return false };
        let stands = |kind: usize, at: Coord| {
            let letter = variant.pieces.get(kind).map(|piece| cased(piece.letter, record.colour));
            letter.is_some() && self.at(at) == letter
        };
        let home = |at: Coord| at == record.king_from || record.rooks.iter().any(|rook| rook.from == at);
        stands(variant.king, record.king_from)
            && record.rooks.iter().all(|rook| stands(rook.piece, rook.from))
            && record.empty.iter().all(|at| home(*at) || self.at(*at).is_none())
    }

    /// Carries a deed out.
    pub fn play(&mut self, variant: &Variant, deed: Deed) {
        let mover = self.turn;
        if let Some(record) = deed.castling.and_then(|number| variant.castling.get(number)) {
            let moves = record.rooks.iter().map(|rook| (rook.from, rook.to));
            let moves: Vec<(Coord, Coord)> = moves.chain([(record.king_from, record.king_to)]).collect();
            let men: Vec<Option<char>> = moves.iter().map(|(from, _)| self.at(*from)).collect();
            moves.iter().for_each(|(from, _)| self.put(*from, None));
            moves.iter().zip(men).for_each(|((_, to), man)| self.put(*to, man));
        } else {
            let man = self.at(deed.from);
            self.put(deed.from, None);
            if let Some(passed) = deed.passed {
                self.put(passed, None);
            }
            self.put(deed.to, deed.promotion.map(|letter| cased(letter, mover)).or(man));
        }
        self.turn = !mover;
    }
}

/// A letter in its side's case.
pub fn cased(letter: char, colour: Colour) -> char {
    if colour == Colour::White { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

/// Two squares and a promotion letter (made a capital), from a text that counts ranks from `first`.
pub fn squares(text: &str, first: u8) -> Option<(Coord, Coord, Option<char>)> {
    let text = text.to_ascii_lowercase();
    let (from, rest) = square(&text, first)?;
    let (to, rest) = square(rest.trim_start_matches('-'), first)?;
    let mut letters = rest.trim_start_matches('=').chars();
    let promotion = letters.next();
    let whole = letters.next().is_none() && promotion.is_none_or(|letter| letter.is_ascii_alphabetic());
    whole.then_some((from, to, promotion.map(|letter| letter.to_ascii_uppercase())))
}

/// The square a text begins with, and what follows it.
pub fn square(text: &str, first: u8) -> Option<(Coord, &str)> {
    let mut letters = text.chars();
    let file = (letters.next().filter(char::is_ascii_lowercase)? as u8).checked_sub(b'a')?;
    let digits = letters.as_str();
    let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
    let (rank, rest) = digits.split_at_checked(end)?;
    let rank = rank.parse::<u8>().ok()?.checked_sub(first)?;
    Some((Coord { file, rank }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Library;

    fn after(game: &str, fen: Option<&str>, moves: &[&str]) -> String {
        let library = Library::builtin().unwrap();
        let variant = library.find(game).unwrap();
        let mut diagram = Diagram::read(&variant, fen.unwrap_or(&variant.start)).unwrap();
        for text in moves {
            let deed = diagram.deed(&variant, text).unwrap();
            diagram.play(&variant, deed);
        }
        let row = |rank: u8| -> String {
            let file = |file| diagram.at(Coord { file, rank }).unwrap_or('.');
            (0..variant.files).map(file).collect()
        };
        (0..variant.ranks).rev().map(row).collect::<Vec<_>>().join("/")
    }

    #[test]
    fn moves_leave_what_they_should() {
        let castled = after("lecce", None, &["c1d1", "c8d8"]);
        assert_eq!(castled, "rqrk/bllb/pppp/..../..../PPPP/BLLB/RQRK");
        let long = after("lecce", Some("r1kr/bllb/pppp/4/4/PPPP/BLLB/R1KR w KQkq - 0 1"), &["c1a1", "c8b8"]);
        assert_eq!(long, "rk.r/bllb/pppp/..../..../PPPP/BLLB/.KRR");
        let passed = after("lecce", None, &["b3b4", "a6a4", "b4a5"]);
        assert_eq!(passed, "rqkr/bllb/.ppp/P.../..../P.PP/BLLB/RQKR");
        let luft = after("latte-luft", Some("4k3/8/8/8/8/8/8/4K1RR w K - 0 1"), &["e1g1"]);
        assert_eq!(luft, "....k.../......../......../......../......../......../......R./.....RK.");
        let plain = after("latte-luft", Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), &["e1g1"]);
        assert!(plain.ends_with("/.....RK."));
        let promoted = after("ladorean", Some("4k5/P9/10/10/10/10/10/4K5 w - - 0 1"), &["a7a8m"]);
        assert!(promoted.starts_with("M...k...../"));
    }

    #[test]
    fn texts_of_two_squares() {
        let read =
            |text| squares(text, 1).map(|(from, to, letter)| (from.to_string(), to.to_string(), letter));
        let found = |from: &str, to: &str, letter| Some((from.to_owned(), to.to_owned(), letter));
        assert_eq!(read("e2e4"), found("e2", "e4", None));
        assert_eq!(read("a7a8Q"), found("a7", "a8", Some('Q')));
        assert_eq!(read("a9-a10=m"), found("a9", "a10", Some('M')));
        for wrong in ["", "e2", "e2e", "e2e4qq", "e0e1", "2e4", "O-O", "e2e4,", "é2e4"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        assert_eq!(squares("a0a9", 0).map(|(from, to, _)| (from.rank, to.rank)), Some((0, 9)));
    }
}
