//! A 2D game as terms see it, through the eyes of one of its players.

use crate::batch::talk::hear;
use crate::disc::memory::{Memory, NEVER};
use crate::disc::senses::{Heard, Speaker};
use crate::disc::{Game, PlayMode, Player, Rules, Side, Vec2, World, flags, normalize_angle};
use crate::teams::Prospects;
use crate::terms::{FELLOW, KNOWN, NO_CHANCE, Quantity, View};
use std::f64::consts::PI;

/// Cycles for a player who is not known.
const NO_RACE: u32 = 1000;
/// Length of a cycle, s.
const CYCLE: f64 = 0.1;

/// Flags of a player who tries to do something with the ball, and of one who does so in vain.
type Doing = (u32, u32);
const KICKS: Doing = (flags::KICK, flags::KICK_FAULT);
/// How players play the ball. A goalie who punches it away counts as catching in vain.
const PLAYS: [Doing; 3] =
    [KICKS, (flags::TACKLE, flags::TACKLE_FAULT), (flags::CATCH, flags::CATCH_FAULT)];

/// The game of a player, on a pitch on which their team plays towards positive x; y points down for
/// the left team.
pub struct DiscView<'a> {
    rules: &'a Rules,
    game: &'a Game,
    /// What they remember, if they sense.
    memory: Option<&'a Memory>,
    /// What players have heard in the last cycle, with their places.
    heard: &'a [(u8, Heard)],
    place: usize,
}

impl<'a> DiscView<'a> {
    /// A world through the eyes of the player at a place.
    pub fn of(world: &'a World, place: usize) -> Self {
        let memory = world.minds.as_ref().map(|minds| &minds.memories[place]);
        Self { rules: world.rules(), game: &world.game, memory, heard: &world.heard, place }
    }

    /// The row of [`Quantity::Known`] of something.
    fn known(&self, position: Vec2, velocity: Vec2, last: [f64; 2]) -> [f64; KNOWN] {
        let sign = self.game.players[self.place].side.sign();
        let (at, moves) = (position * sign, velocity * sign);
        [at.x, at.y, moves.x, moves.y, last[0], last[1]]
    }

    /// [`Quantity::Known`] as they remember it; what they do not know is 0 and as old as can be.
    fn remember(&self, memory: &Memory, out: &mut [f64]) {
        let unknown = [0.0, 0.0, 0.0, 0.0, 0.0, NEVER.into()];
        let mut rows = out.chunks_exact_mut(KNOWN);
        let mut add = |numbers: [f64; KNOWN]| {
            if let Some(row) = rows.next() {
                row.copy_from_slice(&numbers);
            }
        };
        let (own, ball) = (&memory.own, &memory.ball);
        let ages = [self.turned(own.body), own.pos_count.into()];
        add(self.known(own.position, own.velocity, ages));
        let velocity = if ball.vel_count < NEVER { ball.velocity } else { Vec2::ZERO };
        let ages = [ball.pos_count.into(), ball.vel_count.into()];
        add(match ball.pos_count < NEVER {
            true => self.known(ball.position, velocity, ages),
            false => [0.0, 0.0, 0.0, 0.0, ages[0], ages[1]],
        });
        for other in self.fellows() {
            let other = memory.player(Player::place(other.side, other.unum));
            let velocity = if other.vel_count < NEVER { other.velocity } else { Vec2::ZERO };
            let ages = [self.turned(other.body), other.pos_count.into()];
            add(match other.pos_count < NEVER {
                true => self.known(other.position, velocity, ages),
                false => unknown,
            });
        }
    }

    /// Writes a point or vector and, if there is room, zeros after it.
    fn write(&self, vector: Vec2, out: &mut [f64]) {
        let sign = self.game.players[self.place].side.sign();
        let (own_x, own_y) = (sign * vector.x, sign * vector.y);
        // Few numbers are written one by one, since filling so little would be a function call.
        match out {
            [x, y] => (*x, *y) = (own_x, own_y),
            [x, y, z] => (*x, *y, *z) = (own_x, own_y, 0.0),
            [x, y, rest @ ..] => {
                (*x, *y) = (own_x, own_y);
                match <&mut [f64; 4]>::try_from(&mut *rest) {
                    Ok(four) => *four = [0.0; 4],
                    Err(_) => rest.fill(0.0),
                }
            }
            _ => out.fill(0.0),
        }
    }

    /// Direction of a body in the frame of their team.
    fn turned(&self, body: f64) -> f64 {
        let own = self.game.players[self.place].side;
        normalize_angle(if own == Side::Left { body } else { body + PI })
    }

    /// The others: teammates by number, then opponents.
    fn fellows(&self) -> impl Iterator<Item = &Player> {
        let side = self.game.players[self.place].side;
        [side, side.other()]
            .into_iter()
            .flat_map(move |side| self.game.joined().of(side))
            .filter(move |place| *place != self.place)
            .map(move |place| &self.game.players[place])
    }

    /// [`Quantity::Words`]
    fn listen(&self, out: &mut [f64]) {
        out.fill(0.0);
        let own = self.game.players[self.place].unum;
        for (place, heard) in self.heard {
            let (Speaker::TeamMate(unum), Some(text)) = (heard.speaker, &heard.text) else {
                continue;
            };
            if usize::from(*place) == self.place {
                let mate = usize::from(unum) - 1 - usize::from(unum > own);
                hear(mate, heard.direction.unwrap_or_default().into(), text, out);
            }
        }
    }

    /// [`Quantity::Race`]
    fn race(&self, memory: Option<&Memory>, out: &mut [f64]) {
        let race = Prospects::new(self.rules, self.game, self.place, memory).race();
        let own = &self.game.players[self.place];
        let cycles = |other: &Player| {
            let team = if other.side == own.side { &race.ours } else { &race.theirs };
            f64::from(team[usize::from(other.unum) - 1].unwrap_or(NO_RACE))
        };
        let [we, they] = race.soonest.map(f64::from);
        let is_first = f64::from(u8::from(race.first == Some(own.unum)));
        let (line, meeting) = (race.offside_line, race.meeting);
        let players = std::iter::once(own).chain(self.fellows()).map(cycles);
        let rest = [we, they, is_first, line, meeting.x, meeting.y];
        players.chain(rest).zip(out).for_each(|(number, out)| *out = number);
    }

    /// [`Quantity::Chances`]
    fn chances(&self, memory: Option<&Memory>, out: &mut [f64]) {
        let chances = Prospects::new(self.rules, self.game, self.place, memory).chances();
        let own = &self.game.players[self.place];
        let mates = self.fellows().filter(|other| other.side == own.side);
        let passes = mates.flat_map(|mate| chances.passes[usize::from(mate.unum) - 1]);
        let worth = std::iter::once(chances.run).chain(passes);
        let numbers = worth.map(|value| value.unwrap_or(NO_CHANCE));
        let shot = f64::from(u8::from(chances.shot));
        let all = std::iter::once(shot).chain(numbers);
        all.zip(out).for_each(|(number, out)| *out = number);
    }

    /// [`Quantity::Fellows`]
    fn see_fellows(&self, out: &mut [f64]) {
        for (other, out) in self.fellows().zip(out.chunks_exact_mut(FELLOW)) {
            self.write(other.position, &mut out[..2]);
            self.write(other.velocity, &mut out[2..4]);
            out[4] = self.turned(other.body);
            out[5] = other.unum.into();
        }
    }

    /// [`Quantity::Known`]
    fn know_all(&self, out: &mut [f64]) {
        let player = &self.game.players[self.place];
        let ball = &self.game.ball;
        let mut rows = out.chunks_exact_mut(KNOWN);
        let mut add = |numbers: [f64; KNOWN]| {
            if let Some(row) = rows.next() {
                row.copy_from_slice(&numbers);
            }
        };
        let seen = |other: &Player| {
            self.known(other.position, other.velocity, [self.turned(other.body), 0.0])
        };
        add(seen(player));
        add(self.known(ball.position, ball.velocity, [0.0; 2]));
        self.fellows().for_each(|other| add(seen(other)));
    }

    /// [`Quantity::Feelings`]
    fn feel(&self, out: &mut [f64]) {
        let player = &self.game.players[self.place];
        let is = |flag: bool| f64::from(u8::from(flag));
        let shows = |what: u32| is(player.shown & what != 0);
        let reach = &self.rules.types[usize::from(player.type_id)];
        let reach = reach.kickable_area(self.rules.server.ball_size);
        let gap2 = (player.position - self.game.ball.position).length2();
        out.copy_from_slice(&[
            player.stamina,
            is(player.tackle_cycles > 0 || player.foul_cycles > 0),
            shows(flags::BALL_COLLIDE),
            shows(flags::PLAYER_COLLIDE),
            shows(flags::POST_COLLIDE),
            is(gap2 <= reach * reach),
            shows(flags::KICK_FAULT | flags::TACKLE_FAULT | flags::CATCH_FAULT),
            is(has_done(player, KICKS)),
        ]);
    }

    /// [`Quantity::Played`]
    fn who_played(&self, out: &mut [f64]) {
        let player = &self.game.players[self.place];
        let [mut we, mut they, mut touched] = [false; 3];
        for other in self.game.joined().map(|place| &self.game.players[place]) {
            let played = PLAYS.iter().any(|&how| has_done(other, how));
            let whose = if other.side == player.side { &mut we } else { &mut they };
            *whose |= played;
            touched |= played || other.shown & flags::BALL_COLLIDE != 0;
        }
        out.copy_from_slice(&[we, they, touched].map(|flag| f64::from(u8::from(flag))));
    }

    /// [`Quantity::SetPlay`]
    fn set_play(&self, out: &mut [f64]) {
        let referee = &self.game.referee;
        let left = referee.cycles_left(self.game.mode).unwrap_or(0);
        let is_barred = self.game.mode == PlayMode::PlayOn && referee.taker() == Some(self.place);
        out.copy_from_slice(&[f64::from(left), f64::from(u8::from(is_barred))]);
    }

    fn goals(&self, side: Side) -> f64 {
        f64::from(self.game.score[side.index()].goals)
    }
}

impl View for DiscView<'_> {
    fn read(&mut self, quantity: Quantity, out: &mut [f64]) {
        let player = &self.game.players[self.place];
        match quantity {
            Quantity::Position => self.write(player.position, out),
            Quantity::Velocity => self.write(player.velocity, out),
            Quantity::BallPosition => self.write(self.game.ball.position, out),
            Quantity::BallVelocity => self.write(self.game.ball.velocity, out),
            Quantity::Heading => {
                out[0] = self.turned(player.body);
            }
            Quantity::Score => out[0] = self.goals(player.side),
            Quantity::Goals => {
                let side = player.side;
                out.copy_from_slice(&[self.goals(side), self.goals(side.other())]);
            }
            Quantity::PlayMode => {
                let mode = if player.side == Side::Left {
                    self.game.mode
                } else {
                    self.game.mode.mirrored()
                };
                out[0] = f64::from(mode.number());
            }
            Quantity::PlayTime => out[0] = f64::from(self.game.cycle) * CYCLE,
            Quantity::Fellows => self.see_fellows(out),
            Quantity::Known => self.know_all(out),
            Quantity::Number => out[0] = player.unum.into(),
            Quantity::Feelings => self.feel(out),
            Quantity::Played => self.who_played(out),
            Quantity::Words => self.listen(out),
            Quantity::Race => self.race(None, out),
            Quantity::SetPlay => self.set_play(out),
            Quantity::Chances => self.chances(None, out),
            // Quantities that no term for players of the 2D game reads.
            _ => out.fill(0.0),
        }
    }

    fn perceive(&mut self, quantity: Quantity, out: &mut [f64]) {
        match (quantity, self.memory) {
            (Quantity::Known, Some(memory)) => self.remember(memory, out),
            (Quantity::Race, memory) => self.race(memory, out),
            (Quantity::Chances, memory) => self.chances(memory, out),
            _ => self.read(quantity, out),
        }
    }

    fn add_noise(&mut self, _: Quantity, _: &mut [f64]) {}

    fn commands(&mut self) -> &mut [f64] {
        &mut []
    }

    fn push(&mut self, _: [f64; 2]) {}

    fn kick_off(&mut self, _: bool) {}
}

/// Whether a player did something in the last cycle, and not in vain.
const fn has_done(player: &Player, (tried, in_vain): Doing) -> bool {
    player.shown & (tried | in_vain) == tried
}
