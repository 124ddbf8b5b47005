//! Built-in and user files load; what is outside the subset is refused at its place.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use rcssgym::model::{self, Model};

#[test]
fn built_in_models_load() {
    for name in model::builtin_names() {
        let model: Model = model::load(name).unwrap();
        assert_eq!(model.name, name);
    }
}
