//! Reading scenes and messages to monitors: examples of the protocol's document, rcsssmj's scenes,
//! and refusals. `tests/python/simspark` reads recordings of SimSpark's server.

use rcssgym::wire::scene::{Graph, Kind, MAX_DEPTH, MAX_NODES, Mesh};
use rcssgym::wire::simspark::message::{self, Frame, MAX_LENGTH, Message};

const POSE: &str = "(SLT 0 1 0 0 -1 0 0 0 0 0 1 0 1 2 3 1)";

fn graph(text: &str) -> Graph {
    Graph::read(text.as_bytes(), 0).unwrap()
}

fn frame(text: &str) -> Frame<'_> {
    match message::read(text.as_bytes()) {
        Ok(Message::Frame(frame)) => frame,
        other => panic!("{text}: {other:?}"),
    }
}

/// The meshes of the document's section "Geometry Nodes", with its line breaks.
#[test]
fn meshes_of_the_document() {
    let text = "(nd SMN (load StdUnitBox) (sSc 1 31 1) (sMat matGrey))\
        (nd SMN (load StdUnitCylinder 0.015 0.08) (sSc 1 1 1) (sMat matDarkGrey))\
        (nd StaticMesh (load models/naohead.obj) (sSc 0.1 0.1 0.1)\n\
        \x20 (setVisible 0)\n  (setTransparent)\n\
        \x20 (resetMaterials matLeft naoblack naogrey naowhite)\n)";
    let graph = graph(text);
    let [cube, cylinder, head] = graph.nodes() else { panic!("{graph:?}") };
    assert_eq!((cube.kind, head.kind), (Kind::StandardMesh, Kind::StaticMesh));
    let meshes = [cube, cylinder, head].map(|node| node.mesh.as_deref().unwrap());
    let materials = |words: &str| words.split(' ').map(str::to_owned).collect();
    let expected = [
        Mesh {
            model: "StdUnitBox".to_owned(),
            scale: [1.0, 31.0, 1.0],
            materials: materials("matGrey"),
            ..Mesh::default()
        },
        Mesh {
            model: "StdUnitCylinder".to_owned(),
            parameters: vec![0.015, 0.08],
            materials: materials("matDarkGrey"),
            ..Mesh::default()
        },
        Mesh {
            model: "models/naohead.obj".to_owned(),
            scale: [0.1; 3],
            materials: materials("matLeft naoblack naogrey naowhite"),
            visible: false,
            transparent: true,
            ..Mesh::default()
        },
    ];
    assert_eq!(meshes, [&expected[0], &expected[1], &expected[2]]);
}

#[test]
fn poses_multiply_from_the_top() {
    let text = format!("(nd BN (nd TRF {POSE}(nd TRF {POSE}(nd Light (setDiffuse 1 0 0 1)))))");
    let graph = graph(&text);
    let kinds: Vec<_> = graph.nodes().iter().map(|node| (node.kind, node.parent)).collect();
    let expected = [
        (Kind::Base, None),
        (Kind::Transform, Some(0)),
        (Kind::Transform, Some(1)),
        (Kind::Light, Some(2)),
    ];
    assert_eq!(kinds, expected);
    assert_eq!(graph.nodes()[3].light.as_ref().unwrap().diffuse, [1.0, 0.0, 0.0, 1.0]);
    // A quarter turn about z, then 1, 2, 3: twice.
    #[rustfmt::skip]
    let once = [
        0.0, -1.0, 0.0, 1.0,
        1.0, 0.0, 0.0, 2.0,
        0.0, 0.0, 1.0, 3.0,
        0.0, 0.0, 0.0, 1.0,
    ];
    #[rustfmt::skip]
    let twice = [
        -1.0, 0.0, 0.0, -1.0,
        0.0, -1.0, 0.0, 3.0,
        0.0, 0.0, 1.0, 6.0,
        0.0, 0.0, 0.0, 1.0,
    ];
    assert_eq!(graph.local()[1..3], [once, once]);
    assert_eq!(graph.world()[1..], [once, twice, twice]);
}

/// Servers differ in how much of a node they repeat.
#[test]
fn differences_in_every_form() {
    let before = graph("(nd TRF (SLT 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1)(nd SMN (load StdUnitBox)))");
    let box_of = |graph: &Graph| graph.nodes()[1].mesh.clone().unwrap();
    for text in [
        format!("(nd {POSE}(nd SMN))"),
        format!("(nd{POSE}(nd))"),
        format!("(nd TRF{POSE}(nd))"),
        format!("(nd (nd SMN (setVisible 1)){POSE}(unheard (of 1)))"),
    ] {
        let after = before.updated(text.as_bytes(), 0).unwrap();
        assert_eq!(after.local()[0][3], 1.0, "{text}");
        assert_eq!(box_of(&after), box_of(&before), "{text}");
        assert!(after.shares_nodes(&before), "{text}");
        let none = after.updated(b"(nd(nd))", 0).unwrap();
        assert_eq!(none, after);
    }
    let hidden = before.updated(b"(nd(nd SMN (setVisible 0)))", 0).unwrap();
    assert!(!box_of(&hidden).visible && box_of(&before).visible);
    let shown = hidden.updated(b"(nd(nd SMN (setVisible 1)))", 0).unwrap();
    assert_eq!(shown, before);
}

/// Messages of rcsssmj to monitors have the same grammar.
#[test]
fn scenes_of_rcsssmj() {
    let full = "(nd TRF(SLT 1.0000 0.0000 0.0000 0.0000 0.0000 1.0000 0.0000 0.0000 0.0000 0.0000 \
        1.0000 0.0000 0.0000 0.0000 0.5000 1.0000)(nd DSC(agent The_A 1)(nd TRF(SLT 1 0 0 0 0 1 0 \
        0 0 0 1 0 1 0 0 1)(nd SMN (setVisible 1)(load StdUnitSphere)(rgba 0.5 0.8 0.0 1.0)(sSc \
        0.1 0.1 0.1)))))";
    let before = graph(full);
    assert_eq!(before.nodes()[1].description, ["agent", "The_A", "1"]);
    assert_eq!(before.nodes()[3].mesh.as_ref().unwrap().colour, Some([0.5, 0.8, 0.0, 1.0]));
    assert_eq!(before.world()[3][3..12], [1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.5]);
    let diff = format!("(nd(nd(nd TRF{POSE}(nd))))");
    let after = before.updated(diff.as_bytes(), 0).unwrap();
    assert_eq!([after.world()[3][3], after.world()[3][11]], [1.0, 3.5]);
}

#[test]
fn differences_to_another_tree_are_refused() {
    let before = graph("(nd TRF (nd SMN (load StdUnitBox)))(nd TRF)");
    for (text, reason) in [
        ("", "byte 0: tells of 0 of the scene's 3 nodes"),
        ("(nd(nd))", "byte 7: tells of 2 of the scene's 3 nodes"),
        ("(nd(nd))(nd)(nd)", "byte 13: the scene has 3 nodes only"),
        ("(nd)(nd)(nd)", "byte 5: node 1 is in 0 others, not in 1"),
        ("(nd(nd(nd)))", "byte 7: node 2 is in 2 others, not in 0"),
        ("(nd(nd TRF))(nd)", "byte 7: node 1 is a StandardMesh, not a Transform"),
        (
            "(nd(nd (SLT 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1)))(nd)",
            "byte 43: node 1 is a StandardMesh, \
          which has no such property",
        ),
        (
            "(nd(setVisible 1)(nd))(nd)",
            "byte 16: node 0 is a Transform, which has no such property",
        ),
    ] {
        let error = before.updated(text.as_bytes(), 0).unwrap_err();
        assert_eq!(error.to_string(), reason, "{text}");
    }
}

#[test]
fn what_is_no_scene_is_refused() {
    let deep = "(nd".repeat(MAX_DEPTH + 1);
    let many = "(nd)".repeat(MAX_NODES + 1);
    for (text, reason) in [
        ("nd", "byte 0: 'nd' is in no expression"),
        ("(nd))", "byte 4: ')' where a node is expected"),
        ("(nd TRF", "byte 4: the scene ends within a node"),
        ("(nd TRF (SLT 1", "byte 13: the scene ends within an expression"),
        ("(TRF)", "byte 0: 'TRF' where a node is expected"),
        ("(nd (()))", "byte 5: an expression begins with no word"),
        ("(nd TRF (SLT 1 2))", "byte 16: (SLT ...) has 2 words behind its name, not 16"),
        ("(nd SMN (sSc 1 1 1 1))", "byte 20: (sSc ...) has 4 words behind its name, not 3"),
        ("(nd SMN (sSc 1 nan 1))", "byte 15: 'nan' is not a finite number"),
        ("(nd SMN (sSc 1 1e999 1))", "byte 15: '1e999' is not a finite number"),
        ("(nd SMN (sSc 1 (2) 1))", "byte 15: an expression where a number must be"),
        ("(nd SMN (load))", "byte 13: (load) names no model"),
        ("(nd SMN (load StdUnitBox x))", "byte 26: 'x' is not a finite number"),
        (&deep, "byte 193: nodes in each other more than 64 deep"),
        (&many, "byte 262145: more than 65536 nodes"),
    ] {
        let error = Graph::read(text.as_bytes(), 0).unwrap_err();
        assert_eq!(error.to_string(), reason, "{}", &text[..text.len().min(80)]);
    }
}

/// The document's own examples of the part about the game, followed by a header and a scene.
#[test]
fn frames_of_the_document() {
    let environment = "((FieldLength 18)(FieldWidth 12)(FieldHeight 40)\n\
        \x20 (FreeKickDistance 1.3)(WaitBeforeKickOff 2)\n\
        \x20 (play_modes BeforeKickOff KickOff_Left\n              KickOff_Right)\n )(RSG 0 1)((nd BN))";
    let full = frame(environment);
    assert!(full.full && full.version == [0, 1]);
    let parameters: [(&[u8], f64); 5] = [
        (b"FieldLength", 18.0),
        (b"FieldWidth", 12.0),
        (b"FieldHeight", 40.0),
        (b"FreeKickDistance", 1.3),
        (b"WaitBeforeKickOff", 2.0),
    ];
    assert_eq!(full.game.parameters, parameters);
    assert_eq!(full.game.play_modes.as_ref().unwrap().len(), 3);
    let scene = full.scene(None).unwrap();
    let state = "((time 0)(half 1)(score_left 0)(score_right 0)(play_mode 0))(RSG 0 1)((nd BN))";
    let game = frame(state).game;
    assert_eq!((game.time, game.half, game.play_mode), (Some(0.0), Some(1), Some(0)));
    assert_eq!(game.score, [Some(0), Some(0)]);
    let partial = frame("((time 0.04))(RDS 0 1)((nd))");
    assert!(!partial.full && partial.game.half.is_none());
    assert_eq!(partial.scene(Some(&scene)).unwrap(), scene);
    let error = partial.scene(None).unwrap_err().to_string();
    assert!(error.ends_with("tells differences to a scene that has not been told"), "{error}");
}

#[test]
fn fouls_names_and_what_nobody_knows() {
    let game = frame(
        "((time 25.0404)(score_left 3)(score_right 1)(team_left 4you)(team_right #1;\"\\)(foul 7 2 1 3)(foul 8 4 2 11)\
         (new a b)(newer (nested 1))(word x))(RDS 0 1)()",
    )
    .game;
    assert_eq!(game.teams, [Some(&b"4you"[..]), Some(&b"#1;\"\\"[..])]);
    assert_eq!(game.score, [Some(3), Some(1)]);
    let fouls: Vec<_> =
        game.fouls.iter().map(|foul| [foul.index, foul.kind, foul.team, foul.number]).collect();
    assert_eq!(fouls, [[7, 2, 1, 3], [8, 4, 2, 11]]);
    assert!(game.parameters.is_empty());
}

#[test]
fn answers() {
    let words = |text: &'static str| match message::read(text.as_bytes()) {
        Ok(Message::Answers(words)) => words,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(words("(ack moved_ball_in_the_air)"), [b"moved_ball_in_the_air"]);
    assert_eq!(words("(ack a)(ack b) (ack c)"), [b"a", b"b", b"c"]);
}

#[test]
fn what_is_no_message_is_refused() {
    let long = " ".repeat(MAX_LENGTH + 1);
    for (text, reason) in [
        ("", "byte 0: the message ends behind this"),
        ("hello", "byte 0: no '(' where an expression must begin"),
        ("(hello)", "byte 1: 'hello' begins neither a frame nor an answer"),
        ("((RSMP 1 0)((gt 1 0)0.0))", "byte 2: it speaks rcsssmj's protocol, RSMP"),
        ("((time 0)", "byte 8: the message ends behind this"),
        ("((time 0) stray)", "byte 10: 'stray' is in no expression"),
        ("((time x))(RDS 0 1)()", "byte 8: time: 'x' is not a finite number"),
        ("((time 0 1))(RDS 0 1)()", "byte 10: (time ...) has 2 words"),
        ("((half 1.5))(RDS 0 1)()", "byte 10: half: '1.5' is no such number"),
        ("((play_mode -1))(RDS 0 1)()", "byte 14: play_mode: '-1' is no such number"),
        ("((foul 1 2 3))(RDS 0 1)()", "byte 12: (foul ...) has 3 words"),
        ("((time 0))", "byte 9: the message ends behind this"),
        ("((time 0))(RSX 0 1)()", "byte 10: neither (RSG ...) nor (RDS ...) where they must be"),
        ("((time 0))(RSG 0)()", "byte 10: the scene's version must be two numbers"),
        ("((time 0))(RSG 0 1)", "byte 18: the message ends behind this"),
        ("((time 0))(RSG 0 1)((nd)", "byte 24: the scene is not closed"),
        ("((time 0))(RSG 0 1)((nd))x", "byte 25: something comes after the scene"),
        ("(ack)", "byte 4: (ack ...) needs one word"),
        ("(ack a)(no b)", "byte 8: something else comes after an answer"),
        (&long, "byte 0: 4194305 bytes are more than 4194304"),
    ] {
        let error = message::read(text.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), reason, "{}", &text[..text.len().min(80)]);
    }
}
