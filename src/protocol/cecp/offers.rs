//! Draws and resigning: what we answer to an offer, when we make one, when a game is given up.
//! Knows our own scores only.

/// Scores this near to 0 are a draw in the making, in hundredths of a pawn.
const LEVEL: i32 = 8;
/// For so many of our moves in a row.
const LEVEL_MOVES: u32 = 8;
/// And not before so many plies; nor again within as many as half of them.
const OFFER_PLIES: usize = 80;
/// From here on a draw is accepted by whoever does not stand better.
const ACCEPT_PLIES: usize = 40;
/// A draw is a gift at any time.
const GIFT: i32 = -150;
/// Nobody has ever saved this.
const LOST: i32 = -1000;
/// For so many of our moves in a row.
const LOST_MOVES: u32 = 5;

/// How we have seen the game so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Temper {
    score: Option<i32>,
    level: u32,
    lost: u32,
    offered: Option<usize>,
}

impl Temper {
    /// One of our moves was worth that, from our side.
    pub fn feel(&mut self, score: i32) {
        self.score = Some(score);
        self.level = if score.abs() <= LEVEL { self.level.saturating_add(1) } else { 0 };
        self.lost = if score <= LOST { self.lost.saturating_add(1) } else { 0 };
    }

    /// Whether an offer made after so many plies is welcome.
    pub fn accepts(&self, plies: usize) -> bool {
        self.score.is_some_and(|score| score <= GIFT || score <= 0 && plies >= ACCEPT_PLIES)
    }

    /// Whether to make an offer now.
    pub fn offers(&mut self, plies: usize) -> bool {
        let again = self.offered.is_none_or(|offered| plies >= offered.saturating_add(OFFER_PLIES / 2));
        let offers = self.level >= LEVEL_MOVES && plies >= OFFER_PLIES && again;
        if offers {
            self.offered = Some(plies);
        }
        offers
    }

    /// Whether the game is lost beyond doubt.
    pub fn resigns(&self) -> bool {
        self.lost >= LOST_MOVES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_gives_a_good_game_away() {
        let mut temper = Temper::default();
        assert!(!temper.accepts(100) && !temper.offers(100) && !temper.resigns());
        temper.feel(40);
        assert!(!temper.accepts(100));
        temper.feel(0);
        assert!(!temper.accepts(10) && temper.accepts(40));
        temper.feel(-200);
        assert!(temper.accepts(1));
    }

    #[test]
    fn offers_and_resigning_take_their_time() {
        let mut temper = Temper::default();
        (0..8).for_each(|_| temper.feel(3));
        assert!(!temper.offers(79));
        assert!(temper.offers(80));
        assert!(!temper.offers(82));
        assert!(temper.offers(120));
        (0..4).for_each(|_| temper.feel(-2000));
        assert!(!temper.resigns());
        temper.feel(-100_002);
        assert!(temper.resigns());
        temper.feel(0);
        assert!(!temper.resigns());
    }
}
