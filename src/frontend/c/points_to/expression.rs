//! Expressions: what pointers they give, what they store, and what they ask.

use super::graph::{ADVANCED, Flow, MOVED, NULL, Node};
use super::meeting::Comparison;
use super::region::{ObjectKey, Purpose, Region};
use super::walk::{Value, Walk};
use crate::frontend::c::DataModel;
use crate::frontend::c::facts;
use crate::frontend::c::layout::{Step, pointed_to, size_of};
use crate::frontend::c::tree::{Binary, Expr, ExprKind, IntKind, Storage, Type, Unary, VariableId};
use crate::term::{Cmp, Int};
use std::rc::Rc;

impl<'a> Walk<'a> {
    /// What an expression gives. Of a struct these are pointers to the places where it may be.
    pub fn value(&mut self, e: &'a Expr) -> Value {
        match &e.kind {
            ExprKind::Constant(_) => matches!(e.ty, Type::Pointer(_)).then(|| self.node(NULL)),
            ExprKind::Function(id) => Some(self.pointer_to(Region::Function(*id), 0)),
            ExprKind::Variable(_)
            | ExprKind::String(_)
            | ExprKind::Member { .. }
            | ExprKind::CompoundLiteral(_)
            | ExprKind::Index(..) => self.read(e),
            ExprKind::Call { .. } => self.call(e),
            ExprKind::Unary(op, operand) => self.unary(*op, operand, e),
            ExprKind::Step { by, postfix, operand } => {
                let place = self.place(operand)?;
                let old = self.load(place, &e.ty);
                let new = old.map(|old| self.moved(old, *by < 0));
                self.stepped.extend(new);
                self.store(place, new, &e.ty);
                if *postfix { old } else { new }
            }
            ExprKind::Convert(inner) => match &e.ty {
                Type::Int(IntKind::Bool) => self.truth(inner),
                ty => match facts::outwards(self.tree, e, self.model) {
                    Some((member, around)) => {
                        let pointer = self.value(member)?;
                        Some(self.flow_on(pointer, |on| Flow::Outwards(Rc::new(around), on)))
                    }
                    None => {
                        self.last_number = None;
                        let value = self.converted(inner, ty);
                        self.numbers.extend(self.last_number.take().map(|pointer| (e.id, pointer)));
                        value
                    }
                },
            },
            ExprKind::Logical { left, right, .. } => {
                self.truth(left);
                self.truth(right)
            }
            ExprKind::Assign(left, right) => self.assign(left, right),
            ExprKind::AssignOp(op, left, right) => {
                self.value(right);
                let place = self.place(left)?;
                let old = self.load(place, &left.ty);
                let new = old.map(|old| self.offset(*op, (old, &left.ty), right));
                self.store(place, new, &left.ty);
                new
            }
            ExprKind::Binary(..) => self.binary(e),
            ExprKind::Conditional { condition, yes, no } => self.conditional(condition, yes.as_deref(), no, e),
            ExprKind::Comma(first, last) => {
                self.value(first);
                self.value(last)
            }
            ExprKind::Statement(items) => self.statement_expression(items),
            ExprKind::LabelAddress(name) => {
                let function = self.open.map(|open| self.frames[open].function).or(self.open_function)?;
                Some(self.pointer_to(Region::Label(function, name.clone()), 0))
            }
            ExprKind::Refused(_) => None,
        }
    }

    fn unary(&mut self, op: Unary, operand: &'a Expr, e: &'a Expr) -> Value {
        match op {
            Unary::Deref => self.read(e),
            Unary::Address => match &operand.kind {
                ExprKind::Function(id) => Some(self.pointer_to(Region::Function(*id), 0)),
                _ if facts::null_offset(operand, self.model).is_some() => Some(self.pointer_of_number()),
                _ => self.place(operand),
            },
            Unary::Not => self.truth(operand),
            Unary::Plus | Unary::Minus | Unary::Complement | Unary::Length => self.value(operand),
        }
    }

    /// An expression of which is asked whether it is 0.
    pub fn truth(&mut self, e: &'a Expr) -> Value {
        let asked = self.value(e);
        self.asked.extend(asked.filter(|_| !matches!(e.ty, Type::Struct(_))));
        None
    }

    /// The value of an expression, converted as if by assignment.
    pub fn converted(&mut self, e: &'a Expr, ty: &Type) -> Value {
        let value = self.value(e);
        let is_zero = matches!(&e.bare().kind, ExprKind::Constant(v) if v.is_zero());
        if let (None, Type::Pointer(_), Type::Int(_) | Type::Volatile(_), false) = (value, ty, &e.ty, is_zero) {
            return Some(self.pointer_of_number());
        }
        self.as_type(value, &e.ty, ty)
    }

    /// A value, converted as if by assignment. A number as a pointer is null, or refused.
    pub fn as_type(&mut self, value: Value, from: &Type, ty: &Type) -> Value {
        match (value, ty) {
            (None, Type::Pointer(_)) => Some(self.node(NULL)),
            (Some(value), Type::Pointer(to)) => {
                let same = match from {
                    Type::Pointer(is) | Type::Array(is, _) => is == to,
                    other => *other == **to,
                };
                if same || **to == Type::Void {
                    return Some(value);
                }
                Some(self.flow_on(value, |on| Flow::Cast(Rc::new((**to).clone()), on)))
            }
            (Some(value), Type::Int(IntKind::Bool)) => {
                self.asked.push(value);
                None
            }
            (Some(value), Type::Int(_) | Type::Volatile(_)) => {
                self.asked.push(value);
                self.flow(value, Flow::To(self.exposed));
                self.last_number = Some(value);
                None
            }
            (value, Type::Struct(_)) => value,
            _ => None,
        }
    }

    /// A number becomes a pointer: to any object that ever became a number.
    fn pointer_of_number(&mut self) -> Node {
        self.has_numbers = true;
        let node = self.pointer_to(Region::Number, NULL | MOVED);
        self.flow(self.exposed, Flow::To(node));
        node
    }

    /// The place an expression stands for, as pointers to it.
    pub fn place(&mut self, e: &'a Expr) -> Value {
        match &e.kind {
            ExprKind::Variable(id) => self.variable(*id).map(|key| self.whole(key)),
            ExprKind::String(bytes) => {
                let key = self.names.key(vec![e.id]);
                let of = if let Type::Array(of, _) = &e.ty { (**of).clone() } else { Type::Int(IntKind::Char) };
                let ty = Type::Array(Box::new(of), Some(bytes.len() as u64));
                self.object(key, "a string literal", &ty, vec![], true);
                self.objects.get_mut(&key)?.literal.get_or_insert_with(|| bytes.clone());
                Some(self.whole(key))
            }
            ExprKind::Index(base, index) => {
                let (left, right) = (self.value(base), self.value(index));
                match (left, right) {
                    (Some(p), None) => Some(self.offset(Binary::Add, (p, &base.ty), index)),
                    (None, Some(p)) => Some(self.offset(Binary::Add, (p, &index.ty), base)),
                    _ => None,
                }
            }
            ExprKind::Unary(Unary::Deref, operand) => self.value(operand),
            ExprKind::Member { of, arrow, field } => {
                let place = if *arrow { self.value(of)? } else { self.place(of)? };
                let ty = match &of.ty {
                    Type::Pointer(to) | Type::Array(to, _) => to,
                    ty => ty,
                };
                let Type::Struct(s) = ty else { return None };
                // Members of a union are the union, seen as something else.
                let way = if s.0.union { vec![] } else { vec![Step::Field(*field)] };
                Some(self.flow_on(place, |on| Flow::Part(way, on)))
            }
            ExprKind::CompoundLiteral(initializer) => {
                let key = self.key_here(e.id, Purpose::Declared);
                let name = self.qualified("a compound literal");
                let before = self.open.is_none();
                self.begin_initialised(key, &name, &e.ty, initializer, before, false);
                self.objects.contains_key(&key).then(|| self.whole(key))
            }
            _ => self.value(e),
        }
    }

    /// The object of a variable, which may be a global that is used for the first time.
    pub fn variable(&mut self, id: VariableId) -> Option<ObjectKey> {
        if let Some(open) = self.open
            && let Some(known) = self.frames[open].variables.get(&id)
        {
            return Some(*known);
        }
        if let Some(known) = self.globals.get(&id) {
            return *known;
        }
        match self.tree.variable(id).storage {
            Storage::Global | Storage::Static => self.global(id),
            // Its declaration is refused, or was not met.
            Storage::Local | Storage::Parameter => None,
        }
    }

    /// What is read where an expression stands for a place.
    fn read(&mut self, e: &'a Expr) -> Value {
        let is_integer = matches!(e.ty, Type::Int(_) | Type::Volatile(_));
        if let (ExprKind::Variable(id), true) = (&e.kind, is_integer) {
            self.variable(*id);
            return None;
        }
        let place = self.place(e)?;
        self.load(place, &e.ty)
    }

    /// What a place holds; an array gives a pointer to its first element, a struct itself.
    pub fn load(&mut self, place: Node, ty: &Type) -> Value {
        match ty {
            Type::Pointer(to) => {
                let to = Rc::new((**to).clone());
                Some(self.flow_on(place, |on| Flow::Load(Some(to), on)))
            }
            Type::Array(..) => Some(self.flow_on(place, |on| Flow::Part(vec![Step::Element], on))),
            Type::Struct(_) | Type::Function(_) => Some(place),
            Type::Void | Type::Int(_) | Type::Volatile(_) | Type::Other(_) => None,
        }
    }

    /// Something is stored at a place, seen as of this type.
    pub fn store(&mut self, place: Node, value: Value, ty: &Type) {
        let to = if let Type::Pointer(to) = ty { Some(Rc::new((**to).clone())) } else { None };
        self.flow(place, Flow::Store(Rc::new([vec![]]), value, to));
    }

    /// All of what is at a place of this type comes from another place, or is 0.
    pub fn copy(&mut self, to: Node, from: Value, ty: &Type) {
        let mut leaves = vec![];
        self.leaves(ty, &vec![], &mut leaves);
        for (path, _) in leaves.iter().filter(|(_, is_pointer)| *is_pointer) {
            let leads_to = pointed_to(ty, path).map(|to| Rc::new(to.clone()));
            let value = match from {
                Some(from) => {
                    let part = self.flow_on(from, |on| Flow::Part(path.clone(), on));
                    self.flow_on(part, |on| Flow::Load(leads_to.clone(), on))
                }
                None => self.node(NULL),
            };
            self.flow(to, Flow::Store(Rc::new([path.clone()]), Some(value), leads_to));
        }
        let rest = leaves.into_iter().filter(|(_, is_pointer)| !is_pointer).map(|(path, _)| path);
        self.flow(to, Flow::Store(rest.collect(), None, None));
        self.flow(to, Flow::Bytes(from));
    }

    fn assign(&mut self, left: &'a Expr, right: &'a Expr) -> Value {
        if matches!(left.ty, Type::Struct(_)) {
            let to = self.place(left)?;
            let from = self.value(right)?;
            self.copy(to, Some(from), &left.ty);
            return Some(to);
        }
        let value = self.converted(right, &left.ty);
        if let Some(place) = self.place(left) {
            self.store(place, value, &left.ty);
        }
        value
    }

    /// A pointer of a type with a number added.
    fn offset(&mut self, op: Binary, (pointer, of): (Node, &Type), by: &Expr) -> Node {
        let stays = matches!(&by.bare().kind, ExprKind::Constant(v) if v.is_zero());
        let element = match of {
            Type::Pointer(to) | Type::Array(to, _) => size_of(to, self.model),
            _ => None,
        };
        let steps = element != Some(0) && constant(by, self.model).is_some_and(|v| !v.is_zero());
        match op {
            Binary::Add | Binary::Sub if !stays => {
                let moved = self.moved(pointer, is_back(op, by));
                self.stepped.extend(steps.then_some(moved));
                moved
            }
            _ => pointer,
        }
    }

    fn moved(&mut self, pointer: Node, back: bool) -> Node {
        let moved = self.flow_on(pointer, Flow::Moved);
        match back {
            true => self.moved_back.push(pointer),
            false => self.add_flags(moved, ADVANCED),
        }
        moved
    }

    /// `a op b op c …`, without recursion into the left operands.
    fn binary(&mut self, e: &'a Expr) -> Value {
        let (mut spine, mut first) = (vec![], e);
        while let ExprKind::Binary(op, left, right) = &first.kind {
            spine.push((*op, &**left, &**right, &first.ty));
            first = left;
        }
        let mut value = self.value(first);
        for (op, left, right, ty) in spine.into_iter().rev() {
            let other = self.value(right);
            value = match (op, value, other) {
                (Binary::Add | Binary::Sub, Some(p), None) => Some(self.offset(op, (p, ty), right)),
                (Binary::Add, None, Some(p)) => Some(self.offset(op, (p, ty), left)),
                (_, Some(a), Some(b)) => {
                    self.compare(op, a, b);
                    None
                }
                // A number that a pointer is compared with is 0.
                (_, Some(p), None) | (_, None, Some(p)) => {
                    self.asked.push(p);
                    None
                }
                (Binary::Compare(_) | Binary::Sub, None, None) => {
                    if let (Some(a), Some(b)) = (self.number_of(left), self.number_of(right)) {
                        self.compare(op, a, b);
                    }
                    None
                }
                (_, None, None) => None,
            };
        }
        value
    }

    fn compare(&mut self, op: Binary, a: Node, b: Node) {
        let comparison = match op {
            _ if self.assumes => Comparison::Assumed,
            Binary::Compare(Cmp::Eq | Cmp::Ne) => Comparison::Equality,
            _ => Comparison::Order,
        };
        self.compared.push((a, b, comparison));
    }

    /// The pointer that was just made the number that an expression is.
    fn number_of(&self, e: &Expr) -> Option<Node> {
        let mut e = e;
        loop {
            match (self.numbers.get(&e.id), &e.kind) {
                (Some(pointer), _) => return Some(*pointer),
                (None, ExprKind::Convert(inner)) => e = inner,
                (None, _) => return None,
            }
        }
    }

    /// `c ? a : b`, or `c ?: b`: with a temporary variable, or without.
    fn conditional(&mut self, test: &'a Expr, yes: Option<&'a Expr>, no: &'a Expr, e: &'a Expr) -> Value {
        self.truth(test);
        let values = [self.converted(yes.unwrap_or(test), &e.ty), self.converted(no, &e.ty)];
        let is_struct = matches!(e.ty, Type::Struct(_));
        if !is_struct && !matches!(e.ty, Type::Pointer(_)) {
            return None;
        }
        let result = self.node(0);
        let key = self.temporary("tmp", &e.ty, e.id, Purpose::Chosen);
        let chosen = self.whole(key);
        for value in values.into_iter().flatten() {
            self.flow(value, Flow::To(result));
            if is_struct { self.copy(chosen, Some(value), &e.ty) } else { self.store(chosen, Some(value), &e.ty) }
        }
        if is_struct {
            self.flow(chosen, Flow::To(result));
        }
        Some(result)
    }
}

/// The value of an integer constant that no conversion changes.
fn constant(e: &Expr, model: DataModel) -> Option<Int> {
    let Type::Int(kind) = &e.ty else { return None };
    let value = match &e.kind {
        ExprKind::Constant(v) => v.clone(),
        ExprKind::Convert(inner) => constant(inner, model)?,
        _ => return None,
    };
    Some(value).filter(|v| kind.format().is_none() && kind.range(model).contains(v))
}

/// Whether adding or subtracting a number moves a pointer back, as far as the text says.
fn is_back(op: Binary, by: &Expr) -> bool {
    let is_negative = match &by.bare().kind {
        ExprKind::Constant(v) => Some(*v < Int::ZERO),
        ExprKind::Unary(Unary::Minus, of) if matches!(of.bare().kind, ExprKind::Constant(_)) => Some(true),
        _ => None,
    };
    match op {
        Binary::Add => is_negative == Some(true),
        _ => is_negative != Some(true),
    }
}
