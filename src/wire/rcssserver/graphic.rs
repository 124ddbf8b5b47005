//! `(team_graphic (X Y "8 8 NCOL CPP" colours... rows...))`: a tile of a team's picture.

use super::outcome::Outcome;
use super::scan::Scan;
use super::trainer::ILLEGAL;
use crate::disc::{Event, PlayMode, Side, World};

/// Columns and rows of tiles.
const TILES: [u32; 2] = [32, 8];
/// Width and height of a tile.
const SIZE: [u32; 2] = [8, 8];

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
        outcome.reply("(warning invalid_tile_location)");
    }
    let Some((size, xpm)) = picture(scan.rest()) else {
        return outcome.reply("(error invalid_xpm_data)");
    };
    if size != SIZE {
        return outcome.reply("(warning invalid_tile_size)");
    }
    world.tell(Event::Graphic { side, tile, xpm });
    outcome.reply(format!("(ok team_graphic {} {})", tile[0], tile[1]));
}

/// Returns the width and height of a picture, and its lines in quotes; `None` if lines are missing.
fn picture(text: &[u8]) -> Option<([u32; 2], String)> {
    let text = str::from_utf8(text).ok()?;
    let mut lines = text.split('"').skip(1).step_by(2);
    // A line without its closing quote does not count.
    let quotes = text.matches('"').count() / 2;
    let head = lines.next().filter(|_| quotes > 0)?;
    let mut numbers = head.split_ascii_whitespace().map(str::parse::<u32>);
    let mut number = || numbers.next()?.ok();
    let (width, height, colours) = (number()?, number()?, number()?);
    let count = usize::try_from(u64::from(height) + u64::from(colours)).ok()?;
    if quotes < count.checked_add(1)? {
        return None;
    }
    let mut xpm = format!("\"{head}\"");
    for line in lines.take(count) {
        xpm.push_str(" \"");
        xpm.push_str(line);
        xpm.push('"');
    }
    Some(([width, height], xpm))
}
