//! The castling patterns: orthodox, flexible and anywhere (Chess960), each as plain records.
//! Knows geometry only; which pattern a game uses, and whether its men stand at home, is `castling_plan`'s.

use super::variant::{CastlingMove, CastlingRook, Modality, PieceType, Variant};
use crate::board::{Colour, Coord};

/// The squares from one square to another, both included, in order. Squares that share no line have
/// nothing between them.
pub(super) fn path(from: Coord, to: Coord) -> Vec<Coord> {
    let files = i16::from(to.file) - i16::from(from.file);
    let ranks = i16::from(to.rank) - i16::from(from.rank);
    let aligned = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let far = files.abs().max(ranks.abs());
    let at = |step: i16| Coord {
        file: (i16::from(from.file) + files.signum() * step) as u8,
        rank: (i16::from(from.rank) + ranks.signum() * step) as u8,
    };
    match (aligned, far) {
        (_, 0) => vec![from],
        (true, far) => (0..=far).map(at).collect(),
        (false, _) => vec![from, to],
    }
}

/// Whatever the castling men travel over or land on, less their own homes: sorted, without repetition.
pub(super) fn travelled(moves: &[(Coord, Coord)]) -> Vec<Coord> {
    let mut squares: Vec<Coord> = moves.iter().flat_map(|&(from, to)| path(from, to)).collect();
    squares.retain(|square| moves.iter().all(|(home, _)| home != square));
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// Whether the king may also get from one square to another by an ordinary move.
pub(super) fn walks(king: &PieceType, colour: Colour, from: Coord, to: Coord) -> bool {
    let (mut files, mut ranks) =
        (i16::from(to.file) - i16::from(from.file), i16::from(to.rank) - i16::from(from.rank));
    if colour == Colour::Black {
        (files, ranks) = (-files, -ranks);
    }
    king.steps.iter().any(|step| {
        step.modality != Modality::Capture
            && (1..=i16::from(step.range))
                .any(|times| (i16::from(step.files) * times, i16::from(step.ranks) * times) == (files, ranks))
    })
}

/// The two men of an orthodox castling, at home on one rank.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    /// Whose they are.
    pub colour: Colour,
    /// The king's home.
    pub king: Coord,
    /// The kind of the rook.
    pub piece: usize,
    /// The rook's home.
    pub rook: Coord,
}

impl Pair {
    fn kingside(&self) -> bool {
        self.rook.file > self.king.file
    }

    /// King to that file, rook next to it on the inner side. `None` where that side lies off the board.
    fn to_file(self, file: u8, files: u8) -> Option<CastlingMove> {
        let kingside = self.kingside();
        let inner = if kingside { file.checked_sub(1)? } else { file.checked_add(1)? };
        if file.max(inner) >= files {
            return None;
        }
        let king_to = Coord { file, rank: self.king.rank };
        let rook_to = Coord { file: inner, rank: self.king.rank };
        Some(CastlingMove {
            colour: self.colour,
            king_from: self.king,
            king_to,
            rooks: vec![CastlingRook { piece: self.piece, from: self.rook, to: rook_to }],
            empty: travelled(&[(self.king, king_to), (self.rook, rook_to)]),
            safe: path(self.king, king_to),
            lifted: false,
            written: (self.king, king_to),
            san: plain_san(kingside).to_string(),
            kingside,
        })
    }
}

/// `O-O` or `O-O-O`.
pub(super) fn plain_san(kingside: bool) -> &'static str {
    if kingside { "O-O" } else { "O-O-O" }
}

/// King to a fixed file. It is written by the rook's home where the king could also walk to its landing square.
pub(super) fn orthodox(pair: Pair, to: u8, files: u8, king: &PieceType) -> Option<CastlingMove> {
    let mut castling = pair.to_file(to, files)?;
    if to == pair.king.file || walks(king, pair.colour, pair.king, castling.king_to) {
        castling.written = (pair.king, pair.rook);
    }
    Some(castling)
}

/// King two or more squares towards the rook but never onto its square: Ladorean's castling.
pub(super) fn flexible(pair: Pair, files: u8, king: &PieceType) -> Vec<CastlingMove> {
    let (home, rook) = (pair.king.file, pair.rook.file);
    let landings: Vec<u8> = if pair.kingside() {
        (home.saturating_add(2)..rook).collect()
    } else {
        (rook.saturating_add(1)..home.saturating_sub(1)).rev().collect()
    };
    let named = |to| {
        let mut castling = pair.to_file(to, files)?;
        // Every square between the two, also those behind the landing squares.
        castling.empty = path(pair.king, pair.rook);
        castling.empty.retain(|square| *square != pair.king && *square != pair.rook);
        castling.empty.sort_unstable();
        castling.san = format!("{}{}", king.letter, castling.king_to);
        Some(castling)
    };
    landings.into_iter().filter_map(named).collect()
}

/// Chess960: any king's home with any rook's home on that rank, king to fixed files (king's side first).
pub(super) fn anywhere(
    colour: Colour,
    piece: usize,
    rank: u8,
    files: u8,
    to: [Option<u8>; 2],
) -> Vec<CastlingMove> {
    let mut records = Vec::new();
    for king in 0..files {
        for rook in (0..files).filter(|rook| *rook != king) {
            let at = |file| Coord { file, rank };
            let pair = Pair { colour, king: at(king), piece, rook: at(rook) };
            let landing = to[usize::from(!pair.kingside())];
            records.extend(landing.and_then(|to| pair.to_file(to, files)).map(|castling| CastlingMove {
                lifted: true,
                written: (pair.king, pair.rook),
                ..castling
            }));
        }
    }
    records
}

/// White's castling as Black plays it: the same files, ranks counted from the other edge.
pub(super) fn mirrored(white: &CastlingMove, ranks: u8) -> CastlingMove {
    let mirror =
        |square: Coord| Coord { rank: ranks.saturating_sub(1).saturating_sub(square.rank), ..square };
    let all = |squares: &[Coord]| squares.iter().copied().map(mirror).collect();
    let rook = |rook: &CastlingRook| CastlingRook { from: mirror(rook.from), to: mirror(rook.to), ..*rook };
    CastlingMove {
        colour: Colour::Black,
        king_from: mirror(white.king_from),
        king_to: mirror(white.king_to),
        rooks: white.rooks.iter().map(rook).collect(),
        empty: all(&white.empty),
        safe: all(&white.safe),
        written: (mirror(white.written.0), mirror(white.written.1)),
        san: white.san.clone(),
        ..*white
    }
}

/// Whether two castlings of one side can be legal at once: not if one needs a square empty on which the
/// other needs a man (Latte's normal castling and its Luft).
pub(super) fn coexist(one: &CastlingMove, other: &CastlingMove) -> bool {
    let homes = |record: &CastlingMove| -> Vec<Coord> {
        record.rooks.iter().map(|rook| rook.from).chain([record.king_from]).collect()
    };
    let blocks =
        |one: &CastlingMove, other: &CastlingMove| homes(one).iter().any(|home| other.empty.contains(home));
    one.king_from == other.king_from && !blocks(one, other) && !blocks(other, one)
}

impl Variant {
    /// The same game with Chess960 castling, for games whose castling is orthodox: one rook a castling, at
    /// most one castling a side, each just as the orthodox pattern makes it. `None` for all others.
    pub fn with_castling_anywhere(&self) -> Option<Variant> {
        if self.castling_anywhere {
            return Some(self.clone());
        }
        let king = self.pieces.get(self.king)?;
        let first = self.castling.first()?;
        let piece = first.rooks.first()?.piece;
        let mut to = [None; 2];
        for (index, castling) in self.castling.iter().enumerate() {
            let [rook] = castling.rooks[..] else { return None };
            let pair = Pair {
                colour: castling.colour,
                king: castling.king_from,
                piece: rook.piece,
                rook: rook.from,
            };
            let landing = &mut to[usize::from(!castling.kingside)];
            let twin = self.castling[..index]
                .iter()
                .any(|other| (other.colour, other.kingside) == (castling.colour, castling.kingside));
            let orthodox = orthodox(pair, castling.king_to.file, self.files, king)?;
            // A king that changes places with its rook has a castling of its own (Lecce), not Chess960's.
            let swaps = castling.king_to == rook.from;
            let home_rank = match castling.colour == first.colour {
                true => first.king_from.rank,
                false => (self.ranks - 1).checked_sub(first.king_from.rank)?,
            };
            if *castling != orthodox
                || twin
                || swaps
                || rook.piece != piece
                || castling.king_from.rank != home_rank
                || landing.is_some_and(|file| file != castling.king_to.file)
            {
                return None;
            }
            *landing = Some(castling.king_to.file);
        }
        let mut variant = self.clone();
        variant.castling_anywhere = true;
        variant.castling.clear();
        for colour in Colour::BOTH {
            let rank = match colour == first.colour {
                true => first.king_from.rank,
                false => (self.ranks - 1).checked_sub(first.king_from.rank)?,
            };
            variant.castling.extend(anywhere(colour, piece, rank, self.files, to));
        }
        Some(variant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::read_betza;

    fn at(text: &str) -> Coord {
        text.parse().unwrap()
    }

    fn king(betza: &str) -> PieceType {
        PieceType { name: "king".into(), letter: 'K', steps: read_betza(betza).unwrap(), betza: betza.into() }
    }

    fn texts(squares: &[Coord]) -> String {
        squares.iter().map(Coord::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn paths() {
        assert_eq!(texts(&path(at("e1"), at("c1"))), "e1 d1 c1");
        assert_eq!(texts(&path(at("b1"), at("b2"))), "b1 b2");
        assert_eq!(texts(&path(at("a1"), at("c3"))), "a1 b2 c3");
        assert_eq!(texts(&path(at("b1"), at("c3"))), "b1 c3");
        assert_eq!(texts(&path(at("b1"), at("b1"))), "b1");
    }

    #[test]
    fn a_short_castling_is_written_by_the_rook() {
        let pair = Pair { colour: Colour::White, king: at("f1"), piece: 3, rook: at("h1") };
        let castling = orthodox(pair, 6, 8, &king("K")).unwrap();
        assert_eq!(castling.written, (at("f1"), at("h1")));
        assert_eq!(orthodox(pair, 6, 8, &king("F")).unwrap().written, (at("f1"), at("g1")));
        assert_eq!(orthodox(pair, 5, 8, &king("K")).unwrap().written, (at("f1"), at("h1")));
        assert_eq!(orthodox(pair, 0, 8, &king("K")), None, "no room for the rook on the inner side");
        assert_eq!(orthodox(pair, 8, 8, &king("K")), None);
        let pair = Pair { rook: at("a1"), ..pair };
        assert_eq!(orthodox(pair, 7, 8, &king("K")), None, "no room on the inner side of the h-file");
    }

    #[test]
    fn black_walks_the_other_way_round() {
        let king = king("frF");
        assert!(walks(&king, Colour::White, at("e1"), at("f2")));
        assert!(!walks(&king, Colour::White, at("e1"), at("d2")));
        assert!(walks(&king, Colour::Black, at("e8"), at("d7")));
        assert!(!walks(&king, Colour::Black, at("e8"), at("f7")));
    }

    #[test]
    fn anywhere_has_every_pair() {
        let records = anywhere(Colour::White, 3, 0, 8, [Some(6), Some(2)]);
        assert_eq!(records.len(), 56);
        let find = |king: &str, rook: &str| {
            records.iter().find(|record| record.written == (at(king), at(rook))).unwrap()
        };
        let record = find("b1", "a1");
        assert_eq!((record.san.as_str(), record.king_to, record.rooks[0].to), ("O-O-O", at("c1"), at("d1")));
        assert_eq!((texts(&record.empty), texts(&record.safe)), ("c1 d1".into(), "b1 c1".into()));
        let record = find("b1", "c1");
        assert_eq!((record.san.as_str(), record.king_to, record.rooks[0].to), ("O-O", at("g1"), at("f1")));
        assert_eq!(texts(&record.empty), "d1 e1 f1 g1");
        let record = find("g1", "h1");
        assert_eq!((texts(&record.empty), texts(&record.safe)), ("f1".into(), "g1".into()));
        assert!(records.iter().all(|record| record.lifted));
    }

    #[test]
    fn flexible_castling_on_both_sides() {
        let pair = Pair { colour: Colour::Black, king: at("e8"), piece: 3, rook: at("j8") };
        let records = flexible(pair, 10, &king("K"));
        let sans: Vec<&str> = records.iter().map(|record| record.san.as_str()).collect();
        assert_eq!(sans, ["Kg8", "Kh8", "Ki8"]);
        assert!(records.iter().all(|record| texts(&record.empty) == "f8 g8 h8 i8"));
        let near = Pair { rook: at("c8"), ..pair };
        assert!(flexible(near, 10, &king("K")).is_empty(), "the king would land on the rook");
    }
}
