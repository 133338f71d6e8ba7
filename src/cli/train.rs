//! `lupa train`: a net from what self-play left behind. Knows files and progress; how a net learns, the trainer says.

use super::{Failure, curve, files, game, interrupt};
use crate::engine::games::Games;
use crate::engine::nets::{self, BUILT_IN, NONE};
use crate::eval::net::{HIDDEN_STEP, MOST_BUCKETS, MOST_HIDDEN, Net, Outline};
use crate::learn::primer;
use crate::learn::train::{
    Choice, Data, DataError, Loss, Settings, Trainer, beside_each, fit_scale, suggested_batch,
    suggested_course,
};
use crate::rules::Variant;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Trains a net on the positions of self-play: what each is worth, from its score and how its game ended. The same
/// data, settings and seed make the same net, on any number of threads.
#[derive(clap::Args)]
#[command(after_help = "Example: lupa train --variant lecce --data lecce.data --out lecce.net\n         \
                        lupa train --variant chess --data one.data two.data --hidden 128 --threads 2 --out chess.net\n\n\
                        After every epoch NET.checkpoint holds all that was learned; the same command with --resume \
                        goes on from there.\n\n\
                        Exit codes: 0 trained, 1 stopped, 2 asked wrongly.")]
pub struct Arguments {
    /// The game
    #[arg(long, default_value = "chess", value_name = "NAME")]
    variant: String,
    /// Files that lupa selfplay wrote
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// The net to write
    #[arg(long, value_name = "NET")]
    out: PathBuf,
    /// Neurons of the hidden layer for each side: a multiple of 16
    #[arg(long, default_value_t = 64, value_name = "N", value_parser = hidden)]
    hidden: usize,
    /// Outputs, by how many men are left
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = buckets)]
    buckets: usize,
    /// How much of what is learned is the game's result (0 to 1); the rest is the score
    #[arg(long, default_value_t = 0.1, value_name = "SHARE", value_parser = share)]
    result_share: f32,
    /// How much a position's score is that of the positions after it in its game, ply by ply (0 to 1): TD(lambda)
    #[arg(long, default_value_t = 0.7, value_name = "SHARE", value_parser = share)]
    lambda: f32,
    /// Hundredths of a pawn that make 73% of a win; fitted to the results if not given
    #[arg(long, value_name = "CP", value_parser = clap::value_parser!(i32).range(1..=10_000))]
    scale: Option<i32>,
    /// Times every position is passed; if not given 20 without a primer, 3 after one, 8 after one from 1.5 million
    /// positions on
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: Option<u32>,
    /// Positions between two steps; fewer for few positions, if not given
    #[arg(long, value_name = "N")]
    batch: Option<NonZeroUsize>,
    /// The highest learning rate; if not given 0.001 without a primer, 0.0002 after one, 0.0005 after one from 1.5
    /// million positions on
    #[arg(long, value_name = "RATE", value_parser = learning_rate)]
    rate: Option<f32>,
    /// First learns what --net thinks of so many positions beside those of the data; 0 to begin with nothing
    #[arg(long, default_value_t = 12_000_000, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=200_000_000))]
    primer: u32,
    /// The evaluation to learn from at first: built-in (the hand-made one where there is no net), none (the hand-made
    /// one), or a net's file
    #[arg(long, default_value = BUILT_IN, value_name = "NET")]
    net: String,
    /// Leaves out positions in which a side is further ahead, in hundredths of a pawn
    #[arg(long, default_value_t = 3000, value_name = "CP", value_parser = clap::value_parser!(i16).range(1..))]
    max_score: i16,
    /// Leaves out so many plies of each game
    #[arg(long, default_value_t = 4, value_name = "N")]
    skip_plies: u16,
    /// Another number, another net
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Learns on that many threads; up to 16 find work
    #[arg(long, value_parser = super::threads, default_value = "1", value_name = "N")]
    threads: NonZeroUsize,
    /// Goes on from NET.checkpoint
    #[arg(long)]
    resume: bool,
    /// Where the loss curve is drawn; NET with the ending .svg if not given
    #[arg(long, value_name = "FILE")]
    curve: Option<PathBuf>,
}

fn number<T: std::str::FromStr>(text: &str, good: impl Fn(&T) -> bool, what: &str) -> Result<T, String> {
    text.parse().ok().filter(good).ok_or_else(|| format!("not {what}"))
}

fn hidden(text: &str) -> Result<usize, String> {
    let good =
        |hidden: &usize| (HIDDEN_STEP..=MOST_HIDDEN).contains(hidden) && hidden.is_multiple_of(HIDDEN_STEP);
    number(text, good, &format!("a multiple of {HIDDEN_STEP} up to {MOST_HIDDEN}"))
}

fn buckets(text: &str) -> Result<usize, String> {
    number(
        text,
        |buckets| (1..=MOST_BUCKETS).contains(buckets),
        &format!("a number from 1 to {MOST_BUCKETS}"),
    )
}

fn share(text: &str) -> Result<f32, String> {
    number(text, |share| (0.0..=1.0).contains(share), "a number from 0 to 1")
}

fn learning_rate(text: &str) -> Result<f32, String> {
    number(text, |rate| *rate > 0.0 && *rate <= 1.0, "a number above 0, up to 1")
}

/// Does it.
pub fn run(arguments: &Arguments, games: &dyn Games) -> Result<(), Failure> {
    let variant = game(games, &arguments.variant)?;
    let out = &arguments.out;
    files::check_named(out, "--out")?;
    let curve = arguments.curve.clone().unwrap_or_else(|| out.with_extension("svg"));
    let checkpoint = with_suffix(out, ".checkpoint");
    let mut read = arguments.data.clone();
    if ![BUILT_IN, NONE].contains(&arguments.net.as_str()) {
        read.push(PathBuf::from(&arguments.net));
    }
    for file in [out, &curve, &checkpoint] {
        files::check_room(file)?;
        files::check_apart(file, &read)?;
    }
    if curve.as_os_str() == "-" || [out, &checkpoint].contains(&&curve) {
        return Err(Failure::Usage("--curve must name a file of its own".to_owned()));
    }
    if !arguments.resume && checkpoint.exists() {
        let name = checkpoint.display();
        return Err(Failure::Usage(format!(
            "{name} is there: training stopped before its end; --resume goes on, or remove it to begin anew"
        )));
    }
    let outline = Outline::of(&variant);
    if let Some(doubt) = nets::doubt(&arguments.net, &outline).map_err(Failure::Usage)? {
        super::complain(&doubt);
    }
    // Who trains for hours wants the net even if nobody reads along.
    let mut broken = None;
    let data = read_data(arguments, &outline, &variant.name, &mut broken)?;
    let settings = settings(arguments, &data);
    let Settings { hidden, buckets, scale, epochs, batch, .. } = settings;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.threads.get())
        .build()
        .map_err(|error| Failure::Failed(format!("no threads: {error}")))?;
    let mut trainer = if arguments.resume {
        let bytes = files::read_bytes(&checkpoint)?;
        pool.install(|| Trainer::resume(&data, &settings, &bytes))
            .map_err(|error| Failure::Usage(format!("{}: {error}", checkpoint.display())))?
    } else {
        pool.install(|| Trainer::new(&data, &settings))
    };
    let stop = interrupt::flag();
    let inputs = data.outline().inputs();
    let told = say(&format!(
        "net {inputs} -> {hidden} x 2 -> {buckets}, scale {scale}, {epochs} epochs, batches of {batch}"
    ));
    broken = broken.or(told.err());
    if arguments.resume {
        broken =
            broken.or(say(&format!("{} of {epochs} epochs are done already", trainer.losses().len())).err());
    }
    if settings.primer > 0 && !arguments.resume {
        pool.install(|| prime(&variant, &arguments.net, &data, &mut trainer, &settings, &stop))?;
    }
    let positions = data.tally().training;
    let title = format!("{}: {hidden} hidden, {buckets} outputs, {positions} positions", data.game());
    let mut live = Live::new("epoch", &data, &settings, trainer.losses().len());
    while !trainer.is_done() {
        let Some(loss) = pool.install(|| live.epoch(&mut trainer, &stop)) else {
            live.bar.finish_and_clear();
            return Err(stopped(&trainer, epochs, &checkpoint));
        };
        broken = broken.or(live.tell(trainer.losses().len(), &loss).err());
        if !loss.is_sound() {
            live.bar.finish_and_clear();
            // Going on from there leads nowhere.
            let _ = std::fs::remove_file(&checkpoint);
            return Err(run_away());
        }
        files::write_bytes(&checkpoint, &trainer.checkpoint())?;
        files::write(&curve, &curve::svg(&title, trainer.losses(), epochs))?;
    }
    live.bar.finish_and_clear();
    let told = finish(arguments, &data, &trainer, &pool)?;
    // What it was kept for is written.
    let _ = std::fs::remove_file(&checkpoint);
    broken = broken.or(say(&told).err());
    broken.map_or(Ok(()), Err)
}

fn say(line: &str) -> Result<(), Failure> {
    writeln!(std::io::stdout().lock(), "{line}")?;
    Ok(())
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

fn run_away() -> Failure {
    Failure::Failed(
        "the steps are so large that the loss is no number any more: begin anew with a lower --rate"
            .to_owned(),
    )
}

/// All positions chosen from all files. `broken` says why nobody could be told.
fn read_data(
    arguments: &Arguments,
    outline: &Outline,
    game: &str,
    broken: &mut Option<Failure>,
) -> Result<Data, Failure> {
    let choice =
        Choice { most_score: arguments.max_score, first_ply: arguments.skip_plies, lambda: arguments.lambda };
    let mut data = Data::new(outline, game, choice);
    for path in &arguments.data {
        let bytes = files::read_bytes(path)?;
        let notes = data
            .add(&path.display().to_string(), &bytes)
            .map_err(|error| Failure::Usage(error.to_string()))?;
        notes.iter().for_each(|note| super::complain(note));
    }
    let tally = data.divide().map_err(|error| Failure::Usage(error.to_string()))?;
    let told = say(&format!(
        "{} positions of {} games read, {} quiet ones chosen: {} to learn from, {} of other games to judge by",
        tally.positions,
        tally.games,
        tally.training + tally.validation,
        tally.training,
        tally.validation
    ));
    *broken = told.err();
    Ok(data)
}

fn settings(arguments: &Arguments, data: &Data) -> Settings {
    let positions = data.tally().training;
    let (epochs, rate) = suggested_course(arguments.primer > 0, positions);
    Settings {
        hidden: arguments.hidden,
        buckets: arguments.buckets,
        scale: arguments.scale.unwrap_or_else(|| fit_scale(data.results())),
        result_share: arguments.result_share,
        batch: arguments.batch.map_or_else(|| suggested_batch(positions), NonZeroUsize::get),
        rate: arguments.rate.unwrap_or(rate),
        epochs: arguments.epochs.map_or(epochs, |epochs| epochs as usize),
        seed: arguments.seed,
        primer: beside_each(arguments.primer as usize, positions),
    }
}

/// Has a net learn what an evaluation thinks of positions beside those of self-play.
fn prime(
    variant: &Arc<Variant>,
    net: &str,
    data: &Data,
    trainer: &mut Trainer<'_>,
    settings: &Settings,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let stopped = || Failure::Failed("stopped before the first epoch; nothing is kept".to_owned());
    let amount = (settings.primer, settings.seed);
    let records = primer::beside(variant, net, &data.learned(), amount, stop).map_err(Failure::Usage)?;
    if stop.load(Ordering::Relaxed) {
        return Err(stopped());
    }
    let beside = match Data::of_records(data.outline(), data.game(), records) {
        Ok(beside) => beside,
        // Too few to begin with.
        Err(DataError::TooFew { .. }) => return Ok(()),
        Err(error) => return Err(Failure::Usage(error.to_string())),
    };
    let settings = settings.of_primer(beside.tally().training);
    let mut first = Trainer::new(&beside, &settings);
    let mut live = Live::new("primer", &beside, &settings, 0);
    while !first.is_done() {
        let Some(loss) = live.epoch(&mut first, stop) else {
            live.bar.finish_and_clear();
            return Err(stopped());
        };
        if !loss.is_sound() {
            live.bar.finish_and_clear();
            return Err(run_away());
        }
        // Whoever no longer reads is asked again by the epochs.
        let _ = live.tell(first.losses().len(), &loss);
    }
    live.bar.finish_and_clear();
    trainer.begin_with(&first);
    Ok(())
}

/// Writes the net. Returns what it is worth and what rounding cost, for a person.
fn finish(
    arguments: &Arguments,
    data: &Data,
    trainer: &Trainer<'_>,
    pool: &rayon::ThreadPool,
) -> Result<String, Failure> {
    let net = pool.install(|| trainer.net());
    let bytes = net.to_bytes();
    // What is written can be read, or it is not written.
    Net::from_bytes(&bytes, data.outline()).map_err(|error| Failure::Failed(error.to_string()))?;
    files::write_bytes(&arguments.out, &bytes)?;
    let (whole, (rounded, result)) = pool.install(|| (trainer.validate(), trainer.validate_net(&net)));
    Ok(format!(
        "{}: {} bytes, validation loss {whole:.6}, rounded to whole numbers {rounded:.6}, \
         against results alone {result:.6}",
        arguments.out.display(),
        bytes.len()
    ))
}

fn stopped(trainer: &Trainer<'_>, epochs: usize, checkpoint: &Path) -> Failure {
    let done = trainer.losses().len();
    let how = if done == 0 {
        "nothing is kept".to_owned()
    } else {
        format!("{} keeps them, the same command with --resume goes on", checkpoint.display())
    };
    Failure::Failed(format!("stopped after {done} of {epochs} epochs; {how}"))
}

/// What is seen while it learns: a bar on a terminal, a line for each epoch everywhere.
struct Live {
    /// What an epoch is called.
    name: &'static str,
    bar: ProgressBar,
    positions: usize,
    epochs: usize,
    speed: f64,
}

impl Live {
    fn new(name: &'static str, data: &Data, settings: &Settings, done: usize) -> Live {
        let positions = data.tally().training;
        let bar = ProgressBar::new((positions * settings.epochs) as u64);
        if let Ok(style) = ProgressStyle::with_template("{prefix} {wide_bar} {msg}, {eta} left") {
            bar.set_style(style);
        }
        bar.set_position((positions * done) as u64);
        bar.reset_eta();
        Live { name, bar, positions, epochs: settings.epochs, speed: 0.0 }
    }

    /// One epoch, watched.
    fn epoch(&mut self, trainer: &mut Trainer<'_>, stop: &AtomicBool) -> Option<Loss> {
        let done = trainer.losses().len();
        self.bar.set_prefix(format!("{} {}/{}", self.name, done + 1, self.epochs));
        let start = Instant::now();
        let (bar, before) = (&self.bar, self.positions * done);
        let mut speed = 0.0;
        let loss = trainer.epoch(stop, |passed, loss| {
            speed = passed as f64 / start.elapsed().as_secs_f64().max(1e-9);
            bar.set_message(format!("loss {loss:.6}, {speed:.0} positions/s"));
            bar.set_position((before + passed) as u64);
        });
        self.speed = speed;
        loss
    }

    fn tell(&self, done: usize, loss: &Loss) -> Result<(), Failure> {
        let Loss { training, validation } = loss;
        let (name, epochs, speed) = (self.name, self.epochs, self.speed);
        self.bar.suspend(|| {
            say(&format!(
                "{name} {done}/{epochs}: loss {training:.6}, validation {validation:.6}, {speed:.0} positions/s"
            ))
        })
    }
}
