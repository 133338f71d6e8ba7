//! A position drawn with letters, for terminals and logs.

use super::compiled::Rules;
use super::state::Position;
use crate::board::{Coord, Layout, Square};

impl<L: Layout> Position<L> {
    /// The board with White below, capital letters for White, ranks at the right and below it the files as
    /// the game itself calls them.
    pub fn picture(&self, rules: &Rules<L>) -> String {
        let variant = rules.variant();
        let line = format!(" {}+\n", "+---".repeat(usize::from(variant.files)));
        let mut picture = line.clone();
        for rank in (0..variant.ranks).rev() {
            for file in 0..variant.files {
                let man = Square::at(Coord { file, rank }).and_then(|square| self.man(square));
                let letter = man.map_or(' ', |man| rules.letter(man));
                picture += &format!(" | {letter}");
            }
            picture += &format!(" | {}\n{line}", rank + 1);
        }
        for file in 0..variant.files {
            let label = variant.label(Coord { file, rank: 0 });
            picture += &format!("{:>4}", label.trim_end_matches('1'));
        }
        picture.push('\n');
        picture
    }
}
