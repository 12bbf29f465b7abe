//! Calls, and all that runs: each call of a function with a body walks that in a copy of its own.

use super::frame::{Copied, Through};
use super::graph::{Flow, Node, STORED, WILD};
use super::region::{ObjectKey, Purpose, Region};
use super::settled::{Block, Tail};
use super::walk::{Value, Walk};
use crate::frontend::c::facts::{self, Builtin, Known};
use crate::frontend::c::layout::Step;
use crate::frontend::c::tree::{
    Expr, ExprKind, FunctionId, NodeId, Signature, Stmt, StmtKind, Tree, Type, Unary, Variable, VariableId,
};
use crate::world::Malloc;

impl<'a> Walk<'a> {
    /// Runs `f` where a call or expression was met before.
    pub fn back_in(&mut self, frame: Option<usize>, (loops, block): (usize, usize), f: impl FnOnce(&mut Self)) {
        let open = std::mem::replace(&mut self.open, frame);
        let around = std::mem::replace(&mut self.lives.open, block);
        let before = frame.map(|at| std::mem::replace(&mut self.frames[at].loops, loops));
        f(self);
        self.lives.open = around;
        if let (Some(at), Some(before)) = (frame, before) {
            self.frames[at].loops = before;
        }
        self.open = open;
    }

    /// A call expression.
    pub fn call(&mut self, call: &'a Expr) -> Value {
        let ExprKind::Call { callee, .. } = &call.kind else { return None };
        let mut direct = &**callee;
        while let ExprKind::Unary(Unary::Address | Unary::Deref, inner) = &direct.kind {
            direct = inner;
        }
        if let ExprKind::Function(id) = &direct.kind {
            return self.call_function(*id, call);
        }
        // A function that is pointed to is what the pointer says.
        let pointer = match &callee.kind {
            ExprKind::Unary(Unary::Deref, pointer) if matches!(callee.ty, Type::Function(_)) => pointer,
            _ => callee,
        };
        let pointer = self.value(pointer)?;
        let result = match &call.ty {
            Type::Pointer(_) | Type::Struct(_) => {
                let key = self.passing("tmp", &call.ty, call.id, Purpose::Through);
                Some((self.whole(key), key))
            }
            _ => None,
        };
        let given = result.map(|_| self.node(0));
        if let (Some(given), Some((whole, key))) = (given, result) {
            self.give((key, &vec![]), Some(given), &call.ty, STORED);
            if matches!(call.ty, Type::Struct(_)) {
                self.flow(whole, Flow::To(given));
            }
        }
        let loops = self.open.map_or(0, |open| self.frames[open].loops);
        let block = self.lives.open;
        self.through.push(Through { frame: self.open, loops, block, call, result: given });
        self.flow(pointer, Flow::Call(self.through.len() - 1));
        given
    }

    /// A function that a pointer may point to is called.
    pub fn call_through(&mut self, at: usize, id: FunctionId) {
        let Through { frame, loops, block, call, result } = self.through[at];
        self.back_in(frame, (loops, block), |walk| {
            let value = walk.call_function(id, call);
            // What it returns may be a pointer to another type there.
            let value = match (&walk.tree.function(id).ty, &call.ty) {
                (Type::Function(own), wanted @ Type::Pointer(_)) if value.is_some() => {
                    walk.as_type(value, &own.result, wanted)
                }
                _ => value,
            };
            if let (Some(value), Some(result)) = (value, result) {
                walk.flow(value, Flow::To(result));
            }
        });
    }

    fn call_function(&mut self, id: FunctionId, call: &'a Expr) -> Value {
        let tree = self.tree;
        let id = tree.called(call, id);
        let (function, ExprKind::Call { arguments, .. }) = (tree.function(id), &call.kind) else { return None };
        if function.refused.is_some() {
            self.values(arguments);
            return None;
        }
        if function.body.is_some() {
            let Type::Function(signature) = &function.ty else { return None };
            let value = |(i, argument): (usize, &'a Expr)| match signature.parameters.get(i) {
                Some(ty) => self.converted(argument, ty),
                None => self.value(argument),
            };
            let arguments = tree.packed.get(&call.id).unwrap_or(arguments);
            let values: Vec<Value> = arguments.iter().enumerate().map(value).collect();
            return self.call_body(id, signature, values, call.id);
        }
        let name = function.name.as_str();
        if let Some(plain) = tree.built_in(name)
            && facts::known(name).is_none()
        {
            return self.call_function(plain, call);
        }
        if facts::math(name).is_some() {
            self.values(arguments);
            return None;
        }
        match (facts::builtin(name), facts::known(name)) {
            (Some(Builtin::ObjectSize), _) => None,
            (Some(Builtin::Overflows(_)), _) => {
                let places: Vec<Value> = self.values(arguments);
                self.store(places.last().copied()??, None, &Type::Void);
                None
            }
            (Some(_), _) => {
                let values: Vec<Value> = self.values(arguments);
                self.as_type(*values.first()?, &arguments.first()?.ty, &call.ty)
            }
            (None, Some(known)) => self.call_known(known, name, call, arguments),
            (None, None) => {
                match facts::unsupported(function, &self.options.havoc) {
                    None => self.hand_over(arguments, &function.ty, !facts::leaves_globals(function)),
                    Some(_) => drop(self.values(arguments)),
                }
                self.result_outside(&[function.node], &format!("{name}()"), &call.ty)
            }
        }
    }

    fn values(&mut self, all: &'a [Expr]) -> Vec<Value> {
        all.iter().map(|e| self.value(e)).collect()
    }

    /// What a function of the library is passed that nothing but the world reads.
    fn passed(&mut self, arguments: &'a [Expr]) -> Value {
        for argument in arguments {
            let is_stream = facts::is_some_stream(self.tree, argument);
            if facts::is_read(argument) || is_stream || facts::has_effects(self.tree, argument) {
                self.value(argument);
            }
        }
        None
    }

    fn call_known(&mut self, known: Known, name: &str, call: &'a Expr, arguments: &'a [Expr]) -> Value {
        match known {
            Known::Assert | Known::Assume => self.truth(arguments.first()?),
            Known::Failure | Known::NotFollowed | Known::Fails => None,
            Known::Print | Known::Ask | Known::Random | Known::Character => self.passed(arguments),
            Known::Free => {
                let freed = self.freed;
                for value in self.values(arguments).into_iter().flatten() {
                    self.flow(value, Flow::To(freed));
                }
                None
            }
            Known::SetJump => {
                self.sets_jumps = true;
                self.values(arguments);
                None
            }
            Known::Landed => None,
            Known::JumpBack
            | Known::End
            | Known::JumpOut
            | Known::Expect
            | Known::Room
            | Known::Apart
            | Known::Read => {
                self.values(arguments);
                if facts::exits(name) {
                    self.exit(call.id);
                }
                None
            }
            Known::Scan(skip) => {
                self.passed(arguments.get(..skip).unwrap_or_default());
                for argument in arguments.get(skip + 1..).unwrap_or_default() {
                    if let Some(place) = self.value(argument) {
                        self.store(place, None, &Type::Void);
                    }
                }
                None
            }
            Known::Allocate | Known::AllocateZeros => {
                let varies = !arguments.iter().all(facts::looks_constant);
                self.values(arguments);
                let (key, name) = (self.key_here(call.id, Purpose::Allocated), self.qualified(name));
                let is_local = name.ends_with("alloca");
                let (zeros, repeated) = (known == Known::AllocateZeros, self.is_repeated());
                let block = Block { name, zeros, repeated, varies, ty: None, waiting: vec![] };
                self.blocks.entry(key).or_insert(block);
                if is_local && let Some(open) = self.open {
                    let block = self.frames[open].block;
                    self.lives.begin_in(key, repeated, block);
                }
                let (path, flags) = if repeated { (2, super::ROWED) } else { (1, 0) };
                let flags =
                    if self.options.world.malloc == Malloc::MayFail && !is_local { flags | super::NULL } else { flags };
                Some(self.pointer_to(Region::Part(key, vec![Step::Element; path]), flags))
            }
            Known::Set | Known::Copy | Known::Move => {
                let [to, what, size] = arguments else { return None };
                self.value(size);
                let from = match known {
                    Known::Set => {
                        self.value(what);
                        None
                    }
                    _ => Some(self.block(what)?.0),
                };
                let (to, ty) = self.block(to)?;
                let bytes = match &size.bare().kind {
                    ExprKind::Constant(v) => u64::try_from(v.clone()).ok(),
                    _ => None,
                };
                let any_byte = known == Known::Set && !facts::looks_constant(what);
                self.copied.push(Copied { to, from, bytes, any_byte });
                match ty {
                    Type::Void => self.flow(to, Flow::Block(from)),
                    ty => self.copy(to, from, &ty),
                }
                Some(to)
            }
        }
    }

    /// A pointer to typed memory: a conversion to `void *` is looked through, arrays are told by their elements.
    fn block(&mut self, e: &'a Expr) -> Option<(Node, Type)> {
        if let ExprKind::Convert(inner) = &e.kind
            && matches!(e.ty, Type::Pointer(_))
            && matches!(inner.ty, Type::Pointer(_) | Type::Array(..))
        {
            return self.block(inner);
        }
        let mut p = self.value(e)?;
        let (Type::Pointer(to) | Type::Array(to, _)) = &e.ty else { return None };
        let mut ty = &**to;
        while let Type::Array(of, Some(_)) = ty {
            p = self.flow_on(p, |on| Flow::Part(vec![Step::Element], on));
            ty = of;
        }
        Some((p, ty.clone()))
    }

    /// A function with a body: a loop, if it calls itself as the last thing it does, until that turns out to be wrong.
    fn call_body(&mut self, id: FunctionId, signature: &Signature, values: Vec<Value>, site: NodeId) -> Value {
        let frame = self.open.map(|open| &self.frames[open]);
        let is_tail = frame.is_some_and(|f| f.function == id && f.tails.contains(&site) && f.cleanups == 0);
        let has_struct = signature.parameters.iter().any(|ty| matches!(ty, Type::Struct(_)));
        let Some(open) = self.open.filter(|_| is_tail && !has_struct) else { return self.inline(id, &values, site) };
        let result = self.run_again(open, &values);
        let loops = self.frames[open].loops;
        let block = self.lives.open;
        self.tails.push(Tail { frame: open, loops, block, function: id, site, values, result, inlined: false });
        Some(result).filter(|_| matches!(signature.result, Type::Pointer(_) | Type::Struct(_)))
    }

    /// A function that is open runs once more, with other arguments; what it gives.
    fn run_again(&mut self, open: usize, values: &[Value]) -> Node {
        let parameters = self.frames[open].parameters.clone();
        for (key, value) in parameters.into_iter().zip(values) {
            if let Some(key) = key {
                let (ty, path) = (self.objects[&key].declared.clone(), self.outer(key));
                self.give((key, &path), *value, &ty, STORED);
            }
        }
        let result = self.node(0);
        if let Some(key) = self.frames[open].result {
            let (whole, ty) = (self.whole(key), self.objects[&key].declared.clone());
            if let Some(value) = self.load(whole, &ty) {
                self.flow(value, Flow::To(result));
            }
        }
        result
    }

    /// The call of a function that runs once more, with what is open on a stack; nothing if it has none.
    fn on_stack(&self, id: FunctionId) -> Option<usize> {
        let mut open = std::iter::successors(self.open, |at| self.frames[*at].caller);
        let is_flat = |at: usize| self.depths.is_stacked(self.frames[at].function) && self.frames[at].cleanups == 0;
        let mut seen = open.by_ref().take_while(|at| is_flat(*at));
        let at = seen.find(|at| self.frames[*at].function == id)?;
        self.frames[at].caller.map(|_| at)
    }

    /// The first value of a parameter. The bytes of a pointer are stored one by one.
    pub fn give_parameter(&mut self, key: ObjectKey, value: Value, ty: &Type) {
        let path = self.outer(key);
        let stored = if self.is_bytes(key) || !path.is_empty() { STORED } else { 0 };
        self.give((key, &path), value, ty, stored);
    }

    /// A struct is copied before it becomes that of a function that runs again, which may be where it comes from.
    fn struct_on_its_way(&mut self, parameter: VariableId, value: Value) -> Value {
        let tree = self.tree;
        let Variable { ty, node, .. } = tree.variable(parameter);
        if !matches!(ty, Type::Struct(_)) {
            return value;
        }
        let key = self.temporary("argument", ty, *node, Purpose::Through);
        self.give((key, &vec![]), value, ty, STORED);
        Some(self.whole(key))
    }

    /// A parameter of which each call has its own object.
    fn parameter_beside_stack(&mut self, name: &str, ty: &Type, node: NodeId) -> ObjectKey {
        let (key, name) = (self.key_here(node, Purpose::Declared), self.qualified(name));
        self.object_beside_stack(key, &name, ty, false);
        key
    }

    /// A copy of a function.
    pub fn inline(&mut self, id: FunctionId, values: &[Value], site: NodeId) -> Value {
        let function = self.tree.function(id);
        let Type::Function(signature) = &function.ty else { return None };
        let is_followed = self.depth(id) <= self.depths.of(id, self.options.recursion);
        if let Some(open) = self.on_stack(id).filter(|_| !is_followed) {
            let types = signature.parameters.iter().zip(&function.parameters);
            let of = |id| self.tree.variable(id).ty.clone().into_parameter();
            let types: Vec<_> = types.map(|(from, to)| (from, of(*to))).collect();
            let given = values.iter().zip(types);
            let values: Vec<Value> = given.map(|(value, (from, to))| self.as_type(*value, from, &to)).collect();
            let values: Vec<Value> =
                function.parameters.iter().zip(values).map(|(id, value)| self.struct_on_its_way(*id, value)).collect();
            let result = Some(self.run_again(open, &values));
            return match &signature.result {
                Type::Pointer(_) => result,
                Type::Struct(_) => {
                    let key = self.passing(&function.name, &signature.result, site, Purpose::Result);
                    self.give((key, &vec![]), result, &signature.result, STORED);
                    Some(self.whole(key))
                }
                _ => None,
            };
        }
        let result = match &signature.result {
            Type::Void => None,
            ty => Some(self.passing(&function.name, ty, site, Purpose::Result)),
        };
        if let Some(key) = result.filter(|_| function.library) {
            self.library_results.insert(key);
        }
        if is_followed && !self.gives_up() {
            let (caller, around) = (self.open, self.lives.enter());
            self.enter(id, site, result);
            for (i, (parameter, value)) in function.parameters.iter().zip(values).enumerate() {
                let variable = self.tree.variable(*parameter);
                let name = if variable.name.is_empty() { "parameter" } else { &variable.name };
                let ty = variable.ty.clone().into_parameter();
                let key = match self.is_beside_stack(*parameter) {
                    true => self.parameter_beside_stack(name, &ty, variable.node),
                    false => self.temporary(name, &ty, variable.node, Purpose::Declared),
                };
                let value = match signature.parameters.get(i) {
                    Some(from) => self.as_type(*value, from, &ty),
                    None => *value,
                };
                self.give_parameter(key, value, &ty);
                self.frame().parameters.push(Some(key));
                self.frame().variables.insert(*parameter, key);
                self.frame().declared.push(*parameter);
            }
            self.body(id);
            self.open = caller;
            self.lives.open = around;
        }
        let result = result?;
        let (whole, ty) = (self.whole(result), self.objects[&result].declared.clone());
        self.load(whole, &ty)
    }

    /// The body of the function that is open.
    pub fn body(&mut self, id: FunctionId) {
        let tree = self.tree;
        let Some(body) = &tree.function(id).body else { return };
        // Its parameters live as long as what is declared outermost.
        match &body.kind {
            StmtKind::Compound(items) => items.iter().for_each(|item| self.statement(item)),
            _ => self.statement(body),
        }
        self.finish_jumps();
        // Falling off the end: the result is indeterminate.
        if let Some(result) = self.frame().result
            && !leaves(tree, body)
        {
            self.begin(result, WILD);
        }
    }
}

/// Whether nothing comes behind the statement that is the last one of a function's text.
fn leaves(tree: &Tree, s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Return(_) | StmtKind::Goto(..) | StmtKind::GotoComputed(_) => true,
        StmtKind::Compound(items) => items.last().is_some_and(|last| leaves(tree, last)),
        StmtKind::Case { body, .. } | StmtKind::Default(body) | StmtKind::Label(_, _, body) => leaves(tree, body),
        StmtKind::Expression(e) => match &e.bare().kind {
            ExprKind::Call { callee, .. } => match &callee.kind {
                ExprKind::Function(id) => {
                    let f = tree.function(*id);
                    let is_known = matches!(facts::known(&f.name), Some(Known::End | Known::JumpOut | Known::Failure));
                    f.noreturn && (f.body.is_some() || facts::builtin(&f.name).is_none())
                        || f.body.is_none() && is_known && tree.built_in(&f.name).is_none()
                }
                _ => false,
            },
            _ => false,
        },
        _ => false,
    }
}
