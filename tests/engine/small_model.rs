//! A model that tests extend.

use rcssgym::{Error, model};

/// Returns a minimal model with additional elements before its worldbody (line 2) and in its body
/// (line 7).
pub fn file(head: &str, body: &str) -> String {
    format!(
        r#"<mujoco model="small">
{head}
<worldbody>
<body name="root">
<freejoint/>
<geom size="0.1"/>
{body}
</body>
</worldbody>
</mujoco>"#
    )
}

/// Reads the file.
pub fn parse(head: &str, body: &str) -> rcssgym::Result<model::Model> {
    model::parse(&file(head, body), "small.xml")
}

/// Returns line, column and message of the refusal.
pub fn refusal(head: &str, body: &str) -> (u32, u32, String) {
    match parse(head, body) {
        Err(Error::Mjcf { file, line, column, message }) => {
            assert_eq!(file, "small.xml");
            (line, column, message)
        }
        other => panic!("{head} {body}: {other:?}"),
    }
}
