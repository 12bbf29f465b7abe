//! Programs that grow: each is what its family says, and an exponent is the one that costs were made with.

#[path = "../../benchmarks/figures/growth/fit.rs"]
mod fit;
#[path = "../../benchmarks/figures/growth/programs.rs"]
mod programs;

use crate::measure;
use crate::questions::Question;

#[test]
fn an_exponent_is_found_again() {
    for exponent in [0.5, 1.0, 1.7, 3.0] {
        let points: Vec<(f64, f64)> = [10.0f64, 30.0, 100.0].map(|n| (n, 0.3 * n.powf(exponent))).to_vec();
        assert!((fit::fitted(&points).unwrap() - exponent).abs() < 1e-9, "{exponent}");
    }
    assert_eq!(fit::fitted(&[(10.0, 2.0)]), None);
    assert_eq!(fit::fitted(&[(10.0, 2.0), (10.0, 3.0)]), None);
}

/// What is asked of the smallest member of each family has the answer that it is measured with.
#[test]
fn targets_are_reached_or_not_as_families_say() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("growth");
    std::fs::create_dir_all(&folder).unwrap();
    for family in programs::families() {
        assert!(family.sizes.is_sorted() && family.most.is_none_or(|most| most >= 1.0), "{}", family.name);
        for (reached, expect) in [(true, "reachable"), (false, "unreachable")] {
            let file = folder.join(format!("{} {expect}.c", family.name));
            std::fs::write(&file, (family.program)(family.sizes[0], reached)).unwrap();
            let (entry, target) = ("main".into(), "call:reach_error".into());
            let question = Question { file, entry, target, expect: expect.into(), define: None };
            let measured = measure::measure(&question, 1).unwrap();
            assert!(measured.is_right(), "{} {expect}: {}", family.name, measured.verdict());
        }
    }
}
