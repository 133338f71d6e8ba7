//! What `highlight` answers when a man is lifted: the squares it may go to, where XBoard would mark wrong ones.
//! Knows where XBoard is wrong: it does not look whether a king castles through an attack, and it cannot take a pawn in
//! passing on the capturer's own half.

use super::record::View;
use super::{define, spelling};
use crate::board::{Colour, Coord};

const QUIET: char = 'Y';
const TAKING: char = 'R';
/// The first of two steps.
const LEG: char = 'C';

/// The man in a user's hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hand(Option<Coord>);

impl Hand {
    /// The marks for a lifted man, if XBoard's own are wrong. `special` admits castlings it cannot carry out.
    pub fn lift(&mut self, view: &View, at: Coord, special: bool) -> Option<String> {
        let variant = &*view.variant;
        let deeds = || view.legal.iter().filter_map(|text| view.diagram.deed(variant, text));
        let hides = define::hides_victims(variant);
        if let Some(second) =
            deeds().find(|deed| hides && Some(deed.from) == self.0 && deed.passed == Some(at))
        {
            return Some(define::marks(variant, &[(second.to, QUIET)]));
        }
        self.0 = Some(at);
        let passes = hides && deeds().any(|deed| deed.from == at && deed.passed.is_some());
        let castles = view.diagram.turn == owner(view.diagram.at(at)?) && self.misleads(view, at, special);
        if !passes && !castles {
            return None;
        }
        let mut marks = Vec::new();
        for deed in deeds().filter(|deed| deed.from == at) {
            let mark = match (spelling::castling(variant, deed), deed.passed) {
                (Some(record), _) if !define::can_castle(variant, record) => {
                    if !special {
                        continue;
                    }
                    (record.written.1, QUIET)
                }
                (Some(record), _) => match &record.rooks[..] {
                    [rook]
                        if record.king_from.file.abs_diff(deed.to.file) < 2 && !define::is_swap(record) =>
                    {
                        (rook.from, LEG)
                    }
                    // XBoard calls changing places a capture.
                    _ => (deed.to, if define::is_swap(record) { TAKING } else { QUIET }),
                },
                (None, Some(passed)) if hides => (passed, LEG),
                (None, _) => (deed.to, if deed.captures { TAKING } else { QUIET }),
            };
            // Of two marks on one square the castling's is the one that XBoard lacks.
            marks.retain(|(square, _)| *square != mark.0);
            marks.push(mark);
        }
        Some(define::marks(variant, &marks))
    }

    /// Whether XBoard offers that king a castling that is illegal, or lacks one that is legal.
    fn misleads(self, view: &View, at: Coord, special: bool) -> bool {
        let variant = &*view.variant;
        variant.castling.iter().enumerate().any(|(number, record)| {
            let legal = view.legal.iter().any(|text| {
                view.diagram.deed(variant, text).is_some_and(|deed| deed.castling == Some(number))
            });
            let known = define::can_castle(variant, record);
            record.king_from == at
                && view.diagram.could_castle(variant, number)
                && if known { !legal } else { legal && special }
        })
    }
}

fn owner(man: char) -> Colour {
    if man.is_ascii_uppercase() { Colour::White } else { Colour::Black }
}
