//! `lupa variants`: the games on offer, in a table, and the words in which others are written. Knows what a game
//! looks like from outside.

use super::{Failure, table};
use crate::board::Colour;
use crate::engine::games::Games;
use crate::rules::{Variant, named_men, supported_keys};
use std::io::Write;

/// Lists the games Lupa plays: board, pieces, castling.
#[derive(clap::Args)]
#[command(after_help = "Example: lupa variants\n         lupa variants --keys\n\n\
                        Exit codes: 0 done, 2 asked wrongly.")]
pub struct Arguments {
    /// Lists instead the words in which a file of your own defines a game
    #[arg(long)]
    keys: bool,
}

/// Does it.
pub fn run(arguments: &Arguments, games: &dyn Games) -> Result<(), Failure> {
    if arguments.keys {
        write!(std::io::stdout().lock(), "{}", words())?;
        return Ok(());
    }
    let mut table = table(["name", "board", "pieces", "White castles", "start"]);
    for variant in games.names().iter().filter_map(|name| games.find(name)) {
        table.add_row([
            variant.name.clone(),
            format!("{}x{}", variant.files, variant.ranks),
            variant.pieces.iter().map(|piece| piece.letter).collect(),
            castling(&variant),
            variant.start.clone(),
        ]);
    }
    writeln!(std::io::stdout().lock(), "{}", table.trim_fmt())?;
    Ok(())
}

/// What a game's section may say.
fn words() -> String {
    let mut keys = table(["key", "what it says", "what it takes"]);
    keys.add_rows(supported_keys().map(|key| [key.name, key.meaning, key.takes]));
    let mut men = table(["man", "movement"]);
    men.add_rows(named_men().map(<[&str; 2]>::from));
    format!(
        "{}\n\nEach man is a key too: 'knight = n' gives it its letter, 'knight = -' takes it out of the game.\n\n{}\n",
        keys.trim_fmt(),
        men.trim_fmt()
    )
}

/// White's castlings as UCI writes them, with what SAN adds where two are written alike (Luft: `e1g1=L`). Black's
/// mirror them.
fn castling(variant: &Variant) -> String {
    if variant.castling_anywhere {
        return "from any squares".to_owned();
    }
    let white = variant.castling.iter().filter(|castling| castling.colour == Colour::White);
    let texts: Vec<String> = white
        .map(|castling| {
            let special = castling.san.split_once('=').map_or(String::new(), |(_, what)| format!("={what}"));
            format!("{}{}{special}", castling.written.0, castling.written.1)
        })
        .collect();
    if texts.is_empty() { "-".to_owned() } else { texts.join(" ") }
}
