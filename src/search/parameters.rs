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
        /// And what those hear that were searched before it in vain.
        malus_depth = 170, 50..=400;
        malus_most = 1500, 500..=4000;

        /// From this depth a node without a move to begin with is searched less deep.
        reduce_from = 4, 2..=10;
        /// Razoring: how far behind, by depth squared, and up to which depth.
        razor_base = 180, 50..=600;
        razor_depth = 90, 20..=300;
        razor_most = 4, 1..=8;
        /// Reverse futility: how far ahead, by depth, less where things get better, and up to which depth.
        ahead_depth = 72, 30..=150;
        ahead_improving = 60, 0..=150;
        ahead_worsening = 15, 0..=100;
        ahead_most = 9, 4..=14;
        /// Null move: how far the evaluation may lie below beta, reduction, and from where it is verified.
        pass_base = 130, 0..=400;
        pass_depth = 14, 0..=40;
        pass_reduction = 4, 2..=6;
        pass_ahead = 110, 40..=400;
        pass_verified = 14, 8..=30;
        /// ProbCut: how far above beta, less where improving, and from which depth.
        capture_margin = 130, 50..=400;
        capture_improving = 40, 0..=150;
        capture_from = 5, 3..=10;
    }
}
