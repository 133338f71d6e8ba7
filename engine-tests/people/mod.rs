//! The commands for people, from outside: boards, analysis, games at the terminal, suites.

mod analyse;
mod play;
mod report;
mod show;
mod suite;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What a run came to.
struct Ran {
    code: Option<i32>,
    said: String,
    errors: String,
}

fn run(arguments: &[&str], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lupa"))
        .args(arguments)
        .env_remove("LUPA_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("it was piped");
    // Whether it listens to the end is its business.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ran { code: status.code(), said: text(&stdout), errors: text(&stderr) }
}

/// Runs and expects success: what it said.
fn said(arguments: &[&str]) -> String {
    let ran = run(arguments, "");
    assert_eq!((ran.code, ran.errors.as_str()), (Some(0), ""), "{arguments:?}: {}", ran.said);
    ran.said
}

/// Runs and expects to be refused in one line: the line.
fn refused(arguments: &[&str]) -> String {
    let ran = run(arguments, "");
    assert_eq!(ran.code, Some(2), "{arguments:?}: {}{}", ran.said, ran.errors);
    assert!(
        ran.errors.starts_with("lupa: ") && ran.errors.lines().count() == 1,
        "{arguments:?}: {}",
        ran.errors
    );
    assert!(ran.said.is_empty(), "{arguments:?}: {}", ran.said);
    ran.errors
}

/// A folder of the test's own, gone with it.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is room")
}

fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("it can be written");
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("it is text")
}

#[test]
fn every_help_has_an_example_and_exit_codes() {
    for command in [
        "show",
        "analyse",
        "play",
        "suite",
        "selfplay",
        "perft",
        "bench",
        "match",
        "train",
        "variants",
        "completions",
    ] {
        let help = said(&[command, "--help"]);
        assert!(help.contains("Example: lupa ") && help.contains("Exit codes: 0 "), "{help}");
    }
}

/// What cannot be written is told; that nobody reads is not.
#[cfg(target_os = "linux")]
#[test]
fn output_that_goes_nowhere() {
    let to = |arguments: &[&str], out: Stdio| {
        let run =
            Command::new(env!("CARGO_BIN_EXE_lupa")).args(arguments).stdout(out).output().expect("it ends");
        (run.status.code(), String::from_utf8_lossy(&run.stderr).into_owned())
    };
    let full = std::fs::File::create("/dev/full").expect("it is there");
    let (code, errors) = to(&["variants"], full.into());
    assert_eq!(code, Some(1), "{errors}");
    assert!(errors.contains("the output cannot be written: No space left") && errors.lines().count() == 1);
    let nobody = || {
        let (reader, writer) = std::io::pipe().expect("there are pipes");
        drop(reader);
        Stdio::from(writer)
    };
    assert_eq!(to(&["variants"], nobody()), (Some(0), String::new()));
    // Files that were asked for are written all the same.
    let folder = folder();
    let game = file(&folder, "game.pgn", "1. e4 e5 2. Nf3 *\n\n1. d4 *\n");
    let out = folder.path().join("out.pgn");
    let arguments = ["analyse", text(&game), "--nodes", "100", "--out", text(&out)];
    assert_eq!(to(&arguments, nobody()), (Some(0), String::new()));
    let written = std::fs::read_to_string(&out).expect("it was written");
    assert!(written.contains("1. e4") && written.contains("1. d4"), "{written}");
}

/// Nothing is made from a file into the same file.
#[test]
fn what_is_read_is_not_written_over() {
    let folder = folder();
    let games = "1. e4 e5 *\n\n1. Ke2 *\n";
    let pgn = file(&folder, "games.pgn", games);
    for option in ["--out", "--report"] {
        let error = refused(&["analyse", text(&pgn), "--nodes", "10", option, text(&pgn)]);
        assert!(error.contains("is one of the files that are read"), "{error}");
        assert_eq!(std::fs::read_to_string(&pgn).expect("it is there"), games);
    }
    let data = folder.path().join("lecce.data");
    let words = ["selfplay", "--variant", "lecce", "--games", "2", "--nodes", "20", "--out", text(&data)];
    assert_eq!(run(&words, "").code, Some(0));
    let bytes = std::fs::read(&data).expect("it was written");
    let error = refused(&["train", "--variant", "lecce", "--data", text(&data), "--out", text(&data)]);
    assert!(error.contains("is one of the files that are read"), "{error}");
    let error = refused(&["selfplay", "merge", "--out", text(&data), text(&data)]);
    assert!(error.contains("exists; write another one"), "{error}");
    assert_eq!(std::fs::read(&data).expect("it is there"), bytes);
}

/// A game that nobody can begin.
#[test]
fn a_game_that_is_over_at_its_start() {
    let folder = folder();
    let over = file(&folder, "over.ini", "[over:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
    let out = folder.path().join("over.data");
    for words in [["selfplay", "--games", "2"], ["suite", "--count", "2"]] {
        let error = refused(
            &[&["--variants", text(&over)], &words[..], &["--variant", "over", "--out", text(&out)]].concat(),
        );
        assert!(error.contains("over is over at its start"), "{error}");
    }
    let wrong = "# one\n[checkers:chess]\n[check:chess]\nstartFen = 3k4/8/8/8/8/8/8/3QK3 w - - 0 1\n";
    let wrong = file(&folder, "wrong.ini", wrong);
    let error = refused(&["--variants", text(&wrong), "variants"]);
    assert!(
        error.contains("wrong.ini:3: check cannot be played") && error.contains("give it another one"),
        "{error}"
    );
}

/// A name that is no text is an error like another.
#[cfg(unix)]
#[test]
fn names_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::OsStr::from_bytes(b"caf\xe9.pgn");
    for arguments in [vec![name], vec![std::ffi::OsStr::new("analyse"), name]] {
        let run = Command::new(env!("CARGO_BIN_EXE_lupa")).args(arguments).output().expect("it ends");
        let errors = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!((run.status.code(), errors.lines().count()), (Some(2), 1), "{errors}");
    }
}

#[test]
fn shells_complete() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = said(&["completions", shell]);
        assert!(script.contains("analyse") && script.contains("multipv"), "{shell}");
    }
    refused(&["completions", "cmd"]);
}

#[test]
fn mistakes_are_told_in_one_line() {
    for (arguments, part) in [
        (&["show", "--variant", "shogi"][..], "no game \"shogi\""),
        (&["show", "--fen", "8/8 w"], "2 ranks"),
        (&["show", "--moves", "e4", "Nf7"], "move 2: 'Nf7' is not a legal move"),
        (&["show", "--variant", "ladorean", "--moves", "i4"], "its files are a b c d e f g h j k"),
        (&["show", "--svg", "/nowhere/at/all.svg"], "cannot write /nowhere/at/all.svg: there is no folder"),
        (&["suite", "--count", "1000", "--out", "/nowhere/x.epd"], "cannot write /nowhere/x.epd"),
        (&["play", "--save", "/nowhere/x.pgn"], "cannot write /nowhere/x.pgn"),
        (&["analyse", "Cargo.toml", "--report", "/nowhere/x.html"], "cannot write /nowhere/x.html"),
        (&["show", "--style", "ascii"], "invalid value 'ascii'"),
        (&["analyse", "/nowhere.pgn"], "cannot read /nowhere.pgn"),
        (&["analyse", "--depth", "0"], "invalid value '0'"),
        (&["analyse", "--time", "soon"], "not a number of seconds"),
        (&["analyse", "--out", "x.pgn"], "FILE"),
        (&["play", "--level", "11"], "11 is not from 1 to 10"),
        (&["play", "--clock", "fast"], "not a clock"),
        (&["play", "--threads", "99999"], "99999 is not from 1 to 1024"),
        (&["perft", "1", "--threads", "0"], "it must be 1 or more"),
        (&["analyse", "Cargo.toml", "--out", "same.x", "--report", "same.x"], "name one file"),
        (&["analyse", "Cargo.toml", "--json", "--out", "-"], "--json writes to stdout too"),
        (&["show", "--fen", "8/4P3/8/8/8/k7/8/4K3 w - - 0 1", "--moves", "e8"], "'e8' could be e8=Q or "),
        (&["show", "--fen", "8/4P3/8/8/8/k7/8/4K3 w - - 0 1", "--moves", "e7e8"], "'e7e8' could be e8="),
        (
            &[
                "show",
                "--variant",
                "ladorean",
                "--fen",
                "10/8P1/k9/10/10/10/10/4K5 w - - 0 1",
                "--moves",
                "j8",
            ],
            "'j8' could be j8=",
        ),
        (&["suite", "--plies", "0"], "invalid value '0'"),
        (&["suite", "--plies", "x"], "not a whole number"),
        (&["suite", "--count", "0"], "it must be 1 or more"),
        (&["completions", "cmd"], "bash, elvish, fish, powershell, zsh"),
    ] {
        let error = refused(arguments);
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
}
