//! A static evaluation in words and numbers, for people. Knows what evaluations say of themselves; evaluates nothing.

use crate::board::{Colour, Coord, Layout, Square};
use crate::eval::net::Net;
use crate::eval::{Explanation, NetVerdict};
use crate::position::{Position, Rules};

fn pawns(hundredths: i32) -> String {
    format!("{:+.2}", f64::from(hundredths) / 100.0)
}

/// An evaluation as a table in pawns: each term for either side, middlegame and endgame.
pub fn by_hand(explained: &Explanation) -> String {
    let mut text = String::from("\n term                white mg     eg  black mg     eg     total\n");
    for row in &explained.rows {
        text += &format!(
            " {:<18} {:>9} {:>6} {:>9} {:>6} {:>9}\n",
            row.name,
            pawns(row.white.mg),
            pawns(row.white.eg),
            pawns(row.black.mg),
            pawns(row.black.eg),
            pawns(row.total)
        );
    }
    text += &format!(
        "\nMiddlegame {}%, endgame advantage kept {}%\n",
        explained.phase * 100 / 256,
        explained.scale * 100 / 64
    );
    text + &format!("Evaluation {} pawns (White's view)\n", pawns(explained.total))
}

/// A net's verdict as a board: each man with what it is worth where it stands.
pub fn of_net<L: Layout>(
    net: &Net,
    verdict: &NetVerdict,
    position: &Position<L>,
    rules: &Rules<L>,
) -> String {
    let variant = rules.variant();
    let line = format!(" {}+\n", "+-------".repeat(usize::from(variant.files)));
    let mut text = format!(
        "\n Net trained on {} ({} hidden neurons). Under each man: the pawns White loses without it.\n\n{line}",
        net.game, net.hidden
    );
    for rank in (0..variant.ranks).rev() {
        let (mut men, mut values) = (String::new(), String::new());
        for file in 0..variant.files {
            let coord = Coord { file, rank };
            let man = Square::at(coord).and_then(|square| position.man(square));
            let letter = man.map_or(' ', |man| {
                let letter = variant.pieces[man.kind().index()].letter;
                if man.colour() == Colour::White { letter } else { letter.to_ascii_lowercase() }
            });
            let value = verdict.men.iter().find(|(place, _)| *place == coord);
            men += &format!(" |{letter:^6}");
            values += &format!(" |{:^6}", value.map_or(String::new(), |(_, value)| pawns(*value)));
        }
        text += &format!("{men} | {}\n{values} |\n{line}", rank + 1);
    }
    let label = |file| variant.label(Coord { file, rank: 0 }).trim_end_matches('1').to_owned();
    text += &(0..variant.files).map(|file| format!("   {:^5}", label(file))).collect::<String>();
    text + &format!("\n\nEvaluation {} pawns (White's view)\n", pawns(verdict.total))
}
