//! The chains of a program as people can see them at once: what branches on the ways to its end, and what repeats.
//!
//! Root chains that have a part in common share it here, and so do the subchains of a loop, so that many chains come to
//! few nodes. What is computed on the way is left out, and so are checks. Nothing is sliced: all that the entry function
//! decides is there.

use super::explored::Place;
use super::limits::chains::{LONGEST_LABEL, MOST_CHAINS, MOST_LOCATIONS, MOST_NODES};
use crate::budget::Budget;
use crate::chain::{Advance, Chain, Item, LoopId, Node as Link, NotUnfolded, RootPath, Unfolding};
use crate::program::{EdgeIndex, LocationId, Original, Role, Span, Target, aim, prune};
use crate::term::Terms;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// The chains from one entry function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The entry function.
    pub entry: String,
    /// What is to be seen, or why nothing is.
    pub picture: Result<Picture, String>,
}

/// Nodes, and what leads from one to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The edges, between indices of nodes.
    pub edges: Vec<Edge>,
    /// How many ways there are from the start to the end, loops aside.
    pub roots: u64,
    /// How many subchains the loops have together.
    pub subchains: usize,
}

/// A part of one or several chains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// What holds there: conditions.
    pub label: Vec<String>,
    /// Where it is.
    pub at: Option<Place>,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Where the entry function begins.
    Start,
    /// Where the program is over.
    End,
    /// Conditions that hold on this way.
    Conditions,
    /// A loop: its subchains lead from it back to it.
    Loop,
    /// Where ways meet and part again.
    Meeting,
}

/// A way from one node to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// An index of a node.
    pub from: usize,
    /// Another one.
    pub to: usize,
    /// Whether it belongs to a subchain.
    pub is_inside: bool,
}

/// The chains of `program`, if they are few, and if there is time.
pub(super) fn graph(terms: &Terms, program: &Original, budget: &Budget) -> Graph {
    Graph { entry: program.entry.clone(), picture: picture(terms, program, budget) }
}

fn picture(terms: &Terms, program: &Original, budget: &Budget) -> Result<Picture, String> {
    let small = |is_small: bool| is_small.then_some(()).ok_or_else(|| "there is too much to see at once".to_string());
    small(program.graph.node_count() <= MOST_LOCATIONS)?;
    let aimed = aim(program, terms, &Target::End).map_err(|_| "it has no end that is modelled".to_string())?;
    let pruned = prune::towards(&aimed.program, aimed.target);
    let unfolding = Unfolding::without_branches(terms, &pruned, aimed.target, MOST_CHAINS, budget);
    if unfolding.irreducible {
        return Err("some loop can be entered at several places, so that it is another one on other ways".into());
    }
    let mut drawing = Drawing { terms, unfolding, drafts: vec![], known: FxHashMap::default(), edges: BTreeSet::new() };
    drawing.roots(budget)?;
    drawing.loops();
    let roots = drawing.count();
    let subchains = drawing.unfolding.form.subchains.len();
    drawing.contract();
    let picture = drawing.finish(roots, subchains);
    small(picture.nodes.len() <= MOST_NODES)?;
    match picture.nodes.iter().any(|node| matches!(node.kind, Kind::Conditions | Kind::Loop)) {
        true => Ok(picture),
        false => Err("nothing branches or repeats".into()),
    }
}

/// The loop whose subchains are looked at; none for root chains.
type Region = Option<LoopId>;

/// What a node stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Start,
    End,
    Conditions(Region, EdgeIndex),
    Loop(LoopId),
    Meeting(Region, LocationId),
}

/// A picture on its way.
struct Drawing<'a> {
    terms: &'a Terms,
    unfolding: Unfolding<'a>,
    drafts: Vec<Option<Node>>,
    known: FxHashMap<Key, usize>,
    edges: BTreeSet<Edge>,
}

impl Drawing<'_> {
    /// What root chains have, each location where they part looked at once.
    fn roots(&mut self, budget: &Budget) -> Result<(), String> {
        let (start, end) = (self.node(Key::Start, Span::default()), self.node(Key::End, Span::default()));
        let mut parted: FxHashSet<LocationId> = FxHashSet::default();
        let mut todo: Vec<(RootPath, usize)> = vec![(self.unfolding.root(), start)];
        while let Some((mut path, mut last)) = todo.pop() {
            let no_time = || "finding its chains takes too long".to_string();
            if budget.stop().is_some() {
                return Err(no_time());
            }
            let advance = self.unfolding.advance(&mut path).map_err(|e| match e {
                NotUnfolded::TooManyChains(_) => e.to_string(),
                NotUnfolded::Stopped(_) => no_time(),
            })?;
            last = self.follow(None, last, &path.chain);
            // Only what comes from here on is of interest.
            path.chain = Chain::default();
            let Advance::Choices(choices) = advance else {
                self.edge(last, end, false);
                continue;
            };
            if choices.is_empty() {
                continue;
            }
            let here = self.node(Key::Meeting(None, path.at), Span::default());
            self.edge(last, here, false);
            if !parted.insert(path.at) {
                continue;
            }
            for choice in choices.into_iter().rev() {
                let mut longer = path.clone();
                self.unfolding.take(&mut longer, choice);
                todo.push((longer, here));
            }
        }
        Ok(())
    }

    /// The subchains of all loops that were met.
    fn loops(&mut self) {
        for number in 0..self.unfolding.form.loops.len() {
            let each = self.unfolding.form.loops[number].clone();
            let header = self.node(Key::Loop(LoopId(number)), each.span);
            for subchain in &each.subchains {
                let chain = self.unfolding.form.subchains[subchain.0].clone();
                let last = self.follow(Some(LoopId(number)), header, &chain);
                self.edge(last, header, true);
            }
        }
    }

    /// The nodes of a chain behind one, and the last of them.
    fn follow(&mut self, region: Region, mut last: usize, chain: &Chain) -> usize {
        for (link, item) in chain.nodes.iter().zip(&chain.items) {
            let next = match (link, item) {
                (
                    Link::Assume { condition, span, role: Role::Branch | Role::Assumed | Role::Given(_) },
                    Item::Edge(e),
                ) => {
                    let node = self.node(Key::Conditions(region, *e), *span);
                    self.say(node, self.terms.show(*condition));
                    // A conjunction is one node.
                    if let Some((from, _)) = self.unfolding.program.graph.edge_endpoints(*e).filter(|_| last != node) {
                        let meeting = self.node(Key::Meeting(region, from), Span::default());
                        self.edge(last, meeting, region.is_some());
                        last = meeting;
                    }
                    node
                }
                (Link::Loop(id), _) => self.node(Key::Loop(*id), self.unfolding.form.loops[id.0].span),
                (Link::Assume { .. } | Link::Transform { .. } | Link::Branch(_), _) => continue,
            };
            self.edge(last, next, region.is_some());
            last = next;
        }
        last
    }

    fn node(&mut self, key: Key, span: Span) -> usize {
        let drafts = &mut self.drafts;
        *self.known.entry(key).or_insert_with(|| {
            let kind = match key {
                Key::Start => Kind::Start,
                Key::End => Kind::End,
                Key::Conditions(..) => Kind::Conditions,
                Key::Loop(_) => Kind::Loop,
                Key::Meeting(..) => Kind::Meeting,
            };
            let at = (span.line > 0).then_some(Place { file: span.file as usize, line: span.line, column: 0 });
            drafts.push(Some(Node { kind, label: vec![], at }));
            drafts.len() - 1
        })
    }

    fn say(&mut self, node: usize, condition: String) {
        let short = match condition.char_indices().nth(LONGEST_LABEL) {
            Some((at, _)) => format!("{}…", &condition[..at]),
            None => condition,
        };
        if let Some(node) = &mut self.drafts[node]
            && !node.label.contains(&short)
        {
            node.label.push(short);
        }
    }

    fn edge(&mut self, from: usize, to: usize, is_inside: bool) {
        if from != to {
            self.edges.insert(Edge { from, to, is_inside });
        }
    }

    /// How many ways lead from the start to the end, loops aside.
    fn count(&self) -> u64 {
        let mut next: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        self.edges
            .iter()
            .filter(|edge| !edge.is_inside)
            .for_each(|edge| next.entry(edge.from).or_default().push(edge.to));
        // The start is the first node, the end the second. Nothing leads back: loops are nodes.
        let mut ways: FxHashMap<usize, u64> = FxHashMap::from_iter([(1, 1)]);
        let mut seen: FxHashSet<usize> = FxHashSet::from_iter([1]);
        let mut todo = vec![(0, false)];
        while let Some((node, is_done)) = todo.pop() {
            let after = next.get(&node).map_or(&[][..], Vec::as_slice);
            if is_done {
                let sum = after.iter().map(|to| ways.get(to).copied().unwrap_or_default()).fold(0, u64::saturating_add);
                ways.insert(node, sum);
            } else if seen.insert(node) {
                todo.push((node, true));
                todo.extend(after.iter().filter(|to| !seen.contains(to)).map(|to| (*to, false)));
            }
        }
        ways.get(&0).copied().unwrap_or_default()
    }

    /// Without nodes where nothing meets or nothing parts, and conditions on one line as one node.
    fn contract(&mut self) {
        while self.contract_once() {}
    }

    fn contract_once(&mut self) -> bool {
        let mut changes = false;
        for node in 0..self.drafts.len() {
            let Some(Node { kind, at, .. }) = self.drafts[node].clone() else { continue };
            let before: Vec<Edge> = self.edges.iter().filter(|edge| edge.to == node).copied().collect();
            let after: Vec<Edge> = self.edges.iter().filter(|edge| edge.from == node).copied().collect();
            let goes = match (kind, &before[..], &after[..]) {
                (Kind::Meeting, [_], _) | (Kind::Meeting, _, [_]) => true,
                // A condition behind another one, of which it is the only continuation.
                (Kind::Conditions, [only], _) => {
                    let is_same = |other: &Node| other.kind == kind && other.at == at;
                    let is_only = self.edges.iter().filter(|edge| edge.from == only.from).count() == 1;
                    is_only && self.drafts[only.from].as_ref().is_some_and(is_same)
                }
                _ => false,
            };
            if !goes {
                continue;
            }
            changes = true;
            let gone = self.drafts[node].take();
            if let (Kind::Conditions, Some(gone), [only]) = (kind, gone, &before[..]) {
                gone.label.into_iter().for_each(|condition| self.say(only.from, condition));
            }
            self.edges.retain(|edge| edge.from != node && edge.to != node);
            for one in &before {
                after.iter().for_each(|other| self.edge(one.from, other.to, one.is_inside || other.is_inside));
            }
        }
        changes
    }

    fn finish(self, roots: u64, subchains: usize) -> Picture {
        let kept: Vec<usize> = (0..self.drafts.len()).filter(|node| self.drafts[*node].is_some()).collect();
        let number = |node: usize| kept.binary_search(&node).ok();
        let edges = self.edges.iter().filter_map(|edge| {
            Some(Edge { from: number(edge.from)?, to: number(edge.to)?, is_inside: edge.is_inside })
        });
        Picture { edges: edges.collect(), nodes: self.drafts.into_iter().flatten().collect(), roots, subchains }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::testing::{FIGURE_1, with_task};

    fn pictured(text: &str) -> Result<Picture, String> {
        with_task(text, "main", "1", |terms, task| graph(terms, task.lowered.original(), &Budget::unlimited()).picture)
    }

    /// The edges, each node by its label or by what it is.
    fn shown(picture: &Picture) -> Vec<String> {
        let name = |node: usize| {
            let node = &picture.nodes[node];
            match node.kind {
                Kind::Loop => format!("loop {}", node.at.map_or(0, |at| at.line)),
                kind if node.label.is_empty() => format!("{kind:?}"),
                _ => node.label.join(" and "),
            }
        };
        let arrow = |edge: &Edge| if edge.is_inside { "~>" } else { "->" };
        picture.edges.iter().map(|edge| format!("{} {} {}", name(edge.from), arrow(edge), name(edge.to))).collect()
    }

    #[test]
    fn chains_share_what_they_have_in_common() {
        let picture = pictured(FIGURE_1).expect("it is small");
        assert_eq!((picture.roots, picture.subchains), (2, 4));
        let edges = shown(&picture);
        // Only loops lead back.
        for edge in picture.edges.iter().filter(|edge| !edge.is_inside) {
            assert!(!picture.edges.iter().any(|other| (other.from, other.to) == (edge.to, edge.from)), "{edges:#?}");
        }
        for edge in ["Start -> loop 4", "A[i] = 1 ~> loop 4"] {
            assert!(edges.iter().any(|shown| shown == edge), "{edge} in {edges:#?}");
        }
    }

    #[test]
    fn branches_one_after_the_other_do_not_multiply() {
        let branch = "if (input()) n++;\n";
        let text = format!("int input(void);\nint main(void) {{\nint n = 0;\n{}return n;\n}}\n", branch.repeat(10));
        let picture = pictured(&text).expect("it is small");
        assert_eq!(picture.roots, 1024);
        assert!(picture.nodes.len() < 40);
    }

    #[test]
    fn what_cannot_be_seen_is_said() {
        assert_eq!(pictured("int main(void) {\nreturn 0;\n}\n"), Err("nothing branches or repeats".into()));
        let branch = "if (input()) n++;\n";
        let text = format!("int input(void);\nint main(void) {{\nint n = 0;\n{}return n;\n}}\n", branch.repeat(60));
        assert_eq!(pictured(&text), Err("there is too much to see at once".into()));
    }
}
