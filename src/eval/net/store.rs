//! The nets that come with Lupa. Knows their bytes; which of them serves a game, their heads say.

use super::file::{Net, serves};
use super::outline::Outline;
use std::sync::Arc;

/// Every net, in no order that matters.
const NETS: &[&[u8]] = &[];

/// The net for a game, if there is one: made for its board, its men and its start, whatever its castling.
pub fn embedded(outline: &Outline) -> Option<Arc<Net>> {
    let bytes = NETS.iter().find(|bytes| serves(bytes, outline))?;
    Net::from_bytes(bytes, outline).ok().map(Arc::new)
}
