//! The program itself: arguments, exit codes, pipes.

use std::io::{Read, Write};
use std::process::{Child, Command, Output, Stdio};

fn lupa(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lupa"));
    command.args(arguments).env_remove("LUPA_LOG");
    command
}

/// What came of a program that has been given reason to end. One that runs on is killed.
pub fn ended(mut child: Child) -> Output {
    for _ in 0..600 {
        if child.try_wait().expect("it can be asked").is_some() {
            return child.wait_with_output().expect("it ended");
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    child.kill().expect("it ran on");
    panic!("it ran on for a minute");
}

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = lupa(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("it was piped");
    // Whether it listens to the end is its business.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn refused(arguments: &[&str]) -> String {
    let output = run(arguments, b"");
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert!(error.starts_with("lupa: ") && error.lines().count() == 1, "{arguments:?}: {error}");
    assert!(output.stdout.is_empty());
    error
}

#[test]
fn a_pipe_hears_nothing_unasked_and_its_end_is_the_end() {
    for input in [&b""[..], b"\n\r\n", b"hello\xff\xfe\n", b"\x00\x01\x02", b"stop\nponderhit\n"] {
        let output = run(&[], input);
        assert_eq!(
            (output.status.code(), text(&output.stdout), text(&output.stderr)),
            (Some(0), String::new(), String::new())
        );
    }
}

#[test]
fn the_handshake_and_goodbye() {
    let output = run(&[], b"uci\r\nisready\r\nquit\r\n");
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0));
    assert!(said.starts_with("id name Lupa "), "{said}");
    assert!(said.contains("\nuciok\n") && said.ends_with("readyok\n"), "{said}");
    assert!(output.stderr.is_empty());
}

#[test]
fn nobody_reads_the_answer() {
    let mut child = lupa(&[])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("it was piped");
    let _ = stdin.write_all(b"uci\nuci\n");
    // The input stays open: the broken output alone must end it.
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let mut error = String::new();
    child.stderr.take().expect("it was piped").read_to_string(&mut error).expect("it is text");
    assert_eq!(error, "");
}

/// The program behind pipes, spoken with line by line.
#[cfg(unix)]
struct Piped {
    child: std::process::Child,
    output: std::io::Lines<std::io::BufReader<std::process::ChildStdout>>,
}

#[cfg(unix)]
impl Piped {
    fn new() -> Self {
        use std::io::BufRead;
        let mut child = lupa(&[]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let output = std::io::BufReader::new(child.stdout.take().expect("it was piped")).lines();
        Piped { child, output }
    }

    fn say(&mut self, lines: &str) {
        let stdin = self.child.stdin.as_mut().expect("it was piped");
        stdin.write_all(lines.as_bytes()).expect("it listens");
    }

    /// All lines up to the first that matches.
    fn until(&mut self, pattern: &str) -> Vec<String> {
        let mut said = Vec::new();
        for line in self.output.by_ref() {
            said.push(line.expect("it is text"));
            if said.last().is_some_and(|line| crate::talk::matches(pattern, line)) {
                return said;
            }
        }
        panic!("it ended before \"{pattern}\"; it said {said:#?}");
    }

    fn signal(&self, signal: nix::sys::signal::Signal) {
        let id = i32::try_from(self.child.id()).expect("it is small");
        nix::sys::signal::kill(nix::unistd::Pid::from_raw(id), signal).expect("it lives");
    }

    /// The signal that has ended it.
    fn end(mut self) -> Option<i32> {
        use std::os::unix::process::ExitStatusExt;
        self.child.wait().expect("it ends").signal()
    }
}

/// A GUI that does not hear `sigint=0` interrupts before every command. Whoever speaks UCI sends no signals: there it is
/// Ctrl-C.
#[cfg(unix)]
#[test]
fn interrupts_mean_nothing_to_xboards_engine() {
    use nix::sys::signal::Signal::{SIGINT, SIGTERM};
    let mut engine = Piped::new();
    engine.say("xboard\nprotover 2\n");
    engine.until("feature done=1");
    for _ in 0..20 {
        engine.signal(SIGINT);
    }
    engine.say("new\nst 0.5\nusermove e2e4\nping 1\n");
    for _ in 0..20 {
        engine.signal(SIGINT);
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let said = engine.until("pong 1");
    assert_eq!(said.iter().filter(|line| line.starts_with("move ")).count(), 1, "{said:#?}");
    engine.say("post\nanalyze\n");
    engine.until("3 *");
    engine.signal(SIGINT);
    engine.say("exit\nping 2\n");
    engine.until("pong 2");
    // It ends by SIGTERM, as any program does,
    engine.signal(SIGTERM);
    assert_eq!(engine.end(), Some(SIGTERM as i32));
    // and by SIGINT before it has heard `xboard` and after it has heard `uci`.
    for lines in ["isready\n", "go infinite\nisready\n", "xboard\nprotover 2\nuci\nisready\n"] {
        let mut engine = Piped::new();
        engine.say(lines);
        engine.until("readyok");
        engine.signal(SIGINT);
        assert_eq!(engine.end(), Some(SIGINT as i32), "{lines:?}");
    }
}

#[test]
fn wrong_arguments_are_one_line_and_two() {
    refused(&["fly"]);
    refused(&["perft"]);
    refused(&["perft", "x"]);
    refused(&["perft", "3", "--threads", "0"]);
    refused(&["perft", "101"]);
    refused(&["bench", "0"]);
    assert!(refused(&["perft", "3", "--variant", "shogi"]).contains("\"shogi\""));
    refused(&["--log", "/nowhere/at/all.log"]);
}

#[test]
fn every_help_has_an_example() {
    for arguments in [&["--help"][..], &["perft", "--help"], &["bench", "--help"], &["variants", "--help"]] {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains("Example: lupa"), "{arguments:?}");
    }
    assert!(text(&run(&["--version"], b"").stdout).starts_with("lupa "));
}

#[test]
fn the_log_holds_the_conversation() {
    let file = std::env::temp_dir().join(format!("lupa-log-{}.txt", std::process::id()));
    let name = file.to_str().expect("it is text");
    let said = text(&run(&["--log", name], b"isready\nhello\nquit\n").stdout);
    assert_eq!(said, "readyok\n");
    let output = lupa(&[]).env("LUPA_LOG", name).stdin(Stdio::null()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0));
    let log = std::fs::read_to_string(&file).expect("it was written");
    for part in ["> isready", "< readyok", "> quit", "not understood: hello", "the input has ended"] {
        assert!(log.contains(part), "{part}: {log}");
    }
    let _ = std::fs::remove_file(&file);
    // A stale variable is no reason to refuse a game.
    let output = lupa(&[]).env("LUPA_LOG", "/nowhere/at/all").stdin(Stdio::null()).output().expect("it runs");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn the_games_are_listed() {
    let said = text(&run(&["variants"], b"").stdout);
    for row in ["lecce*4x8*c1d1 c1a1*", "chess *8x8*e1g1 e1c1*", "ladorean*10x8*e1i1*"] {
        assert!(said.lines().any(|line| crate::talk::matches(row, line.trim_start())), "{row}: {said}");
    }
    let said = text(&run(&[], b"uci\nsetoption name UCI_Variant value lecce\n").stdout);
    assert!(said.contains("combo default chess var chess var ") && said.contains(" var lecce"), "{said}");
    assert!(!said.contains("fischerandom") && said.contains(" var standard\n"), "{said}");
    assert!(said.contains("info string variant lecce files 4 ranks 8 pocket 0 "), "{said}");
}

#[test]
fn every_word_of_the_built_in_games_is_listed() {
    let said = text(&run(&["variants", "--keys"], b"").stdout);
    let listed: Vec<&str> = said.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let games = include_str!("../src/rules/games.ini");
    let settings =
        games.lines().filter(|line| !line.starts_with(['#', '['])).filter_map(|line| line.split_once('='));
    let keys: Vec<&str> = settings.map(|(key, _)| key.trim()).collect();
    assert!(keys.len() > 50, "{keys:?}");
    for key in keys.into_iter().chain(["maxRank", "stalemateValue", "archbishop", "centaur"]) {
        assert!(listed.contains(&key), "{key} is not in {said}");
    }
}

#[test]
fn self_play_without_enough_openings_says_so() {
    let folder = tempfile::tempdir().expect("there is room");
    let out = folder.path().join("few.data");
    let out = out.to_str().expect("it is text");
    let words =
        ["selfplay", "--variant", "lecce", "--plies", "0", "--nodes", "10", "--games", "40", "--out", out];
    let output = run(&words, b"");
    assert_eq!(output.status.code(), Some(1));
    let error = text(&output.stderr);
    assert!(
        error.contains(" of 40: no new openings are left: more --plies") && error.lines().count() == 1,
        "{error}"
    );
}

#[test]
fn self_play_says_why_there_are_no_openings() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = |name: &str| folder.path().join(name).to_str().expect("it is text").to_owned();
    let games = path("games.ini");
    let definitions = "[ahead:chess]\nstartFen = 4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1\n\
                   [short:chess]\nnMoveRule = 1\nstartFen = k5r1/8/8/8/8/8/8/K5R1 w - - 0 1\n";
    std::fs::write(&games, definitions).expect("it can be written");
    for (game, plies, part) in
        [("ahead", "4", "a more level start"), ("short", "60", "fewer --plies leave more of them")]
    {
        let out = path(&format!("{game}.data"));
        let words = ["--variants", &games, "selfplay", "--variant", game, "--plies", plies, "--out", &out];
        let words = [&words[..], &["--nodes", "10", "--games", "2"]].concat();
        let output = run(&words, b"");
        let error = text(&output.stderr);
        assert!(output.status.code() == Some(1) && error.contains(part), "{game}: {error}");
    }
}

#[test]
fn self_play_goes_on_with_its_own_game_only() {
    let folder = tempfile::tempdir().expect("there is room");
    let out = folder.path().join("chess.data");
    let out = out.to_str().expect("it is text");
    let play = |game: &str, to: &str| {
        run(&["selfplay", "--variant", game, "--nodes", "20", "--games", "2", "--out", to], b"")
    };
    assert_eq!(play("chess", out).status.code(), Some(0));
    let before = std::fs::read(out).expect("it was written");
    let output = play("fischerandom", out);
    let error = text(&output.stderr);
    assert!(
        output.status.code() == Some(2) && error.contains("holds games of chess, not of chess960"),
        "{error}"
    );
    assert_eq!(std::fs::read(out).expect("it is there"), before);
    let other = folder.path().join("random.data");
    let other = other.to_str().expect("it is text");
    assert_eq!(play("fischerandom", other).status.code(), Some(0));
    let joined = folder.path().join("all.data");
    let output = run(&["selfplay", "merge", "--out", joined.to_str().expect("it is text"), out, other], b"");
    let error = text(&output.stderr);
    assert!(error.contains("holds games of chess960, not of chess") && !joined.exists(), "{error}");
    let stats = run(&["selfplay", "stats", other], b"");
    assert!(text(&stats.stdout).starts_with("chess960: 2 games"), "{}", text(&stats.stdout));
    assert!(text(&play("chess", "-").stderr).contains("--out must name a file"));
}

/// Ctrl-C amid a search that would last for hours.
#[cfg(unix)]
#[test]
fn self_play_ends_when_it_is_told_to() {
    let folder = tempfile::tempdir().expect("there is room");
    let out = folder.path().join("long.data");
    let child = lupa(&["selfplay", "--nodes", "1000000000000", "--games", "2", "--out"])
        .arg(&out)
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // By the time its head is written, signals are watched.
    while std::fs::metadata(&out).map_or(0, |data| data.len()) == 0 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let id = nix::unistd::Pid::from_raw(i32::try_from(child.id()).expect("it is small"));
    nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGINT).expect("it lives");
    let error = text(&ended(child).stderr);
    assert!(error.starts_with("lupa: stopped with 0 games"), "{error}");
}

/// `nohup` starts a program that ignores the hang-up of its terminal; it goes on to its end.
#[cfg(unix)]
#[test]
fn what_is_to_outlive_its_terminal_does() {
    let folder = tempfile::tempdir().expect("there is room");
    let out = folder.path().join("games.data");
    let script = format!(
        "trap '' HUP; exec '{}' selfplay --variant lecce --nodes 200 --games 30 --out '{}'",
        env!("CARGO_BIN_EXE_lupa"),
        out.display()
    );
    let mut child =
        Command::new("sh").args(["-c", &script]).stdout(Stdio::null()).spawn().expect("it starts");
    // By the time there is a game, signals are watched.
    while std::fs::metadata(&out).map_or(0, |data| data.len()) < 1000 {
        assert!(child.try_wait().expect("it runs").is_none(), "it ended without a game");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let id = nix::unistd::Pid::from_raw(i32::try_from(child.id()).expect("it is small"));
    nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGHUP).expect("it lives");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn counts_and_suites() {
    let output = run(&["perft", "3", "--variant", "lecce", "--divide", "--threads", "2"], b"");
    let said = text(&output.stdout);
    assert!(said.contains("Nodes searched: 2216"), "{said}");
    assert_eq!(said.lines().filter(|line| line.contains(": ")).count(), 14, "{said}");
    let file = std::env::temp_dir().join(format!("lupa-suite-{}.epd", std::process::id()));
    let name = file.to_str().expect("it is text");
    let suite = |text: &str| {
        std::fs::write(&file, text).expect("it can be written");
        run(&["perft", "--suite", name, "--variant", "lecce"], b"")
    };
    let start = "rqkr/bllb/pppp/4/4/PPPP/BLLB/RQKR w KQkq - 0 1";
    assert_eq!(suite(&format!("{start} ;D1 13 ;D2 159\n")).status.code(), Some(0));
    let output = suite(&format!("{start} ;D1 13 ;D2 160\n"));
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains(":1: depth 2: 159, not 160"), "{}", text(&output.stdout));
    assert_eq!(suite("nonsense\n").status.code(), Some(2));
    let _ = std::fs::remove_file(&file);
}
