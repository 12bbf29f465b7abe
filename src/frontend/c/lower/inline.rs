//! Functions with a body, in copies of their own; one that calls itself last is a loop.

use super::library::FORMATTED;
use super::memory::Place;
use super::scope::{Entity, Fallible, Frame, Lowering};
use super::stack::Stack;
use super::value::Operand;
use crate::frontend::c::facts;
use crate::frontend::c::points_to::Purpose;
use crate::frontend::c::tree::{FunctionId, NodeId, Signature, Type};
use crate::program::{Gap, Mark, Span};
use crate::source::Bytes;
use rustc_hash::FxHashMap;

impl<'a> Lowering<'a> {
    /// A function with a body, in a copy of its own; or a loop, if it calls itself as the last thing it does. The call
    /// is told by its node.
    pub fn inline(
        &mut self,
        id: FunctionId,
        signature: &Signature,
        arguments: Vec<Operand>,
        (site, span): (NodeId, Bytes),
    ) -> Fallible<Operand> {
        if (self.stop)() {
            return Err(self.problem("stopped", span));
        }
        let function = self.tree.function(id);
        let name = function.name.as_str();
        self.about_to_call(name);
        if function.library && function.is_static && facts::known(name).is_some() {
            // A harness tells such a call from those that need no function.
            self.flow.mark(Mark::Call(FORMATTED.to_string()));
        }
        let depth = self.frames.iter().filter(|f| f.function == id).count();
        if depth > 0 && facts::is_arrival(function) {
            return Ok(Operand::Void);
        }
        if depth > 0 && self.is_tail_call(id, &arguments, site) {
            return self.again(arguments, span);
        }
        let is_too_deep = depth > self.points_to.depths.of(id, self.recursion);
        if is_too_deep && let Some(open) = self.on_stack(id) {
            return self.call_on_stack(open, arguments, (site, span));
        }
        if is_too_deep {
            self.flow.mark(Mark::Gap(self.too_deep(id)));
            self.flow.end();
            return Ok(match &signature.result {
                Type::Void => Operand::Void,
                ty => {
                    let result = self.result_of(name, ty, site)?;
                    self.read(self.target(result), span)?
                }
            });
        }
        let before = self.flow.span;
        let result = match &signature.result {
            Type::Void => None,
            ty => Some(self.result_of(name, ty, site)?),
        };
        if function.parameters.len() > arguments.len() {
            return self.refuse(&format!("a call of `{name}`, which is variadic, through a pointer"), span);
        }
        self.enter(id, site, result.clone());
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            let variable = self.tree.variable(*parameter);
            if let Some(refusal) = &variable.refused {
                return self.refused(refusal, variable.span);
            }
            let shown = if variable.name.is_empty() { "parameter" } else { &variable.name };
            // What is passed to a function of the old style may be wider than its parameter.
            let ty = variable.ty.clone().into_parameter();
            let argument = self.as_type(argument, &ty, span)?;
            let place = match self.is_beside_stack(*parameter) {
                true => self.bind_beside_stack(shown, &ty, argument, variable.node, span)?,
                false => self.bind(shown, &ty, argument, variable.node, span)?,
            };
            self.frame().parameters.push(Some(place.clone()));
            self.declare(*parameter, Entity::Memory(place));
        }
        let outer = self.flow.library_call;
        // What the library calls of the program is in its own place.
        self.flow.library_call = if function.library { outer.or_else(|| Some(self.place(span))) } else { None };
        let done = self.body(id);
        self.flow.library_call = outer;
        done?;
        self.flow.span = before;
        match result {
            Some(place) => self.read(self.target(place), span),
            None => Ok(Operand::Void),
        }
    }

    /// Where calls of a function by itself are not followed any deeper.
    pub fn too_deep(&self, id: FunctionId) -> Gap {
        let (function, less) = (self.tree.function(id).name.clone(), self.points_to.depths.less(id));
        Gap::Recursion { function, limit: less.unwrap_or(self.recursion), asked: less.map(|_| self.recursion) }
    }

    pub fn result_of(&mut self, name: &str, ty: &Type, site: NodeId) -> Fallible<Place> {
        let name = self.qualified(name);
        self.temporary(&name, ty, site, Purpose::Result)
    }

    /// A parameter with its argument.
    pub fn bind(&mut self, name: &str, ty: &Type, value: Operand, node: NodeId, span: Bytes) -> Fallible<Place> {
        let name = self.qualified(name);
        let place = self.temporary(&name, ty, node, Purpose::Declared)?;
        if self.is_repeated() {
            self.not_handed_over(self.objects[place.object].key);
        }
        match value {
            Operand::Pointer(p) => self.begin_pointer(&place, p, span)?,
            value => self.write(&self.target(place.clone()), &value, span)?,
        }
        Ok(place)
    }

    /// A variable that the program does not name, or a parameter.
    pub fn temporary(&mut self, name: &str, ty: &Type, node: NodeId, purpose: Purpose) -> Fallible<Place> {
        let key = self.key_here(node, purpose);
        let object = self.object(key, name, ty.clone(), vec![], Bytes::default())?;
        match purpose {
            Purpose::Result | Purpose::Through => self.begin_passing(key),
            Purpose::Declared | Purpose::Chosen | Purpose::Allocated => self.begin_life(key),
        }
        Ok(self.whole(object))
    }

    /// Whether a call is the last thing its function does and needs none of its variables any more.
    pub fn is_tail_call(&mut self, id: FunctionId, arguments: &[Operand], site: NodeId) -> bool {
        let simple = arguments.iter().all(|argument| matches!(argument, Operand::Pointer(_) | Operand::Int(_)));
        let frame = self.frame();
        if frame.function != id || !frame.cleanups.is_empty() || !simple {
            return false;
        }
        let way: Vec<NodeId> = self.frames.iter().map(|f| f.site).chain([site]).collect();
        self.points_to.is_loop(&way)
    }

    /// The function that is open begins again with other arguments.
    pub fn again(&mut self, arguments: Vec<Operand>, span: Bytes) -> Fallible<Operand> {
        let parameters = self.frame().parameters.clone();
        let values: Vec<Operand> = match arguments.len() {
            1 => arguments,
            // All are known before one changes.
            _ => arguments.into_iter().map(|a| self.keep_operand(a)).collect(),
        };
        for (place, value) in parameters.into_iter().zip(&values) {
            // Nothing reads one that is not modelled.
            let Some(place) = place else { continue };
            self.write(&self.target(place), value, span)?;
        }
        let start = self.frame().start;
        self.flow.jump(start);
        Ok(match self.frame().result.clone() {
            Some(place) => self.read(self.target(place), span)?,
            None => Operand::Void,
        })
    }

    /// What people know a function by: of what the models of the library have for themselves, the function that is called.
    fn known_as(&self, function: FunctionId) -> String {
        let own = self.tree.function(function);
        let caller = self.frames.last().filter(|frame| self.tree.function(frame.function).library);
        let of = caller.filter(|_| own.library && own.is_static);
        of.map_or_else(|| own.name.clone(), |frame| frame.name.clone())
    }

    /// Begins a function: a frame for its parameters and variables.
    pub fn enter(&mut self, function: FunctionId, site: NodeId, result: Option<Place>) {
        let (start, exit) = (self.flow.fresh(), self.flow.fresh());
        let tails = facts::tail_calls(self.tree, function);
        let stack = self.has_stack(function).then(Stack::default);
        let is_on_stack = stack.is_some() || self.frames.last().is_some_and(|frame| frame.is_on_stack);
        let before = self.frames.last().map_or(0, |frame| frame.way);
        let way = self.names.longer(before, site);
        self.frames.push(Frame {
            function,
            name: self.known_as(function),
            site,
            way,
            places: FxHashMap::default(),
            result,
            start,
            exit,
            parameters: vec![],
            breaks: vec![],
            continues: vec![],
            labels: FxHashMap::default(),
            gotos: vec![],
            landings: vec![],
            leaving: vec![],
            switches: vec![],
            declared: vec![],
            cleanups: vec![],
            blocks: vec![],
            lived: vec![],
            mortals: vec![],
            passing: vec![],
            repeated: stack.is_some() || !tails.is_empty() || facts::goes_back(self.tree, function),
            tails,
            stack,
            is_on_stack,
            calls_matter: false,
            instances: FxHashMap::default(),
        });
    }

    /// The body of the function whose frame is open, up to its end.
    pub fn body(&mut self, function: FunctionId) -> Fallible<()> {
        if self.frame().stack.is_some() {
            self.begin_stack();
        } else if !self.frame().tails.is_empty() {
            let start = self.frame().start;
            self.flow.jump_or_start(start);
        }
        if self.frame().is_on_stack {
            self.begin_beside_stack(function);
        }
        let span = self.place(self.tree.function(function).span);
        self.at(span, |this| this.flow.mark_line());
        let body = self.tree.function(function).body.as_ref();
        if let Some(Err(problem)) = body.map(|body| self.statement(body)) {
            self.report(problem);
        }
        // Falling off the end: the result is indeterminate.
        if let Some(place) = self.frame().result.clone()
            && self.flow.is_live()
        {
            self.begin_unknown(place.object, false);
        }
        let exit = self.frame().exit;
        self.flow.jump(exit);
        self.finish_jumps();
        self.finish_leaving();
        let exit = self.frame().exit;
        let start = self.frame().start;
        let has_stack = self.frame().stack.is_some();
        let way: Vec<NodeId> = self.frames.iter().map(|f| f.site).filter(|_| has_stack).collect();
        let ended = self.frames.pop().map(|frame| (frame.mortals, frame.stack, frame.calls_matter));
        let (mortals, stack, calls_matter) = ended.unwrap_or_default();
        if let Some(caller) = self.frames.last_mut() {
            caller.calls_matter |= calls_matter;
        }
        self.flow.resume(exit);
        self.end_all(&mortals);
        if let Some(stack) = stack {
            self.end_stack(&stack, function, start, &way);
        }
        if let Some(brace) = body.and_then(|body| self.lone_brace(body.span)) {
            self.at(brace, |this| this.flow.mark_line());
        }
        Ok(())
    }

    /// The place of the closing brace of a function, if it has its line for itself: every way back passes it.
    fn lone_brace(&self, body: Bytes) -> Option<Span> {
        let before = self.source.text(body.text).get(..body.end.checked_sub(1)? as usize)?;
        let is_alone = before.trim_end_matches([' ', '\t']).ends_with('\n');
        (is_alone && self.flow.library_call.is_none()).then(|| self.source.last(body))
    }
}
