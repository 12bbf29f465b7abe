//! The memory of this process: how much it is, how much it was at most, and a fence around it.
//!
//! Measured where Linux says it, in `/proc`; nothing is known elsewhere, so
//! that there a limit of memory is only the fence, and without Unix nothing at all.

use std::sync::atomic::{AtomicU64, Ordering};

/// The most that [`resident`] said so far. The system counts in batches, so its own peak can be a little less.
static MOST_SEEN: AtomicU64 = AtomicU64::new(0);

/// The bytes that are in memory now.
pub fn resident() -> Option<u64> {
    let bytes = field("VmRSS:")?;
    MOST_SEEN.fetch_max(bytes, Ordering::Relaxed);
    Some(bytes)
}

/// The most bytes that were in memory at one time.
pub fn peak() -> Option<u64> {
    Some(field("VmHWM:")?.max(MOST_SEEN.load(Ordering::Relaxed)))
}

/// What this line of the process's status says, in bytes.
fn field(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let value = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u64 = value.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    Some(kib << 10)
}

/// Address space beyond the limit of memory: what threads and libraries reserve without using it,
/// and what the engine may still take before it is told to stop.
const SLACK: u64 = 4 << 30;

/// Lets one allocation far beyond the limit fail, which nobody could measure in time.
/// `reserved` is what stacks reserve. A process whose limit is lower already keeps it.
#[cfg(unix)]
pub fn fence(limit: u64, reserved: u64) {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let wanted = limit.saturating_add(2 * reserved).saturating_add(SLACK);
    let mut now = getrlimit(Resource::As);
    if now.current.is_none_or(|current| current > wanted) {
        now.current = Some(wanted);
        // The fence is the second line of defence: without it the limit still holds as it is measured.
        let _ = setrlimit(Resource::As, now);
    }
}

/// There is no fence here.
#[cfg(not(unix))]
pub fn fence(_: u64, _: u64) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_in_memory_is_known() {
        let block = vec![1u8; 64 << 20];
        let (now, most) = (resident().expect("Linux says it"), peak().expect("Linux says it"));
        let size = block.len() as u64;
        assert!(now >= size && most >= now.min(size), "{now}, at most {most}, with {size} bytes");
    }
}
