//! Measures the 2D server under load: 22 players, two coaches and a trainer. Prints one line of
//! JSON.
//!
//!     cargo bench --bench disc_server -- --mode synch --cycles 3000
//!     cargo bench --bench disc_server -- --mode realtime --cycles 300
//!
//! The server runs in a thread of this process, unless `--ports PLAYERS,TRAINER,COACHES` names one
//! that is already running, such as rcssserver (`synch_mode`, `coach_w_referee`). All clients
//! receive everything that the server can show them; players answer each cycle with a dash, a turn
//! or a turn of the neck. The report contains cycles per second, the share of a core that the
//! server's thread took, and how far the intervals between two `sense_body` of a player are from
//! 100 ms.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use mio::net::UdpSocket;
use mio::{Events, Interest, Poll, Token};
use rcssgym::disc::{PlayerParameters, Rules, ServerParameters, World};
use rcssgym::server::disc::{DiscServer, DiscServerConfig, Stamps};
use rcssgym::teams::Statistics;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

const PLAYERS: usize = 22;
const SERVER: &str = "disc-server";
/// Cycles before the measurement begins.
const SETTLE: u32 = 20;

struct Options {
    synch: bool,
    cycles: u32,
    ports: Option<[u16; 3]>,
}

fn options() -> Option<Options> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let mut options = Options { synch: true, cycles: 0, ports: None };
    for pair in words.chunks(2) {
        let [name, value] = pair else { return None };
        match name.as_str() {
            "--mode" => options.synch = value == "synch",
            "--cycles" => options.cycles = value.parse().ok()?,
            "--ports" => {
                let ports: Vec<u16> = value.split(',').map(|port| port.parse().unwrap()).collect();
                options.ports = Some(ports.try_into().ok()?);
            }
            _ => return None,
        }
    }
    (options.cycles > 0).then_some(options)
}

struct Client {
    socket: UdpSocket,
    server: SocketAddr,
    is_player: bool,
    /// When the last `sense_body` arrived.
    felt: Option<Instant>,
    cycle: u32,
}

impl Client {
    fn send(&self, text: &str) {
        self.socket.send_to(&[text.as_bytes(), &[0]].concat(), self.server).unwrap();
    }

    /// Commands the cycle if it is time to: `thinks` when the server waits for the client, `acts`
    /// when it does not.
    fn answer(&self, index: usize, thinks: bool, acts: bool) {
        if !thinks && !acts {
            return;
        }
        let act = match (self.is_player, (self.cycle as usize + index) % 4) {
            (false, _) => "",
            (true, 0) => "(turn 40)",
            (true, 1) => "(dash 60)(turn_neck 30)",
            (true, 2) => "(dash 80 30)",
            (true, _) => "(dash 100)(turn_neck -30)",
        };
        self.send(&format!("{act}{}", if thinks { "(done)" } else { "" }));
    }
}

/// Returns the processor time that the server's thread has used, s.
fn used() -> f64 {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    let of_server = |path: &std::path::PathBuf| {
        std::fs::read_to_string(path.join("comm")).is_ok_and(|name| name.trim() == SERVER)
    };
    let path = tasks.map(|task| task.unwrap().path()).find(of_server);
    let stat = path.and_then(|path| std::fs::read_to_string(path.join("schedstat")).ok());
    let nanoseconds = stat.and_then(|stat| stat.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) * 1e-9
}

fn serve(synch: bool) -> [u16; 3] {
    let server = ServerParameters {
        port: 0,
        coach_port: 0,
        olcoach_port: 0,
        synch_mode: synch,
        coach_w_referee: true,
        game_logging: false,
        text_logging: false,
        half_time: -1,
        ..ServerParameters::default()
    };
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
    let at = server.addresses().unwrap();
    let mut world = World::new(Arc::new(rules), 1);
    let run = move || server.run(&mut world, &mut Statistics::default()).unwrap();
    std::thread::Builder::new().name(SERVER.to_owned()).spawn(run).unwrap();
    [at.players.port(), at.trainer.port(), at.coaches.port()]
}

/// All clients, and the events of their sockets.
struct Clients {
    poll: Poll,
    all: Vec<Client>,
    buffer: Box<[u8]>,
}

/// The server's time, and what was received, between two cycles.
struct Measured {
    wall: f64,
    /// Processor time of the server's thread, s.
    used: f64,
    messages: u64,
    /// Times between two `sense_body` of a player, s.
    intervals: Vec<f64>,
}

impl Clients {
    /// Connects 22 players, two coaches and a trainer, and begins play.
    fn connect([players, trainer, coaches]: [u16; 3]) -> Self {
        let buffer = vec![0; 1 << 16].into();
        let mut clients = Self { poll: Poll::new().unwrap(), all: Vec::new(), buffer };
        for number in 0..PLAYERS {
            let team = if number < PLAYERS / 2 { "Left" } else { "Right" };
            clients.add(players, &format!("(init {team} (version 19))"), true);
        }
        clients.add(coaches, "(init Left (version 19))", false);
        clients.add(coaches, "(init Right (version 19))", false);
        clients.add(trainer, "(init (version 19))", false);
        for client in clients.all.iter().filter(|client| !client.is_player) {
            client.send("(eye on)");
        }
        clients.all[PLAYERS + 2].send("(change_mode play_on)");
        clients
    }

    fn add(&mut self, port: u16, introduction: &str, is_player: bool) {
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut socket = UdpSocket::bind(any).unwrap();
        let token = Token(self.all.len());
        self.poll.registry().register(&mut socket, token, Interest::READABLE).unwrap();
        let server = SocketAddr::from(([127, 0, 0, 1], port));
        let mut client = Client { socket, server, is_player, felt: None, cycle: 0 };
        client.send(introduction);
        // The answer comes from the port that the server uses for this client.
        loop {
            match client.socket.recv_from(&mut self.buffer) {
                Ok((length, from)) => {
                    let text = String::from_utf8_lossy(&self.buffer[..length]);
                    assert!(text.starts_with("(init"), "{text}");
                    client.server = from;
                    break;
                }
                Err(_) => std::thread::sleep(Duration::from_millis(1)),
            }
        }
        self.all.push(client);
    }

    /// Plays until the cycles to be measured are over.
    fn play(&mut self, synch: bool, cycles: u32) -> Measured {
        let mut events = Events::with_capacity(64);
        let (mut begin, mut messages, mut intervals) = (None, 0, Vec::new());
        loop {
            self.poll.poll(&mut events, Some(Duration::from_secs(20))).unwrap();
            assert!(!events.is_empty(), "the server is silent");
            for event in &events {
                let index = event.token().0;
                let client = &mut self.all[index];
                while let Ok((length, _)) = client.socket.recv_from(&mut self.buffer) {
                    messages += 1;
                    let text = &self.buffer[..length];
                    let feels = text.starts_with(b"(sense_body ");
                    if feels {
                        let now = Instant::now();
                        let number = text[12..].split(|byte| *byte == b' ').next().unwrap();
                        client.cycle = str::from_utf8(number).unwrap().parse().unwrap();
                        if let (Some(before), Some(_)) = (client.felt.replace(now), begin) {
                            intervals.push((now - before).as_secs_f64());
                        }
                        if index == 0 && client.cycle == SETTLE {
                            begin = Some((now, used()));
                            messages = 0;
                        }
                        if let (0, Some((begin, idle))) = (index, begin)
                            && client.cycle >= SETTLE + cycles
                        {
                            let (wall, used) = ((now - begin).as_secs_f64(), used() - idle);
                            return Measured { wall, used, messages, intervals };
                        }
                    }
                    client.answer(index, text.starts_with(b"(think)"), feels && !synch);
                }
            }
        }
    }
}

fn main() {
    let Some(Options { synch, cycles, ports }) = options() else {
        println!("--mode synch|realtime --cycles N [--ports PLAYERS,TRAINER,COACHES]");
        return;
    };
    let mut clients = Clients::connect(ports.unwrap_or_else(|| serve(synch)));
    let Measured { wall, used, messages, intervals } = clients.play(synch, cycles);
    let mut late: Vec<f64> = intervals.iter().map(|s| (s - 0.1).abs() * 1e3).collect();
    late.sort_by(f64::total_cmp);
    let part = |share: f64| late[((late.len() - 1) as f64 * share) as usize];
    println!(
        "{{\"cycles\":{cycles},\"cycles_per_second\":{:.1},\"server_cpu\":{:.4},\
         \"messages_per_cycle\":{:.1},\
         \"jitter_ms\":{{\"p50\":{:.3},\"p99\":{:.3},\"max\":{:.3}}}}}",
        f64::from(cycles) / wall,
        used / wall,
        messages as f64 / f64::from(cycles),
        part(0.5),
        part(0.99),
        part(1.0),
    );
}
