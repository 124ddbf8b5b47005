//! What players of the 2D game can do with a purpose: go somewhere, get the ball, kick it to a
//! point with a speed. A skill reads a [`WorldModel`] and returns a command.
//!
//! Names and behaviour are those of the 2D league's common agent library; the playmaker interface
//! calls the skills by these names (`docs/disc-skills.md`). "The proxy" is the league's program
//! that carries out a playmaker's actions with that library. Frames are the team's own: it attacks
//! towards +x, y is to its right. Angles are degrees. "They" is the player who uses the skill,
//! where a comment names nobody else.

mod advance_ball;
mod angle;
mod basic_move;
mod basic_tackle;
pub mod called;
mod clear_ball;
mod communication;
mod dribble;
mod focus;
mod go_to_point;
mod go_to_point_dodge;
mod goalie;
mod guard;
mod hold_ball;
pub mod intercept;
mod intercept_ball;
mod kick_plan;
mod kick_rate;
mod lines;
mod look_at_ball;
mod marking;
mod neck;
mod neck_mate;
mod neck_offense;
mod neck_scan;
mod necks;
mod one_step_kick;
mod outcome;
mod own_motion;
mod penalty;
pub mod planner;
mod play;
mod pose;
pub mod primitive;
mod rivals;
mod scan;
mod set_play;
mod shot;
mod side_dash;
mod smart_kick;
mod stamina;
mod stop_ball;
mod stop_dash;
mod tackle;
#[cfg(test)]
mod tests;
mod turn;
mod views;
mod world_model;

pub use advance_ball::advance_ball;
pub use basic_move::{basic_move, force_kick, receive_pass, saves_stamina, usual_dash_power};
pub use basic_tackle::basic_tackle;
pub use clear_ball::clear_ball;
pub use communication::{Communication, Topic, communication};
pub use dribble::{Dribble, dribble, dribble_and_run};
pub use focus::{focus_on, reset_focus};
pub use go_to_point::{GoToPoint, go_to_point};
pub use go_to_point_dodge::go_to_point_dodge;
pub use goalie::{
    GoalieFreeKick, catch_probability, goalie, goalie_free_kick, goalie_kick, goalie_move,
    goalie_place,
};
pub use guard::{catch_ball, defend_goal, mark_player, reduce_angle_to_goal};
pub use hold_ball::{HoldBall, hold_ball};
pub(super) use intercept::RunTable;
pub use intercept_ball::{Intercept, follow_way, intercept_ball};
pub(super) use kick_plan::KickTable;
pub use kick_plan::{KickPlan, plan_kick};
pub use kick_rate::rate_of as kick_rate_of;
pub use look_at_ball::{allowed_place, before_kick_off, emergency, go_to_point_look_ball};
pub use marking::{block, blocking_place, mark, marking_place};
pub use neck::{Look, body_neck_to_point, neck_body_to_point, neck_to_angle, neck_to_point};
pub use neck_offense::view_to_intercept;
pub use necks::{
    Neck, neck_scan_field, neck_to_ball, neck_to_ball_or_scan, neck_to_point_or_scan, turn_neck_to,
};
pub use one_step_kick::{OneStepKick, one_step_kick};
pub use outcome::Outcome;
pub use penalty::{penalty, penalty_taker};
pub use play::Play;
pub use pose::{Pose, Queued};
pub use scan::scan_field;
pub use set_play::{SetPlay, set_play, set_play_side, taker};
pub use shot::{Shot, best_shot, shoot, shoot_and_look, shots};
pub use smart_kick::{SmartKick, smart_kick};
pub use stop_ball::stop_ball;
pub use stop_dash::stop_dash;
pub use tackle::{tackle_failure, tackle_to_point};
pub use turn::{turn_to_angle, turn_to_ball, turn_to_point};
pub use views::{View, view_tactical};
pub use world_model::{BallView, Counts, Me, PlayerView, UNKNOWN, WorldModel};
