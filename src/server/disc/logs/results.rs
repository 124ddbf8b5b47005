//! A line for the game in a table of results, as rcssserver's `CSVSaver` appends it.

use crate::disc::{Score, World};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

/// Opens the table for appending the line.
pub(super) fn open(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path)
}

/// Appends the line; `time` is when the server began, `YYYY-MM-DD HH:MM:SS`.
pub(super) fn append(
    file: &mut File,
    world: &World,
    coaches: &[String; 2],
    time: &str,
) -> std::io::Result<()> {
    file.write_all(line(world, coaches, time).as_bytes())
}

/// Time, teams, coaches, goals, penalties taken and scored, and the winner of the toss after them;
/// `NULL` for missing values.
fn line(world: &World, coaches: &[String; 2], time: &str) -> String {
    let name = |name: &String| match name.as_str() {
        "" => "NULL".to_owned(),
        name => format!("\"{name}\""),
    };
    let [left, right] = &world.game.score;
    let taken = [left, right].map(|score| score.penalties_scored + score.penalties_missed);
    let mut values = vec![time.to_owned()];
    values.extend(world.names().iter().map(name));
    values.extend(coaches.iter().map(name));
    values.extend([left, right].map(|score: &Score| score.goals.to_string()));
    if taken == [0, 0] {
        values.extend(["NULL"; 4].map(str::to_owned));
    } else {
        values.extend(taken.map(|count| count.to_string()));
        values.extend([left, right].map(|score| score.penalties_scored.to_string()));
    }
    let winner = match (left.won_toss, right.won_toss) {
        (true, _) => "LEFT",
        (_, true) => "RIGHT",
        _ => "NULL",
    };
    values.push(winner.to_owned());
    values.join(", ") + "\n"
}
