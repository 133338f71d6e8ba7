//! `lupa completions`: what a shell needs to complete our arguments. Knows the arguments and nothing else.

use super::Failure;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;

/// Writes a script that teaches a shell to complete lupa's commands and options.
#[derive(clap::Args)]
#[command(
    after_help = "Example: lupa completions bash > ~/.local/share/bash-completion/completions/lupa\n         \
                        lupa completions fish > ~/.config/fish/completions/lupa.fish\n\n\
                        Exit codes: 0 written, 2 no such shell."
)]
pub struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Does it.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    // In memory first: the generator panics where it cannot write, and a closed pipe is no reason to.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::Arguments::command(), "lupa", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(())
}
