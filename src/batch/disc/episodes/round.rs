//! What one thread does with a block of games: a step of an episode, its end, the begin of the next.

use super::view::DiscView;
use super::{DiscPlan, keepaway};
use crate::batch::episodes::{Crew, Part, round};
use crate::batch::{Autoreset, PastPart};
use crate::disc::{PlayMode, Side, TEAM, Teams, Vec2, World, referee};
use crate::terms::{DISC_BALL, DISC_PLAYER, Program, Stream};

/// Numbers of which a double holds each.
const SEEDS: f64 = (1u64 << 53) as f64;
/// Most coordinates of a state in which an episode starts.
const MAX_STATE: usize = DISC_BALL + DISC_PLAYER * 2 * TEAM;

/// What all blocks share.
pub(super) struct Task<'a> {
    pub programs: &'a [Program],
    pub is_shared: bool,
    pub plan: DiscPlan,
    pub keeping: keepaway::Cells,
    pub places: &'a [u8],
    pub teams: &'a Teams,
}

impl Task<'_> {
    pub fn crew(&self) -> Crew<'_> {
        let left = self.programs.len().min(self.teams.sizes[Side::Left.index()]);
        Crew { programs: self.programs, left, is_shared: self.is_shared }
    }

    /// Arrays of a call, with the episodes' own.
    pub fn part<'a>(&self, part: Part<'a>, rows: &'a mut [f64], told: &'a mut [f64]) -> Part<'a> {
        let width = self.programs[0].layout().width();
        Part { width, agents: self.programs.len(), rows, told, ..part }
    }
}

/// A block of games and what a call has of them.
pub(super) struct Round<'a, 'b> {
    pub task: &'a Task<'a>,
    pub worlds: &'a mut [World],
    pub part: &'a mut Part<'b>,
}

impl Round<'_, '_> {
    /// Acts, plays a cycle and reads the world.
    pub fn advance(&mut self, index: usize) {
        if let Some(plan) = self.task.plan.keepaway {
            return self.keep(index, plan);
        }
        let world = &mut self.worlds[index];
        world.forget_ended_cycle();
        let mut stream = Stream(self.part.streams[index]);
        for (agent, program) in self.task.programs.iter().enumerate() {
            let place = usize::from(self.task.places[agent]);
            let numbers = program.body.joints();
            let first = (index * self.part.agents + agent) * numbers;
            let action = &self.part.actions[first..first + numbers];
            let cells = self.part.cells(index, agent);
            let row = &mut self.part.rows[cells];
            let mut view = DiscView { rules: world.rules(), game: &world.game, place };
            program.before(row, &mut stream, action, &mut view);
            let (deed, action) = (self.task.plan.deed, program.applied(row));
            deed.perform(action, &mut stream, &mut world.stadium(), place);
        }
        let mut stadium = world.stadium();
        for &place in &self.task.places[self.task.programs.len()..] {
            self.task.plan.others.act(&mut stream, &mut stadium, place.into());
        }
        if self.task.plan.keeps_play_on {
            referee::change_mode(&mut stadium, PlayMode::PlayOn);
        }
        stadium.step();
        world.messages.clear();
        for (agent, program) in self.task.programs.iter().enumerate() {
            let place = usize::from(self.task.places[agent]);
            let mut view = DiscView { rules: world.rules(), game: &world.game, place };
            program.after(self.part.row(index, agent), &mut stream, &mut view);
        }
        self.part.streams[index] = stream.0;
    }

    /// A step of an environment: with rewards, ends, resets and observations.
    pub fn step(&mut self, index: usize, autoreset: Autoreset) {
        let was_over = self.part.is_over[index];
        self.part.elapsed[index] += 1;
        if was_over {
            self.part.tell_nothing(index);
            self.begin(index);
        } else {
            self.advance(index);
            self.part.tell(&self.task.crew(), index, false, autoreset);
        }
        self.show(index, was_over);
        if self.part.is_over[index] && autoreset.is_same_step() {
            self.part.keep_final(index);
            self.begin(index);
            self.part.is_over[index] = false;
            self.show(index, true);
        }
    }

    /// Begins an episode: another game with its own random numbers, in which all are placed.
    pub fn begin(&mut self, index: usize) {
        let (world, task) = (&mut self.worlds[index], self.task);
        let mut stream = Stream(self.part.streams[index]);
        world.begin_anew((stream.unit() * SEEDS) as u64, task.teams);
        let mut state = [0.0; MAX_STATE];
        let state = &mut state[..DISC_BALL + DISC_PLAYER * task.places.len()];
        // One of the players places all.
        task.programs[0].start(self.part.row(index, 0), &mut stream, state);
        place(world, task, state);
        for (agent, program) in task.programs.iter().enumerate() {
            let place = usize::from(task.places[agent]);
            let mut view = DiscView { rules: world.rules(), game: &world.game, place };
            let row = self.part.row(index, agent);
            program.begin(row, &mut stream, &mut view);
            program.sense(row, &mut view);
        }
        self.part.streams[index] = stream.0;
        if let Some(elapsed) = self.part.elapsed.get_mut(index) {
            *elapsed = 0;
        }
        if let Some(plan) = self.task.plan.keepaway {
            self.lead_in(index, plan);
        }
    }

    /// Reads the world.
    pub fn sense(&mut self, index: usize) {
        for (agent, program) in self.task.programs.iter().enumerate() {
            let place = usize::from(self.task.places[agent]);
            let world = &self.worlds[index];
            let mut view = DiscView { rules: world.rules(), game: &world.game, place };
            program.sense(self.part.row(index, agent), &mut view);
        }
    }

    /// Shows policies what they see, which is the `first` that they see of an episode or not, and
    /// tells critics what they know.
    fn show(&mut self, index: usize, first: bool) {
        let Some(depth) = self.part.past.as_ref().map(PastPart::depth) else {
            return self.observe(index);
        };
        let mut stream = Stream(self.part.streams[index]);
        let delay = if first { depth.draw(&mut stream) } else { 0 };
        self.part.streams[index] = stream.0;
        for (agent, program) in self.task.programs.iter().enumerate() {
            let place = usize::from(self.task.places[agent]);
            let world = &self.worlds[index];
            let mut view = DiscView { rules: world.rules(), game: &world.game, place };
            let (cells, row) = (self.part.cells(index, agent), index * self.part.agents + agent);
            let seen = program.observe(&mut self.part.rows[cells], &mut view);
            let Some(past) = &mut self.part.past else { continue };
            if first {
                round(seen, past.begin(row, delay));
                past.look_first(row);
            } else {
                round(seen, past.send(row));
                past.look(row);
            }
            let shown = past.row(row);
            let own = row * shown.len()..(row + 1) * shown.len();
            self.part.outcome.observations[own].copy_from_slice(shown);
        }
        self.tell_critics(index);
    }

    /// Works out what is seen, and what critics know, and rounds what is asked for.
    pub fn observe(&mut self, index: usize) {
        for (agent, program) in self.task.programs.iter().enumerate() {
            let place = usize::from(self.task.places[agent]);
            let world = &self.worlds[index];
            let mut view = DiscView { rules: world.rules(), game: &world.game, place };
            let (cells, row) = (self.part.cells(index, agent), index * self.part.agents + agent);
            let seen = program.observe(&mut self.part.rows[cells], &mut view);
            let own = row * seen.len()..(row + 1) * seen.len();
            if let Some(out) = self.part.outcome.observations.get_mut(own) {
                round(seen, out);
            }
        }
        self.tell_critics(index);
    }

    /// Works out what critics know, if they ask.
    pub fn tell_critics(&mut self, index: usize) {
        if self.part.outcome.privileged.is_empty() {
            return;
        }
        for (agent, program) in self.task.programs.iter().enumerate() {
            let (cells, row) = (self.part.cells(index, agent), index * self.part.agents + agent);
            let known = program.observe_privileged(&mut self.part.rows[cells]);
            let own = row * known.len()..(row + 1) * known.len();
            round(known, &mut self.part.outcome.privileged[own]);
        }
    }

    /// Works out terms and measures; whether anything ends the episode.
    pub fn judge(&mut self, index: usize) {
        let crew = self.task.crew();
        self.part.judge(&crew, index);
        let is_ended = self.part.is_ended(&crew, index);
        if let Some(is_over) = self.part.is_over.get_mut(index) {
            *is_over = is_ended;
        }
    }
}

/// Puts ball and players where a state says, fresh, in play.
fn place(world: &mut World, task: &Task<'_>, state: &[f64]) {
    let mut stadium = world.stadium();
    referee::change_mode(&mut stadium, PlayMode::PlayOn);
    let (ball, players) = state.split_at(DISC_BALL);
    stadium.move_ball(Vec2::new(ball[0], ball[1]), Vec2::new(ball[2], ball[3]));
    for (&place, own) in task.places.iter().zip(players.chunks_exact(DISC_PLAYER)) {
        let at = Vec2::new(own[0], own[1]);
        stadium.move_player(place.into(), at, Some(own[2]), Some(Vec2::ZERO));
    }
    stadium.recover_all();
    world.messages.clear();
}
