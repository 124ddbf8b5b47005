//! Parameters as rcssserver's command line and its configuration files have them:
//! `server::half_time = 300`.

use crate::disc::parameters::Value;
use crate::disc::{PlayerParameters, ServerParameters};
use crate::wire::printable;

/// The group to which a parameter belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// `server::`
    Server,
    /// `player::`
    Player,
    /// `CSVSaver::`
    CsvSaver,
}

impl Group {
    /// Returns the group's name as it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Player => "player",
            Self::CsvSaver => "CSVSaver",
        }
    }
}

/// A parameter and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Its group.
    pub group: Group,
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Value,
}

/// Switches that stand alone, as trainers' scripts have them.
const SWITCHES: [&str; 2] = ["coach", "coach_w_referee"];

/// Reads one parameter: `server::synch_mode=on`, or the switch `coach` or `coach_w_referee`. A
/// `version`, which configuration files contain, is a text.
///
/// # Errors
/// What is wrong with it.
pub fn read(text: &str) -> Result<Setting, String> {
    let text = text.trim();
    if SWITCHES.contains(&text) {
        let (name, value) = (text.to_owned(), Value::Bool(true));
        return Ok(Setting { group: Group::Server, name, value });
    }
    let wrong = || format!("'{}' is not of the form server::NAME=VALUE", printable(text));
    let (path, value) = text.split_once('=').ok_or_else(wrong)?;
    let (group, name) = path.trim().split_once("::").ok_or_else(wrong)?;
    let (name, value) = (name.trim(), value.trim());
    let unknown = || format!("there is no parameter '{}'", printable(path.trim()));
    // The version of configuration files, which every group may have.
    let version = (name == "version").then(|| Value::Text(String::new()));
    let (group, default) = match group {
        "server" => (Group::Server, ServerParameters::default().get(name)),
        "player" => (Group::Player, PlayerParameters::default().get(name)),
        "CSVSaver" => (Group::CsvSaver, csv_default(name)),
        _ => return Err(unknown()),
    };
    let default = default.or(version).ok_or_else(unknown)?;
    let value = as_kind(value, &default)
        .map_err(|kind| format!("{}: '{}' is not {kind}", path.trim(), printable(value)))?;
    Ok(Setting { group, name: name.to_owned(), value })
}

/// Returns the default of a parameter of the table of results that rcssserver may keep.
fn csv_default(name: &str) -> Option<Value> {
    match name {
        "save" => Some(Value::Bool(false)),
        "filename" => Some(Value::Text("rcssserver.csv".to_owned())),
        _ => None,
    }
}

/// Reads a value of the same kind as the default.
fn as_kind(text: &str, default: &Value) -> Result<Value, &'static str> {
    match default {
        Value::Bool(_) => match text.to_ascii_lowercase().as_str() {
            "1" | "on" | "true" | "yes" => Ok(Value::Bool(true)),
            "0" | "off" | "false" | "no" => Ok(Value::Bool(false)),
            _ => Err("a boolean: on or off"),
        },
        Value::Int(_) => text.parse().map(Value::Int).map_err(|_| "a whole number of 32 bits"),
        Value::Real(_) => match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Value::Real(number)),
            _ => Err("a number"),
        },
        Value::Text(_) => {
            let quoted = |quote| text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote));
            let plain = quoted('"').or_else(|| quoted('\'')).unwrap_or(text);
            Ok(Value::Text(plain.to_owned()))
        }
    }
}

/// Reads a configuration file: one parameter per line, and comments after `#`.
///
/// # Errors
/// What is wrong, with the number of the line.
pub fn read_file(text: &str) -> Result<Vec<Setting>, String> {
    let mut settings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = without_comment(line).trim();
        if !line.is_empty() {
            let setting = read(line).map_err(|reason| format!("line {}: {reason}", index + 1))?;
            settings.push(setting);
        }
    }
    Ok(settings)
}

/// Returns a line up to the first `#` outside of quotes.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    for (at, character) in line.char_indices() {
        match (quote, character) {
            (None, '#') => return &line[..at],
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), own) if open == own => quote = None,
            _ => {}
        }
    }
    line
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn one(text: &str) -> (&'static str, String, Value) {
        let Setting { group, name, value } = read(text).unwrap();
        (group.name(), name, value)
    }

    #[test]
    fn values_are_read_as_their_kinds() {
        let server = |name: &str, value| ("server", name.to_owned(), value);
        assert_eq!(one("server::half_time=20"), server("half_time", Value::Int(20)));
        assert_eq!(one("server::kick_rand = 0"), server("kick_rand", Value::Real(0.0)));
        for on in ["1", "on", "true", "yes", "ON"] {
            let text = format!("server::synch_mode={on}");
            assert_eq!(one(&text), server("synch_mode", Value::Bool(true)));
        }
        for text in ["'a b'", "\"a b\"", "a b"] {
            let text = format!("server::game_log_dir={text}");
            assert_eq!(one(&text), server("game_log_dir", Value::Text("a b".to_owned())));
        }
        assert_eq!(one("coach"), server("coach", Value::Bool(true)));
        let seed = ("player", "random_seed".to_owned(), Value::Int(-1));
        assert_eq!(one("player::random_seed=-1"), seed);
        let version = ("player", "version".to_owned(), Value::Text("19.0.0".to_owned()));
        assert_eq!(one("player::version = 19.0.0"), version);
        let save = ("CSVSaver", "save".to_owned(), Value::Bool(false));
        assert_eq!(one("CSVSaver::save=0"), save);
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        for (text, reason) in [
            ("half_time=20", "'half_time=20' is not of the form server::NAME=VALUE"),
            ("server::halftime=20", "there is no parameter 'server::halftime'"),
            ("client::x=20", "there is no parameter 'client::x'"),
            ("server::half_time=x", "server::half_time: 'x' is not a whole number of 32 bits"),
            ("server::kick_rand=nan", "server::kick_rand: 'nan' is not a number"),
            ("server::coach=maybe", "server::coach: 'maybe' is not a boolean: on or off"),
        ] {
            assert_eq!(read(text).unwrap_err(), reason);
        }
    }

    #[test]
    fn files_have_comments_and_line_numbers() {
        let text =
            "# version 19\n\nserver::half_time = 10 # s\nserver::game_log_dir = 'a#b'\ncoach\n";
        let settings = read_file(text).unwrap();
        assert_eq!(settings.len(), 3);
        assert_eq!(settings[1].value, Value::Text("a#b".to_owned()));
        let error = read_file("server::half_time = 10\nserver::x = 1\n").unwrap_err();
        assert_eq!(error, "line 2: there is no parameter 'server::x'");
    }
}
