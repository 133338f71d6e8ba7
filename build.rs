//! Takes in the net that a builder names in `LUPA_EVALFILE`, as test farms do: it then comes first among those that
//! come with Lupa.

use std::path::PathBuf;
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=LUPA_EVALFILE");
    let given = match env::var("LUPA_EVALFILE") {
        Ok(path) if !path.is_empty() => {
            let path = fs::canonicalize(&path).map_err(|error| format!("LUPA_EVALFILE={path}: {error}"))?;
            println!("cargo:rerun-if-changed={}", path.display());
            format!("Some(include_bytes!({path:?}))")
        }
        _ => "None".to_owned(),
    };
    let code = format!("/// The net the builder named.\nconst GIVEN: Option<&[u8]> = {given};\n");
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("given.rs"), code)?;
    Ok(())
}
