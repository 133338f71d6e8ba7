//! Squares and sets of squares, on either of two layouts. Knows no game.

mod bits;
mod colour;
mod layout;
mod lines;
mod set;
mod square;

pub use bits::Bits;
pub use colour::{Colour, PerColour};
pub use layout::{Large, Layout, Small, SquareMap};
pub use lines::Lines;
pub use set::Set;
pub use square::{Coord, Square};
