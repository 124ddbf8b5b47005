//! What it takes to read and write messages of coaches, on one thread.
//!
//!     cargo bench --bench clang [-- FILTER]
//!
//! `short` is a message that turns rules on and off, `rule` defines one rule, `long` has fifty.
#![allow(clippy::unwrap_used)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
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

criterion_group!(benches, messages, say);
criterion_main!(benches);
