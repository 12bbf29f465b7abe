//! Some at a time.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Does `work` on each until `stop`, some at a time; what it says comes in their order.
pub fn in_parallel<I: Sync, T: Send>(
    all: &[I],
    jobs: usize,
    stop: &AtomicBool,
    work: impl Fn(&I) -> Result<T, String> + Sync,
) -> Result<Vec<T>, String> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut said = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(one) = all.get(at) else { break };
            said.push((at, work(one)?));
        }
        Ok(said)
    };
    let gathered: Result<Vec<Vec<(usize, T)>>, String> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..jobs).map(|_| scope.spawn(worker)).collect();
        handles.into_iter().map(|h| h.join().expect("workers do not panic")).collect()
    });
    let mut said: Vec<(usize, T)> = gathered?.into_iter().flatten().collect();
    said.sort_by_key(|(at, _)| *at);
    Ok(said.into_iter().map(|(_, one)| one).collect())
}
