//! Moves as text: coordinates, as UCI writes them, and SAN. Both are read leniently and written strictly.

use super::compiled::Rules;
use super::moves::{Action, Kind, Move};
use super::state::Position;
use crate::board::{Coord, Layout, Square};
use thiserror::Error;

/// Why a text is no move here.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unread {
    /// No legal move is written so.
    #[error("'{0}' is not a legal move here")]
    Illegal(String),
    /// Several are.
    #[error("'{text}' could be {first} or {second}: say from which square")]
    Ambiguous {
        /// The text.
        text: String,
        /// One it could be.
        first: String,
        /// Another.
        second: String,
    },
}

impl<L: Layout> Position<L> {
    /// A legal move in coordinates: `e2e4`, `a7a8q`, and for a castling the squares its game names.
    pub fn coordinates(&self, rules: &Rules<L>, mv: Move) -> String {
        match mv.action() {
            Action::Castling(number) => match rules.castlings().get(usize::from(number)) {
                Some(castling) => format!("{}{}", castling.written.0, castling.written.1),
                None => String::new(),
            },
            Action::Promotion(kind) => {
                let letter = rules.variant().pieces[kind.index()].letter.to_ascii_lowercase();
                format!("{}{}{letter}", mv.from::<L>(), mv.to::<L>())
            }
            _ => format!("{}{}", mv.from::<L>(), mv.to::<L>()),
        }
    }

    /// Reads a move in coordinates or, failing that, in SAN.
    ///
    /// A castling may also be written king's home to landing square or king's home to a rook's home, where
    /// only one legal move can be meant.
    ///
    /// # Errors
    /// No legal move is written so, or several are.
    pub fn read_move(&self, rules: &Rules<L>, text: &str) -> Result<Move, Unread> {
        let moves = self.legal_moves(rules);
        if let Some(mv) = moves.iter().find(|mv| self.coordinates(rules, **mv).eq_ignore_ascii_case(text)) {
            return Ok(*mv);
        }
        let castlings = moves.iter().filter(|mv| {
            let castling = mv.castling().and_then(|number| rules.castlings().get(usize::from(number)));
            castling.is_some_and(|castling| {
                let rooks = castling.rooks.iter().map(|(_, home, _)| *home);
                rooks.chain([castling.king_to]).any(|to| format!("{}{to}", castling.king_from) == text)
            })
        });
        match self.only(rules, castlings.copied(), text) {
            Err(Unread::Illegal(_)) => self.read_san(rules, text),
            found => found,
        }
    }

    /// The one move among some, whatever way it was found by.
    fn only(
        &self,
        rules: &Rules<L>,
        mut moves: impl Iterator<Item = Move>,
        text: &str,
    ) -> Result<Move, Unread> {
        match (moves.next(), moves.next()) {
            (Some(mv), None) => Ok(mv),
            (Some(first), Some(second)) => Err(Unread::Ambiguous {
                text: text.into(),
                first: self.coordinates(rules, first),
                second: self.coordinates(rules, second),
            }),
            (None, _) => Err(Unread::Illegal(text.into())),
        }
    }

    /// A legal move in SAN, check and mate marked.
    pub fn san(&self, rules: &Rules<L>, mv: Move) -> String {
        let mut text = self.bare_san(rules, mv);
        let mut after = *self;
        after.play(rules, mv, &mut ());
        if after.in_check(rules) {
            text.push(if after.has_legal_move(rules) { '+' } else { '#' });
        }
        text
    }

    fn bare_san(&self, rules: &Rules<L>, mv: Move) -> String {
        if let Some(castling) = mv.castling().and_then(|number| rules.castlings().get(usize::from(number))) {
            return rules.variant().castling[castling.record].san.clone();
        }
        let (from, to): (Square<L>, Square<L>) = (mv.from(), mv.to());
        let captures = if self.is_capture(mv) { "x" } else { "" };
        let Some(kind) = self.man(from).map(|man| man.kind()) else { return String::new() };
        if Some(kind) == rules.pawn() {
            let start = if captures.is_empty() { String::new() } else { file_letter(from).to_string() };
            let end = mv
                .promotion()
                .map_or(String::new(), |kind| format!("={}", rules.variant().pieces[kind.index()].letter));
            return format!("{start}{captures}{to}{end}");
        }
        let letter = rules.variant().pieces[kind.index()].letter;
        let rivals: Vec<Square<L>> = self
            .legal_moves(rules)
            .into_iter()
            .filter(|other| other.to::<L>() == to && other.from::<L>() != from && other.castling().is_none())
            .map(Move::from)
            .filter(|other| self.man(*other).map(|man| man.kind()) == Some(kind))
            .collect();
        let origin = if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|rival| rival.file() != from.file()) {
            file_letter(from).to_string()
        } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
            (from.rank() + 1).to_string()
        } else {
            from.to_string()
        };
        format!("{letter}{origin}{captures}{to}")
    }

    /// Whether a move takes a man.
    pub fn is_capture(&self, mv: Move) -> bool {
        match mv.action() {
            Action::EnPassant => true,
            Action::Castling(_) => false,
            _ => self.man(mv.to()).is_some(),
        }
    }

    /// Reads SAN: capture sign, promotion sign, check marks and annotation may be missing or extra; `0-0` is
    /// `O-O`, and a bare `O-O` is whichever single castling to that side is legal.
    ///
    /// # Errors
    /// No legal move is written so, or several are.
    pub fn read_san(&self, rules: &Rules<L>, text: &str) -> Result<Move, Unread> {
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        let moves = self.legal_moves(rules);
        if bare.starts_with("O-O") || bare.starts_with("0-0") {
            return self.read_castling(rules, &moves, bare, text);
        }
        let record = |mv: &Move| mv.castling().and_then(|number| rules.castlings().get(usize::from(number)));
        let named = moves.iter().filter(|mv| {
            record(mv).is_some_and(|castling| rules.variant().castling[castling.record].san == bare)
        });
        if let Ok(mv) = self.only(rules, named.copied(), text) {
            return Ok(mv);
        }
        let Some(parts) = Parts::read(rules, bare) else { return Err(Unread::Illegal(text.into())) };
        let fitting = moves.iter().filter(|mv| {
            let from: Square<L> = mv.from();
            mv.castling().is_none()
                && mv.to::<L>().coord() == parts.to
                && mv.promotion() == parts.promotion
                && parts.file.is_none_or(|file| file == from.file())
                && parts.rank.is_none_or(|rank| rank == from.rank())
                && self.man(from).map(|man| man.kind()) == Some(parts.kind)
        });
        self.only(rules, fitting.copied(), text)
    }

    fn read_castling(
        &self,
        rules: &Rules<L>,
        moves: &[Move],
        bare: &str,
        text: &str,
    ) -> Result<Move, Unread> {
        let bare = bare.replace('0', "O");
        let castlings = || {
            moves.iter().copied().filter_map(|mv| {
                let number = mv.castling()?;
                Some((mv, rules.castlings().get(usize::from(number))?))
            })
        };
        let san = |record: usize| rules.variant().castling[record].san.as_str();
        let exact = castlings().filter(|(_, castling)| san(castling.record) == bare).map(|(mv, _)| mv);
        if let Ok(mv) = self.only(rules, exact, text) {
            return Ok(mv);
        }
        let kingside = match bare.as_str() {
            "O-O" => true,
            "O-O-O" => false,
            _ => return Err(Unread::Illegal(text.into())),
        };
        let side = castlings().filter(|(_, castling)| castling.kingside == kingside).map(|(mv, _)| mv);
        self.only(rules, side, text)
    }
}

fn file_letter<L: Layout>(square: Square<L>) -> char {
    (b'a' + square.file()) as char
}

/// What a text in SAN says, castlings aside.
struct Parts {
    kind: Kind,
    file: Option<u8>,
    rank: Option<u8>,
    to: Coord,
    promotion: Option<Kind>,
}

impl Parts {
    fn read<L: Layout>(rules: &Rules<L>, text: &str) -> Option<Parts> {
        let variant = rules.variant();
        let kind_of = |letter: char| variant.piece_by_letter(letter).map(|kind| Kind(kind as u8));
        let mut rest = text;
        let mut kind = rules.pawn();
        if let Some(letter) = rest.chars().next().filter(char::is_ascii_uppercase) {
            kind = Some(kind_of(letter)?);
            rest = &rest[1..];
        }
        let mut promotion = None;
        if let Some(letter) = rest.chars().last().filter(char::is_ascii_alphabetic) {
            promotion = Some(kind_of(letter.to_ascii_uppercase())?);
            rest = rest[..rest.len() - 1].trim_end_matches('=');
        }
        let start = rest.rfind(|letter: char| letter.is_ascii_lowercase())?;
        let to = rest[start..].parse().ok()?;
        let origin = rest[..start].trim_end_matches(['x', '-', ':']);
        let mut parts = Parts { kind: kind?, file: None, rank: None, to, promotion };
        let digits = origin.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
        match origin.len() - digits.len() {
            0 => {}
            1 => parts.file = origin.bytes().next().map(|letter| letter - b'a'),
            _ => return None,
        }
        if !digits.is_empty() {
            parts.rank = Some(digits.parse::<u8>().ok()?.checked_sub(1)?);
        }
        Some(parts)
    }
}
