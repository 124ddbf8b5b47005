//! Keepaway: who has the ball among the keepers chooses, all others play by their script.

use super::DiscPlan;
use super::round::Round;
use super::view::DiscView;
use crate::disc::{PlayMode, Vec2, referee};
use crate::error::{Error, Result};
use crate::teams::keepaway::{Choice, Keepaway, holder, receivers};
use crate::terms::{Program, Stream, keepaway};

/// Cycles of a step at most: by then somebody has the ball.
const MOST: usize = 200;

/// How keepaway is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeepawayPlan {
    /// Half the length and width of the field, m.
    pub half: Vec2,
    /// With what share of the power of dashes takers play by their script; none if they play as
    /// all others do.
    pub takers: Option<f64>,
    /// Whether a step lasts until the next decision, not for a cycle.
    pub by_decisions: bool,
}

/// Where rows keep the pass under way, and the cycles of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cells {
    pass: usize,
    cycles: usize,
}

/// Where a program's rows keep them.
///
/// # Errors
/// [`Error::Argument`] for a program without the process.
pub(super) fn cells(program: &Program, plan: DiscPlan) -> Result<Cells> {
    if plan.keepaway.is_none() {
        return Ok(Cells::default());
    }
    let find = |name| {
        let channel = program.layout().find(name).map(|channel| channel.cells.start);
        channel.ok_or_else(|| Error::argument("terms", "keepaway needs the process 'keepaway'"))
    };
    Ok(Cells { pass: find(keepaway::PASS)?, cycles: find(keepaway::CYCLES)? })
}

impl Round<'_, '_> {
    /// A step: a cycle, or all until the next decision.
    pub(super) fn keep(&mut self, index: usize, plan: KeepawayPlan) {
        let mut stream = Stream(self.part.streams[index]);
        for (agent, program) in self.task.programs.iter().enumerate() {
            let (world, place) = (&self.worlds[index], usize::from(self.task.places[agent]));
            let numbers = program.body.joints();
            let first = (index * self.part.agents + agent) * numbers;
            let action = &self.part.actions[first..first + numbers];
            let cells = self.part.cells(index, agent);
            let row = &mut self.part.rows[cells];
            row[self.task.keeping.cycles] = 0.0;
            let mut view = DiscView { rules: world.rules(), game: &world.game, place };
            program.before(row, &mut stream, action, &mut view);
        }
        self.part.streams[index] = stream.0;
        self.worlds[index].forget_ended_cycle();
        self.cycle(index, plan);
        if plan.by_decisions {
            self.until_decision(index, plan, MOST - 1);
        }
    }

    /// Where steps are decisions, an episode goes on to the first one at once.
    pub(super) fn lead_in(&mut self, index: usize, plan: KeepawayPlan) {
        if plan.by_decisions {
            self.until_decision(index, plan, MOST);
            for agent in 0..self.part.agents {
                self.part.row(index, agent)[self.task.keeping.cycles] = 0.0;
            }
        }
    }

    fn until_decision(&mut self, index: usize, plan: KeepawayPlan, most: usize) {
        for _ in 0..most {
            if self.decider(index).is_some() || self.part.is_ended(&self.task.crew(), index) {
                return;
            }
            self.cycle(index, plan);
        }
    }

    /// Who is to decide: the keeper with the ball, unless he is passing it already.
    fn decider(&mut self, index: usize) -> Option<usize> {
        let world = &self.worlds[index];
        let holder = holder(world.rules(), &world.game)?;
        let passer = self.part.row(index, 0)[self.task.keeping.pass];
        (passer != (holder + 1) as f64).then_some(holder)
    }

    /// What the keeper with the ball does, if there is one.
    fn choice(&mut self, index: usize) -> Option<(usize, Choice)> {
        let world = &self.worlds[index];
        let holder = holder(world.rules(), &world.game)?;
        let pass = self.task.keeping.pass;
        if self.decider(index).is_none() {
            let to = self.part.row(index, 0)[pass + 1] as usize;
            return Some((holder, Choice::Pass(to)));
        }
        let agent = if self.part.agents == 1 { 0 } else { holder };
        let program = &self.task.programs[agent];
        let scores = program.applied(self.part.row(index, agent));
        let mut best = 0;
        for (choice, score) in scores.iter().enumerate() {
            if *score > scores[best] {
                best = choice;
            }
        }
        let to = best
            .checked_sub(1)
            .and_then(|pass| receivers(&self.worlds[index].game, holder).get(pass).copied());
        Some((holder, to.map_or(Choice::Hold, Choice::Pass)))
    }

    /// A cycle of everybody.
    fn cycle(&mut self, index: usize, plan: KeepawayPlan) {
        let choice = self.choice(index);
        let pass = match choice {
            Some((holder, Choice::Pass(to))) => [(holder + 1) as f64, to as f64],
            _ => [0.0; 2],
        };
        let cells = self.task.keeping.pass;
        for agent in 0..self.part.agents {
            self.part.row(index, agent)[cells..cells + 2].copy_from_slice(&pass);
        }
        let (world, task) = (&mut self.worlds[index], self.task);
        let mut stream = Stream(self.part.streams[index]);
        let players = Keepaway { half: plan.half, takers: plan.takers };
        let commands = players.decide(world.rules(), &world.game, choice);
        let mut stadium = world.stadium();
        for (place, command) in commands.into_iter().enumerate() {
            if let Some(command) = command {
                stadium.act(place, command);
            }
        }
        if plan.takers.is_none() {
            for &place in &task.places[1 + task.programs[0].body.company[0]..] {
                task.plan.others.act(&mut stream, &mut stadium, place.into());
            }
        }
        if task.plan.keeps_play_on {
            referee::change_mode(&mut stadium, PlayMode::PlayOn);
        }
        stadium.step();
        world.messages.clear();
        for (agent, program) in task.programs.iter().enumerate() {
            let place = usize::from(task.places[agent]);
            let world = &self.worlds[index];
            let mut view = DiscView { rules: world.rules(), game: &world.game, place };
            program.after(self.part.row(index, agent), &mut stream, &mut view);
        }
        self.part.streams[index] = stream.0;
    }
}
