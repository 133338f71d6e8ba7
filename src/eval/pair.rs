//! A value in the middlegame and one in the endgame.

use std::ops::{Add, AddAssign, Mul, Sub};

/// Hundredths of a pawn, twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pair {
    /// With all men on the board.
    pub mg: i32,
    /// With hardly any.
    pub eg: i32,
}

impl Pair {
    /// Both values.
    pub const fn new(mg: i32, eg: i32) -> Self {
        Pair { mg, eg }
    }
}

impl Add for Pair {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Pair::new(self.mg + other.mg, self.eg + other.eg)
    }
}

impl Sub for Pair {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Pair::new(self.mg - other.mg, self.eg - other.eg)
    }
}

impl AddAssign for Pair {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul<i32> for Pair {
    type Output = Self;

    fn mul(self, times: i32) -> Self {
        Pair::new(self.mg * times, self.eg * times)
    }
}
