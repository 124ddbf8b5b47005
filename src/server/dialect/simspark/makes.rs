//! How many robots of a team may be of the same type of Nao, as in rcssserver3d.

/// Maximum number of robots of one type.
const MOST: usize = 7;
/// Maximum number of robots of any two types together, so that a team of eleven has at least three
/// types.
const MOST_OF_TWO: usize = 9;

/// Returns why a Nao of type `make` may not join a team that has Naos of these types; `None` if it
/// may.
pub(super) fn refusal(team: impl Iterator<Item = u32> + Clone, make: u32) -> Option<String> {
    let count = |of: u32| team.clone().filter(|other| *other == of).count();
    let own = count(make) + 1;
    if own > MOST {
        return Some(format!("a team may have {MOST} robots of type {make}, and has as many"));
    }
    let other = team.clone().find(|other| *other != make && own + count(*other) > MOST_OF_TWO)?;
    Some(format!(
        "a team may have {MOST_OF_TWO} robots of types {make} and {other}, and has as many"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The types that are admitted, in order, of those that want to join one after the other.
    fn admitted(wanted: &[u32]) -> Vec<u32> {
        let mut team = Vec::new();
        for &make in wanted {
            if refusal(team.iter().copied(), make).is_none() {
                team.push(make);
            }
        }
        team
    }

    #[test]
    fn a_team_is_of_several_types() {
        assert_eq!(admitted(&[0; 11]), [0; 7]);
        let two = [[0; 7], [4; 7]].concat();
        assert_eq!(admitted(&two), [0, 0, 0, 0, 0, 0, 0, 4, 4]);
        let three = [0, 0, 0, 0, 0, 0, 0, 1, 1, 3, 3];
        assert_eq!(admitted(&three), three);
        // Two of type 1 and six of type 3 are nine with one more, but not beside seven of type 0.
        assert_eq!(admitted(&[3, 3, 3, 3, 3, 3, 1, 1, 1, 1, 2]), [3, 3, 3, 3, 3, 3, 1, 1, 1, 2]);
    }
}
