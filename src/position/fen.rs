//! FEN, read and written: every board width, X-FEN and Shredder castling letters, four to six fields and the
//! shorter ones of some GUIs.

use super::castling::Castling;
use super::compiled::Rules;
use super::man::Man;
use super::moves::Kind;
use super::state::Position;
use crate::board::{Colour, Coord, Layout, Set, Square};
use thiserror::Error;

/// Why a text is no position of this game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FenError {
    /// There is no text, or no field for the side to move.
    #[error("FEN '{0}' has no side to move: a board and 'w' or 'b' are the least it needs")]
    TooShort(String),
    /// More fields than a FEN has.
    #[error("FEN has '{0}' after its last field")]
    TooLong(String),
    /// Wrong number of ranks.
    #[error("FEN board has {found} ranks, {game} has {expected}")]
    Ranks {
        /// Ranks in the text.
        found: usize,
        /// Ranks of the board.
        expected: u8,
        /// The game.
        game: String,
    },
    /// A rank of the wrong length.
    #[error("FEN rank {rank} ('{text}') has {found} squares, the board has {expected} files")]
    Width {
        /// The rank, from 1.
        rank: usize,
        /// Its text.
        text: String,
        /// Squares it describes.
        found: usize,
        /// Files of the board.
        expected: u8,
    },
    /// A letter that is no man of the game.
    #[error("FEN rank {rank} ('{text}') has '{letter}', which is no man of {game} (it has {letters})")]
    Letter {
        /// The rank, from 1.
        rank: usize,
        /// Its text.
        text: String,
        /// The letter.
        letter: char,
        /// The game.
        game: String,
        /// The letters it has.
        letters: String,
    },
    /// No king or several.
    #[error("{colour} has {found} kings, a position has one each", colour = .colour.name())]
    Kings {
        /// Whose.
        colour: Colour,
        /// How many.
        found: usize,
    },
    /// A pawn where it cannot be.
    #[error("{colour} has a pawn on {square}, where no pawn can stand", colour = .colour.name())]
    Pawn {
        /// Whose.
        colour: Colour,
        /// Where.
        square: Coord,
    },
    /// The side to move is not `w` or `b`.
    #[error("FEN side to move is '{0}', not 'w' or 'b'")]
    Turn(String),
    /// A castling field with something else in it.
    #[error("FEN castling field '{field}' has '{letter}', which names no castling")]
    Castling {
        /// The field.
        field: String,
        /// The letter.
        letter: char,
    },
    /// An en passant field that is no square.
    #[error("FEN en passant field is '{0}', not '-' or a square of the board")]
    EnPassant(String),
    /// A counter that is no number.
    #[error("FEN {what} is '{text}', not a number")]
    Number {
        /// Which counter.
        what: &'static str,
        /// The text.
        text: String,
    },
    /// The side that is not to move could lose its king.
    #[error("{colour} is in check and it is not its turn", colour = .colour.name())]
    Capturable {
        /// Whose king.
        colour: Colour,
    },
}

/// Largest counter kept; a larger one is cut to it.
const MOST_MOVES: u32 = 9999;

impl<L: Layout> Position<L> {
    /// The start position of a game.
    ///
    /// # Errors
    /// None for a game whose definition was read, since reading it checks the start position.
    pub fn start(rules: &Rules<L>) -> Result<Self, FenError> {
        Ok(Self::from_fen(rules, &rules.variant().start)?.0)
    }

    /// Reads a FEN. Beside the position come notes on what was dropped: castling letters without their king
    /// or rook, an en passant square no pawn has passed.
    ///
    /// # Errors
    /// The text describes no position of this game; the error says what and where.
    pub fn from_fen(rules: &Rules<L>, fen: &str) -> Result<(Self, Vec<String>), FenError> {
        let (position, notes) = Self::from_any_fen(rules, fen)?;
        let colour = !position.turn;
        if position.attacked(rules, position.king(colour), position.occupied(), position.turn) {
            return Err(FenError::Capturable { colour });
        }
        Ok((position, notes))
    }

    /// As [`Position::from_fen`], but the side not to move may be in check: no game gets there, yet the move
    /// generator has an answer, and perft collections ask for it.
    ///
    /// # Errors
    /// As [`Position::from_fen`], that one case aside.
    pub fn from_any_fen(rules: &Rules<L>, fen: &str) -> Result<(Self, Vec<String>), FenError> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let [board, turn, rest @ ..] = &fields[..] else { return Err(FenError::TooShort(fen.into())) };
        let mut position = Self::empty();
        read_board(&mut position, rules, board)?;
        position.turn = match *turn {
            "w" => Colour::White,
            "b" => Colour::Black,
            _ => return Err(FenError::Turn(turn.to_string())),
        };
        position.key ^= rules.keys.turn(position.turn);
        let is_number = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
        // XBoard leaves out fields in games it thinks have no castling: then `- 0 1` is en passant and
        // counters, and `0 1` counters alone.
        let (castling, en_passant, counters) = match rest {
            [] => (None, "-", rest),
            [counter, ..] if is_number(counter) => (None, "-", rest),
            [en_passant, counter, ..] if is_number(counter) => (None, *en_passant, &rest[1..]),
            [castling] => (Some(*castling), "-", &rest[1..]),
            [castling, en_passant, counters @ ..] => (Some(*castling), *en_passant, counters),
        };
        let number = |what, text: &str| match text.parse::<u32>() {
            Ok(number) => Ok(number.min(MOST_MOVES)),
            Err(_) if is_number(&text) => Ok(MOST_MOVES),
            Err(_) => Err(FenError::Number { what, text: text.into() }),
        };
        position.quiet_plies = counters.first().map_or(Ok(0), |text| number("halfmove clock", text))? as u16;
        position.move_number = counters.get(1).map_or(Ok(1), |text| number("move number", text))?.max(1);
        if let Some(extra) = counters.get(2) {
            return Err(FenError::TooLong(extra.to_string()));
        }
        position.check_men(rules)?;
        let mut notes = Vec::new();
        read_castling(&mut position, rules, castling, &mut notes)?;
        read_en_passant(&mut position, rules, en_passant, &mut notes)?;
        Ok((position, notes))
    }

    pub(super) fn check_men(&mut self, rules: &Rules<L>) -> Result<(), FenError> {
        for colour in Colour::BOTH {
            let kings = self.men(rules.king(), colour);
            match kings.first() {
                Some(king) if !kings.is_several() => self.kings[colour] = king,
                _ => return Err(FenError::Kings { colour, found: kings.len() }),
            }
            let pawns = rules.pawn().map_or(Set::EMPTY, |pawn| self.men(pawn, colour));
            let behind = rules.pawns(colour).behind;
            if let Some(square) = (pawns & (rules.pawns(colour).promotion | behind)).first() {
                return Err(FenError::Pawn { colour, square: square.coord() });
            }
        }
        Ok(())
    }

    /// The position in FEN, six fields, castling rights as in X-FEN.
    pub fn fen(&self, rules: &Rules<L>) -> String {
        let en_passant = self.en_passant.map_or("-".into(), |square| square.to_string());
        format!(
            "{} {} {} {en_passant} {} {}",
            self.board_field(rules),
            self.turn.letter(),
            self.castling_field(rules),
            self.quiet_plies,
            self.move_number
        )
    }

    fn board_field(&self, rules: &Rules<L>) -> String {
        let variant = rules.variant();
        let rank_text = |rank| {
            let mut text = String::new();
            let mut empty = 0;
            for file in 0..variant.files {
                let man = Square::at(Coord { file, rank }).and_then(|square| self.man(square));
                match man {
                    None => empty += 1,
                    Some(man) => {
                        if empty > 0 {
                            text += &empty.to_string();
                            empty = 0;
                        }
                        text.push(rules.letter(man));
                    }
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            text
        };
        (0..variant.ranks).rev().map(rank_text).collect::<Vec<_>>().join("/")
    }

    fn castling_field(&self, rules: &Rules<L>) -> String {
        let mut field = String::new();
        for colour in Colour::BOTH {
            for kingside in [true, false] {
                let homes = rook_homes(self, rules, colour, kingside);
                let kept = homes & self.unmoved;
                if kept.is_empty() {
                    continue;
                }
                let letter = if kingside { 'K' } else { 'Q' };
                if kept == meant_by_letter(rules, homes, kingside) {
                    field.push(cased(letter, colour));
                } else {
                    field.extend(kept.map(|rook| cased((b'A' + rook.file()) as char, colour)));
                }
            }
        }
        if field.is_empty() { "-".into() } else { field }
    }
}

impl<L: Layout> Rules<L> {
    /// The letter FEN has for a man.
    pub fn letter(&self, man: Man) -> char {
        cased(self.variant().pieces[man.kind().index()].letter, man.colour())
    }
}

fn cased(letter: char, colour: Colour) -> char {
    if colour == Colour::White { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

fn read_board<L: Layout>(position: &mut Position<L>, rules: &Rules<L>, board: &str) -> Result<(), FenError> {
    let variant = rules.variant();
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != usize::from(variant.ranks) {
        return Err(FenError::Ranks {
            found: ranks.len(),
            expected: variant.ranks,
            game: variant.name.clone(),
        });
    }
    for (rank, text) in (1..=ranks.len()).rev().zip(ranks) {
        let mut file = 0;
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                file += empty_squares(&rest[..digits], usize::from(variant.files));
                rest = &rest[digits..];
                continue;
            }
            rest = &rest[letter.len_utf8()..];
            let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
            let Some(kind) = variant.piece_by_letter(letter.to_ascii_uppercase()) else {
                return Err(FenError::Letter {
                    rank,
                    text: text.into(),
                    letter,
                    game: variant.name.clone(),
                    letters: variant.pieces.iter().map(|piece| piece.letter).collect(),
                });
            };
            let coord = Coord { file: file.min(255) as u8, rank: rank as u8 - 1 };
            if let Some(square) = Square::at(coord).filter(|_| variant.has(coord)) {
                position.put(rules, Man::new(Kind(kind as u8), colour), square, &mut ());
            }
            file += 1;
        }
        if file != usize::from(variant.files) {
            return Err(FenError::Width { rank, text: text.into(), found: file, expected: variant.files });
        }
    }
    Ok(())
}

/// How many empty squares a run of digits means: one number, or, on boards wide enough for two digits, a
/// number for each digit where the whole would not fit. A zero is as wrong as a rank too long.
fn empty_squares(digits: &str, files: usize) -> usize {
    const TOO_MANY: usize = 1000;
    let whole = digits.parse().unwrap_or(TOO_MANY).min(TOO_MANY);
    if digits.starts_with('0') {
        TOO_MANY
    } else if whole <= files || files < 10 {
        whole
    } else if digits.contains('0') {
        TOO_MANY
    } else {
        digits.bytes().map(|digit| usize::from(digit - b'0')).sum::<usize>().min(TOO_MANY)
    }
}

/// The castlings a side could have with its king where it stands.
fn castlings_of<'r, L: Layout>(
    position: &Position<L>,
    rules: &'r Rules<L>,
    colour: Colour,
) -> impl Iterator<Item = &'r Castling<L>> + use<'r, L> {
    let king = position.king(colour);
    rules.castlings().iter().filter(move |castling| castling.colour == colour && castling.king_from == king)
}

/// Where rooks stand now that a castling to one side could use.
fn rook_homes<L: Layout>(position: &Position<L>, rules: &Rules<L>, colour: Colour, kingside: bool) -> Set<L> {
    castlings_of(position, rules, colour)
        .filter(|castling| castling.kingside == kingside)
        .flat_map(|castling| castling.rooks.iter())
        .filter(|(kind, home, _)| position.man(*home) == Some(Man::new(*kind, colour)))
        .map(|(_, home, _)| *home)
        .collect()
}

/// Which of the rooks `K` or `Q` means: all of them, or the outermost where castling men start anywhere.
fn meant_by_letter<L: Layout>(rules: &Rules<L>, homes: Set<L>, kingside: bool) -> Set<L> {
    if !rules.variant().castling_anywhere {
        return homes;
    }
    let outermost = if kingside { homes.last() } else { homes.first() };
    outermost.map_or(Set::EMPTY, Set::of)
}

fn read_castling<L: Layout>(
    position: &mut Position<L>,
    rules: &Rules<L>,
    field: Option<&str>,
    notes: &mut Vec<String>,
) -> Result<(), FenError> {
    let mut unmoved = Set::EMPTY;
    // No field at all: whoever stands at home may castle.
    let field = field.unwrap_or("KQkq");
    let quiet = field == "KQkq" && notes.is_empty() && rules.castlings().is_empty();
    for letter in field.chars().filter(|_| field != "-") {
        let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
        let upper = letter.to_ascii_uppercase();
        let file = (upper as u32).wrapping_sub('A' as u32);
        let rooks = match upper {
            'K' | 'Q' => {
                let kingside = upper == 'K';
                meant_by_letter(rules, rook_homes(position, rules, colour, kingside), kingside)
            }
            _ if letter.is_ascii_alphabetic() && file < u32::from(rules.variant().files) => {
                let homes = [true, false].map(|side| rook_homes(position, rules, colour, side));
                (homes[0] | homes[1]).filter(|rook| u32::from(rook.file()) == file).collect()
            }
            _ => return Err(FenError::Castling { field: field.into(), letter }),
        };
        if rooks.is_empty() {
            if !quiet {
                notes.push(format!("castling right '{letter}' dropped: its king or rook is not at home"));
            }
        } else {
            unmoved |= rooks | Set::of(position.king(colour));
        }
    }
    position.set_unmoved(rules, unmoved);
    if !position.unmoved.contains(unmoved) {
        notes.push(format!("castling field '{field}' names a rook no castling can use: dropped"));
    }
    Ok(())
}

fn read_en_passant<L: Layout>(
    position: &mut Position<L>,
    rules: &Rules<L>,
    field: &str,
    notes: &mut Vec<String>,
) -> Result<(), FenError> {
    if field == "-" {
        return Ok(());
    }
    let coord = field.parse::<Coord>().ok().filter(|coord| rules.variant().has(*coord));
    let Some(target) = coord.and_then(Square::at) else { return Err(FenError::EnPassant(field.into())) };
    let mover = !position.turn;
    let pawn = rules.pawns(mover);
    let back = Set::of(target).shifted(-pawn.forward);
    let ahead = Set::of(target).shifted(pawn.forward);
    let own_pawns = rules.pawn().map_or(Set::EMPTY, |kind| position.men(kind, mover));
    let passed = pawn.double_from.intersects(back)
        && own_pawns.intersects(ahead)
        && !position.occupied().intersects(back | Set::of(target));
    if passed {
        position.offer_en_passant(rules, target);
    } else {
        notes.push(format!("en passant square {field} ignored: no pawn has just passed it"));
    }
    Ok(())
}
