//! A game as data: what an inventor writes down. Knows no layout and no search.

mod variant;

pub use variant::{
    CastlingMove, CastlingRook, MAX_PIECE_TYPES, Modality, MoveStep, Outcome, PieceType, Variant,
};
