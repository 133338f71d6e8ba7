//! The door: without a subcommand Lupa talks with a GUI or a person, otherwise it does what the subcommand says.

use std::process::ExitCode;

fn main() -> ExitCode {
    lupa::cli::main()
}
