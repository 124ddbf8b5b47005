//! Messages of SimSpark's agents: the scene that selects their robot, who they are, and effectors.

use crate::wire::Introduction;
use crate::wire::rcsssmj::agent::check_team_name;
use crate::wire::refusal::{Fault, Message, Refusal, word};
use crate::wire::sexpr::{List, Malformed, Spacing, read_spaced};
use crate::wire::words::{Words, bounded};

/// Characters of the longest message that is heard.
pub const LONGEST_SAY: usize = 20;
/// Highest number on a jersey.
pub const HIGHEST_NUMBER: u32 = 11;

/// The robot that an agent requests by its scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Name of our model.
    pub model: &'static str,
    /// Heterogeneous type; 0 if there is only one.
    pub make: u32,
}

/// An action of a robot.
#[derive(Clone, Debug, PartialEq)]
pub enum Effector<'a> {
    /// `(<name> <speed>)`
    Speed {
        /// Name of a motor, e.g. `he1`; the robot may not have it.
        name: &'a str,
        /// Speed, rad/s, held until another one is commanded.
        speed: f64,
    },
    /// `(beam <x> <y> <angle>)`
    Beam {
        /// Position, m, from the team's own side: its own half has negative x.
        position: [f64; 2],
        /// Heading from the direction of play, rad.
        yaw: f64,
    },
    /// `(say <message>)`, at most [`LONGEST_SAY`] printable characters.
    Say(&'a [u8]),
}

/// Reads a message for the first `(scene <file> [<type>])` in it; `None` if it has none. Anything
/// after it in the same message is lost, as in SimSpark.
///
/// # Errors
/// [`Refusal`] for a message that cannot be read, and for a scene that is not a robot.
pub fn scene(message: &[u8]) -> Result<Option<Scene>, Refusal> {
    let all =
        read(message).map_err(|malformed| Refusal::of_message(message, malformed.to_string()))?;
    let Some(list) = all.lists().find(|list| list.head() == Some(b"scene")) else {
        return Ok(None);
    };
    let refuse = |fault| match fault {
        Fault::Part(reason) | Fault::Rest(reason) => Refusal::of_list(list, reason),
    };
    scene_of(&Words::of(list)).map(Some).map_err(refuse)
}

fn scene_of(words: &Words<'_>) -> Result<Scene, Fault> {
    let robot = |model| Ok(Scene { model, make: 0 });
    match words.atom(1)? {
        b"rsg/agent/nao/nao.rsg" => robot("nao"),
        b"rsg/agent/nao/nao_hetero.rsg" => match words.atom(2)? {
            b"0" => robot("nao"),
            b"1" => Ok(Scene { model: "nao1", make: 1 }),
            b"2" => Ok(Scene { model: "nao2", make: 2 }),
            b"3" => Ok(Scene { model: "nao3", make: 3 }),
            b"4" => Ok(Scene { model: "nao4", make: 4 }),
            other => Err(Fault::Part(format!("there is no type {}, but 0 to 4", word(other)))),
        },
        b"rsg/agent/t1/t1.rsg" => robot("T1"),
        b"rsg/agent/k1/k1.rsg" => robot("K1"),
        b"rsg/agent/ant/ant.rsg" => robot("ant"),
        other => Err(Fault::Part(format!(
            "there is no {}, but rsg/agent/ with nao/nao.rsg, nao/nao_hetero.rsg, t1/t1.rsg, \
             k1/k1.rsg and ant/ant.rsg",
            word(other)
        ))),
    }
}

/// Reads a message for an `(init (unum <number>)(teamname <name>))`; `None` if it has none.
///
/// # Errors
/// [`Refusal`] if it has no team, a name that other agents could not read, or a number above
/// [`HIGHEST_NUMBER`].
pub fn introduction(message: &[u8]) -> Result<Option<Introduction>, Refusal> {
    // A message that cannot be read is complained about where its effectors are read.
    let Ok(all) = read(message) else { return Ok(None) };
    let Some(list) = all.lists().find(|list| list.head() == Some(b"init")) else {
        return Ok(None);
    };
    let refuse = |fault| match fault {
        Fault::Part(reason) | Fault::Rest(reason) => Refusal::of_list(list, reason),
    };
    introduction_of(list).map(Some).map_err(refuse)
}

fn introduction_of(list: List<'_>) -> Result<Introduction, Fault> {
    let (mut team, mut number) = (None, 0);
    for part in list.lists() {
        let words = Words::of(part);
        match words.head()? {
            b"unum" => number = words.integer(1)?,
            b"teamname" => team = Some(words.text(1)?),
            _ => {}
        }
    }
    let team = team.ok_or_else(|| Fault::Part("has no (teamname <name>)".to_owned()))?;
    check_team_name(team).map_err(Fault::Part)?;
    let number = match u32::try_from(number) {
        Ok(0) => None,
        Ok(number) if number <= HIGHEST_NUMBER => Some(number),
        _ => {
            let problem = format!("number {number} is not from 0 to {HIGHEST_NUMBER}");
            return Err(Fault::Part(problem));
        }
    };
    Ok(Introduction { team: team.to_owned(), number })
}

/// Whether a message contains `(pass)`, which announces a pass.
pub fn announces_pass(message: &[u8]) -> bool {
    contains(message, b"pass", |list| Words::of(list).count == 1)
}

/// Whether a message contains `(syn)`, with which an agent says that it has done its part of a
/// cycle.
pub fn is_synced(message: &[u8]) -> bool {
    contains(message, b"syn", |_| true)
}

/// Whether a message has an expression that begins with `word` and is as it should be.
fn contains(message: &[u8], word: &[u8], is_so: impl Fn(List<'_>) -> bool) -> bool {
    // Many messages do not contain the word, and need not be parsed again.
    message.windows(word.len()).any(|window| window == word)
        && read(message)
            .is_ok_and(|all| all.lists().any(|list| list.head() == Some(word) && is_so(list)))
}

fn read(message: &[u8]) -> Result<List<'_>, Malformed> {
    read_spaced(message, Spacing::White)
}

/// Reads the actions of a robot; an invalid effector does not affect the others.
pub fn effectors(message: &[u8]) -> Message<Effector<'_>> {
    Message::read(message, Spacing::White, |list, parts| {
        let effector = effector(list).map_err(|fault| match fault {
            Fault::Part(reason) | Fault::Rest(reason) => Fault::Part(reason),
        })?;
        parts.extend(effector);
        Ok(())
    })
}

/// Reads one effector; `None` if it is valid but has no effect here.
fn effector(list: List<'_>) -> Result<Option<Effector<'_>>, Fault> {
    let words = Words::of(list);
    let no_effector = |name: &[u8]| format!("{} is not an effector of this form", word(name));
    match (words.head()?, words.count) {
        // They are not effectors: see `is_synced`, `introduction` and `announces_pass`.
        (b"syn" | b"init", _) | (b"pass", 1) => Ok(None),
        (b"scene", _) => Err(Fault::Part("came before".to_owned())),
        (b"beam", 4) => {
            let [x, y, angle] = words.floats(1)?;
            let [x, y, yaw] = bounded(["x", "y", "angle"], [x, y, angle.to_radians()])?;
            Ok(Some(Effector::Beam { position: [x, y], yaw }))
        }
        (b"say", 2) => Ok(Some(Effector::Say(said(words.atom(1)?)?))),
        (b"beam" | b"say" | b"pass", _) => {
            Err(Fault::Part("has not as many words as it should".to_owned()))
        }
        (_, 2) => {
            let name = words.text(0)?;
            let [speed] = bounded(["speed"], [words.float(1)?])?;
            Ok(Some(Effector::Speed { name, speed }))
        }
        (name, _) => Err(Fault::Part(no_effector(name))),
    }
}

/// Checks a message to other robots. Parentheses and blanks cannot occur in a word.
fn said(message: &[u8]) -> Result<&[u8], Fault> {
    if message.len() > LONGEST_SAY {
        let length = message.len();
        return Err(Fault::Part(format!("{length} characters are more than {LONGEST_SAY}")));
    }
    match message.iter().all(u8::is_ascii_graphic) {
        true => Ok(message),
        false => Err(Fault::Part(format!("{} is not printable ASCII", word(message)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenes_are_robots() {
        let of = |text: &str| scene(text.as_bytes()).map_err(|refusal| refusal.to_string());
        let robot = |model, make| Ok(Some(Scene { model, make }));
        assert_eq!(of("(scene rsg/agent/nao/nao.rsg)"), robot("nao", 0));
        assert_eq!(of("(scene rsg/agent/nao/nao_hetero.rsg 4)(init (unum 1))"), robot("nao4", 4));
        assert_eq!(of("(syn)(scene rsg/agent/t1/t1.rsg)(syn)"), robot("T1", 0));
        assert_eq!(of("(he1 1)"), Ok(None));
        assert!(of("(scene rsg/agent/nao/nao_hetero.rsg 5)").unwrap_err().contains("no type '5'"));
        assert!(of("(scene rsg/agent/nao/none.rsg)").unwrap_err().contains("nao/none.rsg"));
        assert!(of("(scene rsg/agent/nao/nao_hetero.rsg)").is_err());
        assert!(of("(scene").is_err());
    }

    #[test]
    fn who_agents_are() {
        let of = |text: &str| introduction(text.as_bytes()).map_err(|refusal| refusal.to_string());
        let who = |team: &str, number| Ok(Some(Introduction { team: team.to_owned(), number }));
        assert_eq!(of("(init (unum 3)(teamname Alpha))"), who("Alpha", Some(3)));
        assert_eq!(of("(syn)(init (teamname Beta_2) (unum 0))(syn)"), who("Beta_2", None));
        assert_eq!(of("(init (teamname Beta_2))"), who("Beta_2", None));
        assert_eq!(of("(he1 0)"), Ok(None));
        assert!(of("(init (unum 9))").unwrap_err().contains("teamname"));
        assert!(of("(init (unum 12)(teamname A))").unwrap_err().contains("number 12"));
        assert!(of("(init (unum -1)(teamname A))").unwrap_err().contains("number -1"));
        assert!(of("(init (unum x)(teamname A))").is_err());
    }

    #[test]
    fn each_effector_stands_for_itself() {
        let read = effectors(b"(he1 50)(xx1 3)(say hello)(beam -3.5 1 90)(he2)(say a b)(he3 nan)");
        let yaw = std::f64::consts::FRAC_PI_2;
        let expected = [
            Effector::Speed { name: "he1", speed: 50.0 },
            Effector::Speed { name: "xx1", speed: 3.0 },
            Effector::Say(b"hello"),
            Effector::Beam { position: [-3.5, 1.0], yaw },
        ];
        assert_eq!(read.parts, expected);
        assert_eq!(read.refused.len(), 3);
        assert_eq!(effectors(b"(say xxxxxxxxxxxxxxxxxxxx)").parts.len(), 1);
        assert!(effectors(b"(say xxxxxxxxxxxxxxxxxxxxx)").parts.is_empty());
        assert!(effectors(b"(say a(b)").parts.is_empty());
    }

    #[test]
    fn a_word_ends_a_turn() {
        for (message, is_end) in [
            ("(he1 1)(syn)", true),
            ("(syn now)\n", true),
            ("(sync)(say syn)((syn))", false),
            ("(syn", false),
            ("(he1 1)", false),
        ] {
            assert_eq!(is_synced(message.as_bytes()), is_end, "{message}");
        }
    }

    #[test]
    fn any_white_space_separates_words() {
        let message = b"\r\n(he1\t50)\n( say\r\nhello )\t(beam -3.5\n1 90)";
        assert_eq!(
            effectors(message).parts,
            effectors(b"(he1 50)(say hello)(beam -3.5 1 90)").parts
        );
        assert_eq!(effectors(message).refused, []);
        assert!(scene(b"(scene\trsg/agent/nao/nao.rsg\n)").is_ok_and(|scene| scene.is_some()));
        let introduced = introduction(b"(init\n(unum\t3)\n(teamname Alpha\r))").unwrap().unwrap();
        assert_eq!((introduced.team.as_str(), introduced.number), ("Alpha", Some(3)));
        assert!(announces_pass(b"(\npass\t)") && is_synced(b"(\nsyn\n)"));
    }

    #[test]
    fn passes_are_announced_by_a_word() {
        for (message, is_pass) in [
            ("(he1 1)(pass)(syn)", true),
            ("(pass )", true),
            ("(passes)(say pass)(pass 1)", false),
            ("((pass))(say (pass))", false),
            ("(pass)(", false),
        ] {
            assert_eq!(announces_pass(message.as_bytes()), is_pass, "{message}");
        }
        assert_eq!(effectors(b"(pass)").refused.len(), 0);
        assert_eq!(effectors(b"(init (unum 1)(teamname A))").refused.len(), 0);
        assert_eq!(effectors(b"(pass left)").refused.len(), 1);
    }

    /// Numbers as agents of the league print them, with C++ streams, Java and Python.
    #[test]
    fn numbers_are_read_as_agents_print_them() {
        for (text, expected) in [
            ("1e-05", 1e-5),
            ("1.0E-5", 1e-5),
            ("-0", 0.0),
            ("-0.00", 0.0),
            ("5.", 5.0),
            (".5", 0.5),
            ("+3", 3.0),
            ("7", 7.0),
            ("6.13950000000000", 6.1395),
        ] {
            let message = format!("(lle3 {text})");
            let parts = effectors(message.as_bytes()).parts;
            assert_eq!(parts, [Effector::Speed { name: "lle3", speed: expected }], "{text}");
        }
        // An invalid number invalidates its own effector, and no other.
        for text in ["nan", "-nan", "NaN", "inf", "-Infinity", "1e400", "1,5", "0x10", "one"] {
            let message = format!("(lle3 {text})(rle3 1)(beam {text} 0 0)(say hi)(syn)");
            let read = effectors(message.as_bytes());
            assert_eq!(read.refused.len(), 2, "{text}");
            let rest = [Effector::Speed { name: "rle3", speed: 1.0 }, Effector::Say(b"hi")];
            assert_eq!(read.parts, rest, "{text}");
        }
    }
}
