//! Whatever a server sends to a monitor, nothing panics, and scenes are trees of finite numbers.

use super::{BYTES, Source, cases};
use rcssgym::math::splitmix::SplitMix64;
use rcssgym::wire::scene::{Graph, MAX_DEPTH, Node};
use rcssgym::wire::simspark::message::{self, Message};

#[rustfmt::skip]
const WORDS: [&str; 60] = [
    "nd", "TRF", "BN", "StaticMesh", "SMN", "Light", "DSC", "SLT", "load", "sSc", "sMat",
    "resetMaterials", "rgba", "setVisible", "setTransparent", "setDiffuse", "setAmbient",
    "setSpecular", "agent", "ball", "RSG", "RDS", "RSMP", "time", "half", "score_left",
    "score_right", "play_mode", "play_modes", "team_left", "team_right", "foul", "FieldLength",
    "ack", "StdUnitBox", "models/naohead.obj", "matNum1", "0", "1", "-1", "2", "0.5", "-0", "1e-7",
    "-8.74228e-08", "1e308", "1e309", "-1e400", "nan", "-inf", "99999999999", ".", "+1", "0x1",
    "\u{1F916}", "\t", "\n", "4you", "#1", ";",
];
const POSE: &str = "(SLT 1 0 0 0 0 1 0 0 0 0 1 0 0.5 -8.74228e-08 2 1)";

/// Pieces of messages that often occur together.
const PIECES: [&str; 16] = [
    "(nd TRF",
    "(nd",
    "(nd StaticMesh",
    "(nd SMN",
    "(nd Light",
    ")",
    "))",
    POSE,
    " (setVisible 1)",
    " (load StdUnitCylinder 1 1)",
    " (sSc 0.1 0.1 0.1)",
    "(resetMaterials matNum1 matLeft)",
    " (setDiffuse 1 1 1 1)",
    "((time 0.04)(play_mode 3)(foul 1 2 1 3))",
    "(RDS 0 1)",
    "(RSG 0 1)",
];

impl Source {
    /// Appends a tree of nodes, and differences to it.
    fn tree(&mut self, depth: usize, full: &mut String, diff: &mut String) {
        for _ in 0..self.below(4) {
            let (kind, said, told) = *self.pick(&[
                ("TRF", POSE, "(SLT 0 1 0 0 -1 0 0 0 0 0 1 0 1 2 3 1)"),
                ("TRF", POSE, ""),
                ("BN", "", ""),
                ("SMN", "(load StdUnitBox)(sSc 1 2 3)(sMat matGrey)", "(setVisible 0)"),
                ("StaticMesh", "(setVisible 1)(load a.obj)(resetMaterials a b)", ""),
                ("Light", "(setDiffuse 1 1 1 1)", ""),
            ]);
            *full += &format!("(nd {kind} {said}");
            *diff += if self.below(2) == 0 { "(nd " } else { "(nd" };
            *diff += told;
            if depth < 6 {
                self.tree(depth + 1, full, diff);
            }
            full.push(')');
            diff.push(')');
        }
    }

    fn pieces(&mut self, out: &mut Vec<u8>) {
        for _ in 0..self.below(30) {
            match self.below(8) {
                0 => out.extend(self.pick(&WORDS).bytes()),
                1 => out.push(b' '),
                _ => out.extend(self.pick(&PIECES).bytes()),
            }
        }
    }
}

/// Reads a message as a monitor does, with and without a known scene.
fn check(content: &[u8], before: &Graph) {
    match message::read(content) {
        Ok(Message::Frame(frame)) => {
            for before in [None, Some(before)] {
                if let Ok(scene) = frame.scene(before) {
                    check_scene(&scene, content);
                }
            }
        }
        Ok(Message::Answers(words)) => assert!(!words.is_empty()),
        Err(fault) => check_fault(&fault.to_string(), content),
    }
    for scene in [Graph::read(content, 0), before.updated(content, 0)] {
        match scene {
            Ok(scene) => check_scene(&scene, content),
            Err(fault) => check_fault(&fault.to_string(), content),
        }
    }
}

fn check_fault(line: &str, content: &[u8]) {
    let is_short = line.len() < 240;
    assert!(is_short && !line.contains(char::is_control), "{}: {line}", content.escape_ascii());
}

fn check_scene(scene: &Graph, content: &[u8]) {
    let nodes = scene.nodes();
    assert_eq!(nodes.len(), scene.local().len());
    for (index, Node { parent, depth, .. }) in nodes.iter().enumerate() {
        let above = parent.map_or(0, |parent| nodes[parent].depth + 1);
        assert!(*parent < Some(index) && *depth == above && above < MAX_DEPTH);
    }
    let finite = scene.local().iter().flatten().all(|number| number.is_finite());
    assert!(finite, "{}", content.escape_ascii());
    assert_eq!(scene.world().len(), nodes.len());
}

fn known() -> Graph {
    Graph::read(format!("(nd TRF {POSE}(nd SMN (load StdUnitBox)))(nd Light)").as_bytes(), 0)
        .unwrap()
}

fn fuzz(seed: u64, mut write: impl FnMut(&mut Source, &mut Vec<u8>)) {
    let (mut source, before) = (Source(SplitMix64::new(seed)), known());
    let mut content = Vec::new();
    for _ in 0..cases() {
        content.clear();
        write(&mut source, &mut content);
        check(&content, &before);
    }
    assert_eq!(before, known());
}

#[test]
fn any_bytes() {
    fuzz(11, |source, content| {
        (0..source.below(100)).for_each(|_| content.push(source.below(256) as u8));
    });
}

#[test]
fn bytes_with_a_meaning() {
    fuzz(12, |source, content| {
        (0..source.below(100)).for_each(|_| content.push(*source.pick(BYTES)));
    });
}

#[test]
fn words_and_pieces() {
    fuzz(13, |source, content| {
        source.pieces(content);
        source.mutate(content);
    });
}

#[test]
fn messages_with_mutations() {
    fuzz(14, |source, content| {
        let (mut full, mut diff) = (String::new(), String::new());
        source.tree(3, &mut full, &mut diff);
        let game =
            *source.pick(&["()", "((time 1))", "((FieldLength 30)(play_modes A B)(half 1))"]);
        let (name, text) = *source.pick(&[("RSG", &full), ("RDS", &diff), ("RSG", &diff)]);
        content.extend(format!("{game}({name} 0 1)({text})").bytes());
        source.mutate(content);
    });
}

/// A tree and differences to it are read with the meaning with which they were written.
#[test]
fn trees_read_back() {
    let mut source = Source(SplitMix64::new(15));
    let mut changes = 0;
    for _ in 0..cases().div_ceil(10) {
        let (mut full, mut diff) = (String::new(), String::new());
        source.tree(0, &mut full, &mut diff);
        let before = Graph::read(full.as_bytes(), 0).unwrap();
        assert_eq!(before.nodes().len(), full.matches("(nd ").count());
        let after = before.updated(diff.as_bytes(), 0).unwrap();
        let moved = before.local().iter().zip(after.local()).filter(|(one, other)| one != other);
        let moved = moved.count();
        assert_eq!(moved, diff.matches("SLT").count(), "{full}\n{diff}");
        let hidden = after.nodes().iter().filter_map(|node| node.mesh.as_ref());
        let hidden = hidden.filter(|mesh| !mesh.visible).count();
        assert_eq!(hidden, diff.matches("setVisible").count());
        changes += moved;
    }
    assert!(changes > 0);
}

/// Runs on a stack so small that recursion into these messages would overflow it.
#[test]
fn depth_needs_no_stack() {
    let length = 1 << 20;
    let contents = [
        "(".repeat(length),
        format!("((time 0))(RSG 0 1){}", "(nd".repeat(length / 3)),
        format!("((time 0))(RSG 0 1)({}{})", "(nd".repeat(length / 4), ")".repeat(length / 4)),
        format!("({}{})", "(x".repeat(length / 3), ")".repeat(length / 3)),
        format!("((x{}{}))(RDS 0 1)()", "(x".repeat(length / 3), ")".repeat(length / 3)),
    ];
    let read = move || contents.iter().for_each(|content| check(content.as_bytes(), &known()));
    std::thread::Builder::new().stack_size(128 << 10).spawn(read).unwrap().join().unwrap();
}
