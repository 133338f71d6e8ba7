//! What changes settings: memory, cores, options. Knows the options' table and the line of games.

use super::{Cecp, Mode, features};
use crate::engine::options::Setting;
use crate::protocol::desk::Desk;

/// `memory` and `cores`: whatever number a GUI has, the nearest is taken, and no word said.
pub fn size(desk: &mut Desk, setting: Setting, rest: &str) {
    if let Ok(number) = rest.trim().parse::<i64>() {
        desk.options.set_near(setting, number);
    }
}

impl Cecp {
    /// `option NAME` or `option NAME=VALUE`. A faulty one is told as a comment, since clients die of errors.
    pub(super) fn option(&mut self, rest: &str, desk: &mut Desk) {
        let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
        match desk.options.set_cecp(name, value) {
            Err(unset) => desk.say(&format!("# {unset}")),
            Ok(Setting::ClearHash) => self.forget = true,
            Ok(Setting::VariantPath) => {
                let told = match desk.read_games() {
                    Ok(_) => features::variants(desk.game.games().as_ref()),
                    Err(faulty) => Some(format!("# {faulty}; the games on offer stay")),
                };
                told.into_iter().for_each(|line| desk.say(&line));
            }
            Ok(_) => {}
        }
        if self.mode == Mode::Analyse {
            self.proceed(desk);
        }
    }

    /// Whether castlings that XBoard cannot carry out are played: a person must have asked for it.
    pub(super) fn may_resync(&self, desk: &Desk) -> bool {
        desk.options.flag(Setting::Resync) && !self.computer
    }
}
