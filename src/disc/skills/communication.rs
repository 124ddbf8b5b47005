//! What a player tells their mates, and to whom they listen.

use super::world_model::WorldModel;
use crate::disc::PlayMode;

/// A subject that a player may speak of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Topic {
    /// The ball: position and velocity.
    Ball,
    /// Another player: index of `WorldModel::others`.
    Player(usize),
    /// The player themselves.
    Own,
    /// Their stamina.
    Stamina,
}

/// What a player says, and to whom they listen.
#[derive(Clone, Debug, PartialEq)]
pub struct Communication {
    /// The most important first; as many are said as fit into the message.
    pub topics: Vec<Topic>,
    /// Uniform number of the mate they listen to; `None`: nobody in particular.
    pub attends: Option<u8>,
}

/// A player nearer to the ball than this speaks of it, m.
const FAR: f64 = 20.0;
/// The velocity of a ball of which a player speaks is no older than this, cycles.
const OLD: u16 = 1;
/// The most players reported besides the ball.
const PLAYERS: usize = 3;

/// `HeliosCommunicaion` (sic): speaks of the ball and players if they have just seen the ball and
/// are near it or their team's first at it, otherwise of themselves and their stamina. Listens to
/// the mate who will have the ball or else to the foremost one. Does neither before the kick-off
/// and in penalty shoot-outs.
pub fn communication(world: &WorldModel) -> Communication {
    let nothing = Communication { topics: Vec::new(), attends: None };
    if world.mode == PlayMode::BeforeKickOff || world.mode.is_shoot_out() {
        return nothing;
    }
    Communication { topics: topics(world), attends: attends(world) }
}

fn topics(world: &WorldModel) -> Vec<Topic> {
    let ball = &world.ball;
    let far = ball.position.distance(world.me.position);
    let knows = ball.counts.position == 0 && ball.counts.velocity <= OLD;
    let reach = world.reach();
    let tells = knows && (world.me.can_kick || far < FAR || reach.me <= reach.mate);
    if !tells {
        return vec![Topic::Own, Topic::Stamina];
    }
    let mut seen: Vec<(f64, usize)> = (0..world.others.len())
        .filter(|&index| {
            let player = &world.others[index];
            player.counts.position == 0 && player.unum.is_some() && player.is_ours.is_some()
        })
        .map(|index| (world.others[index].position.distance(ball.position), index))
        .collect();
    seen.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let players = seen.into_iter().take(PLAYERS).map(|(_, index)| Topic::Player(index));
    std::iter::once(Topic::Ball).chain(players).chain([Topic::Stamina]).collect()
}

/// The mate who will have the ball, or else the foremost one.
fn attends(world: &WorldModel) -> Option<u8> {
    let reach = world.reach();
    let first = reach.fastest_mate.filter(|_| reach.mate <= reach.me.min(reach.opponent));
    let foremost = || {
        let mates = world.mates().filter(|mate| mate.unum.is_some() && !mate.is_goalie);
        mates.max_by(|one, other| one.position.x.total_cmp(&other.position.x))
    };
    let mate = first.map(|index| &world.others[index]).or_else(foremost);
    mate.and_then(|mate| mate.unum)
}
