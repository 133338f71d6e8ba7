//! Moves as XBoard writes them. It differs from UCI in castlings, in captures in passing that it cannot carry out by
//! itself, and in boards of ten ranks, which it counts from 0. Knows texts and the game's data; the legal moves are
//! given to it.

use super::define;
use super::diagram::{Deed, Diagram, squares};
use crate::board::Coord;
use crate::rules::{CastlingMove, Variant};

/// The number XBoard gives to the first rank.
pub fn first_rank(variant: &Variant) -> u8 {
    if variant.ranks == 10 { 0 } else { 1 }
}

/// A square as XBoard writes it.
pub fn square(variant: &Variant, at: Coord) -> String {
    format!("{}{}", (b'a' + at.file) as char, at.rank + first_rank(variant))
}

/// The lines that tell XBoard of a move, each behind `move`.
pub fn lines(variant: &Variant, deed: Deed) -> Vec<String> {
    let pair = |from, to| format!("{}{}", square(variant, from), square(variant, to));
    match (deed.passed, castling(variant, deed)) {
        (_, Some(record)) => vec![castled(variant, record)],
        (Some(passed), None) if define::hides_victims(variant) => {
            vec![format!("{},", pair(deed.from, passed)), pair(passed, deed.to)]
        }
        (_, None) => {
            let promotion = deed.promotion.map(|letter| letter.to_ascii_lowercase().to_string());
            vec![pair(deed.from, deed.to) + &promotion.unwrap_or_default()]
        }
    }
}

/// The same as one text.
pub fn text(variant: &Variant, deed: Deed) -> String {
    lines(variant, deed).concat()
}

/// The castling that a deed is.
pub fn castling(variant: &Variant, deed: Deed) -> Option<&CastlingMove> {
    deed.castling.and_then(|number| variant.castling.get(number))
}

fn castled(variant: &Variant, record: &CastlingMove) -> String {
    let pair = |from, to| format!("{}{}", square(variant, from), square(variant, to));
    if variant.castling_anywhere {
        return record.san.clone();
    }
    match &record.rooks[..] {
        [rook] if rook.from != record.king_to && record.king_from.file.abs_diff(record.king_to.file) < 2 => {
            format!("{},{}", pair(record.king_from, record.king_to), pair(rook.from, rook.to))
        }
        [_] => pair(record.king_from, record.king_to),
        _ => pair(record.written.0, record.written.1),
    }
}

/// Which of the legal moves, in UCI's text, a GUI means.
pub fn meant(variant: &Variant, diagram: &Diagram, legal: &[String], text: &str) -> Option<String> {
    let first = first_rank(variant);
    let deeds = || legal.iter().filter_map(|legal| Some((legal, diagram.deed(variant, legal)?)));
    let castlings = || deeds().filter_map(|(legal, deed)| Some((legal, castling(variant, deed)?)));
    if let Some((leg, next)) = text.split_once(',') {
        let (from, passed, _) = squares(leg, first)?;
        let (start, to, _) = squares(next.trim(), first)?;
        let rook =
            |record: &CastlingMove| record.rooks.iter().any(|rook| (rook.from, rook.to) == (start, to));
        let castled = castlings()
            .find(|(_, record)| (record.king_from, record.king_to) == (from, passed) && rook(record))
            .map(|(legal, _)| legal);
        let chain = deeds()
            .find(|(_, deed)| {
                (deed.from, deed.passed, deed.to) == (from, Some(passed), to) && start == passed
            })
            .map(|(legal, _)| legal);
        return castled.or(chain).cloned();
    }
    let bare = text.trim_end_matches(['+', '#']).replace(['0', 'o'], "O");
    if let Some(kingside) = [("O-O", true), ("O-O-O", false)].iter().find(|(name, _)| *name == bare) {
        return only(castlings().filter(|(_, record)| record.kingside == kingside.1).map(|(legal, _)| legal));
    }
    let (from, to, promotion) = squares(text, first)?;
    let exact = deeds().find(|(legal, deed)| {
        let written = squares(legal, 1).map(|(from, to, _)| (from, to));
        written == Some((from, to)) && deed.promotion == promotion
    });
    if let Some((legal, _)) = exact {
        return Some(legal.clone());
    }
    // The king's landing square, or the home of the rook, where one castling alone can be meant.
    let named = castlings().filter(|(_, record)| {
        let rooks = record.rooks.iter().map(|rook| rook.from);
        promotion.is_none() && record.king_from == from && rooks.chain([record.king_to]).any(|at| at == to)
    });
    only(named.map(|(legal, _)| legal))
}

fn only<'t>(mut found: impl Iterator<Item = &'t String>) -> Option<String> {
    match (found.next(), found.next()) {
        (Some(one), None) => Some(one.clone()),
        _ => None,
    }
}

/// Whether a text could be a move at all, and not a mistyped command.
pub fn looks_like_move(text: &str) -> bool {
    let digits = text.bytes().any(|byte| byte.is_ascii_digit());
    let letters = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-=+#,x@".contains(&byte));
    letters && (digits && text.len() <= 16 || matches!(text, "O-O" | "O-O-O" | "o-o" | "o-o-o"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Library;

    struct Case(std::sync::Arc<Variant>, Diagram);

    fn case(game: &str, fen: &str) -> Case {
        let variant = Library::builtin().unwrap().find(game).unwrap();
        let diagram = Diagram::read(&variant, fen).unwrap();
        Case(variant, diagram)
    }

    impl Case {
        fn out(&self, text: &str) -> Vec<String> {
            lines(&self.0, self.1.deed(&self.0, text).unwrap())
        }

        fn read(&self, legal: &[&str], text: &str) -> Option<String> {
            let legal: Vec<String> = legal.iter().map(|text| (*text).to_owned()).collect();
            meant(&self.0, &self.1, &legal, text)
        }
    }

    #[test]
    fn castlings_that_step_have_two_parts() {
        let lecce = case("lecce", "r1kr/bllb/pppp/4/4/PPPP/BLLB/R1KR w KQkq - 0 1");
        assert_eq!(lecce.out("c1a1"), ["c1b1,a1c1"]);
        assert_eq!(lecce.out("c1b1"), ["c1b1"]);
        assert_eq!(lecce.out("c1d1"), ["c1d1"]);
        let legal = ["c1b1", "c1d1", "c1a1"];
        for (text, move_) in [
            ("c1b1", Some("c1b1")),
            ("c1b1,a1c1", Some("c1a1")),
            ("c1b1, a1c1", Some("c1a1")),
            ("O-O", Some("c1d1")),
            ("0-0-0", Some("c1a1")),
            ("c1a1", Some("c1a1")),
            ("c1b1,d1c1", None),
            ("c1b1,", None),
        ] {
            assert_eq!(lecce.read(&legal, text).as_deref(), move_, "{text}");
        }
    }

    #[test]
    fn castlings_as_each_game_has_them() {
        let chess960 = case("fischerandom", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1");
        assert_eq!(chess960.out("e1g1"), ["O-O"]);
        assert_eq!(chess960.read(&["e1b1", "e1g1"], "O-O-O").as_deref(), Some("e1b1"));
        assert_eq!(chess960.read(&["e1b1", "e1g1"], "e1c1").as_deref(), Some("e1b1"));
        let chess = case("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        assert_eq!(chess.out("e1c1"), ["e1c1"]);
        assert_eq!(chess.read(&["e1g1", "e1c1"], "o-o").as_deref(), Some("e1g1"));
        assert_eq!(chess.read(&["e1g1"], "e1h1").as_deref(), Some("e1g1"));
        let ladorean = case("ladorean", "r3k4r/10/10/10/10/10/10/R3K4R w KQkq - 0 1");
        assert_eq!(ladorean.out("e1i1"), ["e1i1"]);
        assert_eq!(ladorean.read(&["e1i1", "e1h1"], "O-O"), None, "either could be meant");
    }

    #[test]
    fn a_hidden_victim_is_a_leg_of_its_own() {
        let lecce = case("lecce", "rqkr/bllb/1ppp/4/pP2/P1PP/BLLB/RQKR w KQkq a5 0 2");
        assert_eq!(lecce.out("b4a5"), ["b4a4,", "a4a5"]);
        assert_eq!(lecce.read(&["b4a5", "b4b5"], "b4a4,a4a5").as_deref(), Some("b4a5"));
        assert_eq!(lecce.read(&["b4a5", "b4b5"], "b4a5").as_deref(), Some("b4a5"));
        let chess = case("chess", "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 2");
        assert_eq!(chess.out("b5a6"), ["b5a6"]);
    }

    #[test]
    fn promotions_are_small_letters_out_and_any_in() {
        let chess = case("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(chess.out("a7a8n"), ["a7a8n"]);
        for text in ["a7a8n", "a7a8N", "a7a8=n"] {
            assert_eq!(chess.read(&["a7a8q", "a7a8n"], text).as_deref(), Some("a7a8n"));
        }
        assert_eq!(chess.read(&["a7a8q", "a7a8n"], "a7a8"), None);
    }

    #[test]
    fn moves_and_mistyped_commands_are_told_apart() {
        for text in ["b2b3", "a7a8Q", "c1b1,a1c1", "Nf3", "exd5", "O-O", "e10e9"] {
            assert!(looks_like_move(text), "{text}");
        }
        for text in ["analyse", "foo", "", "e2 e4", "protocol-version-2-of-xboard"] {
            assert!(!looks_like_move(text), "{text}");
        }
    }
}
