//! What players of a `DiscWorld` sense and know, as dictionaries and tuples for
//! `rcssgym.disc.senses`.

use super::world::{DiscWorld, PyDiscWorld};
use crate::argument::integer;
use crate::error::argument_error;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rcssgym::disc::memory::{Memory, PlayerMemory};
use rcssgym::disc::said::Said;
use rcssgym::disc::senses::{
    BodySense, Heard, LANDMARKS, LINES, NEWEST, Seen, SeenPlayer, Sight, Speaker,
};
use rcssgym::disc::{Card, PLAYERS, Perception, Side, Vec2, ViewWidth, World};
use rcssgym::wire::rcssserver::{news, write_heard, write_see, write_see_global, write_sense_body};

/// Speaker, number, direction, text.
type HeardRow = (&'static str, Option<u8>, Option<i32>, Option<String>);

/// A message that somebody hears.
pub fn heard_row(heard: &Heard) -> HeardRow {
    let (who, unum) = match heard.speaker {
        Speaker::Own => ("self", None),
        Speaker::TeamMate(unum) => ("our", Some(unum)),
        Speaker::Opponent => ("opp", None),
    };
    (who, unum, heard.direction, heard.text.clone())
}

/// What players, trainer and coaches perceived or were sent in the last step.
#[derive(Default)]
pub struct Received {
    pub perceptions: Vec<Option<Perception>>,
    /// Messages sent to players at once, by place; empty if there was none.
    pub at_once: Vec<Vec<String>>,
    /// What players of protocol version 8 and later hear from those beside the pitch.
    pub said: Vec<Said>,
    /// Messages to the trainer.
    pub trainer: Vec<String>,
    /// Messages to the coaches.
    pub coaches: [Vec<String>; 2],
    /// Full states, by place; empty where there are none.
    pub full_states: Vec<String>,
}

impl Received {
    /// Collects what happened since the previous step, including the step just made.
    pub fn news(world: &mut World) -> Self {
        let (all, mut received) = (world.take_news(), Self::default());
        let (eye, version) = (world.staff_mut().trainer.eye, world.staff_mut().trainer.version);
        received.said = std::mem::take(&mut world.staff_mut().said);
        if !all.is_empty() && world.senses.is_some() {
            let to = |place| {
                let texts = all.iter().filter_map(|news| news::to_player(world, news, place));
                texts.collect()
            };
            received.at_once = (0..PLAYERS).map(to).collect();
        }
        let see = |version| {
            let mut message = String::new();
            write_see_global(world, version, &mut message);
            message
        };
        received.trainer.extend(all.iter().filter_map(|news| news::to_trainer(world, news)));
        received.trainer.extend(eye.then(|| see(version)));
        for side in Side::BOTH {
            let own = &mut received.coaches[side.index()];
            own.extend(all.iter().filter_map(|news| news::to_coach(world, news, side)));
            let coach = world.staff.as_ref().map(|staff| &staff.coaches[side.index()]);
            own.extend(coach.filter(|coach| coach.eye).map(|coach| see(coach.version)));
        }
        received
    }
}

#[pymethods]
impl PyDiscWorld {
    /// Lets players sense, in a version of the protocol, and remember from now on.
    fn open_senses(&self, version: &Bound<'_, PyAny>, seed: u64) -> PyResult<()> {
        let version = integer(version, "senses", 1..=19)?;
        self.open()?.world.open_senses(seed, version, true);
        Ok(())
    }

    /// Checks that players may have a version of the protocol, and returns it.
    fn check_version(&self, version: &Bound<'_, PyAny>) -> PyResult<u8> {
        let version = integer(version, "version", 1..=19)?;
        if self.open()?.world.senses.is_none() {
            let message = "only players of a simulation with senses have one";
            return Err(argument_error("version", message.to_owned()));
        }
        Ok(version)
    }

    /// Registers the version of the protocol that a player speaks.
    fn welcome(&self, place: usize, version: &Bound<'_, PyAny>) -> PyResult<()> {
        let version = self.check_version(version)?;
        let mut game = self.open()?;
        game.player(place)?;
        game.world.welcome(place, version);
        Ok(())
    }

    /// Messages to a player in the last step, as the server sends them.
    fn messages_to(&self, place: usize) -> PyResult<Vec<String>> {
        let game = self.open()?;
        let Some(perception) = game.perception(place)? else { return Ok(Vec::new()) };
        let version = game.version(place);
        let mut messages = Vec::new();
        let mut add = |write: &dyn Fn(&mut String)| {
            let mut message = String::new();
            write(&mut message);
            messages.push(message);
        };
        for text in game.received.at_once.get(place).into_iter().flatten() {
            add(&|out| out.push_str(text));
        }
        add(&|out| write_sense_body(&perception.body, version, out));
        if let Some(state) = game.received.full_states.get(place).filter(|state| !state.is_empty())
        {
            add(&|out| out.push_str(state));
        }
        let cycle = perception.body.cycle;
        for said in game.received.said.iter().filter(|_| version >= 8) {
            add(&|out| out.push_str(&news::said_to_player(cycle, said, version)));
        }
        for heard in &perception.heard {
            add(&|out| write_heard(cycle, heard, version, out));
        }
        if let Some(sight) = &perception.sight {
            let names = game.world.names_told(game.world.game.players[place].side);
            add(&|out| write_see(cycle, sight, &names, version, out));
        }
        Ok(messages)
    }

    /// What a player feels; ``None`` before the first step.
    fn body_sense<'py>(
        &self,
        py: Python<'py>,
        place: usize,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let game = self.open()?;
        let body = game.perception(place)?.map(|perception| perception.body);
        body.map(|body| show_body(py, &body)).transpose()
    }

    /// What a player hears from others and themselves: speaker, number, direction, text.
    fn heard(&self, place: usize) -> PyResult<Vec<HeardRow>> {
        let game = self.open()?;
        let heard = game.perception(place)?.map_or(&[][..], |perception| &perception.heard);
        Ok(heard.iter().map(heard_row).collect())
    }

    /// What a player sees: landmarks, ball, players, lines; ``None`` if no sight was due.
    fn sight<'py>(&self, py: Python<'py>, place: usize) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let game = self.open()?;
        let sight = game.perception(place)?.and_then(|perception| perception.sight.as_ref());
        sight.map(|sight| show_sight(py, sight, game.world.names())).transpose()
    }

    /// Messages to the trainer in the last step.
    fn trainer_messages(&self) -> PyResult<Vec<String>> {
        Ok(self.open()?.received.trainer.clone())
    }

    /// Messages to the coach of a side, 0 left or 1 right, in the last step.
    fn coach_messages(&self, side: usize) -> PyResult<Vec<String>> {
        Ok(self.open()?.received.coaches.get(side).cloned().unwrap_or_default())
    }

    /// The protocol version of the trainer.
    #[getter]
    fn trainer_version(&self) -> PyResult<u8> {
        let game = self.open()?;
        Ok(game.world.staff.as_ref().map_or(NEWEST, |staff| staff.trainer.version))
    }

    #[setter]
    fn set_trainer_version(&self, version: &Bound<'_, PyAny>) -> PyResult<()> {
        let version = integer(version, "version", 1..=NEWEST)?;
        self.open()?.world.staff_mut().trainer.version = version;
        Ok(())
    }

    /// The protocol version of the coach of a side, 0 left or 1 right.
    fn coach_version(&self, side: usize) -> PyResult<u8> {
        let game = self.open()?;
        let coach = game.world.staff.as_ref().and_then(|staff| staff.coaches.get(side));
        Ok(coach.map_or(NEWEST, |coach| coach.version))
    }

    fn set_coach_version(&self, side: usize, version: &Bound<'_, PyAny>) -> PyResult<()> {
        let version = integer(version, "version", 5..=NEWEST)?;
        if let Some(coach) = self.open()?.world.staff_mut().coaches.get_mut(side) {
            coach.version = version;
        }
        Ok(())
    }

    /// What a player knows: themselves, the ball, players with numbers, players without, the
    /// offside line.
    fn memory<'py>(&self, py: Python<'py>, place: usize) -> PyResult<Bound<'py, PyTuple>> {
        let game = self.open()?;
        game.player(place)?;
        let Some(minds) = &game.world.minds else { return Err(no_senses()) };
        show_memory(py, &minds.memories[place])
    }
}

impl DiscWorld {
    /// What a player sensed in the last step; `None` before the first step.
    fn perception(&self, place: usize) -> PyResult<Option<&Perception>> {
        self.player(place)?;
        if self.world.senses.is_none() {
            return Err(no_senses());
        }
        Ok(self.received.perceptions.get(place).and_then(Option::as_ref))
    }

    fn version(&self, place: usize) -> u8 {
        self.world.senses.as_ref().map_or(0, |senses| senses.players[place].version)
    }
}

fn no_senses() -> PyErr {
    let message = "players sense in a simulation made with senses, as DiscSimulation(senses=19)";
    argument_error("senses", message.to_owned())
}

fn letter(side: Option<Side>) -> Option<char> {
    side.map(Side::letter)
}

fn show_body<'py>(py: Python<'py>, body: &BodySense) -> PyResult<Bound<'py, PyDict>> {
    let shown = PyDict::new(py);
    let [stamina, effort, capacity] = body.stamina;
    let (counts, felt) = (body.counts, body.collisions);
    shown.set_item("cycle", body.cycle)?;
    shown.set_item("high_quality", body.high_quality)?;
    let width = match body.view_width {
        ViewWidth::Narrow => "narrow",
        ViewWidth::Normal => "normal",
        ViewWidth::Wide => "wide",
    };
    shown.set_item("view_width", width)?;
    shown.set_item("stamina", stamina)?;
    shown.set_item("effort", effort)?;
    shown.set_item("capacity", capacity)?;
    shown.set_item("speed", body.speed)?;
    shown.set_item("speed_direction", body.speed_direction)?;
    shown.set_item("head_angle", body.head_angle)?;
    let counted = PyDict::new(py);
    for (name, count) in [
        ("kick", counts.kick),
        ("dash", counts.dash),
        ("turn", counts.turn),
        ("say", counts.say),
        ("turn_neck", counts.turn_neck),
        ("catch", counts.catch),
        ("move", counts.relocate),
        ("change_view", counts.change_view),
        ("change_focus", counts.change_focus),
        ("pointto", counts.pointto),
        ("attentionto", counts.attentionto),
        ("tackle", counts.tackle),
    ] {
        counted.set_item(name, count)?;
    }
    shown.set_item("counts", counted)?;
    shown.set_item("arm_movable", body.arm.movable)?;
    shown.set_item("arm_expires", body.arm.expires)?;
    shown.set_item("arm_target", (body.arm.distance, body.arm.direction))?;
    let attention = body.attention.map(|(side, unum)| (side.letter(), unum));
    shown.set_item("attention", attention)?;
    shown.set_item("tackle_expires", body.tackle_expires)?;
    shown.set_item("collisions", (felt.ball, felt.player, felt.post))?;
    shown.set_item("charged", body.charged)?;
    let card = match body.card {
        Card::None => "none",
        Card::Yellow => "yellow",
        Card::Red => "red",
    };
    shown.set_item("card", card)?;
    shown.set_item("focus", (body.focus[0], body.focus[1]))?;
    Ok(shown)
}

/// Near, distance, direction, change.
type Thing = (bool, Option<f64>, i32, Option<(f64, f64)>);

fn thing(seen: &Seen) -> Thing {
    (seen.near, seen.distance, seen.direction, seen.change.map(|[along, across]| (along, across)))
}

fn show_sight<'py>(
    py: Python<'py>,
    sight: &Sight,
    names: &[String; 2],
) -> PyResult<Bound<'py, PyTuple>> {
    let landmark = |(index, seen): &(usize, Seen)| {
        let landmark = &LANDMARKS[*index];
        let kind = if landmark.is_goal { 'g' } else { 'f' };
        (format!("{kind} {}", landmark.name), thing(seen))
    };
    let landmarks: Vec<_> = sight.landmarks.iter().map(landmark).collect();
    let player = |player: &SeenPlayer| {
        let team = player.side.map(|side| names[side.index()].as_str());
        let facing = player.facing.map(|[body, head]| (body, head));
        let acting = (player.tackling, player.kicking);
        let who = (letter(player.side), team, player.unum, player.goalie);
        (thing(&player.seen), who, facing, player.pointing, acting)
    };
    let players: Vec<_> = sight.players.iter().map(player).collect();
    let lines: Vec<_> =
        sight.lines.iter().map(|line| (LINES[line.line], line.distance, line.direction)).collect();
    (landmarks, sight.ball.as_ref().map(thing), players, lines).into_pyobject(py)
}

fn pair(vector: Vec2) -> (f64, f64) {
    (vector.x, vector.y)
}

fn show_player<'py>(py: Python<'py>, player: &PlayerMemory) -> PyResult<Bound<'py, PyDict>> {
    let shown = PyDict::new(py);
    shown.set_item("side", letter(player.side))?;
    shown.set_item("unum", player.unum)?;
    shown.set_item("unum_count", player.unum_count)?;
    shown.set_item("goalie", player.goalie)?;
    shown.set_item("position", pair(player.position))?;
    shown.set_item("velocity", pair(player.velocity))?;
    shown.set_item("seen_position", pair(player.seen_position))?;
    shown.set_item("seen_velocity", pair(player.seen_velocity))?;
    shown.set_item("body", player.body.to_degrees())?;
    shown.set_item("face", player.face.to_degrees())?;
    shown.set_item("pointing", player.pointing.to_degrees())?;
    shown.set_item("pos_count", player.pos_count)?;
    shown.set_item("vel_count", player.vel_count)?;
    shown.set_item("seen_pos_count", player.seen_pos_count)?;
    shown.set_item("seen_vel_count", player.seen_vel_count)?;
    shown.set_item("body_count", player.body_count)?;
    shown.set_item("pointing_count", player.pointing_count)?;
    shown.set_item("ghost_count", player.ghost_count)?;
    shown.set_item("kicking", player.kicking)?;
    shown.set_item("tackling", player.is_tackling())?;
    Ok(shown)
}

fn show_memory<'py>(py: Python<'py>, memory: &Memory) -> PyResult<Bound<'py, PyTuple>> {
    let (own, ball) = (&memory.own, &memory.ball);
    let shown = PyDict::new(py);
    shown.set_item("position", pair(own.position))?;
    shown.set_item("velocity", pair(own.velocity))?;
    shown.set_item("body", own.body.to_degrees())?;
    shown.set_item("neck", own.neck.to_degrees())?;
    shown.set_item("pos_count", own.pos_count)?;
    let [position, heading] = own.deviations();
    shown.set_item("deviations", (position, heading.to_degrees()))?;
    let seen = PyDict::new(py);
    seen.set_item("position", pair(ball.position))?;
    seen.set_item("velocity", pair(ball.velocity))?;
    seen.set_item("seen_position", pair(ball.seen_position))?;
    seen.set_item("seen_velocity", pair(ball.seen_velocity))?;
    seen.set_item("pos_count", ball.pos_count)?;
    seen.set_item("vel_count", ball.vel_count)?;
    seen.set_item("seen_pos_count", ball.seen_pos_count)?;
    seen.set_item("seen_vel_count", ball.seen_vel_count)?;
    seen.set_item("ghost_count", ball.ghost_count)?;
    let known = memory.players().filter(PlayerMemory::is_known);
    let known: Vec<_> = known.map(|player| show_player(py, &player)).collect::<PyResult<_>>()?;
    let unknown = memory.unknown().map(|player| show_player(py, &player));
    let unknown: Vec<_> = unknown.collect::<PyResult<_>>()?;
    (shown, seen, known, unknown, memory.offside_line()).into_pyobject(py)
}
