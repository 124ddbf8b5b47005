//! How robots and balls look.

use super::*;

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

/// Returns how many connected pieces the wanted pixels form. Pixels are connected at their sides;
/// pieces of a few pixels are not counted.
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
        let place = [12.0, 10.0, 1.5];
        worlds.place_robot(0, 0, place, [1.0, 0.0, 0.0, 0.0], None).unwrap();
        for from in [[1.8, 0.0], [1.8, 1.0], [0.0, 2.0], [-1.5, 1.5], [-2.0, 0.0], [0.1, -2.0]] {
            // From above, so that there is grass behind the whole robot.
            let eye = [place[0] + from[0], place[1] + from[1], 4.0];
            let picture = take(&mut worlds, eye, [place[0], place[1], 1.4]);
            let count = pieces(&picture, |pixel| !is_green(pixel));
            assert_eq!(count, 1, "{count} pieces of {model}, seen from {from:?}");
        }
    }
}

#[test]
fn there_is_no_gap_at_the_waist() {
    for (model, height) in [("T1", 0.67), ("K1", 0.53)] {
        let mut worlds = batch(1, &[model], &[]);
        // At the height of the waist, from where gaps between two parts are the most visible.
        for [x, y] in [[6.5, 3.0], [4.0, 0.5], [1.5, 3.0], [6.0, 1.0]] {
            let mut look = |place: [f64; 2]| {
                let place = [place[0], place[1], height];
                worlds.place_robot(0, 0, place, [1.0, 0.0, 0.0, 0.0], None).unwrap();
                take(&mut worlds, [x, y, height], [4.0, 3.0, height])
            };
            let (empty, picture) = (look([-20.0, 10.0]), look([4.0, 3.0]));
            // From the chest to between the hips, along the middle of the body.
            for step in 0..100 {
                let up = 0.15 - 0.0025 * f64::from(step);
                let point = [4.03, 3.0, height + up];
                let [seen, behind] = [&picture, &empty].map(|picture| picture.at(point));
                assert_ne!(seen, behind, "{model}: a hole {up:.3} m above the root from {x}, {y}");
            }
        }
    }
}

#[test]
fn what_is_round_is_round() {
    let mut worlds = batch(1, &["ant"], &[]);
    worlds.place_robot(0, 0, [10.0, 10.0, 0.5], [1.0, 0.0, 0.0, 0.0], None).unwrap();
    for (ball, radius, colour) in [
        ([12.0, 10.0, 0.5], BALL_RADIUS, is_grey as fn([u8; 3]) -> bool),
        ([-12.0, 9.0, 0.7], BALL_RADIUS, is_grey),
    ] {
        worlds.place_ball(0, ball, [0.0; 6]).unwrap();
        let (width, height, fov) = (640, 480, 0.3_f64);
        let eye = [ball[0] + 0.7, ball[1] - 0.6, 1.0];
        let camera = Camera::new(eye, ball, Some(fov)).unwrap();
        let picture = pixels(&mut worlds, 0, Some(&camera), width, height);
        let seen = picture.into_iter().filter(|pixel| colour(*pixel)).count() as f64;
        let squared: f64 = (0..3).map(|i| (eye[i] - ball[i]).powi(2)).sum();
        // A near ball hides more than a circle of its radius at its distance.
        let slope = radius / (squared - radius * radius).sqrt();
        let area = std::f64::consts::PI * (slope * 240.0 / (fov / 2.0).tan()).powi(2);
        assert!((seen / area - 1.0).abs() < 0.008, "{seen} pixels where a ball has {area}");
    }
}

#[test]
fn what_lies_on_the_ground_darkens_it() {
    let mut worlds = batch(1, &[], &[]);
    // On the side of the sun, where the shadow of the ball does not fall.
    let beside = [4.12, 2.91, 0.0];
    let mut green = |height: f64| {
        worlds.place_ball(0, [4.0, 3.0, height], [0.0; 6]).unwrap();
        take(&mut worlds, [4.4, 2.2, 1.5], [4.0, 3.0, 0.0]).at(beside)[1]
    };
    let [touching, high] = [0.11, 1.5].map(&mut green);
    assert!(f64::from(touching) < 0.95 * f64::from(high), "{touching} and {high}");
}

#[test]
fn players_wear_their_numbers() {
    for model in ["T1", "K1"] {
        let mut worlds = batch(1, &[model; 11], &[]);
        for robot in 0..11 {
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
            let [one, eight, ten, eleven] = [0, 7, 9, 10].map(|robot| white(robot, side));
            assert!(one > 30, "{model}: {one} pixels of a 1");
            assert!(eight > 2 * one, "{model}: {eight} pixels of an 8, {one} of a 1");
            assert!(ten > eleven, "{model}: {ten} pixels of a 10, {eleven} of an 11");
        }
    }
}
