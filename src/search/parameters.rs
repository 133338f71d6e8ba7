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

        /// A quiet move comes sooner, in units of history, if it leaves a square where a less worthy enemy takes the
        /// man, and later if it goes to one.
        leaving_threat = 8000, 0..=40000;
        entering_threat = 8000, 0..=40000;
        /// How much less worthy it must be: a knight and a bishop do not threaten each other.
        threat_margin = 60, 1..=300;

        /// What a capture may bring beyond the man it takes, in quiescence.
        quiescence_margin = 110, 20..=400;
        /// What an exchange must gain to be looked at there.
        quiescence_gain = 0, -100..=100;
        /// From how many plies of quiescence on only recaptures are looked at.
        quiescence_recaptures = 8, 2..=32;

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
        razor_base = 240, 50..=600;
        razor_depth = 150, 20..=300;
        razor_most = 4, 1..=8;
        /// Reverse futility: how far ahead, by depth, less where things get better, and up to which depth.
        ahead_depth = 25, 5..=150;
        ahead_improving = 21, 0..=150;
        ahead_worsening = 5, 0..=100;
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

        /// Late move reductions, in 1024ths of a ply: base, and slope by the logarithms of depth and number.
        reduction_base = 700, 0..=2000;
        reduction_slope = 205, 50..=500;
        /// Capturing moves: the same.
        reduction_noisy_base = 100, -500..=1500;
        reduction_noisy_slope = 110, 20..=400;
        /// What else changes a reduction.
        reduction_cut = 1300, 0..=3000;
        reduction_pv = 900, 0..=2500;
        reduction_was_pv = 700, 0..=2500;
        reduction_worse = 500, 0..=2000;
        reduction_check = 900, 0..=2500;
        reduction_cutoffs = 700, 0..=2000;
        reduction_table_noisy = 500, 0..=2000;
        /// History that is worth one ply.
        reduction_history = 9000, 3000..=30000;
        /// Scores beyond the best by so much are looked into deeper, those short of it less deep.
        deeper_by = 40, 5..=150;
        shallower_by = 8, 0..=50;

        /// Singular extensions: from which depth, how far others must fall short by depth, in sixteenths,
        /// and by how much more for two and three plies.
        singular_from = 6, 4..=10;
        singular_depth = 14, 4..=60;
        singular_was_pv = 12, 0..=60;
        singular_twice = 12, 0..=100;
        singular_pv = 120, 0..=400;
        singular_thrice = 60, 20..=300;

        /// Late moves: so many plus depth squared are looked at.
        late_base = 3, 1..=10;
        /// Quiet moves that cannot reach alpha: base and by reduced depth, up to which depth.
        futile_base = 90, 20..=300;
        futile_depth = 80, 20..=200;
        futile_most = 9, 4..=14;
        futile_history = 160, 40..=600;
        /// Captures likewise.
        futile_noisy_base = 190, 50..=500;
        futile_noisy_depth = 150, 50..=400;
        futile_noisy_most = 6, 2..=12;
        /// Quiet moves with so bad a history for each ply of depth, up to which depth.
        doubted_depth = 2600, 500..=8000;
        doubted_most = 5, 2..=10;
        /// Exchanges may lose so much: quiet moves by reduced depth squared, captures by depth.
        losing_quiet = 20, 5..=80;
        losing_noisy = 85, 20..=250;
    }
}
