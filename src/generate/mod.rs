//! Random programs as the generator of \[NPE\] makes them, in microc and in C.
//!
//! A program is made as a tree, which knows no language, and printed in one:
//! the two forms of a seed are the same program. Read `tree`, `make` with
//! `expressions`, `fault`, then `print` with `microc` and `c`.
//!
//! DEPARTURE: where \[NPE\] leaves open what is generated, this is chosen here:
//! arrays, records and what pointers point to hold numbers; 15 to 30 variables;
//! all operators of the language are equally likely; a pointer becomes null, and
//! an array shorter, in one of 50 assignments, so that errors stay rare.

mod c;
mod expressions;
mod fault;
mod make;
mod microc;
mod print;
#[cfg(test)]
mod tests;
pub mod tree;

pub use make::make;

/// The parameters of \[NPE\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How likely a statement is a loop that counts one variable up to another.
    pub for_loop_gen_prob: f64,
    /// How likely a statement is a loop with any condition.
    pub loop_gen_prob: f64,
    /// How deep blocks are nested; the body of `main` has depth 0.
    pub max_block_depth: usize,
    /// How many statements `main` has at most, without those that initialise variables.
    pub max_top_lvl_stmts_count: usize,
    /// How many statements a nested block has at most.
    pub max_stmts_within_a_block: usize,
    /// Whether a statement that fails is put into the program.
    pub error_guaranteed: bool,
    /// Whether there may be divisions.
    pub generate_divisions: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            for_loop_gen_prob: 0.15,
            loop_gen_prob: 0.1,
            max_block_depth: 3,
            max_top_lvl_stmts_count: 10,
            max_stmts_within_a_block: 5,
            error_guaranteed: false,
            generate_divisions: false,
        }
    }
}

/// The deepest blocks that are made.
pub const DEEPEST: usize = 16;

/// The most statements in one block.
pub const MOST: usize = 1000;

/// What is wrong with settings.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Unfit {
    /// A probability that is none.
    #[error("a probability lies between 0 and 1, which {0} does not")]
    Probability(f64),
    /// Loops that leave nothing for what else there is.
    #[error("the two probabilities of loops are together at most 1, not {0}")]
    Sum(f64),
    /// Blocks that could have no statement, or too many.
    #[error("a block has at least 1 and at most {MOST} statements, so its limit cannot be {0}")]
    Statements(usize),
    /// Blocks that would be nested too deep.
    #[error("blocks are nested at most {DEEPEST} deep, not {0}")]
    Depth(usize),
}

impl Settings {
    /// Whether programs can be made with them.
    pub fn check(&self) -> Result<(), Unfit> {
        let (counted, free) = (self.for_loop_gen_prob, self.loop_gen_prob);
        if let Some(odd) = [counted, free].into_iter().find(|p| !(0.0..=1.0).contains(p)) {
            return Err(Unfit::Probability(odd));
        }
        // Sums of decimal fractions may be a little off.
        if counted + free > 1.0 + 1e-9 {
            return Err(Unfit::Sum(counted + free));
        }
        let counts = [self.max_top_lvl_stmts_count, self.max_stmts_within_a_block];
        if let Some(odd) = counts.into_iter().find(|n| !(1..=MOST).contains(n)) {
            return Err(Unfit::Statements(odd));
        }
        if self.max_block_depth > DEEPEST {
            return Err(Unfit::Depth(self.max_block_depth));
        }
        Ok(())
    }

    /// The command that makes the program of a seed with them.
    pub fn command(&self, language: Language, seed: u64) -> String {
        let mut words = format!(
            "lariat generate --language {} --seed {seed} --for-loop-gen-prob {} --loop-gen-prob {} --max-block-depth {} \
             --max-top-lvl-stmts-count {} --max-stmts-within-a-block {}",
            language.name(),
            self.for_loop_gen_prob,
            self.loop_gen_prob,
            self.max_block_depth,
            self.max_top_lvl_stmts_count,
            self.max_stmts_within_a_block,
        );
        for (is_said, word) in
            [(self.error_guaranteed, " --error-guaranteed"), (self.generate_divisions, " --generate-divisions")]
        {
            words.push_str(if is_said { word } else { "" });
        }
        words
    }
}

/// What a program is printed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// The language of \[NPE\].
    Microc,
    /// C, with numbers of 64 bits.
    C,
}

impl Language {
    /// As it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Language::Microc => "microc",
            Language::C => "c",
        }
    }

    /// How names of files in it end.
    pub fn extension(self) -> &'static str {
        match self {
            Language::Microc => "mc",
            Language::C => "c",
        }
    }
}

/// The program of a seed as text; its first line says how it was made.
pub fn text(settings: &Settings, language: Language, seed: u64) -> Result<String, Unfit> {
    let program = make(settings, seed)?;
    let body = show(&program, language);
    Ok(format!("// {}\n{body}", settings.command(language, seed)))
}

/// A program in a language.
pub fn show(program: &tree::Program, language: Language) -> String {
    match language {
        Language::Microc => microc::show(program),
        Language::C => c::show(program),
    }
}
