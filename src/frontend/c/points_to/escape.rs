//! What functions may store to that are not there: without a body, or pointed to from outside.
//!
//! What they are handed in some call, global variables that other files can see, and all that these lead to.

use super::frame::Through;
use super::graph::{Flow, Node, STORED};
use super::outside::{STORES, step};
use super::region::{Names, ObjectKey, Region};
use super::walk::{Value, Walk};
use super::{Held, PointsTo};
use crate::frontend::c::facts::{self, CalledBack};
use crate::frontend::c::layout::{Path, Step};
use crate::frontend::c::tree::{Expr, ExprKind, NodeId, Type};
use crate::world::External;
use std::collections::BTreeSet;

impl<'a> Walk<'a> {
    /// A function is called that is not there, which may store to global variables or does not.
    pub fn hand_over(&mut self, arguments: &'a [Expr], ty: &Type, stores_globals: bool) {
        self.stores_globals |= stores_globals;
        let mut values = vec![];
        for (i, argument) in arguments.iter().enumerate() {
            let value = self.value(argument);
            values.push(value);
            let Some(value) = value else { continue };
            let Type::Struct(_) = &argument.ty else {
                self.handed.push((value, promises(ty, i)));
                continue;
            };
            let pointers = self.pointers_of(value, &argument.ty);
            self.handed.extend(pointers.into_iter().map(|node| (node, false)));
        }
        if stores_globals {
            self.call_back(arguments, &values);
        }
    }

    /// A function that is not there calls those of the program that it is handed, any number of times.
    fn call_back(&mut self, arguments: &'a [Expr], values: &[Value]) {
        let tree = self.tree;
        if self.options.world.external == External::Pure {
            return;
        }
        for argument in arguments {
            let Some(CalledBack { function: id, signature: Ok(signature) }) = facts::called_back(tree, argument) else {
                continue;
            };
            let mut given = vec![];
            for (i, ty) in signature.parameters.iter().enumerate() {
                given.push(self.handed_on((arguments, values), ty, &way_back(argument, i)));
            }
            self.frame().loops += 1;
            self.inline(id, &given, argument.id);
            self.frame().loops -= 1;
        }
    }

    /// What a function that is not there calls another with: what it is handed that fits, or else an object of its own.
    fn handed_on(&mut self, (arguments, values): (&[Expr], &[Value]), ty: &Type, way: &[NodeId]) -> Value {
        let to = match ty {
            Type::Pointer(to) => &**to,
            // Any of these, or what it is handed.
            Type::Struct(_) => ty,
            _ => return None,
        };
        let node = self.node(0);
        let mut any = false;
        for i in facts::handed_on(arguments, ty) {
            let (argument, value) = (&arguments[i], values[i]);
            any = true;
            let mut value = self.as_type(value, &argument.ty, ty);
            let several = facts::one_of_several(argument).filter(|_| matches!(ty, Type::Pointer(_)));
            if let Some(of) = several.filter(|of| *to == Type::Void && **of != Type::Void) {
                value = self.as_type(value, ty, &Type::Pointer(Box::new(of.clone())));
            }
            let Some(value) = value else { continue };
            self.flow(value, if several.is_some() { Flow::Moved(node) } else { Flow::To(node) });
        }
        match (any, ty, to) {
            (_, Type::Struct(_), _) => {
                if let Some(own) = self.result_outside(way, "handed back", ty) {
                    self.flow(own, Flow::To(node));
                }
                Some(node)
            }
            (true, ..) => Some(node),
            (false, _, Type::Void) => None,
            (false, ..) => self.result_outside(way, "handed back", ty),
        }
    }

    /// A call through a pointer that can be one to a function from outside, by what people call it.
    pub fn call_outside(&mut self, at: usize, (key, name): (ObjectKey, &str)) {
        let Through { frame, loops, block, call, result } = self.through[at];
        let ExprKind::Call { callee, arguments } = &call.kind else { return };
        let ty = match &callee.ty {
            Type::Pointer(to) => to,
            ty => ty,
        };
        let way = self.names.way(key);
        self.back_in(frame, (loops, block), |walk| {
            walk.hand_over(arguments, ty, true);
            if let (Some(value), Some(result)) = (walk.result_outside(&way, &format!("{name}()"), &call.ty), result) {
                walk.flow(value, Flow::To(result));
            }
        });
    }

    /// All that such functions may store to, and which of it they can name.
    pub fn written_outside(&mut self) -> (BTreeSet<ObjectKey>, BTreeSet<ObjectKey>) {
        if self.options.world.external == External::Pure {
            return Default::default();
        }
        let regions = |walk: &Self, node: &Node| walk.nodes[*node].regions.iter().copied().collect::<Vec<_>>();
        let mut handed: Vec<ObjectKey> = vec![];
        for (node, is_constant) in &self.handed {
            let keys = regions(self, node).into_iter().filter_map(|number| self.names.object_of(number));
            handed.extend(keys.filter(|key| !is_constant || self.leads_on(*key)));
        }
        let visible = if self.stores_globals { self.visible() } else { BTreeSet::new() };
        let found = self.led_to(visible.iter().copied().chain(handed).collect());
        (found, visible)
    }

    /// Pointers that functions which are not there may lead to objects of their own. Where these lead to, they may
    /// store as well.
    pub fn find_redirected(&mut self) -> bool {
        let before = self.redirected.len();
        let (found, _) = self.written_outside();
        found.into_iter().for_each(|key| self.redirect(key));
        self.redirected.len() > before
    }

    /// These objects and all that they lead to, aside from what is constant.
    fn led_to(&mut self, mut todo: Vec<ObjectKey>) -> BTreeSet<ObjectKey> {
        let regions = |walk: &Self, node: &Node| walk.nodes[*node].regions.iter().copied().collect::<Vec<_>>();
        let mut found = BTreeSet::new();
        while let Some(key) = todo.pop() {
            if self.objects.get(&key).is_none_or(|of| of.constant) || !found.insert(key) {
                continue;
            }
            let cells: Vec<Node> = self.cells_of(key).collect();
            let held = cells.iter().flat_map(|node| regions(self, node));
            todo.extend(held.filter_map(|number| self.names.object_of(number)));
            for (path, _) in self.parts(key) {
                let cell = self.cell(key, path);
                self.add_flags(cell, STORED);
            }
        }
        found
    }

    /// The pointers of an object that are variables of their own may lead to objects of a function that is not there.
    fn redirect(&mut self, key: ObjectKey) {
        if self.is_bytes(key) || self.from_outside.contains_key(&key) {
            return;
        }
        for (path, is_pointer) in self.parts(key) {
            let Some(ty @ Type::Pointer(to)) = &self.type_at(key, &path) else { continue };
            let is_data = !matches!(**to, Type::Function(_) | Type::Pointer(_));
            if !is_pointer
                || !is_data
                || path.contains(&Step::Element)
                || self.redirected.contains(&(key, path.clone()))
            {
                continue;
            }
            let way = way_stored(&self.names, key, &path);
            let name = self.name_of_part(key, &path);
            let name = name.strip_prefix("(*").and_then(|name| name.strip_suffix(')')).unwrap_or(&name);
            let value = self.result_outside(&way, &format!("{name} stored"), ty);
            let cell = self.cell(key, path.clone());
            if let Some(value) = value {
                self.flow(value, Flow::To(cell));
            }
            self.redirected.insert((key, path));
        }
    }

    /// Whether some part of an object holds a pointer to something.
    fn leads_on(&self, key: ObjectKey) -> bool {
        self.cells_of(key).any(|node| !self.nodes[node].regions.is_empty())
    }

    /// Global variables of the program that other files can name and that are not constant.
    fn visible(&mut self) -> BTreeSet<ObjectKey> {
        let library = self.tree.functions.iter().find(|f| f.library && f.body.is_some()).map(|f| f.span.text);
        let own = self.tree.variables.iter().filter(|v| v.visible && Some(v.span.text) != library);
        let keys: Vec<ObjectKey> = own.map(|v| self.names.key(vec![v.node])).collect();
        keys.into_iter().filter(|key| self.objects.get(key).is_some_and(|of| !of.constant)).collect()
    }
}

/// What tells an object that a function hands to one that it is handed itself, for a parameter.
pub(crate) fn way_back(argument: &Expr, parameter: usize) -> [NodeId; 2] {
    [argument.id, parameter]
}

/// What tells the objects that functions lead a pointer to from others.
fn way_stored(names: &Names, key: ObjectKey, path: &Path) -> Vec<usize> {
    names.way(key).into_iter().chain(path.iter().map(step)).chain([STORES]).collect()
}

/// Whether a function of a type says that it does not store through this argument.
pub(crate) fn promises(ty: &Type, argument: usize) -> bool {
    matches!(ty, Type::Function(signature) if signature.constant.0.get(argument) == Some(&true))
}

impl PointsTo {
    /// Whether functions that are not there may store to an object.
    pub fn is_written_outside(&self, key: ObjectKey) -> bool {
        self.written.contains(&key)
    }

    /// All objects that they may store to.
    pub fn written_outside(&self) -> impl Iterator<Item = ObjectKey> {
        self.written.iter().copied()
    }

    /// Whether such a function can name an object.
    pub fn is_visible(&self, key: ObjectKey) -> bool {
        self.visible.contains(&key)
    }

    /// Whether such functions may lead a pointer to objects of their own.
    pub fn is_redirected(&self, key: ObjectKey, path: &Path) -> bool {
        self.redirected.contains(&(key, path.clone()))
    }

    /// Whether there is such a pointer.
    pub fn is_anything_redirected(&self) -> bool {
        !self.redirected.is_empty()
    }

    /// What tells these objects from others.
    pub fn way_stored(&self, names: &Names, key: ObjectKey, path: &Path) -> Vec<usize> {
        way_stored(names, key, path)
    }

    /// Whether nothing says exactly in which calls an object is led to that such functions may store to.
    pub fn is_unsure(&self, key: ObjectKey) -> bool {
        self.unsure.contains(&key)
    }

    /// Whether some part of an object holds a pointer to something.
    pub fn leads_on(&self, key: ObjectKey) -> bool {
        self.held.range((key, vec![])..(key + 1, vec![])).any(|(_, held)| !held.reach.regions.is_empty())
    }

    /// The pointers to an object that are held by others: by which, where, and to which regions of it.
    pub fn holders(&self, names: &Names, key: ObjectKey) -> Vec<(ObjectKey, Path, Vec<usize>)> {
        let inside = |held: &Held| -> Vec<usize> {
            held.reach.regions.iter().copied().filter(|n| names.object_of(*n) == Some(key)).collect()
        };
        let one = |((holder, path), held): (&(ObjectKey, Path), &Held)| {
            Some((*holder, path.clone(), inside(held))).filter(|(.., regions)| !regions.is_empty())
        };
        self.held.iter().filter_map(one).collect()
    }

    /// Whether a pointer among these regions, or in what they lead to, is one to a function.
    pub fn leads_to_function(&self, names: &Names, regions: impl Iterator<Item = usize>) -> bool {
        let mut todo: Vec<usize> = regions.collect();
        let mut seen = BTreeSet::new();
        while let Some(number) = todo.pop() {
            if matches!(names.region_of(number), Region::Function(_)) {
                return true;
            }
            let Some(key) = names.object_of(number).filter(|key| seen.insert(*key)) else { continue };
            let held = self.held.range((key, vec![])..(key + 1, vec![]));
            todo.extend(held.flat_map(|(_, held)| held.reach.regions.iter().copied()));
        }
        false
    }

    /// What is led to by pointers in arrays or from outside, or by way of itself, and what is behind that.
    pub(super) fn unsure(&self, names: &Names) -> BTreeSet<ObjectKey> {
        let leads = |key: ObjectKey| {
            let held = self.held.range((key, vec![])..(key + 1, vec![]));
            held.flat_map(move |((_, path), held)| {
                let is_sure = !path.contains(&Step::Element) && !self.arrivals.contains_key(&(key, path.clone()));
                held.reach.regions.iter().filter_map(move |n| Some((names.object_of(*n)?, is_sure)))
            })
        };
        // By how many objects each is led to that are not settled; one that leads to itself never is.
        let mut open: Vec<ObjectKey> = vec![];
        let mut count = std::collections::BTreeMap::<ObjectKey, usize>::new();
        for key in &self.written {
            for (to, _) in leads(*key) {
                *count.entry(to).or_default() += 1;
            }
        }
        let mut unsure: BTreeSet<ObjectKey> =
            self.written.iter().flat_map(|key| leads(*key)).filter(|(_, is_sure)| !is_sure).map(|(to, _)| to).collect();
        // Which call's it is that such a function stores to is not said.
        unsure.extend(self.written.iter().filter(|key| self.is_beside_stack(**key)));
        open.extend(self.written.iter().filter(|key| !count.contains_key(key)));
        let mut settled = BTreeSet::new();
        while let Some(key) = open.pop() {
            settled.insert(key);
            for (to, _) in leads(key) {
                if unsure.contains(&key) {
                    unsure.insert(to);
                }
                let left = count.entry(to).or_default();
                *left = left.saturating_sub(1);
                if *left == 0 && self.written.contains(&to) {
                    open.push(to);
                }
            }
        }
        unsure.extend(self.written.iter().filter(|key| !settled.contains(key)));
        unsure.retain(|key| self.written.contains(key));
        unsure
    }
}
