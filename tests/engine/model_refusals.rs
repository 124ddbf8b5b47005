//! Whatever is outside the supported subset is refused with its place, and absurd files do no harm.

use rcssgym::Error;
use rcssgym::model;

use crate::small_model::{file, parse, refusal};

#[test]
fn what_is_outside_the_subset_is_refused_where_it_stands() {
    let hinge = |attributes: &str| {
        format!(r#"<body><joint name="j" {attributes}/><geom size="1"/></body>"#)
    };
    let cases: &[(&str, String, u32, &str)] = &[
        ("", r#"<geom size="0.1" wheel="7"/>"#.into(), 7, r#"wheel="7": attribute not supported"#),
        (
            "",
            "<geom size=\"0.1\"\n type=\"ellipsoid\"/>".into(),
            8,
            r#"type="ellipsoid": not supported"#,
        ),
        ("", r#"<geom size="-1"/>"#.into(), 7, "size -1 0 0"),
        ("", r#"<geom size="0.1 x"/>"#.into(), 7, r#""x" is not a finite number"#),
        ("", r#"<geom size="0.1" pos="0 0 nan"/>"#.into(), 7, r#"pos="0 0 nan""#),
        ("", r#"<geom size="0.1" pos="0 0"/>"#.into(), 7, "needs 3 numbers, has 2"),
        ("", r#"<geom size="0.1" condim="2"/>"#.into(), 7, r#"condim="2""#),
        ("", r#"<geom size="0.1" solref="1 -1"/>"#.into(), 7, r#"solref="1 -1""#),
        ("", r#"<geom size="0.1" contype="2147483648"/>"#.into(), 7, "not an integer in range"),
        ("", r#"<geom size="0.1" conaffinity="4294967295"/>"#.into(), 7, "not an integer in range"),
        (
            "",
            r#"<geom size="0.1" class="none"/>"#.into(),
            7,
            r#"class="none": there is no such class"#,
        ),
        ("", r#"<geom size="0.1" material="none"/>"#.into(), 7, "no such material"),
        (
            "",
            r#"<geom name="g" size="1"/><geom name="g" size="1"/>"#.into(),
            7,
            "a second geom of this name",
        ),
        ("", r#"<geom size="1" quat="1 0 0 0" euler="0 0 0"/>"#.into(), 7, "a second orientation"),
        ("", r#"<geom size="1" quat="0 0 0 0"/>"#.into(), 7, "no length"),
        ("", r#"<geom type="capsule" size="1" fromto="0 0 0 0 0 0"/>"#.into(), 7, "too close"),
        ("", hinge(r#"type="slide""#), 7, r#"type="slide": not supported"#),
        ("", hinge(r#"type="ball""#), 7, r#"type="ball": not supported"#),
        ("", hinge(r#"stiffness="1""#), 7, r#"stiffness="1": only 0"#),
        ("", hinge(r#"springref="1""#), 7, r#"springref="1": only 0"#),
        ("", hinge(r#"springref="0 0""#), 7, r#"springref="0 0": needs 1 numbers, has 2"#),
        ("", hinge(r#"axis="0 0 0""#), 7, "axis [0.0, 0.0, 0.0] has no length"),
        ("", hinge(r#"limited="true""#), 7, "limited, but range is 0 0"),
        ("", hinge(r#"range="-10 30" margin="0.36""#), 7, "margin 0.36 (from here or a class)"),
        (
            "",
            hinge(r#"actuatorfrcrange="1 2""#),
            7,
            "actuatorfrcrange 1 2 (from here or a class): must include 0",
        ),
        ("", hinge(r#"type="free""#), 7, "only the root body may have a free joint"),
        ("", r#"<body><joint/></body>"#.into(), 7, "a body that moves needs more"),
        (
            "",
            r#"<body><joint/><inertial pos="0 0 0" mass="1e-18" diaginertia="1 1 1"/></body>"#
                .into(),
            7,
            "mass 1e-18, moments 1.0 1.0 1.0: a body that moves needs more",
        ),
        (
            "",
            r#"<body><inertial pos="0 0 0" mass="1" diaginertia="1 1 3"/></body>"#.into(),
            7,
            "two must add up",
        ),
        ("", r#"<joint type="free" damping="1"/>"#.into(), 7, "damping 1"),
        ("", "</body><body>".into(), 7, "a second root body"),
        ("", r#"<body name="world"/>"#.into(), 7, "a second body of this name"),
        ("", r#"<site material="none"/>"#.into(), 7, "no such material"),
        ("", r#"<composite type="grid"/>"#.into(), 7, "<composite>: element not supported in body"),
        (
            r#"<contact><exclude body1="root" body2=""/></contact>"#,
            "<body/>".into(),
            2,
            r#"body2="""#,
        ),
        (
            r#"<contact><exclude name="e" body1="root" body2="root"/>
               <exclude name="e" body1="root" body2="root"/></contact>"#,
            String::new(),
            3,
            "a second exclude of this name",
        ),
        ("", "<freejoint><joint/></freejoint>".into(), 7, "element not supported in freejoint"),
        (
            r#"<contact><exclude body1="root" body2="root"><pair/></exclude></contact>"#,
            String::new(),
            2,
            "element not supported in exclude",
        ),
        (
            r#"<default><equality><weld/></equality></default>"#,
            String::new(),
            2,
            "element not supported in equality",
        ),
        (
            r#"<custom><text name="t" data="d"><text/></text></custom>"#,
            String::new(),
            2,
            "element not supported in text",
        ),
        (
            r#"<asset><material name="m" color="1 0 0 1"/></asset>"#,
            String::new(),
            2,
            r#"color="1 0 0 1": attribute not supported"#,
        ),
        (
            r#"<asset><material name="m"><mesh/></material></asset>"#,
            String::new(),
            2,
            "element not supported in material",
        ),
        (r#"<asset color="1"/>"#, String::new(), 2, r#"color="1""#),
        ("<tendon/>", String::new(), 2, "<tendon>: element not supported in mujoco"),
        ("<equality><weld/></equality>", String::new(), 2, "<equality>"),
        ("<include file=\"x\"/>", String::new(), 2, "<include>"),
        ("", r#"<light dri="0 0 -1"/>"#.into(), 7, r#"<light>: dri="0 0 -1": attribute not supp"#),
        ("", r#"<camera name="c" psi="1"/>"#.into(), 7, r#"<camera name="c">: psi="1""#),
        ("", "<camera><light/></camera>".into(), 7, "<light>: element not supported in camera"),
        ("<worldbody><light\n shadow=\"1\"/></worldbody>", String::new(), 3, r#"shadow="1""#),
        ("<asset><texture bulitin=\"flat\"/></asset>", String::new(), 2, r#"bulitin="flat""#),
        (
            r#"<asset><material name="m"><layer rôle="rgb"/></material></asset>"#,
            String::new(),
            2,
            r#"rôle="rgb": attribute not supported"#,
        ),
        (r#"<custom><numeric nam="n"/></custom>"#, String::new(), 2, r#"nam="n": attribute not"#),
        (r#"<option timestpe="1"/>"#, String::new(), 2, r#"<option>: timestpe="1""#),
        (r#"<option><flag graviti="disable"/></option>"#, String::new(), 2, r#"<flag>: graviti="#),
        ("<option><flags/></option>", String::new(), 2, "<flags>: element not supported in option"),
        (r#"<visual znear="1"/>"#, String::new(), 2, r#"<visual>: znear="1""#),
        (r#"<visual><map znaer="1"/></visual>"#, String::new(), 2, r#"<map>: znaer="1""#),
        ("<visual><option/></visual>", String::new(), 2, "<option>: element not supported in vis"),
        (r#"<statistic centre="0 0 0"/>"#, String::new(), 2, r#"<statistic>: centre="0 0 0""#),
        (r#"<compiler coordinate="global"/>"#, String::new(), 2, r#"coordinate="global""#),
        (
            r#"<compiler angle="gon"/>"#,
            String::new(),
            2,
            r#"angle="gon": not supported; known: degree, radian"#,
        ),
        (r#"<default><tendon/></default>"#, String::new(), 2, "<tendon>"),
        (r#"<default><default/></default>"#, String::new(), 2, "attribute class is missing"),
        (r#"<default><default class=""/></default>"#, String::new(), 2, "must not be empty"),
        (r#"<default class="a"/>"#, String::new(), 2, "the outermost class is called main"),
        (r#"<default><geom/><geom/></default>"#, String::new(), 2, "a second one in this class"),
        (r#"<default class=""/>"#, r#"<geom size="1" class=""/>"#.into(), 7, "no such class"),
        (r#"<custom><text name="t" data=""/></custom>"#, String::new(), 2, "must not be empty"),
        (
            r#"<custom><text name="kit" data="g"/><text name="kit" data="g"/></custom>"#,
            String::new(),
            2,
            "a second one of this name",
        ),
        (
            r#"<default><default class="main"><joint damping="1"/></default></default>"#,
            String::new(),
            2,
            r#"class="main": only the outermost class has this name"#,
        ),
        (
            r#"<default><default class="a"/><joint class="a" damping="1"/></default>"#,
            String::new(),
            2,
            r#"class="a": attribute not supported here"#,
        ),
        (r#"<default><site name="s"/></default>"#, String::new(), 2, r#"name="s""#),
        (
            r#"<compiler autolimits="false"/>"#,
            hinge(r#"range="30 -30""#),
            7,
            "range needs its limited flag where autolimits is off",
        ),
        (r#"<default><geom fromto="0 0 0 1 1 1"/></default>"#, String::new(), 2, "fromto"),
        (
            r#"<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 1 1 0"/></asset>"#,
            String::new(),
            2,
            "no volume",
        ),
        (r#"<asset><mesh name="m" vertex="0 0 0 1"/></asset>"#, String::new(), 2, "needs triples"),
        (
            r#"<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 4"/></asset>"#,
            String::new(),
            2,
            "a vertex that is not there",
        ),
        (r#"<asset><hfield name="h"/></asset>"#, String::new(), 2, "<hfield"),
        (
            r#"<actuator><motor name="a_tau" joint="none"/></actuator>"#,
            String::new(),
            2,
            "there is nothing of this name",
        ),
        (r#"<actuator><general name="a_tau" joint="j"/></actuator>"#, hinge(""), 2, "<general"),
        (r#"<actuator><motor name="a_tau" joint="j"/></actuator>"#, hinge(""), 2, "motor a: needs"),
        (r#"<actuator><motor name="a" joint="j"/></actuator>"#, hinge(""), 2, "must end in _tau"),
        (
            r#"<actuator><position name="a_pos" joint="j" kp="5"/></actuator>"#,
            hinge(""),
            2,
            r#"kp="5""#,
        ),
        (r#"<sensor><force site="s"/></sensor>"#, String::new(), 2, "<force>"),
        (r#"<sensor><gyro site="s"/></sensor>"#, String::new(), 2, r#"site="s": there is nothing"#),
        (
            r#"<sensor><framepos objtype="body" objname="root"/></sensor>"#,
            String::new(),
            2,
            r#"objtype="body""#,
        ),
        (r#"<contact><pair geom1="a" geom2="b"/></contact>"#, String::new(), 2, "<pair>"),
        (
            r#"<contact><exclude body1="root" body2="none"/></contact>"#,
            String::new(),
            2,
            r#"body2="none""#,
        ),
        (
            r#"<contact><exclude body1="root" body2="world"/></contact>"#,
            String::new(),
            2,
            "contacts with the scene cannot be excluded",
        ),
        (
            r#"<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 2"/></asset>"#,
            String::new(),
            2,
            "the faces enclose no volume",
        ),
        (
            r#"<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="1 1 2"/></asset>"#,
            String::new(),
            2,
            "the faces enclose no volume",
        ),
    ];
    for (head, body, line, part) in cases {
        let (at, column, message) = refusal(head, body);
        assert!(message.contains(part), "{head} {body}: {message}");
        let anywhere_in_root = message.contains("<body name=\"root\">");
        assert!(at == *line || anywhere_in_root, "{head} {body}: line {at}: {message}");
        assert!(column >= 1);
    }
}

#[test]
fn the_place_is_that_of_the_attribute() {
    let (line, column, message) = refusal("", "<geom size=\"0.1\"\n      rgba=\"1 1 1\"/>");
    assert_eq!((line, column), (8, 7));
    assert_eq!(message, r#"<geom>: rgba="1 1 1": needs 4 numbers, has 3"#);
}

#[test]
fn what_is_no_model_is_refused() {
    let body = "<worldbody><body><freejoint/><geom size='1'/></body></worldbody>";
    let refused = |text: &str| match model::parse(text, "x") {
        Err(Error::Mjcf { message, .. }) => message,
        other => panic!("{text}: {other:?}"),
    };
    assert!(model::parse(&format!("<mujoco>{body}</mujoco>"), "x").is_ok());
    // What is wrong with a text that is not a document, the parser of documents says.
    for text in ["", "<", "<mujoco>"] {
        assert!(!refused(text).contains("<mujoco>"), "{text}");
    }
    for (text, part) in [
        ("<mujoco/>".to_owned(), "worldbody has no body"),
        ("<mujoco><worldbody/></mujoco>".to_owned(), "worldbody has no body"),
        (format!("<robot>{body}</robot>"), "the root element must be mujoco"),
        (format!("<!DOCTYPE a []><mujoco>{body}</mujoco>"), "DTD"),
        (
            format!("<mujoco>{}</mujoco>", body.replace("<freejoint/>", "")),
            "the root body needs one free joint",
        ),
    ] {
        let message = refused(&text);
        assert!(message.contains(part), "{text}: {message}");
    }
}

#[test]
fn depth_and_size_are_capped() {
    let nested = |tag: &str, count: usize| {
        format!("<{tag}>").repeat(count) + &format!("</{tag}>").repeat(count)
    };
    let (_, _, message) = refusal("", &nested("body", 100));
    assert!(message.contains("bodies deep"), "{message}");
    for (tag, count) in [("body", 100_000), ("default", 100_000), ("geom", 100_000)] {
        let nest = nested(tag, count);
        assert!(parse(&nest, "").is_err() && parse("", &nest).is_err(), "{tag}");
    }
    let small = file("", "");
    let filled = |length: usize| small.clone() + &" ".repeat(length - small.len());
    assert!(model::parse(&filled(model::MAX_FILE_BYTES), "x").is_ok());
    match model::parse(&filled(model::MAX_FILE_BYTES + 1), "x") {
        Err(Error::Mjcf { message, .. }) => assert!(message.contains("more than"), "{message}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn absurd_numbers_are_refused_and_never_overflow() {
    for (body, part) in [
        (r#"<geom size="1e200"/>"#, "must be finite"),
        (r#"<geom size="1" density="1e308"/>"#, "must be finite"),
        (r#"<body pos="1e200 0 0"><joint/><geom size="1"/></body>"#, "not positive definite"),
    ] {
        let (_, _, message) = refusal("", body);
        assert!(message.contains(part), "{body}: {message}");
    }
    // Two hinges about the same axis, whatever rounding makes of them.
    let body = r#"<body pos="0.1 0.2 0.3">"#;
    let hinge = r#"<joint axis="0.60 0.64 -0.51" pos="0.06 -0.05 0.01"/>"#;
    let (_, _, message) = refusal("", &format!("{body}{hinge}{hinge}<geom size=\"0.1\"/></body>"));
    assert!(message.contains("not positive definite"), "{message}");
    // Two hinges that hardly turn are heavy, but a model.
    let stiff = r#"<joint armature="1e308"/><joint armature="1e308"/><geom size="1e-3"/>"#;
    let model = parse("", &format!("<body>{stiff}</body>")).unwrap();
    let numbers = model.bodies.iter().flat_map(|body| body.invweight0);
    let numbers = numbers.chain(model.joints.iter().map(|joint| joint.invweight0));
    assert!(numbers.into_iter().all(f64::is_finite));
}
