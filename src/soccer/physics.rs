//! The pitch of a match whose ball and players are bodies of the physics.

use super::anatomy;
use super::arena::{Arena, BALL, slot_of_index};
use super::field::Field;
use super::pitch::{BallContact, Pitch, Posture};
use super::player::PlayerId;
use crate::math::quaternion;
use crate::world::WorldMut;

/// One world, and what is played in it.
#[derive(Debug)]
pub struct WorldPitch<'a> {
    /// Who plays where.
    pub arena: &'a Arena,
    /// Their bodies; a world of the arena's scene.
    pub world: WorldMut<'a>,
}

impl<'a> Pitch<'a> for WorldPitch<'a> {
    fn field(&self) -> &'a Field {
        self.arena.field()
    }

    fn players(&self) -> &'a [PlayerId] {
        self.arena.players()
    }

    fn time(&self) -> f64 {
        self.world.view().time
    }

    fn ball(&self) -> [f64; 3] {
        self.world.view().root_position(BALL)
    }

    fn ball_radius(&self) -> f64 {
        self.arena.ball_radius()
    }

    fn position(&self, player: usize) -> [f64; 3] {
        self.world.view().root_position(slot_of_index(player))
    }

    fn ball_contact(&self, nth: usize) -> Option<BallContact> {
        let touch = self.world.view().touching.get(nth)?;
        Some(BallContact { player: self.arena.player(touch.slot)?, part: touch.geom })
    }

    fn posture(&self, player: usize, parts: &[usize]) -> Option<Posture> {
        let slot = slot_of_index(player);
        let model = self.arena.scene().model(slot);
        anatomy::posture(model, parts, || self.world.view().poses(slot))
    }

    fn place_ball(&mut self, pos: [f64; 3], [vx, vy, vz]: [f64; 3]) {
        self.world.place(BALL, pos, quaternion::IDENTITY, [vx, vy, vz, 0.0, 0.0, 0.0]);
    }

    fn move_ball(&mut self, to: [f64; 3]) {
        self.world.carry(BALL, to);
    }

    fn set_ball_velocity(&mut self, [vx, vy, vz]: [f64; 3]) {
        self.world.set_root_velocity(BALL, [vx, vy, vz, 0.0, 0.0, 0.0]);
    }

    fn place_player(&mut self, player: usize, pos: [f64; 3], quat: [f64; 4]) {
        let slot = slot_of_index(player);
        let zeros = vec![0.0; self.arena.scene().model(slot).joints.len()];
        self.world.place(slot, pos, quat, [0.0; 6]);
        self.world.set_hinges(slot, &zeros, &zeros);
    }

    fn move_player(&mut self, player: usize, to: [f64; 3]) {
        let slot = slot_of_index(player);
        let quat = self.world.view().root_quaternion(slot);
        self.world.place(slot, to, quat, [0.0; 6]);
    }

    fn settle_player(&mut self, player: usize, to: [f64; 3], quat: Option<[f64; 4]>) {
        let slot = slot_of_index(player);
        let quat = quat.unwrap_or_else(|| self.world.view().root_quaternion(slot));
        self.world.place(slot, to, quat, [0.0; 6]);
        self.world.stop_hinges(slot);
    }

    fn push_player(&mut self, player: usize, by: [f64; 3]) {
        self.world.push(slot_of_index(player), by);
    }

    fn stand_player(&mut self, player: usize, at: [f64; 2], yaw: f64) {
        self.world.stand(slot_of_index(player), at, yaw);
    }
}
