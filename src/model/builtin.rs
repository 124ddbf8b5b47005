//! The models that come with the crate.

use std::borrow::Cow;

/// Number of built-in robots.
pub(super) const COUNT: usize = 8;

const ROBOTS: [(&str, &str); COUNT] = [
    ("T1", include_str!("../../robots/T1.xml")),
    ("K1", include_str!("../../robots/K1.xml")),
    ("ant", include_str!("../../robots/ant.xml")),
    ("nao", include_str!("../../robots/nao.xml")),
    ("nao1", include_str!("../../robots/nao1.xml")),
    ("nao2", include_str!("../../robots/nao2.xml")),
    ("nao3", include_str!("../../robots/nao3.xml")),
    ("nao4", include_str!("../../robots/nao4.xml")),
];

/// The ball.
const BALL: (&str, &str) = ("ball", include_str!("../../robots/ball.xml"));

/// Files that built-in models include.
const PARTS: [(&str, &str); 3] = [
    ("K1_hulls.xml", include_str!("../../robots/K1_hulls.xml")),
    ("K1_shells.xml", include_str!("../../robots/K1_shells.xml")),
    ("T1_shells.xml", include_str!("../../robots/T1_shells.xml")),
];

/// Names of robots that [`super::load`] knows without a file.
pub fn builtin_names() -> [&'static str; COUNT] {
    ROBOTS.map(|(name, _)| name)
}

/// MJCF of a built-in robot, or of the ball.
pub(super) fn text(name: &str) -> Option<&'static str> {
    ROBOTS.iter().chain([&BALL]).find(|(known, _)| *known == name).map(|&(_, text)| text)
}

/// A file that a built-in model includes.
pub(super) fn part(file: &str) -> Result<Cow<'static, str>, String> {
    let part = PARTS.iter().find(|(known, _)| *known == file);
    let text = part.map(|&(_, text)| Cow::Borrowed(text));
    text.ok_or_else(|| "not among the built-in files".to_owned())
}
