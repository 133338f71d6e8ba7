//! `lupa show`: a position drawn, on the terminal or as SVG. Knows where a picture goes, not what is in it.

use super::picture::{self, Style, View};
use super::setup::{Setup, state};
use super::{Failure, files};
use crate::engine::games::Games;
use std::io::Write;
use std::path::PathBuf;

/// Draws a position: in colour on a terminal, in plain letters for a file or a pipe, or as an SVG picture.
#[derive(clap::Args)]
#[command(after_help = "Example: lupa show --variant lecce\n         \
                        lupa show --variant ladorean --moves e4 e5 Nc3 --flip\n         \
                        lupa show --variant latte --svg latte.svg\n\n\
                        Exit codes: 0 drawn, 2 no such game, position, move or file.")]
pub struct Arguments {
    #[command(flatten)]
    setup: Setup,
    /// Black below
    #[arg(long)]
    flip: bool,
    /// Draws into this file instead (- is stdout)
    #[arg(long, value_name = "FILE", conflicts_with = "style")]
    svg: Option<PathBuf>,
    /// What the board is made of; what suits the terminal or file if this is not said
    #[arg(long, value_enum)]
    style: Option<Style>,
}

/// Does it.
pub fn run(arguments: &Arguments, games: &dyn Games) -> Result<(), Failure> {
    let opened = arguments.setup.open(games)?;
    let view = View {
        flip: arguments.flip,
        letters: arguments.setup.letters,
        last: opened.moves.last().map(|played| (played.from, played.to)),
    };
    if let Some(file) = &arguments.svg {
        return files::write(file, &picture::svg(&opened.game, view));
    }
    let mut output = std::io::stdout().lock();
    let board = picture::terminal(&opened.game, view, arguments.style.unwrap_or_else(Style::suited));
    writeln!(output, "{board}\n{}\n{}", state(&opened.game), opened.game.fen())?;
    Ok(())
}
