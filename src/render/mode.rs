//! Play modes in words.

/// Names that are said differently from how they are written.
const SAID: [(&str, &str); 13] = [
    ("before kick off", "before kick-off"),
    ("kick off", "kick-off"),
    ("kick in", "kick-in"),
    ("foul charge", "foul: charging"),
    ("foul push", "foul: pushing"),
    ("foul multiple attack", "foul: multiple attack"),
    ("foul ballout", "foul: ball out"),
    ("penalty setup", "penalty: set-up"),
    ("penalty ready", "penalty: ready"),
    ("penalty taken", "penalty: taken"),
    ("penalty miss", "penalty: missed"),
    ("penalty score", "penalty: scored"),
    ("penalty shoot", "penalty shoot-out"),
];
const SIDES: [(&str, &str); 4] =
    [(" left", "left"), (" right", "right"), (" l", "left"), (" r", "right")];

/// The name of a play mode of any protocol in words: `kick_off_l` and `KickOff_Left` are
/// "Kick-off, left".
///
/// ```
/// use rcssgym::render::mode_words;
///
/// assert_eq!(mode_words("kick_off_l"), "Kick-off, left");
/// assert_eq!(mode_words("corner_kick_right"), "Corner kick, right");
/// assert_eq!(mode_words("BeforeKickOff"), "Before kick-off");
/// assert_eq!(mode_words("foul_charge_r"), "Foul: charging, right");
/// ```
pub fn mode_words(name: &str) -> String {
    let spaced = spaced(name);
    let of = |&(end, side): &(&str, &'static str)| Some((spaced.strip_suffix(end)?, side));
    let (what, side) = match SIDES.iter().find_map(of) {
        Some((what, side)) => (what, Some(side)),
        None => (&spaced[..], None),
    };
    let said = SAID.iter().find(|(written, _)| *written == what).map_or(what, |(_, said)| said);
    let mut letters = said.chars();
    let mut words: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    words.extend(letters);
    if let Some(side) = side {
        words += ", ";
        words += side;
    }
    words
}

/// Lower-case words separated by spaces.
fn spaced(name: &str) -> String {
    let (mut words, mut is_small) = (String::new(), false);
    for letter in name.chars() {
        if letter.is_uppercase() && is_small {
            words.push(' ');
        }
        is_small = letter.is_lowercase();
        match letter {
            '_' => words.push(' '),
            letter => words.extend(letter.to_lowercase()),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::mode_words;
    use crate::{disc, soccer};

    #[test]
    fn modes_of_both_games_read_as_people_say_them() {
        let ours = soccer::PlayMode::ALL.iter().map(|mode| mode.name().to_owned());
        let discs = disc::PlayMode::all().map(|mode| mode.name().to_owned());
        for name in ours.chain(discs) {
            let words = mode_words(&name);
            let what = words.strip_suffix(", left").or(words.strip_suffix(", right"));
            let has_side = what.is_some();
            let what = what.unwrap_or(&words);
            assert!(what.len() > 3 && !what.contains('_'), "{name}: {words}");
            assert!(what.chars().skip(1).all(|letter| !letter.is_uppercase()), "{name}: {words}");
            let (_, end) = name.rsplit_once('_').unwrap_or_default();
            let is_side = matches!(end.to_lowercase().as_str(), "l" | "r" | "left" | "right");
            assert_eq!(has_side, is_side, "{name}: {words}");
        }
        let same = [
            ("KickOff_Left", "kick_off_l"),
            ("KickIn_Right", "kick_in_r"),
            ("PlayOn", "play_on"),
            ("BeforeKickOff", "before_kick_off"),
            ("goal_kick_left", "goal_kick_l"),
        ];
        for (one, other) in same {
            assert_eq!(mode_words(one), mode_words(other));
        }
    }
}
