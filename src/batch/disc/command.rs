//! Commands of all players as arrays, broadcast without a copy.

use super::{checks, player_name};
use crate::disc::{Command, Stadium, ViewWidth, World};
use crate::error::{Error, Result};
use crate::math::finite::{all_below, all_finite, none_infinite};
use crate::teams::Crew;
use crate::wire::rcssserver::player::{may_be_said, speak};

/// What a body can do, by the code of the command.
pub const BODY_COMMANDS: [&str; 10] =
    ["none", "dash", "turn", "kick", "tackle", "catch", "move", "legs", "left_leg", "right_leg"];
/// How many numbers each of them takes.
const NUMBERS: [usize; BODY_COMMANDS.len()] = [0, 2, 1, 2, 2, 1, 2, 4, 2, 2];
/// The code of the command that takes the most numbers.
const LEGS: usize = 7;
/// The first code of a view of low quality; 0 is none, 1 to 3 are narrow, normal, wide.
const LOW_QUALITY: u8 = 4;
/// Number of codes of views.
const VIEWS: u8 = 7;
/// The code for listening to nobody; 0 is not a command, and the codes after this one are players.
const NOBODY: u8 = 1;

/// Values of players, read with strides so that repeated values need no copy.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a, T, const N: usize> {
    /// The values.
    pub values: &'a [T],
    /// Step in `values` per world, player and, if there are three, number; 0 repeats.
    pub strides: [usize; N],
}

impl<T: Copy, const N: usize> Input<'_, T, N> {
    pub(super) fn at(&self, place: [usize; N]) -> T {
        self.values[place.iter().zip(self.strides).map(|(at, stride)| at * stride).sum::<usize>()]
    }

    /// Whether there is a value for every place of an array of these sizes.
    pub(super) fn check(&self, name: &'static str, sizes: [usize; N]) -> Result<()> {
        if sizes.contains(&0) {
            return Ok(());
        }
        let last = sizes.iter().zip(self.strides).map(|(size, stride)| (size - 1) * stride);
        checks::index(name, last.sum(), self.values.len())
    }
}

/// Texts of players.
#[derive(Clone, Copy, Debug)]
pub struct Texts<'a> {
    /// `width` bytes for each world and player; a text ends before the first 0.
    pub values: &'a [u8],
    /// Largest number of bytes of a text.
    pub width: usize,
}

impl<'a> Texts<'a> {
    /// Returns what a player of a world with `players` players says; empty if it says nothing.
    fn at(&self, players: usize, [world, player]: [usize; 2]) -> &'a [u8] {
        let own = &self.values[(world * players + player) * self.width..][..self.width];
        own.split(|&byte| byte == 0).next().unwrap_or_default()
    }
}

/// What every player does in a cycle. A number that is `NaN` in `turn_neck`, `change_focus` and
/// `point_to` is not a command.
#[derive(Clone, Copy, Debug)]
pub struct DiscCommands<'a> {
    /// Codes of [`BODY_COMMANDS`].
    pub kind: Input<'a, u8, 2>,
    /// Numbers that the body's command takes.
    pub args: Input<'a, f64, 3>,
    /// Numbers in a row of `args`: 2, or 4 for `legs`.
    pub width: usize,
    /// Degrees.
    pub turn_neck: Option<Input<'a, f64, 2>>,
    /// 0 nothing; 1, 2, 3 narrow, normal, wide; 4, 5, 6 likewise with low quality.
    pub change_view: Option<Input<'a, u8, 2>>,
    /// Changes of distance, m, and angle, degrees.
    pub change_focus: Option<Input<'a, f64, 3>>,
    /// Distance, m, and angle, degrees.
    pub point_to: Option<Input<'a, f64, 3>>,
    /// Not 0: stops pointing.
    pub point_off: Option<Input<'a, u8, 2>>,
    /// 0 nothing, 1 nobody, 2 and more: the player of that number less 2.
    pub attention: Option<Input<'a, u8, 2>>,
    /// Not 0: says something, without a text.
    pub say: Option<Input<'a, u8, 2>>,
    /// What players say.
    pub texts: Option<Texts<'a>>,
}

/// Whether these numbers of [`DiscCommands::args`] are valid for any command.
pub fn plain_args(numbers: &[f64]) -> bool {
    all_finite(numbers)
}

/// Whether these numbers of [`DiscCommands::turn_neck`] are valid.
pub fn plain_turns(numbers: &[f64]) -> bool {
    none_infinite(numbers)
}

impl DiscCommands<'_> {
    /// Checks the commands, but not those in worlds that are not active, nor numbers that are known
    /// to be plain.
    pub(super) fn check(
        &self,
        worlds: usize,
        places: &[u8],
        active: Option<&[bool]>,
        are_plain: bool,
    ) -> Result<()> {
        let sizes = [worlds, places.len()];
        self.kind.check("kind", sizes)?;
        self.args.check("args", [worlds, places.len(), self.width])?;
        for (name, codes) in [
            ("change_view", &self.change_view),
            ("point_off", &self.point_off),
            ("attentionto", &self.attention),
            ("say", &self.say),
        ] {
            codes.as_ref().map_or(Ok(()), |codes| codes.check(name, sizes))?;
        }
        self.turn_neck.map_or(Ok(()), |neck| neck.check("turn_neck", sizes))?;
        for (name, pairs) in [("change_focus", &self.change_focus), ("pointto", &self.point_to)] {
            pairs.map_or(Ok(()), |pairs| pairs.check(name, [worlds, places.len(), 2]))?;
        }
        if let Some(texts) = &self.texts {
            checks::length("say", texts.values.len(), worlds * places.len() * texts.width)?;
        }
        if self.has_plain_codes() && (are_plain || self.has_plain_numbers()) {
            return Ok(());
        }
        for world in (0..worlds).filter(|&world| active.is_none_or(|active| active[world])) {
            for player in 0..places.len() {
                self.check_player(world, player, places)?;
            }
        }
        Ok(())
    }

    /// Whether all codes are valid, even those that are not used, so that only numbers can be
    /// wrong. All threads wait for this check.
    fn has_plain_codes(&self) -> bool {
        let kinds = if self.width < NUMBERS[LEGS] { LEGS } else { NUMBERS.len() } as u8;
        self.change_focus.is_none()
            && self.point_to.is_none()
            && self.attention.is_none()
            && self.texts.is_none()
            && self.change_view.is_none_or(|views| all_below(views.values, VIEWS))
            && all_below(self.kind.values, kinds)
    }

    /// Whether all numbers are valid.
    fn has_plain_numbers(&self) -> bool {
        self.turn_neck.is_none_or(|neck| plain_turns(neck.values)) && plain_args(self.args.values)
    }

    fn check_player(&self, world: usize, player: usize, places: &[u8]) -> Result<()> {
        let wrong = |argument: &'static str, value: String, must: String| {
            let name = player_name(places, player);
            let message = format!("{value} at world {world}, {name}: must be {must}");
            Err(Error::argument(argument, message))
        };
        let kind = self.kind.at([world, player]);
        let Some(&count) = NUMBERS.get(usize::from(kind)) else {
            return wrong("kind", kind.to_string(), format!("from 0 to {}", NUMBERS.len() - 1));
        };
        if count > self.width {
            let must = format!("no code of 'legs' where args has {} columns", self.width);
            return wrong("kind", kind.to_string(), must);
        }
        for column in 0..count {
            let number = self.args.at([world, player, column]);
            if !number.is_finite() {
                let value = format!("{number}, number {column} of '{}'", name_of(kind));
                return wrong("args", value, "finite".to_owned());
            }
        }
        if let Some(neck) = self.turn_neck.map(|neck| neck.at([world, player]))
            && neck.is_infinite()
        {
            return wrong("turn_neck", neck.to_string(), "finite, or nan".to_owned());
        }
        for (name, pairs) in [("change_focus", &self.change_focus), ("pointto", &self.point_to)] {
            let Some(pairs) = pairs else { continue };
            let [one, other] = [0, 1].map(|column| pairs.at([world, player, column]));
            if one.is_infinite() || other.is_infinite() || one.is_nan() != other.is_nan() {
                let must = "two finite numbers, or two nan".to_owned();
                return wrong(name, format!("({one}, {other})"), must);
            }
        }
        if let Some(texts) = &self.texts {
            let text = texts.at(places.len(), [world, player]);
            if text.iter().any(|&byte| !may_be_said(byte)) {
                let text = String::from_utf8_lossy(text);
                let odd = text.chars().find(|&own| !u8::try_from(own).is_ok_and(may_be_said));
                let value = format!("{text:?} with {:?}", odd.unwrap_or_default());
                return wrong("say", value, "of A-Z a-z 0-9 ()+-*/.?<>_ and blanks".to_owned());
            }
        }
        let codes = [
            ("change_view", &self.change_view, VIEWS, 0),
            ("attentionto", &self.attention, places.len() as u8 + NOBODY + 1, 2),
        ];
        for (name, codes, count, shift) in codes {
            let code = codes.map_or(0, |codes| codes.at([world, player]));
            if code >= count {
                let (least, most) = (-shift, i32::from(count) - 1 - shift);
                let value = (i32::from(code) - shift).to_string();
                return wrong(name, value, format!("from {least} to {most}"));
            }
        }
        Ok(())
    }

    /// Lets a world's players say what they say; a text that is too long for the server is not
    /// said.
    pub(super) fn speak(&self, world: usize, places: &[u8], own: &mut World) {
        let Some(texts) = &self.texts else { return };
        for (player, &place) in places.iter().enumerate() {
            let text = texts.at(places.len(), [world, player]);
            if let (false, Ok(text)) = (text.is_empty(), str::from_utf8(text)) {
                speak(own, place.into(), text);
            }
        }
    }

    /// Gives a world's players their commands, left team first, except in teams that play by
    /// themselves; to each player first the commands of neck, eyes, arm, ears and voice, then that
    /// of the body.
    pub(super) fn give(&self, world: usize, places: &[u8], crew: &Crew, stadium: &mut Stadium) {
        for (player, &place) in places.iter().enumerate() {
            let place = usize::from(place);
            if crew.plays(stadium.game.players[place].side) {
                continue;
            }
            self.give_senses(world, player, places, stadium);
            if let Some(command) = self.body(world, player) {
                stadium.act(place, command);
            }
        }
    }

    fn give_senses(&self, world: usize, player: usize, places: &[u8], stadium: &mut Stadium) {
        let at = [world, player];
        let place = usize::from(places[player]);
        let pair = |pairs: &Option<Input<'_, f64, 3>>| {
            let pairs = pairs.as_ref()?;
            let [one, other] = [0, 1].map(|column| pairs.at([world, player, column]));
            (!one.is_nan()).then_some((one, other))
        };
        let is_set = |codes: &Option<Input<'_, u8, 2>>| codes.is_some_and(|codes| codes.at(at) > 0);
        if let Some(angle) = self.turn_neck.map(|neck| neck.at(at)).filter(|neck| !neck.is_nan()) {
            stadium.act(place, Command::TurnNeck(angle));
        }
        if let Some(command) = self.change_view.and_then(|views| view(views.at(at))) {
            stadium.act(place, command);
        }
        if let Some((distance, angle)) = pair(&self.change_focus) {
            stadium.act(place, Command::ChangeFocus(distance, angle));
        }
        if let Some((distance, angle)) = pair(&self.point_to) {
            stadium.act(place, Command::PointTo(distance, angle));
        }
        if is_set(&self.point_off) {
            stadium.act(place, Command::PointOff);
        }
        match self.attention.map_or(0, |codes| codes.at(at)) {
            0 => {}
            NOBODY => {
                stadium.act(place, Command::Attend(None));
            }
            other => {
                let other = places.get(usize::from(other - NOBODY - 1)).copied();
                stadium.act(place, Command::Attend(other));
            }
        }
        if is_set(&self.say) {
            stadium.act(place, Command::Say);
        }
    }

    fn body(&self, world: usize, player: usize) -> Option<Command> {
        let number = |column: usize| self.args.at([world, player, column]);
        let leg = |column: usize| Some((number(column), number(column + 1)));
        Some(match self.kind.at([world, player]) {
            1 => Command::Dash(number(0), number(1)),
            2 => Command::Turn(number(0)),
            3 => Command::Kick(number(0), number(1)),
            4 => Command::Tackle(number(0), number(1) != 0.0),
            5 => Command::Catch(number(0)),
            6 => Command::Move(number(0), number(1)),
            7 => Command::Legs([leg(0), leg(2)]),
            8 => Command::Legs([leg(0), None]),
            9 => Command::Legs([None, leg(0)]),
            _ => return None,
        })
    }
}

fn name_of(kind: u8) -> &'static str {
    BODY_COMMANDS.get(usize::from(kind)).copied().unwrap_or_default()
}

fn view(code: u8) -> Option<Command> {
    let low = (code >= LOW_QUALITY).then_some(false);
    let width = match (code.checked_sub(1)?) % (LOW_QUALITY - 1) {
        0 => ViewWidth::Narrow,
        1 => ViewWidth::Normal,
        _ => ViewWidth::Wide,
    };
    Some(Command::ChangeView(width, low))
}
