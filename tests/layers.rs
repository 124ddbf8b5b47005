//! Layers depend on each other in one direction: every path from one room of `src` into another
//! goes to the left in the order in `ARCHITECTURE.md`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Names at the crate's root that are not rooms; they belong to `error`.
const REEXPORTS: [&str; 2] = ["Error", "Result"];

/// Returns the layer of each room, from the first line of `ARCHITECTURE.md` with arrows to the
/// left.
fn layers(architecture: &str) -> BTreeMap<String, usize> {
    let order = architecture.lines().find(|line| line.contains(" <- ")).unwrap();
    let mut layers = BTreeMap::new();
    for (layer, rooms) in order.split(" <- ").enumerate() {
        let rooms = rooms.trim().trim_start_matches('{').trim_end_matches('}');
        for room in rooms.split(',').map(|room| room.trim().to_owned()) {
            assert!(layers.insert(room.clone(), layer).is_none(), "{room} is listed twice");
        }
    }
    layers
}

/// Returns the text without comments.
fn code(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join("\n")
}

/// Returns the names directly after each `prefix`, including those of a list in braces.
fn targets(code: &str, prefix: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':' || c == '$') {
            continue;
        }
        // Modules inside a file have further `super::`.
        let rest = code[at + prefix.len()..].trim_start_matches("super::").trim_start();
        match rest.strip_prefix('{') {
            Some(list) => found.extend(heads(list)),
            None => found.extend(head(rest)),
        }
    }
    found
}

/// Returns the first name of a path.
fn head(path: &str) -> Option<String> {
    let name: String = path.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!name.is_empty()).then_some(name)
}

/// Returns the first names of the paths of a list, up to its closing brace.
fn heads(list: &str) -> Vec<String> {
    let (mut depth, mut starts) = (0, vec![0]);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => starts.push(at + 1),
            _ => {}
        }
    }
    starts.into_iter().filter_map(|start| head(list[start..].trim_start())).collect()
}

/// Returns the dependencies of a file that the order forbids.
fn wrong_arrows(layers: &BTreeMap<String, usize>, file: &Path, text: &str) -> Vec<String> {
    let modules: Vec<_> = file
        .with_extension("")
        .iter()
        .map(|part| part.to_str().unwrap().to_owned())
        .filter(|part| part != "mod")
        .collect();
    let (room, code) = (&modules[0], code(text));
    let from = layers.get(room);
    let mut wrong = BTreeSet::new();
    for target in targets(&code, "crate::") {
        match layers.get(&target) {
            Some(to) if target != *room && Some(to) >= from => wrong.insert(target),
            None if !REEXPORTS.contains(&target.as_str()) => wrong.insert(target),
            _ => false,
        };
    }
    // The number of `super::` that leads to the crate's root.
    for target in targets(&code, &"super::".repeat(modules.len())) {
        if target != *room && layers.get(&target).is_some_and(|to| Some(to) >= from) {
            wrong.insert(target);
        }
    }
    let say = |target: String| format!("{}: {room} uses {target}", file.display());
    wrong.into_iter().map(say).collect()
}

/// Collects the sources of the core. The compiler keeps other packages apart.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    if folder.join("Cargo.toml").is_file() {
        return;
    }
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn architecture() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md")).unwrap()
}

#[test]
fn arrows_point_to_the_left() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let layers = layers(&architecture());
    let mut files = Vec::new();
    sources(&src, &mut files);
    let (mut rooms, mut wrong) = (BTreeSet::new(), Vec::new());
    for path in files {
        let file = path.strip_prefix(&src).unwrap();
        if file == Path::new("lib.rs") {
            continue;
        }
        let room = file.with_extension("");
        rooms.insert(room.iter().next().unwrap().to_str().unwrap().to_owned());
        wrong.extend(wrong_arrows(&layers, file, &fs::read_to_string(&path).unwrap()));
    }
    assert!(wrong.is_empty(), "against the order of ARCHITECTURE.md:\n{}", wrong.join("\n"));
    let named: BTreeSet<_> = layers.into_keys().collect();
    assert_eq!(rooms, named, "rooms of src, and those that ARCHITECTURE.md has in its order");
}

#[test]
fn wrong_arrows_are_found_however_they_are_written() {
    let layers = layers("a <- {b, c} <- d\n");
    let wrong = |file: &str, text: &str| wrong_arrows(&layers, Path::new(file), text).len();
    assert_eq!(wrong("b/x.rs", "use crate::a::{One, Two};\nuse crate::b::Three;"), 0);
    assert_eq!(wrong("b/x.rs", "/// [`crate::d::Three`]\nfn f() {} // crate::d"), 0);
    assert_eq!(wrong("b/x.rs", "use super::d::Three; use super::super::a::One;"), 0);
    for text in [
        "use crate::d::Three;",
        "fn f() { crate::d::f() }",
        "use crate::{Error, a::{One, Two}, d};",
        "use crate::{\n    d::{One, Two},\n};",
        "use super::super::d::Three;",
        "use crate::c::Sibling;",
        "use crate::Unknown;",
        "mod tests {\n    use super::super::super::d::Three;\n}",
    ] {
        assert_eq!(wrong("b/x.rs", text), 1, "{text}");
        assert_eq!(wrong("b/mod.rs", &text.replace("super::super", "super")), 1, "{text}");
    }
}
