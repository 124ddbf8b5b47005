//! What players learn from what their mates say.

use crate::disc::memory::{BallMemory, Memory, Report};
use crate::disc::senses::Speaker;
use crate::disc::{Game, PLAYERS, Player, Side, TEAM, Vec2, World};
use crate::playmaker::Notes;
use crate::playmaker::say::{Heard, hear as read};

/// The age of what was heard: it was said in the cycle before.
const AGE: u16 = 1;
/// A player who knew the ball a cycle ago and has just missed it where they expected it believes
/// mates who report it less than this far from there, m.
const HERE: f64 = 3.0;
/// A player who last saw or heard of the ball at least this many cycles ago believes any report.
const OLD: u16 = 5;
/// After this many cycles they believe one that differs enough from what they expect, or whose
/// speaker is near enough to the ball.
const AGED: u16 = 2;
/// Such a report differs by more than this, m, plus [`OFF_SHARE`].
const OFF: f64 = 1.0;
/// The share of the speaker's distance from the ball that is added to [`OFF`].
const OFF_SHARE: f64 = 0.05;
/// A speaker is near enough within this share of the player's own distance from the ball.
const NEARER: f64 = 0.95;
/// A player farther than this from the ball believes a speaker who is near it, m.
const FAR: f64 = 3.0;
/// A speaker is near it within this distance, m.
const NEAR: f64 = 2.0;
/// How far from the ball an unknown speaker is taken to be, m.
const SOMEWHERE: f64 = 316.0;

/// What was said to a player in the last cycle, in the team's frame.
#[derive(Debug, Default)]
struct Rumours {
    /// Positions and velocities, and the numbers of the speakers.
    balls: Vec<(Vec2, Vec2, u8)>,
    /// Positions and bodies of their goalie.
    goalies: Vec<(Vec2, f64)>,
    players: Vec<(usize, Vec2, Option<f64>)>,
    lines: Vec<f64>,
    /// The number of the receiver, and where to.
    passes: Vec<(u8, Vec2)>,
}

impl Rumours {
    fn of(world: &World, place: usize) -> Self {
        let mut rumours = Self::default();
        let side = world.game.players[place].side;
        for (listener, heard) in &world.heard {
            if usize::from(*listener) == place
                && let (Speaker::TeamMate(speaker), Some(text)) = (heard.speaker, &heard.text)
            {
                read(text).into_iter().for_each(|part| rumours.add(side, speaker, part));
            }
        }
        rumours
    }

    fn add(&mut self, side: Side, speaker: u8, part: Heard) {
        let players = &mut self.players;
        match part {
            Heard::Ball { position, velocity } => self.balls.push((position, velocity, speaker)),
            Heard::Goalie { position, body } => self.goalies.push((position, body)),
            Heard::Player { unum, position, body } => {
                players.extend(place_of(side, unum).map(|place| (place, position, body)));
            }
            Heard::Own { position, body, .. } => {
                players.extend(place_of(side, speaker).map(|place| (place, position, Some(body))));
            }
            Heard::OffsideLine(x) => self.lines.push(x),
            Heard::Pass { receiver, point } => self.passes.push((receiver, point)),
            _ => {}
        }
    }

    /// The report of the speaker nearest to where the listener expects the ball: position and
    /// velocity, and how far from there that speaker is, m.
    fn ball(&self, memory: &Memory) -> Option<(Vec2, Vec2, f64)> {
        let far = |(position, velocity, speaker): &(Vec2, Vec2, u8)| {
            let speaker = memory.player(Player::place(memory.side, *speaker));
            let gap = speaker.position.distance(memory.ball.position);
            (*position, *velocity, if speaker.is_known() { gap } else { SOMEWHERE })
        };
        self.balls.iter().map(far).min_by(|one, other| one.2.total_cmp(&other.2))
    }

    fn goalie(&self) -> Option<(Vec2, f64)> {
        let count = self.goalies.len() as f64;
        let all = self.goalies.iter().copied();
        let sum = all.reduce(|(at, body), own| (at + own.0, body + own.1))?;
        Some((sum.0 * (1.0 / count), sum.1 / count))
    }

    fn line(&self) -> Option<f64> {
        let sum = self.lines.iter().copied().reduce(|one, other| one + other)?;
        Some(sum / self.lines.len() as f64)
    }
}

/// Makes a player hear what was said in the last cycle, and returns where a mate passes the ball to
/// them, if the first pass that they hear of is theirs. What they hear of ball, players and offside
/// line goes into their memory and notes, unless they know everything anyway.
pub(super) fn hear(
    world: &mut World,
    place: usize,
    is_full: bool,
    notes: &mut Notes,
) -> Option<Vec2> {
    let rumours = Rumours::of(world, place);
    let World { game, minds, .. } = world;
    if !is_full && let Some(minds) = minds {
        learn(game, &mut minds.memories[place], place, &rumours, notes);
    }
    let (receiver, point) = *rumours.passes.first()?;
    (receiver == game.players[place].unum).then_some(point)
}

fn learn(game: &Game, memory: &mut Memory, own: usize, rumours: &Rumours, notes: &mut Notes) {
    let sign = memory.side.sign();
    notes.heard_line = rumours.line();
    if let Some((position, velocity, gap)) = rumours.ball(memory) {
        notes.heard_ball = Some((position, velocity));
        let said = (position * sign, velocity * sign, gap);
        if !notes.has_kicked {
            hear_ball(memory, said, !rumours.passes.is_empty());
        }
    }
    let goalie = rumours.goalie().zip(goalie_of(game, memory.side.other()));
    let goalie = goalie.map(|((position, body), place)| (place, position, Some(body)));
    let goalie = goalie.filter(|(place, ..)| {
        let known = memory.player(*place);
        known.pos_count > 0 || known.body_count > 0
    });
    for (place, position, body) in goalie.into_iter().chain(rumours.players.iter().copied()) {
        if place != own {
            notes.hear_player(place, position, body);
        }
    }
    for &(place, position) in &notes.heard_players {
        memory.hear(Report::Player { place, position: position * sign, age: 0 });
    }
}

/// Takes over what was said of the ball where that is better than what the player knows themselves.
fn hear_ball(memory: &mut Memory, said: (Vec2, Vec2, f64), is_pass: bool) {
    let (position, velocity, gap) = said;
    let ball = &mut memory.ball;
    let is_new_pass = is_pass && ball.seen_vel_count > 0;
    if is_new_pass || should_hear(ball, memory.own.position, position, gap) {
        if !is_new_pass || ball.seen_pos_count > 0 {
            (ball.position, ball.pos_count, ball.ghost_count) = (position, AGE, 0);
        }
        (ball.velocity, ball.vel_count) = (velocity, AGE);
    }
}

/// Whether a player believes that the ball is at another place than they think; `gap`: how far the
/// speaker is from it, m.
fn should_hear(ball: &BallMemory, here: Vec2, said: Vec2, gap: f64) -> bool {
    let off = said.distance(ball.position);
    let own = ball.position.distance(here);
    let is_missing =
        ball.ghost_count > 1 || ball.ghost_count == 1 && ball.pos_count == 1 && off < HERE;
    let is_wrong = off > OFF + OFF_SHARE * gap || gap < NEARER * own;
    is_missing
        || ball.pos_count >= OLD
        || ball.pos_count >= AGED && is_wrong
        || ball.pos_count > 0 && own > FAR && gap < NEAR
}

/// The place of a player by a number as it is said: numbers of 12 and more are opponents.
fn place_of(side: Side, said: u8) -> Option<usize> {
    let team = TEAM as u8;
    let (of, unum) = if said > team { (side.other(), said - team) } else { (side, said) };
    let place = (1..=team).contains(&unum).then(|| Player::place(of, unum))?;
    (place < PLAYERS).then_some(place)
}

/// The place of a side's goalie.
fn goalie_of(game: &Game, side: Side) -> Option<usize> {
    game.players.iter().position(|own| own.side == side && own.connected && own.goalie)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::disc::senses::{Heard as Sound, NEWEST};
    use crate::disc::{PlayMode, PlayerParameters, Rules, ServerParameters};
    use crate::playmaker::protos::{self, say::Message as M};
    use crate::playmaker::say::pack;
    use crate::playmaker::vector;
    use std::sync::Arc;

    /// The listener's place.
    const OWN: usize = 4;
    /// The place of a mate whom they know to be at the ball, at (20, 0).
    const MATE: usize = 8;

    fn world() -> World {
        let rules = Rules::new(ServerParameters::default(), PlayerParameters::default(), None, 1);
        let mut world = World::new(Arc::new(rules.unwrap()), 1);
        for place in 0..PLAYERS {
            world.join(["A", "B"][place / TEAM], place % TEAM == 0).unwrap();
        }
        world.game.mode = PlayMode::PlayOn;
        world.open_senses(1, NEWEST, true);
        let memory = memory(&mut world);
        let ball = Vec2::new(20.0, 0.0);
        memory.ball.position = ball;
        (memory.ball.pos_count, memory.ball.seen_vel_count) = (2, 0);
        memory.hear(Report::Player { place: MATE, position: ball, age: 0 });
        world
    }

    fn memory(world: &mut World) -> &mut Memory {
        &mut world.minds.as_mut().unwrap().memories[OWN]
    }

    /// Lets the players with these numbers say something.
    fn say(world: &mut World, said: Vec<(u8, M)>) {
        let sound = |(unum, message)| Sound {
            speaker: Speaker::TeamMate(unum),
            direction: Some(0),
            text: Some(pack(&protos::Say { message: Some(message) }).unwrap()),
        };
        world.heard = said.into_iter().map(|own| (OWN as u8, sound(own))).collect();
    }

    fn ball(x: f64) -> M {
        let (ball_position, ball_velocity) = (at(x, 1.0), at(0.5, 0.0));
        M::BallMessage(protos::BallMessage { ball_position, ball_velocity })
    }

    fn at(x: f64, y: f64) -> Option<protos::RpcVector2D> {
        Some(vector(Vec2::new(x, y)))
    }

    fn hear_all(world: &mut World, is_full: bool) -> (Notes, Option<Vec2>) {
        let mut notes = Notes::default();
        let pass = hear(world, OWN, is_full, &mut notes);
        (notes, pass)
    }

    #[test]
    fn of_several_balls_the_speaker_nearest_to_it_is_believed() {
        let mut world = world();
        say(&mut world, vec![(9, ball(22.0)), (3, ball(-30.0))]);
        let (notes, _) = hear_all(&mut world, false);
        assert!((notes.heard_ball.unwrap().0.x - 22.0).abs() < 0.1);
        let ball = memory(&mut world).ball;
        assert!((ball.position.x - 22.0).abs() < 0.1);
        assert_eq!((ball.pos_count, ball.vel_count), (1, 1));
    }

    #[test]
    fn nothing_but_passes_is_heard_by_who_knows_everything() {
        let mut world = world();
        let line = M::OffsideLineMessage(protos::OffsideLineMessage { offside_line_x: 40.0 });
        let pass = |unum| {
            M::PassMessage(protos::PassMessage {
                receiver_uniform_number: unum,
                receiver_point: at(5.0, 5.0),
                ball_position: at(30.0, 0.0),
                ball_velocity: at(1.0, 0.0),
            })
        };
        let own = OWN as i32 + 1;
        say(&mut world, vec![(9, line), (9, pass(own))]);
        let (notes, heard) = hear_all(&mut world, true);
        assert!(heard.is_some());
        assert_eq!(notes, Notes::default());
        assert!((memory(&mut world).ball.position.x - 20.0).abs() < 1e-9);
        say(&mut world, vec![(9, pass(own + 1)), (8, pass(own)), (9, line)]);
        let (notes, heard) = hear_all(&mut world, false);
        assert!(heard.is_none(), "the first pass is another one's");
        assert!(notes.heard_ball.is_some() && notes.heard_line.is_some());
    }

    #[test]
    fn a_ball_that_is_seen_or_was_just_kicked_is_where_the_player_knows() {
        for (age, has_kicked, is_new) in [(2, false, true), (0, false, false), (2, true, false)] {
            let mut world = world();
            memory(&mut world).ball.pos_count = age;
            say(&mut world, vec![(9, ball(25.0))]);
            let mut notes = Notes::default();
            notes.has_kicked = has_kicked;
            hear(&mut world, OWN, false, &mut notes);
            assert!(notes.heard_ball.is_some());
            assert_eq!(memory(&mut world).ball.position.x > 24.0, is_new, "{age} {has_kicked}");
        }
    }

    #[test]
    fn mates_tell_of_themselves_and_lines_and_goalies_are_means() {
        let mut world = world();
        let own = M::SelfMessage(protos::SelfMessage {
            self_position: at(10.0, -5.0),
            self_body_direction: 60.0,
            self_stamina: 8000.0,
        });
        let goalie = |x: f64| {
            M::GoalieMessage(protos::GoalieMessage {
                goalie_uniform_number: 1,
                goalie_position: at(x, 0.0),
                goalie_body_direction: 90.0,
            })
        };
        let line = |x: f32| M::OffsideLineMessage(protos::OffsideLineMessage { offside_line_x: x });
        let reports = vec![(2, own), (3, goalie(45.0)), (4, goalie(47.0)), (6, line(30.0))];
        say(&mut world, reports.into_iter().chain([(7, line(40.0))]).collect());
        let (mut notes, _) = hear_all(&mut world, false);
        assert!((notes.heard_line.unwrap() - 35.0).abs() < 0.5);
        let mate = memory(&mut world).player(1);
        assert!(mate.position.distance(Vec2::new(10.0, -5.0)) < 0.3);
        assert_eq!(notes.body_of(1, mate.body_count).unwrap(), (60.0, 1));
        assert!((memory(&mut world).player(TEAM).position.x - 46.0).abs() < 0.1);
        assert_eq!(notes.body_of(TEAM, 2).unwrap(), (90.0, 1));
        notes.forget_heard();
        assert_eq!(notes.body_of(1, 1000).unwrap(), (60.0, 2));
        assert_eq!(notes.body_of(1, 1), None, "the player has seen it since");
        assert!(notes.heard_line.is_none());
    }
}
