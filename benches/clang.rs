//! Time to read and write messages of coaches, on one thread.
//!
//!     cargo bench --bench clang [-- FILTER]
//!
//! `short` is a message that turns rules on and off, `rule` defines one rule, `long` has fifty.
//! `advice` evaluates fifty rules with players, regions and variables in a situation of 22 players,
//! and fills the rows of eleven of them.
#![allow(clippy::unwrap_used)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rcssgym::advice::{Directives, Row, RuleBase, Situation, bit, rows};
use rcssgym::wire::clang::parse;
use rcssgym::wire::say::{decode, encode};

const SHORT: &str = "(rule (on block) (off (high attack)))";
const RULE: &str = "(definerule r direc ((and (bowner our {X}) (bpos (rec (pt -10 -10) (pt 10 10)))) \
                    (do our {X} (pass {11}))))";

fn messages(c: &mut Criterion) {
    let rule = format!("(define {RULE})");
    let long = format!("(define {})", vec![RULE; 50].join(" "));
    for (name, text) in [("short", SHORT), ("rule", &rule), ("long", &long)] {
        let mut group = c.benchmark_group(format!("clang/{name}"));
        group.throughput(Throughput::Elements(1));
        let message = parse(text).unwrap();
        group.bench_function("parse", |b| b.iter(|| parse(black_box(text))));
        group.bench_function("text", |b| b.iter(|| black_box(&message).server_text()));
    }
}

fn say(c: &mut Criterion) {
    let mut group = c.benchmark_group("say");
    group.throughput(Throughput::Elements(1));
    let (units, _) = decode("0Op1V*554");
    group.bench_function("decode", |b| b.iter(|| decode(black_box("0Op1V*554"))));
    group.bench_function("encode", |b| b.iter(|| encode(black_box(&units))));
}

/// Returns fifty rules with conditions of four kinds, two of which hold: on where the ball is, who
/// has it, and where players are.
fn fifty_rules() -> RuleBase {
    let mut base = RuleBase::new();
    for number in 0..50 {
        let condition = match number % 4 {
            0 => "(bpos (rec (pt -52.5 -34) (pt 0 34)))",
            1 => "(and (bowner our {X}) (bpos (arc (pt our X) 0 20 0 360)))",
            2 => "(ppos opp {0} 2 11 (tri (pt 0 -34) (pt 0 34) (pt ball)))",
            _ => "(and (time > 100) (or (playm play_on) (goal_diff < 0)) (not (bowner opp {0})))",
        };
        let rule = format!(
            "(define (definerule r{number} direc ({condition} (do our {{2 3 4 5 6 7 8 9 10 11}} \
             (pos (rec (pt {number} -10) ((pt ball) + (pt 5 5)))) (mark {{{}}})))))",
            number % 11 + 1
        );
        base.hear(&parse(&rule).unwrap(), 0).unwrap();
    }
    base.hear(&parse("(rule (on all))").unwrap(), 0).unwrap();
    base
}

fn advice(c: &mut Criterion) {
    let base = fifty_rules();
    let place = |team: usize, number: usize| {
        let (sign, number) = (if team == 0 { -1.0 } else { 1.0 }, number as f64);
        Some([sign * 4.0 * number, 5.0 * number - 30.0])
    };
    let situation = Situation {
        time: 500,
        ball: [-10.0, 3.0],
        owners: [bit(7), 0],
        players: std::array::from_fn(|team| std::array::from_fn(|at| place(team, at + 1))),
        ..Situation::default()
    };
    let mut directives = Directives::default();
    let mut own = [Row::default(); 8];
    c.bench_function("advice/fifty_rules", |b| {
        b.iter(|| {
            base.directives(black_box(&situation), &mut directives);
            for number in 1..=11 {
                rows(&directives, &situation, number, black_box(&mut own));
            }
        });
    });
}

criterion_group!(benches, messages, say, advice);
criterion_main!(benches);
