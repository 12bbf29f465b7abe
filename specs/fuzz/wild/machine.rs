//! State machines: a loop around a `switch` whose variable is only ever given constants, as parsers are written.

use super::super::program::Stmt;
use super::Generator;

impl Generator {
    /// One machine, with its variables.
    pub(super) fn machine(&mut self) -> Vec<Stmt> {
        let states = self.rng.i64(4..=7);
        let ty = self.pick(&["int", "unsigned char", "unsigned", "long"]);
        let first = match self.rng.u8(..5) {
            0 => self.param(),
            1 => "nd()".to_string(),
            _ => self.rng.i64(0..states).to_string(),
        };
        let second = self.rng.i64(0..states).to_string();
        let counter = format!("i{}", self.loops);
        self.loops += 1;
        let bound = if self.rng.u8(..4) == 0 { self.param() } else { self.rng.i64(1..=5).to_string() };
        self.around.push(counter.clone());
        let mut round = Vec::new();
        if self.rng.bool() {
            round.push(Stmt::Simple("old = st".into()));
        }
        let cases = (0..states).map(|k| (k, self.case(states), self.rng.u8(..6) > 0)).collect();
        let default = if self.rng.bool() { vec![self.next(states)] } else { Vec::new() };
        round.push(Stmt::Switch("st".into(), cases, default));
        match self.rng.u8(..4) {
            0 => round.push(Stmt::If("st == old".into(), vec![Stmt::Simple(self.assignment())], Vec::new())),
            1 => round.push(Stmt::If("st >= 2".into(), vec![Stmt::Simple(self.assignment())], Vec::new())),
            2 => round.push(Stmt::Simple(self.assignment())),
            _ => {}
        }
        self.around.pop();
        // Not before: other assignments would make it more than a machine.
        self.wild.locals.push((ty.clone(), "st".into(), first));
        self.wild.locals.push((ty, "old".into(), second));
        let continuing = if self.rng.u8(..4) == 0 { "st != 3 && " } else { "" };
        vec![Stmt::Loop(
            format!("for ({counter} = 0; {continuing}{counter} < {bound}; {counter}++)"),
            round,
            String::new(),
        )]
    }

    fn case(&mut self, states: i64) -> Vec<Stmt> {
        let mut all = Vec::new();
        if self.rng.u8(..3) == 0 {
            all.push(Stmt::Simple(self.assignment()));
        }
        if self.rng.u8(..8) == 0 {
            all.push(Stmt::If(self.condition(), vec![Stmt::Simple("continue".into())], Vec::new()));
        }
        all.push(match self.rng.bool() {
            true => Stmt::If(self.condition(), vec![self.next(states)], vec![self.next(states)]),
            false => self.next(states),
        });
        all
    }

    /// Where it goes on.
    fn next(&mut self, states: i64) -> Stmt {
        let (a, b) = (self.rng.i64(0..=states), self.rng.i64(0..=states));
        Stmt::Simple(match self.rng.u8(..6) {
            0 => format!("st = {} ? {a} : {b}", self.condition()),
            1 => format!("st = {} ? st : {b}", self.condition()),
            2 => "st = old".into(),
            _ => format!("st = {a}"),
        })
    }
}
