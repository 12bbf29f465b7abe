//! Questions that take long: more than 0.8 s each where nothing else works, and together as long as two fifths of all.
//! One of five of them is asked by `make test`, all by `make whole`.

use lariat::spec::{Asked, Collection};

/// Which, by the end of the program's path and the name.
const SLOW: [(&str, &str); 78] = [
    ("benchmarks/doif.c", "call:reach_error"),
    ("bits/align_up.c", "call:reach_error TOTAL=100"),
    ("bits/vectors.c", "label:differ"),
    ("bits/vectors.c", "label:over"),
    ("bits/vectors.c", "label:under"),
    ("floats/conversions.c", "label:same"),
    ("floats/math.c", "label:negative"),
    ("floats/math.c", "label:order"),
    ("floats/only_run.c", "label:digits"),
    ("floats/to_unsigned.c", "label:ODD"),
    ("gcd/euclid_even.c", "call:reach_error"),
    ("gcd/subtraction.c", "call:reach_error DIVISOR=9"),
    ("invariants/marks.c", "call:reach_error WRONG=>1"),
    ("invariants/smallest.c", "call:reach_error STARTS_AT=0 BOUND=smallest"),
    ("invariants/turns_and_twins.c", "call:reach_error ROUNDS=100000"),
    ("library/clock_on_the_wall.c", "label:far"),
    ("library/files_of_a_folder.c", "bounds"),
    ("library/files_of_a_folder.c", "label:above"),
    ("library/files_of_a_folder.c", "label:inside"),
    ("library/formats_of_a_table.c", "label:cut"),
    ("library/handler_put_back.c", "call:reach_error CASE=old==note"),
    ("library/locale.c", "call:reach_error CASE=!again||strcmp(again,\"C\")"),
    ("library/locale.c", "call:reach_error CASE=!first||strcmp(first,\"C\")"),
    ("library/number_and_rest.c", "call:reach_error CASE=v==-42&&*end"),
    ("library/number_and_rest.c", "call:reach_error CASE=v>999||v<-99"),
    ("library/options.c", "label:never"),
    ("library/signals.c", "call:reach_error CASE=calls==3"),
    ("library/signals.c", "call:reach_error CASE=got==SIGHUP"),
    ("library/signals.c", "call:reach_error CASE=late&&got!=SIGTERM"),
    ("library/sorted.c", "call:reach_error CASE=a[0]>a[1]||a[1]>a[2]"),
    ("library/too_large_a_number.c", "label:right"),
    ("library/up_to_a_semicolon.c", "label:inside"),
    ("library/written_dates.c", "label:zero"),
    ("library/written_fractions.c", "label:cents"),
    ("library/written_number.c", "call:reach_error CASE=n==5"),
    ("library/written_number.c", "call:reach_error CASE=strcmp(s,\"-42;\")==0&&x!=-42"),
    ("microc/thousand_billion.mc", "15"),
    ("order/first_alarm.c", "label:late ROUNDS=1000000 OTHERS=1"),
    ("order/high_water.c", "call:reach_error"),
    ("order/left_and_right_foot.c", "label:one_ahead STEPS=999999999"),
    ("overflow/sum_of_shorts.c", "overflow MOST=100000"),
    ("periodic/leap_years.c", "call:reach_error LEAPS=25"),
    ("ranges/both_ends_differ.c", "call:reach_error LENGTH=100000 EQUAL=1"),
    ("ranges/counted_up_and_down.c", "label:all LENGTH=100000"),
    ("ranges/counted_up_and_down.c", "label:none LENGTH=100000"),
    ("ranges/counted_up_and_down.c", "label:some LENGTH=100000"),
    ("ranges/equal_lists.c", "label:all LENGTH=100000"),
    ("ranges/equal_lists.c", "label:none LENGTH=100000"),
    ("ranges/even_and_odd_places.c", "label:full PAIRS=50000"),
    ("ranges/even_and_odd_places.c", "label:spoilt PAIRS=50000"),
    ("ranges/every_second_and_fourth.c", "call:reach_error LENGTH=100000 STEP=3 ONES=50000 TWOS=16667"),
    ("ranges/every_second_and_fourth.c", "call:reach_error LENGTH=100000 STEP=4 ONES=49999 TWOS=1"),
    ("ranges/every_second_and_fourth.c", "call:reach_error LENGTH=100000 STEP=4 ONES=49999 TWOS=2"),
    ("ranges/every_second_and_fourth.c", "call:reach_error LENGTH=100000 STEP=4 ONES=50000 TWOS=1"),
    ("ranges/first_zero.c", "label:before LENGTH=1000000 PLACE=765432"),
    ("ranges/long_palindrome.c", "label:other_half LENGTH=100001"),
    ("ranges/long_palindrome.c", "label:outermost LENGTH=100000"),
    ("ranges/steps_upwards.c", "label:by_less STEPS=100000"),
    ("ranges/two_thresholds.c", "call:reach_error READINGS=100000 HIGH=70000 HIGHEST=30000"),
    ("ranges/whole_and_first_half.c", "call:reach_error LENGTH=100000 ALL=60000 HALF=40000"),
    ("ranges/whole_and_first_half.c", "call:reach_error LENGTH=100000 ALL=99998 HALF=49997"),
    ("recursion/many_calls.c", "call:reach_error MOST=2 LEAVES=26"),
    ("recursion/values_in_lists.c", "call:reach_error DEEP=2"),
    ("recursion/values_in_lists.c", "call:reach_error DEEP=8"),
    ("rounds/buckets_emptied.c", "label:cups ROUNDS=100000 CUPS=200000"),
    ("rounds/long_and_short_turns.c", "call:reach_error TURNS=100001 THREES=150000 TWOS=100002"),
    ("rounds/stops_at_a_zero.c", "label:words LINES=1000 STOPPED=1 WORDS=4999"),
    ("scale/from_both_ends.c", "call:reach_error PLACE=1073741823"),
    ("scale/unsigned_halves.c", "label:often TIMES=2147483647u"),
    ("scale/wall_clock.c", "call:reach_error LIMIT=100000000 HOUR=27777 MINUTE=46 SECOND=40"),
    ("search/binary_steps.c", "call:reach_error STEPS=8"),
    ("stores/blanks_the_spaces.c", "bounds"),
    ("stores/copies_one_more.c", "label:from_another LENGTH=100000"),
    ("stores/counts_what_was_filled.c", "label:different LENGTH=100000 LEAST=0 SEVENS=1"),
    ("stores/counts_what_was_filled.c", "label:different LENGTH=100000 LEAST=1000 SEVENS=1"),
    ("thesis/squares.mc", "division"),
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
