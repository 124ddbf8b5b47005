//! How clients introduce themselves, read as rcssserver reads it, and who they are then.

use super::ILLEGAL;
use super::scan::Scan;
use crate::disc::senses::NEWEST;
use crate::disc::{Card, PlayMode, Player, Side, TEAM, World};

/// Characters of the longest name of a team.
const TEAM_NAME: usize = 15;
/// The lowest version that online coaches have.
const FIRST_COACH: f64 = 5.0;

/// An answer to a message that is not a valid introduction.
pub type Refused = &'static str;

const ILLEGAL_VERSION: Refused = "(error illegal_client_version)";
/// The answer to a monitor for which there is no room.
pub const NO_MORE_MONITOR: Refused = "(error no_more_monitor)";

/// A player who introduces themselves on the port of players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Newcomer {
    /// A new player, with their place in the game and their version of the protocol.
    Player(usize, u8),
    /// A player who has reconnected, with their place in the game.
    Back(usize),
}

/// Lets a player join who says `(init TEAM [(version V)] [(goalie)])`, or come back who says
/// `(reconnect TEAM UNUM)`.
///
/// # Errors
/// Answers that say why they cannot.
pub fn player(world: &mut World, message: &[u8]) -> Result<Newcomer, Vec<Refused>> {
    let message = text(message);
    if message.starts_with(b"(init ") {
        let init = read_player(message).map_err(|refused| vec![refused])?;
        return join(world, &init).map_err(|refused| vec![refused]);
    }
    if message.starts_with(b"(reconnect ") {
        return come_back(world, message).map(Newcomer::Back);
    }
    Err(vec!["(error unknown_command)"])
}

/// Returns a message up to the first NUL, without a line end.
fn text(message: &[u8]) -> &[u8] {
    let message = message.strip_suffix(b"\n").unwrap_or(message);
    message.split(|&byte| byte == 0).next().unwrap_or_default()
}

struct PlayerInit<'a> {
    team: &'a str,
    version: f64,
    goalie: bool,
}

fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+-_".contains(&byte)
}

/// Reads a team's name, at most [`TEAM_NAME`] characters of it.
fn team_name<'a>(scan: &mut Scan<'a>) -> Option<&'a str> {
    scan.piece_of(TEAM_NAME, in_name)
}

/// Whether a name or a group may end here.
fn ends(scan: &Scan) -> bool {
    scan.rest().first().is_some_and(|byte| b"()".contains(byte) || byte.is_ascii_whitespace())
}

fn read_player(message: &[u8]) -> Result<PlayerInit<'_>, Refused> {
    let mut scan = Scan::new(message);
    let name = scan.byte(b'(').and_then(|()| scan.literal("init")).and_then(|()| {
        // A blank must separate the name from the word.
        team_name(&mut scan)
    });
    let Some(team) = name else { return Err("(error illegal_teamname)") };
    let mut init = PlayerInit { team, version: 3.0, goalie: false };
    scan.skip_blanks();
    if !ends(&scan) {
        return Err("(error illegal_teamname_or_too_long_teamname)");
    }
    scan.skip_to(b'(');
    while scan.rest().first().is_some_and(|&byte| byte != b')') {
        if scan.rest().starts_with(b"(version ") {
            init.version = version(&mut scan).ok_or(ILLEGAL)?;
        } else if scan.rest().starts_with(b"(goalie)") {
            scan.literal("(goalie)").ok_or(ILLEGAL)?;
            init.goalie = true;
        } else {
            return Err(ILLEGAL);
        }
        if !ends(&scan) {
            return Err(ILLEGAL);
        }
        scan.skip_blanks();
    }
    Ok(init)
}

/// Reads `(version V)` and the blanks after it.
fn version(scan: &mut Scan) -> Option<f64> {
    scan.byte(b'(')?;
    scan.literal("version")?;
    let version = scan.real()?;
    scan.byte(b')')?;
    scan.skip_blanks();
    Some(version)
}

/// Returns a version of the protocol if players, trainers and coaches may have it.
fn known(version: f64) -> Option<u8> {
    (1.0..f64::from(NEWEST) + 1.0).contains(&version).then_some(version as u8)
}

fn join(world: &mut World, init: &PlayerInit) -> Result<Newcomer, Refused> {
    let side = side_for(world, init.team)?;
    if world.names()[side.index()].is_empty() {
        // The name is taken even if the player may not join.
        world.name_team(side, init.team);
    }
    const FULL: Refused = "(error no_more_player_or_goalie_or_illegal_client_version)";
    let version = known(init.version).ok_or(FULL)?;
    let place = world.stadium().join(side, init.goalie).ok_or(FULL)?;
    world.welcome(place, version);
    Ok(Newcomer::Player(place, version))
}

/// Returns the side of the team with a name, or else one that is free for it. No team may come by a
/// name under which another one could be shown to its opponents.
fn side_for(world: &World, team: &str) -> Result<Side, Refused> {
    let server = &world.rules().server;
    if [&server.fixed_teamname_l, &server.fixed_teamname_r].iter().any(|fixed| *fixed == team) {
        return Err("(error conflict_with_fixed_teamname)");
    }
    let free = || Side::BOTH.into_iter().find(|side| world.names()[side.index()].is_empty());
    world.side_named(team).or_else(free).ok_or("(error no_more_team)")
}

fn come_back(world: &mut World, message: &[u8]) -> Result<usize, Vec<Refused>> {
    if world.game.mode == PlayMode::PlayOn {
        return Err(vec!["(error cannot_reconnect_while_playon)"]);
    }
    const NOBODY: Refused = "(error no_such_team_or_player)";
    let mut scan = Scan::new(message);
    let who = (|| {
        scan.byte(b'(')?;
        scan.literal("reconnect")?;
        Some((scan.piece(|byte| !byte.is_ascii_whitespace())?, scan.integer()?))
    })();
    let Some((team, unum)) = who else { return Err(vec![ILLEGAL, NOBODY]) };
    let known = (1..=TEAM as i32).contains(&unum);
    let Some(side) = world.side_named(team).filter(|_| known) else { return Err(vec![NOBODY]) };
    let place = Player::place(side, unum as u8);
    if world.game.players[place].card == Card::Red {
        return Err(vec!["(error red_carded_player)"]);
    }
    if !world.game.players[place].joined {
        // No version has been given.
        world.welcome(place, 3);
    }
    world.stadium().come_back(place);
    Ok(place)
}

/// A message to the port of trainers from an unknown sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewTrainer {
    /// A trainer who introduces themselves with this version.
    Known(u8),
    /// A command of a trainer who does not introduce themselves.
    Command,
}

/// Reads `(init [(version V)])`.
///
/// # Errors
/// An answer that says why they are not accepted as a trainer.
pub fn trainer(message: &[u8]) -> Result<NewTrainer, Refused> {
    let message = text(message);
    let mut scan = Scan::new(message);
    let name = scan.byte(b'(').and_then(|()| scan.name()).ok_or(ILLEGAL)?;
    if name != "init" {
        return Ok(NewTrainer::Command);
    }
    scan.skip_blanks();
    let Some(first) = scan.rest().first() else { return Err(ILLEGAL) };
    let mut version = 3.0;
    if *first == b'(' {
        let mut group = scan.clone();
        let number =
            group.byte(b'(').and_then(|()| group.literal("version")).and_then(|()| group.real());
        version = number.unwrap_or(version);
    }
    if version.is_nan() || version < 1.0 {
        return Err(ILLEGAL);
    }
    known(version).map(NewTrainer::Known).ok_or(ILLEGAL_VERSION)
}

/// Reads `(init TEAM [NAME] [(version V)])`: the side of the team, the coach's name and version.
/// `is_taken` says whether a side has a coach.
///
/// # Errors
/// An answer that says why they are not accepted as a coach.
pub fn coach(
    world: &World,
    message: &[u8],
    is_taken: impl FnOnce(Side) -> bool,
) -> Result<(Side, String, u8), Refused> {
    let message = text(message);
    if !message.starts_with(b"(init") {
        return Err(ILLEGAL);
    }
    let mut scan = Scan::new(message);
    let team = scan.byte(b'(').and_then(|()| scan.literal("init"));
    let team = team.and_then(|()| team_name(&mut scan)).ok_or(ILLEGAL)?;
    scan.skip_blanks();
    let mut name = "";
    if scan.rest().first() != Some(&b'(') {
        name = scan.piece_of(127, in_name).ok_or(ILLEGAL)?;
        scan.skip_blanks();
        if !ends(&scan) {
            return Err("(error illegal_coachname_or_too_long_coachname)");
        }
    }
    scan.skip_to(b'(');
    let mut declared = FIRST_COACH;
    if scan.rest().starts_with(b"(version") {
        declared = version(&mut scan).ok_or(ILLEGAL)?;
        if !ends(&scan) || declared < FIRST_COACH {
            return Err(ILLEGAL_VERSION);
        }
    }
    let side = world.side_named(team).ok_or("(error no_such_team)")?;
    if is_taken(side) {
        return Err("(error already_have_coach)");
    }
    Ok((side, name.to_owned(), known(declared).ok_or(ILLEGAL_VERSION)?))
}

/// Reads `(dispinit)` or `(dispinit version V)`; `None` if it is neither. The version is 1 to 5, or
/// -1 for JSON. `is_full` says whether there are as many monitors as may connect.
pub fn monitor(message: &[u8], is_full: impl FnOnce() -> bool) -> Option<Result<i8, Refused>> {
    let version = monitor_version(text(message))?;
    if is_full() {
        return Some(Err(NO_MORE_MONITOR));
    }
    Some(match version {
        1..=5 | -1 => Ok(version as i8),
        _ => Err(ILLEGAL_VERSION),
    })
}

/// The version of a message that is a monitor's introduction.
fn monitor_version(message: &[u8]) -> Option<i64> {
    if message.starts_with(b"(dispinit)") {
        return Some(1);
    }
    let mut scan = Scan::new(message);
    scan.byte(b'(')?;
    scan.literal("dispinit")?;
    scan.literal("version")?;
    Some(scan.real()? as i64)
}
