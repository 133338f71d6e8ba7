//! Lays the castling a definition asks for on its start position, and checks that the two fit.
//! Knows drafts and patterns; must not know the keys' spelling beyond their names in messages.

use super::castling::{self, Pair};
use super::castling_text::CastlingLine;
use super::draft::Draft;
use super::errors::Located;
use super::start::Start;
use super::variant::{CastlingMove, CastlingRook, PieceType};
use crate::board::{Colour, Coord, PerColour};

/// What the castling keys say. Files and ranks count from 0.
#[derive(Clone, Debug)]
pub(super) struct CastlingDraft {
    pub enabled: bool,
    /// Whether the usual castling exists beside the lines of their own.
    pub orthodox: bool,
    pub flexible: bool,
    pub anywhere: bool,
    /// The king's landing files, king's side first.
    pub landing: [Option<u8>; 2],
    /// White's rank of castling; Black's is mirrored.
    pub rank: u8,
    pub king_file: Option<u8>,
    /// The rooks' home files, king's side first; the outermost rooks where nothing is said.
    pub rook_files: [Option<u8>; 2],
    /// Keys of the pieces that castle with the king; the rook where nothing is said.
    pub rooks: PerColour<Vec<String>>,
    /// Castlings written out, each with its line unless it is inherited.
    pub lines: Vec<(CastlingLine, Option<usize>)>,
}

impl Default for CastlingDraft {
    fn default() -> Self {
        let rooks = || vec!["rook".to_string()];
        CastlingDraft {
            enabled: true,
            orthodox: true,
            flexible: false,
            anywhere: false,
            landing: [None; 2],
            rank: 0,
            king_file: None,
            rook_files: [None; 2],
            rooks: PerColour([rooks(), rooks()]),
            lines: Vec::new(),
        }
    }
}

impl CastlingDraft {
    /// Marks every written castling as inherited.
    pub fn forget_lines(&mut self) {
        self.lines.iter_mut().for_each(|(_, line)| *line = None);
    }
}

const LANDING_KEYS: [&str; 2] = ["castlingKingsideFile", "castlingQueensideFile"];
const ROOK_KEYS: [&str; 2] = ["castlingRookKingsideFile", "castlingRookQueensideFile"];
/// The files of chess, as Fairy-Stockfish presumes them on every board.
const USUAL_LANDING: [u8; 2] = [6, 2];

struct Plan<'a> {
    draft: &'a Draft,
    pieces: &'a [PieceType],
    keys: &'a [&'a str],
    start: &'a Start,
    king: usize,
    records: Vec<CastlingMove>,
    /// Why a side of a colour has no castling, where that is known.
    reasons: Vec<(Colour, bool, Located)>,
}

/// Every castling of a game. `pieces` are in their final order and `keys` tells their keys.
pub(super) fn plan(
    draft: &Draft,
    pieces: &[PieceType],
    keys: &[&str],
    start: &Start,
) -> Result<Vec<CastlingMove>, Located> {
    if !draft.castling.enabled {
        return Ok(Vec::new());
    }
    let king = pieces.len() - 1;
    let mut plan = Plan { draft, pieces, keys, start, king, records: Vec::new(), reasons: Vec::new() };
    plan.check_files()?;
    for colour in Colour::BOTH {
        plan.pattern(colour)?;
    }
    for (line, at) in &draft.castling.lines {
        plan.written_out(line, *at)?;
    }
    if !draft.castling.anywhere {
        plan.check_texts()?;
    }
    plan.check_rights()?;
    Ok(plan.records)
}

impl Plan<'_> {
    fn check_files(&self) -> Result<(), Located> {
        let castling = &self.draft.castling;
        let named = |keys: [&'static str; 2], files: [Option<u8>; 2]| keys.into_iter().zip(files);
        let files = named(LANDING_KEYS, castling.landing).chain(named(ROOK_KEYS, castling.rook_files));
        for (key, file) in files.chain([("castlingKingFile", castling.king_file)]) {
            if let Some(file) = file.filter(|file| *file >= self.draft.files) {
                return Err(self.draft.off_board(&[key, "maxFile"], file_name(file)));
            }
        }
        let alone = castling.orthodox && !castling.flexible && castling.lines.is_empty();
        if castling.anywhere && !alone {
            return Err(self.draft.contradiction(
                &["castlingAnywhere", "chess960", "castlingMove", "flexibleCastling", "orthodoxCastling"],
                "castling from anywhere cannot stand beside castlingMove, flexibleCastling or orthodoxCastling = false",
            ));
        }
        if castling.rank >= self.draft.ranks {
            let rank = format!("*{}", u32::from(castling.rank) + 1);
            return Err(self.draft.off_board(&["castlingRank", "maxRank"], rank));
        }
        Ok(())
    }

    fn rank(&self, colour: Colour) -> u8 {
        match colour {
            Colour::White => self.draft.castling.rank,
            Colour::Black => self.draft.ranks - 1 - self.draft.castling.rank,
        }
    }

    /// Kinds that castle with the king, as indices.
    fn rook_kinds(&self, colour: Colour) -> Vec<usize> {
        let wanted = &self.draft.castling.rooks[colour];
        (0..self.keys.len()).filter(|index| wanted.iter().any(|key| key == self.keys[*index])).collect()
    }

    /// Where the king lands: what is said, or the usual file if the board has it.
    fn landing(&self, side: usize) -> Option<u8> {
        let usual = Some(USUAL_LANDING[side]).filter(|file| *file < self.draft.files);
        self.draft.castling.landing[side].or(usual)
    }

    fn pattern(&mut self, colour: Colour) -> Result<(), Located> {
        let castling = &self.draft.castling;
        let files = self.draft.files;
        if castling.anywhere {
            let kinds = self.rook_kinds(colour);
            if let [_, _, ..] = kinds[..] {
                let what = "castling from anywhere is only supported with one kind of rook".to_string();
                return Err(self.draft.contradiction(&["castlingAnywhere", "castlingRookPieces"], what));
            }
            let to = [self.landing(0), self.landing(1)];
            for piece in kinds {
                self.records.extend(castling::anywhere(colour, piece, self.rank(colour), files, to));
            }
            return Ok(());
        }
        if !castling.orthodox && !castling.flexible {
            return Ok(());
        }
        for side in [0, 1] {
            let found = self.pair(colour, side).and_then(|pair| {
                let king = &self.pieces[self.king];
                if castling.flexible {
                    return Ok(castling::flexible(pair, files, king));
                }
                let record = self.landing(side).and_then(|to| castling::orthodox(pair, to, files, king));
                record.map(|record| vec![record]).ok_or_else(|| {
                    let file = self.landing(side).unwrap_or(USUAL_LANDING[side]);
                    self.draft.contradiction(
                        &[LANDING_KEYS[side], "startFen", "maxFile"],
                        format!(
                            "with the king on the {}-file, king and rook do not both fit on the board",
                            file_name(file)
                        ),
                    )
                })
            });
            match found {
                Ok(records) => self.records.extend(records),
                Err(reason) => self.reasons.push((colour, side == 0, reason)),
            }
        }
        Ok(())
    }

    /// The men of a castling on one side, or why there are none.
    fn pair(&self, colour: Colour, side: usize) -> Result<Pair, Located> {
        let draft = self.draft;
        let rank = self.rank(colour);
        let king = self.start.king(colour);
        let home = draft.castling.king_file.map(|file| Coord { file, rank });
        if king.rank != rank || home.is_some_and(|home| home != king) {
            let place = home.map_or_else(|| format!("rank {}", u32::from(rank) + 1), |home| home.to_string());
            return Err(draft.contradiction(
                &["castlingKingFile", "startFen", "castlingRank"],
                format!(
                    "{}'s castling king starts on {king} and not on {place} (or write 'castling = false')",
                    colour.name()
                ),
            ));
        }
        let kinds = self.rook_kinds(colour);
        let rook_at = |file: u8| {
            let standing = self.start.at(Coord { file, rank });
            standing
                .filter(|(owner, kind)| *owner == colour && kinds.contains(kind))
                .map(|(_, kind)| (file, kind))
        };
        let (found, sought) = match (draft.castling.rook_files[side], side) {
            (Some(file), _) if file == king.file || (file > king.file) != (side == 0) => {
                (None, format!("the {}-file, which is not on that side of the king", file_name(file)))
            }
            (Some(file), _) => (rook_at(file), Coord { file, rank }.to_string()),
            (None, 0) => {
                ((king.file + 1..draft.files).rev().find_map(rook_at), format!("the right of {king}"))
            }
            (None, _) => ((0..king.file).find_map(rook_at), format!("the left of {king}")),
        };
        let Some((file, piece)) = found else {
            return Err(draft.contradiction(
                &[ROOK_KEYS[side], "startFen", "castlingRookPieces"],
                format!(
                    "no castling rook of {} starts on {sought} (or take the right out of 'startFen')",
                    colour.name()
                ),
            ));
        };
        Ok(Pair { colour, king, piece, rook: Coord { file, rank } })
    }

    /// A `castlingMove`, for White as written and for Black with mirrored ranks.
    fn written_out(&mut self, line: &CastlingLine, at: Option<usize>) -> Result<(), Located> {
        let white = self.record(line, at)?;
        let black = castling::mirrored(&white, self.draft.ranks);
        let mut fitting = 0;
        let mut failing = None;
        for record in [white, black] {
            match self.missing(&record) {
                None => {
                    fitting += 1;
                    self.records.push(record);
                }
                Some(what) => {
                    let claimed =
                        self.claims(record.colour).any(|claim| claim.kingside == Some(record.kingside));
                    if claimed || failing.is_none() {
                        failing = failing.filter(|(claimed, _)| *claimed).or(Some((claimed, what)));
                    }
                }
            }
        }
        // One side may lack the men (an unequal army) as long as its start position claims no such right.
        match failing {
            Some((claimed, what)) if claimed || fitting == 0 => Err(self.line_fault(at, what)),
            _ => Ok(()),
        }
    }

    fn line_fault(&self, at: Option<usize>, what: String) -> Located {
        let (line, fault) = self.draft.contradiction(&["castlingMove"], what.clone());
        match at {
            Some(line) => (line, fault),
            None if self.draft.states("startFen") => {
                self.draft.contradiction(&["startFen"], format!("the inherited castlingMove fails: {what}"))
            }
            None => (line, fault),
        }
    }

    fn record(&self, line: &CastlingLine, at: Option<usize>) -> Result<CastlingMove, Located> {
        let fault = |what: String| self.line_fault(at, what);
        let mut kinds = Vec::new();
        for letter in &line.letters {
            let kind = self.pieces.iter().position(|piece| piece.letter == *letter);
            kinds.push(
                kind.ok_or_else(|| fault(format!("the game has no piece with the letter '{letter}'")))?,
            );
        }
        if kinds.first() != Some(&self.king) || kinds[1..].contains(&self.king) {
            return Err(fault("the king comes first and no second king follows".to_string()));
        }
        let squares = line.moves.iter().flat_map(|(from, to)| [from, to]);
        let squares = squares.chain(&line.empty).chain(&line.safe).chain([&line.written.0, &line.written.1]);
        for square in squares {
            if square.file >= self.draft.files || square.rank >= self.draft.ranks {
                let (line, fault) = self.draft.off_board(&["castlingMove"], square.to_string());
                return Err((at.unwrap_or(line), fault));
            }
        }
        let homes: Vec<Coord> = line.moves.iter().map(|(from, _)| *from).collect();
        let landings: Vec<Coord> = line.moves.iter().map(|(_, to)| *to).collect();
        for squares in [&homes, &landings] {
            if let Some(square) = twice(squares) {
                return Err(fault(format!("two men share the square {square}")));
            }
        }
        // Castling never captures.
        let covered = |square: &&Coord| !homes.contains(square) && !line.empty.contains(square);
        if let Some(square) = landings.iter().find(covered) {
            return Err(fault(format!("a man lands on {square}, which is not among the 'empty' squares")));
        }
        let &[(king_from, king_to), ref rooks @ ..] = &line.moves[..] else {
            return Err(fault("the king is missing".to_string()));
        };
        if !line.safe.contains(&king_from) {
            return Err(fault(format!("the 'safe' squares lack the king's home {king_from}")));
        }
        if line.written.0 != king_from || line.written.1 == king_from {
            return Err(fault(format!(
                "'write' must lead from the king's home {king_from} to another square"
            )));
        }
        let target = line.written.1;
        let own_home = homes.contains(&target);
        if !own_home && castling::walks(&self.pieces[self.king], Colour::White, king_from, target) {
            return Err(fault(format!(
                "'write {king_from}{target}' is also an ordinary king move (write the rook's home, as in 'write {king_from}{}')",
                rooks.first().map_or(target, |rook| rook.0)
            )));
        }
        let rooks = rooks.iter().zip(&kinds[1..]);
        Ok(CastlingMove {
            colour: Colour::White,
            king_from,
            king_to,
            rooks: rooks.map(|(&(from, to), &piece)| CastlingRook { piece, from, to }).collect(),
            empty: line.empty.iter().copied().filter(|square| !homes.contains(square)).collect(),
            safe: line.safe.clone(),
            lifted: false,
            written: line.written,
            san: line.san.clone(),
            kingside: line.kingside,
        })
    }

    /// The first man of a castling that does not start at home, in words.
    fn missing(&self, record: &CastlingMove) -> Option<String> {
        let rooks = record.rooks.iter().map(|rook| (rook.from, rook.piece));
        [(record.king_from, self.king)].into_iter().chain(rooks).find_map(|(home, kind)| {
            let there = self.start.at(home) == Some((record.colour, kind));
            let (colour, name) = (record.colour.name(), &self.pieces[kind].name);
            (!there).then(|| format!("{colour}'s {name} does not start on {home}"))
        })
    }

    /// One text must mean one castling in every position.
    fn check_texts(&self) -> Result<(), Located> {
        for (index, record) in self.records.iter().enumerate() {
            for other in &self.records[..index] {
                let same_text = record.written == other.written || record.san == other.san;
                if record.colour == other.colour && same_text && castling::coexist(record, other) {
                    let text = match record.written == other.written {
                        true => format!("written {}{}", record.written.0, record.written.1),
                        false => record.san.clone(),
                    };
                    let line = self.draft.castling.lines.iter().rev().find_map(|(_, line)| *line);
                    let what = format!(
                        "two castlings of {} are both {text} (give one another 'write' or 'san')",
                        record.colour.name()
                    );
                    let (header, fault) =
                        self.draft.contradiction(&["castlingMove", "flexibleCastling"], what);
                    return Err((line.unwrap_or(header), fault));
                }
            }
        }
        Ok(())
    }

    /// The castling rights of a colour that the start position claims.
    fn claims(&self, colour: Colour) -> impl Iterator<Item = Claim> {
        let king = self.start.king(colour).file;
        let letters = self.start.castling.chars().filter(|letter| *letter != '-');
        letters.filter(move |letter| letter.is_ascii_uppercase() == (colour == Colour::White)).map(
            move |letter| {
                let (kingside, file) = match letter.to_ascii_uppercase() {
                    'K' => (Some(true), None),
                    'Q' => (Some(false), None),
                    shredder => {
                        let file = shredder as u8 - b'A';
                        (Some(file > king).filter(|_| file != king), Some(file))
                    }
                };
                Claim { letter, kingside, file }
            },
        )
    }

    fn check_rights(&self) -> Result<(), Located> {
        for colour in Colour::BOTH {
            for claim in self.claims(colour) {
                let fits = |record: &CastlingMove| {
                    record.colour == colour
                        && Some(record.kingside) == claim.kingside
                        && claim
                            .file
                            .is_none_or(|file| record.rooks.iter().any(|rook| rook.from.file == file))
                        && self.missing(record).is_none()
                };
                if self.records.iter().any(fits) {
                    continue;
                }
                let known = self.reasons.iter().find(|(other, kingside, _)| {
                    *other == colour && Some(*kingside) == claim.kingside && claim.file.is_none()
                });
                return Err(known.map(|(.., reason)| reason.clone()).unwrap_or_else(|| {
                    self.draft.contradiction(
                        &["startFen", "castlingMove"],
                        format!(
                            "it claims the castling right '{}', but no king and rook of {} start at home for it",
                            claim.letter,
                            colour.name()
                        ),
                    )
                }));
            }
        }
        Ok(())
    }
}

struct Claim {
    letter: char,
    kingside: Option<bool>,
    file: Option<u8>,
}

fn twice(squares: &[Coord]) -> Option<Coord> {
    squares
        .iter()
        .enumerate()
        .find(|(index, square)| squares[..*index].contains(square))
        .map(|(_, square)| *square)
}

fn file_name(file: u8) -> String {
    char::from(b'a'.saturating_add(file.min(25))).to_string()
}
