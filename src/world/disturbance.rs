//! What happens to varied worlds between substeps: commands arrive late and with other gains, and
//! trees are pushed.

use super::state::{COMMAND_LEN, StateMut};
use super::variation::VariedWorld;
use super::worker::{TreeLane, Worker, load_command};
use crate::math::lane::Lane;

impl<L: Lane> Worker<L> {
    /// Gives the motors of varied worlds the commands that are in effect there.
    pub(super) fn load_varied_commands(&mut self, state: &StateMut<'_>) {
        let len = self.scene.nu() * COMMAND_LEN;
        for world in 0..self.rows.len() {
            let row = self.rows[world];
            let Some(Some(varied)) = state.varied.get(row) else { continue };
            if !varied.gains.is_empty() || varied.course.effective(&self.scene).is_some() {
                let command = &state.command[row * len..][..len];
                self.load_varied_command(world, varied, command);
            }
        }
    }

    /// Begins a substep in varied worlds: the next command takes effect, and trees are pushed.
    pub(super) fn disturb(&mut self, state: &mut StateMut<'_>) {
        let len = self.scene.nu() * COMMAND_LEN;
        let slots = self.scene.slots.len();
        for world in 0..self.rows.len() {
            let row = self.rows[world];
            let Some(Some(varied)) = state.varied.get_mut(row) else { continue };
            if state.frozen[row] {
                continue;
            }
            let command = &state.command[row * len..][..len];
            if varied.course.effective(&self.scene).is_some() {
                self.load_varied_command(world, varied, command);
            }
            let VariedWorld { drawn, course, .. } = &mut **varied;
            course.push(&self.scene, drawn, |slot, [x, y]| {
                let TreeLane { group, lane } = self.places[world * slots + slot];
                for (v, change) in self.groups[group].data.v.iter_mut().zip([x, y]) {
                    v.set_lane(lane, v.lane(lane) + change);
                }
            });
            course.pass(command);
        }
    }

    fn load_varied_command(&mut self, world: usize, varied: &VariedWorld, command: &[f64]) {
        let command = varied.course.effective(&self.scene).unwrap_or(command);
        let places = &self.places[world * self.scene.slots.len()..];
        for (slot, &TreeLane { group, lane }) in self.scene.slots.iter().zip(places) {
            let motors = slot.motors.start * COMMAND_LEN..slot.motors.end * COMMAND_LEN;
            let d = &mut self.groups[group].data;
            load_command(d, lane, &command[motors]);
            let gains = varied.gains.get(slot.motors.clone()).unwrap_or_default();
            for (out, &[kp, kd]) in d.command.iter_mut().zip(gains) {
                out.kp.set_lane(lane, out.kp.lane(lane) * kp);
                out.kd.set_lane(lane, out.kd.lane(lane) * kd);
            }
        }
    }
}
