//! Separates overlapping discs and slows them down.

use super::bounds::{at_least, clipped};
use super::{EPS, Lot, PLAYERS, PlayMode, Stadium, Vec2, flags, referee};
use std::f64::consts::PI;

/// Maximum number of rounds; what still overlaps after them is left as it is.
const ROUNDS: usize = 10;
/// The factor by which a collision multiplies a velocity.
const BOUNCE: f64 = -0.1;
/// The ball's index among the bodies, after the players.
const BALL: usize = PLAYERS;
/// The bits of all players, without the ball's.
const PLAYERS_MASK: u32 = (1 << PLAYERS) - 1;

/// For each body, the sum and the count of the positions at which this round's overlaps would put
/// it.
struct Round {
    sums: [Vec2; PLAYERS + 1],
    counts: [u32; PLAYERS + 1],
}

impl Round {
    fn new() -> Self {
        Self { sums: [Vec2::ZERO; PLAYERS + 1], counts: [0; PLAYERS + 1] }
    }

    fn add(&mut self, body: usize, point: Vec2) {
        self.sums[body] += point;
        self.counts[body] += 1;
    }
}

/// The strips of the pitch along one axis, each with a bit for every player in it. Anyone who may
/// touch a player is in that player's strip or in one beside it. Positions beyond the outer strips
/// count as inside them.
struct Strips([u32; STRIPS]);

/// Number of strips along an axis, including one more at either end so that every strip in use has
/// two neighbours.
const STRIPS: usize = 66;
/// Coordinates are clipped to this many strips to either side of the centre.
const OUTER: f64 = 31.25;

impl Strips {
    /// Returns the strip that contains a coordinate. `per_metre` is the inverse of the strips'
    /// width.
    #[inline(always)]
    fn of(at: f64, per_metre: f64) -> usize {
        // Numbers of this size have no fraction, so the last bits of the sum are the strip's index.
        const WHOLE: f64 = (1u64 << 52) as f64 + 32.0;
        let strip = clipped(at * per_metre, -OUTER, OUTER) + WHOLE;
        (strip.to_bits() & 63) as usize + 1
    }

    #[inline(always)]
    fn around(&self, strip: usize) -> u32 {
        self.0[strip - 1] | self.0[strip] | self.0[strip + 1]
    }
}

/// Where the players are.
struct Bodies {
    columns: Strips,
    rows: Strips,
    /// Strips per metre, of columns and of rows.
    per_metre: [f64; 2],
    size: [f64; PLAYERS],
    position: [Vec2; PLAYERS],
    /// The players on the pitch, as bits.
    present: u32,
}

impl Bodies {
    /// Collects the players on the pitch.
    fn of(stadium: &Stadium) -> Self {
        let mut largest = stadium.rules.server.ball_size;
        let mut size = [0.0; PLAYERS];
        let here = stadium.connected();
        for (size, player) in here.select(size.iter_mut().zip(&stadium.game.players)) {
            *size = stadium.rules.types[usize::from(player.type_id)].player_size;
            largest = at_least(largest, *size);
        }
        // Rows are at least twice as wide as the distance between two touching players, because
        // rounding may put such players into strips that are not adjacent. Columns are twice as
        // wide as rows so that the whole pitch fits.
        let per_metre = [0.125 / largest, 0.25 / largest];
        let (columns, rows) = (Strips([0; STRIPS]), Strips([0; STRIPS]));
        let position = [Vec2::ZERO; PLAYERS];
        let mut bodies = Self { columns, rows, per_metre, size, position, present: here.bits() };
        for (place, player) in here.select(stadium.game.players.iter().enumerate()) {
            bodies.put(place, player.position);
        }
        bodies
    }

    #[inline(always)]
    fn strips(&self, point: Vec2) -> [usize; 2] {
        let [columns, rows] = self.per_metre;
        [Strips::of(point.x, columns), Strips::of(point.y, rows)]
    }

    #[inline(always)]
    fn put(&mut self, player: usize, position: Vec2) {
        let [column, row] = self.strips(position);
        self.columns.0[column] |= 1 << player;
        self.rows.0[row] |= 1 << player;
        self.position[player] = position;
    }

    /// Updates the strips and the position of a player who has been moved.
    fn replace(&mut self, player: usize, position: Vec2) {
        let [column, row] = self.strips(self.position[player]);
        self.columns.0[column] &= !(1 << player);
        self.rows.0[row] &= !(1 << player);
        self.put(player, position);
    }

    /// Returns, as bits, the players who may overlap a body at a point. Players who stand exactly
    /// at the point are included.
    #[inline(always)]
    fn near(&self, point: Vec2) -> u32 {
        let [column, row] = self.strips(point);
        self.columns.around(column) & self.rows.around(row)
    }

    /// Returns, as bits, which of the players `near` overlap a disc.
    fn overlaps(&self, near: u32, point: Vec2, size: f64) -> u32 {
        bits(near).fold(0, |overlaps, other| {
            let reach = size + self.size[other];
            let gap2 = (self.position[other] - point).length2();
            overlaps | u32::from(gap2 < reach * reach) << other
        })
    }
}

/// Up to this many players are compared pair by pair before a search for neighbours.
const FEW: u32 = 5;

/// Whether few players are on the pitch and comparing all pairs shows that nothing overlaps.
fn few_are_apart(stadium: &Stadium) -> bool {
    let here = stadium.connected();
    if here.bits().count_ones() > FEW {
        return false;
    }
    let (server, ball) = (&stadium.rules.server, &stadium.game.ball);
    let is_apart = |one: Vec2, other: Vec2, reach: f64| (other - one).length2() >= reach * reach;
    let size = |place: usize| stadium.type_of(place).player_size;
    let holder = ball.holder.map(usize::from);
    here.enumerate().all(|(index, one)| {
        let (at, own) = (stadium.game.players[one].position, size(one));
        let from_ball = holder == Some(one) || is_apart(ball.position, at, server.ball_size + own);
        let behind =
            |other: usize| is_apart(at, stadium.game.players[other].position, own + size(other));
        from_ball && here.skip(index + 1).all(behind)
    })
}

/// Separates everything that overlaps, in at most ten rounds. Every body involved bounces once.
pub(super) fn collide(stadium: &mut Stadium) {
    if few_are_apart(stadium) {
        return;
    }
    let mut touched = 0u32;
    // Two bodies that have not moved since they were found to be apart are still apart.
    let mut moved = u32::MAX;
    let mut bodies = Bodies::of(stadium);
    for _ in 0..ROUNDS {
        let Some(round) = overlaps(stadium, &bodies, moved) else { break };
        moved = 0;
        for (body, &count) in round.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let position = round.sums[body] / f64::from(count);
            match stadium.game.players.get_mut(body) {
                Some(player) => {
                    player.position = position;
                    bodies.replace(body, position);
                }
                None => stadium.game.ball.position = position,
            }
            moved |= 1 << body;
        }
        touched |= moved;
    }
    if touched & 1 << BALL != 0 {
        stadium.game.ball.velocity *= BOUNCE;
    }
    for player in bits(touched & PLAYERS_MASK) {
        stadium.game.players[player].velocity *= BOUNCE;
    }
}

/// The indices of the bits that are set.
fn bits(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        place
    })
}

/// Finds what overlaps, and where the overlaps would put each body; `None` if nothing overlaps.
/// Pairs of players are checked only if one of them has moved.
fn overlaps(stadium: &mut Stadium, bodies: &Bodies, moved: u32) -> Option<Round> {
    let ball = stadium.game.ball.position;
    let mut with_ball = bodies.overlaps(bodies.near(ball), ball, stadium.rules.server.ball_size);
    if let Some(holder) = stadium.game.ball.holder {
        with_ball &= !(1 << holder);
    }
    let mut round = None;
    for player in bits(with_ball) {
        touch_ball(stadium, round.get_or_insert_with(Round::new), player);
    }
    for (one, others) in pairs(bodies, moved).into_iter().enumerate() {
        for other in bits(others) {
            for player in [one, other] {
                stadium.game.players[player].flags |= flags::PLAYER_COLLIDE;
                stadium.game.players[player].felt |= flags::PLAYER_COLLIDE;
            }
            let positions = [one, other].map(|player| stadium.game.players[player].position);
            let round = round.get_or_insert_with(Round::new);
            part(stadium, round, one, other, positions, bodies.size[one] + bodies.size[other]);
        }
    }
    round
}

/// Finds the overlapping pairs of players of whom at least one has moved. Returns, for each player,
/// the overlapping players with higher indices, as bits.
fn pairs(bodies: &Bodies, moved: u32) -> [u32; PLAYERS] {
    let mut pairs = [0; PLAYERS];
    for one in bits(moved & bodies.present) {
        let point = bodies.position[one];
        let others = bodies.near(point) & !(1 << one);
        if others == 0 {
            continue;
        }
        let others = bodies.overlaps(others, point, bodies.size[one]);
        for other in bits(others) {
            pairs[one.min(other)] |= 1 << one.max(other);
        }
    }
    pairs
}

/// A player and the ball overlap.
fn touch_ball(stadium: &mut Stadium, round: &mut Round, player: usize) {
    let reach = stadium.rules.server.ball_size + stadium.type_of(player).player_size;
    stadium.game.players[player].flags |= flags::BALL_TO_PLAYER | flags::BALL_COLLIDE;
    stadium.game.players[player].felt |= flags::BALL_COLLIDE;
    referee::touched(stadium, player);
    part_from_ball(stadium, round, player, reach);
}

/// In `PlayOn`, both move apart. In other modes the ball stays, and the player is put beside it.
fn part_from_ball(stadium: &mut Stadium, round: &mut Round, player: usize, reach: f64) {
    let (ball, own) = (stadium.game.ball.position, stadium.game.players[player].position);
    if stadium.game.mode == PlayMode::PlayOn {
        part(stadium, round, BALL, player, [ball, own], reach);
        return;
    }
    let out = if ball == own {
        let direction = separation(stadium, player);
        Vec2::polar(reach + EPS, direction)
    } else {
        (own - ball).with_length(reach + EPS)
    };
    round.add(BALL, ball);
    round.add(player, ball + out);
}

/// Moves two bodies away from the point halfway between them until they just touch.
fn part(
    stadium: &mut Stadium,
    round: &mut Round,
    one: usize,
    other: usize,
    [a, b]: [Vec2; 2],
    reach: f64,
) {
    let middle = (a + b) / 2.0;
    let (mut to_a, mut to_b) = (a - middle, b - middle);
    if a == b || (to_a.length() < EPS && to_b.length() < EPS) {
        let direction = separation(stadium, other);
        to_a = Vec2::polar(reach / 2.0 + EPS, super::angle::normalize(direction + PI));
        to_b = Vec2::polar(reach / 2.0 + EPS, direction);
    } else {
        to_a = to_a.with_length(reach / 2.0 + EPS);
        to_b = to_b.with_length(reach / 2.0 + EPS);
    }
    // Rounding may leave them a little too near each other.
    for _ in 0..ROUNDS {
        if ((middle + to_a) - (middle + to_b)).length2() >= reach * reach {
            break;
        }
        to_a = to_a.with_length(to_a.length() * 1.0001);
        to_b = to_b.with_length(to_b.length() * 1.0001);
    }
    round.add(one, middle + to_a);
    round.add(other, middle + to_b);
}

/// Draws the direction, rad, in which to move a player who stands exactly where another player or
/// the ball is.
fn separation(stadium: &mut Stadium, player: usize) -> f64 {
    stadium
        .number(Lot::Separation, Some(player), |random| random.uniform(-180.0, 180.0))
        .to_radians()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Bodies, FEW, few_are_apart, overlaps};
    use crate::disc::{PlayerParameters, Random, Rules, ServerParameters, Teams, Vec2, World};
    use std::sync::Arc;

    #[test]
    fn few_players_are_apart_where_the_search_finds_no_overlap() {
        let (server, player) = (ServerParameters::default(), PlayerParameters::default());
        let rules = Arc::new(Rules::new(server, player, None, 1).unwrap());
        let mut random = Random::new(6);
        let mut found = [0; 2];
        for sizes in [[1, 0], [1, 1], [3, 2], [4, 2]] {
            let teams = Teams { sizes, goalies: [true, false], names: Arc::default() };
            let mut world = World::with_teams(Arc::clone(&rules), 1, &teams);
            for round in 0..20_000 {
                let mut stadium = world.stadium();
                for place in stadium.connected() {
                    stadium.game.players[place].type_id = random.below(18) as u8;
                    let at = Vec2::new(random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0));
                    stadium.place_player(place, at);
                }
                stadium.place_ball(Vec2::new(random.uniform(-1.0, 1.0), 0.0), Vec2::ZERO);
                stadium.game.ball.holder = (round % 3 == 0).then_some(0);
                let is_apart = few_are_apart(&stadium);
                let bodies = Bodies::of(&stadium);
                let overlap = overlaps(&mut stadium, &bodies, u32::MAX).is_some();
                let are_few = sizes[0] + sizes[1] <= FEW as usize;
                assert_eq!(is_apart, are_few && !overlap, "{sizes:?}, round {round}");
                found[usize::from(is_apart)] += 1;
            }
        }
        assert!(found.iter().all(|&count| count > 2_000), "{found:?}");
    }
}
