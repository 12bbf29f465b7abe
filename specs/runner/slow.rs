//! Questions that take long: more than a second each where nothing else works, and together as long as a third of all.
//! One of five of them is asked by `make test`, all by `make whole`.

use lariat::spec::{Asked, Collection};

/// Which, by the end of the program's path and the name.
const SLOW: [(&str, &str); 50] = [
    ("bits/align_up.c", "call:reach_error TOTAL=100"),
    ("bits/vectors.c", "label:differ"),
    ("floats/conversions.c", "label:same"),
    ("floats/only_run.c", "label:digits"),
    ("floats/to_unsigned.c", "label:ODD"),
    ("gcd/euclid_even.c", "call:reach_error"),
    ("gcd/subtraction.c", "call:reach_error DIVISOR=9"),
    ("invariants/marks.c", "call:reach_error WRONG=>1"),
    ("invariants/smallest.c", "call:reach_error STARTS_AT=0 BOUND=smallest"),
    ("invariants/turns_and_twins.c", "call:reach_error ROUNDS=100000"),
    ("library/clock_on_the_wall.c", "label:far"),
    ("library/files_of_a_folder.c", "bounds"),
    ("library/options.c", "label:never"),
    ("library/signals.c", "call:reach_error CASE=late&&got!=SIGTERM"),
    ("library/up_to_a_semicolon.c", "label:inside"),
    ("library/what_systems_may_say.c", "leak"),
    ("library/written_dates.c", "label:zero"),
    ("library/written_fractions.c", "label:cents"),
    ("library/written_number.c", "call:reach_error CASE=n==5"),
    ("library/written_number.c", "call:reach_error CASE=strcmp(s,\"-42;\")==0&&x!=-42"),
    ("order/first_alarm.c", "label:late ROUNDS=1000000 OTHERS=1"),
    ("order/high_water.c", "call:reach_error"),
    ("order/left_and_right_foot.c", "label:one_ahead STEPS=999999999"),
    ("overflow/sum_of_shorts.c", "overflow MOST=100000"),
    ("periodic/leap_years.c", "call:reach_error LEAPS=25"),
    ("ranges/both_ends_differ.c", "call:reach_error LENGTH=100000 EQUAL=1"),
    ("ranges/counted_up_and_down.c", "label:all LENGTH=100000"),
    ("ranges/counted_up_and_down.c", "label:some LENGTH=100000"),
    ("ranges/equal_lists.c", "label:none LENGTH=100000"),
    ("ranges/every_second_and_fourth.c", "call:reach_error LENGTH=100000 STEP=3 ONES=50000 TWOS=16667"),
    ("ranges/every_second_and_fourth.c", "call:reach_error LENGTH=100000 STEP=4 ONES=49999 TWOS=1"),
    ("ranges/every_second_and_fourth.c", "call:reach_error LENGTH=100000 STEP=4 ONES=49999 TWOS=2"),
    ("ranges/steps_upwards.c", "label:by_less STEPS=100000"),
    ("ranges/two_thresholds.c", "call:reach_error READINGS=100000 HIGH=70000 HIGHEST=30000"),
    ("ranges/whole_and_first_half.c", "call:reach_error LENGTH=100000 ALL=60000 HALF=40000"),
    ("ranges/whole_and_first_half.c", "call:reach_error LENGTH=100000 ALL=99998 HALF=49997"),
    ("recursion/many_calls.c", "call:reach_error MOST=2 LEAVES=26"),
    ("recursion/values_in_lists.c", "call:reach_error DEEP=2"),
    ("recursion/values_in_lists.c", "call:reach_error DEEP=8"),
    ("rounds/buckets_emptied.c", "label:cups ROUNDS=100000 CUPS=200000"),
    ("rounds/stops_at_a_zero.c", "label:words LINES=1000 STOPPED=1 WORDS=4999"),
    ("scale/from_both_ends.c", "call:reach_error PLACE=1073741823"),
    ("scale/unsigned_halves.c", "label:often TIMES=2147483647u"),
    ("scale/wall_clock.c", "call:reach_error LIMIT=100000000 HOUR=27777 MINUTE=46 SECOND=40"),
    ("stores/blanks_the_spaces.c", "bounds"),
    ("stores/counts_what_was_filled.c", "label:different LENGTH=100000 LEAST=0 SEVENS=1"),
    ("stores/counts_what_was_filled.c", "label:different LENGTH=100000 LEAST=1000 SEVENS=1"),
    ("stores/marks_the_positive.c", "label:wrong LENGTH=1000"),
    ("wrap/misses_zero.c", "call:reach_error NUMBER=int RUNS=1431655765"),
    ("wrap/misses_zero.c", "call:reach_error NUMBER=int RUNS=1500000000"),
];

/// One of so many is asked nevertheless.
const EVERY: usize = 5;

/// What leaves out the others, each as `--skip` takes it.
pub fn left_out(questions: &Collection) -> Vec<String> {
    let all = || questions.specs.iter().flat_map(|spec| spec.questions.iter().map(move |asked| (spec, asked)));
    let is_of = |asked: &Asked, (file, name): &(&str, &str)| asked.program.ends_with(file) && asked.name == *name;
    let mut texts = vec![];
    for (i, slow) in SLOW.iter().enumerate() {
        let found: Vec<_> = all().filter(|(_, asked)| is_of(asked, slow)).collect();
        assert!(!found.is_empty(), "no question is {slow:?} any more");
        let place = |(spec, asked): (&lariat::spec::Spec, &Asked)| {
            format!("{}:{} {}", spec.path.display(), asked.places.question.span.line, asked.name)
        };
        texts.extend(found.into_iter().map(place).filter(|_| i % EVERY != 0));
    }
    texts
}
