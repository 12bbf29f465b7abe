//! Runs on inputs that are made up, on a thread of their own beside all else, from soon after the beginning of an exploration
//! to its end.

use super::covering::Covering;
use super::limits::search::TURN;
use crate::budget::Budget;
use crate::engines::concrete::Concrete;
use crate::replay::Witness;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, Scope};

/// What the thread is told.
enum News {
    /// Nobody looks for these any more.
    Decided(Vec<usize>),
    /// Somebody else found this.
    Found(Witness),
}

/// The thread, as who began it sees it.
pub(super) struct Running {
    news: Sender<News>,
    found: Receiver<Witness>,
    /// Which of all things it looks for, as far as it was told.
    open: Vec<bool>,
}

/// Ends a part of the work with what it stands in, also if that panics.
pub(super) struct Ending(pub Budget);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl Running {
    /// Begins with what a runner has learnt, to look for what is open until the budget ends; nothing if there can be no thread.
    pub fn begin<'scope>(
        threads: &'scope Scope<'scope, '_>,
        runner: Concrete<'scope>,
        covering: Arc<Covering>,
        open: Vec<bool>,
        budget: Budget,
    ) -> Option<Running> {
        let (news, told) = channel();
        let (sender, found) = channel();
        let runs = Runs { runner, covering, open: open.clone(), told, found: sender };
        let thread = Builder::new().name("made-up runs".into()).spawn_scoped(threads, move || runs.go_on(&budget));
        thread.is_ok().then_some(Running { news, found, open })
    }

    /// Tells what is open now.
    pub fn tell(&mut self, is_open: impl Fn(usize) -> bool) {
        let decided: Vec<usize> =
            (0..self.open.len()).filter(|number| self.open[*number] && !is_open(*number)).collect();
        if !decided.is_empty() {
            decided.iter().for_each(|number| self.open[*number] = false);
            // It may be over.
            let _ = self.news.send(News::Decided(decided));
        }
    }

    /// Gives it an input to be changed.
    pub fn seed(&self, witness: Witness) {
        let _ = self.news.send(News::Found(witness));
    }

    /// What it found since somebody looked last.
    pub fn found(&self) -> Vec<Witness> {
        self.found.try_iter().collect()
    }
}

/// The same as the thread sees it.
struct Runs<'a> {
    runner: Concrete<'a>,
    covering: Arc<Covering>,
    open: Vec<bool>,
    told: Receiver<News>,
    found: Sender<Witness>,
}

impl Runs<'_> {
    fn go_on(mut self, budget: &Budget) {
        while budget.stop().is_none() && !self.runner.is_over() && self.open.contains(&true) {
            self.hear();
            let Some(witness) = self.runner.search(TURN, budget) else { continue };
            let covers = self.covering.covered(&self.covering.run(&witness, 0));
            let new: Vec<usize> = covers.into_keys().filter(|number| self.open[*number]).collect();
            if !new.is_empty() {
                self.decided(&new);
                // Nobody may listen any more.
                let _ = self.found.send(witness);
            }
        }
    }

    /// What it was told since it listened last.
    fn hear(&mut self) {
        for news in self.told.try_iter().collect::<Vec<_>>() {
            match news {
                News::Decided(numbers) => self.decided(&numbers),
                News::Found(witness) => self.runner.seed(&witness),
            }
        }
    }

    fn decided(&mut self, numbers: &[usize]) {
        numbers.iter().for_each(|number| self.open[*number] = false);
        self.runner.aim_at(self.covering.goal(|number| self.open[number]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::targets::{Aims, Wanted};
    use crate::task::testing::prepared;
    use crate::term::Terms;
    use std::collections::BTreeSet;
    use std::thread::{scope, sleep};
    use std::time::Duration;

    #[test]
    fn each_input_that_is_found_beside_covers_something_new() {
        let terms = Terms::new();
        let text =
            "int f(int x, int y) {\n if (x == 7) {\n L: return 1;\n }\n if (y == -3)\n  return 2;\n return 0;\n}";
        let program = prepared(&terms, text, "f", "label:L").original;
        let wanted = Wanted { lines: true, branches: false, checks: false };
        let aims = Arc::new(Aims::of(&program, wanted));
        let covering = Arc::new(Covering::new(&terms, &program, aims.clone()));
        let budget = Budget::lasting(Duration::from_secs(60));
        let lines: BTreeSet<u32> = aims.all.iter().map(|aim| aim.key.line).collect();
        assert!(lines.is_superset(&BTreeSet::from([3, 6, 7])), "{lines:?}");
        let mut open: BTreeSet<usize> = (0..aims.all.len()).collect();
        scope(|threads| {
            let runner = Concrete::new(&terms, &program, covering.goal(|_| true));
            let all = vec![true; aims.all.len()];
            let part = Ending(budget.part());
            let running = Running::begin(threads, runner, covering.clone(), all, part.0.clone());
            let running = running.expect("there are threads");
            while !open.is_empty() && budget.stop().is_none() {
                for witness in running.found() {
                    let covers = covering.covered(&covering.run(&witness, 0));
                    let before = open.len();
                    open.retain(|number| !covers.contains_key(number));
                    assert!(open.len() < before, "{witness:?} covers nothing new");
                }
                sleep(Duration::from_millis(1));
            }
        });
        assert!(open.is_empty(), "{open:?}");
    }
}
