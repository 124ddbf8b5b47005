//! `see`, as each version of the protocol has it.

use crate::disc::Side;
use crate::disc::senses::{LANDMARKS, LINES, Seen, SeenPlayer, Sight};
use crate::wire::number::general;
use std::fmt::Write;

/// Appends `see` for a version of the protocol; `names` are those of the left and the right team.
pub fn write_see(cycle: u32, sight: &Sight, names: &[String; 2], version: u8, out: &mut String) {
    let _ = write!(out, "(see {cycle}");
    let words = if version >= 6 { &SHORT } else { &LONG };
    for (index, seen) in &sight.landmarks {
        let landmark = &LANDMARKS[*index];
        let word = usize::from(landmark.is_goal);
        out.push_str(" ((");
        if seen.near {
            out.push_str(words.near[word]);
        } else {
            let _ = write!(out, "{} {}", words.far[word], landmark.name);
        }
        write_seen(seen, out);
    }
    if let Some(seen) = &sight.ball {
        out.push_str(" ((");
        out.push_str(if seen.near { words.near[2] } else { words.far[2] });
        write_seen(seen, out);
    }
    for player in &sight.players {
        write_player(player, words, names, version, out);
    }
    for line in &sight.lines {
        let _ = write!(out, " (({} {})", words.far[4], LINES[line.line]);
        if let Some(distance) = line.distance {
            out.push(' ');
            general(distance, out);
        }
        let _ = write!(out, " {})", line.direction);
    }
    out.push(')');
}

/// Names of flag, goal, ball, player and line; there are none for near lines.
struct Words {
    far: [&'static str; 5],
    near: [&'static str; 4],
    quote: &'static str,
}

const SHORT: Words =
    Words { far: ["f", "g", "b", "p", "l"], near: ["F", "G", "B", "P"], quote: "\"" };
const LONG: Words = Words {
    far: ["flag", "goal", "ball", "player", "line"],
    near: ["Flag", "Goal", "Ball", "Player"],
    quote: "",
};

/// Writes the end of an object's name, and what is seen of it.
fn write_seen(seen: &Seen, out: &mut String) {
    write_place(seen, out);
    out.push(')');
}

fn write_place(seen: &Seen, out: &mut String) {
    out.push(')');
    if let Some(distance) = seen.distance {
        out.push(' ');
        general(distance, out);
    }
    let _ = write!(out, " {}", seen.direction);
    for value in seen.change.iter().flatten() {
        out.push(' ');
        general(*value, out);
    }
}

fn write_player(
    player: &SeenPlayer,
    words: &Words,
    names: &[String; 2],
    version: u8,
    out: &mut String,
) {
    out.push_str(" ((");
    out.push_str(if player.seen.near { words.near[3] } else { words.far[3] });
    if let Some(side) = player.side {
        let (name, quote) = (&names[Side::index(side)], words.quote);
        let _ = write!(out, " {quote}{name}{quote}");
    }
    if let Some(unum) = player.unum {
        let _ = write!(out, " {unum}");
    }
    // The long names do not tell goalies from the others.
    if player.goalie && version >= 6 {
        out.push_str(" goalie");
    }
    write_place(&player.seen, out);
    if let Some([body, head]) = player.facing {
        if version >= 4 {
            let _ = write!(out, " {body}");
        }
        if version >= 5 {
            let _ = write!(out, " {head}");
        }
    }
    if let Some(direction) = player.pointing {
        let _ = write!(out, " {direction}");
    }
    if player.tackling {
        out.push_str(" t");
    } else if player.kicking {
        out.push_str(" k");
    }
    out.push(')');
}
