//! What the referee can decide.

use super::removal::keep_clear_of_ball;
use crate::soccer::Game;
use crate::soccer::field::Field;
use crate::soccer::pitch::Pitch;
use crate::soccer::play_mode::PlayMode;
use crate::soccer::player::Side;

/// Everybody's distance from a drop ball, m (FIFA's Laws of the Game, law 8).
const DROP_BALL_DISTANCE: f64 = 4.0;

impl Game {
    /// Kick-off for `side`, ball in the centre. The team must not score before a second player has
    /// touched the ball: an opponent, or anybody if the ball is outside the centre circle.
    pub fn kick_off(&mut self, pitch: &mut dyn Pitch<'_>, side: Side) {
        self.decide(PlayMode::kick_off(side));
        self.restrict_scoring(pitch, side, [0.0; 2]);
        self.drop_at(pitch, [0.0; 2]);
    }

    /// Play goes on.
    pub fn play_on(&mut self) {
        self.decide(PlayMode::PlayOn);
    }

    /// Throw-in for `side`, where the ball crossed the touch line.
    pub fn throw_in(&mut self, pitch: &mut dyn Pitch<'_>, side: Side) {
        self.decide(PlayMode::throw_in(side));
        self.lift_restrictions();
        let at = [pitch.ball()[0], touch_line(pitch)];
        self.drop_at(pitch, at);
    }

    /// Throw-in, or the ball back onto the line, after it crossed a touch line although nobody is
    /// known to have touched it.
    pub fn throw_in_untouched_ball(&mut self, pitch: &mut dyn Pitch<'_>) {
        match self.thrower_of_untouched_ball(pitch) {
            Some(side) => self.throw_in(pitch, side),
            None => self.back_onto_touch_line(pitch),
        }
    }

    /// Who gets the throw-in if nobody is known to have touched the ball: in free play the team in
    /// whose half it left. rcsssmj, and strict compatibility, let play go on with the ball on the
    /// line, as everybody does in other modes.
    pub(super) fn thrower_of_untouched_ball(&self, pitch: &dyn Pitch<'_>) -> Option<Side> {
        let is_free = self.state.play_mode() == PlayMode::PlayOn && !self.compat.is_strict();
        let half = if pitch.ball()[0] < 0.0 { Side::Left } else { Side::Right };
        is_free.then_some(half)
    }

    /// Puts the ball where it crossed the touch line, while the same mode goes on.
    pub(super) fn back_onto_touch_line(&mut self, pitch: &mut dyn Pitch<'_>) {
        self.referee.did_act = true;
        self.lift_restrictions();
        let at = [pitch.ball()[0], touch_line(pitch)];
        self.drop_at(pitch, at);
    }

    /// Corner kick for `side`, from the corner nearer to the ball.
    pub fn corner_kick(&mut self, pitch: &mut dyn Pitch<'_>, side: Side) {
        self.decide(PlayMode::corner_kick(side));
        self.lift_restrictions();
        let area = pitch.field().area();
        let x = if side == Side::Left { area.max[0] } else { area.min[0] };
        let at = [x, touch_line(pitch)];
        self.drop_at(pitch, at);
    }

    /// Goal kick for `side`, from the middle of its goalie area.
    pub fn goal_kick(&mut self, pitch: &mut dyn Pitch<'_>, side: Side) {
        self.decide(PlayMode::goal_kick(side));
        self.lift_restrictions();
        let middle = pitch.field().goalie_area(side).center();
        self.drop_at(pitch, middle);
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
    pub fn free_kick(&mut self, pitch: &mut dyn Pitch<'_>, side: Side) {
        self.decide(PlayMode::free_kick(side));
        let [x, y, _] = pitch.ball();
        self.restrict_scoring(pitch, side, [x, y]);
        self.drop_at(pitch, [x, y]);
    }

    /// Direct free kick for `side` where the ball is.
    pub fn direct_free_kick(&mut self, pitch: &mut dyn Pitch<'_>, side: Side) {
        self.decide(PlayMode::direct_free_kick(side));
        self.lift_restrictions();
        let [x, y, _] = pitch.ball();
        self.drop_at(pitch, [x, y]);
    }

    /// Penalty kick for `side`: the ball on the penalty spot in front of the opponent's goal, but
    /// in the kicker's own half with `compat`.
    pub fn penalty_kick(&mut self, pitch: &mut dyn Pitch<'_>, side: Side) {
        self.decide(PlayMode::penalty_kick(side));
        self.lift_restrictions();
        let goal = if self.compat.is_on() { side } else { side.opponent() };
        let spot = penalty_spot(pitch.field(), goal);
        self.drop_at(pitch, spot);
    }

    /// Penalty shoot for `side`: the ball on the penalty spot in front of the opponent's goal
    /// (FIFA's Laws of the Game, law 10). rcsssmj, and strict compatibility, only set the mode.
    pub fn penalty_shoot(&mut self, pitch: &mut dyn Pitch<'_>, side: Side) {
        self.decide(PlayMode::penalty_shoot(side));
        if self.compat.is_strict() {
            return;
        }
        self.lift_restrictions();
        let spot = penalty_spot(pitch.field(), side.opponent());
        self.drop_at(pitch, spot);
    }

    /// Drops the ball at `pos`, or where it is, and play goes on. Players nearer than 4 m are moved
    /// away (FIFA's Laws of the Game, law 8); rcsssmj, and strict compatibility, leave them where
    /// they are.
    pub fn drop_ball(&mut self, pitch: &mut dyn Pitch<'_>, pos: Option<[f64; 2]>) {
        let [x, y, _] = pitch.ball();
        self.drop_at(pitch, pos.unwrap_or([x, y]));
        if !self.compat.is_strict() {
            keep_clear_of_ball(pitch, DROP_BALL_DISTANCE, &Side::BOTH);
        }
        self.decide(PlayMode::PlayOn);
    }

    /// Drops the ball where it is, or where it left the field, and play goes on. Everybody keeps as
    /// far from it as opponents at a free kick.
    pub fn drop_ball_in_field(&mut self, pitch: &mut dyn Pitch<'_>) {
        let ([x, y, _], area) = (pitch.ball(), pitch.field().area());
        let within = |at: f64, axis: usize| at.clamp(area.min[axis], area.max[axis]);
        self.drop_at(pitch, [within(x, 0), within(y, 1)]);
        let radius = pitch.field().circle_radius;
        keep_clear_of_ball(pitch, radius, &Side::BOTH);
        self.decide(PlayMode::PlayOn);
    }

    /// Play is on with a pass of `side`: its opponents keep away from the ball for a while.
    pub fn begin_pass(&mut self, side: Side) {
        self.referee.did_act = true;
        self.state.begin_pass(side);
        self.lift_restrictions();
    }

    /// Sets a mode that somebody else has decided on, and lifts the restrictions of the mode
    /// before.
    pub(in crate::soccer) fn force_play_mode(&mut self, mode: PlayMode) {
        self.decide(mode);
        self.lift_restrictions();
    }

    fn decide(&mut self, mode: PlayMode) {
        self.referee.did_act = true;
        self.state.set_play_mode(mode);
    }

    /// Lets anybody touch the ball, and either team score.
    pub(super) fn lift_restrictions(&mut self) {
        self.referee.agent_na_touch_ball = None;
        self.referee.team_na_score = None;
    }

    fn restrict_scoring(&mut self, pitch: &dyn Pitch<'_>, side: Side, point: [f64; 2]) {
        self.referee.agent_na_touch_ball = None;
        self.referee.team_na_score = Some(side);
        self.referee.reference_point = point;
        self.referee.reference_radius = pitch.field().circle_radius;
    }

    /// Puts the ball on the ground, untouched by anybody.
    fn drop_at(&mut self, pitch: &mut dyn Pitch<'_>, [x, y]: [f64; 2]) {
        pitch.place_ball([x, y, pitch.ball_radius()], [0.0; 3]);
        self.ball.reset_contacts();
    }
}

/// y of the touch line on the ball's side.
fn touch_line(pitch: &dyn Pitch<'_>) -> f64 {
    let area = pitch.field().area();
    if pitch.ball()[1] < 0.0 { area.min[1] } else { area.max[1] }
}

/// The penalty spot in front of a goal.
fn penalty_spot(field: &Field, goal: Side) -> [f64; 2] {
    [goal.sign() * (field.area().max[0] - field.penalty_spot), 0.0]
}
