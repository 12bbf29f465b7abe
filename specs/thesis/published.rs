//! The published figures, where the thesis says the same twice or can be added up.

use crate::npe::{self, PROGRAMS, Table};

const FINAL: [(&Table, u64, u64); 4] = [
    // Time-outs and errors of all 900 programs.
    (&npe::PLAIN, 389, 315),
    (&npe::MERGED, 388, 317),
    (&npe::SUBSUMED, 265, 319),
    (&npe::SUMMARISED, 165, 309),
];

#[test]
fn the_final_tables_have_the_sets_of_table_6_16_and_their_totals() {
    for (table, time_outs, errors) in FINAL {
        let names: Vec<&str> = table.rows.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, npe::FINAL.map(|set| set.name), "{}", table.number);
        let total = |column: usize| table.rows.iter().map(|(_, figures)| figures[column]).sum::<u64>();
        assert_eq!((total(2), total(3)), (time_outs, errors), "{}", table.number);
        assert!(table.rows.iter().all(|(_, f)| f.len() == 4 && f[2] + f[3] <= PROGRAMS), "{}", table.number);
        let finished = PROGRAMS * 18 - time_outs - errors;
        assert!(table.notes[0].contains(&format!("so {finished} ")), "{}", table.notes[0]);
    }
}

#[test]
fn names_of_sets_say_their_parameters() {
    for set in npe::FINAL {
        let letter = |b| if b { "t" } else { "f" };
        let (counted, other) = (100.0 * set.for_loop, 100.0 * set.other_loop);
        let name = format!("{counted:.0}-{other:.0}-{}-{}-{}", set.depth, letter(set.error), letter(set.divisions));
        assert_eq!(set.name, name);
    }
}

#[test]
fn a_time_out_takes_its_time_but_in_the_row_that_is_noted() {
    let short: Vec<(&str, &str)> = FINAL
        .iter()
        .flat_map(|(table, ..)| table.rows.iter().map(|(set, f)| (table.number, *set, f)))
        .filter(|(_, _, figures)| figures[1] < 30_000 * figures[2])
        .map(|(number, set, _)| (number, set))
        .collect();
    assert_eq!(short, [("6.19", "15-10-3-f-f")]);
    assert!(npe::SUBSUMED.notes.iter().any(|note| note.starts_with("15-10-3-f-f has 55,836 ms")));
}

#[test]
fn table_6_15_adds_up_tables_6_12_and_6_14() {
    for (search, sums) in npe::LARGER_EITHER.rows {
        let of = |table: &Table| table.rows.iter().find(|(name, _)| name == search).expect("a row").1;
        let (errors, time_outs) = (of(&npe::LARGER_ERRORS), of(&npe::LARGER_TIMEOUTS));
        for (i, sum) in sums.iter().enumerate() {
            assert_eq!(errors[i] + time_outs[i], *sum, "{search}");
        }
    }
}

#[test]
fn rows_have_a_figure_for_each_column() {
    let all = [
        &npe::COST_TIMEOUTS,
        &npe::COST_TIMES,
        &npe::LATTICE,
        &npe::RECURSIVE,
        &npe::LATTICE_LARGE,
        &npe::SMALLER_PATHS,
        &npe::SMALLER_ERRORS,
        &npe::SMALLER_TIMES,
        &npe::SMALLER_TIMEOUTS,
        &npe::LARGER_PATHS,
        &npe::LARGER_ERRORS,
        &npe::LARGER_TIMES,
        &npe::LARGER_TIMEOUTS,
        &npe::LARGER_EITHER,
    ];
    for table in all.into_iter().chain(FINAL.map(|(table, ..)| table)) {
        assert!(table.rows.iter().all(|(_, figures)| figures.len() == table.columns.len()), "{}", table.number);
    }
}
