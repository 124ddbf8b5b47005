//! `(team_graphic (X Y "8 8 NCOL CPP" colours... rows...))`: a tile of a team's picture.

use super::ILLEGAL;
use super::outcome::Outcome;
use super::scan::Scan;
use crate::disc::{Event, PlayMode, Side, World};

/// Columns and rows of tiles.
const TILES: [u32; 2] = [32, 8];
/// Width and height of a tile.
const SIZE: [i32; 2] = [8, 8];

/// Carries out the command.
pub(super) fn act(world: &mut World, side: Side, message: &[u8], outcome: &mut Outcome) {
    if world.game.mode != PlayMode::BeforeKickOff {
        return outcome.reply("(warning only_before_kick_off)");
    }
    let mut scan = Scan::new(message);
    let tile = (|| {
        scan.byte(b'(')?;
        scan.literal("team_graphic")?;
        scan.byte(b'(')?;
        // As C reads unsigned numbers: negative ones become large.
        Some([scan.integer()? as u32, scan.integer()? as u32])
    })();
    let Some(tile) = tile else { return outcome.reply(ILLEGAL) };
    if tile[0] >= TILES[0] || tile[1] >= TILES[1] {
        // Only a warning, as in rcssserver: the tile is accepted.
        outcome.reply("(warning invalid_tile_location)");
    }
    let Some((size, xpm)) = picture(scan.rest()) else {
        return outcome.reply("(error invalid_xpm_data)");
    };
    if size != SIZE {
        return outcome.reply("(warning invalid_tile_size)");
    }
    world.report(Event::Graphic { side, tile, xpm });
    outcome.reply(format!("(ok team_graphic {} {})", tile[0], tile[1]));
}

/// Returns the width and height of a picture, and its lines in quotes; `None` if lines are missing
/// or are not as long as the first line says.
fn picture(text: &[u8]) -> Option<([i32; 2], String)> {
    // What is outside of quotes and what is inside take turns.
    let pieces: Vec<&str> = str::from_utf8(text).ok()?.split('"').collect();
    let mut lines = pieces.get(1..)?.chunks_exact(2).map(|line| (line[0], line[1]));
    let (head, mut gap) = lines.next()?;
    let mut scan = Scan::new(head.as_bytes());
    let mut number = || scan.integer();
    let (width, height, colours) = (number()?, number()?, number()?);
    let characters_per_pixel = number()?;
    scan.skip_blanks();
    if !scan.rest().is_empty() || height < 0 || colours < 0 {
        return None;
    }
    let length = i64::from(width) * i64::from(characters_per_pixel);
    let mut xpm = format!("\"{width} {height} {colours} {characters_per_pixel}\"");
    for index in 0..i64::from(colours) + i64::from(height) {
        let blank = gap.bytes().all(|byte| byte.is_ascii_whitespace());
        let (line, next_gap) = lines.next().filter(|(line, _)| blank && !line.is_empty())?;
        if index >= i64::from(colours) && line.len() as i64 != length {
            return None;
        }
        gap = next_gap;
        xpm.push_str(" \"");
        xpm.push_str(line);
        xpm.push('"');
    }
    Some(([width, height], xpm))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn tile(head: &str, colours: usize, rows: &[&str]) -> String {
        let colours = ["\". c #000000\"", "\"# c #ffffff\""][..colours].join(" ");
        let rows = rows.iter().map(|row| format!(" \"{row}\"")).collect::<String>();
        format!(" \"{head}\" {colours}{rows}))")
    }

    #[test]
    fn pictures_are_read_if_every_line_fits_the_first() {
        for (text, expected) in [
            (tile("2 2 2 1", 2, &[".#", "#."]), Some([2, 2])),
            (tile("  2 2  2 1 ", 2, &[".#", "#."]), Some([2, 2])),
            (tile("1 2 2 2", 2, &[".#", "#."]), Some([1, 2])),
            (tile("2 1 1 1", 1, &[" ."]), Some([2, 1])),
            (tile("2 2 2", 2, &[".#", "#."]), None),
            (tile("2 2 2 1 1", 2, &[".#", "#."]), None),
            (tile("2 2 2 x", 2, &[".#", "#."]), None),
            (tile("2 2 2 1", 2, &[".#"]), None),
            (tile("2 2 2 1", 2, &[".#", "#.."]), None),
            (tile("2 2 2 1", 2, &[".#", ""]), None),
            (tile("2 -2 2 1", 2, &[".#", "#."]), None),
            (tile("2 2 2 1", 2, &[".#", "#."]).replace(" \"#.", " x \"#."), None),
            (tile("2 2000000000 2 1", 2, &[".#", "#."]), None),
            (" \"2 2 2 1".to_owned(), None),
            ("))".to_owned(), None),
        ] {
            let size = picture(text.as_bytes()).map(|(size, _)| size);
            assert_eq!(size, expected, "{text}");
        }
        let (_, xpm) = picture(tile(" 2 1  1 1", 1, &[" ."]).as_bytes()).unwrap();
        assert_eq!(xpm, "\"2 1 1 1\" \". c #000000\" \" .\"");
    }
}
