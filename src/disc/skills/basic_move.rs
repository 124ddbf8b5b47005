//! A field player without the ball.

use super::basic_tackle::basic_tackle;
use super::go_to_point::{GoToPoint, go_to_point};
use super::intercept_ball::{Intercept, intercept_ball};
use super::necks::Neck;
use super::outcome::Outcome;
use super::play::Play;
use super::turn::turn_to_ball;
use super::views::View;
use super::world_model::WorldModel;
use crate::disc::Vec2;

/// The probability with which a tackle is tried.
const TACKLE: f64 = 0.8;
/// They go for a ball that they can reach within this many cycles.
const SOON: u32 = 3;
/// They go for it if no mate is sooner and they reach it less than this many cycles after the first
/// opponent.
const LATER: u32 = 3;
/// They count as in their place within this share of the ball's distance.
const NEAR: f64 = 0.1;
/// They count as in their place at least within this distance, m.
const LEAST: f64 = 1.0;
/// An opponent with the ball is watched if they are nearer than this, m.
const WATCHED: f64 = 18.0;
/// The share of stamina below which a player starts to save it.
const SAVES: f64 = 0.5;
/// The share at which they stop.
const SAVED: f64 = 0.7;
/// A player behind the defence line dashes at full power if the ball is less than this far in front
/// of the line, m.
const HURRIES: f64 = 20.0;
/// Dash power relative to the stamina that comes back in a cycle, if a mate near the player has the
/// ball.
const WITH_MATE: f64 = 1.1;
/// How near such a mate must have it, m.
const MATE_NEAR: f64 = 20.0;
/// The same factor otherwise.
const OTHERWISE: f64 = 1.7;
/// How much is subtracted from the power while stamina is saved.
const LESS: f64 = 25.0;

/// Whether a player saves stamina; `did`: whether they did in the cycle before.
pub fn saves_stamina(world: &WorldModel, did: bool) -> bool {
    let most = world.rules.server.stamina_max;
    let share = world.me.stamina / most;
    share < SAVES || (did && share <= SAVED)
}

/// The dash power with which a player goes to their place.
pub fn usual_dash_power(world: &WorldModel, saves: bool) -> f64 {
    let (me, server) = (&world.me, &world.rules.server);
    let most = server.max_dash_power;
    if (0.0..1e-5).contains(&me.capacity) {
        return most.min(me.stamina + me.own.extra_stamina);
    }
    let line = world.our_defense_line();
    let back = me.own.stamina_inc_max * me.recovery;
    if line > me.position.x && world.ball.position.x < line + HURRIES {
        return most;
    }
    let mate_has_ball =
        world.mate_can_kick() && world.ball.position.distance(me.position) < MATE_NEAR;
    if saves {
        (back - LESS).max(0.0).min(most)
    } else if mate_has_ball {
        (back * WITH_MATE).min(most)
    } else if me.position.x > world.offside_line() {
        most
    } else {
        (back * OTHERWISE).min(most)
    }
}

/// `HeliosBasicMove`: tackles if necessary, goes for the ball if it is theirs to get, and otherwise
/// goes to their place.
pub fn basic_move(world: &WorldModel, home: Vec2, saves: bool) -> Play {
    let tackle = basic_tackle(world, TACKLE);
    if tackle.body.is_success {
        return tackle;
    }
    let reach = world.reach();
    let is_his = reach.me <= SOON || (reach.me <= reach.mate && reach.me < reach.opponent + LATER);
    if !world.mate_can_kick() && is_his {
        let body = intercept_ball(world, Intercept::default());
        let play = Play::body(body).looking(Neck::OffensiveIntercept);
        return play.with_view(View::OffensiveIntercept);
    }
    let far = world.ball.position.distance(world.me.position);
    let power = usual_dash_power(world, saves);
    let how = GoToPoint { threshold: (NEAR * far).max(LEAST), power, save_recovery: true };
    let way = go_to_point(world, home, how);
    let body = if way.is_success { way } else { Outcome { ..turn_to_ball(world, 1) } };
    let watches = world.opponent_can_kick() && far < WATCHED;
    let neck = if watches { Neck::Ball } else { Neck::BallOrScan(0) };
    Play::body(Outcome { is_success: true, ..body }).looking(neck)
}

/// `bhv_doForceKick`: kicks the ball forward at once, where an opponent can kick it as well.
pub fn force_kick(world: &WorldModel) -> Play {
    use super::one_step_kick::{OneStepKick, one_step_kick};
    let me = &world.me;
    let is_play = world.mode == crate::disc::PlayMode::PlayOn;
    if !is_play || me.is_goalie || !me.can_kick || !world.opponent_can_kick() {
        return Play::NOTHING;
    }
    let is_at_end = me.position.x > 36.0 && me.position.y.abs() > 10.0;
    let goal = Vec2::new(if is_at_end { 45.0 } else { crate::disc::pitch::HALF_LENGTH }, 0.0);
    let how = OneStepKick { speed: world.rules.server.ball_speed_max, force: false };
    let body = one_step_kick(world, goal, how);
    Play::body(Outcome { is_success: body.command.is_some(), ..body }).looking(Neck::ScanField)
}

/// The receiver of a pass goes for the ball if they reach it in fewer cycles than this.
const RECEIVES: u32 = 20;

/// `bhv_doHeardPassRecieve`: goes for a ball that a mate has announced as a pass to them, or to the
/// point that the mate announced.
pub fn receive_pass(world: &WorldModel, point: Vec2) -> Play {
    let counts = world.ball.counts;
    let is_new = counts.position <= 1 && counts.velocity <= 1;
    let body = if is_new && world.reach().me < RECEIVES && !world.mate_can_kick() {
        intercept_ball(world, Intercept::default())
    } else {
        let power = world.rules.server.max_dash_power;
        go_to_point(world, point, GoToPoint { threshold: 0.5, power, save_recovery: true })
    };
    Play::body(Outcome { is_success: body.command.is_some(), ..body }).looking(Neck::Ball)
}
