//! Trees as text, near to C: conversions are casts, members are `#` and their position.

use crate::frontend::c::tree::*;
use crate::term::Cmp;

/// A statement.
pub fn statement(tree: &Tree, s: &Stmt) -> String {
    use StmtKind::*;
    let show = |e: &Expr| expression(tree, e);
    let inner = |s: &Stmt| statement(tree, s);
    match &s.kind {
        Empty => ";".into(),
        Expression(e) => format!("{};", show(e)),
        Compound(items) if items.is_empty() => "{ }".into(),
        Compound(items) => format!("{{ {} }}", items.iter().map(inner).collect::<Vec<_>>().join(" ")),
        Declare(variables) => {
            let one = |id: &VariableId| {
                let v = tree.variable(*id);
                v.initializer.as_ref().map_or(v.name.clone(), |i| format!("{} = {}", v.name, initializer(tree, i)))
            };
            format!("{};", variables.iter().map(one).collect::<Vec<_>>().join(", "))
        }
        If { condition, then, otherwise } => {
            let otherwise = otherwise.as_ref().map_or(String::new(), |s| format!(" else {}", inner(s)));
            format!("if ({}) {}{otherwise}", show(condition), inner(then))
        }
        While { condition, body } => format!("while ({}) {}", show(condition), inner(body)),
        Do { body, condition } => format!("do {} while ({});", inner(body), show(condition)),
        For { init, condition, step, body } => {
            let init = init.as_ref().map_or(";".into(), |s| inner(s));
            let [condition, step] = [condition, step].map(|e| e.as_ref().map_or(String::new(), show));
            format!("for ({init} {condition}; {step}) {}", inner(body))
        }
        Switch { value, body } => format!("switch ({}) {}", show(value), inner(body)),
        Case { low, high, body } if low == high => format!("case {low}: {}", inner(body)),
        Case { low, high, body } => format!("case {low}...{high}: {}", inner(body)),
        Default(body) => format!("default: {}", inner(body)),
        Label(name, _, body) => format!("{name}: {}", inner(body)),
        Goto(name, _) => format!("goto {name};"),
        GotoComputed(e) => format!("goto *{};", show(e)),
        Break => "break;".into(),
        Continue => "continue;".into(),
        Return(e) => format!("return {};", e.as_ref().map_or(String::new(), show)),
        Asm => "<asm>".into(),
        Refused(refusal) => format!("<{}>", refusal.what),
    }
}

/// An initialiser.
pub fn initializer(tree: &Tree, i: &Initializer) -> String {
    let item = |item: &Item| {
        let designator = |d: &Designator| match d {
            Designator::Member(i) => format!("#{i}"),
            Designator::Index(i) => format!("[{i}]"),
            Designator::Range(from, to) => format!("[{from}...{to}]"),
        };
        let path: String = item.designators.iter().map(designator).collect();
        let value = initializer(tree, &item.initializer);
        if path.is_empty() { value } else { format!("{path} = {value}") }
    };
    match i {
        Initializer::Expression(e) => expression(tree, e),
        Initializer::List(items, _) => format!("{{{}}}", items.iter().map(item).collect::<Vec<_>>().join(", ")),
    }
}

/// An expression; operands with operators of their own are in brackets.
pub fn expression(tree: &Tree, e: &Expr) -> String {
    use ExprKind::*;
    let show = |e: &Expr| expression(tree, e);
    let inner = |e: &Expr| match e.kind {
        Binary(..) | Logical { .. } | Assign(..) | AssignOp(..) | Conditional { .. } | Comma(..) => {
            format!("({})", show(e))
        }
        _ => show(e),
    };
    let two = |a: &Expr, operator: &str, b: &Expr| format!("{} {operator} {}", inner(a), inner(b));
    match &e.kind {
        Constant(value) => value.to_string(),
        String(bytes) => {
            let escaped = |b: &u8| match b {
                0 => "\\0".into(),
                b => b.escape_ascii().to_string(),
            };
            format!("\"{}\"", bytes.iter().map(escaped).collect::<std::string::String>())
        }
        Variable(id) => tree.variable(*id).name.clone(),
        Function(id) => tree.function(*id).name.clone(),
        Unary(operator, a) => format!("{}{}", unary(*operator), inner(a)),
        Step { by, postfix, operand } => {
            let word = if *by > 0 { "++" } else { "--" };
            if *postfix { format!("{}{word}", inner(operand)) } else { format!("{word}{}", inner(operand)) }
        }
        Binary(operator, a, b) => two(a, binary(*operator), b),
        Logical { and, left, right } => two(left, if *and { "&&" } else { "||" }, right),
        Assign(a, b) => format!("{} = {}", inner(a), show(b)),
        AssignOp(operator, a, b) => two(a, &format!("{}=", binary(*operator)), b),
        Conditional { condition, yes, no } => {
            let yes = yes.as_ref().map_or(" ".into(), |e| format!(" {} ", inner(e)));
            format!("{} ?{yes}: {}", inner(condition), inner(no))
        }
        Comma(a, b) => two(a, ",", b),
        Convert(a) => format!("({}){}", e.ty.describe(), inner(a)),
        Index(a, b) => format!("{}[{}]", inner(a), show(b)),
        Member { of, arrow, field } => format!("{}{}#{field}", inner(of), if *arrow { "->" } else { "." }),
        Call { callee, arguments } => {
            format!("{}({})", inner(callee), arguments.iter().map(show).collect::<Vec<_>>().join(", "))
        }
        CompoundLiteral(i) => format!("({}){}", e.ty.describe(), initializer(tree, i)),
        Statement(items) => {
            format!("({{ {} }})", items.iter().map(|s| statement(tree, s)).collect::<Vec<_>>().join(" "))
        }
        LabelAddress(name) => format!("&&{name}"),
        Refused(refusal) => format!("<{}>", refusal.what),
    }
}

fn unary(operator: Unary) -> &'static str {
    match operator {
        Unary::Plus => "+",
        Unary::Minus => "-",
        Unary::Complement => "~",
        Unary::Not => "!",
        Unary::Address => "&",
        Unary::Deref => "*",
        Unary::Length => "length ",
    }
}

fn binary(operator: Binary) -> &'static str {
    match operator {
        Binary::Add => "+",
        Binary::Sub => "-",
        Binary::Mul => "*",
        Binary::Div => "/",
        Binary::Rem => "%",
        Binary::Within => "within",
        Binary::Scale => "rows",
        Binary::Shl => "<<",
        Binary::Shr => ">>",
        Binary::And => "&",
        Binary::Or => "|",
        Binary::Xor => "^",
        Binary::Compare(Cmp::Lt) => "<",
        Binary::Compare(Cmp::Le) => "<=",
        Binary::Compare(Cmp::Gt) => ">",
        Binary::Compare(Cmp::Ge) => ">=",
        Binary::Compare(Cmp::Eq) => "==",
        Binary::Compare(Cmp::Ne) => "!=",
    }
}
