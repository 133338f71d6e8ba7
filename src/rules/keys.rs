//! Every key a definition may use: one row each, with what it takes and what it does to a draft.
//! Knows spelling only; whether settings agree with each other is the draft's business.

use super::betza::read_betza;
use super::castling_text;
use super::draft::Draft;
use super::errors::{Fault, Located, nearest};
use super::foreign;
use super::ini::Setting;
use super::pieces::{self, KING, NOT_PLAYED, PAWN, PREDEFINED};
use super::region::Region;
use super::variant::{MAX_RIDES, Outcome};
use crate::board::{Colour, PerColour};
use std::collections::BTreeSet;

/// A key as people may be told about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyInfo {
    /// How it is spelled.
    pub name: &'static str,
    /// What it takes.
    pub takes: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

struct Row {
    info: KeyInfo,
    apply: fn(&mut Draft, &Value) -> Result<(), Fault>,
}

const fn row(
    name: &'static str,
    takes: &'static str,
    meaning: &'static str,
    apply: fn(&mut Draft, &Value) -> Result<(), Fault>,
) -> Row {
    Row { info: KeyInfo { name, takes, meaning }, apply }
}

const YES_NO: &str = "'true' or 'false'";
const FILE: &str = "a file such as 'g' or '7'";
const RANKS: &str = "a number from 4 to 10";
const FILES: &str = "a number from 4 to 12 (or a letter from d to l)";
const PIECES: &str = "a list of letters of pieces such as 'nbrq' (or '-')";
const NAMES: &str = "pairs of a letter and a name such as 'C:cardinal M:marshall'";
const LABELS: &str = "different labels of one to three letters such as 'a b c d' (or '-')";
const CHANCES: &str = "two numbers from 1 to 5000 such as '98 218'";
const RANK: &str = "a rank from 1 to 10";
const LETTER: &str = "a letter, or '-' to remove the piece";
const CUSTOM: &str = "a letter and a movement such as 'l:FAD', or '-' to remove the piece";

const KEYS: &[Row] = &[
    row("maxRank", RANKS, "how many ranks the board has", |draft, value| {
        draft.ranks = value.number(4, 10)?;
        Ok(())
    }),
    row("maxFile", FILES, "how many files the board has", |draft, value| {
        draft.files = 1 + value.file().filter(|file| (3..12).contains(file)).ok_or_else(|| value.bad())?;
        Ok(())
    }),
    row("startFen", "a position in FEN", "the start position", |draft, value| {
        draft.start = value.text.to_string();
        Ok(())
    }),
    row("pieceNames", NAMES, "names of pieces for people (Lupa's own key)", |draft, value| {
        for pair in value.text.split_whitespace() {
            let (letter, name) = pair.split_once(':').ok_or_else(|| value.bad())?;
            let letter = single_letter(letter).ok_or_else(|| value.bad())?;
            if name.is_empty()
                || !name.chars().all(|letter| letter.is_alphanumeric() || "-_".contains(letter))
            {
                return Err(value.bad());
            }
            let key = value.piece(draft, letter)?;
            let piece = draft.pieces.iter_mut().find(|piece| piece.key == key);
            piece.ok_or_else(|| value.bad())?.name = Some(name.to_string());
        }
        Ok(())
    }),
    row("fileLabels", LABELS, "file labels for people (Lupa's own key)", |draft, value| {
        draft.labels = value.labels()?;
        Ok(())
    }),
    row("promotionRegionWhite", Region::TAKES, "where White's pawns promote, and must", |draft, value| {
        draft.promotion_region[Colour::White] = Some(value.region()?);
        Ok(())
    }),
    row("promotionRegionBlack", Region::TAKES, "where Black's pawns promote, and must", |draft, value| {
        draft.promotion_region[Colour::Black] = Some(value.region()?);
        Ok(())
    }),
    row("promotionPieceTypes", PIECES, "what pawns become", |draft, value| {
        let pieces = value.promotions(draft)?;
        draft.promotions = PerColour([pieces.clone(), pieces]);
        Ok(())
    }),
    row("promotionPieceTypesWhite", PIECES, "what White's pawns become", |draft, value| {
        draft.promotions[Colour::White] = value.promotions(draft)?;
        Ok(())
    }),
    row("promotionPieceTypesBlack", PIECES, "what Black's pawns become", |draft, value| {
        draft.promotions[Colour::Black] = value.promotions(draft)?;
        Ok(())
    }),
    row("doubleStep", YES_NO, "whether pawns may step twice", |draft, value| {
        draft.double_step = value.yes_no()?;
        Ok(())
    }),
    row("doubleStepRegionWhite", Region::TAKES, "from where White's pawns may step twice", |draft, value| {
        draft.double_step_region[Colour::White] = Some(value.region()?);
        Ok(())
    }),
    row("doubleStepRegionBlack", Region::TAKES, "from where Black's pawns may step twice", |draft, value| {
        draft.double_step_region[Colour::Black] = Some(value.region()?);
        Ok(())
    }),
    row("enPassantRegion", "'-'", "'-' abolishes capturing in passing", |draft, value| {
        if value.text != "-" {
            return Err(value.unsupported("it is '-' (nowhere) or left out (everywhere)"));
        }
        draft.en_passant = false;
        Ok(())
    }),
    row("castling", YES_NO, "whether there is castling at all", |draft, value| {
        draft.castling.enabled = value.yes_no()?;
        Ok(())
    }),
    row("castlingKingsideFile", FILE, "where the king lands on the right", |draft, value| {
        draft.castling.landing[0] = Some(value.some_file()?);
        Ok(())
    }),
    row("castlingQueensideFile", FILE, "where the king lands on the left", |draft, value| {
        draft.castling.landing[1] = Some(value.some_file()?);
        Ok(())
    }),
    row("castlingRank", RANK, "the rank of castling, from each side's own view", |draft, value| {
        draft.castling.rank = value.number::<u8>(1, 10)? - 1;
        Ok(())
    }),
    row("castlingKingFile", FILE, "the file on which the king must start", |draft, value| {
        draft.castling.king_file = Some(value.some_file()?);
        Ok(())
    }),
    row("castlingRookKingsideFile", FILE, "the right rook's file (or else the outermost)", |draft, value| {
        draft.castling.rook_files[0] = Some(value.some_file()?);
        Ok(())
    }),
    row("castlingRookQueensideFile", FILE, "the left rook's file (or else the outermost)", |draft, value| {
        draft.castling.rook_files[1] = Some(value.some_file()?);
        Ok(())
    }),
    row("castlingRookPieces", PIECES, "what castles with the king", |draft, value| {
        let pieces = value.castlers(draft)?;
        draft.castling.rooks = PerColour([pieces.clone(), pieces]);
        Ok(())
    }),
    row("castlingRookPiecesWhite", PIECES, "what castles with White's king", |draft, value| {
        draft.castling.rooks[Colour::White] = value.castlers(draft)?;
        Ok(())
    }),
    row("castlingRookPiecesBlack", PIECES, "what castles with Black's king", |draft, value| {
        draft.castling.rooks[Colour::Black] = value.castlers(draft)?;
        Ok(())
    }),
    row("chess960", YES_NO, "castling from anywhere, as in Chess960", |draft, value| {
        draft.castling.anywhere = value.yes_no()?;
        Ok(())
    }),
    row("castlingAnywhere", YES_NO, "the same as chess960 (Lupa's own key)", |draft, value| {
        draft.castling.anywhere = value.yes_no()?;
        Ok(())
    }),
    row(
        "flexibleCastling",
        YES_NO,
        "king two or more squares towards the rook (Lupa's own key)",
        |draft, value| {
            draft.castling.flexible = value.yes_no()?;
            Ok(())
        },
    ),
    row(
        "orthodoxCastling",
        YES_NO,
        "whether the usual castling exists beside castlingMove (Lupa's own key)",
        |draft, value| {
            draft.castling.orthodox = value.yes_no()?;
            Ok(())
        },
    ),
    row(
        CASTLING_MOVE,
        castling_text::TAKES,
        "one more castling, written out for White (Lupa's own key)",
        |draft, value| {
            if value.text == "-" {
                draft.castling.lines.clear();
                return Ok(());
            }
            let line = castling_text::read(value.text).map_err(|what| value.contradiction(what))?;
            draft.castling.lines.push((line, Some(value.line)));
            Ok(())
        },
    ),
    row(
        "stalemateValue",
        "'draw', 'win' or 'loss'",
        "what stalemate is to the stalemated side",
        |draft, value| {
            draft.stalemate = match value.text {
                "draw" => Outcome::Draw,
                "win" => Outcome::Win,
                "loss" => Outcome::Loss,
                _ => return Err(value.bad()),
            };
            Ok(())
        },
    ),
    row(
        "nMoveRule",
        "a number of moves from 0 to 1000",
        "quiet moves of each side that make a draw, 0 for never",
        |draft, value| {
            draft.move_rule = 2 * value.number::<u16>(0, 1000)?;
            Ok(())
        },
    ),
    row("winChances", CHANCES, "what a score is worth in games won (Lupa's own key)", |draft, value| {
        let mut numbers = value.text.split_whitespace().map(|word| word.parse().ok());
        draft.chances = match [numbers.next().flatten(), numbers.next().flatten()] {
            [Some(even @ 0..=5000), Some(spread @ 1..=5000)] if numbers.next().is_none() => [even, spread],
            _ => return Err(value.bad()),
        };
        Ok(())
    }),
    row(
        "nFoldRule",
        "a number from 0 to 100",
        "repetitions that make a draw, 0 for never",
        |draft, value| {
            draft.repetitions = value.number(0, 100)?;
            if draft.repetitions == 1 {
                return Err(value.bad());
            }
            Ok(())
        },
    ),
];

/// The one key that may be repeated.
const CASTLING_MOVE: &str = "castlingMove";

/// The supported keys but for [`named_men`], which are keys too.
pub fn supported_keys() -> impl Iterator<Item = KeyInfo> {
    let custom = KeyInfo {
        name: pieces::CUSTOM_KEYS,
        takes: CUSTOM,
        meaning: "a man of your own, with its movement in Betza's notation",
    };
    KEYS.iter().map(|row| row.info).chain([custom])
}

/// The men that have names, each a key that takes a letter, with their movements in Betza's notation.
pub fn named_men() -> impl Iterator<Item = (&'static str, &'static str)> {
    PREDEFINED.iter().map(|piece| (piece.name, piece.betza))
}

/// Applies a section's settings to a draft: pieces first, so that lists of letters may stand anywhere.
pub(super) fn apply(draft: &mut Draft, settings: &[Setting]) -> Result<(), Located> {
    for setting in settings {
        let first = draft.state(&setting.key, setting.line).filter(|_| setting.key != CASTLING_MOVE);
        if let Some(first) = first {
            return Err((setting.line, Fault::KeyTwice { key: setting.key.clone(), first }));
        }
    }
    let (men, rest): (Vec<&Setting>, Vec<&Setting>) =
        settings.iter().partition(|setting| piece_takes(&setting.key).is_some());
    for setting in &men {
        define(draft, setting).map_err(|fault| (setting.line, fault))?;
    }
    for setting in rest {
        apply_one(draft, setting).map_err(|fault| (setting.line, fault))?;
    }
    Ok(())
}

fn apply_one(draft: &mut Draft, setting: &Setting) -> Result<(), Fault> {
    let Some(row) = KEYS.iter().find(|row| row.info.name == setting.key) else {
        return other_key(draft, setting);
    };
    let value = Value::new(setting, row.info.takes);
    if value.text.is_empty() { Err(value.bad()) } else { (row.apply)(draft, &value) }
}

/// Keys that are not ours: those of Fairy-Stockfish's that change nothing are let through.
fn other_key(draft: &Draft, setting: &Setting) -> Result<(), Fault> {
    let letter = |key| draft.pieces.iter().find(|piece| piece.key == key).map(|piece| piece.letter);
    let unsupported = |hint: String| {
        Err(Fault::Unsupported { key: setting.key.clone(), value: setting.value.clone(), hint })
    };
    if let Some((_, why)) = NOT_PLAYED.iter().find(|(name, _)| *name == setting.key) {
        return if setting.value == "-" { Ok(()) } else { unsupported(why.to_string()) };
    }
    match foreign::judge(&setting.key, &setting.value, letter(PAWN), letter(KING)) {
        Some(Ok(())) => Ok(()),
        Some(Err(hint)) => unsupported(hint),
        None => {
            let ours = KEYS.iter().map(|row| row.info.name);
            let names = ours.chain(PREDEFINED.iter().map(|piece| piece.name)).chain(["customPiece1"]);
            let near = nearest(&setting.key, names.chain(foreign::names()));
            let hint = match near {
                Some(near) => format!("did you mean '{near}'?"),
                None => "no key is spelled like it: remove it".to_string(),
            };
            Err(Fault::UnknownKey { key: setting.key.clone(), hint })
        }
    }
}

/// What a key that defines a piece takes, if it is one.
fn piece_takes(key: &str) -> Option<&'static str> {
    if pieces::is_custom(key) {
        return Some(CUSTOM);
    }
    let piece = pieces::predefined(key)?;
    Some(if piece.name == KING { "a letter, or a letter and a movement such as 'k:KN'" } else { LETTER })
}

/// A key that gives a piece a letter, and a movement if it has none of its own.
fn define(draft: &mut Draft, setting: &Setting) -> Result<(), Fault> {
    let value = Value::new(setting, piece_takes(&setting.key).unwrap_or(LETTER));
    if value.text == "-" {
        draft.remove_piece(value.key);
        return Ok(());
    }
    let (letter, movement) = match value.text.split_once(':') {
        Some((letter, movement)) => (letter.trim(), Some(movement.trim())),
        None => (value.text, None),
    };
    let letter = single_letter(letter).ok_or_else(|| value.bad())?;
    let betza = match (pieces::predefined(value.key), movement) {
        (Some(piece), Some(_)) if piece.name != KING => return Err(value.bad()),
        (Some(piece), None) => piece.betza,
        (_, movement) => movement.unwrap_or_default(),
    };
    let steps = match value.key {
        PAWN => Vec::new(),
        key => read_betza(betza).map_err(|fault| Fault::Movement { key: key.to_string(), fault })?,
    };
    if value.key == KING && steps.iter().any(|step| step.range > 1) {
        return Err(value.unsupported("a king may only step or leap, not ride"));
    }
    let rides: BTreeSet<_> =
        steps.iter().filter(|step| step.range > 1).map(|step| (step.shape(), step.range)).collect();
    if rides.len() > MAX_RIDES {
        return Err(value.unsupported(&format!("more than {MAX_RIDES} kinds of rides: leave some out")));
    }
    draft.put_piece(value.key, letter, betza, steps);
    Ok(())
}

fn single_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    let letter = letters.next().filter(char::is_ascii_alphabetic)?;
    letters.next().is_none().then_some(letter.to_ascii_uppercase())
}

/// A value being read, with what is needed to complain about it.
struct Value<'a> {
    key: &'a str,
    text: &'a str,
    line: usize,
    takes: &'static str,
}

impl<'a> Value<'a> {
    fn new(setting: &'a Setting, takes: &'static str) -> Self {
        Value { key: &setting.key, text: &setting.value, line: setting.line, takes }
    }

    fn bad(&self) -> Fault {
        Fault::BadValue { key: self.key.into(), value: self.text.into(), takes: self.takes.into() }
    }

    fn unsupported(&self, hint: &str) -> Fault {
        Fault::Unsupported { key: self.key.into(), value: self.text.into(), hint: hint.into() }
    }

    fn contradiction(&self, what: String) -> Fault {
        Fault::Contradiction { key: self.key.into(), what }
    }

    fn yes_no(&self) -> Result<bool, Fault> {
        self.text.parse().map_err(|_| self.bad())
    }

    fn number<T: std::str::FromStr + PartialOrd>(&self, least: T, most: T) -> Result<T, Fault> {
        let number = self.text.parse().ok().filter(|number| *number >= least && *number <= most);
        number.ok_or_else(|| self.bad())
    }

    /// A file's letter, or its number from 1.
    fn file(&self) -> Option<u8> {
        match single_letter(self.text) {
            Some(letter) => Some(letter as u8 - b'A'),
            None => self.text.parse::<u8>().ok()?.checked_sub(1),
        }
    }

    fn some_file(&self) -> Result<u8, Fault> {
        self.file().filter(|file| *file < 26).ok_or_else(|| self.bad())
    }

    fn region(&self) -> Result<Region, Fault> {
        Region::read(self.text).ok_or_else(|| self.bad())
    }

    fn labels(&self) -> Result<Vec<String>, Fault> {
        if self.text == "-" {
            return Ok(Vec::new());
        }
        let labels: Vec<String> = self.text.split_whitespace().map(str::to_string).collect();
        // A digit would run into the rank, and people have to type these.
        let fine = |label: &String| label.chars().count() <= 3 && label.chars().all(char::is_alphabetic);
        let twice = labels.iter().enumerate().any(|(index, label)| labels[..index].contains(label));
        if twice || !labels.iter().all(fine) { Err(self.bad()) } else { Ok(labels) }
    }

    /// The key of the piece with that letter.
    fn piece(&self, draft: &Draft, letter: char) -> Result<String, Fault> {
        let piece = draft.piece_by_letter(letter.to_ascii_uppercase());
        piece.map(|piece| piece.key.clone()).ok_or(Fault::NoSuchPiece { key: self.key.to_string(), letter })
    }

    fn pieces(&self, draft: &Draft) -> Result<Vec<String>, Fault> {
        if self.text == "-" {
            return Ok(Vec::new());
        }
        let letters = self.text.chars().filter(|letter| !letter.is_whitespace());
        letters
            .map(|letter| match letter.is_ascii_alphabetic() {
                true => self.piece(draft, letter),
                false => Err(self.bad()),
            })
            .collect()
    }

    fn promotions(&self, draft: &Draft) -> Result<Vec<String>, Fault> {
        let pieces = self.pieces(draft)?;
        match pieces.iter().find(|key| [PAWN, KING].contains(&key.as_str())) {
            Some(key) => {
                Err(self.contradiction(format!("a pawn cannot become a {key} (take its letter out)")))
            }
            None => Ok(pieces),
        }
    }

    fn castlers(&self, draft: &Draft) -> Result<Vec<String>, Fault> {
        let pieces = self.pieces(draft)?;
        match pieces.iter().find(|key| [PAWN, KING].contains(&key.as_str())) {
            Some(key) => {
                Err(self.contradiction(format!("a king cannot castle with a {key} (take its letter out)")))
            }
            None => Ok(pieces),
        }
    }
}
