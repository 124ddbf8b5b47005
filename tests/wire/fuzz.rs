//! Whatever clients send, nothing panics, and values that are passed on are within bounds.
//!
//! `RCSSGYM_FUZZ_CASES` sets the number of messages of each test (20,000 if unset).

mod disc;
mod scenes;

use rcssgym::math::splitmix::SplitMix64;
use rcssgym::soccer::Command;
use rcssgym::wire::log_file::LogForm;
use rcssgym::wire::rcsssmj::agent::{self, Effector};
use rcssgym::wire::rcsssmj::perception;
use rcssgym::wire::rcsssmj::trainer;
use rcssgym::wire::sexpr::{self, MAX_DEPTH, MAX_LENGTH, Node};
use rcssgym::wire::simspark::trainer as simspark;
use rcssgym::wire::{MAX_TEAM_NAME, Refusal, Request, python};

/// Words that have a meaning somewhere, and words that look like numbers.
const WORDS: [&str; 72] = [
    "init",
    "T1",
    "A",
    "1",
    "he1",
    "syn",
    "SPK",
    "say",
    "beam",
    "aGVsbG8=",
    "aA==",
    "====",
    "100",
    "dropBall",
    "kickOff",
    "Left",
    "Right",
    "r",
    "playMode",
    "PlayOn",
    "ball",
    "pos",
    "vel",
    "agent",
    "unum",
    "team",
    "move",
    "move3d",
    "killsim",
    "time",
    "score",
    "left",
    "right",
    "reqfullstate",
    "select",
    "kill",
    "repos",
    "getAck",
    "battery",
    "temperature",
    "0",
    "-1",
    "7",
    "12.42",
    "-35.0",
    "1e3",
    "1e-7",
    "1e10",
    "-1e10",
    "1.0000000001e10",
    "1e11",
    "1e308",
    "1e309",
    "-1e400",
    "5e-324",
    "nan",
    "-nan",
    "inf",
    "-Infinity",
    "1_0",
    "1__0",
    "_1",
    "+7",
    "++7",
    "0x1",
    ".",
    ".5",
    "5.",
    "99999999999999999999999",
    "-99999999999999999999",
    "\u{1F916}",
    "\t8\n",
];
/// Bytes that mutations like to insert.
const BYTES: &[u8] = b"()() ()_.+-eE019naif=/\t\n\r\x00\x0b\x1c\x7f\x80\xc3\xff'\"#;|\\";

fn cases() -> usize {
    let cases = std::env::var("RCSSGYM_FUZZ_CASES");
    cases.map_or(20_000, |cases| cases.parse().expect("RCSSGYM_FUZZ_CASES"))
}

struct Source(SplitMix64);

impl Source {
    fn below(&mut self, limit: usize) -> usize {
        (self.0.bits() % limit as u64) as usize
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Appends an expression of known words, often one with a meaning; sometimes with expressions
    /// in it.
    fn expression(&mut self, depth: usize, out: &mut Vec<u8>) {
        out.push(b'(');
        for at in 0..self.below(9) {
            match self.below(if depth > 0 { 4 } else { 40 }) {
                0 if depth < 40 => self.expression(depth + 1, out),
                _ if at == 0 => out.extend(self.pick(&WORDS[..40]).bytes()),
                _ => out.extend(self.pick(&WORDS).bytes()),
            }
            if self.below(20) > 0 {
                out.push(b' ');
            }
        }
        out.push(b')');
    }

    fn mutate(&mut self, message: &mut Vec<u8>) {
        for _ in 0..self.below(4) {
            let at = self.below(message.len() + 1);
            match self.below(4) {
                0 if at < message.len() => drop(message.remove(at)),
                1 if at < message.len() => message[at] = *self.pick(BYTES),
                2 => message.insert(at, *self.pick(BYTES)),
                _ if self.below(8) == 0 => message.truncate(at),
                _ => {}
            }
        }
    }
}

fn fuzz(seed: u64, mut write: impl FnMut(&mut Source, &mut Vec<u8>)) {
    let mut source = Source(SplitMix64::new(seed));
    let mut message = Vec::new();
    for _ in 0..cases() {
        message.clear();
        write(&mut source, &mut message);
        check(&message);
    }
}

/// Runs all parsers on a message and checks their results.
fn check(message: &[u8]) {
    match agent::init(message) {
        Ok(init) => {
            assert!(init.number < 100 && init.team.len() <= MAX_TEAM_NAME);
            assert!(!init.team.contains([' ', '(', ')', '\n', '\0']) && !init.team.is_empty());
        }
        Err(refusal) => check_refusals(&[refusal], message),
    }
    let effectors = agent::effectors(message);
    check_refusals(&effectors.refused, message);
    for effector in &effectors.parts {
        let in_bounds = match effector {
            Effector::Motor { command, .. } => bounded(command),
            Effector::Say { volume, .. } => bounded(&[*volume]),
            Effector::Beam { position: [x, y], yaw } => bounded(&[*x, *y, *yaw]),
        };
        assert!(in_bounds, "{}: {effector:?}", message.escape_ascii());
    }
    for requests in [trainer::requests(message), simspark::requests(message)] {
        check_refusals(&requests.refused, message);
        for request in &requests.parts {
            assert!(request_is_bounded(request), "{}: {request:?}", message.escape_ascii());
        }
    }
    for form in [LogForm::Rcsssmj, LogForm::Simspark] {
        match form.head(message) {
            Ok(head) => assert!(head.time.is_finite(), "{}", message.escape_ascii()),
            Err(refusal) => check_refusals(&[refusal], message),
        }
    }
}

fn request_is_bounded(request: &Request) -> bool {
    let (Request::Command(command) | Request::Lifted(command)) = request else { return true };
    match command {
        Command::PlaceBall { pos, vel } => bounded(pos) && bounded(&vel.unwrap_or_default()),
        Command::MoveBall(pos) => bounded(pos),
        Command::SetBallVelocity(vel) => bounded(vel),
        Command::PlacePlayer { pos, quat, .. } => {
            bounded(pos) && bounded(&quat.unwrap_or_default())
        }
        Command::MovePlayer { pos, quat, .. } => bounded(pos) && bounded(&quat.unwrap_or_default()),
        Command::SetTime(time) => bounded(&[*time]),
        _ => true,
    }
}

fn bounded(numbers: &[f64]) -> bool {
    numbers.iter().all(|number| number.abs() <= 1e10)
}

fn check_refusals(refused: &[Refusal], message: &[u8]) {
    assert!(refused.len() <= 16, "{}", message.escape_ascii());
    for refusal in refused {
        let line = refusal.to_string();
        let printable =
            line.chars().all(|c| matches!(c, '\'' | '"' | '\\') || c.escape_debug().len() == 1);
        assert!(printable && line.len() < 240, "{line}");
    }
}

#[test]
fn any_bytes() {
    fuzz(1, |source, message| {
        (0..source.below(200)).for_each(|_| message.push(source.below(256) as u8));
    });
}

#[test]
fn bytes_with_a_meaning() {
    fuzz(2, |source, message| {
        (0..source.below(120)).for_each(|_| message.push(*source.pick(BYTES)));
    });
}

#[test]
fn expressions_of_known_words() {
    fuzz(3, |source, message| {
        (0..=source.below(3)).for_each(|_| source.expression(0, message));
        source.mutate(message);
    });
}

/// Names of effectors with numbers that fit, so that most of what is read is passed on.
#[test]
fn effectors_and_commands() {
    let forms: [(&str, usize, &str); 18] = [
        ("(he1", 5, ")"),
        ("(beam", 3, ")"),
        ("(SPK say", 1, " aGVs)"),
        ("(init T1 A", 1, ")"),
        ("(ball (pos", 3, "))"),
        ("(ball (vel", 3, "))"),
        ("(agent (team A)(unum 1)(pos", 3, "))"),
        ("(agent (unum 1)(team A)(move", 4, "))"),
        ("(agent (unum 1)(team A)(move3d", 7, "))"),
        ("(time", 1, ")"),
        ("(score (left 1)(right", 1, "))"),
        ("(select (team A)(unum", 1, "))"),
        ("((repos (team A)(unum", 1, "))(kill))"),
        ("(getAck", 1, ")"),
        ("((time", 1, "))(RDS 0 1)((nd(nd)))"),
        ("((FieldLength 30)(time", 1, "))(RSG 0 1)((nd TRF (SLT 1)))"),
        ("((((agent (team Left)(unum 3)(move", 4, ")))(getAck x)))"),
        ("(playMode pass_left)(kickOff None)(select (unum", 1, "))"),
    ];
    fuzz(4, |source, message| {
        for _ in 0..=source.below(3) {
            let (start, numbers, end) = source.pick(&forms);
            message.extend(start.bytes());
            for _ in 0..*numbers {
                message.push(b' ');
                message.extend(source.pick(&WORDS[40..]).bytes());
            }
            message.extend(end.bytes());
        }
        source.mutate(message);
    });
}

/// Messages to robots read back: names unchanged, numbers to the last bit.
#[test]
fn what_we_write_reads_back() {
    let mut source = Source(SplitMix64::new(5));
    for _ in 0..cases() {
        let numbers: [f64; 4] = std::array::from_fn(|_| {
            loop {
                let number = match source.below(3) {
                    0 => source.below(1 << 20) as f64 / 1000.0,
                    1 => -(source.below(1 << 20) as f64) / 100.0,
                    _ => f64::from_bits(source.0.bits()),
                };
                if !number.is_nan() {
                    break number;
                }
            }
        });
        let mut text = String::new();
        perception::write_orientation(&mut text, "torso_quat", numbers);
        perception::write_joint(&mut text, "q_hj1", numbers[0], numbers[1]);
        let list = sexpr::read(text.as_bytes()).unwrap();
        let [quat, joint] = list.lists().collect::<Vec<_>>()[..] else { panic!("{text}") };
        let read: Vec<f64> =
            quat.lists().flat_map(numbers_of).chain(joint.lists().flat_map(numbers_of)).collect();
        let expected = numbers.iter().chain(&numbers[..2]);
        assert!(read.iter().map(|x| x.to_bits()).eq(expected.map(|x| x.to_bits())), "{text}");
    }
}

/// Returns the numbers after an expression's first word; names have none.
fn numbers_of(list: sexpr::List) -> Vec<f64> {
    list.nodes().skip(1).filter_map(Node::atom).filter_map(python::float).collect()
}

/// Runs on a stack so small that recursion into these messages would overflow it.
#[test]
fn depth_and_length_need_no_stack() {
    let messages = [
        "(".repeat(MAX_LENGTH),
        ")".repeat(MAX_LENGTH),
        "()".repeat(MAX_LENGTH / 2),
        format!("{}{}", "(".repeat(MAX_LENGTH / 2), ")".repeat(MAX_LENGTH / 2)),
        "(a)".repeat(MAX_LENGTH / 3),
        format!("{}{}", "(a ".repeat(MAX_DEPTH), ")".repeat(MAX_DEPTH)).repeat(500),
        format!("({})", " x".repeat(MAX_LENGTH / 2 - 1)),
        "x".repeat(MAX_LENGTH + 1),
    ];
    let read = move || messages.iter().for_each(|message| check(message.as_bytes()));
    std::thread::Builder::new().stack_size(128 << 10).spawn(read).unwrap().join().unwrap();
}
