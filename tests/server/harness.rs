//! Servers, and clients that do exactly what a test wants.

mod lines;

pub use lines::LOG;

use rcssgym::batch::{BatchConfig, GameConfig};
use rcssgym::math::precision::Precision;
use rcssgym::server::dialect::rcsssmj::Rcsssmj;
use rcssgym::server::dialect::simspark::Simspark;
use rcssgym::server::dialect::{Dialect, Ports, Spoken};
use rcssgym::server::{Addresses, LocalSimulation, Server, ServerConfig, ServerError, Stop};
use rcssgym::soccer::{Compat, Field, Phase, RefereeKind, Rules};
use rcssgym::wire::framing::{self, PREFIX};
use std::cell::Cell;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::net::TcpSocket;
use tokio::runtime::Builder;

/// Timeout for everything that must happen.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A server that runs in a thread of its own.
pub struct Running {
    pub agents: SocketAddr,
    pub monitors: SocketAddr,
    pub websockets: SocketAddr,
    /// Address for browsers, if they may connect.
    pub web: Option<SocketAddr>,
    /// Addresses in the order of dialects; the fields above are those of the first dialect.
    pub addresses: Vec<Addresses>,
    pub stop: Stop,
    thread: Option<JoinHandle<Result<(), ServerError>>>,
}

/// Returns a configuration with free ports, in which cycles follow the agents as fast as possible
/// and do not wait for the clock.
pub fn in_step() -> ServerConfig {
    ServerConfig { real_time: false, ..in_real_time() }
}

/// Returns a configuration with free ports and a cycle every 20 ms.
pub fn in_real_time() -> ServerConfig {
    ServerConfig { dialects: vec![on_port(0, Arc::new(Rcsssmj))], ..ServerConfig::default() }
}

/// Returns a dialect with this port for agents and free ports for monitors.
pub fn on_port(port: u16, dialect: Arc<dyn Dialect>) -> Spoken {
    let ports = Ports { agents: Some(port), monitors: Some(0), websockets: Some(0) };
    Spoken { dialect, ports }
}

/// Returns a simulation of an empty pitch.
pub fn simulation() -> LocalSimulation {
    let game = GameConfig {
        rules: Rules::fifa(),
        referee: RefereeKind::Soccer,
        phase: Phase::ALL[0],
        play_time: None,
        compat: Compat::On,
        vision_noise: false,
        occlusion: false,
    };
    let config = BatchConfig {
        num_worlds: 1,
        left: vec![],
        right: vec![],
        field: Field::fifa(),
        threads: Some(1),
        seed: 1,
        precision: Precision::F64,
        game: Some(game),
    };
    LocalSimulation::new(config).unwrap()
}

thread_local! {
    /// Whether monitors of servers that this thread starts speak SimSpark's dialect.
    static IN_SIMSPARK: Cell<bool> = const { Cell::new(false) };
}

/// Runs a test whose monitors speak SimSpark's dialect; agents speak rcsssmj's.
pub fn in_simspark(test: impl FnOnce()) {
    IN_SIMSPARK.set(true);
    test();
}

/// Returns how messages to monitors begin in this test.
pub fn beginning() -> &'static str {
    if IN_SIMSPARK.get() { "((" } else { "((RSMP 1 0)" }
}

/// Adds SimSpark's dialect, for monitors only.
pub fn with_simspark(mut config: ServerConfig) -> ServerConfig {
    let ports = Ports { monitors: Some(0), ..Ports::default() };
    config.dialects.push(Spoken { dialect: Arc::new(Simspark), ports });
    config
}

impl Running {
    pub fn start(config: ServerConfig) -> Self {
        LOG.install();
        let config = if IN_SIMSPARK.get() { with_simspark(config) } else { config };
        let server = Server::bind(config).unwrap();
        let addresses = server.addresses().unwrap();
        let Addresses { agents, monitors, websockets } = addresses[0];
        let [agents, mut monitors, websockets] = [agents, monitors, websockets].map(Option::unwrap);
        if IN_SIMSPARK.get() {
            monitors = addresses.last().unwrap().monitors.unwrap();
        }
        let web = server.web_address().unwrap();
        let stop = server.stopper();
        let thread = std::thread::spawn(move || server.run(&mut simulation()));
        Self { agents, monitors, websockets, web, addresses, stop, thread: Some(thread) }
    }

    /// Stops the server, and returns how it ended.
    pub fn end(mut self) -> Result<(), ServerError> {
        self.stop.stop();
        self.thread.take().unwrap().join().unwrap()
    }

    /// Waits until the server ends by itself.
    pub fn wait(&mut self) -> Result<(), ServerError> {
        until("the server ends", || self.thread.as_ref().unwrap().is_finished());
        self.thread.take().unwrap().join().unwrap()
    }

    /// Connects an agent that sends nothing.
    pub fn agent(&self) -> Client {
        Client::connect(self.agents)
    }

    /// Connects a monitor.
    pub fn monitor(&self) -> Client {
        Client::connect(self.monitors)
    }

    /// Lets a player join that must keep playing whatever happens.
    pub fn bystander(&self) -> Bystander {
        Bystander::join(self, "Bystanders", 1)
    }

    /// Lets an agent join whose robot plays.
    pub fn player(&self, team: &str, number: u32) -> Player {
        Player::join(self, "ant", team, number)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.stop();
        let end = self.thread.take().map(JoinHandle::join);
        if !std::thread::panicking() {
            assert!(matches!(end, None | Some(Ok(Ok(())))), "the server failed: {end:?}");
            LOG.check();
        }
    }
}

/// One connection.
pub struct Client {
    pub stream: TcpStream,
}

impl Client {
    /// Connects from a port that no other client has. A socket that is only connected may share its
    /// port, but the log tells clients of all servers apart by their ports.
    pub fn connect(to: SocketAddr) -> Self {
        Self::connect_from([127, 0, 0, 1], to)
    }

    /// Connects from another address of this machine.
    pub fn connect_from(address: [u8; 4], to: SocketAddr) -> Self {
        Self::connect_by(address, to, |_| {})
    }

    /// Connects with a small receive buffer.
    pub fn connect_with_little_room(to: SocketAddr) -> Self {
        Self::connect_by([127, 0, 0, 1], to, |socket| socket.set_recv_buffer_size(2048).unwrap())
    }

    fn connect_by(address: [u8; 4], to: SocketAddr, set_up: impl FnOnce(&TcpSocket)) -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let stream = runtime.block_on(async {
            let socket = TcpSocket::new_v4().unwrap();
            set_up(&socket);
            socket.bind((address, 0).into()).unwrap();
            LOG.begin(socket.local_addr().unwrap().port());
            socket.connect(to).await.unwrap().into_std().unwrap()
        });
        stream.set_nonblocking(false).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        Self { stream }
    }

    /// Sends bytes as they are; false if the connection is over.
    pub fn write(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).is_ok()
    }

    /// Sends a message; false if the connection is over.
    pub fn send(&mut self, message: impl AsRef<[u8]>) -> bool {
        self.write(&framed(message.as_ref()))
    }

    /// Returns the next message, or `None` when the connection has ended. It must end between two
    /// messages.
    pub fn receive(&mut self) -> Option<String> {
        let mut prefix = [0; PREFIX];
        match self.read(&mut prefix) {
            0 => return None,
            PREFIX => {}
            count => panic!("{count} bytes of a length came"),
        }
        let mut message = vec![0; framing::length(prefix)];
        let count = self.read(&mut message);
        assert_eq!(count, message.len(), "the bytes of a message that came, and its length");
        Some(String::from_utf8(message).unwrap())
    }

    /// Reads until the buffer is full or the connection ends; returns the number of bytes.
    fn read(&mut self, bytes: &mut [u8]) -> usize {
        let mut count = 0;
        while count < bytes.len() {
            match self.stream.read(&mut bytes[count..]) {
                Ok(0) => break,
                Ok(more) => count += more,
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    panic!("nothing came for {PATIENCE:?}")
                }
                Err(_) => break,
            }
        }
        count
    }

    /// Waits for the end of the connection and ignores everything before it.
    pub fn ends(&mut self) {
        let mut buffer = vec![0; 1 << 16];
        let end = Instant::now() + PATIENCE;
        loop {
            assert!(Instant::now() < end, "a connection does not end");
            match self.stream.read(&mut buffer) {
                Ok(0) => return,
                Ok(_) => {}
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    panic!("a connection does not end")
                }
                Err(_) => return,
            }
        }
    }

    /// Shuts down sending; the server may have ended the connection already.
    pub fn shut_writing(&self) {
        let _ = self.stream.shutdown(Shutdown::Write);
    }

    pub fn port(&self) -> u16 {
        self.stream.local_addr().unwrap().port()
    }
}

/// Returns a message preceded by its length.
pub fn framed(message: &[u8]) -> Vec<u8> {
    framing::framed(message).unwrap()
}

/// An agent that answers every perception and must not miss a cycle.
pub struct Player {
    pub client: Client,
    last: u64,
}

impl Player {
    pub fn join(server: &Running, model: &str, team: &str, number: u32) -> Self {
        let mut client = server.agent();
        client.send(format!("(init {model} {team} {number})"));
        let first = client.receive().expect("a player is told what it perceives");
        Self { client, last: cycle_of(&first) }
    }

    /// Returns the cycle of the last perception.
    pub fn cycle(&self) -> u64 {
        self.last
    }

    /// Sends an answer and returns the next perception.
    pub fn turn(&mut self, answer: impl AsRef<[u8]>) -> String {
        assert!(self.client.send(answer), "a player is disconnected");
        self.perceive()
    }

    /// Returns the next perception, which must be of the next cycle.
    pub fn perceive(&mut self) -> String {
        let message = self.client.receive().expect("a player goes on playing");
        let cycle = cycle_of(&message);
        assert_eq!(cycle, self.last + 1, "a cycle is lost");
        self.last = cycle;
        message
    }

    /// Plays for some cycles.
    pub fn play(&mut self, cycles: usize) {
        for _ in 0..cycles {
            self.turn("(syn)");
        }
    }
}

/// A player that plays in a thread of its own, undisturbed by whatever a test does: each of its
/// perceptions must be of the next cycle.
pub struct Bystander {
    cycle: Arc<AtomicU64>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Bystander {
    fn join(server: &Running, team: &str, number: u32) -> Self {
        let mut player = Player::join(server, "ant", team, number);
        Self::playing(player.cycle(), move || {
            player.play(1);
            player.cycle()
        })
    }

    /// Starts at cycle `first` and plays by calling `turn`, which returns the cycle that it has
    /// reached.
    pub fn playing(first: u64, mut turn: impl FnMut() -> u64 + Send + 'static) -> Self {
        let cycle = Arc::new(AtomicU64::new(first));
        let is_over = Arc::new(AtomicBool::new(false));
        let (counter, over) = (Arc::clone(&cycle), Arc::clone(&is_over));
        let play = move || {
            while !over.load(Ordering::Acquire) {
                counter.store(turn(), Ordering::Release);
            }
        };
        Self { cycle, is_over, thread: Some(std::thread::spawn(play)) }
    }

    /// Waits until it has played this many more cycles.
    pub fn plays(&self, cycles: u64) {
        let end = self.cycle() + cycles;
        until("the others go on playing", || self.cycle() >= end || self.has_ended());
        assert!(!self.has_ended(), "a player who does nothing wrong is disturbed");
    }

    /// Returns the cycle of its last perception.
    pub fn cycle(&self) -> u64 {
        self.cycle.load(Ordering::Acquire)
    }

    fn has_ended(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }
}

impl Drop for Bystander {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
            && !std::thread::panicking()
        {
            panic!("a player who does nothing wrong was disturbed");
        }
    }
}

/// Measures how late this machine runs a thread that only sleeps. A test that counts cycles in real
/// time must allow for this lateness.
pub struct Lateness {
    late: Arc<AtomicU64>,
    is_over: Arc<AtomicBool>,
}

impl Lateness {
    pub fn new() -> Self {
        let (late, is_over) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let (counter, over) = (Arc::clone(&late), Arc::clone(&is_over));
        std::thread::spawn(move || {
            const PART: Duration = Duration::from_millis(5);
            while !over.load(Ordering::Acquire) {
                let begin = Instant::now();
                std::thread::sleep(PART);
                let late = begin.elapsed().saturating_sub(PART);
                counter.fetch_add(late.as_micros() as u64, Ordering::AcqRel);
            }
        });
        Self { late, is_over }
    }

    /// Returns the total lateness of its sleeps so far, in cycles of 20 ms.
    pub fn cycles(&self) -> u64 {
        self.late.load(Ordering::Acquire) / 20_000
    }
}

impl Drop for Lateness {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
    }
}

/// Returns the number of steps that the world has made, from the truncated time in a perception.
pub fn cycle_of(perception: &str) -> u64 {
    let time = perception.strip_prefix("(time (now ").expect("a perception begins with the time");
    let time: f64 = time[..time.find(')').unwrap()].parse().unwrap();
    ((time + 0.004) / 0.02).round() as u64
}

/// Repeats a check until it holds.
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < end, "it never happens that {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}
