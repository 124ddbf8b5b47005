//! The arrays of a `DiscBatch`: what each shows of a world or a player.

use rcssgym::batch::disc::DiscBatch;
use rcssgym::disc::{Player, Side, TEAM, World};

/// Writes what an array holds of a player.
type OfPlayer<T> = fn(&World, &Player, &mut [T]);
/// Writes what an array holds of a world.
type OfWorld<T> = fn(&World, &mut [T]);

/// How an array is filled.
#[derive(Clone, Copy)]
pub enum Filler<T: 'static> {
    Players(OfPlayer<T>),
    Worlds(OfWorld<T>),
}

/// An array: its name, how many numbers each player or world has (0 for one without an axis of its
/// own), and how it is filled.
#[derive(Clone, Copy)]
pub struct Quantity<T: 'static> {
    pub name: &'static str,
    width: usize,
    filler: Filler<T>,
}

impl<T> Quantity<T> {
    pub fn shape(&self, batch: &DiscBatch) -> Vec<usize> {
        let mut shape = vec![batch.worlds().len()];
        if let Filler::Players(_) = self.filler {
            shape.push(batch.places().len());
        }
        if self.width > 0 {
            shape.push(self.width);
        }
        shape
    }

    /// Writes all worlds' numbers.
    pub fn fill(&self, batch: &DiscBatch, out: &mut [T]) {
        let width = self.width.max(1);
        let places = batch.places();
        match self.filler {
            Filler::Worlds(fill) => {
                for (world, out) in batch.worlds().iter().zip(out.chunks_exact_mut(width)) {
                    fill(world, out);
                }
            }
            Filler::Players(fill) => {
                let rows = out.chunks_exact_mut((width * places.len()).max(1));
                for (world, out) in batch.worlds().iter().zip(rows) {
                    for (&place, out) in places.iter().zip(out.chunks_exact_mut(width)) {
                        fill(world, &world.game.players[usize::from(place)], out);
                    }
                }
            }
        }
    }
}

const fn players<T>(name: &'static str, width: usize, fill: OfPlayer<T>) -> Quantity<T> {
    Quantity { name, width, filler: Filler::Players(fill) }
}

const fn worlds<T>(name: &'static str, width: usize, fill: OfWorld<T>) -> Quantity<T> {
    Quantity { name, width, filler: Filler::Worlds(fill) }
}

/// Arrays of float64.
pub const REALS: [Quantity<f64>; 14] = [
    worlds("ball_position", 2, |world, out| {
        let ball = &world.game.ball;
        out.copy_from_slice(&[ball.position.x, ball.position.y]);
    }),
    worlds("ball_velocity", 2, |world, out| {
        let ball = &world.game.ball;
        out.copy_from_slice(&[ball.velocity.x, ball.velocity.y]);
    }),
    players("players", 10, |_, player, out| {
        let (p, v) = (player.position, player.velocity);
        let (body, neck) = (player.body.to_degrees(), player.neck.to_degrees());
        let [s, e] = [player.stamina, player.effort];
        let (recovery, capacity) = (player.recovery, player.capacity);
        out.copy_from_slice(&[p.x, p.y, v.x, v.y, body, neck, s, e, recovery, capacity]);
    }),
    players("position", 2, |_, player, out| {
        out.copy_from_slice(&[player.position.x, player.position.y]);
    }),
    players("velocity", 2, |_, player, out| {
        out.copy_from_slice(&[player.velocity.x, player.velocity.y]);
    }),
    players("body", 0, |_, player, out| out[0] = player.body.to_degrees()),
    players("neck", 0, |_, player, out| out[0] = player.neck.to_degrees()),
    players("stamina", 0, |_, player, out| out[0] = player.stamina),
    players("effort", 0, |_, player, out| out[0] = player.effort),
    players("recovery", 0, |_, player, out| out[0] = player.recovery),
    players("capacity", 0, |_, player, out| out[0] = player.capacity),
    players("kickable_area", 0, |world, player, out| {
        let rules = world.rules();
        let own = &rules.types[usize::from(player.type_id)];
        out[0] = own.kickable_area(rules.server.ball_size);
    }),
    players("pointing", 2, |_, player, out| {
        let points = player.arm.expires > 0;
        let target = player.arm.target;
        out.copy_from_slice(&if points { [target.x, target.y] } else { [f64::NAN; 2] });
    }),
    players("focus", 2, |_, player, out| {
        out.copy_from_slice(&[player.focus[0], player.focus[1].to_degrees()]);
    }),
];

/// The player at a place, or -1.
fn player_at(world: &World, place: Option<u8>) -> i64 {
    let Some(place) = place else { return -1 };
    let place = usize::from(place);
    let left = world.game.players[..TEAM].iter().filter(|player| player.joined).count();
    (if place < TEAM { place } else { place - TEAM + left }) as i64
}

/// Arrays of int64.
pub const WHOLES: [Quantity<i64>; 20] = [
    worlds("cycle", 0, |world, out| out[0] = world.game.cycle.into()),
    worlds("stopped", 0, |world, out| out[0] = world.game.stopped.into()),
    worlds("play_mode", 0, |world, out| out[0] = world.game.mode.number().into()),
    worlds("score", 2, |world, out| {
        out.copy_from_slice(&world.game.score.map(|score| score.goals.into()));
    }),
    worlds("penalties", 4, |world, out| {
        let [l, r] = world.game.score;
        let all = [l.penalties_scored, l.penalties_missed, r.penalties_scored, r.penalties_missed];
        out.copy_from_slice(&all.map(i64::from));
    }),
    worlds("kick_off_side", 0, |world, out| {
        out[0] = match world.game.kick_off_side {
            Some(Side::Left) => 1,
            Some(Side::Right) => -1,
            None => 0,
        };
    }),
    worlds("ball_holder", 0, |world, out| out[0] = player_at(world, world.game.ball.holder)),
    players("type_id", 0, |_, player, out| out[0] = player.type_id.into()),
    players("flags", 0, |_, player, out| out[0] = player.shown.into()),
    players("card", 0, |_, player, out| out[0] = player.card as i64),
    players("connected", 0, |_, player, out| out[0] = player.connected.into()),
    players("goalie", 0, |_, player, out| out[0] = player.goalie.into()),
    players("can_kick", 0, |world, player, out| {
        let rules = world.rules();
        let reach = rules.types[usize::from(player.type_id)];
        let reach = reach.kickable_area(rules.server.ball_size);
        let gap2 = (player.position - world.game.ball.position).length2();
        out[0] = (player.connected && gap2 <= reach * reach).into();
    }),
    players("tackle_cycles", 0, |_, player, out| out[0] = player.tackle_cycles.into()),
    players("foul_cycles", 0, |_, player, out| out[0] = player.foul_cycles.into()),
    players("catch_ban", 0, |_, player, out| out[0] = player.catch_ban.into()),
    players("view_width", 0, |_, player, out| out[0] = player.view_width as i64),
    players("attention", 0, |world, player, out| out[0] = player_at(world, player.attention)),
    players("collided", 0, |_, player, out| out[0] = player.felt.into()),
    players("counts", 12, |_, player, out| {
        let c = &player.counts;
        let counts = [c.kick, c.dash, c.turn, c.catch, c.relocate, c.turn_neck, c.change_view];
        let more = [c.change_focus, c.say, c.tackle, c.pointto, c.attentionto];
        for (out, count) in out.iter_mut().zip(counts.iter().chain(&more)) {
            *out = (*count).into();
        }
    }),
];

/// The array of a name.
pub fn real(name: &str) -> Option<Quantity<f64>> {
    REALS.into_iter().find(|quantity| quantity.name == name)
}

/// The array of a name.
pub fn whole(name: &str) -> Option<Quantity<i64>> {
    WHOLES.into_iter().find(|quantity| quantity.name == name)
}
