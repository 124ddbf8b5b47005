//! Built-in and user files load, with the meaning that MJCF defines.

use rcssgym::Error;
use rcssgym::model::{self, Dress, GeomRef, Shape, ViewerMesh};

use crate::small_model::{file, parse, refusal};

#[test]
fn built_in_models_load() {
    for name in model::builtin_names() {
        let model = model::load(name).unwrap();
        assert_eq!(model.name, name);
        assert_eq!(model.looks.len(), model.geoms.len());
        assert_eq!(model.geom_order.len(), model.geoms.len() + model.visuals.len());
    }
}

#[test]
fn motors_keep_the_order_of_the_file() {
    let t1 = model::load("T1").unwrap();
    let names: Vec<&str> = t1.motors.iter().map(|motor| &*motor.name).collect();
    assert_eq!(names[..4], ["he1", "he2", "lae1", "lae2"]);
    assert_eq!(names.last(), Some(&"rle6"));
    assert_eq!((t1.nv(), t1.nq(), t1.bodies.len()), (29, 30, 24));
}

#[test]
fn subtrees_are_contiguous_and_hinges_in_order_of_bodies() {
    for name in model::builtin_names() {
        let model = model::load(name).unwrap();
        let mut next_joint = 0;
        for (index, body) in model.bodies.iter().enumerate() {
            assert!(body.parent.is_none_or(|parent| parent < index));
            assert_eq!(body.parent.is_none(), index == 0);
            assert_eq!(body.joints.start, next_joint);
            next_joint = body.joints.end;
        }
        assert_eq!(next_joint, model.joints.len());
    }
}

#[test]
fn a_model_loads_by_path() {
    let path = std::env::temp_dir().join(format!("rcssgym-{}.xml", std::process::id()));
    std::fs::write(&path, file("", "")).unwrap();
    let model = model::load(path.to_str().unwrap());
    std::fs::remove_file(&path).unwrap();
    assert_eq!(model.unwrap().name, "small");
    assert!(matches!(model::load("no/such/model.xml"), Err(Error::Io { .. })));
}

#[test]
fn a_model_reloads_from_what_it_was_read_from() {
    let folder = std::env::temp_dir().join(format!("rcssgym-reload-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let part =
        r#"<mujocoinclude><asset><material name="red" rgba="1 0 0 1"/></asset></mujocoinclude>"#;
    std::fs::write(folder.join("part.xml"), part).unwrap();
    let text = file(r#"<include file="part.xml"/>"#, r#"<geom size="0.1" material="red"/>"#);
    let path = folder.join("robot.xml");
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let model = model::load(path).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(model::load(path).is_err());
    let files = model.files.as_deref().unwrap();
    assert_eq!(files.parts["part.xml"], part);
    assert_eq!(model::reload(path, files.clone()).unwrap(), model);
    assert!(model::load("K1").unwrap().files.is_none());
}

#[test]
fn an_included_file_is_named_with_its_folder_if_it_is_missing() {
    let folder = std::env::temp_dir().join(format!("rcssgym-include-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("robot.xml");
    std::fs::write(&path, file(r#"<include file="parts/arm.xml"/>"#, "")).unwrap();
    let error = model::load(path.to_str().unwrap()).unwrap_err().to_string();
    std::fs::remove_dir_all(&folder).unwrap();
    let part = folder.join("parts/arm.xml");
    let place = format!("{}:2:10: <include>: file=\"parts/arm.xml\": ", path.display());
    assert!(error.starts_with(&place), "{error}");
    assert!(error.contains(&format!("cannot read {}: ", part.display())), "{error}");
}

#[test]
fn whatever_mujoco_draws_or_sets_may_be_there() {
    let head = r#"
        <option timestep="0.002"><flag gravity="enable"/></option>
        <visual><global offwidth="800"/><headlight ambient="1 1 1"/><rgba haze="0 0 0 1"/></visual>
        <statistic extent="2"/>
        <custom><numeric name="n" data="1 2"/></custom>
        <asset>
          <texture name="t" builtin="flat" width="8" height="8" rgb1="1 0 0"/>
          <material name="m" texture="t"><layer texture="t" role="rgb"/></material>
        </asset>"#;
    let body =
        r#"<camera name="c" mode="track" fovy="40"/><light dir="0 0 -1" castshadow="false"/>"#;
    assert_eq!(parse(head, body).unwrap(), parse("", "").unwrap());
}

#[test]
fn viewers_meshes_come_with_their_scale() {
    let t1 = model::load("T1").unwrap();
    let arm = t1.bodies.iter().position(|body| body.name == "AR1").unwrap();
    let visual = t1.visuals.iter().find(|visual| visual.body == arm).unwrap();
    let mesh = visual.look.mesh.as_ref().unwrap();
    assert_eq!((&*mesh.name, mesh.scale), ("models/T1/AL1.STL", [1.0, -1.0, 1.0]));
    assert!(visual.shape.is_some());
    let k1 = model::load("K1").unwrap();
    let head = k1.geoms.iter().position(|geom| matches!(geom.shape, Shape::Convex { .. })).unwrap();
    assert_eq!(k1.looks[head].mesh.as_ref().unwrap().name, "models/K1/Head_1.STL");
}

#[test]
fn viewers_meshes_may_have_a_pose() {
    let read = |data: &str| {
        let text = format!(r#"<custom><text name="arm" data="{data}"/></custom>"#);
        let geom = r#"<geom name="arm" size="0.1" pos="1 2 3"/>"#;
        parse(&text, geom).map(|model| model.looks[1].mesh.clone().unwrap())
    };
    let plain = read("a.STL 1 -1 1").unwrap();
    assert_eq!((plain.pos, plain.quat), ([0.0; 3], [1.0, 0.0, 0.0, 0.0]));
    let posed = read("a.STL 1 1 1 0 -0.5 0 0 0 3 0").unwrap();
    assert_eq!((posed.pos, posed.quat), ([0.0, -0.5, 0.0], [0.0, 0.0, 1.0, 0.0]));
    for wrong in [" ", "a.STL 1 1", "a.STL 1 1 1 0 0 0", "a.STL 1 1 1 0 0 0 0 0 0 0"] {
        let message = read(wrong).unwrap_err().to_string();
        assert!(message.contains("FILE SX SY SZ X Y Z"), "{wrong}: {message}");
    }
}

#[test]
fn custom_texts_dress_geoms() {
    let geoms = r#"<geom name="arm" size="0.1"/><geom name="hand" size="0.1" pos="1 2 3"/>
        <geom name="shirt" size="0.1" pos="3 2 1" material="team"/>"#;
    let team = r#"<asset><material name="team"/></asset>"#;
    let read = |texts: &str| {
        let text = format!("{team}<custom>{texts}</custom>");
        let looks = parse(&text, geoms).map(|model| model.looks);
        looks
            .map(|looks| looks[looks.len() - 3..].iter().map(|look| look.dress).collect::<Vec<_>>())
    };
    assert_eq!(read("").unwrap(), [Dress::Plain, Dress::Plain, Dress::Kit]);
    let texts = r#"<text name="kit" data="arm"/><text name="white" data=" hand  shirt "/>"#;
    assert_eq!(read(texts).unwrap(), [Dress::Kit, Dress::White, Dress::White]);
    for name in ["kit", "white"] {
        let message = read(&format!(r#"<text name="{name}" data="arm leg"/>"#)).unwrap_err();
        let message = message.to_string();
        assert!(message.contains("\"leg\", but there is no such geom"), "{message}");
    }
}

#[test]
fn mesh_files_are_for_viewers_only() {
    let mesh = r#"<asset><mesh name="shell" file="a/shell.STL" scale="1 2 3"/></asset>"#;
    let geom = r#"<geom type="mesh" mesh="shell" contype="0" conaffinity="0" mass="0"
                        pos="0 0.5 0" quat="0 2 0 0"/>"#;
    let model = parse(mesh, geom).unwrap();
    assert_eq!(model.geom_order, [GeomRef::Collision(0), GeomRef::Visual(0)]);
    assert_eq!(model.visuals[0].shape, None);
    let seen = ViewerMesh {
        name: "models/small/a/shell.STL".into(),
        scale: [1.0, 2.0, 3.0],
        pos: [0.0, 0.5, 0.0],
        quat: [0.0, 1.0, 0.0, 0.0],
    };
    assert_eq!(model.visuals[0].look.mesh, Some(seen));
    let (line, _, message) = refusal(mesh, r#"<geom type="mesh" mesh="shell" mass="0"/>"#);
    assert_eq!(line, 7);
    assert!(message.contains("only inline vertices"), "{message}");
}

#[test]
fn orientations_mean_the_same_however_written() {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let about_x = [half, half, 0.0, 0.0];
    for written in [
        r#"quat="2 2 0 0""#,
        r#"axisangle="3 0 0 90""#,
        r#"euler="90 0 0""#,
        r#"xyaxes="2 0 0 1 0 5""#,
        r#"zaxis="0 -1 0""#,
    ] {
        let model = parse("", &format!(r#"<site name="s" {written}/>"#)).unwrap();
        for (ours, wanted) in model.sites[0].quat.iter().zip(about_x) {
            assert!((ours - wanted).abs() < 1e-15, "{written}: {:?}", model.sites[0].quat);
        }
    }
    let fixed =
        parse(r#"<compiler eulerseq="ZYX"/>"#, r#"<site name="s" euler="10 20 30"/>"#).unwrap();
    let turning = parse("", r#"<site name="s" euler="30 20 10"/>"#).unwrap();
    for (a, b) in fixed.sites[0].quat.iter().zip(turning.sites[0].quat) {
        assert!((a - b).abs() < 1e-15);
    }
}

#[test]
fn classes_nest_and_childclass_reaches_down() {
    let head = r#"<default><joint armature="1"/><default class="a"><joint damping="2"/>
        <default class="b"><joint armature="3"/></default></default></default>"#;
    let model = parse(
        head,
        r#"<body name="one" childclass="a"><joint name="j1"/><geom size="1"/>
             <body name="two"><joint name="j2" class="b"/><joint name="j3" class="main"/><geom size="1"/></body>
           </body>"#,
    )
    .unwrap();
    let read: Vec<_> = model.joints.iter().map(|joint| (joint.armature, joint.damping)).collect();
    assert_eq!(read, [(1.0, 2.0), (3.0, 2.0), (1.0, 0.0)]);
}

#[test]
fn what_has_an_empty_name_has_none() {
    let body = r#"<geom name="" size="0.1"/><geom name="" size="0.1"/><site name=""/>"#;
    let model = parse("", body).unwrap();
    assert_eq!((model.geoms.len(), model.sites.len()), (3, 1));
}

#[test]
fn bits_of_contacts_are_those_of_an_int() {
    let body = r#"<geom size="0.1" contype="-1" conaffinity="2147483647"/>"#;
    let contact = parse("", body).unwrap().geoms[1].contact;
    assert_eq!((contact.contype, contact.conaffinity), (u32::MAX, u32::MAX >> 1));
}

#[test]
fn full_inertia_becomes_sorted_principal_axes() {
    let inertial = r#"<body name="b"><joint/><inertial pos="0 0 0" mass="1" fullinertia="2 3 4 0.1 0.2 0.3"/></body>"#;
    let body = &parse("", inertial).unwrap().bodies[1];
    let [a, b, c] = body.inertia;
    assert!(a >= b && b >= c);
    let [w, x, y, z] = body.iquat;
    let axes = nalgebra::UnitQuaternion::from_quaternion(nalgebra::Quaternion::new(w, x, y, z));
    let axes = axes.to_rotation_matrix();
    let tensor = axes.matrix()
        * nalgebra::Matrix3::from_diagonal(&body.inertia.into())
        * axes.matrix().transpose();
    let wanted = nalgebra::Matrix3::new(2.0, 0.1, 0.2, 0.1, 3.0, 0.3, 0.2, 0.3, 4.0);
    // As exact as MuJoCo's compiler, which stops rotating at a cosine of 1 - 1e-12.
    assert!((tensor - wanted).norm() < 1e-5);
}

#[test]
fn geoms_without_mass_do_not_count() {
    let shell = r#"<geom size="1" pos="1 0 0" mass="0"/>"#;
    let limb = r#"<joint/><geom type="capsule" size="0.1 0.2" pos="0 1 0" euler="30 20 10"/>"#;
    let body = |head: &str, inside: &str| {
        let place = r#"pos="1 2 3" quat="0 1 0 0""#;
        parse(head, &format!("<body {place}>{inside}</body>")).unwrap().bodies[1].clone()
    };
    assert_eq!(body("", &format!("{shell}{limb}{shell}")), body("", limb));
    // Nor do those of groups that MuJoCo's compiler leaves out by default.
    let marker = r#"<geom size="1" group="6"/>"#;
    assert_eq!(body("", &format!("{limb}{marker}")), body("", limb));
    // As in MuJoCo, the centre of a body without mass is where its parent has the body.
    let empty = body("", &format!("{shell}{shell}"));
    assert_eq!((empty.mass, empty.inertia), (0.0, [0.0; 3]));
    assert_eq!((empty.ipos, empty.iquat), ([1.0, 2.0, 3.0], [0.0, 1.0, 0.0, 0.0]));
    let geoms = r#"<compiler inertiafromgeom="true"/>"#;
    let inertial = r#"<inertial pos="0 0 1" mass="2" diaginertia="1 1 1"/>"#;
    let given = body(geoms, &format!("<joint/>{shell}{inertial}"));
    assert_eq!((given.mass, given.ipos), (2.0, [0.0, 0.0, 1.0]));
}
