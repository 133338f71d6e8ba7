//! Which evaluation a game is played with: the net that comes with Lupa, one from a file, or what the rules alone tell.
//! Knows files and names; what a net says, `eval` knows.

use super::session::Notes;
use super::system::reason;
use crate::board::Layout;
use crate::eval::Evaluator;
use crate::eval::net::{Net, Outline};
use crate::position::Rules;
use std::sync::Arc;

/// What the option says for the net that comes with Lupa.
pub const BUILT_IN: &str = "built-in";
/// What it says for no net at all.
pub const NONE: &str = "none";
/// No net is larger.
const MOST_BYTES: u64 = 256 << 20;

/// The evaluation a text names ([`BUILT_IN`], [`NONE`], or a file's path) for a game, and notes for a person.
///
/// # Errors
/// One line: the file, and why it cannot be used.
pub fn evaluator<L: Layout>(rules: &Arc<Rules<L>>, name: &str) -> Result<(Evaluator<L>, Notes), String> {
    match name {
        BUILT_IN => Ok((Evaluator::new(rules), Notes::new())),
        NONE | "" => Ok((Evaluator::by_hand(rules), Notes::new())),
        path => {
            let outline = Outline::of(rules.variant());
            let net = read(path, &outline)?;
            let mut notes = vec![format!(
                "net {path}: {} hidden neurons, {} outputs, trained on {}",
                net.hidden, net.buckets, net.game
            )];
            if let Some(doubt) = doubted(path, &net, &outline) {
                notes.push(doubt);
            } else if net.game != rules.variant().name {
                notes.push(format!(
                    "net {path} serves {} too: the board, the men and the start are the same",
                    rules.variant().name
                ));
            }
            Ok((Evaluator::with_net(rules, Arc::new(net)), notes))
        }
    }
}

/// Why the evaluation of that name may judge a game badly, for a person.
///
/// # Errors
/// As [`evaluator`].
pub fn doubt(name: &str, outline: &Outline) -> Result<Option<String>, String> {
    match name {
        BUILT_IN | NONE | "" => Ok(None),
        path => Ok(doubted(path, &read(path, outline)?, outline)),
    }
}

fn doubted(path: &str, net: &Net, outline: &Outline) -> Option<String> {
    (!net.is_at_home(outline)).then(|| {
        format!(
            "net {path} was trained on another start position ({}): it may judge this game badly",
            net.outline.start
        )
    })
}

/// Reads a net for a game.
///
/// # Errors
/// As [`evaluator`].
pub fn read(path: &str, outline: &Outline) -> Result<Net, String> {
    let failed = |error: std::io::Error| format!("net {path} cannot be read: {}", reason(&error));
    // A device or an endless file must not fill the memory.
    let data = std::fs::metadata(path).map_err(failed)?;
    if !data.is_file() || data.len() > MOST_BYTES {
        return Err(format!("net {path} is no file of a net's size"));
    }
    Net::from_bytes(&std::fs::read(path).map_err(failed)?, outline)
        .map_err(|error| format!("net {path}: {error}"))
}
