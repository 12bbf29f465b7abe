//! Where the program begins: what runs before and after the entry function, and what that is given.

use super::Dimension;
use super::region::Purpose;
use super::walk::Walk;
use crate::frontend::c::facts;
use crate::frontend::c::tree::{Function, FunctionId, NodeId, Type};
use crate::world::Globals;

impl<'a> Walk<'a> {
    /// Everything that runs.
    pub fn program(&mut self, entry: FunctionId) {
        let tree = self.tree;
        let alone = |which: fn(&Function) -> bool| {
            let all = tree.functions.iter().enumerate().filter(move |(_, f)| f.body.is_some() && which(f));
            all.map(|(i, f)| (FunctionId(i), f.node))
        };
        // What globals may hold when the entry function is called they hold after these.
        let is_any = self.options.world.globals == Globals::Any;
        for (id, node) in alone(|f| f.constructor.is_some()).filter(|_| !is_any) {
            self.run(id, node, None);
        }
        self.run(entry, 0, Some(()));
        if tree.function(entry).name == "main" {
            for (id, _) in alone(facts::is_at_end) {
                self.run(id, tree.function(entry).node, None);
            }
            for (id, node) in alone(|f| f.destructor.is_some()) {
                self.run(id, node, None);
            }
        }
        self.decide();
    }

    /// What runs when the program ends by a call.
    pub fn exit(&mut self, site: NodeId) {
        let tree = self.tree;
        let ends = |function: &Function| facts::is_at_end(function) || function.destructor.is_some();
        let open = std::iter::successors(self.open, |at| self.frames[*at].caller);
        if open.into_iter().any(|at| ends(tree.function(self.frames[at].function))) {
            return;
        }
        for (i, function) in tree.functions.iter().enumerate().filter(|(_, f)| f.body.is_some() && ends(f)) {
            let site = if facts::is_at_end(function) { site } else { function.node };
            self.inline(FunctionId(i), &[], site);
        }
    }

    fn run(&mut self, id: FunctionId, site: NodeId, entry: Option<()>) {
        let function = self.tree.function(id);
        // Where nothing runs after the entry function nothing outlives its variables.
        if entry.is_none() || self.tree.functions.iter().any(|f| f.destructor.is_some() || facts::is_at_end(f)) {
            self.lives.enter();
        }
        let result = match &function.ty {
            Type::Function(signature) if entry.is_some() && self.options.returns => match &signature.result {
                ty @ Type::Pointer(_) => Some(self.passing(&function.name, ty, site, Purpose::Result)),
                _ => None,
            },
            _ => None,
        };
        self.enter(id, site, result);
        if entry.is_some() {
            let is_program = matches!(&function.ty, Type::Function(of) if facts::takes_arguments(&function.name, of));
            for (i, parameter) in function.parameters.iter().enumerate() {
                let variable = self.tree.variable(*parameter);
                let key = self.names.key(vec![variable.node]);
                self.frame().parameters.push(Some(key).filter(|_| !variable.name.is_empty()));
                self.note_unions(key, &variable.ty);
                self.object(key, &variable.name, &variable.ty, vec![], false);
                self.frame().variables.insert(*parameter, key);
                self.frame().declared.push(*parameter);
                if let Type::Struct(_) = &variable.ty {
                    self.comes_from_outside(key, 0);
                }
                if let Type::Pointer(to) = &variable.ty
                    && matches!(**to, Type::Function(_))
                {
                    let pointed = self.names.key(vec![variable.node, 0]);
                    let pointer = self.callback(pointed, variable.name.clone());
                    self.give((key, &vec![]), Some(pointer), &variable.ty, 0);
                } else if let Type::Pointer(to) = &variable.ty {
                    let pointed = self.names.key(vec![variable.node, 0]);
                    self.flexible_outside.insert(pointed);
                    self.object(pointed, &variable.name, to, vec![Dimension::Elements], false);
                    let pointer = self.pointer_as_it_came(pointed, 0);
                    self.outside.insert(pointed, pointer);
                    self.program_arguments = self.program_arguments.or((is_program && i == 1).then_some(pointed));
                    self.comes_from_outside(pointed, 1);
                    self.give_parameter(key, Some(pointer), &variable.ty);
                }
            }
            self.assumes = true;
            for (e, ..) in &self.tree.inner_lengths {
                self.value(e);
            }
            for e in &self.tree.assumptions {
                self.truth(e);
            }
            self.assumes = false;
        }
        self.body(id);
        self.open = None;
        self.lives.open = 0;
    }
}
