//! What a net learns first: positions a random move or two beside those of self-play, and what the hand-made evaluation
//! thinks of them. Knows records, moves and that evaluation; trains nothing.
//!
//! A searched position costs hundreds of evaluations; one beside it costs one. So a net that begins by learning what is
//! known already needs the few searched positions only for what is not.

use super::record::{Record, Shape};
use crate::board::{Large, Layout, Small};
use crate::engine::chance::Chance;
use crate::eval::Evaluator;
use crate::eval::net::Outline;
use crate::position::{Kind, Position, Rules};
use crate::rules::Variant;
use rayon::prelude::*;
use std::sync::Arc;

/// Records one thread takes at a time.
const SHARE: usize = 4096;

/// For each of these records so many positions beside it, as records whose score is the hand-made evaluation and whose
/// result is a draw, on the threads of the pool it is called in. The same records and seed give the same positions.
pub fn beside(variant: &Arc<Variant>, records: &[&[u8]], each: usize, seed: u64) -> Vec<u8> {
    if let Ok(rules) = Rules::<Small>::new(Arc::clone(variant)) {
        return on_layout(rules, records, each, seed);
    }
    Rules::<Large>::new(Arc::clone(variant))
        .map_or_else(|_| Vec::new(), |rules| on_layout(rules, records, each, seed))
}

fn on_layout<L: Layout>(rules: Rules<L>, records: &[&[u8]], each: usize, seed: u64) -> Vec<u8> {
    let rules = Arc::new(rules);
    let shape = Shape::of(&Outline::of(rules.variant()));
    let evaluator = Evaluator::by_hand(&rules);
    let shares = records.par_chunks(SHARE).enumerate().map(|(share, records)| {
        let mut teacher = Teacher {
            rules: &rules,
            shape,
            evaluator: evaluator.sibling(),
            chance: Chance::new(seed, share as u64),
            written: Vec::with_capacity(records.len() * each * shape.size()),
        };
        for bytes in records {
            teacher.teach(bytes, each);
        }
        teacher.written
    });
    shares.collect::<Vec<_>>().concat()
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
        for _ in 0..each {
            let mut other = position;
            other.play(self.rules, *moves.get(self.chance.below(moves.len())?)?, &mut ());
            if self.chance.below(2) == Some(0) {
                let replies = other.legal_moves(self.rules);
                if let Some(reply) = self.chance.below(replies.len()).and_then(|place| replies.get(place)) {
                    other.play(self.rules, *reply, &mut ());
                }
            }
            if !other.in_check(self.rules) {
                self.write(&other);
            }
        }
        Some(())
    }

    fn write(&mut self, position: &Position<L>) {
        let men = position.occupied().filter_map(|square| {
            let man = position.man(square)?;
            Some((man.kind().0, man.colour(), self.shape.square(square.coord())))
        });
        let score = self.evaluator.evaluate(position).clamp(-10_000, 10_000) as i16;
        let record = Record {
            men: men.collect(),
            turn: position.turn(),
            score,
            result: 1,
            ply: u16::MAX,
            quiet_plies: 0,
            in_check: false,
            noisy: false,
            castles: false,
            random: false,
            moved: (0, 0),
        };
        // One with more men than fit is no loss.
        let _ = self.shape.write(&record, &mut self.written);
    }
}
