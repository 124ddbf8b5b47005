//! What clients send, and how they come and go.

use super::clients::{Door, Role};
use super::cycle::Cycle;
use super::monitor::Monitor;
use crate::disc::{Side, World};
use crate::wire::rcssserver::init::{self, NewTrainer, Newcomer};
use crate::wire::rcssserver::{
    Outcome, coach, coach_greeting, monitor, parameters, player, trainer, trainer_greeting,
    write_init, write_reconnect,
};
use log::info;
use std::net::SocketAddr;
use std::time::Duration;

impl Cycle<'_> {
    /// Waits for messages for at most `wait`, and reads them: those of players first, then of
    /// monitors, coaches and the trainer, as rcssserver does.
    pub(super) fn receive(&mut self, wait: Duration) {
        self.clients.look(wait);
        self.read(|role| matches!(role, Role::Player(_)));
        self.read(|role| matches!(role, Role::Monitor(_)));
        self.admit(Door::Players);
        self.read(|role| matches!(role, Role::Coach(_)));
        self.admit(Door::Coaches);
        self.read(|role| role == Role::Trainer);
        self.admit(Door::Trainer);
        self.let_go();
    }

    fn read(&mut self, is: impl Fn(Role) -> bool) {
        for index in self.clients.ready(is) {
            for message in self.clients.receive(index) {
                self.handle(index, &message);
            }
        }
    }

    fn admits_trainers(&self) -> bool {
        let server = &self.rules.server;
        server.coach || server.coach_w_referee
    }

    /// Reads what was sent to a port. Clients who have just said goodbye make room for others.
    fn admit(&mut self, door: Door) {
        self.let_go();
        for (peer, datagram) in self.clients.arrivals(door) {
            let Some(index) = self.clients.at(door, peer) else {
                match door {
                    Door::Players => self.new_player(peer, &datagram),
                    Door::Trainer => self.new_trainer(peer, &datagram),
                    Door::Coaches => self.new_coach(peer, &datagram),
                }
                continue;
            };
            let Some(client) = self.clients.get_mut(index) else { continue };
            if client.dedicated {
                client.link.send("(error only_init_allowed_on_init_port)");
            } else {
                let message = client.link.read(&datagram);
                self.handle(index, &message);
            }
        }
    }

    /// Carries out a client's message.
    fn handle(&mut self, index: usize, message: &[u8]) {
        let Some(client) = self.clients.get_mut(index) else { return };
        if message.is_empty() || client.link.is_gone() {
            return;
        }
        let role = client.role;
        if message.last() != Some(&0) {
            let warning = "(warning message_not_null_terminated)";
            match role {
                Role::Monitor(own) if own.version >= 2 || own.version < 0 => {
                    let clock = (self.world.game.cycle, self.world.game.stopped);
                    client.link.send_bytes(&monitor::message(own.version, clock, warning));
                }
                Role::Monitor(_) => {}
                _ if version(self.world, role) >= 8 => client.link.send(warning),
                _ => {}
            }
        }
        self.logs.received(self.world, role, message);
        let outcome = match role {
            Role::Player(place) => player::act(self.world, None, place, message),
            Role::Trainer => trainer::act(self.world, None, message),
            Role::Coach(side) => coach::act(self.world, side, message),
            Role::Monitor(_) => monitor::act(self.world, message),
        };
        self.publish();
        self.conclude(index, outcome);
    }

    fn conclude(&mut self, index: usize, outcome: Outcome) {
        let clock = (self.world.game.cycle, self.world.game.stopped);
        let Some(client) = self.clients.get_mut(index) else { return };
        for reply in &outcome.replies {
            match client.role {
                Role::Monitor(own) => {
                    client.link.send_bytes(&monitor::message(own.version, clock, reply));
                }
                _ => client.link.send(reply),
            }
        }
        if let Some(level) = outcome.compression {
            client.link.set_compression(level);
        }
        client.done |= outcome.done;
        if outcome.bye {
            client.link.close();
        }
    }

    /// Removes the clients that have gone; their players leave the pitch.
    pub(super) fn let_go(&mut self) {
        let world = &*self.world;
        let gone = self.clients.remove(|client| {
            let plays = match client.role {
                Role::Player(place) => world.game.players[place].connected,
                _ => true,
            };
            client.link.is_gone() || !plays
        });
        for role in gone {
            match role {
                Role::Player(place) => {
                    // Unless they have already reconnected as another client.
                    if self.clients.of(role).is_none() {
                        if self.world.game.players[place].connected {
                            self.world.stadium().remove(place);
                        }
                        info!("player {} has left", who(self.world, place));
                    }
                }
                Role::Trainer => {
                    let trainer = &mut self.world.staff_mut().trainer;
                    (trainer.eye, trainer.ear) = (false, false);
                    info!("the trainer has left");
                }
                Role::Coach(side) => {
                    self.world.staff_mut().coaches[side.index()].eye = false;
                    info!("the coach of {} has left", self.world.names()[side.index()]);
                }
                Role::Monitor(_) => info!("a monitor has left"),
            }
        }
    }

    fn new_player(&mut self, peer: SocketAddr, datagram: &[u8]) {
        let door = Door::Players;
        match init::monitor(datagram, || self.has_all_monitors()) {
            Some(Ok(version)) => return self.new_monitor(peer, version),
            Some(Err(refused)) => return self.clients.answer(door, peer, refused),
            None => {}
        }
        // Checked before anything changes in the game.
        let comes = datagram.starts_with(b"(init ") || datagram.starts_with(b"(reconnect ");
        if comes && !self.clients.has_room(door, peer) {
            return self.clients.answer(door, peer, "(error connection_failed)");
        }
        let newcomer = match init::player(self.world, datagram) {
            Ok(newcomer) => newcomer,
            Err(refused) => {
                for answer in refused {
                    self.clients.answer(door, peer, answer);
                }
                return;
            }
        };
        let place = match newcomer {
            Newcomer::Player(place, _) | Newcomer::Back(place) => place,
        };
        self.clients.remove(|client| client.role == Role::Player(place));
        let version = version(self.world, Role::Player(place));
        let Some(index) = self.clients.add(Role::Player(place), peer, version >= 8) else {
            self.world.stadium().remove(place);
            return self.clients.answer(door, peer, "(error connection_failed)");
        };
        let (rules, game) = (&self.rules, &self.world.game);
        let mut first = String::new();
        match newcomer {
            Newcomer::Player(..) => write_init(game, place, &mut first),
            Newcomer::Back(_) => write_reconnect(game, place, &mut first),
        }
        let mut more = parameters(rules, game, place, version);
        if matches!(newcomer, Newcomer::Back(_)) {
            // The acknowledgement of `synch_see` is sent only once.
            more.retain(|message| message != "(ok synch_see)");
        }
        self.greet(index, std::iter::once(first).chain(more));
        info!("player {} has come, version {version}", who(self.world, place));
        self.logs.received(self.world, Role::Player(place), datagram);
    }

    /// Whether there are as many monitors as the parameters allow.
    fn has_all_monitors(&self) -> bool {
        let monitors = self.clients.count(|role| matches!(role, Role::Monitor(_)));
        let most = usize::try_from(self.rules.server.max_monitors).ok().filter(|most| *most > 0);
        most.is_some_and(|most| monitors >= most)
    }

    fn new_monitor(&mut self, peer: SocketAddr, version: i8) {
        let role = Role::Monitor(Monitor { version });
        let Some(index) = self.clients.add(role, peer, version != 1) else {
            return self.clients.answer(Door::Players, peer, init::NO_MORE_MONITOR);
        };
        info!("a monitor has come, version {version}");
        let greeting = monitor::greeting(&self.rules, version);
        if let Some(client) = self.clients.get_mut(index) {
            for message in greeting {
                client.link.send_bytes(&message);
            }
        }
    }

    fn new_trainer(&mut self, peer: SocketAddr, datagram: &[u8]) {
        let door = Door::Trainer;
        let refuse = |cycle: &Self, refused| cycle.clients.answer(door, peer, refused);
        if !self.admits_trainers() {
            return refuse(self, "(error connected_offline_coach_without_coach_mode)");
        }
        if self.clients.of(Role::Trainer).is_some() {
            return refuse(self, "(error already_have_offline_coach)");
        }
        match init::trainer(datagram) {
            Err(refused) => refuse(self, refused),
            Ok(NewTrainer::Command) => {
                // A trainer from before trainers had to introduce themselves: the game begins.
                crate::disc::referee::start(&mut self.world.stadium());
                trainer::act(self.world, None, datagram);
                self.publish();
                self.logs.received(self.world, Role::Trainer, datagram);
            }
            Ok(NewTrainer::Known(version)) => {
                let Some(index) = self.clients.add(Role::Trainer, peer, version >= 8) else {
                    return refuse(self, "(error connection_failed)");
                };
                self.world.staff_mut().trainer.version = version;
                self.greet(index, trainer_greeting(&self.rules, version));
                info!("the trainer has come, version {version}");
                self.logs.received(self.world, Role::Trainer, datagram);
            }
        }
    }

    fn new_coach(&mut self, peer: SocketAddr, datagram: &[u8]) {
        let door = Door::Coaches;
        let is_taken = |side| self.clients.count(|role| role == Role::Coach(side)) > 0;
        let (side, name, version) = match init::coach(self.world, datagram, is_taken) {
            Ok(coach) => coach,
            Err(refused) => return self.clients.answer(door, peer, refused),
        };
        let Some(index) = self.clients.add(Role::Coach(side), peer, version >= 8) else {
            return self.clients.answer(door, peer, "(error connection_failed)");
        };
        self.world.staff_mut().coaches[side.index()].version = version;
        self.logs.coach_name(side, name);
        let mut greeting = coach_greeting(self.world, side, version);
        if let Some(text) = self.config.coach_message.as_ref().filter(|_| version >= 11) {
            greeting.push(format!("(include {} {text})", text.len()));
        }
        self.greet(index, greeting);
        info!("the coach of {} has come, version {version}", self.world.names()[side.index()]);
        self.logs.received(self.world, Role::Coach(side), datagram);
    }

    fn greet(&mut self, index: usize, messages: impl IntoIterator<Item = String>) {
        let Some(client) = self.clients.get_mut(index) else { return };
        for message in messages {
            client.link.send(&message);
        }
    }
}

/// The version of the protocol that a client speaks.
fn version(world: &World, role: Role) -> u8 {
    let staff = world.staff.as_ref();
    match role {
        Role::Player(place) => world.senses.as_ref().map_or(0, |own| own.players[place].version),
        Role::Trainer => staff.map_or(0, |staff| staff.trainer.version),
        Role::Coach(side) => staff.map_or(0, |staff| staff.coaches[Side::index(side)].version),
        Role::Monitor(own) => own.version.unsigned_abs(),
    }
}

/// The log's name for a player.
pub(super) fn who(world: &World, place: usize) -> String {
    let player = &world.game.players[place];
    format!("{}_{}", world.names()[player.side.index()], player.unum)
}
