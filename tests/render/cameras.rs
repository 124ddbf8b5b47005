//! Cameras: chosen ones, following ones and impossible ones.

use super::*;

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

/// Returns how many rows of a picture contain a colour.
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
        // From the ankles to the shoulders.
        for colour in [is_blue as fn([u8; 3]) -> bool, is_red] {
            let seen = rows(&picture, 640, colour);
            assert!(seen >= 40, "{seen} rows of a player beside the ball at {ball:?}");
        }
        let dark = |pixel: &[u8; 3]| pixel.iter().all(|&x| x < 60);
        let middle = (220..320).flat_map(|row| &picture[row * 640 + 300..][..40]);
        assert!(middle.filter(|pixel| dark(pixel)).count() > 5, "no ball in the middle");
    }
}

#[test]
fn a_camera_follows_the_ball_smoothly() {
    let dt = 0.02;
    let mut camera = Camera::beside_ball([1.0, 2.0, 0.11]).unwrap();
    let (mut ball, mut last) = ([1.0, 2.0, 0.11], [0.0; 2]);
    for frame in 0..400 {
        // The ball lies still, is kicked, and rolls to a stop.
        let time = f64::from(frame) * dt;
        let speed = if time < 1.0 { 0.0 } else { (7.0 - 2.0 * (time - 1.0)).max(0.0) };
        ball = [ball[0] + 0.8 * speed * dt, ball[1] - 0.6 * speed * dt, 0.11];
        let next = camera.follow_ball(ball, dt).unwrap();
        let step = [0, 1].map(|i| next.target()[i] - camera.target()[i]);
        let jerk = (step[0] - last[0]).hypot(step[1] - last[1]);
        assert!(jerk < 0.1 * 7.0 * dt, "{jerk} m at {time} s, the ball's is {}", 7.0 * dt);
        let behind = (next.target()[0] - ball[0]).hypot(next.target()[1] - ball[1]);
        assert!(behind < 2.1, "{behind} m behind the ball at {time} s");
        (camera, last) = (next, step);
    }
    let rest = (camera.target()[0] - ball[0]).hypot(camera.target()[1] - ball[1]);
    assert!(rest < 0.01, "{rest} m from a ball that lies");
    let jumped = camera.follow_ball([-20.0, 9.0, 0.11], dt).unwrap();
    assert!((jumped.target()[0] + 20.0).hypot(jumped.target()[1] - 9.0) < 2.1);
    let again = camera.follow_ball([3.0, 4.0, 0.11], 0.0).unwrap();
    assert_eq!(again, Camera::beside_ball([3.0, 4.0, 0.11]).unwrap());
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
