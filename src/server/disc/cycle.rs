//! The loop of one server: what happens in a tick of the grid, and in which order.

use super::DiscServerConfig;
use super::clients::{Clients, Role};
use super::logs::Logs;
use super::pictures::{Pictures, most_with_show};
use super::schedule::{Passes, Schedule, TICK};
use crate::disc::senses::BodySense;
use crate::disc::{Event, News, PLAYERS, PlayMode, Random, Rules, Side, World};
use crate::server::ServerError;
use crate::server::clock::Clock;
use crate::server::patience::RunningClock;
use crate::teams::Statistics;
use crate::wire::rcssserver::{
    monitor, news, write_full_state, write_heard, write_see, write_see_global, write_sense_body,
};
use log::{info, warn};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// Longest time between two checks whether the server is to end.
const ATTENTION: Duration = Duration::from_millis(20);
/// How long clients may think in synch mode, as in rcssserver.
const THINKING: Duration = Duration::from_millis(1250);
/// A client is disconnected after the server has waited for it in vain in this many consecutive
/// cycles.
const MISSES: u32 = 21;
/// How long each cycle lasts in synch mode until the game's clock runs.
const GATHERING: Duration = Duration::from_millis(50);
/// In synch mode, monitors are given time after this many cycles.
const MONITOR_CYCLES: u32 = 32;
/// How much time they are given then.
const MONITOR_TIME: Duration = Duration::from_millis(20);

/// A game and the clients that are connected to it.
pub(super) struct Cycle<'a> {
    pub(super) world: &'a mut World,
    statistics: &'a mut Statistics,
    pub(super) rules: Arc<Rules>,
    pub(super) clients: Clients,
    pub(super) logs: Logs,
    pub(super) config: DiscServerConfig,
    schedule: Schedule,
    clock: Clock,
    stop: &'a CancellationToken,
    random: Random,
    pictures: Pictures,
    /// Cycles since monitors were last given time.
    shown: u32,
    /// Cycles since the end of the game.
    over: i32,
    /// When the last cycle began.
    begun: Instant,
}

impl<'a> Cycle<'a> {
    pub(super) fn new(
        world: &'a mut World,
        statistics: &'a mut Statistics,
        clients: Clients,
        logs: Logs,
        config: DiscServerConfig,
        stop: &'a CancellationToken,
    ) -> Self {
        let rules = Arc::clone(world.rules());
        world.open_news();
        world.take_news();
        world.staff_mut();
        if world.senses.is_none() {
            world.open_senses(config.seed, crate::disc::senses::NEWEST, false);
        }
        let schedule = Schedule::new(&rules.server);
        let clock = Clock::new(Duration::from_millis(TICK as u64));
        let random = Random::new(!config.seed);
        let (shown, over, begun) = (0, 0, Instant::now());
        Self {
            world,
            statistics,
            rules,
            clients,
            logs,
            config,
            schedule,
            clock,
            stop,
            random,
            pictures: Pictures::default(),
            shown,
            over,
            begun,
        }
    }

    /// Runs until somebody stops it, or until the game is over in `auto_mode`.
    pub(super) fn run(mut self) -> Result<(), ServerError> {
        let synch = self.rules.server.synch_mode;
        info!("running {}", if synch { "in synch mode" } else { "in real time" });
        while !self.stop.is_cancelled() {
            if !synch && let Some(lost) = self.clock.wait() {
                warn!("this machine is too slow for real time: the game fell behind by {lost}");
            }
            let passes = self.schedule.tick();
            self.play(passes);
            if self.is_over() {
                info!("the game is over");
                break;
            }
        }
        self.publish();
        self.logs.finish(self.world);
        Ok(())
    }

    fn play(&mut self, passes: Passes) {
        if passes.receive {
            self.receive(Duration::ZERO);
        }
        if passes.step {
            self.step();
        }
        if passes.body {
            self.feel();
        }
        if passes.see {
            self.see(false);
        }
        if passes.synch_see {
            self.see(true);
        }
        if passes.coach {
            self.see_global();
        }
        if passes.think {
            self.think();
        }
    }

    /// In `auto_mode` a server ends some time after its game.
    fn is_over(&self) -> bool {
        let server = &self.rules.server;
        server.auto_mode
            && self.world.game.mode == PlayMode::TimeOver
            && self.over > server.game_over_wait.max(0)
    }

    /// Plays a cycle.
    fn step(&mut self) {
        let now = Instant::now();
        self.logs.time(self.world, now - std::mem::replace(&mut self.begun, now));
        for client in self.clients.all() {
            client.done = false;
        }
        self.world.step(None);
        if let Some(senses) = &mut self.world.senses {
            senses.step(&self.rules);
        }
        self.publish();
        self.over = match self.world.game.mode {
            PlayMode::TimeOver => self.over.saturating_add(1),
            _ => 0,
        };
        self.show();
        self.logs.step(self.world);
        self.statistics.observe(&self.rules, &self.world.game);
        self.world.end_cycle();
        self.world.forget_ended_cycle();
    }

    /// Sends the game to monitors, and what they lack of the teams' pictures.
    fn show(&mut self) {
        let most = most_with_show(self.world.game.mode);
        let clock = (self.world.game.cycle, self.world.game.stopped);
        let mut shows: Vec<(i8, Vec<u8>)> = Vec::new();
        let world = &*self.world;
        for client in self.clients.all() {
            let Role::Monitor(own) = client.role else { continue };
            let known = shows.iter().position(|(version, _)| *version == own.version);
            let at = known.unwrap_or_else(|| {
                shows.push((own.version, monitor::show(world, own.version)));
                shows.len() - 1
            });
            client.link.send_bytes(&shows[at].1);
            for tile in self.pictures.next(&mut client.tiles, most) {
                client.link.send_bytes(&monitor::message(own.version, clock, tile));
            }
        }
    }

    /// Returns the places of the players who have a client, in random order.
    fn seats(&mut self) -> Vec<usize> {
        let mut places = Vec::with_capacity(PLAYERS);
        for client in self.clients.all() {
            if let Role::Player(place) = client.role
                && self.world.game.players[place].connected
            {
                places.push(place);
            }
        }
        for last in (1..places.len()).rev() {
            places.swap(last, self.random.below(last as u32 + 1) as usize);
        }
        places
    }

    /// Sends players what they feel of their bodies, the full state where that is on, and what they
    /// hear.
    fn feel(&mut self) {
        let seats = self.seats();
        let game = &self.world.game;
        let Some(senses) = &mut self.world.senses else { return };
        let server = &self.rules.server;
        let mut text = String::new();
        for &place in &seats {
            let version = senses.players[place].version;
            let Some(client) = self.clients.of(Role::Player(place)) else { continue };
            text.clear();
            write_sense_body(&BodySense::of(game, place), version, &mut text);
            client.link.send(&text);
            let is_full = match game.players[place].side {
                Side::Left => server.fullstate_l,
                Side::Right => server.fullstate_r,
            };
            text.clear();
            if is_full {
                write_full_state(game, place, version, &mut text);
            }
            if !text.is_empty() {
                client.link.send(&text);
            }
        }
        let said = self.world.staff.as_mut().map(|staff| std::mem::take(&mut staff.said));
        let said = said.unwrap_or_default();
        for &place in &seats {
            let version = senses.players[place].version;
            let Some(client) = self.clients.of(Role::Player(place)) else { continue };
            for said in said.iter().filter(|_| version >= 8) {
                client.link.send(&news::said_to_player(game.cycle, said, version));
            }
            for heard in senses.hear(&self.rules, game, place, None) {
                text.clear();
                write_heard(game.cycle, &heard, version, &mut text);
                client.link.send(&text);
            }
        }
        senses.silence();
        BodySense::forget(&mut self.world.game);
    }

    /// Sends players what they see, if it is due: those whose vision is synchronous (`synch_see`),
    /// or the others.
    fn see(&mut self, with_the_cycle: bool) {
        let seats = self.seats();
        let names = Side::BOTH.map(|side| self.world.names_told(side));
        let game = &self.world.game;
        let Some(senses) = &mut self.world.senses else { return };
        senses.look_again();
        let mut text = String::new();
        for place in seats {
            let player = &game.players[place];
            if player.synch_see != with_the_cycle || !senses.tick(player, place) {
                continue;
            }
            let sight = senses.eye(&self.rules, game, place, None).look();
            text.clear();
            let names = &names[player.side.index()];
            write_see(game.cycle, &sight, names, senses.players[place].version, &mut text);
            if let Some(client) = self.clients.of(Role::Player(place)) {
                client.link.send(&text);
            }
        }
    }

    /// Sends the trainer and the coaches what they see, if they have asked for it.
    fn see_global(&mut self) {
        let Some(staff) = &self.world.staff else { return };
        let [left, right] = &staff.coaches;
        let seers = [
            (Role::Trainer, staff.trainer.eye, staff.trainer.version),
            (Role::Coach(Side::Left), left.eye, left.version),
            (Role::Coach(Side::Right), right.eye, right.version),
        ];
        for (role, eye, version) in seers {
            if let Some(client) = self.clients.of(role).filter(|_| eye) {
                let mut text = String::new();
                write_see_global(self.world, version, &mut text);
                client.link.send(&text);
            }
        }
    }

    /// Sends the news of what has happened to all clients and logs.
    pub(super) fn publish(&mut self) {
        let all_said = self.rules.server.send_comms;
        for news in self.world.take_news() {
            self.logs.news(self.world, &news);
            let mut board = news::to_board(self.world, &news, all_said);
            if let Event::Graphic { side, tile, .. } = &news.event {
                // Monitors are sent it after a show, in its turn.
                board.take().into_iter().for_each(|text| self.pictures.add(*side, *tile, text));
            }
            for client in self.clients.all() {
                match client.role {
                    Role::Player(place) => {
                        let text = match news::to_player(self.world, &news, place) {
                            None => hear_at_once(self.world, &self.rules, &news, place),
                            text => text,
                        };
                        text.into_iter().for_each(|text| client.link.send(&text));
                    }
                    Role::Trainer => news::to_trainer(self.world, &news)
                        .into_iter()
                        .for_each(|text| client.link.send(&text)),
                    Role::Coach(side) => news::to_coach(self.world, &news, side)
                        .into_iter()
                        .for_each(|text| client.link.send(&text)),
                    Role::Monitor(own) => {
                        if let Some(text) = &board {
                            let clock = (news.cycle, news.stopped);
                            client.link.send_bytes(&monitor::message(own.version, clock, text));
                        }
                    }
                }
            }
        }
    }

    /// Sends `(think)` to clients, and waits until they have answered `(done)`.
    fn think(&mut self) {
        if self.world.game.cycle == 0 {
            self.pause(GATHERING);
        } else if self.clients.count(|role| matches!(role, Role::Monitor(_))) > 0 {
            self.shown += 1;
            if self.shown >= MONITOR_CYCLES {
                self.shown = 0;
                self.pause(MONITOR_TIME);
            }
        }
        let asked = self.thinkers();
        for &role in &asked {
            if let Some(client) = self.clients.of(role) {
                client.link.send("(think)");
            }
        }
        let mut clock = RunningClock::new();
        let end = clock.now() + THINKING;
        self.receive(Duration::ZERO);
        while !self.stop.is_cancelled() {
            let waited: Vec<_> =
                asked.iter().copied().filter(|role| self.is_thinking(*role)).collect();
            let now = clock.now();
            if waited.is_empty() {
                break;
            }
            if now >= end {
                self.miss(&waited);
                return;
            }
            self.receive(ATTENTION.min(end - now));
        }
        for client in self.clients.all() {
            client.missed = 0;
        }
    }

    /// Sleeps, unless the server is to end.
    fn pause(&mut self, time: Duration) {
        if !self.stop.is_cancelled() {
            std::thread::sleep(time);
        }
    }

    /// Returns the clients that are asked to think: players, and those who see the whole pitch.
    fn thinkers(&mut self) -> Vec<Role> {
        let world = &*self.world;
        let Some(staff) = &world.staff else { return Vec::new() };
        let thinks = |role: &Role| match *role {
            Role::Player(place) => world.game.players[place].connected,
            Role::Coach(side) => staff.coaches[side.index()].eye,
            Role::Trainer => staff.trainer.eye,
            Role::Monitor(_) => false,
        };
        self.clients.all().map(|client| client.role).filter(thinks).collect()
    }

    /// Whether a client that was asked to think has neither answered `(done)` nor gone.
    fn is_thinking(&mut self, role: Role) -> bool {
        if let Role::Player(place) = role
            && !self.world.game.players[place].connected
        {
            return false;
        }
        self.clients.of(role).is_some_and(|client| !client.done && !client.link.is_gone())
    }

    /// Counts a miss for clients that were waited for in vain. A client with too many in a row is
    /// disconnected, so that the others can play on.
    fn miss(&mut self, late: &[Role]) {
        let counts = self.world.game.cycle > 0;
        for &role in late {
            let Some(client) = self.clients.of(role) else { continue };
            if counts {
                client.missed += 1;
                client.complaints.add("it has not said (done) in time");
            }
            if client.missed >= MISSES {
                let why =
                    format_args!("it is disconnected: it has missed {MISSES} cycles in a row");
                client.complaints.add(why);
                client.link.close();
            }
        }
        for client in self.clients.all().filter(|client| !late.contains(&client.role)) {
            client.missed = 0;
        }
        self.let_go();
    }
}

/// Returns what a player of a version below 8 hears at once when a player has said something.
fn hear_at_once(world: &mut World, rules: &Rules, news: &News, place: usize) -> Option<String> {
    if !matches!(news.event, Event::PlayerSaid { .. }) {
        return None;
    }
    let World { game, senses: Some(senses), .. } = world else { return None };
    let version = senses.players[place].version;
    if version >= 8 {
        return None;
    }
    let heard = senses.hear_at_once(rules, game, place)?;
    let mut text = String::new();
    write_heard(news.cycle, &heard, version, &mut text);
    Some(text)
}
