//! Teams that ask playmakers.

use rcssgym::disc::{PLAYERS, PlayMode, PlayerParameters, Rules, ServerParameters, Side, World};
use rcssgym::playmaker::rpc::{Setting, Squad, preferred, runtime};
use rcssgym::teams::Playbook;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::{Duration, Instant};

fn world() -> World {
    let rules = Rules::new(ServerParameters::default(), PlayerParameters::default(), None, 1);
    let mut world = World::new(Arc::new(rules.unwrap()), 1);
    for place in 0..PLAYERS {
        world.join(["A", "B"][place / 11], place % 11 == 0).unwrap();
    }
    world.game.mode = PlayMode::PlayOn;
    world
}

#[test]
fn waiting_for_an_answer_can_be_interrupted() {
    let silent = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let long = Duration::from_secs(600);
    let setting = Setting {
        address: silent.local_addr().unwrap(),
        is_full: true,
        has_trainer: false,
        has_habits: true,
        playbook: Playbook::standard().unwrap(),
        patience: [long, long],
    };
    let mut squad = Squad::new(Side::Left, "A", setting, runtime().unwrap()).unwrap();
    let (mut world, begin) = (world(), Instant::now());
    let mut looks = 0;
    let is_done = squad.decide(&mut world, &mut || {
        looks += 1;
        looks == 3
    });
    assert!(!is_done && looks == 3);
    squad.leave();
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
}

#[test]
fn of_the_addresses_of_a_name_that_of_ipv4_is_used() {
    let of = |text: &str| text.parse::<SocketAddr>().unwrap();
    let (six, four, more) = (of("[::1]:5"), of("127.0.0.1:5"), of("127.0.0.2:5"));
    assert_eq!(preferred([six, four, more]), Some(four));
    assert_eq!(preferred([six]), Some(six));
    assert_eq!(preferred([]), None);
}
