//! `lupa train` from outside: files in, a net, a curve and plain lines out, and every mistake in one line. The
//! positions are played here, at random: what is learned from them is tried elsewhere.

use lupa::eval::net::{Net, Outline};
use lupa::learn::record::{Frame, Head, Record, Shape};
use lupa::position::AnyGame;
use lupa::rules::{Library, Variant};
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

fn variant(name: &str) -> Arc<Variant> {
    Library::builtin().expect("games").find(name).expect("the game")
}

/// A file of random games, scored by how many men each side has.
fn records(name: &str, games: u64) -> Vec<u8> {
    let variant = variant(name);
    let outline = Outline::of(&variant);
    let shape = Shape::of(&outline);
    let head = Head {
        game: name.into(),
        outline: outline.clone(),
        rules: None,
        seed: 1,
        nodes: 1,
        terms: "random".into(),
    };
    let start = AnyGame::start(&variant).expect("a start");
    let mut bytes = head.to_text().into_bytes();
    let mut lot = 1u64;
    for number in 0..games {
        let mut game = start.clone();
        let mut inside = Vec::new();
        for ply in 0..60 {
            let moves = game.coordinates();
            lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let Some(text) = moves.get((lot >> 33) as usize % moves.len().max(1)) else { break };
            let turn = game.turn();
            let men: Vec<_> = (0..outline.squares() as u8)
                .filter_map(|square| {
                    let (kind, owner) = game.man(shape.coord(square))?;
                    Some((kind as u8, owner, square))
                })
                .collect();
            let own = men.iter().filter(|(_, owner, _)| *owner == turn).count() as i16;
            let score = 100 * (2 * own - men.len() as i16);
            let in_check = game.checked_king().is_some();
            let written = game.play(text).expect("it is legal");
            let record = Record {
                men: men.into_iter().collect(),
                turn,
                score,
                result: if score > 0 { 2 } else { u8::from(score == 0) },
                ply,
                quiet_plies: 0,
                in_check,
                noisy: written.captures || written.promotion.is_some(),
                castles: written.castles,
                random: false,
                moved: (shape.square(written.from), shape.square(written.to)),
            };
            assert!(shape.write(&record, &mut inside));
        }
        bytes.extend(Frame::wrap(number, number, shape.size(), &inside));
    }
    bytes
}

fn train(folder: &Path, words: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lupa"))
        .current_dir(folder)
        .arg("train")
        .args(words.split_whitespace())
        .env_remove("LUPA_LOG")
        .output()
        .expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs and expects to be refused in one line: the line.
fn refused(folder: &Path, words: &str) -> String {
    let output = train(folder, words);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{words}: {error}");
    assert!(error.starts_with("lupa: ") && error.lines().count() == 1, "{words}: {error}");
    error
}

#[test]
fn a_net_and_its_curve_come_out() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path();
    let bytes = records("lecce", 60);
    std::fs::write(path.join("a.lupa"), &bytes).expect("it can be written");
    std::fs::write(path.join("cut.lupa"), &bytes[..bytes.len() - 9]).expect("it can be written");
    let words =
        "--variant lecce --data a.lupa cut.lupa --hidden 16 --buckets 2 --epochs 3 --primer 0 --out x.net";
    let output = train(path, words);
    let (said, noted) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{said}{noted}");
    assert!(
        noted.starts_with("lupa: cut.lupa: 59 games; the 1455 bytes ") && noted.lines().count() == 1,
        "{noted}"
    );
    let lines: Vec<&str> = said.lines().collect();
    let [read, net, epochs @ .., result] = &lines[..] else { panic!("{said}") };
    assert!(
        read.contains(" of 119 games read, ") && net.starts_with("net 384 -> 16 x 2 -> 2, scale "),
        "{said}"
    );
    assert_eq!(epochs.len(), 3, "{said}");
    for (number, line) in (1..).zip(epochs) {
        assert!(
            line.starts_with(&format!("epoch {number}/3: loss 0.")) && line.ends_with(" positions/s"),
            "{said}"
        );
    }
    assert!(
        result.starts_with("x.net: ")
            && result.contains("rounded to whole numbers 0.")
            && result.contains("against results alone 0."),
        "{said}"
    );
    let read = std::fs::read(path.join("x.net")).expect("it was written");
    let net = Net::from_bytes(&read, &Outline::of(&variant("lecce"))).expect("it is a net");
    assert_eq!((net.hidden, net.buckets, net.game.as_str()), (16, 2, "lecce"));
    let curve = std::fs::read_to_string(path.join("x.svg")).expect("it was drawn");
    assert!(roxmltree::Document::parse(&curve).is_ok());
    // Nothing else is left behind, and on two threads the same comes out.
    assert_eq!(std::fs::read_dir(path).expect("a folder").count(), 4);
    let again = words.replace("x.net", "y.net --threads 2 --curve z.svg");
    assert_eq!(train(path, &again).status.code(), Some(0));
    assert_eq!(std::fs::read(path.join("y.net")).expect("it was written"), read);
    assert!(path.join("z.svg").exists() && !path.join("y.svg").exists());
}

#[cfg(unix)]
#[test]
fn training_stopped_goes_on_as_if_it_had_not_been() {
    use nix::sys::signal::{Signal, kill};
    use std::io::{BufRead, BufReader};
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path();
    std::fs::write(path.join("a.lupa"), records("lecce", 60)).expect("it can be written");
    let words = "--variant lecce --data a.lupa --hidden 16 --epochs 60 --batch 16 --primer 3000 --out";
    let whole = train(path, &format!("{words} whole.net"));
    assert_eq!(whole.status.code(), Some(0));
    let mut child = Command::new(env!("CARGO_BIN_EXE_lupa"))
        .current_dir(path)
        .arg("train")
        .args(words.split_whitespace())
        .arg("x.net")
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("it was piped")).lines().map_while(Result::ok);
    assert!(lines.by_ref().any(|line| line.starts_with("epoch 2/60")));
    kill(nix::unistd::Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("it runs");
    let rest = lines.count();
    let output = child.wait_with_output().expect("it ends");
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}, {rest} lines later");
    assert!(error.starts_with("lupa: stopped after ") && error.contains("--resume goes on"), "{error}");
    assert!(path.join("x.net.checkpoint").exists() && !path.join("x.net").exists());
    // Not begun anew by mistake, nor gone on with by other terms.
    assert!(refused(path, &format!("{words} x.net")).contains("--resume goes on"));
    assert!(refused(path, &format!("{words} x.net --resume --seed 2")).contains("seed 1, now it is 2"));
    let output = train(path, &format!("{words} x.net --resume"));
    let said = text(&output.stdout);
    assert!(output.status.code() == Some(0) && said.contains(" of 60 epochs are done already"), "{said}");
    let read = |name: &str| std::fs::read(path.join(name)).expect("it was written");
    assert!(read("x.net") == read("whole.net"));
    assert!(!path.join("x.net.checkpoint").exists());
}

#[test]
fn mistakes_are_told_in_one_line() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path();
    std::fs::write(path.join("a.lupa"), records("lecce", 3)).expect("it can be written");
    std::fs::write(path.join("b.lupa"), "[Event \"?\"]\n").expect("it can be written");
    std::fs::write(path.join("one.lupa"), records("lecce", 1)).expect("it can be written");
    std::fs::write(path.join("y.net.checkpoint"), "LUPANET").expect("it can be written");
    std::fs::write(path.join("t.net"), "LUPANET").expect("it can be written");
    for (words, part) in [
        ("--data a.lupa --out x.net", "a.lupa: it holds positions of lecce, not of chess"),
        ("--variant lecce --data a.lupa b.lupa --out x.net", "b.lupa: this is no self-play file"),
        ("--variant lecce --data one.lupa --out x.net", "in 1 games: too few"),
        ("--variant lecce --data none.lupa --out x.net", "cannot read none.lupa"),
        ("--variant lecce --data a.lupa --out none/x.net", "cannot write none/x.net"),
        ("--variant lecce --data a.lupa --out -", "--out must name a file"),
        ("--variant lecce --data a.lupa --out x.net --curve -", "--curve must name a file of its own"),
        ("--variant lecce --data a.lupa --out x.svg", "--curve must name a file of its own"),
        ("--variant lecce --data a.lupa --out x.net --curve x.net.checkpoint", "a file of its own"),
        ("--variant lecce --data a.lupa --net t.net --out t.net", "t.net is one of the files that are read"),
        (
            "--variant lecce --data a.lupa --net t.net --out x.net --curve ./t.net",
            "./t.net is one of the files",
        ),
        ("--variant lecce --data a.lupa --net no.net --primer 0 --out x.net", "net no.net cannot be read"),
        ("--variant lecce --data a.lupa --out none/", "cannot write none/: it names no file"),
        ("--variant lecce --data a.lupa --out x.net --epochs 20000", "20000 is not from 1 to 10000"),
        (
            "--variant lecce --data a.lupa --out x.net --curve a.lupa",
            "a.lupa is one of the files that are read",
        ),
        ("--variant lecce --data a.lupa --out .", "cannot write .: it is a folder"),
        ("--variant lecce --data a.lupa --out x.net --hidden 20", "not a multiple of 16"),
        ("--variant lecce --data a.lupa --out x.net --buckets 0", "not a number from 1 to 64"),
        ("--variant lecce --data a.lupa --out x.net --result-share 2", "not a number from 0 to 1"),
        ("--variant lecce --data a.lupa --out x.net --rate nan", "not a number above 0"),
        ("--variant lecce --data a.lupa --out x.net --resume", "cannot read x.net.checkpoint"),
        ("--variant lecce --data a.lupa --out y.net --resume", "no checkpoint of training"),
        ("--variant lecce --data a.lupa --out a.lupa/x.net", "cannot write a.lupa/x.net"),
        ("--variant shogi --data a.lupa --out x.net", "no game \"shogi\""),
        ("--out x.net", "--data"),
    ] {
        let error = refused(path, words);
        assert!(error.contains(part), "{words}: {error}");
    }
}

/// `lupa train ... | head -1`
#[cfg(unix)]
#[test]
fn the_net_comes_whether_anybody_reads_along_or_not() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path();
    std::fs::write(path.join("a.lupa"), records("lecce", 20)).expect("it can be written");
    let words = "train --variant lecce --data a.lupa --hidden 16 --epochs 3 --primer 0 --out x.net";
    let mut child = Command::new(env!("CARGO_BIN_EXE_lupa"))
        .current_dir(path)
        .args(words.split_whitespace())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    assert!(path.join("x.net").exists() && !path.join("x.net.checkpoint").exists());
}

#[test]
fn steps_too_large_leave_no_dead_net() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path();
    std::fs::write(path.join("a.lupa"), records("lecce", 20)).expect("it can be written");
    for rate in ["0.2", "1"] {
        let words = format!(
            "--variant lecce --data a.lupa --hidden 16 --epochs 30 --primer 0 --rate {rate} --out x.net"
        );
        let output = train(path, &words);
        let said = text(&output.stdout);
        assert!(!said.contains("NaN"), "{said}");
        match output.status.code() {
            Some(0) => {
                let bytes = std::fs::read(path.join("x.net")).expect("it was written");
                let net = Net::from_bytes(&bytes, &Outline::of(&variant("lecce"))).expect("it is whole");
                assert!(net.input_weights.iter().any(|weight| *weight != 0), "rate {rate}");
            }
            code => {
                assert_eq!(code, Some(1));
                assert!(text(&output.stderr).contains("a lower --rate"), "{}", text(&output.stderr));
            }
        }
    }
}
