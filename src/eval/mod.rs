//! What a position is worth before anything is searched. Knows positions and rules, no search.

mod explain;
mod handmade;
mod kernel;
mod king;
pub mod net;
mod pair;
mod pawns;
mod tables;
mod weights;
mod worth;

#[cfg(test)]
pub(crate) mod samples;
#[cfg(test)]
mod tests;

pub use explain::{Explanation, NetVerdict, Row, Term};
pub use pair::Pair;
pub use weights::Weights;
pub(crate) use weights::numbers;

use crate::board::{Colour, Layout, PerColour, Square};
use crate::position::{Man, Position, Rules, Values, Watcher};
use explain::Sums;
use handmade::Judge;
use net::{Accumulators, Net, Outline, Prepared};
use pawns::Memory;
use std::sync::Arc;
use tables::Tables;

/// The door to every evaluation. One belongs to one searching thread; what it is compiled from is shared.
///
/// A search calls [`Evaluator::enter`] before it plays a move with the evaluator as its [`Watcher`], and
/// [`Evaluator::leave`] when it comes back, so that what depends on single men can follow.
pub struct Evaluator<L: Layout> {
    rules: Arc<Rules<L>>,
    tables: Arc<Tables<L>>,
    memory: Memory<L>,
    /// The net that speaks instead of the hand-made evaluation, if one does.
    net: Option<Accumulators<L>>,
}

impl<L: Layout> Evaluator<L> {
    /// The best there is for a game: the net that comes with Lupa, or what the rules alone tell.
    pub fn new(rules: &Arc<Rules<L>>) -> Self {
        match net::embedded(&Outline::of(rules.variant())) {
            Some(net) => Self::with_net(rules, net),
            None => Self::by_hand(rules),
        }
    }

    /// The hand-made evaluation of a game.
    pub fn by_hand(rules: &Arc<Rules<L>>) -> Self {
        Self::with_weights(rules, Weights::default())
    }

    /// The hand-made evaluation with other numbers.
    pub fn with_weights(rules: &Arc<Rules<L>>, weights: Weights) -> Self {
        Evaluator {
            rules: Arc::clone(rules),
            tables: Arc::new(Tables::new(rules, weights)),
            memory: Memory::new(),
            net: None,
        }
    }

    /// A net's evaluation. It must have been read for this game's outline.
    pub fn with_net(rules: &Arc<Rules<L>>, net: Arc<Net>) -> Self {
        let prepared = Arc::new(Prepared::new(rules, net));
        Evaluator { net: Some(Accumulators::new(prepared)), ..Self::by_hand(rules) }
    }

    /// Another evaluator of the same make, for another thread.
    pub fn sibling(&self) -> Self {
        Evaluator {
            rules: Arc::clone(&self.rules),
            tables: Arc::clone(&self.tables),
            memory: Memory::new(),
            net: self.net.as_ref().map(|net| Accumulators::new(Arc::clone(net.prepared()))),
        }
    }

    /// The net that speaks, if one does.
    pub fn net(&self) -> Option<&Arc<Net>> {
        self.net.as_ref().map(|net| &net.prepared().net)
    }

    /// The rules it was made for.
    pub fn rules(&self) -> &Arc<Rules<L>> {
        &self.rules
    }

    /// What each kind is worth in exchanges. The king is worth more than all.
    pub fn values(&self) -> &Values {
        &self.tables.values
    }

    /// Begins anew at a position: nothing played before it counts.
    pub fn set_up(&mut self) {
        if let Some(net) = &mut self.net {
            net.set_up();
        }
    }

    /// Makes room for what the next move changes.
    #[inline(always)]
    pub fn enter(&mut self) {
        if let Some(net) = &mut self.net {
            net.enter();
        }
    }

    /// Forgets what the last move changed.
    #[inline(always)]
    pub fn leave(&mut self) {
        if let Some(net) = &mut self.net {
            net.leave();
        }
    }

    /// A position's worth to the side to move, in hundredths of a pawn. It must be the one that the moves told of
    /// since [`Evaluator::set_up`] led to.
    pub fn evaluate(&mut self, position: &Position<L>) -> i32 {
        if let Some(net) = &mut self.net {
            let value = net.evaluate(position);
            return self.faded(position, value);
        }
        let structure = self.memory.look(position, &self.rules, &self.tables);
        let value = Judge::new(position, &self.rules, &self.tables).run(&structure, &mut ()).value();
        self.finished(position, value)
    }

    /// From White's view to that of the side to move, its turn counted.
    fn finished(&self, position: &Position<L>, white: i32) -> i32 {
        let own = if position.turn() == Colour::White { white } else { -white };
        self.faded(position, own + self.tables.weights.tempo)
    }

    /// Less with every quiet ply.
    fn faded(&self, position: &Position<L>, value: i32) -> i32 {
        match i32::from(self.rules.variant().move_rule) {
            0 => value,
            limit => value * (2 * limit - i32::from(position.quiet_plies()).min(limit)) / (2 * limit),
        }
    }

    /// What the net makes of a position, if one speaks: each man's worth is what the verdict loses without it.
    pub fn explain_net(&self, position: &Position<L>) -> Option<NetVerdict> {
        let net = self.net()?;
        let kings = Colour::BOTH.map(|colour| position.king(colour).coord());
        let judge = |without: Option<Square<L>>| {
            let men = position.occupied().filter(|square| Some(*square) != without).filter_map(|square| {
                let man = position.man(square)?;
                Some((man.kind().0, man.colour(), square.coord()))
            });
            let value = self.faded(position, net.plain(men, position.turn(), PerColour(kings)));
            if position.turn() == Colour::White { value } else { -value }
        };
        let total = judge(None);
        let others = position.occupied().without(position.of_kind(self.rules.king()));
        let men = others.map(|square| (square.coord(), total - judge(Some(square)))).collect();
        Some(NetVerdict { men, total })
    }

    /// The hand-made evaluation term by term.
    pub fn explain(&mut self, position: &Position<L>) -> Explanation {
        let structure = self.memory.look(position, &self.rules, &self.tables);
        let mut sums = Sums::default();
        let judgement = Judge::new(position, &self.rules, &self.tables).run(&structure, &mut sums);
        let (phase, scale) = (judgement.phase, judgement.scale);
        let rows = Term::ALL.into_iter().map(|term| {
            let (white, black) = (sums.0[term as usize][Colour::White], sums.0[term as usize][Colour::Black]);
            let total = white - black;
            Row {
                name: term.name(),
                white,
                black,
                total: (total.mg * phase + total.eg * (256 - phase)) / 256,
            }
        });
        let value = self.finished(position, judgement.value());
        let total = if position.turn() == Colour::White { value } else { -value };
        Explanation { rows: rows.collect(), phase, scale, total }
    }
}

impl<L: Layout> Watcher<L> for Evaluator<L> {
    #[inline(always)]
    fn lifted(&mut self, man: Man, square: Square<L>) {
        if let Some(net) = &mut self.net {
            net.note(man, square, false);
        }
    }

    #[inline(always)]
    fn put(&mut self, man: Man, square: Square<L>) {
        if let Some(net) = &mut self.net {
            net.note(man, square, true);
        }
    }
}
