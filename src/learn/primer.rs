//! What a net learns first: positions a random move or two beside those of self-play, and what an evaluation there is
//! already thinks of them. Knows records, moves and evaluations; trains nothing.
//!
//! A searched position costs hundreds of evaluations; one beside it costs one. So a net that begins by learning what is
//! known already needs the few searched positions only for what is not.

use super::record::{Record, Shape};
use crate::board::{Large, Layout, Small};
use crate::engine::chance::Chance;
use crate::engine::nets;
use crate::eval::Evaluator;
use crate::eval::net::Outline;
use crate::position::{Kind, Move, Position, Rules};
use crate::rules::Variant;
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Records one thread takes at a time.
const SHARE: usize = 4096;

/// For each of these records so many positions beside it, as records whose score is what the evaluation of that name
/// (see [`nets::evaluator`]) makes of them and whose result is a draw, on the threads of the pool it is called in. The
/// same records and seed give the same positions.
///
/// Told to stop, it gives fewer.
///
/// # Errors
/// One line: why there is no such evaluation.
pub fn beside(
    variant: &Arc<Variant>,
    net: &str,
    records: &[&[u8]],
    (each, seed): (usize, u64),
    stop: &AtomicBool,
) -> Result<Vec<u8>, String> {
    if let Ok(rules) = Rules::<Small>::new(Arc::clone(variant)) {
        return on_layout(rules, net, records, (each, seed), stop);
    }
    let rules = Rules::<Large>::new(Arc::clone(variant)).map_err(|error| error.to_string())?;
    on_layout(rules, net, records, (each, seed), stop)
}

fn on_layout<L: Layout>(
    rules: Rules<L>,
    net: &str,
    records: &[&[u8]],
    (each, seed): (usize, u64),
    stop: &AtomicBool,
) -> Result<Vec<u8>, String> {
    let rules = Arc::new(rules);
    let shape = Shape::of(&Outline::of(rules.variant()));
    let (evaluator, _) = nets::evaluator(&rules, net)?;
    let shares = records.par_chunks(SHARE).enumerate().map(|(share, records)| {
        let mut teacher = Teacher {
            rules: &rules,
            shape,
            evaluator: evaluator.sibling(),
            chance: Chance::new(seed, share as u64),
            written: Vec::with_capacity(records.len() * each * shape.size()),
        };
        for bytes in records.iter().take_while(|_| !stop.load(Ordering::Relaxed)) {
            teacher.teach(bytes, each);
        }
        teacher.written
    });
    Ok(shares.collect::<Vec<_>>().concat())
}

struct Teacher<'a, L: Layout> {
    rules: &'a Rules<L>,
    shape: Shape,
    evaluator: Evaluator<L>,
    chance: Chance,
    written: Vec<u8>,
}

impl<L: Layout> Teacher<'_, L> {
    /// Writes positions beside a record.
    fn teach(&mut self, bytes: &[u8], each: usize) -> Option<()> {
        let record = self.shape.read(bytes)?;
        let shape = self.shape;
        let men = record.men.iter().map(|(kind, owner, square)| (Kind(*kind), *owner, shape.coord(*square)));
        let position = Position::of_men(self.rules, men, record.turn)?;
        let moves = position.legal_moves(self.rules);
        self.evaluator.set_up();
        for _ in 0..each {
            let mut other = position;
            let mv = *moves.get(self.chance.below(moves.len())?)?;
            self.play(&mut other, mv);
            let mut plies = 1;
            if self.chance.below(2) == Some(0) {
                let replies = other.legal_moves(self.rules);
                if let Some(reply) = self.chance.below(replies.len()).and_then(|place| replies.get(place)) {
                    self.play(&mut other, *reply);
                    plies += 1;
                }
            }
            if !other.in_check(self.rules) {
                self.write(&other);
            }
            (0..plies).for_each(|_| self.evaluator.leave());
        }
        Some(())
    }

    fn play(&mut self, position: &mut Position<L>, mv: Move) {
        self.evaluator.enter();
        position.play(self.rules, mv, &mut self.evaluator);
    }

    fn write(&mut self, position: &Position<L>) {
        let men = position.occupied().filter_map(|square| {
            let man = position.man(square)?;
            Some((man.kind().0, man.colour(), self.shape.square(square.coord())))
        });
        let score = self.evaluator.evaluate(position).clamp(-10_000, 10_000) as i16;
        let record = Record::unplayed(men.collect(), position.turn(), score);
        // One with more men than fit is no loss.
        let _ = self.shape.write(&record, &mut self.written);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::samples;

    /// What a teacher writes is what its evaluation says of the position alone.
    fn teaches<L: Layout>(game: &str) {
        let rules = Arc::new(samples::rules::<L>(game));
        let shape = Shape::of(&Outline::of(rules.variant()));
        let (start, _) = Position::from_fen(&rules, &rules.variant().start).expect("it is a position");
        let mut teacher = Teacher {
            rules: &rules,
            shape,
            evaluator: Evaluator::by_hand(&rules),
            chance: Chance::new(1, 1),
            written: Vec::new(),
        };
        teacher.write(&start);
        let first = teacher.written;
        let never = AtomicBool::new(false);
        let of = |net: &str| {
            beside(rules.variant(), net, &[&first], (40, 7), &never).expect("there is such an evaluation")
        };
        let (hand, net) = (of("none"), of("built-in"));
        assert!(hand.len() > 30 * shape.size() && hand != net);
        for (written, mut evaluator) in [(hand, Evaluator::by_hand(&rules)), (net, Evaluator::new(&rules))] {
            for bytes in written.chunks_exact(shape.size()) {
                let record = shape.read(bytes).expect("it is whole");
                let men = record.men.iter().map(|(kind, owner, at)| (Kind(*kind), *owner, shape.coord(*at)));
                let position = Position::of_men(&rules, men, record.turn).expect("it was one");
                evaluator.set_up();
                // A quiet ply or two fade a score by less than a hundredth.
                let exact = evaluator.evaluate(&position);
                assert!((exact - i32::from(record.score)).abs() <= 1 + exact.abs() / 50, "{game}");
            }
        }
        assert!(
            beside(rules.variant(), "no/such.net", &[&first], (1, 1), &never)
                .is_err_and(|said| said.contains("no/such.net"))
        );
    }

    #[test]
    fn teachers_tell_what_they_think() {
        teaches::<Small>("chess");
        teaches::<Large>("ladorean");
    }
}
