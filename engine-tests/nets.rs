//! Nets from outside: chosen by an option, refused with a reason, the same on every processor level; and the two
//! commands that make one.

use lupa::eval::net::{Net, Outline};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn outline(name: &str) -> Outline {
    Outline::of(&crate::rules::game(name))
}

/// A net in which every own man counts a little for its side.
fn net(name: &str) -> Net {
    let outline = outline(name);
    let (hidden, inputs) = (32, outline.inputs());
    let own = |input: usize| if input < inputs / 2 { 9 } else { 2 };
    Net {
        game: name.into(),
        hidden,
        buckets: 2,
        scale: 400,
        input_weights: (0..inputs).flat_map(|input| (0..hidden).map(move |_| own(input))).collect(),
        hidden_biases: vec![3; hidden],
        output_weights: (0..4 * hidden).map(|place| if place / hidden % 2 == 0 { 20 } else { -20 }).collect(),
        output_biases: vec![100, -40],
        outline,
    }
}

fn lupa(arguments: &[&str], level: &str, input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lupa"))
        .args(arguments)
        .env("LUPA_CPU", level)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    child.stdin.take().expect("it was piped").write_all(input.as_bytes()).expect("it listens");
    child.wait_with_output().expect("it ends")
}

/// Everything said up to a search's best move.
fn search(level: &str, input: &str) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lupa"))
        .env("LUPA_CPU", level)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("it was piped");
    stdin.write_all(input.as_bytes()).expect("it listens");
    let mut said = Vec::new();
    for line in BufReader::new(child.stdout.take().expect("it was piped")).lines() {
        said.push(line.expect("text"));
        if said.last().is_some_and(|line| line.starts_with("bestmove")) {
            break;
        }
    }
    drop(stdin);
    child.wait().expect("it ends");
    said
}

fn talk(level: &str, input: &str) -> String {
    let output = lupa(&[], level, input);
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn choose(game: &str, path: &Path) -> String {
    format!(
        "setoption name UCI_Variant value {game}\nsetoption name EvalFile value {}\nisready\n",
        path.display()
    )
}

#[test]
fn what_is_no_net_of_the_game_is_refused_and_the_hand_made_evaluation_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        path
    };
    let bytes = net("lecce").to_bytes();
    let mut damaged = bytes.clone();
    damaged[bytes.len() - 100] ^= 1;
    let by_hand = talk("", &(choose("lecce", Path::new("none")) + "eval\nquit\n"));
    for (path, reason) in [
        (folder.path().join("nowhere"), "cannot be read"),
        (folder.path().to_path_buf(), "is no file of a net's size"),
        (write("empty", b""), "this is no net"),
        (write("game.pgn", b"[Event \"x\"]\n"), "this is no net"),
        (write("cut", &bytes[..bytes.len() - 7]), "it was cut or joined"),
        (write("damaged", &damaged), "checksum does not hold"),
        (write("chess", &net("chess").to_bytes()), "a net serves one board and one set of men"),
    ] {
        let said = talk("", &(choose("lecce", &path) + "eval\nquit\n"));
        let note = said.lines().find(|line| line.contains(reason));
        let note = note.unwrap_or_else(|| panic!("{reason}: {said}"));
        assert!(
            note.starts_with("info string net ") && note.ends_with("the hand-made evaluation plays"),
            "{note}"
        );
        let rest = |said: &str| {
            let kept = said.lines().filter(|line| !line.starts_with("info"));
            kept.map(|line| format!("{line}\n")).collect::<String>()
        };
        assert_eq!(rest(&said), rest(&by_hand), "{reason}");
    }
}

#[test]
fn a_net_serves_games_that_differ_in_castling_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("latte.net");
    std::fs::write(&path, net("latte").to_bytes()).expect("written");
    let said = talk("", &(choose("latte-lufttworooks", &path) + "eval\nquit\n"));
    assert!(
        said.contains("serves latte-lufttworooks too: the board, the men and the start are the same"),
        "{said}"
    );
    assert!(said.contains("Net trained on latte (32 hidden neurons)"), "{said}");
    let said = talk("", &(choose("chess", &path) + "quit\n"));
    assert!(said.contains("was trained on another start position"), "{said}");
}

#[test]
fn every_processor_level_searches_the_same_tree() {
    let folder = tempfile::tempdir().expect("a folder");
    for game in ["latte", "ladorean"] {
        let path = folder.path().join(game);
        std::fs::write(&path, net(game).to_bytes()).expect("written");
        let tree = |level: &str| {
            let said = search(level, &(choose(game, &path) + "go depth 7\n"));
            let words = |line: &str| {
                // Times differ.
                let mut words = line.split(' ').collect::<Vec<_>>();
                for name in ["time", "nps"] {
                    if let Some(place) = words.iter().position(|word| *word == name) {
                        words.drain(place..(place + 2).min(words.len()));
                    }
                }
                words.join(" ")
            };
            said.iter().map(|line| words(line)).collect::<Vec<_>>()
        };
        let plain = tree("plain");
        assert!(plain.iter().any(|line| line.contains("depth 7")), "{plain:#?}");
        assert_eq!(plain, tree("avx2"), "{game}");
        assert_eq!(plain, tree("avx512"), "{game}");
    }
}

#[test]
fn two_commands_teach_a_game_of_your_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (games, data, net) = (file("own.ini"), file("own.data"), file("own.net"));
    std::fs::write(
        &games,
        "[own:lecce]\nstartFen = rqkr/bbll/pppp/4/4/PPPP/BBLL/RQKR w - - 0 1\ncastling = false\n",
    )
    .expect("written");
    let good = |arguments: &[&str]| {
        let output = lupa(arguments, "", "");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {error}");
        String::from_utf8(output.stdout).expect("text")
    };
    let own = ["--variants", &games, "--variant", "own"];
    let play = ["selfplay", "--games", "30", "--nodes", "150", "--out", &data];
    good(&[&play[..], &own].concat());
    let again = good(&[&play[..], &own].concat());
    assert!(again.starts_with("30 games, "), "nothing is played twice: {again}");
    let stats = good(&["--variants", &games, "selfplay", "stats", &data]);
    assert!(stats.starts_with("own: 30 games, ") && stats.contains("nodes 150"), "{stats}");
    good(&[&["train", "--data", &data, "--hidden", "16", "--epochs", "3", "--out", &net], &own[..]].concat());
    let input = format!(
        "setoption name UCI_Variant value own\nsetoption name EvalFile value {net}\nisready\neval\nquit\n"
    );
    let output = lupa(&["--variants", &games], "", &input);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("16 hidden neurons, 4 outputs, trained on own"), "{said}");
    assert!(said.contains("Evaluation "), "{said}");
    // The net of one game is none of another's.
    let output = lupa(&["train", "--variant", "chess", "--data", &data, "--out", &net], "", "");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
    assert!(error.contains("it holds positions of own, not of chess"), "{error}");
}
