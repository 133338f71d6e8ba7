//! A board as an SVG file of its own. Knows colours and sizes; the men are drawn elsewhere.

use super::figures::{id, symbols};
use super::{View, dark};
use crate::position::AnyGame;
use std::fmt::Write;

/// Side of a square, in the units men are drawn in.
const SQUARE: usize = 45;
/// Room for labels at the left and below.
const MARGIN: usize = 18;
/// Room at the other two sides.
const EDGE: usize = 4;
/// Pixels a unit, unless who shows the picture says otherwise.
const SCALE: f64 = 1.25;

const LIGHT: &str = "#f0dfc0";
const DARK: &str = "#b98b62";
const LIGHT_MARKED: &str = "#f3e27a";
const DARK_MARKED: &str = "#d6b44a";
const CHECKED: &str = "#e0614f";
const FRAME: &str = "#4a3a2c";
const LABELS: &str = "#f0dfc0";

/// The position as a well-formed SVG document.
pub fn board(game: &AnyGame, view: View) -> String {
    let variant = game.variant();
    let (width, height) = (
        MARGIN + EDGE + SQUARE * usize::from(variant.files),
        MARGIN + EDGE + SQUARE * usize::from(variant.ranks),
    );
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{}\" height=\"{}\" \
         role=\"img\">\n<title>{}: {}</title>\n<defs>\n{}</defs>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"4\" fill=\"{FRAME}\"/>\n",
        (width as f64 * SCALE).round(),
        (height as f64 * SCALE).round(),
        crate::cli::html::escaped(&variant.name),
        crate::cli::html::escaped(&game.fen()),
        symbols(variant, ""),
    );
    let rows = view.rows(game);
    let checked = game.checked_king();
    let mut men = String::new();
    for (row, squares) in rows.iter().enumerate() {
        for (column, coord) in squares.iter().enumerate() {
            let (x, y) = (MARGIN + column * SQUARE, EDGE + row * SQUARE);
            let colour = match (checked == Some(*coord), view.marks(*coord), dark(*coord)) {
                (true, ..) => CHECKED,
                (_, true, false) => LIGHT_MARKED,
                (_, true, true) => DARK_MARKED,
                (_, false, false) => LIGHT,
                (_, false, true) => DARK,
            };
            // Writing into a string cannot fail.
            let _ = writeln!(
                text,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{colour}\"/>"
            );
            if let Some((kind, side)) = game.man(*coord) {
                let id = id(variant, kind, side);
                let _ = writeln!(
                    men,
                    "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>"
                );
            }
        }
    }
    text += &men;
    let _ = writeln!(
        text,
        "<g font-family=\"Helvetica,Arial,'DejaVu Sans',sans-serif\" font-size=\"11\" text-anchor=\"middle\" \
         fill=\"{LABELS}\">"
    );
    for (row, coord) in rows.iter().enumerate().filter_map(|(row, squares)| Some((row, squares.first()?))) {
        let (x, y) = (MARGIN / 2, EDGE + row * SQUARE + SQUARE / 2 + 4);
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\">{}</text>", coord.rank + 1);
    }
    for (column, coord) in rows.iter().take(1).flatten().enumerate() {
        let (x, y) = (MARGIN + column * SQUARE + SQUARE / 2, height - 5);
        let label = crate::cli::html::escaped(&view.file_label(game, coord.file));
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\">{label}</text>");
    }
    text + "</g>\n</svg>\n"
}
