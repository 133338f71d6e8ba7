//! The door: no arguments and it speaks with a GUI, otherwise it does what a subcommand says.

use std::process::ExitCode;

fn main() -> ExitCode {
    lupa::cli::main()
}
