//! Players of a scripted team follow what their coach advises. Every action of the language is
//! tested, as something to do and as something not to do, against the same situation without
//! advice.

use rcssgym::batch::disc::{DiscBatch, DiscConfig};
use rcssgym::disc::parameters::Value;
use rcssgym::disc::{
    PlayMode, PlayerParameters, PlayerType, Rules, ServerParameters, Side, Teams, Vec2, World,
};
use rcssgym::teams::{Crew, Play, Script};
use rcssgym::wire::clang;
use rcssgym::wire::rcssserver::coach;
use std::sync::Arc;

fn teams() -> Teams {
    let names = Arc::new(["Left".to_owned(), "Right".to_owned()]);
    Teams { sizes: [11; 2], goalies: [true; 2], names }
}

/// Returns a scripted team that has been given advice for the whole game.
fn told(advice: &str, is_sensed: bool) -> Option<Play> {
    let text = format!("(advice (100000 (true) {advice}))");
    let told = (!advice.is_empty()).then(|| clang::parse(&text).unwrap());
    let advice = told.into_iter().collect();
    Some(Play::Scripted(Script { advice, is_sensed, ..Script::standard().unwrap() }))
}

/// A situation: left 1 to 11 in two lines, right 1 to 11 in a corner where they stand still, and
/// the ball.
struct Scene {
    ours: [Vec2; 11],
    theirs: [Vec2; 11],
    ball: Vec2,
    mode: PlayMode,
}

impl Scene {
    fn new() -> Self {
        let ours = std::array::from_fn(|i| match i {
            0 => Vec2::new(-50.0, 0.0),
            1..5 => Vec2::new(-25.0, -18.0 + 12.0 * (i - 1) as f64),
            5..8 => Vec2::new(-8.0, -14.0 + 14.0 * (i - 5) as f64),
            _ => Vec2::new(8.0, -18.0 + 18.0 * (i - 8) as f64),
        });
        let theirs = std::array::from_fn(|i| Vec2::new(30.0 + 1.5 * i as f64, -33.0));
        Self { ours, theirs, ball: Vec2::new(0.0, 0.0), mode: PlayMode::PlayOn }
    }

    /// Gives one of our players the ball.
    fn with_ball(mut self, unum: usize, at: Vec2) -> Self {
        self.ours[unum - 1] = at;
        self.ball = at + Vec2::new(0.5, 0.0);
        self
    }

    /// Puts one of the opponents somewhere.
    fn opponent(mut self, unum: usize, at: Vec2) -> Self {
        self.theirs[unum - 1] = at;
        self
    }

    /// Plays with this advice to our players, and returns the world after every cycle.
    fn play(&self, advice: &str, cycles: usize) -> Vec<World> {
        let mut server = ServerParameters::default();
        for name in ["player_rand", "ball_rand", "kick_rand"] {
            server.set(name, &Value::Real(0.0)).unwrap();
        }
        server.set("back_passes", &Value::Bool(false)).unwrap();
        let types = [PlayerType::standard(&server); 18];
        let rules = Rules::new(server, PlayerParameters::default(), Some(types), 0).unwrap();
        let mut world = World::with_teams(Arc::new(rules), 3, &teams());
        let mut stadium = world.stadium();
        for (place, at) in self.ours.iter().chain(&self.theirs).enumerate() {
            stadium.place_player(place, *at);
        }
        stadium.game.mode = self.mode;
        if let PlayMode::Goal(side) = self.mode {
            stadium.game.kick_off_side = Some(side.other());
        }
        stadium.place_ball(self.ball, Vec2::ZERO);
        let mut crew = Crew::new([told(advice, false), Some(Play::Still)], 3);
        let mut moments = vec![world.clone()];
        for _ in 0..cycles {
            crew.act(&mut world, None);
            world.stadium().step();
            moments.push(world.clone());
        }
        moments
    }
}

fn at(world: &World, unum: usize) -> Vec2 {
    world.game.players[unum - 1].position
}

fn ball(world: &World) -> Vec2 {
    world.game.ball.position
}

fn last(moments: &[World]) -> &World {
    moments.last().unwrap()
}

/// Returns the first of our players to have the ball at their feet, `unum` not counted.
fn first_but(moments: &[World], unum: usize) -> Option<usize> {
    let others = || (1..=11).filter(|other| *other != unum);
    moments
        .iter()
        .find_map(|world| others().find(|other| world.game.can_kick(world.rules(), other - 1)))
}

/// Returns the distance of a point from the segment between two points.
fn off_way(point: Vec2, from: Vec2, to: Vec2) -> f64 {
    let (way, gap) = (to - from, point - from);
    let along = ((gap.x * way.x + gap.y * way.y) / way.length2()).clamp(0.0, 1.0);
    (gap - way * along).length()
}

/// Our number 10 keeps the ball in the centre circle, so that all others have time. After 100
/// cycles the referee takes it from them.
fn kept() -> Scene {
    Scene::new().with_ball(10, Vec2::new(0.0, 0.0))
}
const KEEP: &str = "(do our {10} (hold))";

/// Number 9 of the right team has the ball in our half, and nobody takes it from them.
fn lost() -> Scene {
    let at = Vec2::new(-5.0, 0.0);
    let scene = Scene::new().opponent(9, at);
    Scene { ball: at + Vec2::new(-0.5, 0.0), ..scene }
}
const LEAVE: &str = "(dont our {0} (intercept) (tackle {0}))";

#[test]
fn they_have_the_home_that_they_are_told() {
    let place = Vec2::new(-30.0, 25.0);
    let moments = kept().play(&format!("{KEEP} (do our {{4}} (home (pt -30 25)))"), 95);
    assert!(at(last(&moments), 4).distance(place) < 2.5, "{:?}", at(last(&moments), 4));
    let without = kept().play(KEEP, 95);
    let own = at(last(&without), 4);
    assert!(own.distance(place) > 8.0, "{own:?}");
    // They go to the nearest point of a region that is their home, and stay out of a region that
    // is not to be their home.
    let region = "(rec (pt -52 20) (pt -40 34))";
    let moments = kept().play(&format!("{KEEP} (do our {{4}} (home {region}))"), 95);
    let here = at(last(&moments), 4);
    assert!(here.x < -37.0 && here.y > 17.0, "{here:?}");
    let arc = format!("(arc (pt {} {}) 0 9 0 360)", own.x, own.y);
    let moments = kept().play(&format!("{KEEP} (dont our {{4}} (home {arc}))"), 95);
    assert!(at(last(&moments), 4).distance(own) > 6.0);
}

#[test]
fn they_are_where_they_are_told_to_be() {
    let moments =
        kept().play(&format!("{KEEP} (do our {{6}} (pos (rec (pt 20 20) (pt 30 30))))"), 95);
    let here = at(last(&moments), 6);
    assert!(here.x > 17.0 && here.y > 17.0, "{here:?}");
    let own = at(last(&kept().play(KEEP, 95)), 6);
    assert!(own.distance(here) > 10.0);
    let arc = format!("(arc (pt {} {}) 0 9 0 360)", own.x, own.y);
    let moments = kept().play(&format!("{KEEP} (dont our {{6}} (pos {arc}))"), 95);
    assert!(at(last(&moments), 6).distance(own) > 6.0);
}

/// The rule of the manual's section 7.7.3 among them; the rules of the game keep everybody in their
/// own half, and the side that does not kick off out of the circle.
#[test]
fn before_a_kick_off_they_are_where_they_are_told_to_be() {
    let places = |mode, advice: &str| {
        let moments = Scene { mode, ..Scene::new() }.play(advice, 3);
        [7, 8].map(|unum| at(last(&moments), unum))
    };
    let advice = "(do our {7} (pos (pt -20 20))) (do our {8} (pos (pt 20 5)))";
    let at_line = Vec2::new(-0.01, 5.0);
    for (mode, place) in [
        (PlayMode::BeforeKickOff, at_line),
        (PlayMode::Goal(Side::Right), at_line),
        (PlayMode::Goal(Side::Left), at_line.with_length(9.65)),
    ] {
        let [seven, eight] = places(mode, advice);
        assert!(seven.distance(Vec2::new(-20.0, 20.0)) < 1e-9, "{mode:?}: {seven:?}");
        assert!(eight.distance(place) < 1e-9, "{mode:?}: {eight:?}");
        let [seven, eight] = places(mode, "(do our {6} (pos (pt -20 20)))");
        assert!(seven.distance(Vec2::new(-20.0, 20.0)) > 5.0, "{mode:?}: {seven:?}");
        assert!(eight.distance(place) > 2.0, "{mode:?}: {eight:?}");
    }
}

#[test]
fn they_mark_whom_they_are_told() {
    let foe = Vec2::new(-22.0, 15.0);
    let scene = lost().opponent(7, foe);
    let without = scene.play(LEAVE, 150);
    let moments = scene.play(&format!("{LEAVE} (do our {{9}} (mark {{7}}))"), 150);
    let marker = at(last(&moments), 9);
    assert!(marker.distance(foe) < 3.5 && marker.y < foe.y, "{marker:?}");
    assert!(at(last(&without), 9).distance(foe) > 10.0);
}

#[test]
fn they_mark_not_whom_they_are_told_not_to() {
    let foes = [(-22.0, 15.0), (-18.0, 22.0), (-28.0, -12.0), (-15.0, -24.0), (-34.0, 3.0)];
    let far = |advice: &str| -> f64 {
        let gap = |(x, y)| {
            let foe = Vec2::new(x, y);
            let moments = lost().opponent(7, foe).play(&format!("{LEAVE} {advice}"), 150);
            let gaps = (2..=11).map(|unum| at(last(&moments), unum).distance(foe));
            gaps.fold(f64::INFINITY, f64::min)
        };
        foes.map(gap).into_iter().sum()
    };
    let [marked, free] = ["", "(dont our {0} (mark {7}))"].map(far);
    assert!(marked + 4.0 < free, "{marked} {free}");
}

#[test]
fn they_mark_lanes() {
    let foe = Vec2::new(-20.0, 26.0);
    let scene = lost().opponent(7, foe);
    for lane in ["(markl {7})", "(markl (arc (pt -20 26) 0 1 0 360))"] {
        let moments = scene.play(&format!("{LEAVE} (do our {{11}} {lane})"), 150);
        let world = last(&moments);
        assert!(off_way(at(world, 11), ball(world), foe) < 1.2, "{lane} {:?}", at(world, 11));
    }
    let without = scene.play(LEAVE, 150);
    assert!(off_way(at(last(&without), 11), ball(last(&without)), foe) > 2.0);
    // If they are told to stand in the lane but not to mark it, they stand beside it.
    let place = "(do our {8} (pos (pt -12 12)))";
    let within = scene.play(&format!("{LEAVE} {place}"), 120);
    assert!(off_way(at(last(&within), 8), ball(last(&within)), foe) < 1.5);
    let beside = scene.play(&format!("{LEAVE} {place} (dont our {{8}} (markl {{7}}))"), 120);
    assert!(off_way(at(last(&beside), 8), ball(last(&beside)), foe) > 1.6);
}

#[test]
fn defenders_keep_the_offside_line_that_they_are_told() {
    let deepest = |world: &World| (2..=5).map(|unum| at(world, unum).x).fold(9.0, f64::min);
    let without = deepest(last(&lost().play(LEAVE, 150)));
    let with = format!("{LEAVE} (do our {{2 3 4 5}} (oline (pt -12 0)))");
    let kept = deepest(last(&lost().play(&with, 150)));
    assert!(without < -16.0 && kept > -14.5, "{without} {kept}");
    let off = format!("{LEAVE} (dont our {{2 3 4 5}} (oline (rec (pt -28 -34) (pt -14 34))))");
    let world = lost().play(&off, 200);
    for unum in 2..=5 {
        let x = at(last(&world), unum).x;
        assert!(!(-26.0..-16.0).contains(&x), "{unum}: {x}");
    }
}

#[test]
fn they_pass_to_whom_they_are_told() {
    let scene = || Scene::new().with_ball(7, Vec2::new(-8.0, 0.0));
    let own = first_but(&scene().play("", 120), 7);
    for mate in [6, 8, 4] {
        let moments = scene().play(&format!("(do our {{7}} (pass {{{mate}}}))"), 120);
        assert_eq!(first_but(&moments, 7), Some(mate), "pass, without advice to {own:?}");
        let moments = scene().play(&format!("(do our {{7}} (bto {{{mate}}}))"), 120);
        assert_eq!(first_but(&moments, 7), Some(mate), "bto");
    }
    // A pass to a mate who is in a region; and the ball played into a region.
    let moments = scene().play("(do our {7} (pass (rec (pt -20 8) (pt 0 20))))", 120);
    assert_eq!(first_but(&moments, 7), Some(8));
    let moments = scene().play("(do our {7} (bto (rec (pt -20 8) (pt 0 24)) {p}))", 120);
    let receiver = first_but(&moments, 7).unwrap();
    let got = moments.iter().find(|now| now.game.can_kick(now.rules(), receiver - 1)).unwrap();
    assert!(ball(got).y > 4.0, "{:?}", ball(got));
}

#[test]
fn they_pass_not_to_whom_they_are_told_not_to() {
    // Only passes are left.
    let forced = "(dont our {7} (dribble (rec (pt -60 -40) (pt 60 40))) (hold) (shoot))";
    let scene = || Scene::new().with_ball(7, Vec2::new(-8.0, 0.0));
    // They pass to another mate than the one to whom they would pass without advice.
    let (mut never, mut aimed) = (String::new(), Vec::new());
    for _ in 0..2 {
        let moments = scene().play(&format!("{forced} {never}"), 8);
        let way = ball(last(&moments)) - ball(&moments[0]);
        aimed.push(way.direction());
        let off = |unum: &usize| {
            let mate = at(&moments[0], *unum) - ball(&moments[0]);
            (mate.direction() - way.direction()).abs()
        };
        let mate = (2..=11).filter(|unum| *unum != 7).min_by(|a, b| off(a).total_cmp(&off(b)));
        never += &format!("(dont our {{7}} (pass {{{}}}))", mate.unwrap());
    }
    assert!((aimed[0] - aimed[1]).abs() > 0.1, "{aimed:?} {never}");
    let region = "(rec (pt -60 -40) (pt 60 40))";
    for never in
        ["(pass {0})".to_owned(), format!("(pass {region})"), format!("(bto {region} {{p}})")]
    {
        let all = format!("(dont our {{7}} (dribble {region}) (shoot) {never})");
        let moments = scene().play(&all, 60);
        assert_eq!(first_but(&moments, 7), None, "{never}");
    }
}

#[test]
fn they_dribble_where_they_are_told() {
    let scene = || Scene::new().with_ball(7, Vec2::new(-8.0, 0.0));
    let inside = |world: &World| ball(world).x < -11.0 && ball(world).y > 15.0;
    for how in
        ["(dribble (rec (pt -30 16) (pt -12 30)))", "(bto (rec (pt -30 16) (pt -12 30)) {d})"]
    {
        let moments = scene().play(&format!("(do our {{7}} {how})"), 150);
        let there = moments.iter().position(inside).expect(how);
        assert_eq!(first_but(&moments[..there], 7), None, "{how}");
    }
    assert!(!scene().play("", 150).iter().any(inside));
    // Without advice they dribble; told not to, they do not.
    let alone = "(dont our {7} (pass {0}) (shoot))";
    let way = |moments: &[World]| (ball(last(moments)) - ball(&moments[0])).length();
    assert!(way(&scene().play(alone, 40)) > 8.0);
    for never in
        ["(dribble (rec (pt -60 -40) (pt 60 40)))", "(bto (rec (pt -60 -40) (pt 60 40)) {d})"]
    {
        let moments = scene().play(&format!("{alone} (dont our {{7}} {never})"), 40);
        assert!(way(&moments) < 3.0, "{never}");
    }
}

#[test]
fn they_shoot_when_they_are_told() {
    let far = || Scene::new().with_ball(10, Vec2::new(23.5, 0.0)).opponent(1, Vec2::new(50.0, 0.0));
    let shot = |world: &World| {
        let (at, way) = (ball(world), world.game.ball.velocity);
        way.x > 1.5 && (at.y + way.y / way.x * (52.5 - at.x)).abs() < 7.01
    };
    let shoots = |moments: &[World]| moments[..6].iter().any(shot);
    assert!(!shoots(&far().play("", 6)));
    assert!(shoots(&far().play("(do our {10} (shoot))", 6)));
    assert!(shoots(&far().play("(do our {10} (bto (rec (pt 52 -8) (pt 54 8)) {s}))", 6)));
    let near = || Scene::new().with_ball(10, Vec2::new(42.0, 0.0));
    let scored = |moments: &[World]| last(moments).game.score[0].goals > 0;
    assert!(scored(&near().play("", 40)));
    let alone = "(dont our {10} (pass {0}))";
    assert!(!scored(&near().play(&format!("{alone} (dont our {{10}} (shoot))"), 40)));
    let never = "(dont our {10} (bto (rec (pt 52 -8) (pt 54 8)) {s}))";
    assert!(!scored(&near().play(&format!("{alone} {never}"), 40)));
}

#[test]
fn they_hold_the_ball_or_clear_it() {
    let scene = || Scene::new().with_ball(7, Vec2::new(-30.0, 5.0));
    let way = |moments: &[World]| (ball(last(moments)) - ball(&moments[0])).length();
    assert!(way(&scene().play("(do our {7} (hold))", 60)) < 2.0);
    assert!(way(&scene().play("", 60)) > 10.0);
    // They can only hold the ball or, if told not to, clear it.
    let stuck = "(dont our {7} (pass {0}) (dribble (rec (pt -60 -40) (pt 60 40))) (shoot))";
    assert!(way(&scene().play(stuck, 12)) < 2.0);
    let cleared = scene().play(&format!("{stuck} (dont our {{7}} (hold))"), 12);
    assert!(way(&cleared) > 8.0);
    let area = "(rec (pt -52.5 -34) (pt 0 34))";
    let kept = scene().play(&format!("{stuck} (dont our {{7}} (hold) (clear {area}))"), 12);
    assert!(way(&kept) < 2.0);
    let out = scene().play("(do our {7} (clear (arc (pt -30 5) 0 12 0 360)))", 14);
    assert!(way(&out) > 12.0, "{}", way(&out));
    // Advice to clear a region in which the ball is not has no effect.
    let off = "(clear (rec (pt 10 -34) (pt 52 34)))";
    let [one, other] = [scene().play("", 30), scene().play(&format!("(do our {{7}} {off})"), 30)];
    assert!(last(&one).game == last(&other).game);
    let into = scene().play("(do our {7} (bto (arc (pt -10 25) 0 4 0 360) {c}))", 8);
    let aim = Vec2::new(-10.0, 25.0) - ball(&into[0]);
    let gone = ball(last(&into)) - ball(&into[0]);
    assert!(gone.length() > 8.0 && (aim.direction() - gone.direction()).abs() < 0.15);
    // If they are told not to clear it there, they clear it elsewhere.
    let own = ball(last(&cleared));
    let there = format!("(bto (arc (pt {} {}) 0 25 0 360) {{c}})", own.x, own.y);
    let all = format!("{stuck} (dont our {{7}} (hold) {there})");
    assert!((ball(last(&scene().play(&all, 12))) - own).length() > 4.0);
}

#[test]
fn they_go_for_the_ball_when_they_are_told_and_leave_it() {
    let scene = || Scene { ball: Vec2::new(10.0, 10.0), ..Scene::new() };
    let first = |moments: &[World]| first_but(moments, 0).unwrap();
    let own = first(&scene().play("", 80));
    let other = if own == 8 { 6 } else { 8 };
    let gap = |world: &World| at(world, other).distance(ball(world));
    let nearest = |moments: &[World]| moments.iter().map(gap).fold(f64::INFINITY, f64::min);
    // While the ball is held, the other one goes for it, too.
    let still = "(do our {0} (hold))";
    assert!(nearest(&scene().play(still, 80)) > 3.0);
    let both = format!("{still} (do our {{{other}}} (intercept))");
    assert!(nearest(&scene().play(&both, 80)) < 1.5);
    let left = scene().play(&format!("(dont our {{{own}}} (intercept))"), 120);
    assert_ne!(first(&left), own);
}

#[test]
fn they_tackle_whom_they_are_told_and_nobody_else() {
    let scene = || {
        let mut scene = Scene::new().opponent(9, Vec2::new(-5.0, 0.0));
        scene.ball = Vec2::new(-4.4, 0.0);
        scene.ours[6] = Vec2::new(-7.0, 0.0);
        scene
    };
    let tackles = |moments: &[World]| -> u32 {
        last(moments).game.players[..11].iter().map(|player| player.counts.tackle).sum()
    };
    assert!(tackles(&scene().play("", 30)) > 0);
    assert_eq!(tackles(&scene().play("(dont our {0} (tackle {9}))", 30)), 0);
    assert!(tackles(&scene().play("(dont our {0} (tackle {8}))", 30)) > 0);
    // They tackle sooner than without advice, when the chance is not as good.
    let soon = |moments: &[World]| {
        let any = |world: &World| world.game.players[..11].iter().any(|it| it.counts.tackle > 0);
        moments.iter().position(any).unwrap_or(30)
    };
    let sum = |advice: &str| -> usize {
        let from = |step: i32| {
            let mut scene = scene();
            scene.ours[6].x -= 0.1 * f64::from(step);
            soon(&scene.play(advice, 30))
        };
        (0..10).map(from).sum()
    };
    let [told, alone] = ["(do our {7} (tackle {9}))", ""].map(sum);
    assert!(told + 3 < alone, "{told} {alone}");
    // Another player than the first one goes for them.
    let gap = |moments: &[World]| {
        let gaps = moments.iter().map(|world| at(world, 4).distance(ball(world)));
        gaps.fold(f64::INFINITY, f64::min)
    };
    let never = "(dont our {0} (intercept)) (dont our {7} (tackle {0}))";
    let away = scene().play(never, 60);
    let told = scene().play(&format!("{never} (do our {{4}} (tackle {{9}}))"), 60);
    assert!(gap(&told) < 2.0 && gap(&away) > 5.0, "{} {}", gap(&told), gap(&away));
}

/// Returns a batch of one game in which the left team senses and hears its coach.
fn sensed(advice: &str) -> DiscBatch {
    let mut server = ServerParameters::default();
    server.set("auto_mode", &Value::Bool(true)).unwrap();
    server.set("kick_off_wait", &Value::Int(5)).unwrap();
    DiscBatch::new(DiscConfig {
        num_worlds: 1,
        teams: teams(),
        server: Arc::new(server),
        player: PlayerParameters::default(),
        types: None,
        threads: Some(1),
        seed: 5,
        messages: false,
        sensed: true,
        hearing: false,
        plays: [told(advice, true), told("", true)],
    })
    .unwrap()
}

fn advance(batch: &mut DiscBatch, cycles: usize) {
    assert_eq!(batch.advance(cycles, None, &mut || false).unwrap(), cycles);
}

#[test]
fn who_senses_takes_opponents_for_the_types_that_the_coach_names() {
    let after = |advice: &str| {
        let mut batch = sensed(advice);
        advance(&mut batch, 400);
        batch.worlds()[0].game.clone()
    };
    let own = after("");
    assert!(after("(do opp {0} (htype 7))") != own);
    // Advice that is taken back, and advice without a meaning.
    assert!(after("(do opp {0} (htype -1))") == own);
    assert!(after("(do opp {0} (htype 7)) (do opp {0} (htype -1))") == own);
    assert!(after("(dont opp {0} (htype 7))") == own);
}

#[test]
fn a_coach_is_heard_when_the_time_has_come_also_by_who_senses() {
    let mut batch = sensed("");
    advance(&mut batch, 100);
    assert_eq!(batch.worlds()[0].game.mode, PlayMode::PlayOn);
    let say = |batch: &mut DiscBatch, text: &str| {
        coach::answer(batch.world_mut(0).unwrap(), Side::Left, text.as_bytes())
    };
    let block = "(say (define (definec \"All\" (true)) (definerule wall direc (\"All\" \
        (do our {0} (pos (arc (pt -50 0) 0 6 0 360)))))))";
    assert_eq!(say(&mut batch, block), "(ok say)");
    assert_eq!(say(&mut batch, "(say (rule (on wall)))"), "(ok say)");
    assert_eq!(say(&mut batch, block), "(error said_too_many_define_messages)");
    let mut twin = sensed("");
    advance(&mut twin, 100);
    for batch in [&mut batch, &mut twin] {
        advance(batch, 45);
    }
    // The advice has not been heard yet, so both games are the same.
    assert!(batch.worlds()[0].game == twin.worlds()[0].game);
    advance(&mut batch, 60);
    let bytes = batch.snapshot().unwrap();
    for batch in [&mut batch, &mut twin] {
        advance(batch, 200);
    }
    let parked = |batch: &DiscBatch| {
        let players = &batch.worlds()[0].game.players[1..11];
        players.iter().filter(|player| player.position.x < -40.0).count()
    };
    assert!(parked(&batch) >= 7, "{}", parked(&batch));
    assert!(parked(&twin) <= 4, "{}", parked(&twin));
    // Snapshots contain the advice that players have heard.
    let mut other = sensed("");
    other.restore(&bytes).unwrap();
    advance(&mut other, 200);
    assert!(other.worlds()[0].game == batch.worlds()[0].game);
    other.reset(&[0], None).unwrap();
    advance(&mut other, 300);
    assert!(parked(&other) <= 4, "{}", parked(&other));
}
