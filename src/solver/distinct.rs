//! Names that mean one thing each.

use rustc_hash::FxHashMap;

/// The names used so far, and the number of the last one that was made like each: asked for the same name often, it
/// does not begin with the first again.
#[derive(Default)]
pub(crate) struct Distinct(FxHashMap<String, u64>);

impl Distinct {
    /// A name not used yet and not among those that are `taken`: the wanted one, or that with a number.
    pub fn name(&mut self, wanted: String, taken: &[&str]) -> String {
        let last = self.0.get(&wanted).copied().unwrap_or_default();
        let like = |n: u64| if n == 1 { wanted.clone() } else { format!("{wanted}!{n}") };
        let is_free = |name: &String| !self.0.contains_key(name) && !taken.contains(&name.as_str());
        let numbered = (last + 1..).map(|n| (n, like(n))).find(|(_, name)| is_free(name));
        let (n, name) = numbered.expect("numbers do not end");
        self.0.insert(wanted, n);
        self.0.entry(name.clone()).or_insert(1);
        name
    }
}
