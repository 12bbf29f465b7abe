//! What is taken to hold of what lies outside of a program.

use crate::program::{Check, Target};
use std::fmt;
use std::str::FromStr;

/// How many pointers from outside are followed, one from where another points to, if nobody says.
pub const DEPTH: usize = 3;

/// How many are followed then where the answer is unknown because of that.
pub const DEEPEST: usize = 6;

/// How many are followed where that leads to the target.
pub const DEEPEST_OF_ALL: usize = 32;

/// What is taken to hold of what lies outside of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct World {
    /// So many pointers that come from outside are followed, one from where another points to.
    pub depth: usize,
    /// Up to so many where the answer is unknown because of that.
    pub deepest: usize,
    /// What is known of what those lead to that are not.
    pub beyond: Beyond,
    /// What global variables hold when the entry function is called.
    pub globals: Globals,
    /// Whether there always is memory.
    pub malloc: Malloc,
    /// What functions without a body do.
    pub external: External,
    /// What is found in volatile memory.
    pub volatile: Volatile,
    /// Whether pointers from outside may lead into one object.
    pub alias: Alias,
    /// What becomes of values that nobody stored.
    pub uninitialised: Uninitialised,
}

/// What is known of what pointers from outside lead to that are not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// Nothing: the model ends there.
    Open,
    /// Each may lead to any of so many objects of its type, which are apart from what is led to by those that are
    /// followed: more than there can be.
    Any,
    /// Each leads to an object of its own.
    Own,
}

/// What global variables hold when the entry function is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Globals {
    /// What they are initialised with.
    Initial,
    /// Anything, aside from constant ones.
    Any,
}

/// Whether there always is memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malloc {
    /// Allocating memory succeeds.
    Succeeds,
    /// Allocating memory may give a null pointer each time.
    MayFail,
}

/// What functions without a body do besides giving a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum External {
    /// They store anything to what they were ever handed and all that this leads to, and to global variables that other
    /// files can see.
    Any,
    /// Nothing.
    Pure,
}

/// What is found in volatile memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Volatile {
    /// Anything at each read, but what the program stored in variables of functions that live as long as their block.
    #[default]
    Shared,
    /// Anything at each read.
    Input,
    /// What the program stored.
    Memory,
}

/// Whether pointers from outside may lead into one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alias {
    /// Only where the program compares them so that they have to.
    Apart,
    /// Any that point to one type.
    May,
}

/// What becomes of values that nobody stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uninitialised {
    /// They can be any of their type.
    Any,
    /// Using one is undefined.
    Error,
}

impl Default for World {
    fn default() -> World {
        World {
            depth: DEPTH,
            deepest: DEEPEST,
            beyond: Beyond::Open,
            globals: Globals::Initial,
            malloc: Malloc::Succeeds,
            external: External::Any,
            volatile: Volatile::Shared,
            alias: Alias::Apart,
            uninitialised: Uninitialised::Any,
        }
    }
}

impl World {
    /// One word for everything that is not as it is if nobody says.
    pub fn words(&self) -> Vec<String> {
        let mut all = vec![];
        let is_said = (self.depth, self.deepest) != (DEPTH, DEEPEST);
        all.extend(is_said.then(|| format!("depth={}", self.depth)));
        all.extend((self.beyond != Beyond::Open).then(|| format!("beyond={}", self.beyond)));
        all.extend((self.globals != Globals::Initial).then(|| format!("globals={}", self.globals)));
        all.extend((self.malloc != Malloc::Succeeds).then(|| format!("malloc={}", self.malloc)));
        all.extend((self.external != External::Any).then(|| format!("extern={}", self.external)));
        all.extend((self.volatile != Volatile::Shared).then(|| format!("volatile={}", self.volatile)));
        all.extend((self.alias != Alias::Apart).then(|| format!("alias={}", self.alias)));
        let is_plain = self.uninitialised == Uninitialised::Any;
        all.extend((!is_plain).then(|| format!("uninitialised={}", self.uninitialised)));
        all
    }

    /// The same where exactly so many pointers are followed.
    pub fn as_deep(self, depth: usize) -> World {
        World { depth, deepest: depth, ..self }
    }

    /// Those where something is known of what is not followed, the simplest first. They are for proofs: nobody can be
    /// told what leads where.
    pub fn beyond(self) -> impl Iterator<Item = World> {
        let all = [(1, Beyond::Any), (self.depth, Beyond::Own)];
        let are_apart = self.alias == Alias::Apart;
        all.into_iter().filter(move |_| are_apart).map(move |(depth, beyond)| World { beyond, ..self.as_deep(depth) })
    }

    /// The same where more are followed if that is needed, unless somebody said how many.
    pub fn as_deep_as_it_takes(self) -> World {
        let deepest = if self.depth < self.deepest { DEEPEST_OF_ALL } else { self.deepest };
        World { deepest, ..self }
    }

    /// The same where more pointers are followed, at first one, if that is to be.
    pub fn deeper(self) -> Option<World> {
        let depth = (self.depth + 1.max(self.depth / 3)).min(self.deepest);
        (self.depth < self.deepest).then_some(World { depth, ..self })
    }

    /// The same where something is asked that needs more: whether a value is used that nobody stored.
    pub fn asked(self, target: &Target) -> World {
        match target {
            Target::Check(Check::Uninitialised) | Target::CheckAt { check: Check::Uninitialised, .. } => {
                World { uninitialised: Uninitialised::Error, ..self }
            }
            _ => self,
        }
    }

    /// The options of the command line that say the same.
    pub fn options(&self) -> Vec<String> {
        let option = |word: String| match word.split_once('=') {
            Some(("alias", value)) => vec![format!("--{value}-alias")],
            Some((name, value)) => vec![format!("--{name}"), value.to_string()],
            None => vec![word],
        };
        self.words().into_iter().flat_map(option).collect()
    }

    /// The world of such words, or the one that is none.
    pub fn of(words: &[String]) -> Result<World, String> {
        let mut world = World::default();
        for word in words {
            let wrong = || word.clone();
            match word.split_once('=').ok_or_else(wrong)? {
                ("depth", n) => world = world.as_deep(n.parse().map_err(|_| wrong())?),
                ("beyond", which) => world.beyond = which.parse().map_err(|()| wrong())?,
                ("globals", which) => world.globals = which.parse().map_err(|()| wrong())?,
                ("malloc", which) => world.malloc = which.parse().map_err(|()| wrong())?,
                ("extern", which) => world.external = which.parse().map_err(|()| wrong())?,
                ("volatile", which) => world.volatile = which.parse().map_err(|()| wrong())?,
                ("alias", which) => world.alias = which.parse().map_err(|()| wrong())?,
                ("uninitialised", which) => world.uninitialised = which.parse().map_err(|()| wrong())?,
                _ => return Err(wrong()),
            }
        }
        Ok(world)
    }
}

/// What people call the members of an enumeration, on the command line and in specs.
macro_rules! words {
    ($of:ident { $($member:ident => $word:literal),* }) => {
        impl fmt::Display for $of {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($of::$member => $word),* })
            }
        }

        impl FromStr for $of {
            type Err = ();

            fn from_str(s: &str) -> Result<$of, ()> {
                match s {
                    $($word => Ok($of::$member),)*
                    _ => Err(()),
                }
            }
        }
    };
}

words!(Beyond { Open => "open", Any => "any", Own => "own" });
words!(Globals { Initial => "initial", Any => "any" });
words!(Malloc { Succeeds => "succeeds", MayFail => "may-fail" });
words!(External { Any => "any", Pure => "pure" });
words!(Uninitialised { Any => "any", Error => "error" });
words!(Alias { Apart => "apart", May => "may" });
words!(Volatile { Shared => "shared", Input => "input", Memory => "memory" });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_all_of_it() {
        let (globals, malloc, external) = (Globals::Any, Malloc::MayFail, External::Pure);
        let (volatile, alias, uninitialised) = (Volatile::Memory, Alias::May, Uninitialised::Error);
        let beyond = Beyond::Any;
        let all =
            World { beyond, globals, malloc, external, volatile, alias, uninitialised, ..World::default().as_deep(5) };
        let words =
            "depth=5 beyond=any globals=any malloc=may-fail extern=pure volatile=memory alias=may uninitialised=error";
        assert_eq!(all.words().join(" "), words);
        assert_eq!(World::of(&all.words()), Ok(all));
        assert_eq!(World::of(&World::default().words()), Ok(World::default()));
        let exactly = World::default().as_deep(DEPTH);
        assert_eq!(World::of(&exactly.words()), Ok(exactly));
        assert_eq!(exactly.deeper(), None);
        let deeper = std::iter::successors(Some(World::default()), |world| world.deeper());
        assert_eq!(deeper.map(|world| world.depth).collect::<Vec<_>>(), [3, 4, 5, 6]);
        assert!(World::of(&["globals=some".to_string()]).is_err());
    }
}
