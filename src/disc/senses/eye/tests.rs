use super::{ArrayVec, FEW};
use crate::disc::angle::normalize;
use crate::disc::senses::Senses;
use crate::disc::{
    Game, PLAYERS, PlayerParameters, Random, Rules, ServerParameters, Vec2, ViewWidth,
};

/// The reported numbers are those of the exact direction, even where it is just between two of
/// them.
#[test]
fn nearly_worked_out_directions_are_told_exactly() {
    let (server, player) = (ServerParameters::default(), PlayerParameters::default());
    let rules = Rules::new(server, player, None, 1).unwrap();
    let mut game = Game::new(&rules, 1);
    let mut random = Random::new(5);
    for version in [5, 18] {
        let senses = Senses::new(&rules, 1, version);
        for state in 0..200 {
            let player = &mut game.players[3];
            (player.body, player.neck) = (random.uniform(-3.2, 3.2), random.uniform(-1.6, 1.6));
            let eye = senses.eye(&rules, &game, 3, None);
            for index in 0..2_000 {
                // Every other angle is at an edge, as near as numbers can be.
                let edge = f64::from(random.below(721) as i32 - 360) * 0.5;
                let angle = match (state + index) % 2 {
                    0 => edge.to_radians() + random.uniform(-1e-7, 1e-7) + eye.heading,
                    _ => random.uniform(-3.2, 3.2),
                };
                let gap = Vec2::polar(random.uniform(0.1, 100.0), angle);
                let exact =
                    normalize(normalize(gap.direction() - eye.player.body) - eye.player.neck);
                let reported = eye.direction(gap);
                assert_eq!(eye.degrees(reported), eye.degrees(exact), "{gap:?}");
                let is_in_view = |angle: f64| angle.abs() < eye.half_view;
                assert_eq!(is_in_view(reported), is_in_view(exact), "{gap:?}");
            }
        }
    }
}

/// A player who is looked at together with all others is seen as if they were looked at alone,
/// and so are landmarks.
#[test]
fn what_is_looked_at_together_is_told_as_alone() {
    let (server, player) = (ServerParameters::default(), PlayerParameters::default());
    let rules = Rules::new(server, player, None, 1).unwrap();
    let (mut game, mut random) = (Game::new(&rules, 1), Random::new(6));
    let mut found = [0; 2];
    for round in 0..6_000 {
        for player in &mut game.players {
            // Some in rows and columns, at whole directions from each other, some very near.
            let size = [0.5, 30.0, 60.0][round % 3];
            let (x, y) = (random.uniform(-size, size), random.uniform(-size, size));
            player.position = match round % 2 {
                0 => Vec2::new(x, y),
                _ => Vec2::new(x.round(), y.round()),
            };
            player.velocity = match random.below(3) {
                0 => Vec2::ZERO,
                _ => Vec2::new(random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)),
            };
            player.body = [0.0, random.uniform(-3.2, 3.2)][round % 2];
            player.neck = [0.0, random.uniform(-1.6, 1.6)][round / 2 % 2];
            if random.below(100) == 0 {
                player.body *= 5.0;
            }
            player.connected = random.below(9) > 0;
            player.high_quality = random.below(9) > 0;
            let focus = [random.uniform(0.0, 30.0), random.uniform(-1.0, 1.0)];
            player.focus = [[0.0; 2], focus][random.below(2) as usize];
            player.view_width =
                [ViewWidth::Narrow, ViewWidth::Normal, ViewWidth::Wide][random.below(3) as usize];
        }
        let mut senses = Senses::new(&rules, round as u64, [5, 8, 18, 19][round % 4]);
        let observer = random.below(PLAYERS as u32) as usize;
        senses.players[observer].gaussian = random.below(9) == 0;
        let eye = || senses.eye(&rules, &game, observer, None);
        let alone: Vec<_> = (0..PLAYERS).filter_map(|place| eye().other(place)).collect();
        let mut together = ArrayVec::new();
        eye().others(&mut together);
        assert_eq!(together.as_slice(), alone, "round {round}");
        found[0] += alone.len();
        let indices: Vec<_> = (0..FEW).map(|_| random.below(55) as usize).collect();
        let place = |&index: &usize| {
            let seen = eye().landmark(index)?;
            let distance = seen.distance.filter(|_| !seen.near)?;
            Some((index, distance, seen.direction))
        };
        let alone: Vec<_> = indices.iter().filter_map(place).collect();
        assert_eq!(eye().landmark_places(&indices).as_slice(), alone, "round {round}");
        found[1] += alone.len();
    }
    assert!(found.iter().all(|&count| count > 10_000), "{found:?}");
}
