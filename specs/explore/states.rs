//! Explorations by states alone say the same as those by all engines, where no time is over.

use super::{Folder, found, items};
use serde_json::Value;

const PROGRAM: &str = "extern int nd(void);
int main(void) {
    int a[3] = {1, 2, 3}, n = nd(), s = 0;
    if (n < 0 || n > 3)
        return 1;
    for (int i = 0; i < n; i++)
        s += a[i] > nd() ? a[i] : 0;
    if (s > 6)
        return 2;
    switch (s) {
    case 3:
        return a[n];
    case 9:
        return 4;
    default:
        return 10 / (s - 5);
    }
}
";

/// What became of each thing, in the words of both.
fn fates(found: &Value) -> Vec<(String, String)> {
    let fate = |item: &Value| {
        let text = |name: &str| item[name].as_str().unwrap_or_default().to_string();
        (text("target"), text("fate"))
    };
    items(found).iter().map(fate).collect()
}

#[test]
fn states_alone_decide_what_all_engines_decide() {
    let folder = Folder::new("states");
    let file = folder.file("states.c", PROGRAM);
    let all = found(&[&file]);
    assert!(fates(&all).iter().any(|(_, fate)| fate == "dead"), "nothing is dead in {all}");
    assert!(fates(&all).iter().all(|(_, fate)| fate != "open"), "something is open in {all}");
    let ways: [&[&str]; 3] =
        [&[], &["--merge", "aggressive", "--search", "klee"], &["--subsumption", "--summaries", "exact"]];
    for way in ways {
        let states = found(&[&[file.as_str(), "--engine", "states"], way].concat());
        assert_eq!(fates(&states), fates(&all), "{way:?}");
        let stats = &states["entries"][0]["states"];
        assert!(stats["states"].as_u64() > Some(1) && stats["covered"].as_u64() > Some(10), "{stats}");
    }
}
