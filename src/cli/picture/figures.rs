//! The men as SVG, drawn for this engine on a field of 45 by 45. A man is known by how it moves, whatever its game
//! calls it; one that nobody has drawn gets a token with its letter and its moves around it.

use crate::board::Colour;
use crate::rules::{MoveStep, PieceType, Variant, read_betza};
use std::fmt::Write;

/// A stroke of a drawing, each a path.
#[derive(Clone, Copy)]
enum Stroke {
    /// Filled with the side's colour and outlined.
    Body(&'static str),
    /// A line on a body.
    Line(&'static str),
    /// A filled spot on a body.
    Spot(&'static str),
}

use Stroke::{Body, Line, Spot};

const BASE: Stroke = Body("M9.5 40c0-3 1.3-4.3 3.2-4.3h19.6c1.9 0 3.2 1.3 3.2 4.3z");

const PAWN: &[Stroke] = &[
    Body(
        "M22.5 8.5a5.4 5.4 0 0 1 3.6 9.4h2.4v3h-2.6c.2 6 2.6 9 5.8 14.8h-18.4c3.2-5.8 5.6-8.8 5.8-14.8h-2.6v-3\
         h2.4a5.4 5.4 0 0 1 3.6-9.4z",
    ),
    BASE,
    Line("M18.9 17.9h7.2"),
];

const KNIGHT: &[Stroke] = &[
    Body(
        "M34 35.7C35.6 23.5 33 12.2 24.4 8.4L22.6 4L19.9 8.3C15.2 10 13 14.6 9.3 20.2C7.6 22.8 7.6 25.2 9.2 26.6\
         C10.8 28 12.8 27.5 13.9 26C15.6 23.8 19.3 24 22.3 20.6C22.4 26.4 14.2 27.6 13.8 35.7z",
    ),
    BASE,
    Spot("M17.2 13.2a1.3 1.3 0 1 1 0 2.6a1.3 1.3 0 1 1 0-2.6zM10.6 22.4a.9.9 0 1 1 0 1.8a.9.9 0 1 1 0-1.8z"),
    Line("M25.6 12C30.2 16.4 31.6 24.6 31 32.6"),
];

const BISHOP: &[Stroke] = &[
    Body(
        "M22.5 9.6c-6 3.6-9.6 9-9.6 13.6c0 3 1.6 5.4 4 7l-1.6 5.5h14.4l-1.6-5.5c2.4-1.6 4-4 4-7\
         c0-4.6-3.6-10-9.6-13.6z",
    ),
    Body("M22.5 4.6a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5z"),
    BASE,
    Line("M26.3 14.5l-5 6.6M16.9 30.2h11.2"),
];

const ROOK: &[Stroke] = &[
    Body(
        "M11.5 7.5h5.2v3.4h3.4v-3.4h4.8v3.4h3.4v-3.4h5.2v7.4l-3.7 3.3l1.2 13.6l2.5 3.9h-22l2.5-3.9l1.2-13.6\
         l-3.7-3.3z",
    ),
    BASE,
    Line("M11.8 14.9h21.4M15.4 18.2h14.2M14 31.8h17"),
];

const QUEEN: &[Stroke] = &[
    Body(
        "M10.9 28.5L6.9 14.4L13.8 22L14.9 10.8L19.6 20.8L22.5 9.4L25.4 20.8L30.1 10.8L31.2 22L38.1 14.4\
         L34.1 28.5L32.3 35.7H12.7z",
    ),
    Body(
        "M6.6 10.2a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 1 1 0-4.4zM14.6 6.6a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 1 1 0-4.4z\
         M22.5 5a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 1 1 0-4.4zM30.4 6.6a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 1 1 0-4.4z\
         M38.4 10.2a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 1 1 0-4.4z",
    ),
    BASE,
    Line("M11.2 28.6c7.4-2.3 15.2-2.3 22.6 0M12.4 32.2c7-1.8 13.2-1.8 20.2 0"),
];

const KING: &[Stroke] = &[
    Body("M21 12.6v-3.2h-3v-3h3v-3h3v3h3v3h-3v3.2z"),
    Body(
        "M22.5 24c-2.2-4.4-4.6-6.8-8.8-6.8c-4.4 0-7.2 3-7.2 6.4c0 3.4 2.4 5.6 5.4 7.4l.8 4.7h19.6l.8-4.7\
         c3-1.8 5.4-4 5.4-7.4c0-3.4-2.8-6.4-7.2-6.4c-4.2 0-6.6 2.4-8.8 6.8z",
    ),
    Body("M22.5 24.6c-3.6-4.6-4-7-4-8.4c0-2.4 1.8-4 4-4c2.2 0 4 1.6 4 4c0 1.4-.4 3.8-4 8.4z"),
    BASE,
    Line("M12 31c7-2.3 14-2.3 21 0"),
];

/// Two leaps over every neighbour and a step aside: a wolf.
const WOLF: &[Stroke] = &[
    Body("M16.5 22C13.4 27 12.4 31 12.4 35.7H32.6C32.6 31 31.6 27 28.5 22z"),
    Body(
        "M22.5 10L18.4 9.4L12.2 2.4C10.6 6.8 10.4 10.4 11.2 13.8L6.8 19.6L10.6 20.4L9 24.4L14.8 24.6L19.6 31\
         C20.6 32.4 21.4 32.8 22.5 32.8C23.6 32.8 24.4 32.4 25.4 31L30.2 24.6L36 24.4L34.4 20.4L38.2 19.6\
         L33.8 13.8C34.6 10.4 34.4 6.8 32.8 2.4L26.6 9.4z",
    ),
    BASE,
    Spot(
        "M15 16L20.2 18.6C19 20.4 16.4 19.8 15 16zM30 16L24.8 18.6C26 20.4 28.6 19.8 30 16z\
         M20 27.2H25C25 29.4 23.8 30.4 22.5 30.4C21.2 30.4 20 29.4 20 27.2z",
    ),
    Line(
        "M14 6.8L16.6 11.4M31 6.8L28.4 11.4M15.4 23C18.6 23 19.6 25 20 27.2M29.6 23C26.4 23 25.4 25 25 27.2",
    ),
];

/// A knight's head, lower than the knight's own, to put something on.
const LOW_HEAD: Stroke = Body(
    "M34 35.7C35.4 27 34 19.4 27.6 15.2L20.4 14.6C16 16 13.4 19.4 10 24C8.2 26.4 8.4 28.6 9.8 29.8\
     C11.2 31 13.2 30.6 14.2 29.4C15.8 27.6 19 27.6 21.8 25C21.8 30 15 31 14.4 35.7z",
);
const LOW_EYE: Stroke =
    Spot("M17.4 18.6a1.2 1.2 0 1 1 0 2.4a1.2 1.2 0 1 1 0-2.4zM11.4 26a.8.8 0 1 1 0 1.6a.8.8 0 1 1 0-1.6z");
const LOW_MANE: Stroke = Line("M28.6 19.4C31 23.4 31.8 28 31.4 32.8");

/// A knight with a bishop's mitre.
const KNIGHT_BISHOP: &[Stroke] = &[
    LOW_HEAD,
    Body("M24.6 5.6C20 7.8 17.6 11 18 15.4C21 17 27 17.4 30.4 16.2C31.4 11.8 29 7.8 24.6 5.6z"),
    Body("M24.7 2a1.8 1.8 0 1 1 0 3.6a1.8 1.8 0 1 1 0-3.6z"),
    BASE,
    Line("M27.2 8.8L23.6 13"),
    LOW_MANE,
    LOW_EYE,
];

/// A knight looking out of a rook's tower.
const KNIGHT_ROOK: &[Stroke] = &[
    Body(
        "M33 26C33.6 17 31 8.6 24.2 5.8L22.6 1.6L19.8 5.8C15.8 7.2 14 11.2 10.6 15.8C9 18 9.2 20.2 10.4 21.2\
         C11.8 22.4 13.6 22 14.6 20.8C16 19 19 18.8 21.6 16.4C21.6 20.6 16.6 21.6 15.8 26z",
    ),
    Spot("M17.6 10a1.2 1.2 0 1 1 0 2.4a1.2 1.2 0 1 1 0-2.4zM12 17.6a.8.8 0 1 1 0 1.6a.8.8 0 1 1 0-1.6z"),
    Line("M25.4 9.2C29 12.6 30.2 18 30 23"),
    Body("M9.8 23.4h5v2.8h4v-2.8h7.4v2.8h4v-2.8h5v6l-3 2.4v3.9h-19.4v-3.9l-3-2.4z"),
    BASE,
    Line("M13.2 31.8h18.6"),
];

/// A knight with a queen's crown.
const KNIGHT_QUEEN: &[Stroke] = &[
    LOW_HEAD,
    Body("M17.6 15.6L14.4 6.4L19.6 10L23.6 3.6L27.2 10L33 7L30.6 16.6C26 17.6 21.6 17.2 17.6 15.6z"),
    BASE,
    LOW_MANE,
    LOW_EYE,
];

/// Who has a drawing, by movement in Betza's notation.
const DRAWN: &[(&str, &[Stroke])] = &[
    ("N", KNIGHT),
    ("B", BISHOP),
    ("R", ROOK),
    ("Q", QUEEN),
    ("FAD", WOLF),
    ("BN", KNIGHT_BISHOP),
    ("RN", KNIGHT_ROOK),
    ("QN", KNIGHT_QUEEN),
];

/// Whether a man moves as that notation says.
pub(super) fn moves_like(piece: &PieceType, betza: &str) -> bool {
    let sorted = |steps: &[MoveStep]| {
        let mut steps = steps.to_vec();
        steps.sort_unstable();
        steps
    };
    read_betza(betza).is_ok_and(|steps| sorted(&steps) == sorted(&piece.steps))
}

/// Fill, outline and detail of a side.
fn colours(colour: Colour) -> [&'static str; 3] {
    match colour {
        Colour::White => ["#fffdf7", "#26221f", "#26221f"],
        Colour::Black => ["#3b3633", "#141210", "#f2ebdf"],
    }
}

/// The name of a man's drawing inside a picture: `wN`, `bP`.
pub(super) fn id(variant: &Variant, kind: usize, colour: Colour) -> String {
    let letter = variant.pieces.get(kind).map_or('?', |piece| piece.letter);
    format!("{}{letter}", colour.letter())
}

/// Every man of a game as a `symbol` for `use` in a picture or page. Its id is the prefix, the side's letter and the
/// man's: `wN`.
pub fn symbols(variant: &Variant, prefix: &str) -> String {
    let mut text = String::new();
    for colour in Colour::BOTH {
        for kind in 0..variant.pieces.len() {
            let [fill, outline, detail] = colours(colour);
            // Writing into a string cannot fail.
            let _ = writeln!(
                text,
                "<symbol id=\"{prefix}{}\" viewBox=\"0 0 45 45\"><g fill=\"{fill}\" stroke=\"{outline}\" \
                 color=\"{detail}\" stroke-width=\"1.5\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\
                 {}</g></symbol>",
                id(variant, kind, colour),
                drawing(variant, kind)
            );
        }
    }
    text
}

/// A man's strokes, coloured by what is around them.
fn drawing(variant: &Variant, kind: usize) -> String {
    let Some(piece) = variant.pieces.get(kind) else { return String::new() };
    if variant.pawn == Some(kind) {
        return strokes(PAWN);
    }
    if variant.king == kind {
        return strokes(KING);
    }
    match DRAWN.iter().find(|(betza, _)| moves_like(piece, betza)) {
        Some((_, drawn)) => strokes(drawn),
        None => token(piece),
    }
}

fn strokes(drawn: &[Stroke]) -> String {
    drawn
        .iter()
        .map(|stroke| match stroke {
            Body(path) => format!("<path d=\"{path}\"/>"),
            Line(path) => format!("<path d=\"{path}\" fill=\"none\" stroke=\"currentColor\"/>"),
            Spot(path) => format!("<path d=\"{path}\" fill=\"currentColor\" stroke=\"none\"/>"),
        })
        .collect()
}

/// A disc with the man's letter; around it a ray for every ride and a dot for every leap, farther out for farther
/// leaps. It shows a man moving up the board.
fn token(piece: &PieceType) -> String {
    let mut text = "<circle cx=\"22.5\" cy=\"22.5\" r=\"18.5\"/>".to_owned();
    for step in &piece.steps {
        let (right, up) = (f64::from(step.files), f64::from(step.ranks));
        let length = right.hypot(up).max(1.0);
        let at = |radius: f64| (22.5 + right / length * radius, 22.5 - up / length * radius);
        if step.range > 1 {
            let ((x1, y1), (x2, y2)) = (at(12.0), at(16.4));
            let _ = write!(
                text,
                "<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"currentColor\" fill=\"none\"/>"
            );
        } else {
            let (x, y) = at((11.0 + 1.5 * length).min(16.4));
            let _ = write!(
                text,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"1.1\" fill=\"currentColor\" stroke=\"none\"/>"
            );
        }
    }
    let _ = write!(
        text,
        "<text x=\"22.5\" y=\"28\" font-family=\"Georgia,'DejaVu Serif',serif\" font-size=\"16\" \
         font-weight=\"bold\" text-anchor=\"middle\" fill=\"currentColor\" stroke=\"none\">{}</text>",
        piece.letter
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Library;

    #[test]
    fn every_built_in_man_is_drawn_by_hand() {
        for variant in Library::builtin().unwrap().variants() {
            for (kind, piece) in variant.pieces.iter().enumerate() {
                assert!(!drawing(variant, kind).contains("<text"), "{}: {}", variant.name, piece.name);
            }
        }
    }

    #[test]
    fn an_invention_gets_a_token_with_its_letter() {
        let mut library = Library::builtin().unwrap();
        library
            .read("x.ini", "[x:chess]\ncustomPiece1 = z:NfB2\nstartFen = 4k3/8/8/8/8/8/8/3ZK3 w - - 0 1\n")
            .unwrap();
        let variant = library.find("x").unwrap();
        let kind = variant.piece_by_letter('Z').unwrap();
        let drawn = drawing(&variant, kind);
        assert!(drawn.contains(">Z</text>") && drawn.matches("<circle").count() == 9, "{drawn}");
        assert_eq!(drawn.matches("<path").count(), 2);
        assert!(symbols(&variant, "").contains("id=\"bZ\""));
    }
}
