//! The models that come with the crate.

const MODELS: [(&str, &str); 4] = [
    ("T1", include_str!("../../robots/T1.xml")),
    ("K1", include_str!("../../robots/K1.xml")),
    ("ant", include_str!("../../robots/ant.xml")),
    ("ball", include_str!("../../robots/ball.xml")),
];

/// Names that [`super::load`] knows without a file.
pub fn builtin_names() -> [&'static str; MODELS.len()] {
    MODELS.map(|(name, _)| name)
}

/// MJCF of a built-in model.
pub(super) fn text(name: &str) -> Option<&'static str> {
    MODELS.iter().find(|(known, _)| *known == name).map(|&(_, text)| text)
}
