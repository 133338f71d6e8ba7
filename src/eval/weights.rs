//! The numbers of the hand-made evaluation, one line each. Knows no board and no game.
//!
//! Values are hundredths of a pawn unless a line says otherwise; `_mg` counts in the middlegame, `_eg` in
//! the endgame, with everything between by the men left.

/// Declares a struct of named whole numbers with a default and a range for each, and a table of them.
macro_rules! numbers {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $field:ident = $value:literal, $range:expr;)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        pub struct $name {
            $($(#[$doc])* pub $field: i32,)*
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $value,)* }
            }
        }

        impl $name {
            /// Every number: its name, default and range.
            pub const TABLE: &'static [(&'static str, i32, std::ops::RangeInclusive<i32>)] =
                &[$((stringify!($field), $value, $range),)*];

            /// Sets the number with that name, if there is one and the value is in its range.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($field) if ($range).contains(&value) => self.$field = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

pub(crate) use numbers;

numbers! {
    /// What the evaluation thinks things are worth.
    Weights {
        /// A pawn.
        pawn_mg = 82, 40..=150;
        pawn_eg = 108, 40..=200;
        /// Worth of a man for each hundred squares of its mean mobility.
        mobility_worth = 5600, 3000..=9000;
        /// And for each ten thousand of that mobility squared.
        mobility_worth_squared = 9300, 0..=20000;
        /// What is left, in hundredths, of the worth of a man that sees half the board.
        bound_share = 93, 70..=100;
        /// Worth in the endgame as hundredths of worth in the middlegame, and what the longest rider gains.
        endgame_share = 98, 70..=130;

        /// A man on a square with one square of mobility more than its mean.
        place_mg = 4, 0..=15;
        place_eg = 3, 0..=15;
        /// A man in the middle rather than at the edge.
        centre_mg = 14, 0..=60;
        centre_eg = 12, 0..=60;
        /// A man at its own edge rank, by which it is undeveloped.
        home_mg = -8, -40..=20;

        /// A pawn's progress from its start to promotion, whole way.
        advance_mg = 14, 0..=100;
        advance_eg = 40, 0..=150;
        /// A pawn on a middle file.
        pawn_centre_mg = 14, 0..=60;
        /// The king: each rank from home in the middlegame, and standing in the middle.
        king_rank_mg = -22, -80..=0;
        king_centre_mg = -42, -120..=0;
        king_centre_eg = 44, 0..=120;

        /// A whole mean mobility more, shared out by square.
        mobility_mg = 24, 0..=80;
        mobility_eg = 26, 0..=80;

        /// Pawn structure.
        doubled_mg = -8, -50..=0;
        doubled_eg = -22, -60..=0;
        isolated_mg = -10, -50..=0;
        isolated_eg = -12, -50..=0;
        backward_mg = -7, -50..=0;
        backward_eg = -9, -50..=0;
        connected_mg = 7, 0..=50;
        connected_eg = 5, 0..=50;
        /// A passed pawn about to promote; further off it is less by the square of the way.
        passed_mg = 90, 0..=250;
        passed_eg = 190, 0..=400;
        /// A passed pawn that is stopped keeps this many hundredths of its endgame worth.
        passed_blocked = 60, 0..=100;
        /// Each square by which the enemy king is further from a passed pawn's way than the own one.
        passed_king_eg = 7, 0..=30;

        /// A pawn shielding its king: right in front, one further, and no own pawn on a file by the king.
        shield_near_mg = 20, 0..=60;
        shield_far_mg = 12, 0..=60;
        shield_none_mg = -20, -80..=0;
        /// An open line for riders: no pawn of either side on a file by the king.
        open_file_mg = -14, -80..=0;
        /// Attackers of the king's zone: worth of one attacked square of it, in hundredths of a unit.
        zone_square = 40, 0..=200;
        /// An attacker in units for each hundred of its worth, in hundredths.
        zone_attacker = 18, 0..=100;
        /// Safe squares from which a man could check, by hundredths of a unit.
        zone_check = 100, 0..=300;
        /// A square of the zone that no own man but the king covers.
        zone_weak = 40, 0..=200;
        /// Danger in hundredths of a pawn for each unit squared, and its limit.
        danger = 4, 0..=30;
        danger_limit = 600, 0..=2000;

        /// Two men bound to the two colours.
        pair_mg = 24, 0..=100;
        pair_eg = 46, 0..=150;
        /// A rider on a file with no own pawn, and with no pawn at all.
        half_open_mg = 9, 0..=60;
        open_mg = 20, 0..=80;
        open_eg = 8, 0..=60;
        /// A man attacked by a pawn.
        threat_by_pawn_mg = 48, 0..=150;
        threat_by_pawn_eg = 42, 0..=150;
        /// A man attacked by a lesser one, and one attacked and not defended.
        threat_by_lesser_mg = 26, 0..=150;
        threat_by_lesser_eg = 26, 0..=150;
        hanging_mg = 22, 0..=150;
        hanging_eg = 18, 0..=150;
        /// The right to move.
        tempo = 14, 0..=60;

        /// What is left, in sixty-fourths, of an advantage without pawns that is no more than a minor man.
        scale_no_pawns = 14, 0..=64;
        /// The same where each side has but pawns and one bound man, on different colours.
        scale_opposite = 32, 0..=64;
    }
}
