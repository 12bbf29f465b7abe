//! How the answers about a program count.

use super::ask::Answer;
use super::compilers::Said;
use super::judgement::Judgement;

/// A program with what came of it.
#[derive(Clone, Debug)]
pub struct Scored {
    pub program: String,
    /// What Lariat says of the good end, and of the bad one; nothing where it was not asked.
    pub end: Option<Answer>,
    pub error: Option<Answer>,
    pub score: Score,
}

/// How it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Score {
    /// Compilers do not judge it, for this reason.
    Skipped(&'static str),
    Disagree,
    OnlyGcc,
    /// The good end is reachable, the bad one is not.
    Both,
    /// One of the two is known.
    Half(String),
    /// None is.
    Unknown(String),
    Refused(String),
    Crash(String),
    /// An answer against the compilers, where we know why.
    Judged,
    Wrong,
}

/// The score of a program by what compilers and Lariat say.
pub fn score(program: &str, said: Said, answers: Option<(Answer, Option<Answer>)>, ours: Option<&Judgement>) -> Scored {
    let (end, error) = answers.map_or((None, None), |(end, error)| (Some(end), error));
    let score = match said {
        Said::Skipped(why) => Score::Skipped(why),
        Said::Disagree => Score::Disagree,
        Said::OnlyGcc => Score::OnlyGcc,
        Said::Ends => match (&end, &error) {
            (Some(end), error) => asked(end, error.as_ref(), ours),
            (None, _) => Score::Crash("it was not asked".into()),
        },
    };
    Scored { program: program.into(), end, error, score }
}

fn asked(end: &Answer, error: Option<&Answer>, ours: Option<&Judgement>) -> Score {
    let is_wrong = *end == Answer::Unreachable || error == Some(&Answer::Reachable);
    match (end, error) {
        _ if is_wrong => match ours.is_some_and(|j| j.allows(end, error)) {
            true => Score::Judged,
            false => Score::Wrong,
        },
        (Answer::Crash(text), _) | (_, Some(Answer::Crash(text))) => Score::Crash(text.clone()),
        (Answer::Refused(text), _) | (_, Some(Answer::Refused(text))) => Score::Refused(text.clone()),
        (Answer::Reachable, Some(Answer::Unreachable)) => Score::Both,
        (Answer::Reachable, Some(Answer::Unknown(why))) | (Answer::Unknown(why), Some(Answer::Unreachable)) => {
            Score::Half(why.clone())
        }
        (Answer::Unknown(why), _) => Score::Unknown(why.clone()),
        (Answer::Reachable | Answer::Unreachable, _) => Score::Crash("the second question was not asked".into()),
    }
}

impl Score {
    /// The row of the table, and what is behind it.
    pub fn words(&self) -> (&'static str, Option<&str>) {
        match self {
            Score::Skipped(why) => ("skipped", Some(why)),
            Score::Disagree => ("compilers disagree", None),
            Score::OnlyGcc => ("only gcc", None),
            Score::Both => ("both right", None),
            Score::Half(why) => ("half right", Some(why)),
            Score::Unknown(why) => ("unknown", Some(why)),
            Score::Refused(why) => ("refused", Some(why)),
            Score::Crash(why) => ("crash", Some(why)),
            Score::Judged => ("judged", None),
            Score::Wrong => ("WRONG", None),
        }
    }

    /// Whether Lariat was asked: compilers agree on the program.
    pub fn is_asked(&self) -> bool {
        !matches!(self, Score::Skipped(_) | Score::Disagree | Score::OnlyGcc)
    }
}
