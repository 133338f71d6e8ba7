//! Reads a start position far enough to know who stands where and which castling rights it claims.
//! Knows FEN's fields and the game's letters; must not know how anything moves.

use thiserror::Error;

use super::variant::PieceType;
use crate::board::{Colour, Coord};

/// A start position that does not fit its game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum StartFault {
    #[error("'{0}' is no letter of a piece of this game (define it, as in 'queen = q')")]
    Letter(char),
    #[error("pieces in hand ('{0}') are not supported by Lupa: drop the brackets")]
    Hand(String),
    #[error("rank {rank} is {found} files wide, the board {files} (key 'maxFile')")]
    Width { rank: usize, found: usize, files: u8 },
    #[error("it has {found} ranks, the board {ranks} (key 'maxRank')")]
    Height { found: usize, ranks: u8 },
    #[error("{} has {found} kings and must have one", side.name())]
    Kings { side: Colour, found: usize },
    #[error("'{0}' is not the side to move, 'w' or 'b'")]
    Side(String),
    #[error("'{0}' is not a castling field such as 'KQkq', 'AHah' or '-'")]
    Castling(String),
    #[error("'{0}' is neither an en passant square nor '-'")]
    EnPassant(String),
    #[error("'{0}' is not a number of moves")]
    Clock(String),
    #[error("nothing may follow the move number, but '{0}' does")]
    Rest(String),
}

/// A start position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Start {
    men: Vec<(Coord, Colour, usize)>,
    kings: [Coord; 2],
    /// FEN's castling field, `-` if there is none.
    pub castling: String,
    placement: String,
    side: String,
    en_passant: String,
    clocks: [u16; 2],
}

impl Start {
    /// Reads FEN; fields that are left out at the end get their usual values, and so does a castling or
    /// en passant field that is left out in the middle, as games without either write it.
    pub fn read(
        text: &str,
        files: u8,
        ranks: u8,
        pieces: &[PieceType],
        king: usize,
    ) -> Result<Start, StartFault> {
        let mut fields = text.split_whitespace().peekable();
        let placement = fields.next().unwrap_or_default().to_string();
        let men = men(&placement, files, ranks, pieces)?;
        let home = |side: Colour| {
            let kings: Vec<Coord> =
                men.iter().filter(|man| (man.1, man.2) == (side, king)).map(|man| man.0).collect();
            match kings[..] {
                [home] => Ok(home),
                _ => Err(StartFault::Kings { side, found: kings.len() }),
            }
        };
        let kings = [home(Colour::White)?, home(Colour::Black)?];
        let side = fields.next().unwrap_or("w").to_string();
        if side != "w" && side != "b" {
            return Err(StartFault::Side(side));
        }
        let words = |field: &&str| !field.starts_with(|letter: char| letter.is_ascii_digit());
        let castling = fields.next_if(words).unwrap_or("-").to_string();
        if castling != "-" && !castling.chars().all(|letter| letter.is_ascii_alphabetic()) {
            return Err(StartFault::Castling(castling));
        }
        let en_passant = fields.next_if(words).unwrap_or("-").to_string();
        let on_board = |square: Coord| square.file < files && square.rank < ranks;
        if en_passant != "-" && !en_passant.parse().is_ok_and(on_board) {
            return Err(StartFault::EnPassant(en_passant));
        }
        let mut clocks = [0, 1];
        for clock in &mut clocks {
            if let Some(field) = fields.next() {
                *clock = field.parse().map_err(|_| StartFault::Clock(field.to_string()))?;
            }
        }
        match fields.next() {
            Some(rest) => Err(StartFault::Rest(rest.to_string())),
            None => Ok(Start { men, kings, castling, placement, side, en_passant, clocks }),
        }
    }

    /// Who stands on a square.
    pub fn at(&self, square: Coord) -> Option<(Colour, usize)> {
        self.men.iter().find(|man| man.0 == square).map(|man| (man.1, man.2))
    }

    /// Everybody, with colour and kind.
    pub fn men(&self) -> &[(Coord, Colour, usize)] {
        &self.men
    }

    /// Where a side's king stands.
    pub fn king(&self, colour: Colour) -> Coord {
        self.kings[colour.index()]
    }

    /// The position in all six fields of FEN.
    pub fn fen(&self) -> String {
        let Start { placement, side, castling, en_passant, clocks: [quiet, number], .. } = self;
        format!("{placement} {side} {castling} {en_passant} {quiet} {number}")
    }
}

fn men(
    placement: &str,
    files: u8,
    ranks: u8,
    pieces: &[PieceType],
) -> Result<Vec<(Coord, Colour, usize)>, StartFault> {
    if let Some(hand) = placement.find('[') {
        return Err(StartFault::Hand(placement[hand..].to_string()));
    }
    let rows: Vec<&str> = placement.split('/').collect();
    if rows.len() != usize::from(ranks) {
        return Err(StartFault::Height { found: rows.len(), ranks });
    }
    let mut men = Vec::new();
    for (row, rank) in rows.iter().zip((0..ranks).rev()) {
        let mut width: usize = 0;
        let mut letters = row.chars().peekable();
        while let Some(letter) = letters.next() {
            if let Some(digit) = letter.to_digit(10) {
                // Digits run together: "10" is ten empty squares.
                let mut gap = digit as usize;
                while let Some(digit) = letters.peek().and_then(|letter| letter.to_digit(10)) {
                    letters.next();
                    gap = gap.saturating_mul(10).saturating_add(digit as usize);
                }
                width = width.saturating_add(gap);
                continue;
            }
            let piece = pieces.iter().position(|piece| piece.letter == letter.to_ascii_uppercase());
            let piece = piece.ok_or(StartFault::Letter(letter))?;
            let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
            if let Ok(file) = u8::try_from(width) {
                men.push((Coord { file, rank }, colour, piece));
            }
            width = width.saturating_add(1);
        }
        if width != usize::from(files) {
            return Err(StartFault::Width { rank: usize::from(rank) + 1, found: width, files });
        }
    }
    Ok(men)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Start, StartFault> {
        let piece =
            |letter| PieceType { name: String::new(), letter, steps: Vec::new(), betza: String::new() };
        Start::read(text, 10, 4, &[piece('P'), piece('R'), piece('K')], 2)
    }

    #[test]
    fn men_and_fields() {
        let start = read("r3k5/10/9P/4K4R w KQq - 3 7").unwrap();
        assert_eq!(start.king(Colour::Black).to_string(), "e4");
        assert_eq!(start.at(Coord { file: 9, rank: 1 }), Some((Colour::White, 0)));
        assert_eq!(start.at(Coord { file: 8, rank: 1 }), None);
        assert_eq!(start.fen(), "r3k5/10/9P/4K4R w KQq - 3 7");
        assert_eq!(read("4k5/10/10/4K5").unwrap().fen(), "4k5/10/10/4K5 w - - 0 1");
        assert_eq!(read("4k5/10/10/4K5 b 2 9").unwrap().fen(), "4k5/10/10/4K5 b - - 2 9");
    }

    #[test]
    fn every_fault() {
        use StartFault::*;
        let cases = [
            ("", Height { found: 1, ranks: 4 }),
            ("4k5/10/4K5 w", Height { found: 3, ranks: 4 }),
            ("4k5/10/11/4K5", Width { rank: 2, found: 11, files: 10 }),
            ("4k5/10/99999999999999999999999/4K5", Width { rank: 2, found: usize::MAX, files: 10 }),
            ("4k5/10/9/4K5", Width { rank: 2, found: 9, files: 10 }),
            ("4k5/10/9q/4K5", Letter('q')),
            ("4k5/10/+P8/4K5", Letter('+')),
            ("4k5/10/10/4K5[Pp] w", Hand("[Pp]".into())),
            ("4k5/10/10/4KK4", Kings { side: Colour::White, found: 2 }),
            ("10/10/10/4K5", Kings { side: Colour::Black, found: 0 }),
            ("4k5/10/10/4K5 x", Side("x".into())),
            ("4k5/10/10/4K5 w K!", Castling("K!".into())),
            ("4k5/10/10/4K5 w - z9", EnPassant("z9".into())),
            ("4k5/10/10/4K5 w - e9", EnPassant("e9".into())),
            ("4k5/10/10/4K5 w - - -1", Clock("-1".into())),
            ("4k5/10/10/4K5 w - - 0 99999", Clock("99999".into())),
            ("4k5/10/10/4K5 w - - 0 1 2", Rest("2".into())),
        ];
        for (text, fault) in cases {
            assert_eq!(read(text), Err(fault), "{text}");
        }
    }
}
