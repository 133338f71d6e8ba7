//! Keys of Fairy-Stockfish's that Lupa knows and does not play, and the values under which they change nothing.
//! Knows names and defaults only.

/// When a foreign key may be let through.
#[derive(Clone, Copy)]
enum Harmless {
    /// Always: it says nothing about the rules.
    Always,
    /// With one of these values, which mean what Lupa does anyway.
    If(&'static [&'static str]),
    /// With the pawn's letter.
    Pawn,
    /// With the king's letter.
    King,
    /// Never; this is what to write instead.
    Instead(&'static str),
}

use Harmless::{Always, If, Instead, King, Pawn};

const NO: Harmless = If(&["false"]);
const YES: Harmless = If(&["true"]);
const NONE: Harmless = If(&["none"]);
const NOTHING: Harmless = If(&["-"]);
const ZERO: Harmless = If(&["0"]);
const ONE: Harmless = If(&["1"]);
const ALL: Harmless = If(&["*"]);

const FOREIGN: &[(&str, Harmless)] = &[
    ("variantTemplate", Always),
    ("pieceToCharTable", Always),
    ("pieceValueMg", Always),
    ("pieceValueEg", Always),
    ("pocketSize", ZERO),
    ("twoBoards", NO),
    ("pawnTypes", Pawn),
    ("promotionPawnTypes", Pawn),
    ("promotionPawnTypesWhite", Pawn),
    ("promotionPawnTypesBlack", Pawn),
    ("enPassantTypes", Pawn),
    ("enPassantTypesWhite", Pawn),
    ("enPassantTypesBlack", Pawn),
    ("nMoveRuleTypes", Pawn),
    ("nMoveRuleTypesWhite", Pawn),
    ("nMoveRuleTypesBlack", Pawn),
    ("promotionRank", Instead("write promotionRegionWhite and promotionRegionBlack")),
    ("doubleStepRank", Instead("write doubleStepRegionWhite and doubleStepRegionBlack")),
    ("doubleStepRankMin", Instead("write doubleStepRegionWhite and doubleStepRegionBlack")),
    ("castlingRookPiece", Instead("write castlingRookPieces")),
    ("sittuyinPromotion", NO),
    ("promotionLimit", NOTHING),
    ("promotedPieceType", NOTHING),
    ("piecePromotionOnCapture", NO),
    ("mandatoryPawnPromotion", YES),
    ("mandatoryPiecePromotion", NO),
    ("pieceDemotion", NO),
    ("blastOnCapture", NO),
    ("blastImmuneTypes", NOTHING),
    ("mutuallyImmuneTypes", NOTHING),
    ("petrifyOnCaptureTypes", NOTHING),
    ("petrifyBlastPieces", NO),
    ("tripleStepRegionWhite", NOTHING),
    ("tripleStepRegionBlack", NOTHING),
    ("enPassantRegionWhite", Instead("only 'enPassantRegion = -' is played, for both sides")),
    ("enPassantRegionBlack", Instead("only 'enPassantRegion = -' is played, for both sides")),
    ("castlingDroppedPiece", NO),
    ("castlingKingPiece", King),
    ("castlingKingPieceWhite", King),
    ("castlingKingPieceBlack", King),
    ("oppositeCastling", NO),
    ("checking", YES),
    ("dropChecks", YES),
    ("mustCapture", NO),
    ("mustDrop", NO),
    ("mustDropType", ALL),
    ("pieceDrops", NO),
    ("dropLoop", NO),
    ("capturesToHand", NO),
    ("firstRankPawnDrops", NO),
    ("promotionZonePawnDrops", NO),
    ("dropOnTop", NO),
    ("enclosingDrop", NONE),
    ("enclosingDropStart", NOTHING),
    ("dropRegionWhite", NOTHING),
    ("dropRegionBlack", NOTHING),
    ("whiteDropRegion", NOTHING),
    ("blackDropRegion", NOTHING),
    ("sittuyinRookDrop", NO),
    ("dropOppositeColoredBishop", NO),
    ("dropPromoted", NO),
    ("dropNoDoubled", NOTHING),
    ("dropNoDoubledCount", ONE),
    ("immobilityIllegal", NO),
    ("gating", NO),
    ("wallingRule", NONE),
    ("wallingRegion", NOTHING),
    ("wallingRegionWhite", NOTHING),
    ("wallingRegionBlack", NOTHING),
    ("wallOrMove", NO),
    ("seirawanGating", NO),
    ("cambodianMoves", NO),
    ("diagonalLines", NOTHING),
    ("pass", NO),
    ("passWhite", NO),
    ("passBlack", NO),
    ("passOnStalemate", NO),
    ("passOnStalemateWhite", NO),
    ("passOnStalemateBlack", NO),
    ("makpongRule", NO),
    ("flyingGeneral", NO),
    ("soldierPromotionRank", ONE),
    ("flipEnclosedPieces", NONE),
    ("nFoldValue", If(&["draw"])),
    ("nFoldValueAbsolute", NO),
    ("perpetualCheckIllegal", NO),
    ("moveRepetitionIllegal", NO),
    ("chasingRule", NONE),
    ("stalematePieceCount", NO),
    ("checkmateValue", If(&["loss"])),
    ("shogiPawnDropMateIllegal", NO),
    ("shatarMateRule", NO),
    ("bikjangRule", NO),
    ("extinctionValue", NONE),
    ("extinctionClaim", NO),
    ("extinctionPseudoRoyal", NO),
    ("dupleCheck", NO),
    ("extinctionPieceTypes", NOTHING),
    ("extinctionPieceCount", ZERO),
    ("extinctionOpponentPieceCount", ZERO),
    ("flagPiece", ALL),
    ("flagPieceWhite", ALL),
    ("flagPieceBlack", ALL),
    ("flagRegion", NOTHING),
    ("flagRegionWhite", NOTHING),
    ("flagRegionBlack", NOTHING),
    ("whiteFlag", NOTHING),
    ("blackFlag", NOTHING),
    ("flagPieceCount", ONE),
    ("flagPieceBlockedWin", NO),
    ("flagMove", NO),
    ("flagPieceSafe", NO),
    ("checkCounting", NO),
    ("connectN", ZERO),
    ("connectPieceTypes", ALL),
    ("connectHorizontal", YES),
    ("connectVertical", YES),
    ("connectDiagonal", YES),
    ("connectRegion1White", NOTHING),
    ("connectRegion2White", NOTHING),
    ("connectRegion1Black", NOTHING),
    ("connectRegion2Black", NOTHING),
    ("connectNxN", ZERO),
    ("collinearN", ZERO),
    ("connectValue", If(&["win"])),
    ("materialCounting", NONE),
    ("adjudicateFullBoard", NO),
    ("countingRule", NONE),
    ("castlingWins", NOTHING),
];

/// The keys' names.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    FOREIGN.iter().map(|(name, _)| *name)
}

/// Whether a foreign key may be let through with this value, or else what to do about it. `None` for keys
/// that are not foreign. `pawn` and `king` are the letters of these two men.
pub(super) fn judge(
    key: &str,
    value: &str,
    pawn: Option<char>,
    king: Option<char>,
) -> Option<Result<(), String>> {
    if key.starts_with("mobilityRegion") {
        return Some(Err("pieces may go everywhere: remove it".to_string()));
    }
    let (_, harmless) = FOREIGN.iter().find(|(name, _)| *name == key)?;
    let is =
        |letter: Option<char>| letter.is_some_and(|letter| value.eq_ignore_ascii_case(&letter.to_string()));
    Some(match harmless {
        Always => Ok(()),
        If(values) if values.contains(&value) => Ok(()),
        If(values) => Err(format!("only '{}' is: remove it", values.join("' and '"))),
        Pawn if is(pawn) => Ok(()),
        Pawn => Err("only the piece of the key 'pawn' can do this: remove it".to_string()),
        King if is(king) => Ok(()),
        King => Err("only the piece of the key 'king' can do this: remove it".to_string()),
        Instead(hint) => Err((*hint).to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_pass_and_the_rest_does_not() {
        assert_eq!(judge("pieceDrops", "false", None, None), Some(Ok(())));
        assert!(judge("pieceDrops", "true", None, None).unwrap().is_err());
        assert_eq!(judge("pawnTypes", "p", Some('P'), None), Some(Ok(())));
        assert!(judge("pawnTypes", "pn", Some('P'), None).unwrap().is_err());
        assert!(judge("pawnTypes", "p", None, None).unwrap().is_err());
        assert_eq!(judge("pieceToCharTable", "whatever", None, None), Some(Ok(())));
        assert!(judge("mobilityRegionWhiteRook", "*1", None, None).unwrap().is_err());
        assert_eq!(judge("castlingKingPiece", "k", None, Some('K')), Some(Ok(())));
        assert!(judge("castlingKingPiece", "q", None, Some('K')).unwrap().is_err());
        assert_eq!(judge("maxRank", "8", None, None), None);
        let mut sorted: Vec<&str> = names().collect();
        sorted.sort_unstable();
        assert!(sorted.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
