//! Reading of files with formations.

use super::{Formation, Playbook, Role};
use crate::disc::{TEAM, Vec2, pitch};
use crate::error::{Error, Result};
use crate::teams::situation::Situation;
use std::sync::Arc;

/// Maximum number of grid lines along x or y.
const MOST_LINES: usize = 32;

/// A formation while it is read.
struct Draft {
    situation: Situation,
    /// The line on which it begins.
    line: usize,
    columns: Vec<f64>,
    rows: Vec<f64>,
    /// Points of each player, by row.
    players: [Vec<Option<Vec<Vec2>>>; TEAM],
}

/// Reads the text of a file.
pub(super) fn playbook(text: &str) -> Result<Playbook> {
    let mut roles = [None; TEAM];
    let mut drafts: Vec<Draft> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let line = line.split('#').next().unwrap_or_default().trim();
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => {}
            ["role", unum, role] => {
                let unum = player(number, unum)?;
                let role = named_role(number, role)?;
                if roles[unum].replace(role).is_some() {
                    return fail(number, format!("player {} has a role already", unum + 1));
                }
            }
            ["formation", name] => drafts.push(begin(number, name, &drafts)?),
            _ => match drafts.last_mut() {
                Some(draft) => draft.read(number, &words)?,
                None => {
                    let message = format!("{line:?} where a role or a formation is due");
                    return fail(number, message);
                }
            },
        }
    }
    let mut of: [Option<Arc<Formation>>; Situation::COUNT] = std::array::from_fn(|_| None);
    for draft in drafts {
        let situation = draft.situation;
        of[situation as usize] = Some(Arc::new(draft.finish()?));
    }
    assemble(roles, of)
}

/// Puts together roles for everyone and a formation for every situation.
fn assemble(
    roles: [Option<Role>; TEAM],
    of: [Option<Arc<Formation>>; Situation::COUNT],
) -> Result<Playbook> {
    if let Some(unum) = roles.iter().position(Option::is_none) {
        return whole(format!("player {} has no role", unum + 1));
    }
    for needed in [Situation::Offence, Situation::Defence, Situation::OurKickOff] {
        if of[needed as usize].is_none() {
            return whole(format!("there is no formation {}", name(needed)));
        }
    }
    let stand_in = |situation: Situation| of[situation.stand_in() as usize].clone();
    let all = Situation::NAMES
        .map(|(situation, _)| of[situation as usize].clone().or_else(|| stand_in(situation)));
    let mut formations = Vec::with_capacity(Situation::COUNT);
    formations.extend(all.into_iter().flatten());
    let formations = formations.try_into().map_err(|_| error("formations are missing".into()))?;
    let roles = roles.map(|role| role.unwrap_or(Role::Midfielder));
    Ok(Playbook { roles, formations })
}

fn begin(line: usize, word: &str, drafts: &[Draft]) -> Result<Draft> {
    let known = Situation::NAMES.iter().find(|(_, name)| *name == word);
    let Some(&(situation, _)) = known else {
        let names = Situation::NAMES.map(|(_, name)| name).join(", ");
        return fail(line, format!("there is no formation {word:?}; there are {names}"));
    };
    if drafts.iter().any(|draft| draft.situation == situation) {
        return fail(line, format!("formation {word} is listed twice"));
    }
    let players = std::array::from_fn(|_| Vec::new());
    Ok(Draft { situation, line, columns: Vec::new(), rows: Vec::new(), players })
}

impl Draft {
    /// Reads a line of a formation.
    fn read(&mut self, line: usize, words: &[&str]) -> Result<()> {
        match words {
            ["ball", axis @ ("x" | "y"), values @ ..] => {
                let grid = grid(line, values)?;
                let own = if *axis == "x" { &mut self.columns } else { &mut self.rows };
                if !own.is_empty() {
                    return fail(line, format!("ball {axis} is listed twice"));
                }
                *own = grid;
                Ok(())
            }
            [unum, "mirrors", other] => self.mirror(line, unum, other),
            [unum, "at", row, points @ ..] => self.place(line, unum, row, points),
            _ => {
                let line_text = words.join(" ");
                let forms = "ball x|y NUMBERS, N at Y: POINTS, or N mirrors M";
                fail(line, format!("{line_text:?} is none of {forms}"))
            }
        }
    }

    /// Reads a player's points for a row of the grid.
    fn place(&mut self, line: usize, unum: &str, row: &str, points: &[&str]) -> Result<()> {
        if self.columns.is_empty() || self.rows.is_empty() {
            return fail(line, "ball x and ball y come before players".into());
        }
        let unum = player(line, unum)?;
        let Some(text) = row.strip_suffix(':') else {
            return fail(line, format!("{row:?} is not a y with a colon, as in \"-34:\""));
        };
        let y = number(line, text)?;
        let Some(row) = self.rows.iter().position(|&own| own == y) else {
            return fail(line, format!("{text} is none of ball y"));
        };
        if points.len() != self.columns.len() {
            let (given, wanted) = (points.len(), self.columns.len());
            return fail(line, format!("{given} points, {wanted} are wanted: one for each ball x"));
        }
        let points: Result<Vec<Vec2>> = points.iter().map(|text| point(line, text)).collect();
        let own = &mut self.players[unum];
        own.resize(self.rows.len(), None);
        if own[row].replace(points?).is_some() {
            return fail(line, format!("player {} at {text} is listed twice", unum + 1));
        }
        Ok(())
    }

    /// Makes a player stand as another one does, with left and right exchanged.
    fn mirror(&mut self, line: usize, unum: &str, other: &str) -> Result<()> {
        let (unum, other) = (player(line, unum)?, player(line, other)?);
        let rows = &self.rows;
        if rows.iter().zip(rows.iter().rev()).any(|(one, other)| *one != -*other) {
            return fail(line, "mirroring needs a ball y that is symmetric".into());
        }
        if !self.players[unum].is_empty() {
            return fail(line, format!("player {} is listed twice", unum + 1));
        }
        let turned = |points: &Option<Vec<Vec2>>| {
            let points = points.as_ref()?;
            Some(points.iter().map(|at| Vec2::new(at.x, -at.y)).collect())
        };
        self.players[unum] = self.players[other].iter().rev().map(turned).collect();
        if self.players[unum].is_empty() || self.players[unum].iter().any(Option::is_none) {
            return fail(line, format!("player {} must stand above, whole", other + 1));
        }
        Ok(())
    }

    fn finish(self) -> Result<Formation> {
        let (columns, rows) = (self.columns, self.rows);
        let name = name(self.situation);
        let mut spots = vec![[Vec2::ZERO; TEAM]; columns.len() * rows.len()];
        for (unum, own) in self.players.iter().enumerate() {
            for (row, y) in rows.iter().enumerate() {
                let Some(points) = own.get(row).and_then(Option::as_ref) else {
                    let message = format!("formation {name} lacks player {} at {y}", unum + 1);
                    return fail(self.line, message);
                };
                for (column, &point) in points.iter().enumerate() {
                    spots[row * columns.len() + column][unum] = point;
                }
            }
        }
        if spots.is_empty() {
            return fail(self.line, format!("formation {name} has no ball x or no ball y"));
        }
        Ok(Formation { columns, rows, spots })
    }
}

/// Reads ascending numbers.
fn grid(line: usize, values: &[&str]) -> Result<Vec<f64>> {
    let grid: Result<Vec<f64>> = values.iter().map(|text| number(line, text)).collect();
    let grid = grid?;
    if grid.is_empty() || grid.len() > MOST_LINES {
        return fail(line, format!("{} numbers, 1 to {MOST_LINES} are wanted", grid.len()));
    }
    if let Some(pair) = grid.windows(2).find(|pair| pair[0] >= pair[1]) {
        return fail(line, format!("{} comes after {}: numbers must ascend", pair[1], pair[0]));
    }
    Ok(grid)
}

/// Reads a point, `x,y`.
fn point(line: usize, text: &str) -> Result<Vec2> {
    let Some((x, y)) = text.split_once(',') else {
        return fail(line, format!("{text:?} is not a point, as in -12.5,8"));
    };
    let point = Vec2::new(number(line, x)?, number(line, y)?);
    if !pitch::Rectangle::surroundings().contains(point) {
        return fail(line, format!("{text} is off the pitch and its margin"));
    }
    Ok(point)
}

fn number(line: usize, text: &str) -> Result<f64> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => fail(line, format!("{text:?} is not a number")),
    }
}

/// Reads a uniform number and returns it as an index.
fn player(line: usize, text: &str) -> Result<usize> {
    match text.parse::<usize>() {
        Ok(unum @ 1..=TEAM) => Ok(unum - 1),
        _ => fail(line, format!("{text:?} is not a player, 1 to {TEAM}")),
    }
}

fn named_role(line: usize, text: &str) -> Result<Role> {
    let known = Role::NAMES.iter().find(|(_, name)| *name == text);
    known.map(|&(role, _)| role).map_or_else(
        || {
            let names = Role::NAMES.map(|(_, name)| name).join(", ");
            fail(line, format!("there is no role {text:?}; there are {names}"))
        },
        Ok,
    )
}

fn name(situation: Situation) -> &'static str {
    Situation::NAMES[situation as usize].1
}

fn fail<T>(line: usize, message: String) -> Result<T> {
    Err(error(format!("line {line}: {message}")))
}

fn whole<T>(message: String) -> Result<T> {
    Err(error(message))
}

fn error(message: String) -> Error {
    Error::argument("formation", message)
}
