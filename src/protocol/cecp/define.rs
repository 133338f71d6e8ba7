//! A game told to XBoard: the lines `setup` and `piece`, worked out from the rules. Knows XBoard's Betza dialect and
//! the drawings it has; knows no game and no piece by name.

use super::diagram::cased;
use super::glyphs;
use crate::board::{Colour, Coord};
use crate::rules::{CastlingMove, Variant, read_betza};

/// Whether XBoard would leave a pawn on the board that was taken in passing: it takes one off only where the capturer
/// stands on the far half.
pub fn hides_victims(variant: &Variant) -> bool {
    Colour::BOTH.into_iter().any(|capturer| hides_victims_of(variant, capturer))
}

fn hides_victims_of(variant: &Variant, capturer: Colour) -> bool {
    let half = variant.ranks / 2;
    variant.en_passant
        && variant.double_step_region[!capturer].iter().any(|from| match capturer {
            Colour::White => from.rank < half.saturating_add(2),
            Colour::Black => from.rank.saturating_add(2) >= half,
        })
}

/// Whether XBoard can carry a castling out: one rook beside which the king lands, or with which it changes places.
pub fn can_castle(variant: &Variant, record: &CastlingMove) -> bool {
    variant.castling_anywhere || is_swap(record) || strides(variant, record).is_some()
}

/// Whether king and rook change places.
pub fn is_swap(record: &CastlingMove) -> bool {
    matches!(&record.rooks[..], [rook] if rook.from == record.king_to && rook.to == record.king_from)
}

/// How many files the king goes in a castling of Betza's letter O: towards a rook in the corner, which lands beside it.
fn strides(variant: &Variant, record: &CastlingMove) -> Option<u8> {
    let [rook] = &record.rooks[..] else { return None };
    let (home, land) = (record.king_from, record.king_to);
    let inner = if record.kingside { land.file.checked_sub(1)? } else { land.file.checked_add(1)? };
    let corner = if record.kingside { variant.files.checked_sub(1)? } else { 0 };
    let level = land.rank == home.rank && rook.from.rank == home.rank && rook.to.rank == home.rank;
    let towards = if record.kingside { land.file > home.file } else { land.file < home.file };
    (level && towards && !is_swap(record) && rook.from.file == corner && rook.to.file == inner)
        .then(|| home.file.abs_diff(land.file))
}

/// The line that makes the board: letters for the drawings, size, the game it takes after, the position.
pub fn setup(variant: &Variant, fen: &str) -> String {
    // Swapping king and rook is only safe where XBoard does not itself castle by a click on the rook.
    let parent = if variant.castling.iter().any(is_swap) { "nocastle" } else { "fairy" };
    format!("setup ({}) {}x{}+0_{parent} {fen}", glyphs::table(variant), variant.files, variant.ranks)
}

/// The lines that say how the men move, but for those that XBoard knows.
pub fn pieces(variant: &Variant) -> Vec<String> {
    let mut lines = Vec::new();
    for (kind, piece) in variant.pieces.iter().enumerate() {
        if Some(kind) != variant.pawn && kind != variant.king && !glyphs::is_known(variant, kind) {
            lines.push(format!("piece {}& {}", piece.letter, piece.betza));
        }
    }
    if !usual_pawns(variant) {
        lines.extend(both(variant, variant.pawn, |colour| pawn(variant, colour)));
    }
    lines.extend(both(variant, Some(variant.king), |colour| king(variant, colour)));
    lines
}

/// A line for either side, or one for both.
fn both(variant: &Variant, kind: Option<usize>, text: impl Fn(Colour) -> String) -> Vec<String> {
    let Some(piece) = kind.and_then(|kind| variant.pieces.get(kind)) else { return Vec::new() };
    let [white, black] = Colour::BOTH.map(text);
    if white == black {
        return vec![format!("piece {}& {white}", piece.letter)];
    }
    vec![
        format!("piece {} {white}", cased(piece.letter, Colour::White)),
        format!("piece {} {black}", cased(piece.letter, Colour::Black)),
    ]
}

/// A side's pawns, for the moment in which they may take sideways what has just passed them, and otherwise.
pub fn pawn_line(variant: &Variant, colour: Colour, taking: bool) -> Option<String> {
    let letter = variant.pieces.get(variant.pawn?)?.letter;
    let more = if taking { "scaW" } else { "" };
    Some(format!("piece {} {}{more}", cased(letter, colour), pawn(variant, colour)))
}

/// Whether pawns move as XBoard's do: a double step from the second rank alone, and captures in passing.
fn usual_pawns(variant: &Variant) -> bool {
    let second = |colour: Colour| match colour {
        Colour::White => 1,
        Colour::Black => variant.ranks.saturating_sub(2),
    };
    Colour::BOTH.into_iter().all(|colour| {
        let region = &variant.double_step_region[colour];
        region.len() == usize::from(variant.files) && region.iter().all(|at| at.rank == second(colour))
    }) && variant.en_passant
        && !hides_victims(variant)
}

fn pawn(variant: &Variant, colour: Colour) -> String {
    let passing = variant.en_passant && !hides_victims_of(variant, colour);
    let double = !variant.double_step_region[colour].is_empty();
    format!("fmWfc{}F{}", if passing { "e" } else { "" }, if double { "ifmnD" } else { "" })
}

/// The king's ordinary moves and the castlings of one side, whose directions are seen from that side.
fn king(variant: &Variant, colour: Colour) -> String {
    let mut text = variant.pieces.get(variant.king).map(|king| king.betza.clone()).unwrap_or_default();
    let side = |kingside: bool| if kingside == (colour == Colour::White) { 'r' } else { 'l' };
    let own = || variant.castling.iter().filter(|record| record.colour == colour);
    let to = |files: u8, kingside: bool| {
        own().any(|record| record.kingside == kingside && strides(variant, record) == Some(files))
    };
    for files in 1..variant.files {
        match (to(files, false), to(files, true)) {
            (true, true) => text += &format!("isO{files}"),
            (queenside, kingside) if queenside || kingside => {
                text += &format!("i{}O{files}", side(kingside));
            }
            _ => {}
        }
    }
    for record in own().filter(|record| is_swap(record)) {
        // To take one's own rook is to change places with it.
        let leap = match record.king_from.file.abs_diff(record.king_to.file) {
            1 => "dW",
            2 => "dnD",
            3 => "dnH",
            _ => continue,
        };
        text += &format!("i{}{leap}", side(record.kingside));
    }
    text
}

/// The squares of a rank marked for `highlight`, all ranks from the top.
pub fn marks(variant: &Variant, marks: &[(Coord, char)]) -> String {
    let row = |rank: u8| {
        let mut text = String::new();
        let mut gap = 0;
        for file in 0..variant.files {
            match marks.iter().find(|(at, _)| *at == Coord { file, rank }) {
                Some((_, mark)) => {
                    if gap > 0 {
                        text += &gap.to_string();
                    }
                    gap = 0;
                    text.push(*mark);
                }
                None => gap += 1,
            }
        }
        if gap > 0 {
            text += &gap.to_string();
        }
        text
    };
    (0..variant.ranks).rev().map(row).collect::<Vec<_>>().join("/")
}

/// Whether two movements are the same, however they are written.
pub fn same_moves(variant: &Variant, kind: usize, betza: &str) -> bool {
    let piece = variant.pieces.get(kind);
    piece.is_some_and(|piece| read_betza(betza).is_ok_and(|steps| steps == piece.steps))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Library;

    fn defined(library: &Library, game: &str) -> Vec<String> {
        let variant = library.find(game).unwrap();
        std::iter::once(setup(&variant, &variant.start)).chain(pieces(&variant)).collect()
    }

    #[test]
    fn the_lines_that_were_tried_with_xboard() {
        let library = Library::builtin().unwrap();
        assert_eq!(
            defined(&library, "ladorean"),
            [
                "setup (PNBRQ........C..MKpnbrq........c..mk) 10x8+0_fairy \
                 rbqnkcnmbr/pppppppppp/10/10/10/10/PPPPPPPPPP/RBQNKCNMBR w KQkq - 0 1",
                "piece C& BN",
                "piece M& RN",
                "piece K KisO2isO3irO4",
                "piece k KisO2isO3ilO4",
            ]
        );
        assert_eq!(
            defined(&library, "latte"),
            [
                "setup (PNBRQKpnbrqk) 8x8+0_fairy \
                 rrnqknrr/nbbppbbn/ppp2ppp/8/8/PPP2PPP/NBBPPBBN/RRNQKNRR w KQkq - 0 1",
                "piece K& KisO2",
            ]
        );
        assert_eq!(
            defined(&library, "lecce"),
            [
                "setup (P.BRQ.....................LKp.brq.....................lk) 4x8+0_nocastle \
                 rqkr/bllb/pppp/4/4/PPPP/BLLB/RQKR w KQkq - 0 1",
                "piece L& FAD",
                "piece P& fmWfcFifmnD",
                "piece K KilO1irdW",
                "piece k KirO1ildW",
            ]
        );
    }

    #[test]
    fn games_nobody_has_tried() {
        let mut library = Library::builtin().unwrap();
        let embassy = defined(&library, "embassy");
        assert_eq!(embassy[1..], ["piece A& BN", "piece C& RN", "piece K& KisO3"]);
        let grotesque = defined(&library, "grotesque");
        assert_eq!(grotesque.last().map(String::as_str), Some("piece k KisO2isO3ilO4"));
        let text = "[still:chess]\ncastling = false\ncustomPiece1 = z:WFF\nstartFen = \
                    rnbzkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBZKBNR w - - 0 1\nenPassant = false\n";
        if library.read("still.ini", text).is_ok() {
            let still = defined(&library, "still");
            assert!(still.contains(&"piece Z& WFF".to_owned()), "{still:?}");
            assert!(still.contains(&"piece K& K".to_owned()), "{still:?}");
        }
    }

    #[test]
    fn castlings_of_three_men_are_not_xboards() {
        let library = Library::builtin().unwrap();
        let count = |game: &str| {
            let variant = library.find(game).unwrap();
            variant.castling.iter().filter(|record| !can_castle(&variant, record)).count()
        };
        assert_eq!(
            ["chess", "chess960", "latte", "ladorean", "lecce", "embassy", "janus"].map(count),
            [0; 7]
        );
        assert_eq!(["latte-luft", "latte-tworooks", "latte-lufttworooks"].map(count), [4, 4, 8]);
    }

    #[test]
    fn marks_by_ranks() {
        let library = Library::builtin().unwrap();
        let lecce = library.find("lecce").unwrap();
        let marked = [("c5".parse().unwrap(), 'Y'), ("d4".parse().unwrap(), 'C')];
        assert_eq!(marks(&lecce, &marked), "4/4/4/2Y1/3C/4/4/4");
        let ladorean = library.find("ladorean").unwrap();
        assert_eq!(marks(&ladorean, &[]), "10/10/10/10/10/10/10/10");
    }
}
