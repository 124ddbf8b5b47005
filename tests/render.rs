//! Pictures show what is there, where a pinhole camera sees it. Nothing here compares with pictures
//! made before: what is expected follows from geometry.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use rcssgym::batch::{BatchConfig, WorldBatch};
use rcssgym::model;
use rcssgym::render::{Camera, Size};
use rcssgym::soccer::Field;
use std::sync::Arc;

const WIDTH: usize = 320;
const HEIGHT: usize = 240;
const FOV: f64 = 0.7;
const BALL_RADIUS: f64 = 0.11;

fn batch(num_worlds: usize, left: &[&str], right: &[&str]) -> WorldBatch {
    let load = |names: &[&str]| {
        names.iter().map(|name| Arc::new(model::load(name).unwrap())).collect::<Vec<_>>()
    };
    WorldBatch::new(BatchConfig {
        num_worlds,
        left: load(left),
        right: load(right),
        field: Field::fifa7vs7(),
        threads: Some(1),
        seed: 0,
        game: None,
    })
    .unwrap()
}

/// A picture and the camera that took it.
struct Picture {
    position: [f64; 3],
    target: [f64; 3],
    pixels: Vec<[u8; 3]>,
}

fn take(worlds: &mut WorldBatch, position: [f64; 3], target: [f64; 3]) -> Picture {
    let camera = Camera::new(position, target, Some(FOV)).unwrap();
    Picture { position, target, pixels: pixels(worlds, 0, Some(&camera), WIDTH, HEIGHT) }
}

fn pixels(
    worlds: &mut WorldBatch,
    world: usize,
    camera: Option<&Camera>,
    width: usize,
    height: usize,
) -> Vec<[u8; 3]> {
    let mut bytes = vec![0; 3 * width * height];
    worlds.render(world, camera, Size::new(width, height).unwrap(), &mut bytes).unwrap();
    bytes.as_chunks().0.to_vec()
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

fn normalized(a: [f64; 3]) -> [f64; 3] {
    a.map(|x| x / dot(a, a).sqrt())
}

impl Picture {
    /// Column and row of a point of the world.
    fn project(&self, point: [f64; 3]) -> [f64; 2] {
        let forward = normalized(std::array::from_fn(|i| self.target[i] - self.position[i]));
        let right = normalized([forward[1], -forward[0], 0.0]);
        let up = [
            right[1] * forward[2],
            -right[0] * forward[2],
            right[0] * forward[1] - right[1] * forward[0],
        ];
        let away = std::array::from_fn(|i| point[i] - self.position[i]);
        let focal = HEIGHT as f64 / 2.0 / (FOV / 2.0).tan() / dot(forward, away);
        [WIDTH as f64 / 2.0 + focal * dot(right, away), HEIGHT as f64 / 2.0 - focal * dot(up, away)]
    }

    /// The pixel that shows a point of the world.
    fn at(&self, point: [f64; 3]) -> [u8; 3] {
        let [x, y] = self.project(point);
        assert!(x >= 0.0 && x < WIDTH as f64 && y >= 0.0 && y < HEIGHT as f64, "{point:?} unseen");
        self.pixels[y as usize * WIDTH + x as usize]
    }

    fn places(&self, wanted: fn([u8; 3]) -> bool) -> Vec<[f64; 2]> {
        let pixels = self.pixels.iter().enumerate().filter(|(_, pixel)| wanted(**pixel));
        pixels.map(|(i, _)| [(i % WIDTH) as f64 + 0.5, (i / WIDTH) as f64 + 0.5]).collect()
    }
}

fn mean(places: &[[f64; 2]]) -> [f64; 2] {
    std::array::from_fn(|i| places.iter().map(|place| place[i]).sum::<f64>() / places.len() as f64)
}

fn differs([r, g, b]: [u8; 3], more: fn(i32, i32, i32) -> bool) -> bool {
    more(i32::from(r), i32::from(g), i32::from(b))
}

/// The ball is white and dark grey; so are lines and goals, nothing else.
fn is_grey(pixel: [u8; 3]) -> bool {
    differs(pixel, |r, g, b| (r - g).abs() < 12 && (g - b).abs() < 12)
}

fn is_green(pixel: [u8; 3]) -> bool {
    differs(pixel, |r, g, b| g > r + 25 && g > b + 25)
}

fn is_blue(pixel: [u8; 3]) -> bool {
    differs(pixel, |r, g, b| b > g + 40 && b > r + 40)
}

fn is_red(pixel: [u8; 3]) -> bool {
    differs(pixel, |r, g, b| r > g + 40 && r > b + 40)
}

fn is_white(pixel: [u8; 3]) -> bool {
    pixel.iter().all(|&x| x > 200)
}

#[test]
fn the_ball_is_where_a_pinhole_camera_sees_it() {
    let mut worlds = batch(1, &[], &[]);
    for (ball, camera, target) in [
        ([10.0, 10.0, 0.11], [12.0, 8.5, 1.8], [10.2, 10.1, 0.2]),
        ([-8.0, -12.0, 1.3], [-9.0, -13.0, 4.0], [-8.2, -12.0, 0.9]),
        ([10.0, 12.0, 0.5], [10.0, 9.0, 2.0], [10.3, 12.0, 0.4]),
        ([10.0, 10.0, 0.11], [10.0, 9.999, 5.0], [10.0, 10.0, 0.0]),
    ] {
        worlds.place_ball(0, ball, [0.0; 6]).unwrap();
        let picture = take(&mut worlds, camera, target);
        let seen = picture.places(is_grey);
        let distance = {
            let away = std::array::from_fn(|i| ball[i] - camera[i]);
            dot(away, away).sqrt()
        };
        let focal = HEIGHT as f64 / 2.0 / (FOV / 2.0).tan();
        let radius = focal * BALL_RADIUS / distance;
        let (is, must) = (mean(&seen), picture.project(ball));
        for i in 0..2 {
            assert!((is[i] - must[i]).abs() < 0.6, "{ball:?} is at {is:?}, must be at {must:?}");
        }
        let area = std::f64::consts::PI * radius * radius;
        let ratio = seen.len() as f64 / area;
        assert!((0.85..1.15).contains(&ratio), "{ball:?}: {} pixels of {area}", seen.len());
    }
}

#[test]
fn the_ball_has_no_holes_and_rolls() {
    let mut worlds = batch(1, &[], &[]);
    let mut pictures = Vec::new();
    for roll in [0.0, 0.3, 0.9] {
        let (sin, cos) = f64::sin_cos(roll);
        let mut qpos = worlds.qpos().to_vec();
        qpos[..7].copy_from_slice(&[10.0, 10.0, 0.5, cos, 0.6 * sin, 0.8 * sin, 0.0]);
        worlds.set_state(&[0], &qpos, &[0.0; 6]).unwrap();
        let picture = take(&mut worlds, [10.6, 9.6, 1.0], [10.0, 10.0, 0.5]);
        for row in 0..HEIGHT {
            let row = &picture.pixels[row * WIDTH..][..WIDTH];
            let greys = row.iter().map(|&pixel| is_grey(pixel));
            let starts = greys.clone().zip(greys.skip(1)).filter(|(a, b)| !a && *b).count();
            assert!(starts <= 1, "a row of the ball has a hole");
        }
        let dark = picture.places(|pixel| is_grey(pixel) && pixel[0] < 60).len();
        let all = picture.places(is_grey).len();
        assert!(all > 5000 && dark * 20 > all && dark * 3 < all, "{dark} dark of {all}");
        pictures.push(picture.pixels);
    }
    assert!(pictures[0] != pictures[1] && pictures[1] != pictures[2]);
}

#[test]
fn what_is_nearer_hides_what_is_farther() {
    let mut worlds = batch(1, &["T1"], &[]);
    worlds.place_robot(0, 0, [4.0, 3.0, 0.67], [1.0, 0.0, 0.0, 0.0], None).unwrap();
    let mut look = |ball| {
        worlds.place_ball(0, ball, [0.0; 6]).unwrap();
        take(&mut worlds, [9.0, 3.0, 0.8], [4.0, 3.0, 0.8])
    };
    let torso = [4.14, 3.0, 0.8];
    assert!(is_blue(look([10.0, 10.0, 0.11]).at(torso)), "no torso");
    assert!(is_blue(look([3.5, 3.0, 0.8]).at([3.5, 3.0, 0.8])), "a ball is seen through a torso");
    assert!(is_grey(look([4.5, 3.0, 0.8]).at([4.5, 3.0, 0.8])), "a torso is seen through a ball");
    let buried = look([6.0, 3.0, -0.2]);
    assert!(is_green(buried.at([6.0, 3.0, 0.0])), "a ball is seen through the ground");
    let mut seen = |z| {
        worlds.place_ball(0, [10.0, 10.0, z], [0.0; 6]).unwrap();
        take(&mut worlds, [13.0, 10.0, 1.0], [10.0, 10.0, 0.0]).places(is_grey).len()
    };
    let (half, whole) = (seen(0.0), seen(0.11));
    assert!(half * 4 < whole * 3, "{half} pixels of a half-sunken ball, {whole} of a ball");
}

#[test]
fn the_left_team_is_blue_and_the_right_team_red() {
    for model in ["T1", "K1", "ant"] {
        let mut worlds = batch(1, &[model], &[model]);
        for (robot, x) in [(0, -3.0), (1, 3.0)] {
            worlds.place_robot(0, robot, [x, 4.0, 0.7], [1.0, 0.0, 0.0, 0.0], None).unwrap();
        }
        let mut colours = |x: f64| {
            let picture = take(&mut worlds, [x, 0.5, 1.2], [x, 4.0, 0.6]);
            [is_blue, is_red].map(|colour| picture.places(colour).len())
        };
        let [left, right] = [colours(-3.0), colours(3.0)];
        assert!(left[0] > 600 && left[1] == 0, "{model} on the left: {left:?} blue, red");
        assert!(right[1] > 600 && right[0] == 0, "{model} on the right: {right:?} blue, red");
    }
}

#[test]
fn the_pitch_has_its_lines_goals_and_sky() {
    let mut worlds = batch(1, &[], &[]);
    worlds.place_ball(0, [-20.0, -15.0, 0.11], [0.0; 6]).unwrap();
    let field = Field::fifa7vs7();
    let picture = take(&mut worlds, [24.0, 1.0, 9.0], [24.0, 1.01, 0.0]);
    let half = field.half();
    let centre = field.line_width / 2.0;
    let box_edge = half[0] - field.goalie_area[0] + centre;
    for line in [[half[0] - centre, 3.0, 0.0], [box_edge, 0.5, 0.0], [26.0, 3.6, 0.0]] {
        assert!(is_white(picture.at(line)), "no line at {line:?}: {:?}", picture.at(line));
    }
    assert!(is_white(picture.at([half[0] - field.penalty_spot, 0.0, 0.0])), "no penalty spot");
    for grass in [[25.0, 0.5, 0.0], [half[0] - 0.4, 3.0, 0.0], [half[0] + 0.4, 3.0, 0.0]] {
        assert!(is_green(picture.at(grass)), "no grass at {grass:?}: {:?}", picture.at(grass));
    }
    let picture = take(&mut worlds, [22.0, 0.2, 1.2], [half[0], 0.0, 1.1]);
    let posts = [-0.5, 0.5].map(|side| side * field.goal_size[1]);
    for post in posts.map(|y| [half[0], y, 1.2]) {
        assert!(is_grey(picture.at(post)), "no post at {post:?}: {:?}", picture.at(post));
    }
    let sky = take(&mut worlds, [0.0, 0.0, 2.0], [0.0, 10.0, 3.0]);
    let horizon = sky.project([0.0, 1e6, 2.0])[1] as usize;
    for (row, pixels) in sky.pixels.chunks(WIDTH).enumerate() {
        let is_sky = differs(pixels[7], |r, g, b| b > g && g > r);
        if row < horizon - 1 {
            assert!(is_sky, "row {row} above the horizon {horizon} is {:?}", pixels[7]);
        } else if row > horizon + 8 {
            assert!(is_green(pixels[7]) || is_white(pixels[7]), "row {row}: {:?}", pixels[7]);
        }
    }
}

#[test]
fn the_ball_throws_a_shadow_that_tells_its_height() {
    let mut worlds = batch(1, &[], &[]);
    let mut shadow = |height: f64| {
        worlds.place_ball(0, [4.0, 3.0, height], [0.0; 6]).unwrap();
        let picture = take(&mut worlds, [4.0, 2.999, 4.0], [4.0, 3.0, 0.0]);
        let dark = picture.places(|pixel| is_green(pixel) && pixel[1] < 100);
        assert!(dark.len() > 20, "no shadow at {height} m");
        let [is, ball] = [mean(&dark), picture.project([4.0, 3.0, height])];
        (is[0] - ball[0]).hypot(is[1] - ball[1])
    };
    let [on_ground, low, high] = [0.11, 0.6, 1.2].map(&mut shadow);
    assert!(on_ground < 15.0 && low > 20.0, "{on_ground} and {low} pixels");
    assert!((high - 2.0 * low).abs() < 2.0, "{low} pixels at 0.6 m, {high} at 1.2 m");
}

#[test]
fn without_a_camera_one_robot_is_followed() {
    let mut single = batch(1, &["T1"], &[]);
    for place in [[0.0, 0.0, 0.67], [20.0, -10.0, 0.67]] {
        single.place_robot(0, 0, place, [1.0, 0.0, 0.0, 0.0], None).unwrap();
        let picture = pixels(&mut single, 0, None, WIDTH, HEIGHT);
        let blue = picture.iter().enumerate().filter(|(_, pixel)| is_blue(**pixel));
        let columns: Vec<f64> = blue.map(|(i, _)| (i % WIDTH) as f64).collect();
        let middle = columns.iter().sum::<f64>() / columns.len() as f64;
        assert!(columns.len() > 2000 && (middle - 160.0).abs() < 10.0, "blue at {middle}");
    }
}

/// How many rows of a picture a colour is in.
fn rows(picture: &[[u8; 3]], width: usize, colour: fn([u8; 3]) -> bool) -> usize {
    let shows = |row: &&[[u8; 3]]| row.iter().any(|pixel| colour(*pixel));
    picture.chunks(width).filter(shows).count()
}

#[test]
fn without_a_camera_the_ball_of_a_game_is_followed() {
    let mut worlds = batch(1, &["T1"; 2], &["T1"; 2]);
    for ball in [[0.0, 0.0], [20.0, -10.0], [-27.0, 17.0]] {
        worlds.place_ball(0, [ball[0], ball[1], 0.11], [0.0; 6]).unwrap();
        for robot in 0..4 {
            let [x, y] = if robot % 2 == 0 { [-2.0, 1.0] } else { [-40.0, -40.0] };
            let x = if robot < 2 { x } else { -x };
            let place = [ball[0] + x, ball[1] + y, 0.67];
            worlds.place_robot(0, robot, place, [1.0, 0.0, 0.0, 0.0], None).unwrap();
        }
        let picture = pixels(&mut worlds, 0, None, 640, 480);
        // From the knees to the shoulders, which is half of a player's height.
        for colour in [is_blue as fn([u8; 3]) -> bool, is_red] {
            let seen = rows(&picture, 640, colour);
            assert!(seen >= 35, "{seen} rows of a player beside the ball at {ball:?}");
        }
        let dark = |pixel: &[u8; 3]| pixel.iter().all(|&x| x < 60);
        let middle = (220..300).flat_map(|row| &picture[row * 640 + 300..][..40]);
        assert!(middle.filter(|pixel| dark(pixel)).count() > 5, "no ball in the middle");
    }
}

#[test]
fn a_camera_follows_the_ball_smoothly() {
    let dt = 0.02;
    let mut camera = Camera::beside_ball([1.0, 2.0, 0.11]).unwrap();
    let (mut ball, mut last) = ([1.0, 2.0, 0.11], [0.0; 2]);
    for frame in 0..400 {
        // It lies, is kicked, and rolls to a stop.
        let time = f64::from(frame) * dt;
        let speed = if time < 1.0 { 0.0 } else { (7.0 - 2.0 * (time - 1.0)).max(0.0) };
        ball = [ball[0] + 0.8 * speed * dt, ball[1] - 0.6 * speed * dt, 0.11];
        let next = camera.follow_ball(ball, dt).unwrap();
        let step = [0, 1].map(|i| next.target()[i] - camera.target()[i]);
        let jerk = (step[0] - last[0]).hypot(step[1] - last[1]);
        assert!(jerk < 0.1 * 7.0 * dt, "{jerk} m at {time} s, the ball's is {}", 7.0 * dt);
        let behind = (next.target()[0] - ball[0]).hypot(next.target()[1] - ball[1]);
        assert!(behind < 1.7, "{behind} m behind the ball at {time} s");
        (camera, last) = (next, step);
    }
    let rest = (camera.target()[0] - ball[0]).hypot(camera.target()[1] - ball[1]);
    assert!(rest < 0.01, "{rest} m from a ball that lies");
    let jumped = camera.follow_ball([-20.0, 9.0, 0.11], dt).unwrap();
    assert!((jumped.target()[0] + 20.0).hypot(jumped.target()[1] - 9.0) < 1.7);
    let again = camera.follow_ball([3.0, 4.0, 0.11], 0.0).unwrap();
    assert_eq!(again, Camera::beside_ball([3.0, 4.0, 0.11]).unwrap());
}

/// How many pieces pixels form whose sides touch; those of a few pixels are not counted.
fn pieces(picture: &Picture, wanted: fn([u8; 3]) -> bool) -> usize {
    let mut open: Vec<bool> = picture.pixels.iter().map(|pixel| wanted(*pixel)).collect();
    let mut found = 0;
    for start in 0..open.len() {
        let (mut pending, mut size) = (vec![start], 0);
        while let Some(at) = pending.pop() {
            if !std::mem::replace(&mut open[at], false) {
                continue;
            }
            size += 1;
            let (x, y) = (at % WIDTH, at / WIDTH);
            pending.extend((x > 0).then(|| at - 1));
            pending.extend((x + 1 < WIDTH).then_some(at + 1));
            pending.extend((y > 0).then(|| at - WIDTH));
            pending.extend((y + 1 < HEIGHT).then_some(at + WIDTH));
        }
        found += usize::from(size > 5);
    }
    found
}

#[test]
fn robots_are_in_one_piece() {
    for model in ["T1", "K1", "ant"] {
        let mut worlds = batch(1, &[model], &[]);
        let place = [4.0, 4.0, 1.5];
        worlds.place_robot(0, 0, place, [1.0, 0.0, 0.0, 0.0], None).unwrap();
        for from in [[1.8, 0.0], [1.8, 1.0], [0.0, 2.0], [-1.5, 1.5], [-2.0, 0.0], [0.1, -2.0]] {
            // From above, so that there is grass behind all of it.
            let eye = [place[0] + from[0], place[1] + from[1], 2.9];
            let picture = take(&mut worlds, eye, [place[0], place[1], 1.4]);
            let count = pieces(&picture, |pixel| !is_green(pixel));
            assert_eq!(count, 1, "pieces of {model}, seen from {from:?}");
        }
    }
}

#[test]
fn there_is_no_gap_at_the_waist() {
    for (model, height) in [("T1", 0.67), ("K1", 0.53)] {
        let mut worlds = batch(1, &[model], &[]);
        worlds.place_robot(0, 0, [4.0, 3.0, height], [1.0, 0.0, 0.0, 0.0], None).unwrap();
        for eye in [[6.5, 3.0, 1.3], [4.0, 0.5, 1.3], [1.5, 3.0, 1.3], [6.0, 1.0, 1.3]] {
            let picture = take(&mut worlds, eye, [4.0, 3.0, 0.5]);
            // From the chest to between the hips, along the middle of the body.
            for step in 0..100 {
                let up = 0.15 - 0.0025 * f64::from(step);
                let seen = picture.at([4.03, 3.0, height + up]);
                assert!(!is_green(seen), "{model}: grass {up:.3} m above the root from {eye:?}");
            }
        }
    }
}

#[test]
fn what_is_round_is_round() {
    let mut worlds = batch(1, &["ant"], &[]);
    worlds.place_robot(0, 0, [10.0, 10.0, 0.5], [1.0, 0.0, 0.0, 0.0], None).unwrap();
    for (ball, radius, colour) in [
        ([4.0, 3.0, 0.5], BALL_RADIUS, is_grey as fn([u8; 3]) -> bool),
        ([9.0, -9.0, 0.5], BALL_RADIUS, is_grey),
    ] {
        worlds.place_ball(0, ball, [0.0; 6]).unwrap();
        let (width, height, fov) = (640, 480, 0.3_f64);
        let eye = [ball[0] + 0.7, ball[1] - 0.6, 1.0];
        let camera = Camera::new(eye, ball, Some(fov)).unwrap();
        let picture = pixels(&mut worlds, 0, Some(&camera), width, height);
        let seen = picture.into_iter().filter(|pixel| colour(*pixel)).count() as f64;
        let squared: f64 = (0..3).map(|i| (eye[i] - ball[i]).powi(2)).sum();
        // What a ball hides is larger than it is, for it is near.
        let slope = radius / (squared - radius * radius).sqrt();
        let area = std::f64::consts::PI * (slope * 240.0 / (fov / 2.0).tan()).powi(2);
        assert!((seen / area - 1.0).abs() < 0.008, "{seen} pixels where a ball has {area}");
    }
}

#[test]
fn what_lies_on_the_ground_darkens_it() {
    let mut worlds = batch(1, &[], &[]);
    // On the side of the sun, so that it is not the shadow of the ball.
    let beside = [4.12, 2.91, 0.0];
    let mut green = |height: f64| {
        worlds.place_ball(0, [4.0, 3.0, height], [0.0; 6]).unwrap();
        take(&mut worlds, [4.4, 2.2, 1.5], [4.0, 3.0, 0.0]).at(beside)[1]
    };
    let [touching, high] = [0.11, 1.5].map(&mut green);
    assert!(f64::from(touching) < 0.85 * f64::from(high), "{touching} and {high}");
}

#[test]
fn players_wear_their_numbers() {
    for model in ["T1", "K1"] {
        let mut worlds = batch(1, &[model; 12], &[]);
        for robot in 0..12 {
            let place = [-3.0 - 2.0 * robot as f64, 4.0, 1.5];
            worlds.place_robot(0, robot, place, [1.0, 0.0, 0.0, 0.0], None).unwrap();
        }
        let mut white = |robot: usize, side: f64| {
            let x = -3.0 - 2.0 * robot as f64;
            let picture = take(&mut worlds, [x + side, 4.0, 1.6], [x, 4.0, 1.6]);
            let shows = |[x, y]: [f64; 2]| {
                // The chest is in the middle of the picture; nothing else there is white.
                let [x, y] = [x - WIDTH as f64 / 2.0, y - HEIGHT as f64 / 2.0];
                x.abs() < 40.0 && y.abs() < 50.0
            };
            let whites = picture.places(|pixel| is_grey(pixel) && pixel[0] > 100);
            whites.into_iter().filter(|place| shows(*place)).count()
        };
        for side in [1.0, -1.0] {
            let [one, eight, eleven, twelve] = [0, 7, 10, 11].map(|robot| white(robot, side));
            assert!(one > 30, "{model}: {one} pixels of a 1");
            assert!(eight > 2 * one, "{model}: {eight} pixels of an 8, {one} of a 1");
            assert!(twelve > eleven, "{model}: {twelve} pixels of a 12, {eleven} of an 11");
        }
    }
}

#[test]
fn the_overview_shows_all_of_the_pitch() {
    let mut many = batch(1, &["ant"; 2], &["ant"; 2]);
    let corners = [[-27.0, -17.5], [-27.0, 17.5], [27.0, -17.5], [27.0, 17.5]];
    for (robot, [x, y]) in corners.into_iter().enumerate() {
        many.place_robot(0, robot, [x, y, 0.6], [1.0, 0.0, 0.0, 0.0], None).unwrap();
    }
    for (width, height) in [(640, 480), (1280, 400), (400, 800)] {
        let size = Size::new(width, height).unwrap();
        let overview = Camera::overview(&Field::fifa7vs7(), size);
        let picture = pixels(&mut many, 0, Some(&overview), width, height);
        for (colour, is_left) in [(is_blue as fn([u8; 3]) -> bool, true), (is_red, false)] {
            let places = picture.iter().enumerate().filter(|(_, pixel)| colour(**pixel));
            let places: Vec<_> = places.map(|(i, _)| (i % width, i / width)).collect();
            let at_side = |(x, _): &(usize, usize)| (x < &(width / 2)) == is_left;
            assert!(places.iter().all(at_side), "a robot on the wrong side");
            let rows = places.iter().map(|(_, y)| *y);
            let (top, bottom) = (rows.clone().min().unwrap(), rows.max().unwrap());
            assert!(
                bottom > top + width / 8,
                "{width} x {height}: one robot is not in the picture"
            );
        }
    }
}

#[test]
fn the_same_state_gives_the_same_picture() {
    let mut one = batch(1, &["T1", "K1"], &["ant"]);
    let mut many = batch(3, &["T1", "K1"], &["ant"]);
    one.place_robot(0, 0, [1.0, 2.0, 0.7], [0.8, 0.0, 0.0, 0.6], None).unwrap();
    many.place_robot(2, 0, [1.0, 2.0, 0.7], [0.8, 0.0, 0.0, 0.6], None).unwrap();
    let camera = Camera::new([2.0, 0.0, 1.5], [1.0, 2.0, 0.7], None).unwrap();
    let first = pixels(&mut one, 0, Some(&camera), WIDTH, HEIGHT);
    assert!(first == pixels(&mut one, 0, Some(&camera), WIDTH, HEIGHT), "a second time");
    // Pictures of other worlds, sizes and cameras in between leave nothing behind.
    let other = pixels(&mut many, 0, Some(&camera), WIDTH, HEIGHT);
    pixels(&mut many, 1, None, 2 * WIDTH, 30);
    assert!(first == pixels(&mut many, 2, Some(&camera), WIDTH, HEIGHT), "in another batch");
    assert!(first != other, "worlds that differ look alike");
}

#[test]
fn nothing_is_too_near_too_far_or_too_small() {
    let mut worlds = batch(1, &["T1"], &["K1"]);
    worlds.place_robot(0, 0, [1.0, 2.0, 0.7], [1.0, 0.0, 0.0, 0.0], None).unwrap();
    let inside = Camera::new([1.06, 2.0, 0.8], [1.5, 2.0, 0.1], Some(2.9)).unwrap();
    let below = Camera::new([1.0, 2.0, 1e-9], [1.0, 3.0, 1e-9], None).unwrap();
    let far = Camera::new([-1e9, 1e9, 1e9], [0.0; 3], Some(1e-6)).unwrap();
    let up = Camera::new([1.0, 2.0, 3.0], [1.0, 2.0, 4.0], None).unwrap();
    for camera in [inside, below, far, up] {
        for (width, height) in [(64, 48), (1, 1), (33, 1), (1, 97)] {
            pixels(&mut worlds, 0, Some(&camera), width, height);
        }
    }
    // A robot that reaches past the camera is cut off there, not drawn upside down or left out.
    let close = Camera::new([1.0, 1.6, 1.1], [1.0, 2.0, 0.9], Some(1.5)).unwrap();
    let picture = pixels(&mut worlds, 0, Some(&close), WIDTH, HEIGHT);
    assert!(picture.into_iter().filter(|pixel| is_blue(*pixel)).count() > 5000);
    worlds.place_ball(0, [9e9, -9e9, 9e9], [0.0; 6]).unwrap();
    pixels(&mut worlds, 0, None, 64, 48);
}

#[test]
fn wrong_sizes_cameras_and_worlds_are_refused() {
    let fails = |result: rcssgym::Result<()>, words: &str| {
        let message = result.unwrap_err().to_string();
        assert!(message.contains(words), "{message}");
    };
    fails(Size::new(0, 5).map(drop), "width: must be from 1 to 4096, not 0");
    fails(Size::new(5, 4097).map(drop), "height: must be from 1 to 4096, not 4097");
    let camera = |position, target, fov| Camera::new(position, target, fov).map(drop);
    let (here, there) = ([1.0, 2.0, 3.0], [0.0; 3]);
    fails(camera(here, here, None), "target: [1.0, 2.0, 3.0]");
    fails(camera([1.0, 2.0, 0.0], there, None), "position: [1.0, 2.0, 0.0]");
    fails(camera([f64::NAN, 2.0, 1.0], there, None), "position: [NaN, 2.0, 1.0]");
    fails(camera(here, [f64::INFINITY, 0.0, 0.0], None), "target: [inf");
    for fov in [0.0, -1.0, f64::NAN, std::f64::consts::PI] {
        fails(camera(here, there, Some(fov)), "fov: ");
    }
    let mut worlds = batch(2, &["T1"], &[]);
    let size = Size::new(4, 4).unwrap();
    fails(worlds.render(2, None, size, &mut [0; 48]), "world: 2");
    fails(worlds.render(0, None, size, &mut [0; 47]), "out: 47 bytes where 48 are needed");
}
