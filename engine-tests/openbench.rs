//! What OpenBench's clients ask of the program: commands as arguments, a bench that ends as it is read, openings.

use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lupa"));
    command.args(arguments).env_remove("LUPA_LOG").stdin(Stdio::null()).output().expect("it starts")
}

fn said(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).expect("it is text")
}

#[test]
fn openings_are_made_as_the_client_asks_for_them() {
    let fens = |order: &str| -> Vec<String> {
        let said = said(&[order, "quit"]);
        // The client takes these lines and no others, and splits each FEN into six.
        let found = said.lines().filter_map(|line| line.strip_prefix("info string genfens "));
        found.map(str::to_owned).inspect(|fen| assert_eq!(fen.split(' ').count(), 6)).collect()
    };
    let made = fens("genfens 5 seed 9 book None ");
    assert_eq!(made.len(), 5);
    assert_eq!(fens("genfens 5 seed 9 book None any words"), made);
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/book/chess.epd");
    assert_eq!(fens(&format!("genfens 3 seed 1 book {book} ")).len(), 3);
    assert!(
        said(&["genfens 1 seed 1 book nowhere.epd", "quit"]).starts_with("info string genfens: cannot read")
    );
    let lecce = said(&["setoption name UCI_Variant value lecce", "genfens 2 seed 1 book None", "quit"]);
    assert_eq!(lecce.lines().filter(|line| line.starts_with("info string genfens ")).count(), 2);
}

#[test]
fn commands_may_be_arguments() {
    assert!(said(&["uci", "isready", "quit"]).ends_with("uciok\nreadyok\n"));
    let depth = said(&["position startpos moves e2e4", "go depth 3", "quit"]);
    assert!(depth.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{depth}");
    // A network is named before the bench, and the bench waited for.
    let bench = said(&["setoption name EvalFile value x.net", "bench 2", "quit"]);
    assert!(bench.trim_end().ends_with(" nps"), "{bench}");
}

#[test]
fn copies_of_the_bench_count_the_same() {
    let copies: Vec<_> = (0..3)
        .map(|_| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_lupa"));
            command.args(["bench", "6"]).stdout(Stdio::piped()).spawn().expect("it starts")
        })
        .collect();
    let mut counts: Vec<String> = Vec::new();
    for copy in copies {
        let text = String::from_utf8(copy.wait_with_output().expect("it ends").stdout).expect("it is text");
        assert!(text.is_ascii());
        let last: Vec<&str> = text.lines().last().unwrap_or_default().split(' ').collect();
        assert!(matches!(last[..], [_, "nodes", _, "nps"]), "{text}");
        counts.push(last[0].to_owned());
        for game in ["chess", "latte", "ladorean", "lecce", "menagerie"] {
            let rated =
                text.lines().any(|line| line.starts_with(&format!("{game}: ")) && line.ends_with(" nps"));
            assert!(rated, "{game}: {text}");
        }
    }
    counts.dedup();
    assert_eq!(counts.len(), 1, "{counts:?}");
}

#[test]
fn several_threads_are_measured() {
    let said = said(&["bench", "3", "--threads", "2", "--times", "1"]);
    let last = said.lines().last().unwrap_or_default();
    assert!(last.starts_with("median of 2 threads: ") && last.ends_with(" times as fast"), "{said}");
}
