//! Pictures show what is in the world, where a pinhole camera sees it. No test compares with stored
//! pictures: expectations follow from geometry.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cameras;
mod looks;

use rcssgym::batch::{BatchConfig, WorldBatch};
use rcssgym::math::precision::Precision;
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
        precision: Precision::F64,
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
    /// Returns column and row of a point of the world.
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

    /// Returns the pixel that shows a point of the world.
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

/// Whether a pixel is grey. The ball is white and dark grey, and so are lines and goals, but
/// nothing else.
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
    // A point beside the number on the torso, which is white.
    let torso = [4.14, 3.07, 0.8];
    assert!(is_blue(look([10.0, 10.0, 0.11]).at(torso)), "no torso");
    assert!(is_blue(look([3.5, 3.07, 0.8]).at([3.5, 3.07, 0.8])), "a ball is seen through a torso");
    assert!(is_grey(look([4.5, 3.07, 0.8]).at([4.5, 3.07, 0.8])), "a torso is seen through a ball");
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
