//! How fast moves are made and counted: `cargo bench`. Times here are for one machine on one day; what is worth
//! keeping are ratios against other programs, taken in turn on one core of one machine.
//!
//! Whole-process user time with bulk counting and no hash, `lupa perft DEPTH --variant NAME` against
//! `position startpos` and `go perft DEPTH`, builds with PEXT, November 2026:
//!
//! | position, leaves                       | against                          | times as fast |
//! |----------------------------------------|----------------------------------|---------------|
//! | chess, start, depth 6: 119,060,324     | Stockfish 15.1 (Debian)          | 1.3           |
//! | capablanca, start, depth 5: 28,741,319 | Fairy-Stockfish 11.1 (Debian)    | 18            |
//! |                                        | Fairy-Stockfish 14 (large boards)| 9             |
//! | lecce, start, depth 6: 4,082,023       | Fairy-Stockfish 14 (large boards)| 20            |

use criterion::{Criterion, criterion_group, criterion_main};
use lupa::board::{Large, Layout, Small};
use lupa::position::{Position, Rules};
use lupa::rules::Library;
use std::hint::black_box;

fn count<L: Layout>(bench: &mut Criterion, name: &str, depth: u32) {
    let library = Library::builtin().expect("the built-in games are sound");
    let rules = Rules::<L>::new(library.find(name).expect("a built-in game")).expect("a layout with room");
    let position = Position::start(&rules).expect("a start position");
    bench.bench_function(&format!("{name} depth {depth} on {}", L::NAME), |timer| {
        timer.iter(|| black_box(&position).perft(&rules, depth));
    });
}

fn perft(bench: &mut Criterion) {
    count::<Small>(bench, "chess", 5);
    count::<Large>(bench, "chess", 5);
    count::<Small>(bench, "latte-lufttworooks", 4);
    count::<Large>(bench, "capablanca", 4);
    count::<Large>(bench, "ladorean", 4);
    count::<Small>(bench, "lecce", 5);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = perft
}
criterion_main!(benches);
