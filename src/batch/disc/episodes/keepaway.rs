//! Keepaway: the keeper who has the ball chooses, all others play by their script.

use super::others::{Other, anything};
use super::plan::KeepawayPlan;
use super::round::{Choices, Round};
use super::view::DiscView;
use crate::batch::disc::sense;
use crate::disc::{PlayMode, Side, TEAM, referee};
use crate::teams::Orders;
use crate::teams::keepaway::{Choice, Keepaway, holder, receivers};
use crate::terms::Stream;

/// Largest number of cycles of a step: by then somebody has the ball.
const MOST: usize = 200;

impl Round<'_, '_> {
    /// Makes a step: one cycle, or all until the next decision.
    pub(super) fn keep(&mut self, index: usize, plan: KeepawayPlan) {
        self.worlds[index].forget_ended_cycle();
        for agent in 0..self.part.agents {
            self.part.row(index, agent)[self.task.cells.cycles] = 0.0;
        }
        let mut stream = Stream(self.part.streams[index]);
        let mut choices = Choices::new();
        self.choose(index, &mut stream, &mut choices);
        self.part.streams[index] = stream.0;
        self.cycle(index, plan, &choices, true);
        if plan.by_decisions {
            self.until_decision(index, plan, &choices, MOST - 1);
        }
    }

    /// If steps are decisions, plays on to the first one of the episode at once.
    pub(super) fn lead_in(&mut self, index: usize, plan: KeepawayPlan) {
        if plan.by_decisions {
            self.until_decision(index, plan, &Choices::new(), MOST);
            for agent in 0..self.part.agents {
                self.part.row(index, agent)[self.task.cells.cycles] = 0.0;
            }
        }
    }

    fn until_decision(&mut self, index: usize, plan: KeepawayPlan, choices: &Choices, most: usize) {
        for _ in 0..most {
            if self.decider(index).is_some() || self.part.is_ended(&self.task.programs(), index) {
                return;
            }
            self.cycle(index, plan, choices, false);
        }
    }

    /// The player who is to decide: the keeper with the ball, unless they are passing it already.
    fn decider(&mut self, index: usize) -> Option<usize> {
        let world = &self.worlds[index];
        let holder = holder(world.rules(), &world.game)?;
        let passer = self.part.row(index, 0)[self.task.cells.pass];
        (passer != (holder + 1) as f64).then_some(holder)
    }

    /// What the keeper with the ball does, if there is one.
    fn choice(&mut self, index: usize) -> Option<(usize, Choice)> {
        let world = &self.worlds[index];
        let holder = holder(world.rules(), &world.game)?;
        if self.decider(index).is_none() {
            let to = self.part.row(index, 0)[self.task.cells.pass + 1] as usize;
            return Some((holder, Choice::Pass(to)));
        }
        // If there is no agent for every keeper, the first decides for all.
        let agents = 0..self.part.agents;
        let agent = agents.into_iter().find(|&agent| self.task.place(agent) == holder);
        let agent = agent.unwrap_or(0);
        let keepers = 1 + receivers(&self.worlds[index].game, holder).len();
        let scores = self.task.programs[agent].applied(self.part.row(index, agent));
        let first = |best: usize, at: usize| if scores[at] > scores[best] { at } else { best };
        let best = (0..keepers.min(scores.len())).reduce(first)?;
        let receivers = receivers(&self.worlds[index].game, holder);
        let to = best.checked_sub(1).and_then(|pass| receivers.get(pass).copied());
        Some((holder, to.map_or(Choice::Hold, Choice::Pass)))
    }

    /// Plays a cycle; in the first one of a step, agents also say what their actions say.
    fn cycle(&mut self, index: usize, plan: KeepawayPlan, choices: &Choices, is_first: bool) {
        let choice = self.choice(index);
        let pass = match choice {
            Some((holder, Choice::Pass(to))) => [(holder + 1) as f64, to as f64],
            _ => [0.0; 2],
        };
        let cell = self.task.cells.pass;
        for agent in 0..self.part.agents {
            self.part.row(index, agent)[cell..cell + 2].copy_from_slice(&pass);
        }
        let task = self.task;
        let takers = task.plan.others.of(Side::Right, self.drawn[index]);
        let scripted = match takers {
            Other::Scripted(script) => Some(script.strength.effort),
            _ => None,
        };
        let mut stream = Stream(self.part.streams[index]);
        let world = &self.worlds[index];
        let players = Keepaway { half: plan.half, takers: scripted };
        let mut commands = players.decide(world.rules(), &world.game, choice);
        for (agent, choice) in choices.iter().enumerate() {
            let (Some(choice), place) = (choice, task.place(agent)) else { continue };
            let action = task.programs[agent].applied(self.part.row(index, agent));
            let world = &self.worlds[index];
            commands[place] = choice.done(action, world, place, &Orders::default()).orders.body;
        }
        let world = &mut self.worlds[index];
        let mut stadium = world.stadium();
        if *takers == Other::Random {
            for place in stadium.team(Side::Right) {
                commands[place] = Some(anything(&mut stream));
            }
        }
        debug_assert!(commands.len() == 2 * TEAM);
        for (place, command) in commands.into_iter().enumerate() {
            if let Some(command) = command {
                stadium.act(place, command);
            }
        }
        if task.plan.keeps_play_on {
            referee::change_mode(&mut stadium, PlayMode::PlayOn);
        }
        if is_first {
            self.talk(index);
        }
        let world = &mut self.worlds[index];
        world.stadium().step();
        sense(world);
        world.messages.clear();
        for (agent, program) in task.programs.iter().enumerate() {
            let mut view = DiscView::of(&self.worlds[index], task.place(agent));
            program.after(self.part.row(index, agent), &mut stream, &mut view);
        }
        self.part.streams[index] = stream.0;
    }
}
