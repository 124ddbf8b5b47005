//! Monitors that find players as RoboViz does.

use crate::harness::{Client, Running, in_step};
use std::collections::BTreeSet;

/// A monitor that reads messages from beginning to end. In a full scene graph it looks for players
/// of the teams whose names it already knows; in a message, names come after the graph.
struct Viewer {
    client: Client,
    names: [String; 2],
    shown: BTreeSet<String>,
    /// Number of full messages.
    full: usize,
}

impl Viewer {
    fn connect(server: &Running) -> Self {
        let names = ["(nobody)", "(nobody)"].map(str::to_owned);
        Self { client: server.monitor(), names, shown: BTreeSet::new(), full: 0 }
    }

    /// Reads a message; returns whether there are new names in it.
    fn look(&mut self) -> bool {
        let message = self.client.receive().unwrap();
        let (scene, state) = message.split_once("((gs 1 0)").unwrap();
        if scene.contains("((sg 1 0)full") {
            self.full += 1;
            let agents = scene.split("(nd DSC(agent ").skip(1);
            let agents = agents.map(|rest| rest.split_once(')').unwrap().0);
            let known = |agent: &&str| self.names.iter().any(|name| agent.starts_with(name));
            self.shown = agents.filter(known).map(str::to_owned).collect();
        }
        let before = self.names.clone();
        for (name, key) in self.names.iter_mut().zip(["(team_left ", "(team_right "]) {
            if let Some((_, rest)) = state.split_once(key) {
                *name = format!("{} ", rest.split_once(')').unwrap().0);
            }
        }
        self.names != before
    }

    /// Reads until there is a new team name, and then one more message.
    fn looks_until_there_is_a_new_team(&mut self) {
        while !self.look() {}
        self.look();
    }

    fn sees(&self, players: &[&str]) {
        assert!(self.shown.iter().eq(players), "{:?} instead of {players:?}", self.shown);
    }
}

#[test]
fn a_viewer_that_comes_late_finds_the_players() {
    let server = Running::start(in_step());
    let _others = server.bystander();
    let mut blue = server.player("Blues", 7);
    let playing = std::thread::spawn(move || blue.play(300));
    let mut viewer = Viewer::connect(&server);
    viewer.look();
    viewer.look();
    viewer.sees(&["Blues 7", "Bystanders 1"]);
    // Cycle 250 may be one of these.
    (0..20).for_each(|_| _ = viewer.look());
    assert!(viewer.full <= 3, "{} of 22 messages told everything", viewer.full);
    playing.join().unwrap();
}

#[test]
fn a_viewer_finds_the_players_of_a_team_that_comes() {
    let server = Running::start(in_step());
    let mut viewer = Viewer::connect(&server);
    viewer.look();
    let _others = server.bystander();
    viewer.looks_until_there_is_a_new_team();
    viewer.sees(&["Bystanders 1"]);
    let mut blue = server.player("Blues", 7);
    let playing = std::thread::spawn(move || {
        blue.play(60);
        blue
    });
    viewer.looks_until_there_is_a_new_team();
    viewer.sees(&["Blues 7", "Bystanders 1"]);
    drop(playing.join().unwrap());
}
