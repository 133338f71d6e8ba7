//! Whole matches: every game, kept on disk, interrupted and resumed, from the command line.

use super::{Games, Scratch, engine, short_match};
use lupa::arena::{Archive, Encounters, Finished, Observer, Opening, Schedule, Stopped, Tally, run};
use lupa::position::AnyGame;
use lupa::position::pgn::Reader;
use lupa::rules::Library;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

#[test]
fn every_game_is_played_and_kept() {
    for variant in crate::rules::games() {
        let name =
            if variant.castling_anywhere && variant.name == "chess" { "chess960" } else { &variant.name };
        let file = Scratch::new(&format!("{name}.pgn"));
        let of = short_match(name, &[engine("one", "nodes=5"), engine("two", "tc=20+1")], 2);
        let (mut tally, mut games) = (Tally::new(2), Games::default());
        let mut archive = Archive::create(&file.0).expect("it can be written");
        let stop = AtomicBool::new(false);
        let stopped = run(&of, &mut tally, Some(&mut archive), &stop, &mut games).expect(name);
        assert_eq!((stopped, tally.games()), (Stopped::Complete, 2), "{name}");
        let library = Library::builtin().expect("they are sound");
        let text = file.text();
        for record in Reader::new(text.as_bytes()) {
            let record = record.expect(name);
            assert_eq!(
                record.variant(&library).map(|game| game.name.clone()).ok(),
                Some(variant.name.clone())
            );
            let replayed = record.replay(&of.start).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
            let finished =
                games.0.iter().find(|game| record.tag("Round") == Some(&(game.pairing.game + 1).to_string()));
            let finished = finished.expect("it was told");
            assert_eq!((record.result, record.moves.len()), (finished.result, finished.plies));
            assert!(record.moves[0].comment.contains("/3 "), "{text}");
            assert!(replayed.game.finish().is_some() || finished.plies == 40, "{text}");
        }
    }
}

/// Wants an end after so many games.
struct Enough<'a>(usize, &'a AtomicBool);

impl Observer for Enough<'_> {
    fn finished(&mut self, _: &Finished, tally: &Tally) {
        self.1.store(tally.games() >= self.0, Ordering::Relaxed);
    }
}

#[test]
fn an_interrupted_match_goes_on_where_it_was() {
    let file = Scratch::new("resumed.pgn");
    let engines = [engine("one", "nodes=5"), engine("two", "nodes=5"), engine("three", "nodes=5")];
    let mut of = short_match("lecce", &engines, 4);
    of.max_plies = Some(10);
    of.openings =
        ["b3b4", "a3a4", "c3c4"].map(|text| Opening { fen: None, moves: vec![text.to_owned()] }).into();
    of.schedule = Schedule::new(3, Encounters::RoundRobin, 2, 3, 5);
    for (round, part) in [5, 9, 99].into_iter().enumerate() {
        let (mut archive, kept) = Archive::resume(&file.0, &of).expect("it is ours");
        let second = Archive::resume(&file.0, &of).err().map(|error| error.to_string());
        assert!(second.is_some_and(|error| error.contains("being written by another match")));
        let mut tally = Tally::new(3);
        kept.iter().for_each(|game| tally.add(game));
        assert!(kept.len() == tally.games() && (round == 0 || kept.len() >= [5, 9][round - 1]));
        let stop = AtomicBool::new(false);
        let stopped =
            run(&of, &mut tally, Some(&mut archive), &stop, &mut Enough(part, &stop)).expect("a match");
        let complete = tally.games() == 12;
        assert_eq!(stopped, if complete { Stopped::Complete } else { Stopped::Interrupted });
        drop(archive);
        // What a crash may leave behind.
        let torn = ["\n[Event \"test\"]\n[Site \"", "[Event \"test\"]\n\n1. b4 {book} 1... a", "[Ev"][round];
        std::fs::write(&file.0, file.text() + torn).expect("it can be written");
    }
    let (_, kept) = Archive::resume(&file.0, &of).expect("it is ours");
    let numbers: BTreeSet<usize> = kept.iter().map(|game| game.pairing.game).collect();
    assert!(kept.len() == 12 && numbers.into_iter().eq(0..12));
    let text = file.text();
    let games: Vec<_> = Reader::new(text.as_bytes()).collect::<Result<_, _>>().expect("nothing torn is left");
    for pair in 0..6 {
        let of_round = |round: usize| {
            games.iter().find(|game| game.tag("Round") == Some(&round.to_string())).expect("it was played")
        };
        let (one, two) = (of_round(2 * pair + 1), of_round(2 * pair + 2));
        assert_eq!(one.moves[0].text, two.moves[0].text);
        assert_eq!((one.tag("White"), one.tag("Black")), (two.tag("Black"), two.tag("White")));
    }
    // Another match is not mistaken for this one, nor are other openings where only moves tell them apart.
    let openings = of.openings.clone();
    of.openings.iter_mut().for_each(|opening| opening.moves = vec!["a2a3".to_owned()]);
    assert!(
        Archive::resume(&file.0, &of)
            .is_err_and(|error| error.to_string().contains("does not begin with a2a3"))
    );
    of.openings = openings;
    of.engines.swap(0, 1);
    assert!(
        Archive::resume(&file.0, &of)
            .is_err_and(|error| error.to_string().contains("not a game of the match"))
    );
    assert!(Archive::create(&file.0).is_err_and(|error| error.to_string().contains("--resume")));
}

#[test]
fn a_position_that_is_no_start_is_told_in_full() {
    let mut of = short_match("chess", &[engine("one", "nodes=5"), engine("two", "nodes=5")], 2);
    let fen = "4k3/8/8/8/8/8/4P3/4K2R b K - 3 30";
    of.openings = vec![Opening { fen: Some(fen.to_owned()), moves: vec!["e8d7".to_owned()] }];
    of.concurrency = NonZeroUsize::MIN;
    let file = Scratch::new("opening.pgn");
    let mut archive = Archive::create(&file.0).expect("it can be written");
    let stop = AtomicBool::new(false);
    run(&of, &mut Tally::new(2), Some(&mut archive), &stop, &mut Games::default()).expect("a match");
    let text = file.text();
    assert!(text.contains("30... Kd7 {book} 31. "), "{text}");
    let start = AnyGame::start(&crate::rules::game("chess")).expect("a start");
    for record in Reader::new(text.as_bytes()) {
        record.expect("it is sound").replay(&start).unwrap_or_else(|error| panic!("{error}"));
    }
}

fn lupa(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lupa"));
    command.arg("match").args(words).env_remove("LUPA_LOG").stdin(Stdio::null());
    command
}

/// An engine as the command line describes it.
fn described(name: &str, mode: &str) -> String {
    let program = std::env::current_exe().expect("it has a path").display().to_string();
    format!(
        "name={name},cmd=\"{program}\",args={},option.Clear Hash=",
        super::engine::arguments(mode).join(" ")
    )
}

fn output(words: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = lupa(words).output().expect("it runs");
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    (status.code(), text(&stdout), text(&stderr))
}

#[test]
fn the_command_line_tells_how_it_went() {
    let (one, two) = (described("one", "random"), described("two, the", "illegal"));
    let two = two.replacen("two, the", "\"two, the\"", 1);
    let file = Scratch::new("cli.pgn");
    let path = file.0.to_str().expect("it is text");
    let words = ["--engine", &one, "--engine", &two, "--variant", "ladorean", "--nodes", "5", "--games", "4"];
    let (code, said, error) = output(
        &[&words[..], &["--pgn", path, "--sprt", "elo0=0", "elo1=500", "--draw", "moves=8", "score=1"]]
            .concat(),
    );
    assert_eq!((code, error.as_str()), (Some(0), ""), "{said}");
    for part in [
        "4/4 game ",
        "makes an illegal move: a1a1",
        "two, the: 4 by illegal move",
        "[0, 0, 0, 0, 2]",
        "SPRT of pairs, normalized Elo, [0, 500]: LLR ",
        "one +4 =0 -0, Elo +inf",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let (code, _, error) = output(&[&words[..], &["--pgn", path]].concat());
    assert!(code == Some(2) && error.contains("--resume"), "{error}");
    let (code, said, _) = output(&[&words[..], &["--pgn", path, "--resume"]].concat());
    assert!(code == Some(0) && said.starts_with("4 of 4 games are played already\n"), "{said}");
    assert!(said.contains("two, the: 4 by illegal move"), "{said}");
    // On stdout there are the games alone.
    let (code, said, _) = output(&["merge", "--out", "-", path]);
    let games: Result<Vec<_>, _> = Reader::new(said.as_bytes()).collect();
    assert!(code == Some(0) && games.is_ok_and(|games| games.len() == 4), "{said}");
    // What is no game of this match costs none of its games.
    let whole = file.text();
    let other = words.map(|word| if word == "5" { "6" } else { word });
    let (code, _, error) = output(&[&other[..], &["--pgn", path, "--resume"]].concat());
    assert!(code == Some(2) && error.contains("TimeControl is 'nodes 5', not 'nodes 6'"), "{error}");
    std::fs::write(&file.0, format!("{whole}garbage {{\n")).expect("it can be written");
    let (code, _, error) = output(&[&words[..], &["--pgn", path, "--resume"]].concat());
    assert!(code == Some(2) && error.lines().count() == 1, "{error}");
    assert_eq!(file.text(), format!("{whole}garbage {{\n"));
    // Nor does a part whose name was given for the whole's.
    let (code, _, error) = output(&["merge", "--out", path, path]);
    assert!(code == Some(2) && error.contains("exists; write another one"), "{error}");
}

#[test]
fn what_engines_make_of_their_options_is_told() {
    let lupa = |name: &str, option: &str| {
        format!("name={name},cmd=\"{}\",option.{option}", env!("CARGO_BIN_EXE_lupa"))
    };
    let good = lupa("good", "Hash=1");
    let words = |bad: &str| {
        let words =
            ["--engine", bad, "--engine", &good, "--variant", "lecce", "--nodes", "5", "--games", "2"];
        output(&words)
    };
    for (option, part) in [
        ("Hash=abc", "option Hash takes a whole number from 1 to 65536, not 'abc'"),
        ("Hash=0", "from 1 to 65536, not '0'"),
        ("Ponder=yes", "option Ponder takes true or false, not 'yes'"),
        ("Foo=1", "has no option 'Foo'"),
    ] {
        let (code, _, error) = words(&lupa("bad", option));
        assert!(code == Some(2) && error.contains(part) && error.lines().count() == 1, "{option}: {error}");
    }
    let (code, said, error) = words(&lupa("bad", "EvalFile=no/where.net"));
    assert_eq!((code, error.as_str()), (Some(0), ""));
    assert!(said.contains("bad says: net no/where.net cannot be read: "), "{said}");
}

#[test]
fn wrong_requests_are_one_line() {
    let one = described("one", "random");
    for (words, part) in [
        (&["--nodes", "5"][..], "--engine"),
        (&["--engine", &one, "--nodes", "5"], "two engines"),
        (&["--engine", &one, "--engine", &one, "--nodes", "5"], "'one'"),
        (&["--engine", &one, "--engine", "cmd=x"], "may think for ever"),
        (&["--engine", &one, "--engine", "cmd=/no/such", "--nodes", "5"], "cannot start /no/such"),
        (&["--engine", &one, "--engine", "name", "--nodes", "5"], "'name' is not KEY=VALUE"),
        (&["--engine", &one, "--engine", "cmd=x", "--nodes", "5", "--games", "3"], "even"),
        (&["--engine", &one, "--engine", "cmd=x", "--nodes", "5", "--variant", "shogi"], "\"shogi\""),
        (
            &["--engine", &one, "--engine", "cmd=x", "--nodes", "5", "--openings", "/no/such.epd"],
            "/no/such.epd: ",
        ),
        (&["--engine", &one, "--engine", "cmd=x", "--tc", "8+"], "8+"),
        (&["--engine", &one, "--engine", "cmd=x", "--nodes", "5", "--resume"], "--pgn"),
        (&["--engine", &one, "--engine", "cmd=x", "--nodes", "5", "--sprt", "elo0=3"], "elo1=... is missing"),
    ] {
        let (code, said, error) = output(words);
        assert!(code == Some(2) && said.is_empty() && error.lines().count() == 1, "{words:?}: {error}");
        assert!(error.starts_with("lupa: ") && error.contains(part), "{words:?}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn an_interruption_finishes_the_table() {
    use std::io::{BufRead, BufReader, Read};
    let (one, two) = (described("one", "random"), described("two", "random"));
    let file = Scratch::new("interrupted.pgn");
    let path = file.0.to_str().expect("it is text");
    let words = ["--engine", &one, "--engine", &two, "--variant", "lecce", "--nodes", "5", "--games", "2000"];
    let mut child = lupa(&[&words[..], &["--pgn", path]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut output = BufReader::new(child.stdout.take().expect("it was piped"));
    let mut said = String::new();
    // A note on openings may come first.
    while said.lines().filter(|line| line.contains("/2000 game ")).count() < 3 {
        assert!(output.read_line(&mut said).expect("it says how it goes") > 0, "{said}");
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("it runs").success());
    output.read_to_string(&mut said).expect("it ends");
    assert_eq!(child.wait().expect("it ends").code(), Some(1), "{said}");
    let mut error = String::new();
    child.stderr.take().expect("it was piped").read_to_string(&mut error).expect("it is text");
    assert!(error.starts_with("lupa: interrupted after "), "{error}");
    let told = said.lines().filter(|line| line.contains("/2000 game ")).count();
    assert!(said.starts_with("openings: 1 for 2000 games of two engines; "), "{said}");
    assert!((3..2000).contains(&told) && said.contains("pairs with 0, 0.5"), "{said}");
    let kept = Reader::new(file.text().as_bytes()).filter(Result::is_ok).count();
    assert_eq!(kept, told);
}
