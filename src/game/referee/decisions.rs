//! What the referee can decide.

use super::placement::keep_clear_of_ball;
use crate::game::Game;
use crate::game::play_mode::PlayMode;
use crate::world::{BALL, Side, WorldMut};

impl Game {
    /// Kick-off for `side`, ball in the centre. The team must not score before somebody touches the
    /// ball who is not the first to do so: an opponent, or outside the centre circle anybody.
    pub fn kick_off(&mut self, world: &mut WorldMut, side: Side) {
        self.decide(PlayMode::kick_off(side));
        self.restrict_scoring(world, side, [0.0; 2]);
        self.drop_at(world, [0.0; 2]);
    }

    /// Play goes on.
    pub fn play_on(&mut self) {
        self.decide(PlayMode::PlayOn);
    }

    /// Throw-in for `side`, where the ball crossed the touch line.
    pub fn throw_in(&mut self, world: &mut WorldMut, side: Side) {
        self.decide(PlayMode::throw_in(side));
        self.lift_restrictions();
        let x = world.view().ball()[0];
        self.drop_at(world, [x, touch_line(world)]);
    }

    /// Puts the ball where it crossed the touch line, while the same mode goes on.
    pub(super) fn back_onto_touch_line(&mut self, world: &mut WorldMut) {
        self.referee.did_act = true;
        self.lift_restrictions();
        let x = world.view().ball()[0];
        self.drop_at(world, [x, touch_line(world)]);
    }

    /// Corner kick for `side`, from the corner nearer to the ball.
    pub fn corner_kick(&mut self, world: &mut WorldMut, side: Side) {
        self.decide(PlayMode::corner_kick(side));
        self.lift_restrictions();
        let area = world.scene.field.area();
        let x = if side == Side::Left { area.max[0] } else { area.min[0] };
        self.drop_at(world, [x, touch_line(world)]);
    }

    /// Goal kick for `side`, from the middle of its goalie area.
    pub fn goal_kick(&mut self, world: &mut WorldMut, side: Side) {
        self.decide(PlayMode::goal_kick(side));
        self.lift_restrictions();
        self.drop_at(world, world.scene.field.goalie_area(side).center());
    }

    /// Offside, to the benefit of `side`.
    pub fn offside(&mut self, side: Side) {
        self.decide(PlayMode::offside(side));
    }

    /// The match is over.
    pub fn game_over(&mut self) {
        self.decide(PlayMode::GameOver);
        self.lift_restrictions();
        self.ball.reset_contacts();
    }

    /// A goal for `side`.
    pub fn goal(&mut self, side: Side) {
        self.referee.did_act = true;
        self.state.goal(side);
    }

    /// Indirect free kick for `side` where the ball is; scoring is restricted as at a kick-off.
    pub fn free_kick(&mut self, world: &mut WorldMut, side: Side) {
        self.decide(PlayMode::free_kick(side));
        let [x, y, _] = world.view().ball();
        self.restrict_scoring(world, side, [x, y]);
        self.drop_at(world, [x, y]);
    }

    /// Direct free kick for `side` where the ball is.
    pub fn direct_free_kick(&mut self, world: &mut WorldMut, side: Side) {
        self.decide(PlayMode::direct_free_kick(side));
        self.lift_restrictions();
        let [x, y, _] = world.view().ball();
        self.drop_at(world, [x, y]);
    }

    /// Penalty kick for `side`: the ball on the penalty spot before the opponent's goal, but in the
    /// kicker's own half with `compat`.
    pub fn penalty_kick(&mut self, world: &mut WorldMut, side: Side) {
        self.decide(PlayMode::penalty_kick(side));
        self.lift_restrictions();
        let goal = if self.compat.is_on() { side } else { side.opponent() };
        self.drop_at(world, penalty_spot(world, goal));
    }

    /// Penalty shoot for `side`: the ball on the penalty spot before the opponent's goal (FIFA's
    /// Laws of the Game, law 10). rcsssmj, and strict compatibility, only set the mode.
    pub fn penalty_shoot(&mut self, world: &mut WorldMut, side: Side) {
        self.decide(PlayMode::penalty_shoot(side));
        if self.compat.is_strict() {
            return;
        }
        self.lift_restrictions();
        self.drop_at(world, penalty_spot(world, side.opponent()));
    }

    /// Drops the ball at `pos`, or where it is, and play goes on. Players nearer than 4 m are moved
    /// away (FIFA's Laws of the Game, law 8); rcsssmj, and strict compatibility, leave them where
    /// they are.
    pub fn drop_ball(&mut self, world: &mut WorldMut, pos: Option<[f64; 2]>) {
        let [x, y, _] = world.view().ball();
        self.drop_at(world, pos.unwrap_or([x, y]));
        if !self.compat.is_strict() {
            keep_clear_of_ball(world);
        }
        self.decide(PlayMode::PlayOn);
    }

    /// Sets a mode that somebody else has decided on; no restriction of the mode before holds on.
    pub(in crate::game) fn force_play_mode(&mut self, mode: PlayMode) {
        self.decide(mode);
        self.lift_restrictions();
    }

    fn decide(&mut self, mode: PlayMode) {
        self.referee.did_act = true;
        self.state.set_play_mode(mode);
    }

    /// Anybody may touch the ball, and either team score.
    pub(super) fn lift_restrictions(&mut self) {
        self.referee.agent_na_touch_ball = None;
        self.referee.team_na_score = None;
    }

    fn restrict_scoring(&mut self, world: &WorldMut, side: Side, point: [f64; 2]) {
        self.referee.agent_na_touch_ball = None;
        self.referee.team_na_score = Some(side);
        self.referee.reference_point = point;
        self.referee.reference_radius = world.scene.field.circle_radius;
    }

    /// Puts the ball on the ground, untouched by anybody.
    fn drop_at(&mut self, world: &mut WorldMut, [x, y]: [f64; 2]) {
        let radius = world.scene.kinds[world.scene.slots[BALL].kind].radii[0];
        world.place_ball([x, y, radius], [0.0; 3]);
        self.ball.reset_contacts();
    }
}

/// y of the touch line on the ball's side.
fn touch_line(world: &WorldMut) -> f64 {
    let area = world.scene.field.area();
    if world.view().ball()[1] < 0.0 { area.min[1] } else { area.max[1] }
}

/// The penalty spot before a goal.
fn penalty_spot(world: &WorldMut, goal: Side) -> [f64; 2] {
    let field = &world.scene.field;
    [goal.sign() * (field.area().max[0] - field.penalty_spot), 0.0]
}
