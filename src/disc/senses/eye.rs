//! How a player sees an object.

use super::glances::{FEW, From, Others, Points, found, is_decided};
use super::quantize::{
    DIRECTION_CHANGE, DISTANCE_CHANGE, MAX_DISTANCE, Steps, quantize, rounded_degrees,
    truncated_degrees,
};
use super::{Draws, LANDMARKS, Sensorium, direction};
use crate::disc::angle::normalize;
use crate::disc::{Game, Lot, PLAYERS, Player, Rules, Side, Vec2, visible_angle};
use arrayvec::ArrayVec;
use std::f64::consts::PI;

/// Up to this reported distance, numbers and motions are always seen, m.
const CLEAR: f64 = 20.0;
/// Starting at this reported distance, they are never seen, m. Before version 18, teams become
/// unclear here.
const UNCLEAR: f64 = 40.0;
/// Starting at this reported distance, teams are never seen before version 18, m.
const TEAM_UNCLEAR: f64 = 60.0;
/// Step of changes of distance with Gaussian noise, m/cycle.
const GAUSSIAN_CHANGE: f64 = 0.01;
/// The ball's index among the objects of draws; players have the index of their place.
const BALL: usize = PLAYERS;
/// The first landmark's index among them.
const FIRST_LANDMARK: usize = PLAYERS + 1;

/// What is seen of any object.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seen {
    /// Whether it is outside of the view and only felt to be near.
    pub near: bool,
    /// Distance, m; `None` in low quality.
    pub distance: Option<f64>,
    /// Direction from the head, degrees.
    pub direction: i32,
    /// Changes of distance, m/cycle, and direction, degrees/cycle.
    pub change: Option<[f64; 2]>,
}

/// What is seen of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeenPlayer {
    /// Where they are, and how they move.
    pub seen: Seen,
    /// Their team, if it can be made out.
    pub side: Option<Side>,
    /// Their number, if it can be made out.
    pub unum: Option<u8>,
    /// Whether they are known to be a goalie, which is reported together with their number.
    pub goalie: bool,
    /// Directions of their body and head from the observer's head, degrees; reported together with
    /// their number.
    pub facing: Option<[i32; 2]>,
    /// Direction in which they point, from the observer's head, degrees.
    pub pointing: Option<i32>,
    /// Whether they tackle.
    pub tackling: bool,
    /// Whether they have kicked; reported starting with version 13, and not for players who are
    /// tackling.
    pub kicking: bool,
}

/// An observer at one moment.
pub struct Eye<'a> {
    rules: &'a Rules,
    game: &'a Game,
    place: usize,
    /// The observer.
    pub player: &'a Player,
    version: u8,
    gaussian: bool,
    /// Where their head looks, rad.
    pub heading: f64,
    half_view: f64,
    ahead: Vec2,
    /// Less than the cosine of half their view.
    cos_half: f64,
    focus: Option<Vec2>,
    /// The steps in which distances are reported; the second ones are for landmarks and lines.
    steps: [Steps; 2],
    draws: Draws<'a>,
}

impl<'a> Eye<'a> {
    /// The eye of a player.
    pub fn new(
        rules: &'a Rules,
        game: &'a Game,
        place: usize,
        own: &Sensorium,
        draws: Draws<'a>,
    ) -> Self {
        let player = &game.players[place];
        let heading = player.body + player.neck;
        let half_view = visible_angle(&rules.server, player) * 0.5;
        let [distance, direction] = player.focus;
        let focused = own.version >= 18 && distance != 0.0;
        Self {
            rules,
            game,
            place,
            player,
            version: own.version,
            gaussian: own.gaussian,
            heading,
            half_view,
            ahead: Vec2::polar(1.0, heading),
            cos_half: half_view.cos() - 1e-9,
            focus: focused
                .then(|| player.position + Vec2::polar(distance, normalize(heading + direction))),
            steps: [rules.server.quantize_step, rules.server.quantize_step_l].map(Steps::of),
            draws,
        }
    }

    /// Where the head looks: a vector of length 1.
    pub fn ahead(&self) -> Vec2 {
        self.ahead
    }

    /// Version of the protocol.
    pub fn version(&self) -> u8 {
        self.version
    }

    /// The steps in which distances of landmarks and lines are reported.
    pub(super) fn landmark_steps(&self) -> Steps {
        self.steps[1]
    }

    /// Degrees of an angle as this version reports them.
    pub fn degrees(&self, angle: f64) -> i32 {
        if self.version >= 7 { rounded_degrees(angle) } else { truncated_degrees(angle) }
    }

    /// Direction of an object from the head, rad: exact where an error could change the reported
    /// number, approximate elsewhere.
    fn direction(&self, gap: Vec2) -> f64 {
        let from_head =
            |direction: f64| normalize(normalize(direction - self.player.body) - self.player.neck);
        let nearly = from_head(direction::nearly(gap));
        if is_decided(nearly, self.half_view) { nearly } else { from_head(gap.direction()) }
    }

    /// The point of view from which they look at several things at once.
    fn from(&self) -> From {
        let Player { position: at, velocity, body, neck, .. } = *self.player;
        let Self { ahead, cos_half, half_view, .. } = *self;
        let near = self.rules.server.visible_distance;
        From { at, velocity, ahead, cos_half, half_view, body, neck, near }
    }

    /// Whether several things that are looked at together are reported in the same way as each
    /// alone. This is not so for older versions, for Gaussian eyes, and in low quality.
    fn looks_together(&self) -> bool {
        self.version >= 7 && !self.gaussian && self.player.high_quality
    }

    /// Where something is: its distance and direction, and whether it is only near; `None` if it is
    /// not seen.
    fn find(&self, gap: Vec2) -> Option<(f64, f64, bool)> {
        let distance2 = gap.length2();
        let near2 = self.rules.server.visible_distance * self.rules.server.visible_distance;
        let ahead = gap.x * self.ahead.x + gap.y * self.ahead.y;
        // A first look without square roots: whether it may be in view, for either sign of the
        // cosine.
        let edge = self.cos_half * self.cos_half * distance2;
        let may_see = match self.cos_half >= 0.0 {
            true => ahead >= 0.0 && ahead * ahead >= edge,
            false => ahead >= 0.0 || ahead * ahead <= edge,
        };
        if distance2 > near2 && !may_see {
            return None;
        }
        let distance = distance2.sqrt();
        let angle = self.direction(gap);
        if angle.abs() < self.half_view && distance < MAX_DISTANCE {
            return Some((distance, angle, false));
        }
        (distance2 <= near2).then_some((distance, angle, true))
    }

    /// The distance as it is reported.
    #[inline(always)]
    fn reported_distance(&mut self, distance: f64, at: Vec2, object: usize, land: bool) -> f64 {
        if self.gaussian || self.focus.is_some() {
            return self.told_otherwise(distance, at, object, land);
        }
        self.steps[usize::from(land)].rounded_off(distance)
    }

    /// The reported distance with Gaussian noise or a focus.
    #[cold]
    fn told_otherwise(&mut self, distance: f64, at: Vec2, object: usize, land: bool) -> f64 {
        let server = &self.rules.server;
        let to_focus = self.focus.map(|focus| focus.distance(at));
        if self.gaussian {
            let (rate, focus_rate) = match land {
                true => (server.land_dist_noise_rate, server.land_focus_dist_noise_rate),
                false => (server.dist_noise_rate, server.focus_dist_noise_rate),
            };
            let spread = distance * rate + to_focus.unwrap_or(distance) * focus_rate;
            return (distance + spread * self.draws.normal(Lot::SeenDistance, object)).max(0.0);
        }
        let steps = self.steps[usize::from(land)];
        let Some(to_focus) = to_focus else { return steps.rounded_off(distance) };
        let error = (to_focus - steps.quantize(to_focus)) + (distance - steps.quantize(distance));
        quantize((distance - error * 0.5).max(0.0), 0.1)
    }

    /// How an object's distance and direction change.
    fn change(&self, velocity: Vec2, gap: Vec2, distance: f64, reported: f64) -> [f64; 2] {
        if distance == 0.0 {
            return [0.0; 2];
        }
        let (speed, way) = (velocity - self.player.velocity, gap / distance);
        let along = speed.x * way.x + speed.y * way.y;
        let across = ((speed.y * way.x - speed.x * way.y) / distance).to_degrees();
        let along = match self.gaussian {
            true => quantize(along * reported / distance, GAUSSIAN_CHANGE),
            false => reported * quantize(along / distance, DISTANCE_CHANGE),
        };
        [along, if across == 0.0 { 0.0 } else { quantize(across, DIRECTION_CHANGE) }]
    }

    /// What is seen of a thing that is neither player nor line.
    fn thing(&mut self, at: Vec2, velocity: Vec2, object: usize, land: bool) -> Option<Seen> {
        let gap = at - self.player.position;
        let (distance, angle, near) = self.find(gap)?;
        let direction = self.degrees(angle);
        if !self.player.high_quality {
            return Some(Seen { near, direction, ..Seen::default() });
        }
        let reported = self.reported_distance(distance, at, object, land);
        let unclear = (reported - CLEAR) / (UNCLEAR - CLEAR);
        let clear = !near && !self.draws.event(Lot::SeenChange, object, unclear);
        let change = clear.then(|| self.change(velocity, gap, distance, reported));
        Some(Seen { near, distance: Some(reported), direction, change })
    }

    /// What is seen of a landmark, by its index.
    pub fn landmark(&mut self, index: usize) -> Option<Seen> {
        let landmark = &LANDMARKS[index];
        if landmark.since > self.version {
            return None;
        }
        self.thing(landmark.position, Vec2::ZERO, FIRST_LANDMARK + index, true)
    }

    /// Where landmarks are seen whose names are reported, of at most eight that are requested:
    /// index, distance, m, and direction, degrees. The result is that of
    /// [`landmark`](Self::landmark), with less work.
    pub fn landmark_places(&mut self, indices: &[usize]) -> ArrayVec<(usize, f64, i32), FEW> {
        let mut points = Points { x: [0.0; FEW], y: [0.0; FEW], direction: [0.0; FEW] };
        for ((x, y), index) in points.x.iter_mut().zip(&mut points.y).zip(indices) {
            let gap = LANDMARKS[*index].position - self.player.position;
            (*x, *y) = (gap.x, gap.y);
        }
        let together = self.looks_together();
        if together {
            self.from().points(&mut points);
        }
        let mut places = ArrayVec::new();
        for (at, &index) in indices.iter().take(FEW).enumerate() {
            let landmark = &LANDMARKS[index];
            if landmark.since > self.version {
                continue;
            }
            let place = match points.y[at] {
                found if together && found != found::UNDECIDED => {
                    (found == found::IN_VIEW).then(|| {
                        let object = FIRST_LANDMARK + index;
                        let reported =
                            self.reported_distance(points.x[at], landmark.position, object, true);
                        (reported, points.direction[at] as i32)
                    })
                }
                _ => self.landmark_place(index),
            };
            places.extend(place.map(|(distance, direction)| (index, distance, direction)));
        }
        places
    }

    /// The place of a single landmark.
    fn landmark_place(&mut self, index: usize) -> Option<(f64, i32)> {
        let landmark = &LANDMARKS[index];
        let (distance, angle, near) = self.find(landmark.position - self.player.position)?;
        if near || !self.player.high_quality {
            return None;
        }
        let object = FIRST_LANDMARK + index;
        Some((
            self.reported_distance(distance, landmark.position, object, true),
            self.degrees(angle),
        ))
    }

    /// What is seen of the ball.
    pub fn ball(&mut self) -> Option<Seen> {
        let ball = &self.game.ball;
        self.thing(ball.position, ball.velocity, BALL, false)
    }

    /// Puts what is seen of all other players, by place, into an empty list.
    pub fn others(&mut self, seen: &mut ArrayVec<SeenPlayer, PLAYERS>) {
        if !self.looks_together() {
            seen.extend((0..PLAYERS).filter_map(|place| self.other(place)));
            return;
        }
        let mut others = Others::default();
        self.from().others(self.game, self.place, &mut others);
        for index in 0..others.count {
            let place = usize::from(others.places[index]);
            let found = others.found(index);
            if found == found::UNDECIDED {
                seen.extend(self.other(place));
            } else if found != found::NOT && seen.try_push(SeenPlayer::default()).is_ok() {
                let Some(player) = seen.last_mut() else { return };
                let (distance, direction) = others.place(index);
                let is_near = found == found::NEAR;
                self.report(player, place, distance, direction, is_near, |_, distance| {
                    let ([by_distance, direction], facing) = others.moving(index);
                    ([distance * by_distance, direction], facing)
                });
            }
        }
    }

    /// What is seen of a player, by their place; nobody sees themselves.
    fn other(&mut self, place: usize) -> Option<SeenPlayer> {
        let other = &self.game.players[place];
        if place == self.place || !other.connected {
            return None;
        }
        let gap = other.position - self.player.position;
        let (distance, angle, near) = self.find(gap)?;
        let direction = self.degrees(angle);
        let mut player = SeenPlayer::default();
        self.report(&mut player, place, distance, direction, near, |eye, reported| {
            let turned =
                |angle: f64| eye.degrees(normalize(angle - eye.player.body - eye.player.neck));
            let facing = [turned(other.body), turned(other.neck + other.body)];
            (eye.change(other.velocity, gap, distance, reported), facing)
        });
        Some(player)
    }

    /// Puts what is reported of a player who is found into an empty `player`. `moving` returns
    /// their changes and facing, given the reported distance; it is needed only if their number is
    /// reported.
    #[inline(always)]
    fn report(
        &mut self,
        player: &mut SeenPlayer,
        place: usize,
        distance: f64,
        direction: i32,
        near: bool,
        moving: impl FnOnce(&Self, f64) -> ([f64; 2], [i32; 2]),
    ) {
        let other = &self.game.players[place];
        let high = self.player.high_quality;
        (player.seen.near, player.seen.direction) = (near, direction);
        if near && !high {
            return;
        }
        let reported = self.reported_distance(distance, other.position, place, false);
        player.seen.distance = high.then_some(reported);
        let no_team = (reported - UNCLEAR) / (TEAM_UNCLEAR - UNCLEAR);
        if near || self.version < 18 && self.draws.event(Lot::SeenTeam, place, no_team) {
            return;
        }
        player.side = Some(other.side);
        if high {
            self.add_gestures(player, other, distance, place);
        }
        let no_number = (reported - CLEAR) / (UNCLEAR - CLEAR);
        if self.draws.event(Lot::SeenNumber, place, no_number) {
            return;
        }
        (player.unum, player.goalie) = (Some(other.unum), other.goalie);
        if high {
            let (change, facing) = moving(self, reported);
            (player.seen.change, player.facing) = (Some(change), Some(facing));
        }
    }

    /// Adds where somebody points, and whether they tackle or kick.
    #[inline]
    fn add_gestures(&mut self, seen: &mut SeenPlayer, other: &Player, distance: f64, place: usize) {
        if self.version < 8 {
            return;
        }
        if other.arm.expires > 0 {
            let least = 1.25_f64.to_radians();
            let far = distance / MAX_DISTANCE;
            let spread = (far * far) * (far * far) * (PI - least) + least;
            let way = (other.arm.target - other.position).direction() - self.heading;
            let way = way + spread * self.draws.normal(Lot::SeenPointing, place);
            seen.pointing = Some(self.degrees(normalize(way)));
        }
        seen.tackling = other.tackle_cycles > 0;
        seen.kicking = other.has_kicked() && !seen.tackling && self.version >= 13;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
