//! Every action of a player in random states of whole games: its commands are finite, within the
//! server's limits, and possible.
//!
//! 10,000 states, or as many as `RCSSGYM_FUZZ_CASES` says if that is less; in each of them all 69
//! actions are executed.

use prost::Message;
use rcssgym::disc::skills::{WorldModel, penalty_taker};
use rcssgym::disc::{
    Command, PLAYERS, PlayMode, PlayerParameters, Rules, ServerParameters, Side, TEAM, Vec2, World,
};
use rcssgym::math::splitmix::SplitMix64;
use rcssgym::playmaker::execute::{Mind, Nobody, Orders, Task};
use rcssgym::playmaker::protos::{PlayerAction, PlayerActions};
use std::collections::BTreeMap;
use std::f64::consts::PI;
use std::sync::Arc;

/// The fields of each action in order, with actions in order of their numbers: `f` a number, `p` a
/// point, `i` an integer, `b` a boolean, `w` a width, `s` a side, `t` a text. Words (`S`) and
/// drawings (`L`) are one of several kinds.
const FIELDS: [&str; 69] = [
    "ff",
    "f",
    "ff",
    "fb",
    "",
    "ff",
    "f",
    "w",
    "S",
    "ff",
    "",
    "si",
    "",
    "L",
    "t",
    "pff",
    "pffi",
    "p",
    "",
    "p",
    "",
    "pff",
    "f",
    "pf",
    "",
    "",
    "",
    "pffib",
    "pf",
    "bpp",
    "bp",
    "pfb",
    "",
    "b",
    "pff",
    "f",
    "i",
    "pi",
    "p",
    "",
    "",
    "",
    "sii",
    "i",
    "",
    "i",
    "",
    "sii",
    "p",
    "f",
    "w",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "bbbbbbbbbbii",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "ff",
    "",
    "",
];
const MODES: [PlayMode; 12] = [
    PlayMode::PlayOn,
    PlayMode::BeforeKickOff,
    PlayMode::KickOff(Side::Left),
    PlayMode::KickIn(Side::Right),
    PlayMode::FreeKick(Side::Left),
    PlayMode::CornerKick(Side::Right),
    PlayMode::GoalKick(Side::Left),
    PlayMode::IndirectFreeKick(Side::Right),
    PlayMode::DropBall,
    PlayMode::PenaltySetup(Side::Left),
    PlayMode::PenaltyTaken(Side::Right),
    PlayMode::TimeOver,
];

/// The number of `Bhv_BeforeKickOff`, which goes to a point that the playmaker chooses.
const BEFORE_KICK_OFF: usize = 18;

struct Draw(SplitMix64);

impl Draw {
    fn uniform(&mut self, low: f64, high: f64) -> f64 {
        self.0.uniform([low, high])
    }

    fn below(&mut self, count: u64) -> usize {
        (self.0.bits() % count) as usize
    }

    fn chance(&mut self, share: f64) -> bool {
        self.uniform(0.0, 1.0) < share
    }

    /// Puts a game into a random state in which anything is possible.
    fn scatter(&mut self, world: &mut World) {
        let game = &mut world.game;
        game.mode = if self.chance(0.6) { MODES[0] } else { MODES[self.below(12)] };
        (game.cycle, game.stopped) = (1 + self.below(6000) as u32, self.below(3) as u32 * 7);
        game.ball.position = Vec2::new(self.uniform(-54.0, 54.0), self.uniform(-35.0, 35.0));
        let speed = if self.chance(0.3) { 0.0 } else { self.uniform(0.0, 3.0) };
        game.ball.velocity = Vec2::polar(speed, self.uniform(-PI, PI));
        let ball = game.ball.position;
        for player in &mut game.players {
            player.position = match self.chance(0.15) {
                true => ball + Vec2::polar(self.uniform(0.0, 2.0), self.uniform(-PI, PI)),
                false => Vec2::new(self.uniform(-57.0, 57.0), self.uniform(-38.0, 38.0)),
            };
            player.velocity = Vec2::polar(self.uniform(0.0, 0.6), self.uniform(-PI, PI));
            player.body = self.uniform(-PI, PI);
            player.neck = self.uniform(-0.5 * PI, 0.5 * PI);
            player.type_id = self.below(18) as u8;
            player.stamina = if self.chance(0.1) { 0.0 } else { self.uniform(0.0, 8000.0) };
            player.effort = self.uniform(0.6, 1.0);
            player.recovery = self.uniform(0.5, 1.0);
            player.capacity = if self.chance(0.1) { 0.0 } else { self.uniform(0.0, 130_600.0) };
            player.tackle_cycles = if self.chance(0.05) { 5 } else { 0 };
        }
    }

    /// Returns a number, sometimes one that makes no sense.
    fn number(&mut self) -> f32 {
        match self.below(12) {
            0 => 0.0,
            1 => 1e9,
            2 => -1e9,
            3 => self.uniform(-1.0, 1.0) as f32,
            _ => self.uniform(-180.0, 180.0) as f32,
        }
    }

    /// Returns the action of a number, decoded from bytes; all its fields are set.
    fn action(&mut self, number: usize) -> PlayerAction {
        let mut fields = Vec::new();
        for (index, kind) in (1_u64..).zip(FIELDS[number - 1].chars()) {
            match kind {
                'f' => float(index, self.number(), &mut fields),
                'p' => {
                    let mut point = Vec::new();
                    let wild = if self.chance(0.05) { 1e6 } else { 1.0 };
                    float(1, (wild * self.uniform(-56.0, 56.0)) as f32, &mut point);
                    float(2, (wild * self.uniform(-37.0, 37.0)) as f32, &mut point);
                    bytes(index, &point, &mut fields);
                }
                'i' => varint(index, self.below(60) as u64, &mut fields),
                'b' => varint(index, self.below(2) as u64, &mut fields),
                'w' | 's' => varint(index, self.below(4) as u64, &mut fields),
                't' => bytes(index, b"text", &mut fields),
                // Words for teammates, and drawings; their contents are empty.
                'S' => bytes(1 + self.below(22) as u64, &[], &mut fields),
                _ => bytes(1 + self.below(9) as u64, &[], &mut fields),
            }
        }
        let mut action = Vec::new();
        bytes(number as u64, &fields, &mut action);
        PlayerAction::decode(action.as_slice()).unwrap()
    }
}

fn key(number: u64, kind: u64, out: &mut Vec<u8>) {
    prost::encoding::encode_varint(number << 3 | kind, out);
}

fn varint(number: u64, value: u64, out: &mut Vec<u8>) {
    key(number, 0, out);
    prost::encoding::encode_varint(value, out);
}

fn bytes(number: u64, value: &[u8], out: &mut Vec<u8>) {
    key(number, 2, out);
    prost::encoding::encode_varint(value.len() as u64, out);
    out.extend_from_slice(value);
}

fn float(number: u64, value: f32, out: &mut Vec<u8>) {
    key(number, 5, out);
    out.extend_from_slice(&value.to_le_bytes());
}

fn world() -> World {
    let player = PlayerParameters { random_seed: 5, ..Default::default() };
    let rules = Rules::new(ServerParameters::default(), player, None, 1).unwrap();
    let mut world = World::new(Arc::new(rules), 1);
    for place in 0..PLAYERS {
        let team = ["A", "B"][place / TEAM];
        world.join(team, place % TEAM == 0).unwrap();
    }
    world
}

fn execute(world: &WorldModel, actions: &PlayerActions, draw: &mut Draw) -> Orders {
    let homes =
        std::array::from_fn(|unum| Vec2::new(-40.0 + 6.0 * unum as f64, 5.0 * unum as f64 - 25.0));
    let task = Task {
        world: world.clone(),
        homes,
        they_kick_off: draw.chance(0.5),
        penalty_taker: penalty_taker(draw.below(11) as u32),
        heard_pass: draw.chance(0.2).then(|| Vec2::new(draw.uniform(-50.0, 50.0), 10.0)),
        has_habits: draw.chance(0.5),
        judge: &Nobody,
    };
    task.execute(actions, &mut Mind::default())
}

/// Checks that commands are within the server's limits, unless their numbers come from the
/// playmaker, which may ask for nonsense.
fn check(orders: &Orders, world: &WorldModel, number: usize) -> Result<(), String> {
    let me = &world.me;
    let within = |value: f64, low: f64, high: f64| (low - 1e-6..=high + 1e-6).contains(&value);
    let angle = |value: f64| within(value, -180.0, 180.0);
    let commands = orders.commands();
    if commands.iter().filter(|command| command.is_body()).count() > 1 {
        return Err("two commands of the body".to_owned());
    }
    for command in &commands {
        // Actions whose numbers are the playmaker's own.
        let is_own = number <= 8 || number == BEFORE_KICK_OFF;
        let is_good = command.is_finite()
            && (is_own
                || match *command {
                    Command::Dash(power, direction) => {
                        within(power, 0.0, 100.0) && angle(direction)
                    }
                    Command::Turn(moment) => angle(moment),
                    Command::Kick(power, direction) => {
                        within(power, 0.0, 100.0) && angle(direction) && me.can_kick
                    }
                    Command::Tackle(direction, _) => angle(direction),
                    Command::Catch(direction) => angle(direction) && me.is_goalie,
                    Command::Move(x, y) => within(x, -57.5, 57.5) && within(y, -39.0, 39.0),
                    Command::TurnNeck(moment) => within(moment, -180.0, 180.0),
                    Command::ChangeFocus(distance, direction) => {
                        within(distance, -40.0, 40.0) && angle(direction)
                    }
                    _ => true,
                });
        if !is_good {
            return Err(format!("{command:?}"));
        }
    }
    if let Some(text) = orders.texts().iter().find(|text| {
        let text = text.to_lowercase();
        (text.contains("nan") || text.contains("inf")) && !text.starts_with("(say")
    }) {
        return Err(text.clone());
    }
    let said = orders.said();
    let is_said = |byte: u8| byte.is_ascii_alphanumeric() || b" ()+-*/.?<>_".contains(&byte);
    if said.len() > 10 || !said.bytes().all(is_said) {
        return Err(format!("says {said:?}"));
    }
    match me.is_frozen && orders.body.is_some() {
        true => Err("acts while frozen".to_owned()),
        false => Ok(()),
    }
}

#[test]
fn every_action_commands_what_is_possible_in_any_state() {
    let states = std::env::var("RCSSGYM_FUZZ_CASES");
    let states = states.map_or(10_000, |states| states.parse().unwrap()).min(10_000);
    let mut draw = Draw(SplitMix64::new(11));
    let mut world = world();
    let mut acted: BTreeMap<usize, usize> = BTreeMap::new();
    let mut wrong = BTreeMap::new();
    for state in 0..states {
        draw.scatter(&mut world);
        let place = draw.below(PLAYERS as u64);
        let model = WorldModel::full(world.rules(), &world.game, place);
        for number in 1..=FIELDS.len() {
            let action = draw.action(number);
            assert!(action.action.is_some(), "there is no action {number}");
            let is_free = draw.chance(0.8);
            let actions = PlayerActions {
                actions: vec![action.clone()],
                ignore_preprocess: is_free,
                ignore_shoot_in_preprocess: is_free,
                ignore_doforcekick: is_free,
                ignore_do_heard_pass_recieve: is_free,
                ..Default::default()
            };
            let orders = execute(&model, &actions, &mut draw);
            if let Err(reason) = check(&orders, &model, number) {
                let told = || format!("state {state}, player {place}: {action:?}: {reason}");
                wrong.entry(number).or_insert_with(told);
            }
            let is_idle = orders.body.is_none_or(|body| body == Command::Turn(0.0));
            let is_more = orders.neck.is_some() || orders.arm.is_some() || orders.focus.is_some();
            let is_told = !orders.says.is_empty() || !orders.logs.is_empty();
            *acted.entry(number).or_default() +=
                usize::from(!is_idle || is_more || is_told || orders.view.is_some());
        }
    }
    assert!(PlayerAction::decode(&[0xb2, 0x04, 0x00][..]).unwrap().action.is_none(), "action 70");
    // Every listed action does something at times, except those that do nothing by themselves.
    for number in (1..=FIELDS.len()).filter(|number| ![15, 60].contains(number)) {
        let times = acted.get(&number).copied().unwrap_or(0);
        if times <= states / 100 {
            wrong.insert(number, format!("action {number} did something {times} times"));
        }
    }
    let wrong: Vec<String> = wrong.into_values().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
