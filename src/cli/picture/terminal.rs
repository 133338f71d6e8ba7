//! A board for a terminal: figures or letters, with colours or without. Knows escape sequences; does not know
//! whether anybody looks at them.

use super::figures::moves_like;
use super::{View, dark};
use crate::board::Colour;
use crate::position::AnyGame;
use crate::rules::Variant;
use std::io::IsTerminal;

/// What a board is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Style {
    /// Coloured squares, and figures where Unicode has them
    Colour,
    /// Figures without colours
    Figures,
    /// FEN's letters, capitals for White
    Letters,
}

impl Style {
    /// What suits whoever reads stdout: letters for a file or a pipe.
    pub fn suited() -> Style {
        Self::suited_to(std::io::stdout().is_terminal(), |name| std::env::var(name).ok())
    }

    fn suited_to(terminal: bool, variable: impl Fn(&str) -> Option<String>) -> Style {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
        let ascii = locale.is_some_and(|locale| locale == "C" || locale == "POSIX");
        if !terminal || set("TERM").is_some_and(|name| name == "dumb") || ascii {
            Style::Letters
        } else if set("NO_COLOR").is_some() {
            Style::Figures
        } else {
            Style::Colour
        }
    }
}

/// The figures in fonts, by movement: outlined (White's on paper) and filled.
const FIGURES: &[(&str, char, char)] = &[
    ("N", '\u{2658}', '\u{265e}'),
    ("B", '\u{2657}', '\u{265d}'),
    ("R", '\u{2656}', '\u{265c}'),
    ("Q", '\u{2655}', '\u{265b}'),
];
const PAWN: (char, char) = ('\u{2659}', '\u{265f}');
const KING: (char, char) = ('\u{2654}', '\u{265a}');

/// The outlined and the filled figure of a man. Unicode has some for knights compounded with others too, but
/// hardly any font: a letter can be read everywhere.
fn figure(variant: &Variant, kind: usize) -> Option<(char, char)> {
    if variant.pawn == Some(kind) {
        return Some(PAWN);
    }
    if variant.king == kind {
        return Some(KING);
    }
    let piece = variant.pieces.get(kind)?;
    FIGURES
        .iter()
        .find(|(betza, ..)| moves_like(piece, betza))
        .map(|(_, outlined, filled)| (*outlined, *filled))
}

fn letter(variant: &Variant, kind: usize, side: Colour) -> char {
    let letter = variant.pieces.get(kind).map_or('?', |piece| piece.letter);
    if side == Colour::White { letter } else { letter.to_ascii_lowercase() }
}

const RESET: &str = "\x1b[0m";

/// The board, a line a rank, each ended; below it the files as the view calls them.
pub fn board(game: &AnyGame, view: View, style: Style) -> String {
    let variant = game.variant();
    let rows = view.rows(game);
    let labels: Vec<String> =
        rows.iter().take(1).flatten().map(|coord| view.file_label(game, coord.file)).collect();
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(1);
    // Coloured squares touch each other, letters need a gap.
    let width = if style == Style::Colour { longest.max(1) + 2 } else { longest + 1 };
    let checked = game.checked_king();
    let mut text = String::new();
    for squares in &rows {
        let Some(first) = squares.first() else { continue };
        text += &format!("{:>3} ", first.rank + 1);
        for coord in squares {
            let man = game.man(*coord);
            let sign = match (man, style) {
                (None, Style::Colour) => ' ',
                (None, Style::Figures) => '\u{b7}',
                (None, Style::Letters) => '.',
                (Some((kind, side)), Style::Letters) => letter(variant, kind, side),
                (Some((kind, side)), Style::Figures) => match figure(variant, kind) {
                    Some((outlined, filled)) => {
                        if side == Colour::White {
                            outlined
                        } else {
                            filled
                        }
                    }
                    None => letter(variant, kind, side),
                },
                // The colour tells the side.
                (Some((kind, side)), Style::Colour) => match figure(variant, kind) {
                    Some((_, filled)) => filled,
                    None => letter(variant, kind, side).to_ascii_uppercase(),
                },
            };
            if style == Style::Colour {
                let ground = match (checked == Some(*coord), view.marks(*coord), dark(*coord)) {
                    (true, ..) => 167,
                    (_, true, false) => 186,
                    (_, true, true) => 143,
                    (_, false, false) => 180,
                    (_, false, true) => 137,
                };
                let ink = if man.is_some_and(|(_, side)| side == Colour::Black) { 16 } else { 231 };
                text += &format!("\x1b[48;5;{ground};38;5;{ink};1m{sign:^width$}{RESET}");
            } else {
                text += &format!("{sign:>width$}");
            }
        }
        text.push('\n');
    }
    let files: String = labels
        .iter()
        .map(
            |label| {
                if style == Style::Colour { format!("{label:^width$}") } else { format!("{label:>width$}") }
            },
        )
        .collect();
    text + format!("    {files}").trim_end() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Library;

    fn drawn(name: &str, view: View, style: Style) -> String {
        board(&AnyGame::start(&Library::builtin().unwrap().find(name).unwrap()).unwrap(), view, style)
    }

    #[test]
    fn letters() {
        let expected = "  8  r q k r\n  7  b l l b\n  6  p p p p\n  5  . . . .\n  4  . . . .\n  3  P P P P\n  \
                        2  B L L B\n  1  R Q K R\n     a b c d\n";
        assert_eq!(drawn("lecce", View::default(), Style::Letters), expected);
        let flipped = drawn("lecce", View { flip: true, ..View::default() }, Style::Letters);
        assert!(flipped.starts_with("  1  R K Q R\n") && flipped.ends_with("     d c b a\n"), "{flipped}");
    }

    #[test]
    fn own_labels_and_figures() {
        let figures = drawn("ladorean", View::default(), Style::Figures);
        assert!(figures.contains("  1  ♖ ♗ ♕ ♘ ♔ C ♘ M ♗ ♖\n") && figures.ends_with(" h j k\n"), "{figures}");
        assert!(figures.starts_with("  8  ♜ ♝ ♛ ♞ ♚ c ♞ m ♝ ♜\n"), "{figures}");
        let letters = drawn("ladorean", View { letters: true, ..View::default() }, Style::Figures);
        assert!(letters.ends_with(" h i j\n"));
        let coloured = drawn("ladorean", View::default(), Style::Colour);
        assert!(coloured.contains("\x1b[48;5;137;38;5;231;1m ♜ \x1b[0m"), "{coloured}");
    }

    #[test]
    fn what_suits_whom() {
        let with = |terminal, name: &'static str, value: &'static str| {
            Style::suited_to(terminal, |asked| (asked == name).then(|| value.to_owned()))
        };
        assert_eq!(with(false, "TERM", "xterm"), Style::Letters);
        assert_eq!(with(true, "TERM", "xterm"), Style::Colour);
        assert_eq!(with(true, "TERM", "dumb"), Style::Letters);
        assert_eq!(with(true, "NO_COLOR", "1"), Style::Figures);
        assert_eq!(with(true, "LC_ALL", "C"), Style::Letters);
        assert_eq!(with(true, "LANG", "C.UTF-8"), Style::Colour);
    }
}
