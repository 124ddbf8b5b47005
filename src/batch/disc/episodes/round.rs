//! What one thread does with a block of games: a step of an episode, its end, the beginning of the
//! next.

use super::action_mode::Choice;
use super::others::{Other, anything};
use super::plan::{Cells, DiscPlan};
use super::view::DiscView;
use crate::batch::disc::seat::Seat;
use crate::batch::disc::sense;
use crate::batch::episodes::{Part, Programs, SEEDS, round_in_2d};
use crate::batch::{Autoreset, PastPart};
use crate::disc::skills::{WorldModel, neck_to_ball_or_scan};
use crate::disc::{Command, PLAYERS, PlayMode, Side, TEAM, Teams, Vec2, World, referee};
use crate::teams::Orders;
use crate::terms::{DISC_BALL, DISC_PLAYER, Program, ROWS, Stream, flag};
use arrayvec::ArrayVec;

/// Maximum number of coordinates of a state in which an episode starts.
const MAX_STATE: usize = DISC_BALL + DISC_PLAYER * 2 * TEAM;

/// What all blocks share.
pub(super) struct Task<'a> {
    pub programs: &'a [Program],
    pub is_shared: bool,
    pub plan: &'a DiscPlan,
    pub cells: Cells,
    pub has_scripts: bool,
    /// Whether actions are nothing but commands, and nobody asks a script.
    pub is_plain: bool,
    /// Whether anybody talks.
    pub talks: bool,
    pub places: &'a [u8],
    pub teams: &'a Teams,
}

impl Task<'_> {
    pub fn programs(&self) -> Programs<'_> {
        let left = self.teams.sizes[Side::Left.index()];
        let left = self.plan.agents.partition_point(|agent| agent.player < left);
        Programs { each: self.programs, left, is_shared: self.is_shared }
    }

    /// Index of an agent in [`crate::disc::Game::players`].
    pub fn place(&self, agent: usize) -> usize {
        self.places[self.plan.agents[agent].player].into()
    }

    /// Adds the episodes' own arrays to those of a call.
    pub fn part<'a>(&self, part: Part<'a>, rows: &'a mut [f64]) -> Part<'a> {
        let width = self.programs[0].layout().width();
        Part { width, agents: self.programs.len(), rows, ..part }
    }
}

/// What the actions of agents mean.
pub(super) type Choices = ArrayVec<Option<Choice>, PLAYERS>;

/// A block of games, and its part of the arrays of a call.
pub(super) struct Round<'a, 'b> {
    pub task: &'a Task<'a>,
    pub worlds: &'a mut [World],
    pub seats: &'a mut [Seat],
    pub drawn: &'a mut [[u8; 2]],
    pub part: &'a mut Part<'b>,
}

impl Round<'_, '_> {
    /// Prefetches the games that come next: if there are many with a few players each, much of the
    /// time is spent waiting for memory.
    pub fn prefetch(&self, index: usize) {
        if let Some(world) = self.worlds.get(index + 2) {
            world.prefetch(self.task.places);
        }
        if let Some(world) = self.worlds.get(index + 1) {
            world.prefetch_rules(self.task.places);
        }
    }

    /// Acts, plays a cycle and reads the world.
    pub fn advance(&mut self, index: usize) {
        if let Some(plan) = self.task.plan.keepaway {
            return self.keep(index, plan);
        }
        let world = &mut self.worlds[index];
        world.forget_ended_cycle();
        if self.task.plan.keeps_play_on {
            referee::change_mode(&mut world.stadium(), PlayMode::PlayOn);
        }
        let mut stream = Stream(self.part.streams[index]);
        self.act(index, &mut stream);
        if self.task.talks {
            self.talk(index);
        }
        let world = &mut self.worlds[index];
        world.stadium().step();
        sense(world);
        world.messages.clear();
        for (agent, program) in self.task.programs.iter().enumerate() {
            let place = self.task.place(agent);
            let mut view = DiscView::of(world, place);
            program.after(self.part.row(index, agent), &mut stream, &mut view);
        }
        self.part.streams[index] = stream.0;
    }

    /// Gives all players their commands: first those who follow a script, as a whole team may, then
    /// those whom the task commands, then those who act at random. All decide before anybody acts.
    fn act(&mut self, index: usize, stream: &mut Stream) {
        match self.task.is_plain {
            true => self.act_plainly(index, stream),
            false => self.act_by_orders(index, stream),
        }
    }

    /// [`act`](Self::act) for tasks with scripts or acts. Its lists take pages of the stack, which
    /// other tasks do without.
    #[inline(never)]
    fn act_by_orders(&mut self, index: usize, stream: &mut Stream) {
        let task = self.task;
        let mut choices = Choices::new();
        self.choose(index, stream, &mut choices);
        let chosen = |agent: usize| choices[agent].map(|_| 1_u32 << task.place(agent));
        let commanded = (0..choices.len()).filter_map(chosen).fold(0, |all, own| all | own);
        let scripts = match task.has_scripts {
            true => self.ask_scripts(index, &choices, commanded),
            false => [None, None],
        };
        let nothing = Orders::default();
        let script = |place: usize| {
            scripts[place / TEAM].as_ref().map_or(&nothing, |orders| &orders[place % TEAM])
        };
        let world = &mut self.worlds[index];
        let others = || task.places.iter().map(|&place| usize::from(place));
        let others = || others().filter(|place| commanded & (1 << place) == 0);
        // Whether a player follows the script, their place, and their orders.
        let mut acting = ArrayVec::<(bool, usize, Orders), PLAYERS>::new();
        for (agent, choice) in choices.iter().enumerate() {
            let Some(choice) = choice else { continue };
            let (program, place) = (&task.programs[agent], task.place(agent));
            let cells = self.part.cells(index, agent);
            let row = &mut self.part.rows[cells];
            let done = choice.done(program.applied(row), world, place, script(place));
            program.note(row, done.in_vain);
            acting.push((choice.asks_script(), place, done.orders));
        }
        if task.has_scripts {
            acting.extend(others().map(|place| (true, place, script(place).clone())));
            acting.sort_unstable_by_key(|&(is_scripts, place, _)| (!is_scripts, place));
        }
        // These lists are large for full teams, so they are filled in place and not moved.
        let mut looks = ArrayVec::<(usize, Command), PLAYERS>::new();
        look(world, acting.iter().map(|&(_, place, _)| place), &mut looks);
        let mut stadium = world.stadium();
        for (_, place, orders) in &acting {
            orders.commands(*place).for_each(|command| {
                stadium.act(*place, command);
            });
        }
        for &(place, look) in &looks {
            stadium.act(place, look);
        }
        self.act_anyhow(index, stream, commanded);
    }

    /// The same where there is nothing but commands: what is decided needs no place.
    fn act_plainly(&mut self, index: usize, stream: &mut Stream) {
        let task = self.task;
        let mut commands = ArrayVec::<(usize, Command), PLAYERS>::new();
        for agent in 0..task.programs.len() {
            if let Some(Choice::Plain(command)) = self.decide(index, agent, stream) {
                commands.push((agent, command));
            }
        }
        let world = &mut self.worlds[index];
        let mut looks = ArrayVec::<(usize, Command), PLAYERS>::new();
        look(world, commands.iter().map(|&(agent, _)| task.place(agent)), &mut looks);
        let (mut stadium, mut commanded) = (world.stadium(), 0);
        for &(agent, command) in &commands {
            let place = task.place(agent);
            let cells = self.part.cells(index, agent);
            task.programs[agent].note(&mut self.part.rows[cells], false);
            stadium.act(place, command);
            commanded |= 1 << place;
        }
        for &(place, look) in &looks {
            stadium.act(place, look);
        }
        self.act_anyhow(index, stream, commanded);
    }

    /// Lets those players act at random who are to do so. `commanded` has a bit for the place of
    /// each player who has been commanded.
    fn act_anyhow(&mut self, index: usize, stream: &mut Stream, commanded: u32) {
        let (task, drawn) = (self.task, self.drawn[index]);
        let is_random = |side: Side| *task.plan.others.of(side, drawn) == Other::Random;
        let are_random = Side::BOTH.map(is_random);
        if are_random == [false; 2] {
            return;
        }
        let mut stadium = self.worlds[index].stadium();
        for place in task.places.iter().map(|&place| usize::from(place)) {
            if commanded & (1 << place) == 0 && are_random[place / TEAM] {
                stadium.act(place, anything(stream));
            }
        }
    }

    /// Finds what the actions of agents mean; `None` for an agent who is not commanded in this
    /// episode.
    pub(super) fn choose(&mut self, index: usize, stream: &mut Stream, choices: &mut Choices) {
        for agent in 0..self.task.programs.len() {
            choices.push(self.decide(index, agent, stream));
        }
    }

    /// Finds what the action of one agent means.
    #[inline]
    fn decide(&mut self, index: usize, agent: usize, stream: &mut Stream) -> Option<Choice> {
        let (task, world) = (self.task, &self.worlds[index]);
        let (program, own) = (&task.programs[agent], &task.plan.agents[agent]);
        let place = task.place(agent);
        let first = (index * self.part.agents + agent) * program.body.joints();
        let actions = self.part.own_actions();
        let cells = self.part.cells(index, agent);
        let row = &mut self.part.rows[cells];
        let mut view = DiscView::of(world, place);
        program.before(row, stream, |own| actions.write(first, own), &mut view);
        let other = task.plan.others.of(Side::BOTH[place / TEAM], self.drawn[index]);
        let is_commanded = own.learns || *other == Other::Commanded;
        if is_commanded { own.action_mode.choose(program.applied(row), stream) } else { None }
    }

    /// Asks scripts for the orders of those who follow them: all other players of a team that has
    /// one, and agents whose act asks for it. `commanded` has a bit for the place of each player
    /// who has been commanded.
    fn ask_scripts(
        &mut self,
        index: usize,
        choices: &[Option<Choice>],
        commanded: u32,
    ) -> [Option<[Orders; TEAM]>; 2] {
        let (task, world) = (self.task, &self.worlds[index]);
        let asks = |agent: usize| choices[agent].is_some_and(Choice::asks_script);
        let asking = (0..choices.len()).filter(|&agent| asks(agent));
        let asking = asking.fold(0_u32, |all, agent| all | (1 << task.place(agent)));
        Side::BOTH.map(|side| {
            let own = ((1 << TEAM) - 1) << (side.index() * TEAM);
            let (script, wanted) = match task.plan.others.of(side, self.drawn[index]) {
                Other::Scripted(script) => (script, own & (!commanded | asking)),
                _ => (&task.plan.script, own & asking),
            };
            let crew = &mut self.seats[index].crew;
            // The script is asked even if nobody needs its orders, since it keeps track of the
            // game.
            Some(crew.scripted(world, side, script, wanted))
        })
    }

    /// Makes a step of an environment, with rewards, ends, resets and observations. If games have a
    /// single agent, several neighbouring environments are judged together.
    pub fn step(&mut self, index: usize, autoreset: Autoreset) {
        self.part.elapsed[index] += 1;
        match self.part.is_over[index] {
            true => self.begin(index),
            false => self.advance(index),
        }
        let several = if self.part.agents == 1 { ROWS } else { 1 };
        let count = index % several + 1;
        if count < several && index + 1 < self.worlds.len() {
            return;
        }
        let (programs, first) = (self.task.programs(), index + 1 - count);
        let ends = match several {
            1 => None,
            _ => Some(self.part.judge_each(&programs, first, count)),
        };
        for index in first..first + count {
            if self.part.is_over[index] {
                self.part.report_nothing(index);
                self.show(index, true);
                continue;
            }
            match ends {
                Some(ends) => {
                    self.part.outcome.terminated[index] = ends[index - first];
                    self.part.report_judged(index, autoreset);
                }
                None => self.part.report(&programs, index, false, autoreset),
            }
            self.conclude(index, autoreset);
        }
    }

    /// Writes the observations at the end of a step; another episode may begin in the same step.
    fn conclude(&mut self, index: usize, autoreset: Autoreset) {
        self.show(index, false);
        if self.part.is_over[index] && autoreset.same_step {
            self.part.keep_final(index);
            self.begin(index);
            self.part.is_over[index] = false;
            self.show(index, true);
        }
    }

    /// Begins an episode: another game with its own random numbers, in which all players are
    /// placed.
    pub fn begin(&mut self, index: usize) {
        let (world, task) = (&mut self.worlds[index], self.task);
        let mut stream = Stream(self.part.streams[index]);
        let seed = (stream.unit() * SEEDS) as u64;
        world.begin_anew(seed, task.teams);
        if task.has_scripts {
            self.seats[index].begin_anew(seed);
        }
        self.drawn[index] = task.plan.others.draw(&mut stream);
        let mut state = [0.0; MAX_STATE];
        let state = &mut state[..DISC_BALL + DISC_PLAYER * task.places.len()];
        for (agent, program) in task.programs.iter().enumerate() {
            program.forget(self.part.row(index, agent));
        }
        // The program of the first player places all.
        task.programs[0].start(self.part.row(index, 0), &mut stream, state);
        place(world, task, state);
        if task.plan.kicks_off {
            let is_left = flag(self.part.row(index, 0)[task.cells.kicks_off]);
            let side = if is_left { Side::Left } else { Side::Right };
            referee::change_mode(&mut world.stadium(), PlayMode::KickOff(side));
            world.messages.clear();
        }
        sense(world);
        for (agent, program) in task.programs.iter().enumerate() {
            let place = task.place(agent);
            let mut view = DiscView::of(world, place);
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
            let place = self.task.place(agent);
            let world = &self.worlds[index];
            let mut view = DiscView::of(world, place);
            program.sense(self.part.row(index, agent), &mut view);
        }
    }

    /// Writes what policies see and what critics know. `first` says whether these are the first
    /// observations of an episode.
    fn show(&mut self, index: usize, first: bool) {
        let Some(depth) = self.part.past.as_ref().map(PastPart::depth) else {
            return self.observe(index);
        };
        let mut stream = Stream(self.part.streams[index]);
        let delay = if first { depth.draw(&mut stream) } else { 0 };
        self.part.streams[index] = stream.0;
        for (agent, program) in self.task.programs.iter().enumerate() {
            let place = self.task.place(agent);
            let world = &self.worlds[index];
            let mut view = DiscView::of(world, place);
            let (cells, row) = (self.part.cells(index, agent), index * self.part.agents + agent);
            let seen = program.observe(&mut self.part.rows[cells], &mut view);
            let Some(past) = &mut self.part.past else { continue };
            if first {
                round_in_2d(seen, past.begin(row, delay));
                past.look_first(row);
            } else {
                round_in_2d(seen, past.send(row));
                past.look(row);
            }
            let shown = past.row(row);
            let own = row * shown.len()..(row + 1) * shown.len();
            self.part.outcome.observations[own].copy_from_slice(shown);
        }
        self.observe_privileged(index);
    }

    /// Computes what policies see and what critics know, and rounds what is wanted.
    pub fn observe(&mut self, index: usize) {
        for (agent, program) in self.task.programs.iter().enumerate() {
            let place = self.task.place(agent);
            let world = &self.worlds[index];
            let mut view = DiscView::of(world, place);
            let (cells, row) = (self.part.cells(index, agent), index * self.part.agents + agent);
            let seen = program.observe(&mut self.part.rows[cells], &mut view);
            let own = row * seen.len()..(row + 1) * seen.len();
            if let Some(out) = self.part.outcome.observations.get_mut(own) {
                round_in_2d(seen, out);
            }
        }
        self.observe_privileged(index);
    }

    /// Computes what critics know, if it is wanted.
    pub fn observe_privileged(&mut self, index: usize) {
        if self.part.outcome.privileged.is_empty() {
            return;
        }
        for (agent, program) in self.task.programs.iter().enumerate() {
            let (cells, row) = (self.part.cells(index, agent), index * self.part.agents + agent);
            let known = program.observe_privileged(&mut self.part.rows[cells]);
            let own = row * known.len()..(row + 1) * known.len();
            round_in_2d(known, &mut self.part.outcome.privileged[own]);
        }
    }

    /// Computes terms and measures, and whether anything ends the episode.
    pub fn judge(&mut self, index: usize) {
        let programs = self.task.programs();
        self.part.judge(&programs, index);
        let is_ended = self.part.is_ended(&programs, index);
        if let Some(is_over) = self.part.is_over.get_mut(index) {
            *is_over = is_ended;
        }
    }
}

/// Decides where players who sense look when they act: to the ball, or around if they have just
/// seen it.
fn look(
    world: &World,
    acting: impl Iterator<Item = usize>,
    looks: &mut ArrayVec<(usize, Command), PLAYERS>,
) {
    let Some(minds) = &world.minds else { return };
    for place in acting {
        let memory = &minds.memories[place];
        let model = WorldModel::sensed(world.rules(), &world.game, place, memory);
        looks.push((place, neck_to_ball_or_scan(&model, 0)));
    }
}

/// Puts ball and players where a state says, with full stamina, in play.
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
