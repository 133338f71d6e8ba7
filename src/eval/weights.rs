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
        pawn_mg = 66, 40..=150;
        pawn_eg = 97, 40..=200;
        /// Worth of a man for each hundred squares of its mean mobility.
        mobility_worth = 4636, 3000..=9000;
        /// And for each ten thousand of that mobility squared.
        mobility_worth_squared = 7268, 0..=20000;
        /// What is left, in hundredths, of the worth of a man that sees half the board.
        bound_share = 88, 70..=100;
        /// Worth in the endgame as hundredths of worth in the middlegame.
        endgame_share = 154, 70..=200;

        /// A man on a square with one square of mobility more than its mean.
        place_mg = 0, 0..=15;
        place_eg = 4, 0..=15;
        /// A man in the middle rather than at the edge.
        centre_mg = 21, 0..=60;
        centre_eg = 0, 0..=60;
        /// A man for each half of the board it has advanced.
        rise_mg = 1, -60..=60;
        rise_eg = 19, -60..=60;
        /// A man at its own edge rank, by which it is undeveloped.
        home_mg = -1, -40..=20;

        /// A pawn's progress from its start to promotion, whole way.
        advance_mg = 26, 0..=100;
        advance_eg = 44, 0..=150;
        /// A pawn on a middle file.
        pawn_centre_mg = 10, 0..=60;
        /// The king: each rank from home in the middlegame, and standing in the middle.
        king_rank_mg = -21, -80..=0;
        king_centre_mg = -17, -120..=0;
        king_centre_eg = 25, 0..=120;

        /// A whole mean mobility more, shared out by square.
        mobility_mg = 28, 0..=80;
        mobility_eg = 29, 0..=80;
        /// How much heavier squares short of the mean weigh than squares beyond it, in hundredths.
        mobility_lack = 132, 50..=300;

        /// Pawn structure.
        doubled_mg = -16, -50..=0;
        doubled_eg = 0, -60..=0;
        isolated_mg = 0, -50..=0;
        isolated_eg = -17, -50..=0;
        backward_mg = -3, -50..=0;
        backward_eg = -21, -50..=0;
        connected_mg = 7, 0..=50;
        connected_eg = 8, 0..=50;
        /// And more for one that has come all the way.
        connected_way_mg = 0, 0..=150;
        connected_way_eg = 61, 0..=150;
        /// A passed pawn about to promote; further off it is less by the square of the way.
        passed_mg = 15, 0..=250;
        passed_eg = 233, 0..=400;
        /// A passed pawn that is stopped keeps this many hundredths of its endgame worth.
        passed_blocked = 91, 0..=100;
        /// One whose next square no enemy attacks has so many hundredths more, and again if that holds for its
        /// whole way.
        passed_safe = 32, 0..=100;
        passed_free = 57, 0..=150;
        /// Each square by which the enemy king is further from a passed pawn's way than the own one.
        passed_king_eg = 14, 0..=30;

        /// A pawn shielding its king: right in front, one further, and no own pawn on a file by the king.
        shield_near_mg = 7, 0..=60;
        shield_far_mg = 0, 0..=60;
        shield_none_mg = -11, -80..=0;
        /// An open line for riders: no pawn of either side on a file by the king.
        open_file_mg = -8, -80..=0;
        /// An enemy pawn close before the king.
        storm_mg = 34, -60..=40;
        /// Attackers of the king's zone: worth of one attacked square of it, in hundredths of a unit.
        zone_square = 32, 0..=200;
        /// An attacker in units for each hundred of its worth, in hundredths.
        zone_attacker = 12, 0..=100;
        /// Safe squares from which a man could check, by hundredths of a unit.
        zone_check = 148, 0..=300;
        /// A square of the zone that no own man but the king covers.
        zone_weak = 34, 0..=200;
        /// Danger in hundredths of a pawn for each unit squared, and its limit.
        danger = 4, 0..=30;
        danger_limit = 525, 0..=2000;

        /// Two men bound to the two colours.
        pair_mg = 49, 0..=100;
        pair_eg = 55, 0..=150;
        /// An own pawn on the colour of a man bound to it.
        same_colour_mg = 1, -20..=5;
        same_colour_eg = -1, -20..=5;
        /// A lesser man in the enemy's half, covered by a pawn, that no enemy pawn can ever attack.
        outpost_mg = 41, 0..=100;
        outpost_eg = 0, 0..=100;
        /// A rider on a file with no own pawn, and with no pawn at all.
        half_open_mg = 13, 0..=60;
        open_mg = 22, 0..=80;
        open_eg = 11, 0..=60;
        /// A man attacked by a pawn.
        threat_by_pawn_mg = 61, 0..=150;
        threat_by_pawn_eg = 54, 0..=150;
        /// A man that a safe step of a pawn would attack.
        threat_by_step_mg = 7, 0..=100;
        threat_by_step_eg = 15, 0..=100;
        /// A square both attack where the enemy has one man more to spare at most.
        restricted_mg = 6, -10..=20;
        restricted_eg = -5, -10..=20;
        /// A man attacked by a lesser one, and one attacked and not defended.
        threat_by_lesser_mg = 49, 0..=150;
        threat_by_lesser_eg = 26, 0..=150;
        hanging_mg = 9, 0..=150;
        hanging_eg = 54, 0..=150;
        /// The right to move.
        tempo = 22, 0..=60;

        /// What is left, in sixty-fourths, of an advantage without pawns that is no more than a minor man.
        scale_no_pawns = 18, 0..=64;
        /// Of any other advantage with no pawn left, and what the pawns of a full row add.
        scale_few = 47, 0..=64;
        scale_many = 35, 0..=120;
        /// What is left where each side has but pawns and one bound man, on different colours.
        scale_opposite = 21, 0..=64;
    }
}
