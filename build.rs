//! Compiles the playmaker's messages, without protoc, if the feature `playmaker` is enabled.

#[cfg(feature = "playmaker")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use protox::prost::Message;
    println!("cargo::rerun-if-changed=proto/playmaker.proto");
    let messages = protox::compile(["proto/playmaker.proto"], ["proto"])?;
    let out = std::path::PathBuf::from(std::env::var_os("OUT_DIR").ok_or("no OUT_DIR")?);
    std::fs::write(out.join("playmaker.bin"), messages.encode_to_vec())?;
    // Maps are ordered by their keys, so that equal messages are encoded as equal bytes.
    prost_build::Config::new().btree_map(["."]).compile_fds(messages)?;
    Ok(())
}

#[cfg(not(feature = "playmaker"))]
fn main() {}
