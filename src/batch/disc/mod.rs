//! Many 2D games with teams of the same size, stepped in parallel.

mod command;
mod episodes;
mod picture;
mod place;
mod seat;
mod skills;
mod snapshot;

pub use command::{BODY_COMMANDS, DiscCommands, Input, Texts, plain_args, plain_turns};
pub use episodes::{
    Act, ActionMode, DiscAgent, DiscEpisodes, DiscPlan, KeepawayPlan, LIMITS, Other, Others, Talk,
};
pub use place::{DiscState, LARGEST_SET};
pub use seat::Aside;
pub use skills::{SkillCalls, SkillRow};

use super::threads::Threads;
use super::{MAX_WORLDS, checks};
use crate::disc::senses::NEWEST;
use crate::disc::{
    PLAYERS, PlayMode, PlayerParameters, PlayerType, Rules, ServerParameters, Side, Stadium, TEAM,
    TYPES, Teams, World, referee,
};
use crate::error::{Error, Result};
use crate::teams::{Crew, Play, Statistics};
use crate::wire::rcssserver::take_in;
use seat::Seat;
use std::sync::Arc;

/// Maximum number of cycles between two checks whether to stop.
const INTERRUPT_INTERVAL: usize = 64;
/// Maximum number of cycles between two checks in all worlds together: a thread plays about as many
/// in a second.
const INTERRUPT_WORK: usize = 1 << 14;

/// What a batch is made of.
#[derive(Clone, Debug)]
pub struct DiscConfig {
    /// Number of worlds, 1 to [`MAX_WORLDS`].
    pub num_worlds: usize,
    /// Who plays in each world.
    pub teams: Teams,
    /// `server::` parameters.
    pub server: Arc<ServerParameters>,
    /// `player::` parameters; a `random_seed` below 0 is drawn from each world's seed.
    pub player: PlayerParameters,
    /// Player types; drawn if none are given.
    pub types: Option<[PlayerType; TYPES]>,
    /// Worker threads; `None` for one per core.
    pub threads: Option<usize>,
    /// Seed of everything random; world `i` has `seed + i`.
    pub seed: u64,
    /// Whether messages of referees are kept until the next step.
    pub messages: bool,
    /// Whether players sense and remember, in the newest version of the protocol.
    pub sensed: bool,
    /// Whether players who do not sense hear each other; they remember nothing.
    pub hearing: bool,
    /// How the left and the right team play by themselves; `None` for a team that plays by the
    /// commands of a step.
    pub plays: [Option<Play>; 2],
}

/// Many games. World `i` plays as [`World`] with the seed of the batch plus `i`.
pub struct DiscBatch {
    worlds: Box<[World]>,
    /// What sits beside each world: who decides for its teams, and its statistics.
    seats: Box<[Seat]>,
    teams: Teams,
    /// The place of each player in [`crate::disc::Game::players`].
    places: Vec<u8>,
    seed: u64,
    keeps_messages: bool,
    /// Equal for batches that can restore each other's snapshots.
    identity: u64,
    threads: Threads,
}

impl DiscBatch {
    /// Builds worlds and threads.
    ///
    /// # Errors
    /// [`Error::Argument`] for counts out of range, parameters and types that cannot be played
    /// with, threads that the system refuses.
    pub fn new(config: DiscConfig) -> Result<Self> {
        check(&config)?;
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = config.threads.unwrap_or_else(cores).min(config.num_worlds);
        let threads = Threads::new(threads)?;
        let worlds = worlds(&config, &threads)?;
        let seat = |index: usize| {
            let seed = config.seed.wrapping_add(index as u64);
            Seat::new(Crew::new(config.plays.clone(), seed))
        };
        let seats = (0..config.num_worlds).map(seat).collect();
        let DiscConfig { teams, seed, messages, .. } = config;
        let places = Side::BOTH.into_iter().flat_map(|side| {
            let first = side.index() * TEAM;
            (first..first + teams.sizes[side.index()]).map(|place| place as u8)
        });
        let places = places.collect();
        let identity = snapshot::identity(&worlds, &teams);
        Ok(Self { worlds, seats, teams, places, seed, keeps_messages: messages, identity, threads })
    }

    /// All worlds.
    pub fn worlds(&self) -> &[World] {
        &self.worlds
    }

    /// Statistics of the teams in each world since it began.
    pub fn statistics(&self) -> impl ExactSizeIterator<Item = &Statistics> {
        self.seats.iter().map(|seat| &seat.statistics)
    }

    /// Returns one of the worlds, in which callers may do directly what players, trainers and
    /// coaches may do.
    ///
    /// # Errors
    /// [`Error::Argument`] for a world out of range.
    pub fn world_mut(&mut self, world: usize) -> Result<&mut World> {
        checks::index("world", world, self.worlds.len())?;
        let world = &mut self.worlds[world];
        world.forget_ended_cycle();
        Ok(world)
    }

    /// Divides the worlds, and `items`, of which there are as many, among the threads. `work` gets
    /// the index of the first world of a share, its worlds and their items.
    pub fn share_worlds<T: Send>(
        &mut self,
        items: &mut [T],
        work: impl Fn(usize, &mut [World], &mut [T]) + Sync,
    ) {
        self.threads.share_both(&mut self.worlds, items, work);
    }

    /// Hands tasks to the threads before a step that follows at once. Each thread begins with its
    /// part of them, in their order, as it does with the worlds.
    pub fn prepare<T: Send>(&self, tasks: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
        self.threads.each_before(true, tasks, |task, _| work(task));
    }

    /// Sets how a side's team plays by itself in a world from now on.
    ///
    /// # Errors
    /// [`Error::Argument`] for a world out of range, and for a team that senses in a batch whose
    /// players do not.
    pub fn set_play(&mut self, world: usize, side: Side, play: Option<Play>) -> Result<()> {
        checks::index("world", world, self.worlds.len())?;
        if self.worlds[world].minds.is_none() && play.as_ref().is_some_and(Play::is_sensed) {
            return Err(needs_senses());
        }
        self.seats[world].crew.set_play(side, play);
        Ok(())
    }

    /// The places of the players, left team first, in [`crate::disc::Game::players`].
    pub fn places(&self) -> &[u8] {
        &self.places
    }

    /// Who plays.
    pub fn teams(&self) -> &Teams {
        &self.teams
    }

    /// Threads that share the work.
    pub fn threads(&self) -> usize {
        self.threads.count()
    }

    /// Bytes that a world takes: its changing state, and the player types if it has its own.
    pub fn world_bytes(&self) -> [usize; 2] {
        let shared = Arc::strong_count(self.worlds[0].rules()) > 1;
        [size_of::<World>() + size_of::<Seat>(), if shared { 0 } else { size_of::<Rules>() }]
    }

    /// Gives players their commands and plays one cycle, in all worlds or, if `active` is given, in
    /// those that it selects. Teams that play by themselves act first; commands for them are
    /// ignored.
    ///
    /// # Errors
    /// [`Error::Argument`] naming the offending command's place; nothing has changed then.
    pub fn step(&mut self, commands: &DiscCommands<'_>, active: Option<&[bool]>) -> Result<()> {
        self.step_seen(commands, active, false)
    }

    /// Does what [`step`](Self::step) does. `are_plain` says that the caller has checked all
    /// numbers of `args` and `turn_neck` with [`plain_args`] and [`plain_turns`]; they are not
    /// checked again.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn step_seen(
        &mut self,
        commands: &DiscCommands<'_>,
        active: Option<&[bool]>,
        are_plain: bool,
    ) -> Result<()> {
        self.check_active(active)?;
        commands.check(self.worlds.len(), &self.places, active, are_plain)?;
        let (keeps, places) = (self.keeps_messages, std::mem::take(&mut self.places));
        self.each(active, |index, world, seat| {
            world.forget_ended_cycle();
            seat.crew.act(world, None);
            commands.speak(index, &places, world);
            commands.give(index, &places, &seat.crew, &mut world.stadium());
            play_cycle(world, seat);
            end_cycle(world, seat, keeps);
        });
        self.places = places;
        Ok(())
    }

    /// Plays cycles in which only the teams that play by themselves act. `interrupted` is called
    /// now and then; when it returns true, all worlds stop after the same cycle. Returns the number
    /// of cycles played.
    ///
    /// # Errors
    /// [`Error::Argument`] for a mask of another length.
    pub fn advance(
        &mut self,
        cycles: usize,
        active: Option<&[bool]>,
        interrupted: &mut dyn FnMut() -> bool,
    ) -> Result<usize> {
        self.check_active(active)?;
        let keeps = self.keeps_messages;
        let interval = (INTERRUPT_WORK / self.worlds.len().max(1)).clamp(1, INTERRUPT_INTERVAL);
        let mut made = 0;
        while made < cycles {
            let count = interval.min(cycles - made);
            let begins = made == 0;
            self.each(active, |_, world, seat| {
                if begins {
                    world.forget_ended_cycle();
                }
                for _ in 0..count {
                    seat.crew.act(world, None);
                    play_cycle(world, seat);
                    end_cycle(world, seat, keeps);
                }
            });
            made += count;
            if made < cycles && interrupted() {
                break;
            }
        }
        Ok(made)
    }

    /// What players have heard from the trainer and from coaches in a world's last cycle.
    pub fn asides(&self, world: usize) -> &[Aside] {
        self.seats.get(world).map_or(&[], |seat| &seat.asides)
    }

    /// Resets worlds to the beginning: everyone beside the pitch, before the kick-off. World `i` of
    /// `worlds` continues with the random numbers of `seeds[i]`, or with those of its own seed.
    ///
    /// # Errors
    /// [`Error::Argument`] for worlds out of range or named twice, and another number of seeds.
    pub fn reset(&mut self, worlds: &[usize], seeds: Option<&[u64]>) -> Result<()> {
        self.check_worlds(worlds)?;
        if let Some(seeds) = seeds {
            checks::length("seeds", seeds.len(), worlds.len())?;
        }
        for (i, &world) in worlds.iter().enumerate() {
            let own = self.seed.wrapping_add(world as u64);
            let seed = seeds.map_or(own, |seeds| seeds[i]);
            self.worlds[world].begin_anew(seed, &self.teams);
            self.seats[world].begin_anew(seed);
        }
        Ok(())
    }

    /// Changes the play mode, as a trainer does.
    ///
    /// # Errors
    /// [`Error::Argument`] for worlds out of range or named twice.
    pub fn change_mode(&mut self, worlds: &[usize], mode: PlayMode) -> Result<()> {
        self.direct(worlds, |stadium| referee::change_mode(stadium, mode))
    }

    /// Starts the game, or its next half, as a trainer does.
    ///
    /// # Errors
    /// [`Error::Argument`] for worlds out of range or named twice.
    pub fn start(&mut self, worlds: &[usize]) -> Result<()> {
        self.direct(worlds, referee::start)
    }

    /// Restores everyone's stamina to that at the start.
    ///
    /// # Errors
    /// [`Error::Argument`] for worlds out of range or named twice.
    pub fn recover(&mut self, worlds: &[usize]) -> Result<()> {
        self.direct(worlds, |stadium| stadium.recover_all())
    }

    /// Calls `act` for some worlds.
    fn direct(&mut self, worlds: &[usize], act: impl Fn(&mut Stadium)) -> Result<()> {
        self.check_worlds(worlds)?;
        for &world in worlds {
            let world = &mut self.worlds[world];
            world.forget_ended_cycle();
            act(&mut world.stadium());
            if !self.keeps_messages {
                world.messages.clear();
            }
        }
        Ok(())
    }

    /// Calls `act` for all active worlds, in all threads.
    fn each(&mut self, active: Option<&[bool]>, act: impl Fn(usize, &mut World, &mut Seat) + Sync) {
        self.threads.share_both(&mut self.worlds, &mut self.seats, |first, worlds, seats| {
            for ((index, world), seat) in (first..).zip(worlds).zip(seats) {
                if active.is_none_or(|active| active[index]) {
                    act(index, world, seat);
                }
            }
        });
    }

    fn check_active(&self, active: Option<&[bool]>) -> Result<()> {
        active.map_or(Ok(()), |mask| checks::length("worlds", mask.len(), self.worlds.len()))
    }

    fn check_worlds(&self, worlds: &[usize]) -> Result<()> {
        let mut seen = vec![false; self.worlds.len()];
        for &world in worlds {
            checks::index("worlds", world, seen.len())?;
            if std::mem::replace(&mut seen[world], true) {
                return Err(Error::argument("worlds", format!("world {world} is listed twice")));
            }
        }
        Ok(())
    }
}

/// Plays a cycle of the game; then players sense, and take in what they hear.
fn play_cycle(world: &mut World, seat: &mut Seat) {
    if world.staff.is_some() {
        world.step(None);
    } else {
        world.stadium().step();
    }
    world.sense();
    seat.listen(world);
    hear(world);
    seat.crew.listen(world);
    world.advised.clear();
}

/// Lets players sense, and take in what they hear, where nobody beside the pitch says anything.
fn sense(world: &mut World) {
    world.sense();
    hear(world);
}

fn hear(world: &mut World) {
    if !world.heard.is_empty() {
        take_in(world);
    }
}

/// Updates the statistics. What was said in the cycle stays until the next one if messages are
/// kept.
fn end_cycle(world: &mut World, seat: &mut Seat, keeps_messages: bool) {
    seat.statistics.observe(world.rules(), &world.game);
    if keeps_messages {
        world.end_cycle();
    } else {
        world.messages.clear();
    }
}

fn needs_senses() -> Error {
    let message = "a team that plays by what it senses needs a batch with sensed=True";
    Error::argument("teams", message)
}

fn check(config: &DiscConfig) -> Result<()> {
    let worlds = config.num_worlds;
    if !(1..=MAX_WORLDS).contains(&worlds) {
        let message = format!("{worlds} is not between 1 and {MAX_WORLDS}");
        return Err(Error::argument("num_worlds", message));
    }
    for (name, size) in ["left", "right"].into_iter().zip(config.teams.sizes) {
        if size > TEAM {
            let message = format!("{size} players, at most {TEAM} fit a team");
            return Err(Error::argument(name, message));
        }
    }
    if !config.sensed && config.plays.iter().flatten().any(Play::is_sensed) {
        return Err(needs_senses());
    }
    if config.threads == Some(0) {
        return Err(Error::argument("threads", "must be at least 1, not 0"));
    }
    Ok(())
}

/// Makes the worlds, each with player types from its own seed unless all have the same.
fn worlds(config: &DiscConfig, threads: &Threads) -> Result<Box<[World]>> {
    let rules = |seed| {
        let (server, player) = (Arc::clone(&config.server), config.player.clone());
        Rules::new(server, player, config.types, seed)
    };
    let shared = Arc::new(rules(config.seed)?);
    let alike = config.types.is_some() || config.player.random_seed >= 0;
    let world = |index: usize| {
        let seed = config.seed.wrapping_add(index as u64);
        let own = || rules(seed).map(|own| Arc::new(own.sharing_tables(&shared)));
        let rules = if alike { Ok(Arc::clone(&shared)) } else { own() };
        let mut world = World::with_teams(rules?, seed, &config.teams);
        if config.sensed || config.hearing {
            world.open_senses(seed, NEWEST, config.sensed);
        }
        Ok(world)
    };
    let mut worlds: Vec<Option<Result<World>>> = Vec::new();
    worlds.resize_with(config.num_worlds, || None);
    threads.share(&mut worlds, |first, worlds| {
        for (index, place) in (first..).zip(worlds) {
            *place = Some(world(index));
        }
    });
    worlds.into_iter().flatten().collect()
}

/// The name of a player in messages, as `player 12 (right 2)`.
fn player_name(places: &[u8], player: usize) -> String {
    let place = places.get(player).map_or(PLAYERS, |&place| place.into());
    let side = if place < TEAM { "left" } else { "right" };
    format!("player {player} ({side} {})", place % TEAM + 1)
}
