//! What a player tells his mates, and to whom he listens.

use super::world_model::WorldModel;
use crate::disc::PlayMode;

/// What may be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Topic {
    /// The ball: position and velocity.
    Ball,
    /// Another player: index of `WorldModel::others`.
    Player(usize),
    /// The player himself.
    Own,
    /// His stamina.
    Stamina,
}

/// What a player tells, the most important first, and to which number he listens.
#[derive(Clone, Debug, PartialEq)]
pub struct Communication {
    /// As much of it is said as there is room for.
    pub topics: Vec<Topic>,
    /// The number of a mate; none: nobody in particular.
    pub attends: Option<u8>,
}

/// From how far a player tells where the ball is, m, and for how old it may be, cycles.
const FAR: f64 = 20.0;
const OLD: u16 = 1;
/// Players beside the ball that are told of at most.
const PLAYERS: usize = 3;

/// `HeliosCommunication`: tells of ball and players if he is near the ball and has just seen it, of
/// his stamina otherwise; listens to the mate who will have the ball, or who is in front. Nothing
/// before the kick-off and in penalties.
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
