//! The 2D server: what clients are sent that depends on when they come and on whose side they are.

use rcssgym::disc::parameters::Value;
use rcssgym::disc::{PlayerParameters, Rules, ServerParameters, World};
use rcssgym::server::Stop;
use rcssgym::server::disc::{DiscAddresses, DiscServer, DiscServerConfig, Stamps};
use rcssgym::teams::Statistics;
use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

/// A server in a thread, which ends with this.
struct Running {
    at: DiscAddresses,
    stop: Stop,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    /// Runs a server on free ports, without logs, in real time.
    fn with(parameters: &[(&str, Value)]) -> Self {
        let mut server = ServerParameters::default();
        for name in ["port", "coach_port", "olcoach_port", "game_logging", "text_logging"] {
            server.set(name, &Value::Real(0.0)).unwrap();
        }
        for (name, value) in parameters {
            server.set(name, value).unwrap();
        }
        let rules = Rules::new(server, PlayerParameters::default(), None, 1).unwrap();
        let config = DiscServerConfig {
            host: "127.0.0.1".to_owned(),
            max_per_address: 64,
            exempt_loopback: false,
            seed: 1,
            coach_message: None,
            stamps: Stamps::default(),
            results: None,
        };
        let server = DiscServer::bind(&rules.server, config).unwrap();
        let (at, stop) = (server.addresses().unwrap(), server.stopper());
        let mut world = World::new(Arc::new(rules), 1);
        let run = move || server.run(&mut world, &mut Statistics::default()).unwrap();
        Self { at, stop, thread: Some(std::thread::spawn(run)) }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.stop();
        let ended = self.thread.take().unwrap().join();
        assert!(ended.is_ok() || std::thread::panicking());
    }
}

/// A client, which talks to the port that has answered last.
struct Client {
    socket: UdpSocket,
    port: SocketAddr,
}

impl Client {
    fn new(door: SocketAddr, introduction: &str) -> Self {
        let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
        socket.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let client = Self { socket, port: door };
        client.send(introduction);
        client
    }

    fn send(&self, text: &str) {
        self.socket.send_to(&[text.as_bytes(), &[0]].concat(), self.port).unwrap();
    }

    fn receive(&mut self) -> String {
        let mut buffer = [0; 65536];
        let (length, port) = self.socket.recv_from(&mut buffer).unwrap();
        self.port = port;
        str::from_utf8(&buffer[..length]).unwrap().trim_end_matches(['\0', '\n']).to_owned()
    }

    /// Waits for a text with this beginning.
    fn until(&mut self, start: &str) -> String {
        loop {
            let text = self.receive();
            if text.starts_with(start) {
                return text;
            }
        }
    }

    fn ask(&mut self, text: &str) -> String {
        self.send(text);
        loop {
            let answer = self.receive();
            if ["(ok", "(error", "(warning"].iter().any(|start| answer.starts_with(start)) {
                return answer;
            }
        }
    }
}

#[test]
fn monitors_that_come_late_are_sent_the_pictures_of_teams() {
    let server = Running::with(&[]);
    let mut player = Client::new(server.at.players, "(init A (version 19))");
    player.until("(init l 1");
    let mut coach = Client::new(server.at.coaches, "(init A (version 19))");
    coach.until("(init l ok)");
    let picture = format!("\"8 8 1 1\" \". c #000000\"{}", " \"........\"".repeat(8));
    let tiles: Vec<_> = (0..40).map(|tile| format!("{} {}", tile / 8, tile % 8)).collect();
    for tile in &tiles {
        let answer = coach.ask(&format!("(team_graphic ({tile} {picture}))"));
        assert_eq!(answer, format!("(ok team_graphic {tile})"));
    }
    let mut monitor = Client::new(server.at.players, "(dispinit version 5)");
    monitor.until("(player_type (id 17)");
    let mut rest = tiles.iter().rev();
    for count in [32, 8, 0] {
        assert!(monitor.receive().starts_with("(show 0 "));
        for tile in rest.by_ref().take(count) {
            let message = format!("(msg 0 1 \"(team_graphic_l ({tile} {picture}))\")");
            assert_eq!(monitor.receive(), message);
        }
    }
    assert!(monitor.receive().starts_with("(show 0 "));
}

#[test]
fn opponents_see_the_fixed_name_of_a_team() {
    let server = Running::with(&[("fixed_teamname_r", Value::Text("Two".to_owned()))]);
    let mut refused = Client::new(server.at.players, "(init Two (version 19))");
    assert_eq!(refused.receive(), "(error conflict_with_fixed_teamname)");
    let mut players = ["A", "B"].map(|name| {
        let introduction = format!("(init {name} (version 19))");
        let mut player = Client::new(server.at.players, &introduction);
        player.until("(init");
        player.send("(move -3 0)");
        player
    });
    for (player, name) in players.iter_mut().zip(["Two", "A"]) {
        let name = format!("((p \"{name}\" 1) ");
        // They turn until they see each other.
        let mut sees = || {
            let sees = player.until("(see").contains(&name);
            player.send("(turn 60)");
            sees
        };
        assert!((0..100).any(|_| sees()), "{name}");
    }
    let mut coach = Client::new(server.at.coaches, "(init A (version 19))");
    coach.until("(init l ok)");
    assert_eq!(coach.ask("(team_names)"), "(ok team_names (team l A) (team r Two))");
    // The version is looked at last.
    let mut second = Client::new(server.at.coaches, "(init A (version 20))");
    assert_eq!(second.receive(), "(error already_have_coach)");
}

#[test]
fn a_full_server_says_so_to_monitors_of_any_version() {
    let server = Running::with(&[("max_monitors", Value::Real(1.0))]);
    let mut first = Client::new(server.at.players, "(dispinit version 5)");
    first.until("(show");
    for version in [5, 9] {
        let introduction = format!("(dispinit version {version})");
        let mut second = Client::new(server.at.players, &introduction);
        assert_eq!(second.receive(), "(error no_more_monitor)");
    }
}
