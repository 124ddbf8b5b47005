//! Skills of all players at once: calls in, commands out.

use super::{BODY_COMMANDS, DiscBatch, Input, player_name};
use crate::disc::skills::WorldModel;
use crate::disc::skills::called::{Answer, Call, LOOKS, SKILL_NUMBERS, SKILLS, call};
use crate::disc::{Command, ViewWidth, World};
use crate::error::{Error, Result};

/// The skill that every player is to use.
#[derive(Clone, Copy, Debug)]
pub struct SkillCalls<'a> {
    /// Codes of [`SKILLS`].
    pub skill: Input<'a, u8, 2>,
    /// Numbers that the skills take, in the frame of the player's team.
    pub args: Input<'a, f64, 3>,
    /// Codes of [`LOOKS`].
    pub look: Option<Input<'a, u8, 2>>,
    /// Whether skills go by what players remember of what they have sensed, rather than by the true
    /// state.
    pub sensed: bool,
}

/// What a player does in a cycle: a command of each kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkillRow {
    /// Code of [`BODY_COMMANDS`].
    pub kind: u8,
    /// Numbers of the command.
    pub args: [f64; 2],
    /// Degrees; `NaN` for no command.
    pub turn_neck: f64,
    /// 0 nothing; 1, 2, 3 narrow, normal, wide.
    pub change_view: u8,
    /// Whether the skill does what it is for.
    pub success: bool,
}

impl SkillRow {
    /// No command.
    pub const NOTHING: Self =
        Self { kind: 0, args: [0.0; 2], turn_neck: f64::NAN, change_view: 0, success: false };

    fn of(answer: &Answer) -> Self {
        let (kind, args) = match answer.body.command {
            Some(Command::Dash(power, direction)) => (1, [power, direction]),
            Some(Command::Turn(moment)) => (2, [moment, 0.0]),
            Some(Command::Kick(power, direction)) => (3, [power, direction]),
            Some(Command::Tackle(direction, foul)) => (4, [direction, f64::from(u8::from(foul))]),
            Some(Command::Catch(direction)) => (5, [direction, 0.0]),
            _ => (0, [0.0; 2]),
        };
        debug_assert!(usize::from(kind) < BODY_COMMANDS.len());
        let turn_neck = match answer.neck {
            Some(Command::TurnNeck(angle)) => angle,
            _ => f64::NAN,
        };
        let change_view = match answer.view {
            None => 0,
            Some(ViewWidth::Narrow) => 1,
            Some(ViewWidth::Normal) => 2,
            Some(ViewWidth::Wide) => 3,
        };
        Self { kind, args, turn_neck, change_view, success: answer.body.is_success }
    }
}

impl DiscBatch {
    /// Returns what players do who are to use skills: a row for each player of each world,
    /// [`SkillRow::NOTHING`] in worlds that are not active.
    ///
    /// # Errors
    /// [`Error::Argument`] naming the offending number's place, or if players are to go by senses
    /// that the batch does not have.
    pub fn skill_commands(
        &self,
        calls: &SkillCalls<'_>,
        active: Option<&[bool]>,
    ) -> Result<Vec<SkillRow>> {
        self.check_active(active)?;
        let (worlds, players) = (self.worlds.len(), self.places.len());
        calls.skill.check("skill", [worlds, players])?;
        calls.args.check("args", [worlds, players, SKILL_NUMBERS])?;
        calls.look.map_or(Ok(()), |look| look.check("look", [worlds, players]))?;
        if calls.sensed && self.worlds.iter().any(|world| world.minds.is_none()) {
            let message = "players of a batch made with sensed=True remember, of this one not";
            return Err(Error::argument("sensed", message));
        }
        let is_active = |world: usize| active.is_none_or(|active| active[world]);
        for world in (0..worlds).filter(|&world| is_active(world)) {
            for player in 0..players {
                self.check_call(calls, world, player)?;
            }
        }
        let mut rows = vec![SkillRow::NOTHING; worlds * players];
        if players == 0 {
            return Ok(rows);
        }
        let mut parts: Vec<&mut [SkillRow]> = rows.chunks_exact_mut(players).collect();
        self.threads.share(&mut parts, |first, parts| {
            for (index, rows) in (first..).zip(parts) {
                if is_active(index) {
                    self.answer(calls, index, rows);
                }
            }
        });
        Ok(rows)
    }

    fn check_call(&self, calls: &SkillCalls<'_>, world: usize, player: usize) -> Result<()> {
        let wrong = |argument: &'static str, value: String, must: String| {
            let name = player_name(&self.places, player);
            let message = format!("{value} at world {world}, {name}: must be {must}");
            Err(Error::argument(argument, message))
        };
        let skill = calls.skill.at([world, player]);
        let Some((name, numbers)) = SKILLS.get(usize::from(skill)) else {
            return wrong("skill", skill.to_string(), format!("from 0 to {}", SKILLS.len() - 1));
        };
        for (column, number) in numbers.iter().enumerate() {
            let value = calls.args.at([world, player, column]);
            if !value.is_finite() {
                let value = format!("{value}, {number} of '{name}'");
                return wrong("args", value, "finite".to_owned());
            }
        }
        let look = calls.look.map_or(0, |look| look.at([world, player]));
        if usize::from(look) >= LOOKS.len() {
            return wrong("look", look.to_string(), format!("from 0 to {}", LOOKS.len() - 1));
        }
        Ok(())
    }

    /// Answers the calls of a world's players.
    fn answer(&self, calls: &SkillCalls<'_>, index: usize, rows: &mut [SkillRow]) {
        let world = &self.worlds[index];
        for (player, (&place, row)) in self.places.iter().zip(rows).enumerate() {
            let numbers = std::array::from_fn(|column| calls.args.at([index, player, column]));
            let skill = calls.skill.at([index, player]);
            let look = calls.look.map_or(0, |look| look.at([index, player]));
            let is_there = world.game.players[usize::from(place)].connected;
            if is_there && (skill, look) != (0, 0) {
                let asked = Call { skill, numbers, look };
                let model = model(world, place.into(), calls.sensed, &asked);
                *row = SkillRow::of(&call(&model, asked));
            }
        }
    }
}

fn model<'a>(world: &'a World, place: usize, sensed: bool, asked: &Call) -> WorldModel<'a> {
    match &world.minds {
        Some(minds) if sensed => {
            WorldModel::sensed(world.rules(), &world.game, place, &minds.memories[place])
        }
        _ if !asked.needs_others() => WorldModel::alone(world.rules(), &world.game, place),
        _ => WorldModel::full(world.rules(), &world.game, place),
    }
}
