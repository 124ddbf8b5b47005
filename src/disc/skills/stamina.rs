//! What dashes cost.

use super::world_model::Me;
use crate::disc::stamina::Energy;
use crate::disc::{PlayerType, ServerParameters};

/// Stamina that is kept above the level at which recovery and effort suffer.
const SPARE: f64 = 1.0;
/// A capacity up to this counts as none.
const NO_CAPACITY: f64 = 1e-5;

/// The stamina of a player who plans their dashes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stamina(Energy);

impl Stamina {
    pub(super) fn of(me: &Me) -> Self {
        let &Me { stamina, effort, recovery, capacity, .. } = me;
        Self(Energy { stamina, effort, recovery, capacity })
    }

    pub(super) fn stamina(&self) -> f64 {
        self.0.stamina
    }

    pub(super) fn effort(&self) -> f64 {
        self.0.effort
    }

    /// Whether stamina no longer comes back.
    pub(super) fn has_no_capacity(&self) -> bool {
        (0.0..=NO_CAPACITY).contains(&self.0.capacity)
    }

    /// Whether recovery has suffered since `begin`, and still matters.
    pub(super) fn is_exhausted_since(&self, begin: &Self) -> bool {
        self.0.recovery < begin.0.recovery - 1e-5 && !self.has_no_capacity()
    }

    /// A cycle without a dash.
    pub(super) fn wait(&mut self, server: &ServerParameters, own: &PlayerType) {
        self.0.recover(server, own);
    }

    /// A cycle with a dash.
    pub(super) fn dash(&mut self, server: &ServerParameters, own: &PlayerType, power: f64) {
        self.0.stamina = (self.0.stamina - cost(power)).max(0.0);
        self.0.recover(server, own);
    }

    /// The power of a dash, reduced so that it does not cost recovery or effort: it may use what is
    /// above the threshold if capacity is left, and all stamina otherwise.
    pub(super) fn safe_power(
        &self,
        server: &ServerParameters,
        own: &PlayerType,
        power: f64,
    ) -> f64 {
        let reserve = if self.has_no_capacity() {
            -own.extra_stamina
        } else {
            server.stamina_max * server.recover_dec_thr + SPARE
        };
        let most = (self.0.stamina - reserve).max(0.0);
        if power >= 0.0 { power.min(most) } else { power.max(-most / 2.0) }
    }
}

/// The stamina that a dash costs.
pub(super) fn cost(power: f64) -> f64 {
    if power < 0.0 { -2.0 * power } else { power }
}
