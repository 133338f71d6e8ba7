//! `genfens`: openings for a test farm, each a random walk that leaves neither side far ahead. OpenBench's clients ask
//! for them as `genfens N seed S book FILE|None EXTRA` and want exactly N. Knows sessions; reads no file.

use super::chance::Chance;
use super::consult::Consultant;
use super::games::Games;
use super::walk::wander;
use crate::position::AnyGame;
use crate::rules::Variant;
use crate::search::{Limits, Verdict};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Memory for the search that judges.
const HASH: usize = 4;
/// Walks for an opening before one that is not level will do: a farm that gets too few stalls.
const PATIENCE: u64 = 200;

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// Openings wanted.
    pub count: u64,
    /// Another number, other openings.
    pub seed: u64,
    /// The file with positions to begin with; the game's start if there is none.
    pub book: Option<String>,
    /// Random plies from there; half of the walks are a ply longer, so that either side may move.
    plies: u32,
    /// The most that either side may be ahead, in hundredths of a pawn.
    most: i32,
    /// Nodes that judge an opening.
    nodes: u64,
}

impl Order {
    /// Reads what follows the word `genfens`. Of the words after the book those named `plies`, `eval` and `nodes`
    /// with a number count; others are passed over.
    ///
    /// # Errors
    /// One line: what is missing or no number.
    pub fn read(rest: &str) -> Result<Order, String> {
        let mut words = rest.split_whitespace();
        let number = |name: &str, word: Option<&str>| {
            let word = word.unwrap_or_default();
            word.parse::<u64>().map_err(|_| {
                format!("genfens: {name} \"{}\" is no number; say: genfens 10 seed 1 book None", {
                    super::options::excerpt(word)
                })
            })
        };
        let count = number("count", words.next())?;
        let mut order = Order { count, seed: 0, book: None, plies: 8, most: 100, nodes: 4_000 };
        while let Some(word) = words.next() {
            match word {
                "seed" => order.seed = number(word, words.next())?,
                "book" => {
                    order.book =
                        words.next().filter(|name| !name.eq_ignore_ascii_case("none")).map(str::to_owned);
                    // From a book a few moves make it new.
                    order.plies = if order.book.is_some() { 4 } else { order.plies };
                }
                "plies" => order.plies = number(word, words.next())?.min(400) as u32,
                "eval" => order.most = number(word, words.next())?.min(10_000) as i32,
                "nodes" => order.nodes = number(word, words.next())?.max(1),
                _ => {}
            }
        }
        Ok(order)
    }
}

/// Makes openings and tells each as a FEN. `book` is the text of the book's file: positions in FEN or EPD.
///
/// # Errors
/// One line: the game cannot be opened, or there is no position in the book.
pub fn genfens(
    games: &dyn Games,
    variant: &Arc<Variant>,
    order: &Order,
    book: Option<&str>,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&str),
) -> Result<(), String> {
    let mut consultant = Consultant::open(games, variant, HASH, 1).map_err(|refused| refused.to_string())?;
    let starts: Vec<String> = match book {
        Some(text) => text.lines().filter_map(position).collect(),
        None => vec![variant.start.clone()],
    };
    if starts.is_empty() {
        return Err("there is no position in the book; it needs one in FEN or EPD a line".to_owned());
    }
    let (mut known, mut walk) = (HashSet::new(), 0);
    for _ in 0..order.count {
        for attempt in 0.. {
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let mut chance = Chance::new(order.seed, walk);
            walk += 1;
            let Some(start) = chance.below(starts.len()).and_then(|index| starts.get(index)) else {
                continue;
            };
            let start = match AnyGame::from_fen(variant, start) {
                Ok((game, _)) => game,
                // The other lines may be better.
                Err(_) if attempt < 10 * PATIENCE => continue,
                Err(refused) => return Err(format!("the book has no position of this game: {refused}")),
            };
            let plies = order.plies + chance.below(2).unwrap_or_default() as u32;
            let found = wander(&start, plies, &mut chance).map(|game| game.fen());
            let found = found.filter(|fen| {
                attempt >= PATIENCE || !known.contains(fen) && level(&mut consultant, fen, order, stop)
            });
            if let Some(fen) = found {
                tell(&fen);
                known.insert(fen);
                break;
            }
            if attempt > 20 * PATIENCE {
                return Err("every walk ends the game; fewer plies would help".to_owned());
            }
        }
    }
    Ok(())
}

/// Whether neither side is far ahead.
fn level(consultant: &mut Consultant, fen: &str, order: &Order, stop: &AtomicBool) -> bool {
    consultant.forget();
    let limits = Limits { nodes: Some(order.nodes), lines: 1, ..Limits::default() };
    let advice = consultant.ask(fen, &[], limits, stop, &mut |_, _| {});
    let verdict = advice.ok().and_then(|advice| advice.lines.first().map(|line| line.verdict));
    matches!(verdict, Some(Verdict::Centipawns(score)) if score.abs() <= order.most)
}

/// The position in a line of a book: its four fields, and the counters if they stand there as in a FEN.
fn position(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let fields = words.get(..4).filter(|_| !line.starts_with('#'))?.join(" ");
    let counters = words.get(4..6).filter(|words| words.iter().all(|word| word.parse::<u32>().is_ok()));
    Some(counters.map_or(fields.clone(), |counters| format!("{fields} {}", counters.join(" "))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::games::built_in;

    #[test]
    fn orders_are_read() {
        let order = Order::read(" 5 seed 18446744073709551615 book None ").unwrap();
        assert_eq!((order.count, order.seed, &order.book, order.plies), (5, u64::MAX, &None, 8));
        let order = Order::read("1 seed 2 book Books/x.epd plies 3 anything else").unwrap();
        assert_eq!((order.book.as_deref(), order.plies), (Some("Books/x.epd"), 3));
        for wrong in ["", "x seed 1", "3 seed", "3 seed -1 book None"] {
            assert!(Order::read(wrong).is_err_and(|error| error.starts_with("genfens: ")), "{wrong}");
        }
    }

    /// The openings of an order.
    fn made(name: &str, order: &str, book: Option<&str>) -> Result<Vec<String>, String> {
        let games = built_in().unwrap();
        let variant = games.find(name).unwrap();
        let mut fens = Vec::new();
        let order = Order::read(order)?;
        genfens(games.as_ref(), &variant, &order, book, &AtomicBool::new(false), &mut |fen| {
            fens.push(fen.to_owned());
        })?;
        Ok(fens)
    }

    #[test]
    fn exactly_as_many_openings_as_asked_for() {
        for name in ["chess", "latte", "ladorean", "lecce"] {
            let fens = made(name, "6 seed 3 book None", None).unwrap();
            assert_eq!(fens.iter().collect::<HashSet<_>>().len(), 6, "{name}");
            assert!(fens.iter().all(|fen| fen.split(' ').count() == 6), "{name}");
            assert_eq!(made(name, "6 seed 3 book None", None).unwrap(), fens, "{name}");
            assert_ne!(made(name, "6 seed 4 book None", None).unwrap(), fens, "{name}");
        }
        let book = "# remark\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0; fmvn 1;\n\
                    rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n";
        assert_eq!(made("chess", "9 seed 1 book x", Some(book)).unwrap().len(), 9);
        assert!(made("chess", "9 seed 1 book x", Some("\n")).is_err());
        assert!(made("chess", "1 seed 1 book x", Some("a b c d")).is_err());
        // Nothing near level from here: still as many.
        let lost = "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1";
        assert_eq!(made("chess", "2 seed 1 book x plies 1 nodes 50", Some(lost)).unwrap().len(), 2);
    }
}
