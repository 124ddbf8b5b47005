//! Lets a match go on after commands have driven a robot's state out of all bounds.

use super::complaints::Complaints;
use crate::batch::WorldBatch;
use crate::soccer::{BALL, Pitch};
use crate::world::state::COMMAND_LEN;
use std::ops::RangeInclusive;

/// Puts robots and the ball to rest when the world has stopped.
pub(super) struct Recovery {
    accidents: Complaints,
    /// Whether the world stopped in the last cycle, too.
    has_stopped: bool,
}

impl Recovery {
    pub(super) fn new() -> Self {
        Self { accidents: Complaints::about("the world"), has_stopped: false }
    }

    /// If the world has stopped, puts to rest the robot or ball that moves fastest in the last
    /// state within bounds, where it is. If that did not help in the cycle before, puts everything
    /// to rest. One cycle is lost: agents perceive the same time twice.
    pub(super) fn recover(&mut self, batch: &mut WorldBatch) {
        if !batch.frozen().first().is_some_and(|frozen| *frozen) {
            self.has_stopped = false;
            return;
        }
        let slots = match self.has_stopped {
            true => BALL..=batch.num_robots(),
            false => fastest(batch),
        };
        self.has_stopped = true;
        for slot in slots {
            let player = batch.arena().player(slot);
            let name = player.map_or_else(|| "the ball".to_owned(), |player| player.to_string());
            self.accidents.add(format_args!("it left its bounds: {name} is put to rest"));
            if let Err(problem) = put_to_rest(batch, slot) {
                self.accidents.add(problem);
            }
        }
    }
}

fn fastest(batch: &WorldBatch) -> RangeInclusive<usize> {
    let speed = |slot: usize| {
        batch.qvel()[batch.scene().slots[slot].qvel.clone()]
            .iter()
            .fold(0.0, |fastest: f64, v| fastest.max(v.abs()))
    };
    let slots = BALL..=batch.num_robots();
    let fastest = slots.max_by(|&a, &b| speed(a).total_cmp(&speed(b))).unwrap_or(BALL);
    fastest..=fastest
}

/// Puts a robot or the ball at rest where it is, moved to the pitch or its border if it was
/// outside, with its motors off.
fn put_to_rest(batch: &mut WorldBatch, slot: usize) -> crate::Result<()> {
    let (place, field) = (&batch.scene().slots[slot], batch.field());
    let at = place.qpos.start;
    let root = [0, 1].map(|axis| {
        let most = field.size[axis] / 2.0 + field.border;
        batch.qpos()[at + axis].clamp(-most, most)
    });
    let motors = place.motors.len();
    batch.with_game(0, |_, pitch| match slot {
        BALL => pitch.place_ball([root[0], root[1], pitch.ball_radius()], [0.0; 3]),
        slot => {
            pitch.world.stand(slot, root, 0.0);
            let command = [0.0; COMMAND_LEN];
            (0..motors).for_each(|motor| pitch.world.command_motor(slot, motor, command));
        }
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::batch::{BatchConfig, GameConfig};
    use crate::math::precision::Precision;
    use crate::model;
    use crate::server::step;
    use crate::soccer::{Compat, Field, Phase, RefereeKind, Rules};
    use std::sync::Arc;

    fn world() -> WorldBatch {
        let ant = Arc::new(model::load("ant").unwrap());
        let game = GameConfig {
            rules: Rules::fifa(),
            referee: RefereeKind::Soccer,
            phase: Phase::ALL[0],
            play_time: None,
            compat: Compat::On,
            vision_noise: false,
            occlusion: false,
        };
        let config = BatchConfig {
            num_worlds: 1,
            left: vec![Arc::clone(&ant)],
            right: vec![ant],
            field: Field::fifa(),
            threads: Some(1),
            seed: 1,
            precision: Precision::F64,
            game: Some(game),
        };
        WorldBatch::new(config).unwrap()
    }

    /// Gives things a speed that no step survives.
    fn tear(batch: &mut WorldBatch, slots: &[usize]) {
        let (qpos, mut qvel) = (batch.qpos().to_vec(), batch.qvel().to_vec());
        for &slot in slots {
            qvel[batch.scene().slots[slot].qvel.clone()].fill(1e200);
        }
        batch.set_state(&[0], &qpos, &qvel).unwrap();
    }

    #[test]
    fn what_is_torn_apart_is_put_to_rest_and_the_others_stay() {
        for slot in [BALL, 1, 2] {
            let mut batch = world();
            let mut recovery = Recovery::new();
            (0..5).for_each(|_| drop(step(&mut batch, &[]).unwrap()));
            let (before, time) = (batch.qpos().to_vec(), batch.time()[0]);
            tear(&mut batch, &[slot]);
            step(&mut batch, &[]).unwrap();
            assert_eq!((batch.frozen(), batch.time()[0]), (&[true][..], time));
            recovery.recover(&mut batch);
            assert_eq!(batch.frozen(), [false]);
            for other in (BALL..=2).filter(|&other| other != slot) {
                let place = batch.scene().slots[other].qpos.clone();
                assert_eq!(batch.qpos()[place.clone()], before[place]);
            }
            let place = batch.scene().slots[slot].qvel.clone();
            assert!(batch.qvel()[place].iter().all(|v| *v == 0.0));
            step(&mut batch, &[]).unwrap();
            recovery.recover(&mut batch);
            assert!(batch.frozen() == [false] && batch.time()[0] > time && !recovery.has_stopped);
        }
    }

    #[test]
    fn if_one_thing_is_not_enough_everything_is_put_to_rest() {
        let mut batch = world();
        let mut recovery = Recovery::new();
        tear(&mut batch, &[BALL, 1, 2]);
        for _ in 0..2 {
            step(&mut batch, &[]).unwrap();
            assert_eq!(batch.frozen(), [true]);
            recovery.recover(&mut batch);
        }
        (0..20).for_each(|_| drop(step(&mut batch, &[]).unwrap()));
        assert_eq!(batch.frozen(), [false]);
        assert!(batch.qvel().iter().all(|v| v.abs() < 100.0));
    }

    #[test]
    fn what_is_far_away_comes_back_to_the_pitch() {
        let mut batch = world();
        let mut qpos = batch.qpos().to_vec();
        let place = batch.scene().slots[1].qpos.clone();
        qpos[place.clone()][..3].copy_from_slice(&[-1e10, 1e10, 1e10]);
        let qvel = vec![0.0; batch.nv()];
        batch.set_state(&[0], &qpos, &qvel).unwrap();
        tear(&mut batch, &[1]);
        step(&mut batch, &[]).unwrap();
        Recovery::new().recover(&mut batch);
        assert_eq!(batch.frozen(), [false]);
        assert_eq!(batch.qpos()[place][..2], [-55.5, 37.0]);
    }
}
