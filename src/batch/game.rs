//! The game of every world: actions before a step, observation and referee after it.

use super::WorldBatch;
use crate::action::Action;
use crate::error::{Error, Result};
use crate::perception::audio::{Audio, AudioRng, Heard, Hearing, MAX_MESSAGE};
use crate::perception::{MarkerTable, Perceiver, Sensing};
use crate::soccer::{
    Arena, Command, Compat, Foul, Game, Phase, Referee, RefereeKind, Rules, Side, WorldPitch,
};
use crate::world::WorldRef;
use crate::world::state::StateMut;
use serde::{Deserialize, Serialize};

/// Configuration of the games of a batch.
#[derive(Clone, Debug, Serialize)]
pub struct GameConfig {
    /// Length of the game, waiting times, size of the teams.
    pub rules: Rules,
    /// Which referee applies them.
    pub referee: RefereeKind,
    /// The phase in which games begin.
    pub phase: Phase,
    /// Play time at which games begin, s, and whether it was given as a whole number; `None` for
    /// the phase's own.
    pub play_time: Option<(f64, bool)>,
    /// How closely rcsssmj is followed.
    pub compat: Compat,
    /// Add noise to what players see.
    pub vision_noise: bool,
    /// Hide what is behind something else.
    pub occlusion: bool,
}

/// The game of one world, and what its players do and hear.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorldGame {
    /// State, referee and ball contacts.
    pub game: Game,
    /// What is said.
    pub audio: Audio,
    /// Steps made.
    pub frame: u64,
    /// Decides which messages are heard when there are many.
    rng: AudioRng,
    /// Per slot, performed before every step.
    actions: Vec<Vec<Action>>,
    /// Per slot, what was heard in this frame; empty until somebody asks.
    heard: Vec<Option<Vec<Heard>>>,
    /// Per slot and kind of foul, since the start.
    foul_counts: Vec<[u32; Foul::ALL.len()]>,
}

impl WorldGame {
    pub(super) fn new(config: &GameConfig, seed: u64, slots: usize) -> Self {
        let GameConfig { rules, referee, phase, play_time, compat, .. } = config;
        // numpy's generators, whose numbers we draw, take 32 bits.
        let rng = AudioRng::new(seed as u32);
        Self {
            game: Game::new(rules.clone(), *referee, *phase, *play_time, *compat),
            audio: Audio::default(),
            frame: 0,
            rng,
            actions: vec![Vec::new(); slots],
            heard: Vec::new(),
            foul_counts: vec![[0; Foul::ALL.len()]; slots],
        }
    }

    /// Seeds the random numbers that decide which messages are heard when there are many.
    pub(super) fn draw_hearing(&mut self, seed: u64) {
        self.rng = AudioRng::new(seed as u32);
    }

    /// Lets all players act. As in the methods below, nothing happens in a frozen world.
    fn begin_step(&mut self, pitch: &mut WorldPitch<'_>) {
        if pitch.world.is_frozen() {
            return;
        }
        self.heard.clear();
        pitch.world.remember_positions();
        let beaming = self.game.is_beaming_allowed();
        for (slot, actions) in self.actions.iter().enumerate() {
            for action in actions {
                action.perform(slot, pitch, &mut self.audio, beaming);
            }
        }
    }

    /// Updates sounds and ball contacts after the physics.
    fn observe_step(&mut self, pitch: &mut WorldPitch<'_>) {
        if pitch.world.is_frozen() {
            return;
        }
        pitch.world.observe_roots();
        self.audio.step();
        self.game.observe_ball(pitch);
    }

    /// Applies the rules, for a step of `elapsed` seconds.
    fn referee(&mut self, pitch: &mut WorldPitch<'_>, elapsed: f64) {
        if pitch.world.is_frozen() {
            return;
        }
        self.game.referee(pitch, elapsed);
        self.count_fouls(pitch.arena);
    }

    /// Counts the fouls of this cycle; called once, at its end.
    fn count_fouls(&mut self, arena: &Arena) {
        for &(player, foul) in &self.game.referee.fouls {
            if let Some(slot) = arena.slot_of(player) {
                let count = &mut self.foul_counts[slot][foul.index()];
                *count = count.saturating_add(1);
            }
        }
    }

    /// Last piece of a step: counts the frame.
    fn end_step(&mut self, pitch: &mut WorldPitch<'_>) {
        self.frame += u64::from(!pitch.world.is_frozen());
    }

    /// Fouls of a slot's robot since the start, by kind.
    pub fn foul_counts(&self, slot: usize) -> &[u32] {
        &self.foul_counts[slot]
    }

    /// Returns a [`Perceiver`] for this game in its world.
    pub(super) fn perceiver<'a>(
        &'a mut self,
        view: WorldRef<'a>,
        table: &'a MarkerTable,
        senses: Sensing,
    ) -> Perceiver<'a> {
        let Self { game, audio, frame, rng, heard, .. } = self;
        let hearing = Hearing { audio, random: rng, heard };
        Perceiver { view, state: &game.state, frame: *frame, hearing, table, senses }
    }

    /// Whether this can be a game of this arena.
    pub(super) fn fits(&self, arena: &Arena) -> bool {
        let scene = arena.scene();
        let slots = scene.slots.len();
        let acts = |(slot, actions): (usize, &Vec<Action>)| {
            let model = scene.model(slot);
            actions.iter().all(|action| match action {
                Action::Motor { motor, .. } => *motor < model.motors.len(),
                Action::Say { speaker, .. } => *speaker < model.sites.len(),
                Action::Beam { .. } => true,
            })
        };
        let hears = |heard: &Heard| {
            (1..slots).contains(&heard.sender) && heard.message.len() <= MAX_MESSAGE
        };
        let ball = &self.game.ball;
        let toucher = ball.active.map(|player| arena.slot_of(player));
        let touched =
            |slot: usize| ball.parts.iter().all(|&geom| geom < scene.model(slot).geoms.len());
        self.actions.len() == slots
            && self.actions.iter().enumerate().all(acts)
            && self.actions.iter().flatten().all(|action| action.check().is_ok())
            && (self.heard.is_empty() || self.heard.len() == slots)
            && self.heard.iter().flatten().flatten().all(hears)
            && self.foul_counts.len() == slots
            && self.audio.fits(scene)
            && toucher.is_none_or(|slot| slot.is_some_and(touched))
    }

    /// Lets everybody listen again, with new random draws.
    pub(super) fn listen_again(&mut self) {
        self.heard.clear();
    }

    /// Slots have changed: `origin[new]` is the old slot of what is now in slot `new`.
    pub(super) fn change_roster(&mut self, old: &Arena, origin: &[Option<usize>]) {
        self.heard.clear();
        self.audio.change_roster(origin);
        let actions = origin.iter().map(|slot| match slot {
            Some(slot) => std::mem::take(&mut self.actions[*slot]),
            None => Vec::new(),
        });
        self.actions = actions.collect();
        let counts = origin
            .iter()
            .map(|slot| slot.map_or([0; Foul::ALL.len()], |slot| self.foul_counts[slot]));
        self.foul_counts = counts.collect();
        for &player in old.players() {
            if !origin.contains(&old.slot_of(player)) {
                self.game.remove_player(player);
            }
        }
    }
}

/// Which parts of a control step belong to a stretch of substeps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    /// Substeps to make.
    pub substeps: usize,
    /// Whether the actions come first.
    pub begins: bool,
    /// Length of the step that ends here, s.
    pub ends: Option<f64>,
}

/// Plays the games of a block before and after its physics.
pub(super) fn play(
    arena: &Arena,
    games: &mut [WorldGame],
    block: &mut StateMut<'_>,
    stretch: Stretch,
    physics: impl FnOnce(&mut StateMut<'_>),
) {
    if stretch.begins {
        each(arena, games, block, |game, pitch| game.begin_step(pitch));
    }
    physics(block);
    if let Some(elapsed) = stretch.ends {
        each(arena, games, block, |game, pitch| {
            game.observe_step(pitch);
            game.referee(pitch, elapsed);
            game.end_step(pitch);
        });
    }
}

fn each(
    arena: &Arena,
    games: &mut [WorldGame],
    block: &mut StateMut<'_>,
    mut work: impl FnMut(&mut WorldGame, &mut WorldPitch<'_>),
) {
    for (index, game) in games.iter_mut().enumerate() {
        let world = block.world(arena.scene(), index);
        work(game, &mut WorldPitch { arena, world });
    }
}

/// One step in pieces, for callers that do something in between.
impl WorldBatch {
    /// Whether there are games, not bare physics.
    pub fn has_games(&self) -> bool {
        !self.games.is_empty()
    }

    /// Names the teams that have robots, in all worlds and after every reset.
    pub fn name_teams(&mut self, names: &[String; 2]) {
        let named = Side::BOTH
            .map(|side| self.arena.team(side).next().map(|_| names[side.index()].clone()));
        for game in &mut self.games {
            game.game.state.team_names.clone_from(&named);
        }
        self.team_names = named;
    }

    /// Replaces the physics of a step by results computed elsewhere: the coordinates `qpos` and
    /// velocities `qvel` after it, the sensors' values, and the time, s. Everything else that is
    /// observed still belongs to the state that the world was in before.
    ///
    /// # Errors
    /// [`Error::Argument`] for numbers that are too few or not finite.
    pub fn take_physics(
        &mut self,
        world: usize,
        qpos: &[f64],
        qvel: &[f64],
        sensors: &[f64],
        time: f64,
    ) -> Result<()> {
        let (nq, nv, ns) = (self.nq(), self.nv(), self.arena.scene().ns());
        super::checks::index("world", world, self.num_worlds())?;
        self.check_rows("qpos", &[world], qpos, nq)?;
        self.check_rows("qvel", &[world], qvel, nv)?;
        super::checks::length("sensors", sensors.len(), ns)?;
        super::checks::finite("sensors", sensors)?;
        super::checks::finite("time", &[time])?;
        self.state.qpos[world * nq..][..nq].copy_from_slice(qpos);
        self.state.qvel[world * nv..][..nv].copy_from_slice(qvel);
        self.state.sensors[world * ns..][..ns].copy_from_slice(sensors);
        self.state.time[world] = time;
        Ok(())
    }

    /// The game of a world.
    ///
    /// # Errors
    /// [`Error::Argument`] without games or for a world that does not exist; this holds for the
    /// methods below, too.
    pub fn game(&self, world: usize) -> Result<&WorldGame> {
        self.games.get(world).ok_or_else(|| self.no_game(world))
    }

    /// The game of a world, to change it.
    pub fn game_mut(&mut self, world: usize) -> Result<&mut WorldGame> {
        if world >= self.games.len() {
            return Err(self.no_game(world));
        }
        Ok(&mut self.games[world])
    }

    pub(super) fn no_game(&self, world: usize) -> Error {
        match self.games.len() {
            0 => Error::argument("rules", "these worlds were made without rules, so no game is on"),
            count => {
                Error::argument("world", format!("{world} is out of range, there are {count}"))
            }
        }
    }

    /// A world, for reading.
    ///
    /// # Errors
    /// [`Error::Argument`] for a world that does not exist.
    pub fn world(&self, world: usize) -> Result<WorldRef<'_>> {
        super::checks::index("world", world, self.num_worlds())?;
        Ok(self.state.world(self.arena.scene(), world))
    }

    /// Calls `work` with the game of a world and the world, to change them.
    pub fn with_game<T>(
        &mut self,
        world: usize,
        work: impl FnOnce(&mut WorldGame, &mut WorldPitch<'_>) -> T,
    ) -> Result<T> {
        if world >= self.games.len() {
            return Err(self.no_game(world));
        }
        let game = &mut self.games[world];
        let mut all = self.state.all();
        let world = all.world(self.arena.scene(), world);
        Ok(work(game, &mut WorldPitch { arena: &self.arena, world }))
    }

    /// Sets the actions of a robot, performed before every step until others are set.
    ///
    /// # Errors
    /// [`Error::Argument`] for a number that is not finite, a motor that does not exist or a
    /// message that is too long; the old actions stay then.
    pub fn act(&mut self, world: usize, robot: usize, actions: Vec<Action>) -> Result<()> {
        super::checks::index("robot", robot, self.num_robots())?;
        let motors = self.robot_model(robot).motors.len();
        for (index, action) in actions.iter().enumerate() {
            action.check().map_err(|error| match error {
                Error::Argument { argument, message } => {
                    Error::argument("actions", format!("action {index}, {argument}: {message}"))
                }
                other => other,
            })?;
            if let Action::Motor { motor, .. } = action {
                super::checks::index("motor", *motor, motors)?;
            }
        }
        self.game_mut(world)?.actions[robot + 1] = actions;
        Ok(())
    }

    /// Performs one action of a robot at once.
    ///
    /// `beaming` says whether it may beam; `None` leaves that to the play mode.
    ///
    /// # Errors
    /// [`Error::Argument`] also for a robot that does not exist, and as [`act`](Self::act) for
    /// numbers that are not finite and messages that are too long.
    pub fn perform(
        &mut self,
        world: usize,
        robot: usize,
        action: &Action,
        beaming: Option<bool>,
    ) -> Result<()> {
        super::checks::index("robot", robot, self.num_robots())?;
        action.check()?;
        self.with_game(world, |game, pitch| {
            let beaming = beaming.unwrap_or_else(|| game.game.is_beaming_allowed());
            action.perform(robot + 1, pitch, &mut game.audio, beaming);
        })
    }

    /// Performs a command of a monitor or trainer.
    ///
    /// # Errors
    /// [`Error::Argument`] for a player or team that does not exist and numbers that are not
    /// finite.
    pub fn command(&mut self, world: usize, command: &Command) -> Result<()> {
        self.with_game(world, |game, pitch| game.game.command(pitch, command))?
    }

    /// First piece of a step: all actions.
    pub fn begin_step(&mut self, world: usize) -> Result<()> {
        self.with_game(world, WorldGame::begin_step)
    }

    /// Third piece, after the physics: sounds and ball contacts.
    pub fn observe_step(&mut self, world: usize) -> Result<()> {
        self.with_game(world, WorldGame::observe_step)
    }

    /// Fourth piece: the referee, for a step of `elapsed` seconds.
    pub fn referee(&mut self, world: usize, elapsed: f64) -> Result<()> {
        self.with_game(world, |game, pitch| game.referee(pitch, elapsed))
    }

    /// The end of a cycle that was refereed in pieces, see [`Game::referee`].
    pub fn end_referee(&mut self, world: usize, is_over: bool) -> Result<()> {
        self.with_game(world, |game, pitch| {
            game.game.end_referee(pitch, is_over);
            game.count_fouls(pitch.arena);
        })
    }

    /// Replaces the rules from now on.
    pub fn set_rules(&mut self, rules: &Rules) {
        if let Some(config) = &mut self.config {
            config.rules.clone_from(rules);
        }
        for game in &mut self.games {
            game.game.rules.clone_from(rules);
        }
    }

    /// Replaces the referee from now on by one who has seen nothing yet.
    pub fn set_referee(&mut self, kind: RefereeKind) {
        if let Some(config) = &mut self.config {
            config.referee = kind;
        }
        for game in &mut self.games {
            game.game.referee = Referee::new(kind);
        }
    }

    /// Last piece: counts the frame.
    pub fn end_step(&mut self, world: usize) -> Result<()> {
        self.with_game(world, WorldGame::end_step)
    }
}
