//! `DoHeliosSubstitute`: which players get which types.

use crate::disc::{Player, Rules, Side, TEAM, World};
use crate::playmaker::parameters::{cycles_to_speed, real_speed_max};

/// The goalie's number.
const GOALIE: u8 = 1;
/// The order in which the others get the fastest types.
const FASTEST: [u8; 10] = [11, 2, 3, 10, 9, 6, 4, 5, 7, 8];
/// During this many last cycles tired players are substituted.
const LAST: u32 = 500;
/// A player is tired if their recovery has dropped by more than this.
const DROP: f64 = 0.002;
/// Types that are slower by more than this are not compared by anything else, m/cycle.
const SAME: f64 = 0.01;

/// The types that a coach can still give, each as often as they can; the fastest at the front.
struct Types(Vec<Candidate>);

/// A type, and what a coach compares.
struct Candidate {
    id: u8,
    /// m/cycle.
    speed: f64,
    /// Cycles until they are that fast.
    cycles: i32,
    /// Stamina that a cycle at that speed costs.
    cost: f64,
}

impl Candidate {
    fn of(rules: &Rules, id: u8) -> Self {
        let (server, own) = (&*rules.server, &rules.types[usize::from(id)]);
        let speed = real_speed_max(server, own);
        let push = own.dash_power_rate * own.effort_max;
        let cost = speed * (1.0 - own.player_decay) / push - own.stamina_inc_max;
        Self { id, speed, cycles: cycles_to_speed(server, own, speed), cost }
    }
}

impl Types {
    /// Types by how often each can be given.
    fn new(rules: &Rules, count: impl Fn(u8) -> usize) -> Self {
        let last = rules.player.player_types.clamp(0, rules.types.len() as i32) as u8;
        let copies = |id| (0..count(id)).map(move |_| Candidate::of(rules, id));
        let mut types: Vec<_> = (0..last).flat_map(copies).collect();
        types.sort_by(|one, other| other.speed.total_cmp(&one.speed));
        Self(types)
    }

    /// Takes the fastest type. Of those that are about as fast it is the one that gets there
    /// soonest, and of these the one that tires least.
    fn take_fastest(&mut self) -> Option<u8> {
        let mut best: Option<(usize, &Candidate)> = None;
        for (index, own) in self.0.iter().enumerate() {
            let Some((_, other)) = best else {
                best = Some((index, own));
                continue;
            };
            if own.speed < other.speed - SAME {
                break;
            }
            let is_better =
                own.cycles < other.cycles || own.cycles == other.cycles && own.cost < other.cost;
            if is_better {
                best = Some((index, own));
            }
        }
        let (index, _) = best?;
        Some(self.0.remove(index).id)
    }
}

/// Whether any number of players may have a type.
fn is_free(rules: &Rules, id: u8) -> bool {
    id == 0 && rules.player.allow_mult_default_type
}

fn most(rules: &Rules) -> usize {
    rules.player.pt_max.max(0) as usize
}

fn command((unum, id): (u8, u8)) -> String {
    format!("(change_player_type {unum} {id})")
}

/// The commands before the first kick-off: the goalie keeps the default type, the others get the
/// fastest ones.
pub(super) fn first_types(world: &World, side: Side) -> Vec<String> {
    let rules = &**world.rules();
    let mut types = Types::new(rules, |id| {
        let free = if is_free(rules, id) { TEAM } else { 0 };
        // One of the default type is the goalie's.
        (free + most(rules)).saturating_sub(usize::from(id == 0))
    });
    let is_there = |unum: &u8| world.game.players[Player::place(side, *unum)].connected;
    let others = FASTEST.into_iter().filter(is_there);
    let others = others.filter_map(|unum| Some((unum, types.take_fastest()?)));
    [(GOALIE, 0)]
        .into_iter()
        .filter(|(unum, _)| is_there(unum))
        .chain(others)
        .map(command)
        .collect()
}

/// The commands late in a game: tired players make way for the fastest types that are left, as long
/// as substitutions are.
pub(super) fn for_the_tired(world: &World, side: Side) -> Vec<String> {
    let (game, rules) = (&world.game, &**world.rules());
    let server = &rules.server;
    let end = u32::try_from(server.half_time * 10 * server.nr_normal_halfs).unwrap_or(u32::MAX);
    if game.cycle.saturating_add(LAST) < end {
        return Vec::new();
    }
    let used = rules.player.subs_max.max(0) as u32;
    let left = used.saturating_sub(game.substitutions[side.index()]) as usize;
    let team = || (1..=TEAM as u8).map(|unum| &game.players[Player::place(side, unum)]);
    let mut types = Types::new(rules, |id| {
        let here = team().filter(|player| player.connected && player.type_id == id).count();
        let used = usize::from(game.used_types[side.index()][usize::from(id)]);
        if is_free(rules, id) { TEAM } else { most(rules).saturating_sub(here.max(used)) }
    });
    let tired = team().filter(|own| own.connected && own.recovery < server.recover_init - DROP);
    let changes = tired.filter_map(|own| Some((own.unum, types.take_fastest()?)));
    changes.take(left).map(command).collect()
}
