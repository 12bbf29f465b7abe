//! A random program in its two forms: one that tells what it does, and one that knows what it has to do.

/// A range of an input, both ends included.
pub type Range = (i64, i64);

/// A program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// What the inputs hold.
    pub inputs: Vec<Range>,
    /// Its text up to the end of `main`, without what is before and after.
    pub body: Vec<String>,
    /// Integers that are compared at the end.
    pub values: Vec<String>,
    /// How many lines are marked: `passed[0] = 1;` and so on.
    pub marks: usize,
    /// Something in it may be undefined, and ends a run there.
    pub ends: bool,
    /// What it is made of.
    pub features: Vec<&'static str>,
}

/// One run: the values of the inputs.
pub type Tape = Vec<i64>;

/// What a run does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The marks that are passed, before `main` and after it, too.
    pub passed: Vec<usize>,
    /// The values at the end of `main`, if it gets there.
    pub values: Option<Vec<i64>>,
}

/// What the form that tells has on top where a run may end: lines that were passed are told then, too, by whatever ends
/// it; see `lifetimes`.
const ENDING: &str = "\
extern int fflush(void *); extern void _exit(int); static void tell(void);
static void undefined(void) { tell(); printf(\"undefined\\n\"); fflush(0); _exit(1); }
static int serial; static unsigned char alive[4096];
static void use(int number) { if (number && !alive[number]) undefined(); }
extern void __sanitizer_set_death_callback(void (*)(void)) __attribute__((weak));
__attribute__((constructor(102))) static void watch(void) {
  if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(undefined);
}
#define ORACLE(code) code";

/// What lives and dies.
const MEMORY: &str = "extern void *malloc(unsigned long), *realloc(void *, unsigned long); extern void free(void *);";

/// Where the inputs are read; the text before it has no lines of `body`.
const READING: &str = "int main(void) {";

impl Program {
    /// All values that the inputs can have together.
    pub fn tapes(&self) -> Vec<Tape> {
        let mut tapes = vec![vec![]];
        for (least, most) in &self.inputs {
            let longer = |tape: &Tape| (*least..=*most).map(|v| [&tape[..], &[v]].concat()).collect::<Vec<_>>();
            tapes = tapes.iter().flat_map(longer).collect();
        }
        tapes
    }

    /// The form that prints which lines it passes, and its values.
    pub fn telling(&self) -> String {
        let told = "extern int printf(const char *, ...);";
        let mut text = match self.ends {
            true => self.until_the_end(&format!("{told}\n{ENDING}\n{MEMORY}")),
            false => self.until_the_end(told),
        };
        for value in &self.values {
            text += &format!("  printf(\"value %lld\\n\", (long long)({value}));\n");
        }
        text += "  printf(\"end\\n\");\n  return 0;\n}\n";
        // Priority 101 comes after all others.
        text += "__attribute__((destructor(101))) static void tell(void) {\n";
        text += &format!("  for (int i = 0; i < {}; i++)\n", self.marks);
        text + "    if (passed[i]) printf(\"passed %d\\n\", i);\n}\n"
    }

    /// The form that compares its values with what the compiled program printed.
    pub fn knowing(&self, runs: &[(Tape, Run)]) -> String {
        let ends = "extern void reach_same(void); extern void reach_different(void);";
        let mut text = match self.ends {
            true => self.until_the_end(&format!("{ends}\n#define ORACLE(code)\n{MEMORY}")),
            false => self.until_the_end(ends),
        };
        for (tape, run) in runs {
            let Some(values) = &run.values else { continue };
            let inputs: Vec<String> = (0..).zip(tape).map(|(i, value)| format!("in{i} == {value}")).collect();
            text += &format!("  if ({}) {{\n", inputs.join(" && "));
            for (value, is) in self.values.iter().zip(values) {
                text += &format!("    if ((long long)({value}) != {}) reach_different(); else\n", number(*is));
            }
            text += "    reach_same();\n  }\n";
        }
        text + "  return 0;\n}\n"
    }

    fn until_the_end(&self, first: &str) -> String {
        let mut text = format!("{first}\n");
        text += "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void exit(int);\n";
        text += &format!("static unsigned char passed[{}];\n", self.marks.max(1));
        for i in 0..self.inputs.len() {
            text += &format!("static int in{i};\n");
        }
        for line in &self.body {
            text += line;
            text.push('\n');
            if line == READING {
                for (i, (least, most)) in self.inputs.iter().enumerate() {
                    text += &format!("  {}\n", reading(i));
                    text += &format!("  __VERIFIER_assume(in{i} >= {least} && in{i} <= {most});\n");
                }
            }
        }
        text
    }
}

fn number(value: i64) -> String {
    if value == i64::MIN { "(-9223372036854775807LL - 1)".into() } else { format!("{value}LL") }
}

/// The line that has `text`, from 1.
pub fn line_of(program: &str, text: &str) -> Option<usize> {
    program.lines().position(|line| line.trim() == text).map(|at| at + 1)
}

/// The statement that reads an input.
pub fn reading(input: usize) -> String {
    format!("in{input} = __VERIFIER_nondet_int();")
}

/// The statement that marks a line.
pub fn mark(number: usize) -> String {
    format!("passed[{number}] = 1;")
}
