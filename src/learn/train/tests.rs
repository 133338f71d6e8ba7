//! Training tried on positions made up by rule: against a reference that is slow and plain, and to the end.

use super::data::{Choice, Data, DataError};
use super::model::Sizes;
use super::pass::{Scratch, judge, learn};
use super::samples::{Samples, Terms, Views};
use super::trainer::{Settings, Trainer};
use crate::board::{Colour, PerColour};
use crate::engine::chance::{Chance, mixed};
use crate::eval::net::{Net, Outline, bucket};
use crate::learn::record::{Frame, Head, Men, Record, RecordError, Shape};
use crate::rules::Library;
use std::sync::atomic::AtomicBool;

const CHOICE: Choice = Choice { most_score: 3000, first_ply: 2, lambda: 0.0 };

fn outline(name: &str) -> Outline {
    Outline::of(&Library::builtin().unwrap().find(name).unwrap())
}

/// Men strewn about: a king a side and others at random; the score is what they are worth, 40 for the first kind, 80
/// for the next and so on.
fn position(outline: &Outline, number: u64) -> Record {
    let mut chance = Chance::new(77, number);
    let mut squares: Vec<u8> = (0..outline.squares() as u8).collect();
    chance.shuffle(&mut squares);
    let king = outline.king();
    let mut men = vec![(king as u8, Colour::White, squares[0]), (king as u8, Colour::Black, squares[1])];
    let count = 4 + mixed(number) as usize % (outline.men - 6);
    let mut white = 0;
    for (place, square) in squares[2..].iter().take(count).enumerate() {
        let lot = mixed(number * 1000 + place as u64);
        let (kind, owner) = ((lot >> 8) as usize % king, Colour::BOTH[lot as usize % 2]);
        men.push((kind as u8, owner, *square));
        white += (1 + kind as i32) * if owner == Colour::White { 40 } else { -40 };
    }
    men.sort_by_key(|(.., square)| *square);
    let turn = Colour::BOTH[number as usize % 2];
    let score = if turn == Colour::White { white } else { -white };
    Record {
        result: if score > 60 { 2 } else { u8::from(score >= -60) },
        ply: 20,
        quiet_plies: 3,
        moved: (0, 1),
        ..Record::unplayed(men.into_iter().collect::<Men>(), turn, score as i16)
    }
}

fn file(outline: &Outline, game: &str, records: impl Iterator<Item = Record>, per_game: usize) -> Vec<u8> {
    let head = Head {
        game: game.into(),
        outline: outline.clone(),
        rules: None,
        seed: 1,
        nodes: 100,
        terms: "none".into(),
    };
    let shape = Shape::of(outline);
    let mut bytes = head.to_text().into_bytes();
    let records: Vec<Record> = records.collect();
    for (number, records) in records.chunks(per_game).enumerate() {
        let mut inside = Vec::new();
        for record in records {
            assert!(shape.write(record, &mut inside));
        }
        bytes.extend(Frame::wrap(number as u64, mixed(number as u64), shape.size(), &inside));
    }
    bytes
}

fn data(name: &str, positions: u64) -> Data {
    let outline = outline(name);
    let mut data = Data::new(&outline, name, CHOICE);
    let records = (0..positions).map(|number| position(&outline, number));
    assert_eq!(data.add("test", &file(&outline, name, records, 40)), Ok(Vec::new()));
    data.divide().unwrap();
    data
}

fn settings() -> Settings {
    Settings {
        hidden: 16,
        buckets: 2,
        scale: 400,
        result_share: 0.3,
        batch: 512,
        rate: 4e-3,
        epochs: 4,
        seed: 5,
        primer: 0,
    }
}

/// All that a training came to: its last checkpoint, and its loss.
fn trained(data: &Data, settings: &Settings, threads: usize) -> (Vec<u8>, f64) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let mut trainer = Trainer::new(data, settings);
    let loss = pool.install(|| {
        (0..settings.epochs)
            .map(|_| trainer.epoch(&AtomicBool::new(false), |_, _| {}).unwrap())
            .last()
            .unwrap()
    });
    (trainer.checkpoint(), loss.validation)
}

/// The sum of squared errors straight from the definition, in double precision.
fn reference(outline: &Outline, sizes: &Sizes, terms: Terms, parameters: &[f64], records: &[Record]) -> f64 {
    let shape = Shape::of(outline);
    let (input, bias) = (&parameters[sizes.input_weights()], &parameters[sizes.hidden_biases()]);
    let (output, last) = (&parameters[sizes.output_weights()], &parameters[sizes.output_biases()]);
    let hidden = sizes.hidden;
    let sigmoid = |value: f64| 1.0 / (1.0 + (-value).exp());
    let error = |record: &Record| {
        let which = bucket(record.men.len(), outline.men, sizes.buckets);
        let mut sum = last[which];
        for (side, viewer) in [record.turn, !record.turn].into_iter().enumerate() {
            let king = record
                .men
                .iter()
                .find(|(kind, owner, _)| usize::from(*kind) == outline.king() && *owner == viewer);
            let mirrored = outline.mirrors(shape.coord(king.unwrap().2));
            for neuron in 0..hidden {
                let mut value = bias[neuron];
                for (kind, owner, square) in &record.men {
                    let place = shape.coord(*square);
                    let row = outline.input(viewer, mirrored, usize::from(*kind), *owner, place);
                    value += input[row * hidden + neuron];
                }
                sum += value.clamp(0.0, 1.0).powi(2) * output[(which * 2 + side) * hidden + neuron];
            }
        }
        let expected = sigmoid(f64::from(record.score) / f64::from(terms.scale));
        let share = f64::from(terms.result_share);
        let target = (1.0 - share) * expected + share * f64::from(record.result) / 2.0;
        (sigmoid(sum) - target).powi(2)
    };
    records.iter().map(error).sum()
}

/// Loss and gradient against the reference's differences, for some parameters of every group.
fn compare(name: &str, hidden: usize) {
    let outline = outline(name);
    let data = data(name, 80);
    let sizes = Sizes::of(&outline, hidden, 3);
    let terms = Terms { scale: 300.0, result_share: 0.25 };
    let mut parameters = sizes.first(0, 9);
    // Output biases begin at 0, where mistakes could hide.
    parameters[sizes.output_biases()].copy_from_slice(&[0.1, -0.2, 0.3]);
    let views = Views::new(&outline, 3, terms);
    let (mut samples, mut scratch) = (Samples::default(), Scratch::default());
    let places: Vec<u32> = (0..80).collect();
    views.fill(&data, &places, &mut samples);
    let mut gradient = vec![0.0; sizes.parameters()];
    let loss = learn(&sizes, &parameters, &samples, &mut scratch, &mut gradient);
    assert_eq!(loss, judge(&sizes, &parameters, &samples, &mut scratch));
    let records: Vec<Record> =
        places.iter().map(|place| Shape::of(&outline).read(data.record(*place)).unwrap()).collect();
    let exact: Vec<f64> = parameters.iter().map(|number| f64::from(*number)).collect();
    let expected = reference(&outline, &sizes, terms, &exact, &records);
    assert!((loss - expected).abs() < 1e-4 * expected, "{name}: {loss} {expected}");
    for range in sizes.groups() {
        let count = range.len().min(40);
        let mut moved = 0;
        for number in 0..count {
            let at = range.start + number * range.len() / count;
            let step = 1e-6;
            let nudged = |by: f64| {
                let mut parameters = exact.clone();
                parameters[at] += by;
                reference(&outline, &sizes, terms, &parameters, &records)
            };
            let slope = (nudged(step) - nudged(-step)) / (2.0 * step);
            let found = f64::from(gradient[at]);
            assert!(
                (slope - found).abs() < 1e-4 + 1e-3 * slope.abs(),
                "{name} {range:?} {at}: {slope} {found}"
            );
            moved += usize::from(slope.abs() > 1e-3);
        }
        assert!(moved > 0, "{name} {range:?}: nothing was tried");
    }
}

#[test]
fn gradients_are_what_small_steps_show() {
    compare("lecce", 16);
    compare("ladorean", 32);
}

#[test]
fn every_block_size_computes_the_same_net() {
    // A net's neurons twice over, at half the output weight each, is the same net.
    let data = data("lecce", 80);
    let terms = Terms { scale: 300.0, result_share: 0.25 };
    let views = Views::new(data.outline(), 2, terms);
    let (mut samples, mut scratch) = (Samples::default(), Scratch::default());
    views.fill(&data, &(0..40).collect::<Vec<_>>(), &mut samples);
    let sizes = Sizes::of(data.outline(), 16, 2);
    let parameters = sizes.first(0, 2);
    let loss = judge(&sizes, &parameters, &samples, &mut scratch);
    for times in [2, 3, 4, 8, 16] {
        let wide = Sizes::of(data.outline(), 16 * times, 2);
        let repeat = |range: std::ops::Range<usize>, factor: f32| {
            let rows = parameters[range].chunks(16).flat_map(move |row| vec![row; times]);
            rows.flatten().map(move |number| number * factor).collect::<Vec<f32>>()
        };
        let mut wider = repeat(sizes.input_weights(), 1.0);
        wider.extend(repeat(sizes.hidden_biases(), 1.0));
        wider.extend(repeat(sizes.output_weights(), 1.0 / times as f32));
        wider.extend(&parameters[sizes.output_biases()]);
        let mut gradient = vec![0.0; wide.parameters()];
        let other = learn(&wide, &wider, &samples, &mut scratch, &mut gradient);
        assert!((loss - other).abs() < 1e-4, "{times}: {loss} {other}");
    }
}

#[test]
fn the_same_seed_gives_the_same_net_on_any_number_of_threads() {
    let data = data("lecce", 4000);
    let one = trained(&data, &settings(), 1);
    assert_eq!(one, trained(&data, &settings(), 3));
    assert_ne!(one.1, trained(&data, &Settings { seed: 6, ..settings() }, 1).1);
    assert!((one.1 - FIXED_LOSS).abs() < 1e-6, "{}", one.1);
}

/// What comes of four thousand positions, on every CPU.
const FIXED_LOSS: f64 = 0.016_178_37;

#[test]
fn what_men_are_worth_is_learned_and_survives_rounding() {
    let data = data("lecce", 20_000);
    let settings = Settings { epochs: 12, result_share: 0.0, buckets: 1, ..settings() };
    let mut trainer = Trainer::new(&data, &settings);
    let before = trainer.validate();
    while !trainer.is_done() {
        trainer.epoch(&AtomicBool::new(false), |_, _| {}).unwrap();
    }
    let after = trainer.validate();
    assert!(after < before / 20.0, "{before} {after}");
    let net = trainer.net();
    let bytes = net.to_bytes();
    assert_eq!(Net::from_bytes(&bytes, data.outline()).as_ref(), Ok(&net));
    let (rounded, by_result) = trainer.validate_net(&net);
    let by_results = Trainer::new(&data, &Settings { result_share: 1.0, ..settings.clone() });
    assert_eq!(by_results.validate_net(&net), (by_result, by_result));
    assert!(by_result > 2.0 * rounded, "{by_result} {rounded}");
    assert!((rounded - after).abs() < 0.1 * after + 1e-5, "{after} {rounded}");
    // Positions it has never seen, put in order.
    let shape = Shape::of(data.outline());
    let worths: Vec<(i32, i32)> = (100_000..100_400)
        .map(|number| {
            let record = position(data.outline(), number);
            let men = || record.men.iter().map(|(kind, owner, square)| (*kind, *owner, shape.coord(*square)));
            let king = |side| {
                let king = data.outline().king();
                men().find(|(kind, owner, _)| usize::from(*kind) == king && *owner == side).unwrap().2
            };
            let kings = PerColour([king(Colour::White), king(Colour::Black)]);
            (i32::from(record.score), net.plain(men(), record.turn, kings))
        })
        .collect();
    let pairs = worths.windows(2).filter(|pair| (pair[0].0 - pair[1].0).abs() >= 120);
    let right: Vec<bool> = pairs.map(|pair| (pair[0].0 < pair[1].0) == (pair[0].1 < pair[1].1)).collect();
    let share = right.iter().filter(|right| **right).count() as f64 / right.len() as f64;
    assert!(share > 0.97, "{share} of {}", right.len());
}

#[test]
fn training_taken_up_again_is_as_if_it_had_gone_on() {
    let data = data("lecce", 2000);
    let whole = trained(&data, &settings(), 2);
    let mut trainer = Trainer::new(&data, &settings());
    let go = AtomicBool::new(false);
    for _ in 0..2 {
        trainer.epoch(&go, |_, _| {}).unwrap();
    }
    let bytes = trainer.checkpoint();
    // An epoch that is stopped leaves no loss behind.
    assert_eq!(trainer.epoch(&AtomicBool::new(true), |_, _| {}), None);
    assert_eq!(trainer.losses().len(), 2);
    let mut again = Trainer::resume(&data, &settings(), &bytes).ok().unwrap();
    assert_eq!((again.losses(), again.checkpoint() == bytes), (trainer.losses(), true));
    while !again.is_done() {
        again.epoch(&go, |_, _| {}).unwrap();
    }
    assert_eq!((again.checkpoint(), again.losses().last().unwrap().validation), whole);
}

#[test]
fn every_other_checkpoint_is_refused() {
    let data = data("lecce", 400);
    let trainer = Trainer::new(&data, &settings());
    let bytes = trainer.checkpoint();
    let complaint = |data: &Data, settings: &Settings, bytes: &[u8]| {
        Trainer::resume(data, settings, bytes).err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(complaint(&data, &settings(), &bytes), "");
    assert!(complaint(&data, &settings(), b"LUPANET 1\n").contains("no checkpoint"));
    for cut in [13, 40, 300, bytes.len() / 2, bytes.len() - 1] {
        assert!(complaint(&data, &settings(), &bytes[..cut]).contains("damaged"), "{cut}");
    }
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    assert!(complaint(&data, &settings(), &damaged).contains("damaged"));
    let other = Settings { hidden: 32, ..settings() };
    assert!(complaint(&data, &other, &bytes).contains("hidden 16, now it is 32"));
    let other = Settings { seed: 6, ..settings() };
    assert!(complaint(&data, &other, &bytes).contains("seed 5, now it is 6"));
    assert!(complaint(&super::tests::data("lecce", 440), &settings(), &bytes).contains("positions"));
    assert!(complaint(&super::tests::data("chess", 400), &settings(), &bytes).contains("board 4x8"));
}

#[test]
fn only_quiet_positions_of_the_game_are_chosen() {
    let outline = outline("lecce");
    let odd = |change: fn(&mut Record)| {
        let mut record = position(&outline, 8);
        record.score = 10;
        change(&mut record);
        record
    };
    let records = [
        odd(|_| {}),
        odd(|record| record.in_check = true),
        odd(|record| record.noisy = true),
        odd(|record| record.random = true),
        odd(|record| record.ply = 1),
        odd(|record| record.score = 3001),
        odd(|record| record.score = i16::MIN),
        odd(|record| record.score = 31_000),
        // A king too few, and a kind that is none.
        odd(|record| record.men.retain(|(kind, owner, _)| *kind < 4 || *owner == Colour::White)),
        odd(|record| record.men[0].0 = 7),
        odd(|record| record.castles = true),
        odd(|record| record.score = -3000),
    ];
    let bytes = file(&outline, "lecce", records.into_iter(), 4);
    let mut data = Data::new(&outline, "lecce", CHOICE);
    assert_eq!(data.add("x", &bytes), Ok(Vec::new()));
    let tally = data.divide().unwrap();
    assert_eq!((tally.games, tally.positions, tally.training + tally.validation), (3, 12, 3));
    // Two games have positions: one learns, one judges.
    assert!(tally.training > 0 && tally.validation > 0);
}

#[test]
fn cut_files_give_what_is_whole_and_foreign_ones_nothing() {
    let outline = outline("lecce");
    let records = || (0..120).map(|number| position(&outline, number));
    let bytes = file(&outline, "lecce", records(), 40);
    let mut data = Data::new(&outline, "lecce", CHOICE);
    let note = data.add("cut.lupa", &bytes[..bytes.len() - 7]).unwrap().remove(0);
    assert!(note.starts_with("cut.lupa: 2 games; the 977 bytes ") && !note.contains('\n'), "{note}");
    assert_eq!(data.divide().unwrap().games, 2);
    // The same file again counts again; whoever names it twice means it.
    assert_eq!(data.add("x", &bytes), Ok(Vec::new()));
    assert_eq!(data.divide().unwrap().games, 5);
    let foreign = Data::new(&super::tests::outline("chess"), "chess", CHOICE).add("y", &bytes);
    assert!(matches!(&foreign, Err(DataError::File { error: RecordError::Foreign { .. }, .. })));
    assert_eq!(foreign.unwrap_err().to_string(), "y: it holds positions of lecce, not of chess");
    // The same men set up otherwise: learned from if they fit, and said.
    let latte = super::tests::outline("latte");
    let crowd = file(&latte, "latte", (0..80).map(|number| position(&latte, number)), 40);
    let mut data = Data::new(&super::tests::outline("chess"), "chess", CHOICE);
    let notes = data.add("z", &crowd).unwrap();
    assert_eq!(notes[0], "z holds latte, which begins otherwise than chess: is that the game meant?");
    let mut few = Data::new(&outline, "lecce", CHOICE);
    assert_eq!(few.add("z", &file(&outline, "lecce", records().take(5), 40)), Ok(Vec::new()));
    assert!(few.divide().unwrap_err().to_string().contains("are fit to learn from, in 1 games: too few"));
}

#[test]
fn whole_games_are_kept_aside() {
    let outline = outline("lecce");
    let mut data = Data::new(&outline, "lecce", CHOICE);
    let records = (0..8000).map(|number| position(&outline, number));
    assert_eq!(data.add("x", &file(&outline, "lecce", records, 10)), Ok(Vec::new()));
    let tally = data.divide().unwrap();
    assert!((150..600).contains(&tally.validation), "{tally:?}");
    let game = |place: &u32| place / 10;
    assert_eq!(tally.training + tally.validation, 8000);
    let aside: std::collections::BTreeSet<u32> = data.validation.iter().map(game).collect();
    assert!(data.training.iter().all(|place| !aside.contains(&game(place))));
}
