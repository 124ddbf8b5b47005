//! What players would do by the script, as actions of a task, which a learner can imitate.

use super::DiscEpisodes;
use super::act::{self, Act, FASTEST, HALF_TURN, POWER};
use super::others::Other;
use crate::batch::disc::DiscBatch;
use crate::batch::threads::SHARES;
use crate::disc::{Command, Side, TEAM, Vec2, World};
use crate::error::{Error, Result};
use crate::teams::{Aim, Orders};
use arrayvec::ArrayVec;

/// Largest number of parameters of an act.
const PARAMETERS: usize = 3;
/// Largest number of ways to express the same order.
const WAYS: usize = 8;

/// An act with its parameters.
type Way = (Act, [f64; PARAMETERS]);

impl DiscBatch {
    /// Returns what the commanded players would do by their team's script, as actions (W, A, n):
    /// the act has the score 1, others have -1, and parameters that do not matter are 0. All
    /// numbers of a player are NaN if none of their acts does what the script orders. Acts to
    /// `avoid` are not used. Nothing changes.
    ///
    /// # Errors
    /// [`Error::Argument`] for episodes of another batch, and for a plan that does not
    /// [teach](super::DiscPlan::teaches), or whose actions are not acts.
    pub fn scripted_actions(&self, episodes: &DiscEpisodes, avoid: &[Act]) -> Result<Vec<f64>> {
        self.check_episodes(episodes)?;
        let plan = episodes.plan();
        if !plan.teaches || plan.agents.iter().any(|agent| agent.action_mode.listed().is_empty()) {
            let message = "needs a task of acts whose script teaches";
            return Err(Error::argument("scripted_actions", message));
        }
        let numbers = episodes.program().body.joints();
        let width = plan.agents.len() * numbers;
        let mut found = vec![0.0; self.worlds.len() * width];
        let size = self.worlds.len().div_ceil(self.threads.count() * SHARES).max(1);
        let worlds = (0..).step_by(size).zip(found.chunks_mut(size * width.max(1)));
        self.threads.each(worlds, |(first, found): (usize, &mut [f64]), _| {
            for (index, found) in (first..).zip(found.chunks_exact_mut(width)) {
                self.teach(episodes, avoid, index, found);
            }
        });
        Ok(found)
    }

    /// Does this for one world.
    fn teach(&self, episodes: &DiscEpisodes, avoid: &[Act], index: usize, found: &mut [f64]) {
        let (plan, world) = (episodes.plan(), &self.worlds[index]);
        let place = |player: usize| usize::from(self.places[player]);
        let wanted = plan.agents.iter().fold(0_u32, |all, agent| all | 1 << place(agent.player));
        let orders = Side::BOTH.map(|side| {
            let script = match plan.others.of(side, episodes.drawn()[index]) {
                Other::Scripted(script) => script,
                _ => &plan.script,
            };
            self.seats[index].crew.would_do(world, side, script, wanted)
        });
        let numbers = found.len() / plan.agents.len();
        for (agent, found) in plan.agents.iter().zip(found.chunks_exact_mut(numbers)) {
            let place = place(agent.player);
            let acts = agent.action_mode.listed();
            let may = |act: Act| acts.contains(&act) && !avoid.contains(&act);
            match way(may, &orders[place / TEAM][place % TEAM], world, place) {
                Some(way) => say(acts, way, found),
                None => found.fill(f64::NAN),
            }
        }
    }
}

/// Writes an action.
fn say(acts: &[Act], (act, parameters): Way, action: &mut [f64]) {
    let mut at = acts.len();
    for (index, own) in acts.iter().enumerate() {
        action[index] = if *own == act { 1.0 } else { -1.0 };
        if *own == act {
            let numbers = action[at..at + own.parameters()].iter_mut();
            numbers.zip(parameters).for_each(|(out, number)| *out = number.clamp(-1.0, 1.0));
        }
        at += own.parameters();
    }
}

/// Returns which of the allowed acts does what a script orders. Among those with the same aim, it
/// is one that finds the point by itself, for that is easier to learn, and often better.
fn way(may: impl Fn(Act) -> bool, orders: &Orders, world: &World, place: usize) -> Option<Way> {
    let does = |(act, parameters): &Way| {
        may(*act)
            && match act {
                // These may find nothing to do.
                act if act.may_find_nothing() => {
                    !act.done(&parameters[..act.parameters()], world, place, orders).in_vain
                }
                _ => act.is_applicable(world, place),
            }
    };
    let by_aim = orders.aim.map(|aim| aimed(aim, orders, world, place)).unwrap_or_default();
    let exactly = std::iter::once((Act::Move, [0.0; PARAMETERS]));
    let by_command = orders.body.as_ref().and_then(commanded);
    exactly.chain(by_aim).chain(by_command).chain(waiting(orders)).find(does)
}

/// Acts for an aim, the one that expresses most of it first.
fn aimed(aim: Aim, orders: &Orders, world: &World, place: usize) -> ArrayVec<Way, WAYS> {
    let (game, own) = (&world.game, &world.game.players[place]);
    let side = own.side;
    let half = |point: Vec2| act::of_half(side, point);
    let with = |[x, y]: [f64; 2], third: f64| [x, y, third];
    let of_speed = |speed: f64| 2.0 * speed / FASTEST - 1.0;
    let of_power = |power: f64| 2.0 * power / POWER - 1.0;
    let kick = |point: Vec2, speed: f64| {
        let speed = of_speed(speed);
        let (near, far) = (with(half(point), speed), with(act::of_pitch(point), speed));
        // The first touch brings the ball into play.
        let steps = match game.mode.set_play() {
            Some(_) => [(Act::OneStepKick, far), (Act::SmartKick, far)],
            None => [(Act::SmartKick, far), (Act::OneStepKick, far)],
        };
        [(Act::KickTo, near), steps[0], steps[1]]
    };
    let receiver = orders.receiver.map(|unum| {
        let number = (2.0 * f64::from(unum) - 1.0) / act::joined(game, side) - 1.0;
        (Act::Pass, [number, 0.0, 0.0])
    });
    let mut ways = ArrayVec::new();
    match aim {
        Aim::Shoot(point) => {
            ways.push((Act::Shoot, [0.0; PARAMETERS]));
            ways.extend(kick(point, FASTEST));
        }
        Aim::Kick(point, speed) => {
            let named = orders.receiver.and_then(Act::pass_to);
            ways.extend(named.map(|act| (act, [0.0; PARAMETERS])));
            ways.extend(receiver);
            ways.extend(kick(point, speed));
        }
        Aim::Clear(point, speed) => {
            ways.push((Act::Clear, [0.0; PARAMETERS]));
            ways.extend(kick(point, speed));
        }
        Aim::Run(point) => {
            ways.push((Act::Run, [0.0; PARAMETERS]));
            ways.push((Act::Dribble, [0.0; PARAMETERS]));
            ways.push((Act::DribbleTo, with(half(point), 0.0)));
            ways.push((Act::DribbleToPoint, with(act::of_pitch(point), 0.0)));
        }
        Aim::Hold => {
            let here = Vec2::new(own.position.x, own.position.y) * side.sign();
            ways.push((Act::HoldBall, [0.0; PARAMETERS]));
            ways.push((Act::DribbleTo, with(half(here), 0.0)));
        }
        Aim::Go(point, power) => {
            ways.push((Act::GoToPoint, with(act::of_pitch(point), of_power(power))));
            ways.push((Act::MoveTo, with(half(point), 0.0)));
        }
        Aim::Intercept => ways.push((Act::Intercept, [0.0; PARAMETERS])),
        Aim::Tackle(point) => ways.push((Act::TackleToPoint, with(act::of_pitch(point), 0.0))),
    }
    ways
}

/// The act that stands for a command.
fn commanded(command: &Command) -> Option<Way> {
    match *command {
        Command::Dash(power, way) => Some((Act::Dash, [power / POWER, way / HALF_TURN, 0.0])),
        Command::Turn(moment) => Some((Act::Turn, [moment / HALF_TURN, 0.0, 0.0])),
        Command::Kick(power, way) => {
            Some((Act::Kick, [2.0 * power / POWER - 1.0, way / HALF_TURN, 0.0]))
        }
        Command::Tackle(way, _) => Some((Act::Tackle, [way / HALF_TURN, 0.0, 0.0])),
        Command::Catch(_) => Some((Act::Catch, [0.0; PARAMETERS])),
        _ => None,
    }
}

/// Acts for players who wait, or only look where they want to.
fn waiting(orders: &Orders) -> impl Iterator<Item = Way> {
    let waits = matches!(orders.body, None | Some(Command::Turn(_)));
    let acts = [Act::TurnToBall, Act::Reorient, Act::Noop];
    acts.into_iter().filter(move |_| waits).map(|act| (act, [0.0; PARAMETERS]))
}
