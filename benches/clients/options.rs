//! The command line.

pub const USAGE: &str = "clients --aport PORT --mport PORT [--host HOST] [--agents 14] \
[--monitors 3] [--cycles 2000] [--settle 50] [--robot T1|K1|nao] \
[--dialect rcsssmj|simspark] [--mode sync|realtime] [--pid PID] \
[--swing DEGREES] [--compare PORT] [--rounds 3]";

pub struct Options {
    pub host: String,
    pub aport: u16,
    pub mport: u16,
    pub agents: usize,
    pub monitors: usize,
    pub cycles: u64,
    /// Cycles between the last agent's first perception and the first measured cycle.
    pub settle: u64,
    pub robot: String,
    /// Whether agents speak SimSpark's protocol.
    pub simspark: bool,
    pub realtime: bool,
    /// The server's process, if it runs on this machine.
    pub pid: Option<u32>,
    /// How far agents swing their motors to both sides, degrees; 0 to stand.
    pub swing: f64,
    /// The port whose monitors are compared with those of `mport`.
    pub compare: Option<u16>,
    /// How many times the ports are compared.
    pub rounds: usize,
}

impl Options {
    pub fn read(arguments: &[String]) -> Result<Self, String> {
        let mut options = Self {
            host: "127.0.0.1".into(),
            aport: 0,
            mport: 0,
            agents: 14,
            monitors: 3,
            cycles: 2000,
            settle: 50,
            robot: "T1".into(),
            simspark: false,
            realtime: false,
            pid: None,
            swing: 0.0,
            compare: None,
            rounds: 3,
        };
        for pair in arguments.chunks(2) {
            let [name, value] = pair else { return Err(format!("{}: no value", pair[0])) };
            match name.as_str() {
                "--host" => options.host.clone_from(value),
                "--aport" => options.aport = number(name, value)?,
                "--mport" => options.mport = number(name, value)?,
                "--agents" => options.agents = number(name, value)?,
                "--monitors" => options.monitors = number(name, value)?,
                "--cycles" => options.cycles = number(name, value)?,
                "--settle" => options.settle = number(name, value)?,
                "--robot" => options.robot.clone_from(value),
                "--dialect" => options.simspark = dialect(value)?,
                "--mode" => options.realtime = mode(value)?,
                "--pid" => options.pid = Some(number(name, value)?),
                "--swing" => options.swing = number(name, value)?,
                "--compare" => options.compare = Some(number(name, value)?),
                "--rounds" => options.rounds = number(name, value)?,
                _ => return Err(format!("{name}: unknown\n{USAGE}")),
            }
        }
        if options.compare.is_some() && (options.monitors == 0 || options.rounds == 0) {
            return Err("--compare needs at least 1 of --monitors and --rounds".into());
        }
        if options.simspark && options.robot != "nao" {
            return Err("--dialect simspark: agents play --robot nao".into());
        }
        if options.agents == 0 || options.cycles == 0 {
            return Err("--agents and --cycles must be at least 1".into());
        }
        Ok(options)
    }
}

fn number<T: std::str::FromStr>(name: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{name}: '{value}' is not a number for it"))
}

fn dialect(value: &str) -> Result<bool, String> {
    match value {
        "rcsssmj" => Ok(false),
        "simspark" => Ok(true),
        _ => Err(format!("--dialect: '{value}' is neither 'rcsssmj' nor 'simspark'")),
    }
}

fn mode(value: &str) -> Result<bool, String> {
    match value {
        "sync" => Ok(false),
        "realtime" => Ok(true),
        _ => Err(format!("--mode: '{value}' is neither 'sync' nor 'realtime'")),
    }
}
