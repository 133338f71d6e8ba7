//! The nets that come with Lupa. Knows their bytes; which of them serves a game, their heads say.

use super::file::{Net, serves};
use super::outline::Outline;
use std::sync::Arc;

include!(concat!(env!("OUT_DIR"), "/given.rs"));

/// Every net, in no order that matters.
const NETS: &[&[u8]] = &[
    include_bytes!("../nets/chess.net"),
    include_bytes!("../nets/latte.net"),
    include_bytes!("../nets/ladorean.net"),
    include_bytes!("../nets/lecce.net"),
];

/// The net for a game, if there is one: made for its board, its men and its start, whatever its castling.
pub fn embedded(outline: &Outline) -> Option<Arc<Net>> {
    let mut nets = GIVEN.into_iter().chain(NETS.iter().copied()).filter(|bytes| serves(bytes, outline));
    // A damaged one that was given when Lupa was built does not stand in the way.
    nets.find_map(|bytes| Net::from_bytes(bytes, outline).ok()).map(Arc::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_net_is_whole_and_serves_a_built_in_game() {
        let library = crate::rules::Library::builtin().unwrap();
        let outlines: Vec<_> =
            library.names().filter_map(|name| library.find(name)).map(|game| Outline::of(&game)).collect();
        for bytes in NETS {
            let outline = outlines.iter().find(|outline| serves(bytes, outline)).expect("a game it serves");
            assert!(Net::from_bytes(bytes, outline).is_ok());
            assert!(bytes.len() <= 1 << 20, "{} bytes", bytes.len());
        }
    }
}
