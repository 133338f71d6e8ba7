//! The men that have names of their own, as Fairy-Stockfish names them, and what a man is worth for ordering.
//! Knows movements by name; must not know letters, games or colours.

use super::variant::{Modality, MoveStep, PieceType};

/// The name that stands for the pawn, whose moves are the rules of pawns and not steps.
pub(super) const PAWN: &str = "pawn";
/// The name that stands for the king.
pub(super) const KING: &str = "king";
/// How many pieces a definition may invent.
pub(super) const CUSTOM_PIECES: usize = 25;
/// What their keys are, for people.
pub(super) const CUSTOM_KEYS: &str = "customPiece1 .. customPiece25";

/// A predefined man.
pub(super) struct Predefined {
    /// The key that gives it a letter.
    pub name: &'static str,
    /// Its movement.
    pub betza: &'static str,
}

const fn named(name: &'static str, betza: &'static str) -> Predefined {
    Predefined { name, betza }
}

/// Every man with a name that Lupa plays.
pub(super) const PREDEFINED: &[Predefined] = &[
    named(PAWN, "fmWfceF"),
    named("knight", "N"),
    named("bishop", "B"),
    named("rook", "R"),
    named("queen", "Q"),
    named("fers", "F"),
    named("alfil", "A"),
    named("fersAlfil", "FA"),
    named("silver", "FfW"),
    named("aiwok", "RNF"),
    named("bers", "RF"),
    named("archbishop", "BN"),
    named("chancellor", "RN"),
    named("amazon", "QN"),
    named("knibis", "mNcB"),
    named("biskni", "mBcN"),
    named("kniroo", "mNcR"),
    named("rookni", "mRcN"),
    named("shogiPawn", "fW"),
    named("lance", "fR"),
    named("shogiKnight", "ffN"),
    named("gold", "WfF"),
    named("dragonHorse", "BW"),
    named("clobber", "cW"),
    named("breakthrough", "fmWfF"),
    named("soldier", "fsW"),
    named("wazir", "W"),
    named("commoner", "K"),
    named("centaur", "KN"),
    named(KING, "K"),
];

/// Men Fairy-Stockfish names and Lupa does not play, and why.
pub(super) const NOT_PLAYED: &[(&str, &str)] = &[
    ("cannon", "it hops over other men"),
    ("janggiCannon", "it hops over other men"),
    ("banner", "it hops over other men"),
    ("horse", "it can be blocked half-way; 'knight' leaps"),
    ("elephant", "it can be blocked half-way; 'alfil' leaps"),
    ("janggiElephant", "it can be blocked half-way"),
    ("immobile", "it cannot move"),
];

/// The predefined man of that name.
pub(super) fn predefined(name: &str) -> Option<&'static Predefined> {
    PREDEFINED.iter().find(|piece| piece.name == name)
}

/// Whether a key is one of `customPiece1` to `customPiece25`.
pub(super) fn is_custom(key: &str) -> bool {
    key.strip_prefix("customPiece").is_some_and(|number| {
        !number.starts_with('0') && number.parse().is_ok_and(|number| (1..=CUSTOM_PIECES).contains(&number))
    })
}

/// How many squares a man attacks, summed over all squares of an empty board of that size: the order in
/// which promotions are offered.
pub(super) fn mobility(piece: &PieceType, files: u8, ranks: u8) -> u32 {
    let reach = |step: &MoveStep| -> u32 {
        // A ride of n leaps fits on as many squares as the board is wide and high less n times the leap.
        let fits = |times: u8| {
            let files = i32::from(files) - i32::from(step.files.unsigned_abs()) * i32::from(times);
            let ranks = i32::from(ranks) - i32::from(step.ranks.unsigned_abs()) * i32::from(times);
            if files > 0 && ranks > 0 { (files * ranks) as u32 } else { 0 }
        };
        (1..=step.range).map(fits).sum()
    };
    piece.steps.iter().filter(|step| step.modality != Modality::Quiet).map(reach).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::read_betza;

    #[test]
    fn every_predefined_movement_can_be_read() {
        for piece in PREDEFINED.iter().filter(|piece| piece.name != PAWN) {
            assert!(!read_betza(piece.betza).unwrap().is_empty(), "{}", piece.name);
            assert!(NOT_PLAYED.iter().all(|(name, _)| *name != piece.name));
        }
        let steps = |name: &str| read_betza(predefined(name).unwrap().betza).unwrap();
        assert_eq!(steps("shogiKnight").len(), 2);
        assert_eq!(steps("gold").len(), 6);
        assert_eq!(steps("silver").len(), 5);
        assert_eq!(steps("lance").len(), 1);
        assert_eq!(steps("centaur").len(), 16);
    }

    #[test]
    fn slots_for_inventions() {
        for good in ["customPiece1", "customPiece9", "customPiece25"] {
            assert!(is_custom(good), "{good}");
        }
        for bad in ["customPiece", "customPiece0", "customPiece01", "customPiece26", "customPieceX", "piece1"]
        {
            assert!(!is_custom(bad), "{bad}");
        }
    }

    #[test]
    fn mobility_on_the_chessboard() {
        let man = |betza: &str| PieceType {
            name: String::new(),
            letter: 'X',
            steps: read_betza(betza).unwrap(),
            betza: betza.to_string(),
        };
        for (betza, squares) in [("N", 336), ("B", 560), ("R", 896), ("Q", 1456), ("K", 420), ("mRcN", 336)] {
            assert_eq!(mobility(&man(betza), 8, 8), squares, "{betza}");
        }
    }
}
