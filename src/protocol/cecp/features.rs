//! What we tell a GUI that we can, and which games under which names. Knows XBoard's names; what a game is, the rules
//! say.

use super::define;
use crate::engine::games::Games;
use crate::engine::options::Options;
use crate::rules::Variant;
use std::sync::Arc;

/// Games that XBoard plays by itself: its name, and the men in their start position, so that a game of that name that
/// is another game is not taken for it. Only those are here whose rules a definition of ours can say.
const XBOARDS_OWN: [(&str, &str); 6] = [
    ("normal", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    ("fischerandom", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
    ("capablanca", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR"),
    ("caparandom", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR"),
    ("gothic", "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR"),
    ("janus", "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR"),
];

/// The name of orthodox chess.
pub const NORMAL: &str = "normal";

/// The longest line most GUIs read without trouble.
const LINE: usize = 400;

/// Everything but the games and the options.
fn abilities() -> String {
    format!(
        "feature ping=1 setboard=1 usermove=1 san=0 colors=0 sigint=0 sigterm=0 reuse=1 analyze=1 playother=1 \
         memory=1 smp=1 exclude=1 nps=1 draw=1 time=1 name=1 debug=1 highlight=1 pause=1 \
         myname=\"Lupa {}\"",
        env!("CARGO_PKG_VERSION")
    )
}

/// All that answers `protover`, said at once: `done=0`, by which slow engines ask for patience, would arrive with `done=1`.
pub fn introduction(games: &dyn Games, options: &Options) -> String {
    let mut lines = vec![abilities()];
    lines.extend(variants(games));
    lines.extend(options.cecp().map(|option| format!("feature option=\"{option}\"")));
    lines.push("feature done=1".to_owned());
    lines.join("\n")
}

/// The line of games. Later lines replace earlier ones, so there is one, however long. Games that are played only with an
/// option are in it from the start: a line sent once the option is set comes too late for a GUI that is told the game and
/// the option together.
pub fn variants(games: &dyn Games) -> Option<String> {
    let own = XBOARDS_OWN.iter().filter_map(|(name, _)| Some(((*name).to_owned(), known(games, name)?)));
    let own: Vec<(String, Arc<Variant>)> = own.collect();
    let told = |name: &String| {
        let Some(variant) = games.find(name) else { return false };
        !own.iter().any(|(_, known)| known.name == variant.name)
    };
    let others = games.names().into_iter().filter(told);
    let names: Vec<String> = own.iter().map(|(name, _)| name.clone()).chain(others).collect();
    let list = names.join(",");
    if list.len() > LINE {
        crate::protocol::console::remark("the line of games is longer than some GUIs read");
    }
    (!list.is_empty()).then(|| format!("feature variants=\"{list}\""))
}

/// A game that XBoard plays by itself, if that name is one and our game is the same.
pub fn known(games: &dyn Games, name: &str) -> Option<Arc<Variant>> {
    let (_, men) = XBOARDS_OWN.iter().find(|(own, _)| *own == name)?;
    games.find(name).filter(|variant| variant.start.split_whitespace().next() == Some(*men))
}

/// Whether XBoard can carry out every castling of a game.
pub fn plays_all(variant: &Variant) -> bool {
    variant.castling.iter().all(|record| define::can_castle(variant, record))
}

/// Whether XBoard has to be told what a game is, because it does not play it by itself under any name.
pub fn must_define(games: &dyn Games, variant: &Variant) -> bool {
    let known = |name: &str| known(games, name).is_some_and(|known| known.name == variant.name);
    !XBOARDS_OWN.iter().any(|(name, _)| known(name))
}
