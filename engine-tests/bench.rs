//! The engine's signature: how many nodes the bench comes to, the same on every machine and CPU level.

use lupa::engine::bench::{DEPTH, bench};
use lupa::engine::games::built_in;
use std::sync::atomic::AtomicBool;

/// Changed by every change of search or evaluation; the commit that changes it says so.
const SIGNATURE: u64 = 854_656;

#[test]
fn the_bench_counts_the_same_nodes_everywhere() {
    let games = built_in().expect("the built-in games are sound");
    let mut lines = Vec::new();
    let benched =
        bench(games.as_ref(), DEPTH, &AtomicBool::new(false), &mut |line| lines.push(line.to_owned()));
    let benched = benched.expect("nobody stopped it");
    assert_eq!(benched.nodes, SIGNATURE, "{lines:#?}");
    assert!(benched.summary().ends_with(" nps"), "{}", benched.summary());
}

#[test]
fn every_processor_level_counts_the_same_nodes() {
    let counted = |level: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_lupa"));
        let output = command.args(["bench", "8"]).env("LUPA_CPU", level).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let last = said.lines().last().unwrap_or_default().to_owned();
        last.split(' ').next().and_then(|nodes| nodes.parse::<u64>().ok()).unwrap_or_else(|| panic!("{said}"))
    };
    let plain = counted("plain");
    assert_eq!(plain, counted("avx2"));
    assert_eq!(plain, counted("avx512"));
}
