//! `lupa match`: what a person asks for becomes a match of the arena. Knows files, arguments and the keyboard's
//! interruption; what is shown is `match_report`'s.

use super::match_report::{Live, report, tables};
use super::{Failure, files, interrupt};
use crate::arena::{
    Archive, DrawRule, Encounters, EngineSpec, Finished, Judge, Match, Model, Opening, Pace, Patience,
    ResignRule, Schedule, Sprt, StartError, Stopped, Tally, TimeControl, check_engines, merge, read_openings,
    run as play,
};
use crate::engine::games::Games;
use crate::engine::shard::Shard;
use crate::engine::system::reason;
use crate::position::AnyGame;
use clap::Subcommand;
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, IsTerminal, Write};
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Plays engines against each other, judged by Lupa's own rules.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Example: lupa match --engine name=new,cmd=./lupa --engine name=old,cmd=./lupa-old,option.Hash=32 \
--variant lecce --tc 8+0.08 --games 1000 --sprt elo0=0 elo1=5 --pgn match.pgn
         lupa match merge --out all.pgn part1.pgn part2.pgn

ENGINE is KEY=VALUE,KEY=VALUE...: cmd (the program), name, args, dir, variant (what the engine calls the game), \
tc, movetime, nodes, depth (instead of those of the match) and option.NAME for its UCI options. A value in double \
quotes may hold commas; single quotes hold words of args together.

Every opening is played twice with colours swapped. Scores in the PGN are from the mover's own view. Elo of two \
engines is computed from pairs of games (pentanomial), of more from single games. The test is a generalised SPRT \
on pairs; its Elo is normalized unless model=logistic is said. It tests the first engine.

An engine that crashes, hangs, oversteps its clock or makes an illegal move loses that game and is started again.

Exit codes: 0 played, 1 interrupted, 2 asked wrongly."
)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// An engine; say it twice or more
    #[arg(long = "engine", required = true, value_name = "ENGINE")]
    engines: Vec<String>,
    /// The first engine meets all others, who do not meet each other
    #[arg(long)]
    gauntlet: bool,
    /// The game
    #[arg(long, default_value = "chess", value_name = "NAME")]
    variant: String,
    /// Clock: [MOVES/]SECONDS[+INCREMENT]
    #[arg(long, value_name = "TC")]
    tc: Option<TimeControl>,
    /// Milliseconds for each move
    #[arg(long, value_name = "MS", conflicts_with = "tc")]
    movetime: Option<NonZeroU32>,
    /// Nodes for each move
    #[arg(long, value_name = "N")]
    nodes: Option<NonZeroU64>,
    /// Plies for each move
    #[arg(long, value_name = "N")]
    depth: Option<NonZeroU32>,
    /// Positions (EPD, FEN) or games (.pgn) to begin with
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Plays at most so many plies of each opening of a .pgn
    #[arg(long, value_name = "N", requires = "openings")]
    opening_plies: Option<usize>,
    /// Decides the order of the openings
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,
    /// Games of each two engines that meet: an even number
    #[arg(long, default_value_t = 100, value_name = "N")]
    games: usize,
    /// Games at a time
    #[arg(long, default_value = "1", value_name = "N")]
    concurrency: NonZeroUsize,
    /// Ends the match when the test has decided: elo0 elo1 alpha=0.05 beta=0.05 model=normalized|logistic
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    sprt: Vec<String>,
    /// Calls games drawn: moves=8 score=10 (centipawns) from=40 (move number)
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    draw: Vec<String>,
    /// Calls games lost: moves=4 score=600 sides=1|2 (2: the winner must agree)
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    resign: Vec<String>,
    /// Calls games drawn after so many plies
    #[arg(long, value_name = "N")]
    max_plies: Option<NonZeroUsize>,
    /// Milliseconds by which a clock may be overstepped
    #[arg(long, default_value_t = 0, value_name = "MS")]
    margin: u32,
    /// Seconds of silence after which an engine without a clock has hung; one that talks has ten times as long
    #[arg(long, default_value = "60", value_name = "S")]
    hang: NonZeroU32,
    /// Writes each game to this file as it ends
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Goes on with the match in the PGN file
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// Plays the I-th share of N, for several machines; merge puts the files together
    #[arg(long, default_value = "1/1", value_name = "I/N")]
    shard: Shard,
    /// What the PGN calls the event
    #[arg(long, default_value = "Lupa match", value_name = "TEXT")]
    event: String,
}

#[derive(Subcommand)]
enum Command {
    /// Puts together the games of a match played in shares, and shows its score
    #[command(after_help = "Example: lupa match merge --out all.pgn part1.pgn part2.pgn")]
    Merge {
        /// The PGN files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The file to write the games to (- is stdout, in place of the score)
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}

/// Puts the parts of a match together.
fn put_together(parts: &[PathBuf], out: Option<&Path>) -> Result<(), Failure> {
    if let Some(out) = out {
        files::check_free(out)?;
    }
    let merged = merge(parts).map_err(|error| Failure::Usage(error.to_string()))?;
    if let Some(out) = out {
        files::write(out, &merged.pgn)?;
    }
    if out == Some(Path::new("-")) {
        // Nothing may stand among the games.
        return Ok(());
    }
    let names: Vec<&str> = merged.names.iter().map(String::as_str).collect();
    let (games, doubles) = (merged.tally.games(), merged.doubles);
    let found = format!("{games} games; {doubles} were found twice and count once\n");
    write!(std::io::stdout().lock(), "{found}{}", tables(&names, None, &merged.tally))?;
    Ok(())
}

/// The most games of each two engines: all are planned before the first.
const MOST_GAMES: usize = 10_000_000;
/// Games in which nobody minds a repeated one.
const FEW: usize = 20;

/// Does it.
pub fn run(arguments: &Arguments, games: &dyn Games) -> Result<(), Failure> {
    if let Some(Command::Merge { files, out }) = &arguments.command {
        return put_together(files, out.as_deref());
    }
    let of = prepare(arguments, games)?;
    let stop = interrupt::flag();
    let remarks = check_engines(&of, &stop).map_err(|error| match error {
        StartError::Interrupted => Failure::Failed("interrupted before the first game".to_owned()),
        error => Failure::Usage(error.to_string()),
    })?;
    for remark in remarks {
        writeln!(std::io::stdout(), "{remark}")?;
    }
    let alike = of.engines.iter().all(|spec| spec.pace.clock.is_none() && spec.pace.move_time.is_none());
    if alike && of.games() >= FEW && of.openings.len() < arguments.games / 2 {
        let (openings, games) = (of.openings.len(), arguments.games);
        writeln!(
            std::io::stdout(),
            "openings: {openings} for {games} games of two engines; without a clock engines may repeat whole games, --openings names more"
        )?;
    }
    let mut tally = Tally::new(of.engines.len());
    let mut archive = None;
    if let Some(path) = &arguments.pgn {
        let kept;
        (archive, kept) = open(path, arguments.resume, &of)?;
        kept.iter().for_each(|game| tally.add(game));
        if arguments.resume {
            let line = format!("{} of {} games are played already", of.played(&tally), of.games());
            writeln!(std::io::stdout(), "{line}")?;
        }
    }
    let mut live = Live::new(&of, of.played(&tally), std::io::stderr().is_terminal());
    let stopped = play(&of, &mut tally, archive.as_mut(), &stop, &mut live)
        .map_err(|error| Failure::Failed(error.to_string()))?;
    live.finish()?;
    write!(std::io::stdout().lock(), "{}", report(&of, &tally))?;
    if stopped == Stopped::Interrupted {
        let how = if arguments.pgn.is_some() { "--resume goes on" } else { "with --pgn it could be resumed" };
        let (played, all) = (of.played(&tally), of.games());
        return Err(Failure::Failed(format!("interrupted after {played} of {all} games; {how}")));
    }
    Ok(())
}

fn open(path: &Path, resume: bool, of: &Match) -> Result<(Option<Archive>, Vec<Finished>), Failure> {
    let opened = if resume {
        Archive::resume(path, of)
    } else {
        Archive::create(path).map(|archive| (archive, Vec::new()))
    };
    let (archive, kept) = opened.map_err(|error| Failure::Usage(error.to_string()))?;
    Ok((Some(archive), kept))
}

/// The match that the arguments describe.
fn prepare(arguments: &Arguments, games: &dyn Games) -> Result<Match, Failure> {
    let engines = engines(arguments)?;
    if !arguments.games.is_multiple_of(2) || arguments.games == 0 {
        let games = arguments.games;
        return Err(Failure::Usage(format!("--games {games}: games come in pairs, say an even number")));
    }
    if arguments.games > MOST_GAMES {
        return Err(Failure::Usage(format!("--games {}: {MOST_GAMES} is the most", arguments.games)));
    }
    let sprt = sprt(&arguments.sprt)?;
    if sprt.is_some() && engines.len() != 2 {
        return Err(Failure::Usage(format!("--sprt tests two engines, not {}", engines.len())));
    }
    let variant = super::game(games, &arguments.variant)?;
    let start = AnyGame::start(&variant).map_err(|error| Failure::Usage(error.to_string()))?;
    let openings = openings(arguments, &start)?;
    let encounters = if arguments.gauntlet { Encounters::Gauntlet } else { Encounters::RoundRobin };
    let hang = Duration::from_secs(arguments.hang.get().into());
    Ok(Match {
        event: arguments.event.clone(),
        schedule: Schedule::new(
            engines.len(),
            encounters,
            arguments.games / 2,
            openings.len(),
            arguments.seed,
        ),
        shard: arguments.shard,
        engines,
        start,
        openings,
        judge: Judge::new(draw(&arguments.draw)?, resign(&arguments.resign)?),
        max_plies: arguments.max_plies.map(NonZeroUsize::get),
        margin: Duration::from_millis(arguments.margin.into()),
        patience: Patience { silence: hang, ready: hang, ..Patience::default() },
        concurrency: arguments.concurrency,
        sprt,
    })
}

fn engines(arguments: &Arguments) -> Result<Vec<Arc<EngineSpec>>, Failure> {
    let pace = Pace {
        clock: arguments.tc,
        move_time: arguments.movetime.map(|millis| Duration::from_millis(millis.get().into())),
        nodes: arguments.nodes.map(NonZeroU64::get),
        depth: arguments.depth.map(NonZeroU32::get),
    };
    let mut names = HashSet::new();
    let mut engines = Vec::new();
    for text in &arguments.engines {
        let spec = EngineSpec::read(text, pace).map_err(|error| Failure::Usage(error.to_string()))?;
        if spec.pace.is_unbounded() {
            let name = &spec.name;
            return Err(Failure::Usage(format!(
                "engine '{name}' may think for ever; say --tc, --movetime, --nodes or --depth"
            )));
        }
        if !names.insert(spec.name.clone()) {
            let name = &spec.name;
            return Err(Failure::Usage(format!(
                "two engines are called '{name}'; give them names with name=..."
            )));
        }
        engines.push(Arc::new(spec));
    }
    if engines.len() < 2 {
        return Err(Failure::Usage("a match needs two engines: say --engine twice".to_owned()));
    }
    Ok(engines)
}

fn openings(arguments: &Arguments, start: &AnyGame) -> Result<Vec<Opening>, Failure> {
    let Some(path) = &arguments.openings else { return Ok(vec![Opening::default()]) };
    let complain = |error: &dyn std::fmt::Display| Failure::Usage(format!("{}: {error}", path.display()));
    let input = BufReader::new(File::open(path).map_err(|error| complain(&reason(&error)))?);
    let pgn = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
    let plies = arguments.opening_plies.unwrap_or(usize::MAX);
    read_openings(input, pgn, plies, start).map_err(|error| complain(&error))
}

/// `KEY=VALUE` words of one option.
struct Settings<'a> {
    option: &'static str,
    words: Vec<(&'a str, &'a str)>,
}

impl<'a> Settings<'a> {
    /// The words, if the option was given and all its keys are known.
    fn read(option: &'static str, words: &'a [String], keys: &[&str]) -> Result<Option<Self>, Failure> {
        let mut read = Vec::new();
        for word in words {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            if !keys.contains(&key) || value.is_empty() {
                let keys = keys.join("=..., ");
                return Err(Failure::Usage(format!("{option}: '{word}' is none of {keys}=...")));
            }
            read.push((key, value));
        }
        Ok((!read.is_empty()).then_some(Settings { option, words: read }))
    }

    fn text(&self, key: &str) -> Option<&'a str> {
        self.words.iter().rev().find(|(word, _)| *word == key).map(|(_, value)| *value)
    }

    /// A number, at least that small, or what it is when nothing is said.
    fn number<T>(&self, key: &str, least: T, unsaid: Option<T>) -> Result<T, Failure>
    where
        T: std::str::FromStr + PartialOrd + std::fmt::Display,
    {
        let option = self.option;
        match (self.text(key), unsaid) {
            (None, Some(unsaid)) => Ok(unsaid),
            (None, None) => Err(Failure::Usage(format!("{option}: {key}=... is missing"))),
            (Some(text), _) => text.parse().ok().filter(|number| *number >= least).ok_or_else(|| {
                Failure::Usage(format!("{option}: {key}='{text}' is no number from {least} up"))
            }),
        }
    }
}

fn sprt(words: &[String]) -> Result<Option<Sprt>, Failure> {
    let keys = ["elo0", "elo1", "alpha", "beta", "model"];
    let Some(settings) = Settings::read("--sprt", words, &keys)? else { return Ok(None) };
    let model = match settings.text("model") {
        None | Some("normalized") => Model::Normalized,
        Some("logistic") => Model::Logistic,
        Some(other) => {
            return Err(Failure::Usage(format!(
                "--sprt: model='{other}' is neither normalized nor logistic"
            )));
        }
    };
    let elo0 = settings.number("elo0", -1000.0, None)?;
    let elo1 = settings.number("elo1", -1000.0, None)?;
    let alpha = settings.number("alpha", 0.0, Some(0.05))?;
    let beta = settings.number("beta", 0.0, Some(0.05))?;
    let test = Sprt::new(elo0, elo1, alpha, beta, model);
    test.map(Some).map_err(|error| Failure::Usage(format!("--sprt: {error}")))
}

fn draw(words: &[String]) -> Result<Option<DrawRule>, Failure> {
    let Some(settings) = Settings::read("--draw", words, &["moves", "score", "from"])? else {
        return Ok(None);
    };
    Ok(Some(DrawRule {
        from: settings.number("from", 0, Some(0))?,
        moves: settings.number("moves", 1, None)?,
        score: settings.number("score", 0, None)?,
    }))
}

fn resign(words: &[String]) -> Result<Option<ResignRule>, Failure> {
    let Some(settings) = Settings::read("--resign", words, &["moves", "score", "sides"])? else {
        return Ok(None);
    };
    let sides = settings.number("sides", 1, Some(1))?;
    if sides > 2 {
        return Err(Failure::Usage(format!("--resign: sides='{sides}' is neither 1 nor 2")));
    }
    Ok(Some(ResignRule {
        moves: settings.number("moves", 1, None)?,
        score: settings.number("score", 1, None)?,
        two_sided: sides == 2,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn settings_are_read_or_named() {
        assert_eq!(draw(&[]).ok(), Some(None));
        let rule = draw(&words("moves=8 score=10 from=40")).ok().flatten();
        assert_eq!(rule, Some(DrawRule { from: 40, moves: 8, score: 10 }));
        let rule = resign(&words("moves=4 score=600 sides=2")).ok().flatten();
        assert_eq!(rule, Some(ResignRule { moves: 4, score: 600, two_sided: true }));
        assert!(sprt(&words("elo0=0 elo1=5 model=logistic")).is_ok_and(|test| test.is_some()));
        for (found, complaint) in [
            (draw(&words("moves=8")).map(|_| ()), "--draw: score=... is missing"),
            (draw(&words("plies=8")).map(|_| ()), "--draw: 'plies=8' is none of"),
            (resign(&words("moves=0 score=1")).map(|_| ()), "--resign: moves='0' is no number from 1 up"),
            (resign(&words("moves=4 score=600 sides=3")).map(|_| ()), "sides='3' is neither 1 nor 2"),
            (sprt(&words("elo0=5 elo1=0")).map(|_| ()), "--sprt: elo0 (5) must be less than elo1 (0)"),
            (sprt(&words("elo0=0 elo1=x")).map(|_| ()), "--sprt: elo1='x' is no number"),
            (sprt(&words("elo0=0 elo1=5 model=x")).map(|_| ()), "neither normalized nor logistic"),
        ] {
            let error = found.expect_err(complaint).to_string();
            assert!(error.contains(complaint), "{error}");
        }
    }
}
