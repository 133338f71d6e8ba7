//! Reads a `castlingMove` line: `K e1-g1, R h1-f1, R g1-g2; empty f1 g2; safe e1 f1 g1; write e1g1; san O-O=L`.
//! Knows that line's grammar; whether it fits a game is `castling_plan`'s to say.

use super::castling::{path, plain_san, travelled};
use crate::board::Coord;

/// A castling as it is written down for White. The mover's letters stay letters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CastlingLine {
    /// The letters of the men that move, the king's first.
    pub letters: Vec<char>,
    /// Their homes and landing squares.
    pub moves: Vec<(Coord, Coord)>,
    /// What must be empty.
    pub empty: Vec<Coord>,
    /// What must not be attacked.
    pub safe: Vec<Coord>,
    /// The two squares that write the move.
    pub written: (Coord, Coord),
    /// The move in SAN.
    pub san: String,
    /// Whether the first rook stands to the right of the king.
    pub kingside: bool,
}

/// What such a value is called in messages.
pub(super) const TAKES: &str = "a castling such as \
    'K e1-g1, R h1-f1; empty f1 g1; safe e1 f1 g1; write e1g1; san O-O' (or '-' to drop those inherited)";

/// Reads a line. An error is the part of it that cannot be read, and why.
pub(super) fn read(text: &str) -> Result<CastlingLine, String> {
    let mut parts = text.split(';').map(str::trim);
    let mut letters = Vec::new();
    let mut moves = Vec::new();
    for word in parts.next().unwrap_or_default().split(',') {
        let (letter, squares) = mover(word.trim())
            .ok_or_else(|| format!("'{}' is not a piece and its squares, as in 'R h1-f1'", word.trim()))?;
        letters.push(letter);
        moves.push(squares);
    }
    let &[(home, landing), (rook, _), ..] = &moves[..] else {
        return Err(format!("'{text}' moves no rook (write the king first, then one to three rooks)"));
    };
    if moves.len() > 4 {
        return Err(format!("'{text}' moves {} rooks, three are the most", moves.len() - 1));
    }
    let kingside = rook.file > home.file;
    let mut line = CastlingLine {
        letters,
        empty: travelled(&moves),
        safe: path(home, landing),
        written: (home, landing),
        san: plain_san(kingside).to_string(),
        moves,
        kingside,
    };
    let mut seen = Vec::new();
    for part in parts {
        let (word, rest) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
        let rest = rest.trim();
        if seen.contains(&word) {
            return Err(format!("'{word}' is given twice"));
        }
        seen.push(word);
        let squares = || -> Result<Vec<Coord>, String> {
            let square = |text: &str| text.parse().map_err(|()| format!("'{text}' in '{part}' is no square"));
            rest.split_whitespace().filter(|text| *text != "-").map(square).collect()
        };
        match word {
            "empty" => line.empty = squares()?,
            "safe" => line.safe = squares()?,
            "write" => {
                line.written =
                    two_squares(rest).ok_or_else(|| format!("'{rest}' is not two squares, as in 'e1g1'"))?;
            }
            "san" => {
                let printable = !rest.is_empty() && rest.chars().all(|letter| letter.is_ascii_graphic());
                if !printable || rest.ends_with(['+', '#']) {
                    return Err(format!("'{rest}' cannot be a move's text in SAN, as 'O-O' can"));
                }
                line.san = rest.to_string();
            }
            _ => return Err(format!("'{word}' is not one of 'empty', 'safe', 'write' and 'san'")),
        }
    }
    Ok(line)
}

fn mover(word: &str) -> Option<(char, (Coord, Coord))> {
    let (letter, squares) = word.split_once(char::is_whitespace)?;
    let mut letters = letter.chars();
    let letter = letters.next().filter(char::is_ascii_uppercase)?;
    let (from, to) = squares.trim().split_once('-')?;
    let squares = (from.trim().parse().ok()?, to.trim().parse().ok()?);
    letters.next().is_none().then_some((letter, squares))
}

fn two_squares(text: &str) -> Option<(Coord, Coord)> {
    let second = text.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_alphabetic())?.0;
    let (from, to) = text.split_at_checked(second)?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Coord {
        text.parse().unwrap()
    }

    fn texts(squares: &[Coord]) -> String {
        squares.iter().map(Coord::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_is_left_out_follows_from_the_moves() {
        let line = read("K e1-c1, R a1-d1, R b1-b2").unwrap();
        let mut empty = vec![at("c1"), at("d1"), at("b2")];
        empty.sort_unstable();
        assert_eq!(line.empty, empty);
        assert_eq!(texts(&line.safe), "e1 d1 c1");
        assert_eq!(line.written, (at("e1"), at("c1")));
        assert_eq!((line.san.as_str(), line.kingside), ("O-O-O", false));
        assert_eq!(line.letters, ['K', 'R', 'R']);
    }

    #[test]
    fn everything_may_be_said() {
        let line = read("K e10-g10,R  h10-f10 ; empty ; safe e10;write e10h10; san O-O=R").unwrap();
        assert!(line.empty.is_empty());
        assert_eq!(texts(&line.safe), "e10");
        assert_eq!(line.written, (at("e10"), at("h10")));
        assert_eq!((line.san.as_str(), line.kingside), ("O-O=R", true));
    }

    #[test]
    fn every_fault_names_its_part() {
        let cases = [
            ("", "''"),
            ("K e1-g1", "moves no rook"),
            ("K e1-g1, R h1", "'R h1'"),
            ("K e1-g1, R h1-f", "'R h1-f'"),
            ("K e1-g1, RR h1-f1", "'RR h1-f1'"),
            ("k e1-g1, R h1-f1", "'k e1-g1'"),
            ("K e1-g1, R a1-a2, R b1-b2, R c1-c2, R d1-d2", "4 rooks"),
            ("K e1-g1, R h1-f1; empty f1 x", "'x' in 'empty f1 x'"),
            ("K e1-g1, R h1-f1; write e1", "'e1' is not two squares"),
            ("K e1-g1, R h1-f1; write e1é", "is not two squares"),
            ("K e1-g1, R h1-f1; san", "'' cannot be"),
            ("K e1-g1, R h1-f1; san O-O+", "'O-O+' cannot be"),
            ("K e1-g1, R h1-f1; san a b", "'a b' cannot be"),
            ("K e1-g1, R h1-f1; unsafe e1", "'unsafe'"),
            ("K e1-g1, R h1-f1; safe e1; safe e1", "'safe' is given twice"),
            ("K e1-g1, R h1-f1;", "'' is not one of"),
        ];
        for (text, part) in cases {
            let fault = read(text).unwrap_err();
            assert!(fault.contains(part), "{text}: {fault}");
        }
    }
}
