//! The numbers of the search, one line each: name, value, range. Knows nothing else.

use crate::eval::numbers;

numbers! {
    /// What the search goes by. Scores are hundredths of a pawn, depths plies, unless a line says otherwise.
    Parameters {
        /// First half-width of the window about the last score, and what it grows by each time, in hundredths.
        window = 14, 4..=60;
        window_growth = 45, 10..=200;

        /// Weight of a victim's worth against the history of captures.
        victim_weight = 16, 4..=40;
        /// A capture is good if it loses no more than its score over this.
        good_capture_share = 64, 16..=400;

        /// What a capture may bring beyond the man it takes, in quiescence.
        quiescence_margin = 110, 20..=400;
        /// What an exchange must gain to be looked at there.
        quiescence_gain = 0, -100..=100;

        /// Bonus for the move that refuted: by depth, less a bit, at most.
        bonus_depth = 170, 50..=400;
        bonus_less = 90, 0..=400;
        bonus_most = 1700, 500..=4000;
    }
}
