//! What the parameters do to programs.

use super::tree::{Expression, Kind, Operator, Place, Program, Statement, Value};
use super::*;

/// Programs of so many seeds.
fn programs(settings: Settings, count: u64) -> Vec<Program> {
    (0..count).map(|seed| make(&settings, seed).expect("settings that fit")).collect()
}

fn with(change: impl FnOnce(&mut Settings)) -> Settings {
    let mut settings = Settings::default();
    change(&mut settings);
    settings
}

/// The statements of `main` behind those that initialise.
fn statements(program: &Program) -> &[Statement] {
    &program.body[program.variables.len()..]
}

/// All blocks below these statements, each with its depth.
fn blocks(block: &[Statement], depth: usize) -> Vec<(usize, &[Statement])> {
    let inner = block.iter().flat_map(|statement| match statement {
        Statement::If(_, then, otherwise) => {
            let second = if otherwise.is_empty() { vec![] } else { blocks(otherwise, depth + 1) };
            [blocks(then, depth + 1), second].concat()
        }
        Statement::While(_, body) => blocks(body, depth + 1),
        Statement::Assign(..) | Statement::Output(_) => vec![],
    });
    std::iter::once((depth, block)).chain(inner).collect()
}

/// All statements, however deep.
fn all(program: &Program) -> Vec<&Statement> {
    blocks(statements(program), 0).into_iter().flat_map(|(_, block)| block).collect()
}

/// Whether a loop counts one variable up to another.
fn is_counted(statement: &Statement) -> bool {
    let Statement::While(Expression::Binary(Operator::Less, counter, bound), body) = statement else { return false };
    let read = |e: &Expression| if let Expression::Read(Place::Variable(v)) = e { Some(*v) } else { None };
    let Some(Statement::Assign(Place::Variable(last), Value::Number(Expression::Binary(Operator::Add, from, by)))) =
        body.last()
    else {
        return false;
    };
    let is_next = read(from) == Some(*last) && **by == Expression::Literal(1);
    is_next && read(counter) == Some(*last) && read(bound).is_some() && read(bound) != read(counter)
}

fn has_division(e: &Expression) -> bool {
    match e {
        Expression::Binary(Operator::Divide, ..) => true,
        Expression::Binary(_, left, right) => has_division(left) || has_division(right),
        Expression::Not(inner) => has_division(inner),
        Expression::Literal(_) | Expression::Input | Expression::Read(_) => false,
    }
}

fn divides(program: &Program) -> bool {
    let of = |statement: &Statement| match statement {
        Statement::Assign(_, value) => value.expressions().iter().any(has_division),
        Statement::Output(e) | Statement::If(e, ..) | Statement::While(e, _) => has_division(e),
    };
    all(program).into_iter().any(of) || has_division(&program.result)
}

#[test]
fn a_seed_is_a_program() {
    let settings = with(|s| s.generate_divisions = true);
    for language in [Language::Microc, Language::C] {
        let texts: Vec<String> = (0..20).map(|seed| text(&settings, language, seed).expect("a text")).collect();
        let again: Vec<String> = (0..20).map(|seed| text(&settings, language, seed).expect("a text")).collect();
        assert_eq!(texts, again);
        let bodies: std::collections::BTreeSet<&str> =
            texts.iter().map(|t| t.split_once('\n').expect("a first line").1).collect();
        assert_eq!(bodies.len(), 20, "seeds differ");
        assert!(texts[7].starts_with(&format!("// lariat generate --language {} --seed 7 ", language.name())));
    }
}

#[test]
fn blocks_are_as_deep_as_they_may_be() {
    for depth in [0, 1, 3, 5] {
        let deepest = programs(with(|s| s.max_block_depth = depth), 60)
            .iter()
            .flat_map(|p| blocks(statements(p), 0).into_iter().map(|(depth, _)| depth).max())
            .max();
        assert_eq!(deepest, Some(depth));
    }
}

#[test]
fn blocks_have_between_one_statement_and_their_limit() {
    for (top, inner) in [(10, 5), (20, 10), (1, 1)] {
        let settings = with(|s| {
            (s.max_top_lvl_stmts_count, s.max_stmts_within_a_block, s.max_block_depth) = (top, inner, 2);
        });
        let made = programs(settings, 150);
        let tops: Vec<usize> = made.iter().map(|p| statements(p).len()).collect();
        assert_eq!((tops.iter().min(), tops.iter().max()), (Some(&1), Some(&top)));
        // Uniform: the mean is near the middle. With 150 draws it is off by 0.12 of the limit once in 10,000 times.
        let mean = tops.iter().sum::<usize>() as f64 / tops.len() as f64;
        assert!((mean - (top as f64 + 1.0) / 2.0).abs() < 0.12 * top as f64, "{mean} of {top}");
        let nested: Vec<usize> = made
            .iter()
            .flat_map(|p| blocks(statements(p), 0))
            .filter(|(depth, block)| *depth > 0 && !block.last().is_some_and(counts_up))
            .map(|(_, block)| block.len())
            .collect();
        assert_eq!((nested.iter().min(), nested.iter().max()), (Some(&1), Some(&inner)));
    }
}

/// Whether it may be the last statement of a loop that counts, which comes on top of its block's limit.
fn counts_up(statement: &Statement) -> bool {
    let Statement::Assign(_, Value::Number(Expression::Binary(Operator::Add, _, by))) = statement else { return false };
    **by == Expression::Literal(1)
}

#[test]
fn loops_are_as_likely_as_is_said() {
    for (counted, free) in [(0.15, 0.1), (0.5, 0.1), (0.15, 0.5), (0.0, 0.0), (0.5, 0.5)] {
        let settings = with(|s| (s.for_loop_gen_prob, s.loop_gen_prob) = (counted, free));
        // Statements that may be loops: those of blocks that are not the deepest.
        let (mut of, mut counts, mut frees) = (0, 0, 0);
        for program in programs(settings, 60) {
            let may_loop = blocks(statements(&program), 0).into_iter().filter(|(d, _)| *d < settings.max_block_depth);
            for statement in may_loop.flat_map(|(_, block)| block).filter(|s| !counts_up(s)) {
                of += 1;
                counts += usize::from(is_counted(statement));
                frees += usize::from(matches!(statement, Statement::While(..)) && !is_counted(statement));
            }
        }
        for (count, wanted) in [(counts, counted), (frees, free)] {
            // Four standard deviations of as many draws.
            let allowed = 4.0 * (wanted * (1.0 - wanted) / of as f64).sqrt();
            let share = count as f64 / of as f64;
            assert!((share - wanted).abs() <= allowed, "{share} of {of}, wanted {wanted}");
        }
    }
}

#[test]
fn divisions_are_there_only_where_they_may_be() {
    assert!(!programs(with(|s| s.error_guaranteed = true), 200).iter().any(divides));
    let some = programs(with(|s| s.generate_divisions = true), 200);
    assert!(some.iter().filter(|p| divides(p)).count() > 100);
}

/// Whether an element is read beyond the end of its array: that is never made but as an error.
fn reads_beyond(program: &Program, statement: &Statement) -> bool {
    let Statement::Assign(_, Value::Number(Expression::Read(Place::Element(v, i)))) = statement else { return false };
    program.variables[*v].kind == Kind::Array(*i)
}

fn divides_by_zero(statement: &Statement) -> bool {
    let Statement::Assign(_, Value::Number(Expression::Binary(Operator::Divide, left, right))) = statement else {
        return false;
    };
    (&**left, &**right) == (&Expression::Literal(1), &Expression::Literal(0))
}

#[test]
fn a_guaranteed_error_is_there() {
    let settings = with(|s| (s.error_guaranteed, s.generate_divisions) = (true, true));
    let plain = with(|s| s.generate_divisions = true);
    let mut kinds = [0; 3];
    for seed in 0..300 {
        let (program, without) = (make(&settings, seed).expect("one"), make(&plain, seed).expect("one"));
        let more = all(&program).len() - all(&without).len();
        let beyond = all(&program).into_iter().any(|s| reads_beyond(&program, s));
        // What is put in for a null pointer is two statements.
        let kind = if more == 2 { 0 } else { 1 + usize::from(beyond) };
        assert!(more == 2 || beyond || all(&program).into_iter().any(divides_by_zero), "{seed}");
        kinds[kind] += 1;
    }
    assert!(kinds.iter().all(|n| *n > 60), "each kind in a third of the programs: {kinds:?}");
    // It is put into blocks of all depths.
    let depths: std::collections::BTreeSet<usize> = programs(settings, 300)
        .iter()
        .flat_map(|p| blocks(statements(p), 0).into_iter().filter(|(_, b)| b.iter().any(|s| reads_beyond(p, s))))
        .map(|(depth, _)| depth)
        .collect();
    assert_eq!(depths, (0..=3).collect());
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let refused = |change: fn(&mut Settings)| make(&with(change), 1).expect_err("it is refused");
    assert_eq!(refused(|s| s.loop_gen_prob = 1.5), Unfit::Probability(1.5));
    assert_eq!(refused(|s| s.for_loop_gen_prob = -0.1), Unfit::Probability(-0.1));
    assert!(matches!(refused(|s| s.loop_gen_prob = f64::NAN), Unfit::Probability(_)));
    assert_eq!(refused(|s| s.loop_gen_prob = 0.9), Unfit::Sum(1.05));
    assert_eq!(refused(|s| s.max_top_lvl_stmts_count = 0), Unfit::Statements(0));
    assert_eq!(refused(|s| s.max_stmts_within_a_block = 1001), Unfit::Statements(1001));
    assert_eq!(refused(|s| s.max_block_depth = 17), Unfit::Depth(17));
}
