//! The state of the walk, and the calls that are open in it.

use super::bytes::{ByteObjects, Known};
use super::frame::{Copied, Frame, Through};
use super::graph::{Node, Pointers, STORED, WILD};
use super::meeting::{Comparison, Met};
use super::mortal::Lives;
use super::outside::{Arrival, BytePointer};
use super::region::{Names, ObjectKey, Purpose, Region, Way};
use super::settled::{Block, Tail};
use super::{Copy, Depths, Dimension, Outline};
use crate::frontend::c::facts;
use crate::frontend::c::layout::{Path, Step, part, union_storage};
use crate::frontend::c::tree::{FunctionId, NodeId, Tree, Type, VariableId};
use crate::frontend::c::{DataModel, Options};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Programs with more statements, in all copies of their functions, are too large.
pub(crate) const MOST_STATEMENTS: usize = 400_000;

/// What an expression gives: nothing for integers.
pub(super) type Value = Option<Node>;

pub(super) struct Walk<'a> {
    pub tree: &'a Tree,
    pub options: &'a Options,
    pub depths: &'a Depths,
    pub model: DataModel,
    /// What is known of objects from earlier walks; others that should be bytes; and what those that are bytes and come
    /// from outside are seen as, by the pointers of which nodes.
    pub known: &'a Known,
    pub disagreeing: ByteObjects,
    pub seen_types: BTreeMap<ObjectKey, Vec<(Type, Node)>>,
    pub led: BTreeMap<ObjectKey, Type>,
    /// Structs around what pointers from outside lead to, with the ways from these to there.
    pub around: BTreeMap<ObjectKey, Vec<(Type, Path)>>,
    /// Objects from outside of which pointers become pointers to what is around.
    pub led_outwards: BTreeSet<ObjectKey>,
    pub copied: Vec<Copied>,
    /// First members of structs that pointers to these are seen as pointers to.
    pub first_members: BTreeSet<usize>,
    stop: &'a dyn Fn() -> bool,
    pub names: Names,
    pub nodes: Vec<Pointers>,
    /// Nodes from which something has to flow on.
    pub waiting: VecDeque<Node>,
    pub cells: BTreeMap<(ObjectKey, Path), Node>,
    pub objects: BTreeMap<ObjectKey, Outline>,
    wholes: FxHashMap<ObjectKey, Node>,
    pub globals: FxHashMap<VariableId, Option<ObjectKey>>,
    /// The program calls `setjmp`.
    pub sets_jumps: bool,
    /// All calls that were ever open, and the one that is walked now.
    pub frames: Vec<Frame>,
    pub open: Option<usize>,
    /// The function whose static variable begins.
    pub open_function: Option<FunctionId>,
    pub through: Vec<Through<'a>>,
    pub blocks: BTreeMap<ObjectKey, Block>,
    pub tails: Vec<Tail>,
    /// What parameters of the entry function hold, by what they point to.
    pub outside: BTreeMap<ObjectKey, Node>,
    /// Objects from outside, and how many pointers away from a parameter they are; and what pointers in them point to.
    pub from_outside: BTreeMap<ObjectKey, usize>,
    /// What `argv` of `main` points to: the last pointer there is null.
    pub program_arguments: Option<ObjectKey>,
    pub arrivals: BTreeMap<(ObjectKey, Path), Arrival>,
    /// Objects from outside with pointers that are not followed, being too deep, and what people call one of those.
    pub deepest: BTreeMap<ObjectKey, String>,
    pub in_bytes: BTreeMap<ObjectKey, Vec<BytePointer>>,
    /// Pointers that are moved back, and objects that pointers from outside may lead to the middle of.
    pub moved_back: Vec<Node>,
    pub placed: BTreeSet<ObjectKey>,
    /// Objects that pointers in bytes would lead to the middle of, or into that of another one.
    pub unplaced: BTreeSet<ObjectKey>,
    /// The parts of memory whose pointers point to these objects.
    pub arrived: BTreeMap<ObjectKey, (ObjectKey, Path)>,
    /// What pointers from outside may lead into beside their own objects.
    pub meetings: BTreeMap<ObjectKey, Vec<Met>>,
    /// Functions from outside, and what people call them.
    pub callbacks: BTreeMap<ObjectKey, String>,
    /// What becomes a number, and whether numbers become pointers.
    pub exposed: Node,
    pub has_numbers: bool,
    /// What is freed, and how long objects live.
    pub freed: Node,
    pub lives: Lives,
    /// What functions are handed that are not there, with whether as pointers to something constant; and whether one is
    /// called that may store to global variables.
    pub handed: Vec<(Node, bool)>,
    pub stores_globals: bool,
    /// Pointers that these may lead to objects of their own.
    pub redirected: BTreeSet<(ObjectKey, Path)>,
    /// Objects from outside with as many elements of a flexible array member as there is room for.
    pub flexible_outside: BTreeSet<ObjectKey>,
    /// What is asked whether it is null, and pairs that are compared; and whether that is in an assumption.
    pub asked: Vec<Node>,
    pub compared: Vec<(Node, Node, Comparison)>,
    /// The pointers that expressions made numbers of when they were walked last; and the last one.
    pub numbers: FxHashMap<NodeId, Node>,
    pub last_number: Option<Node>,
    pub assumes: bool,
    /// What functions of the library return, and pointers that were moved by a number other than 0: made of pointers
    /// that are not null.
    pub library_results: BTreeSet<ObjectKey>,
    pub stepped: BTreeSet<Node>,
    pub nullable: BTreeSet<ObjectKey>,
    /// What all pointers of a type lead to that are too deep to be followed; and what of it may meet other objects,
    /// which is not modelled.
    pub beyond: BTreeSet<ObjectKey>,
    pub beyond_met: BTreeSet<ObjectKey>,
    /// What is asked whether it is null where it is none any more.
    pub never_null: BTreeSet<ObjectKey>,
    pub seen: BTreeSet<usize>,
    pub statements: usize,
}

impl<'a> Walk<'a> {
    pub fn new(
        tree: &'a Tree,
        options: &'a Options,
        depths: &'a Depths,
        known: &'a Known,
        stop: &'a dyn Fn() -> bool,
    ) -> Walk<'a> {
        Walk {
            tree,
            options,
            depths,
            model: options.data_model,
            known,
            disagreeing: ByteObjects::new(),
            seen_types: BTreeMap::new(),
            led: BTreeMap::new(),
            around: BTreeMap::new(),
            led_outwards: BTreeSet::new(),
            copied: vec![],
            first_members: BTreeSet::new(),
            stop,
            names: Names::default(),
            nodes: vec![Pointers::default(), Pointers::default()],
            exposed: 0,
            freed: 1,
            lives: Lives::default(),
            has_numbers: false,
            waiting: VecDeque::new(),
            cells: BTreeMap::new(),
            objects: BTreeMap::new(),
            wholes: FxHashMap::default(),
            globals: FxHashMap::default(),
            sets_jumps: false,
            frames: vec![],
            open: None,
            open_function: None,
            through: vec![],
            blocks: BTreeMap::new(),
            tails: vec![],
            outside: BTreeMap::new(),
            from_outside: BTreeMap::new(),
            program_arguments: None,
            arrivals: BTreeMap::new(),
            in_bytes: BTreeMap::new(),
            deepest: BTreeMap::new(),
            arrived: BTreeMap::new(),
            meetings: BTreeMap::new(),
            moved_back: vec![],
            placed: BTreeSet::new(),
            unplaced: BTreeSet::new(),
            callbacks: BTreeMap::new(),
            handed: vec![],
            stores_globals: false,
            redirected: BTreeSet::new(),
            flexible_outside: BTreeSet::new(),
            asked: vec![],
            compared: vec![],
            numbers: FxHashMap::default(),
            last_number: None,
            assumes: false,
            library_results: BTreeSet::new(),
            stepped: BTreeSet::new(),
            nullable: BTreeSet::new(),
            beyond: BTreeSet::new(),
            beyond_met: BTreeSet::new(),
            never_null: BTreeSet::new(),
            seen: BTreeSet::new(),
            statements: 0,
        }
    }

    /// Whether what is found will not be used.
    pub fn gives_up(&self) -> bool {
        self.statements > MOST_STATEMENTS || (self.stop)()
    }

    /// The copies of functions so far.
    pub fn copies(&self) -> Vec<Copy> {
        let copy =
            |f: &Frame| Copy { function: f.function, caller: f.caller, depth: f.depth, statements: f.statements };
        self.frames.iter().map(copy).collect()
    }

    /// The function that is walked.
    pub fn frame(&mut self) -> &mut Frame {
        &mut self.frames[self.open.expect("inside a function")]
    }

    /// Begins a function. What may run more than once where it is called may do so in all of it.
    pub fn enter(&mut self, function: FunctionId, site: NodeId, result: Option<ObjectKey>) {
        let tails = facts::tail_calls(self.tree, function);
        let way = self.names.longer(self.way(), site);
        let depth = self.depth(function);
        let is_last = self.open.is_some() && depth == self.depths.of(function, self.options.recursion);
        let has_stack = is_last && self.depths.is_stacked(function);
        let is_on_stack = has_stack || self.open.is_some_and(|open| self.frames[open].is_on_stack);
        self.frames.push(Frame {
            caller: self.open,
            function,
            depth: depth + 1,
            way,
            variables: FxHashMap::default(),
            parameters: vec![],
            result,
            repeated: self.is_repeated() || has_stack || !tails.is_empty() || facts::goes_back(self.tree, function),
            is_on_stack,
            tails,
            loops: 0,
            cleanups: 0,
            statements: 0,
            block: self.lives.open,
            declared: vec![],
            switches: vec![],
            labels: vec![],
            gotos: vec![],
        });
        self.open = Some(self.frames.len() - 1);
    }

    /// The calls that are open.
    pub fn way(&self) -> Way {
        self.open.map_or(0, |open| self.frames[open].way)
    }

    /// Whether what runs here can run more than once.
    pub fn is_repeated(&self) -> bool {
        self.open.is_some_and(|open| self.frames[open].repeated || self.frames[open].loops > 0)
    }

    /// How often a function is open.
    pub fn depth(&self, function: FunctionId) -> usize {
        let frames = std::iter::successors(self.open, |at| self.frames[*at].caller);
        frames.filter(|at| self.frames[*at].function == function).count()
    }

    /// A name as it is shown: plain in the entry function, qualified in inlined ones.
    pub fn qualified(&self, name: &str) -> String {
        match self.open.map(|open| &self.frames[open]) {
            Some(frame) if frame.caller.is_some() => format!("{}.{name}", self.tree.function(frame.function).name),
            _ => name.to_string(),
        }
    }

    /// The identity of what a declaration or expression makes, in the calls that are open.
    pub fn key_here(&mut self, node: NodeId, purpose: Purpose) -> ObjectKey {
        self.names.key_behind(self.way(), &[node, purpose as usize])
    }

    /// An object; the same one if it is there already.
    pub fn object(&mut self, key: ObjectKey, name: &str, ty: &Type, outer: Vec<Dimension>, constant: bool) {
        let led = if self.known.led.is_empty() { None } else { self.known.led.get(&self.names.way(key)) };
        let ty = led.unwrap_or(ty);
        self.led.extend(led.map(|led| (key, led.clone())));
        let (name, ty, declared) = (name.to_string(), ty.clone(), ty.clone());
        let outline = Outline { name, ty, declared, outer, flexible: None, literal: None, constant, bytes: None };
        let outline = self.as_bytes(key, outline);
        self.objects.entry(key).or_insert(outline);
        // What there is one of for all calls lives as long as the program.
        if self.open.is_some() && !self.names.is_everywhere(key) {
            let repeated = self.is_repeated();
            self.lives.begin(key, repeated);
        }
    }

    /// Whether each call of the function that is open has an object of its own for a variable.
    pub fn is_beside_stack(&self, variable: VariableId) -> bool {
        let frame = self.open.map(|open| &self.frames[open]).filter(|frame| frame.is_on_stack);
        frame.is_some_and(|frame| self.depths.is_beside_stack(frame.function, variable))
    }

    /// Such an object.
    pub fn object_beside_stack(&mut self, key: ObjectKey, name: &str, ty: &Type, constant: bool) {
        self.lives.beside_stack.insert(key);
        self.object(key, name, ty, vec![Dimension::Instances, Dimension::Single], constant);
    }

    /// A variable that the program does not name, or a parameter.
    pub fn temporary(&mut self, name: &str, ty: &Type, node: NodeId, purpose: Purpose) -> ObjectKey {
        let (key, name) = (self.key_here(node, purpose), self.qualified(name));
        self.object(key, &name, ty, vec![], false);
        key
    }

    /// The result of a call: a struct lives as long as the whole expression, which is less than any variable does.
    pub fn passing(&mut self, name: &str, ty: &Type, node: NodeId, purpose: Purpose) -> ObjectKey {
        let around = self.lives.open;
        if matches!(ty, Type::Struct(_)) {
            self.lives.enter();
        }
        let key = self.temporary(name, ty, node, purpose);
        self.lives.open = around;
        key
    }

    /// The whole object as a place: the last instance of it.
    pub fn whole(&mut self, key: ObjectKey) -> Node {
        if let Some(known) = self.wholes.get(&key) {
            return *known;
        }
        let (path, flags) = match self.objects[&key].outer.first() {
            Some(Dimension::Instances) if self.is_bytes(key) => (self.byte_path(key), super::ROWED),
            _ if self.is_bytes(key) => (self.byte_path(key), 0),
            Some(Dimension::Instances) if self.objects[&key].outer.last() == Some(&Dimension::Single) => {
                (vec![Step::Element; 2], super::ROWED)
            }
            Some(Dimension::Instances) => (vec![Step::Element], super::MOVED),
            _ => (vec![], 0),
        };
        let node = self.pointer_to(Region::Part(key, path), flags);
        self.wholes.insert(key, node);
        node
    }

    /// The path to an object's type.
    pub fn outer(&self, key: ObjectKey) -> Path {
        vec![Step::Element; self.objects[&key].outer.len()]
    }

    /// The type of the part of an object at a path; nothing for memory whose type is not known.
    pub fn type_at(&self, key: ObjectKey, path: &[Step]) -> Option<Type> {
        let of = self.objects.get(&key)?;
        match path.get(of.outer.len()..) {
            Some(path) => part(&of.ty, path).cloned(),
            None => Some(Type::Array(Box::new(of.ty.clone()), None)),
        }
    }

    /// The parts of a type that have no parts, and whether they are pointers.
    pub fn leaves(&self, ty: &Type, path: &Path, out: &mut Vec<(Path, bool)>) {
        match ty {
            Type::Array(of, _) => self.leaves(of, &[path.as_slice(), &[Step::Element]].concat(), out),
            Type::Struct(s) if !s.0.union => {
                for (i, field) in s.fields().unwrap_or_default().iter().enumerate().filter(|(_, f)| !f.is_padding()) {
                    self.leaves(&field.ty, &[path.as_slice(), &[Step::Field(i)]].concat(), out);
                }
            }
            Type::Struct(s) => out.push((path.clone(), union_storage(s, self.model).is_none())),
            ty => out.push((path.clone(), matches!(ty, Type::Pointer(_)))),
        }
    }

    /// The parts of an object that are no arrays or structs, and whether they are pointers.
    pub fn parts(&self, key: ObjectKey) -> Vec<(Path, bool)> {
        let mut parts = vec![];
        let of = &self.objects[&key];
        self.leaves(&of.ty, &vec![Step::Element; of.outer.len()], &mut parts);
        parts
    }

    /// The pointers of an object hold something at its beginning.
    pub fn begin(&mut self, key: ObjectKey, flags: u8) {
        for (path, _) in self.parts(key).into_iter().filter(|(_, is_pointer)| *is_pointer) {
            let cell = self.cell(key, path);
            self.add_flags(cell, flags);
        }
    }

    /// A jump leads past the declaration of a variable, which has several first values then.
    pub fn skip(&mut self, variables: &[VariableId]) {
        for key in variables.iter().filter_map(|id| self.frame().variables.get(id).copied()).collect::<Vec<_>>() {
            for (path, _) in self.parts(key) {
                let cell = self.cell(key, path);
                self.add_flags(cell, STORED | WILD);
            }
        }
    }
}
