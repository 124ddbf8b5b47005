//! Messages of players, trainers and coaches: whatever they contain, nothing panics, and numbers
//! stay finite.

use crate::stage::{Left, Stage};
use rcssgym::disc::senses::BodySense;
use rcssgym::disc::{Player, Random};
use rcssgym::wire::rcssserver::{coach, player, trainer, write_sense_body};

/// Messages to start from, and pieces that are inserted into them.
const PIECES: &[&str] = &[
    "(dash 100)",
    "(dash 50 -30)",
    "(dash (l 50 1) (r 20 -180))",
    "(turn 30)",
    "(kick 100 0)",
    "(turn_neck -90)",
    "(tackle 10 on)",
    "(catch 5)",
    "(move -10 3)",
    "(change_view wide low)",
    "(change_focus 3 10)",
    "(pointto 5 10)",
    "(pointto off)",
    "(attentionto R 2)",
    "(say \"a b\")",
    "(say x)(turn 1)",
    "(ear (on our complete))",
    "(compression 3)",
    "(clang (ver 7 8))",
    "(score)",
    "(move (ball) 1 2 0 0.5 0.5)",
    "(move (player L 2) 0 0 90 1 1)",
    "(change_mode free_kick_l)",
    "(change_mode penalty_taken_r)",
    "(change_player_type L 2 3)",
    "(change_player_type 2 goalie)",
    "(start)",
    "(recover)",
    "(look)",
    "(check_ball)",
    "(team_names)",
    "(eye on)",
    "1e308",
    "-1e308",
    "nan",
    "inf",
    "99999999999",
    "(",
    ")",
    "\"",
    "\0",
    " ",
    "é",
    "+",
    ".",
    "e",
    "(say ",
];

#[test]
fn any_message_is_answered() {
    let mut stage = Stage::in_play(&[]);
    let mut random = Random::new(11);
    let mut reply = String::new();
    for round in 0..60_000 {
        let mut message = Vec::new();
        for _ in 0..=random.below(4) {
            message.extend(PIECES[random.below(PIECES.len() as u32) as usize].as_bytes());
        }
        for _ in 0..random.below(4) {
            let at = random.below(message.len().max(1) as u32) as usize;
            match random.below(3) {
                0 => message.truncate(at),
                1 => message.insert(at, random.below(256) as u8),
                _ => drop((!message.is_empty()).then(|| message.remove(at))),
            }
            if message.is_empty() {
                message.push(b'(');
            }
        }
        let world = &mut stage.world;
        reply.clear();
        match random.below(3) {
            0 => player::answer(world, None, random.below(22) as usize, &message, &mut reply),
            1 => reply = trainer::answer(world, None, &message),
            _ => reply = coach::answer(world, Left, &message),
        }
        if round % 7 == 0 {
            world.stadium().step();
            world.messages.clear();
        }
        let ball = world.game.ball;
        assert!(ball.position.is_finite() && ball.velocity.is_finite(), "{message:?}");
        for player in &world.game.players {
            assert!(player.position.is_finite() && player.velocity.is_finite(), "{message:?}");
            assert!(player.body.is_finite() && player.stamina.is_finite(), "{message:?}");
        }
    }
}

#[test]
fn spots_beyond_all_bounds_are_told_as_numbers() {
    for message in ["(pointto 1e300 30)", "(pointto -1e308 0)", "(move -1e308 1e308)(pointto 5 0)"]
    {
        let mut stage = Stage::in_play(&[]);
        stage.mode("before_kick_off");
        let (place, mut told) = (Player::place(Left, 2), String::new());
        player::answer(&mut stage.world, None, place, message.as_bytes(), &mut told);
        assert_eq!(told, "", "{message}");
        stage.step(1);
        write_sense_body(&BodySense::of(&stage.world.game, place), 19, &mut told);
        assert!(told.contains("(arm (movable 4) (expires 19) (target "), "{told}");
        assert!(!told.contains("inf") && !told.contains("nan"), "{message}: {told}");
    }
}
