//! What both fuzz targets share: inputs, seeds, mutations, and what counts as a crash.

pub mod input;
pub mod mutate;
pub mod seeds;
pub mod tokens;

/// The stack of what is tested, as on the command line.
pub const STACK: usize = 512 << 20;

/// Keeps an input in the file that `LARIAT_LAST` names: where a stack overflows, nothing else says which it was.
pub fn remember(bytes: &[u8]) {
    if let Some(path) = std::env::var_os("LARIAT_LAST") {
        let _ = std::fs::write(path, bytes);
    }
}

/// Writes the seeds, and lets the parser panic: it runs on a thread of its own, and what it says then is a refusal.
/// Every other panic is a finding.
pub fn begin() {
    seeds::write();
    let crash = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().name() != Some("parser") {
            crash(info);
        }
    }));
}
