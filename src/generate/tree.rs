//! Generated programs, as plain data that knows no language.

/// One function: variables, statements, and what it returns.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// All variables; the first statements initialise them in this order.
    pub variables: Vec<Variable>,
    /// Its statements.
    pub body: Vec<Statement>,
    /// What it returns.
    pub result: Expression,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
}

/// What a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Number,
    /// A pointer to a number.
    Pointer,
    /// Numbers side by side: so many at first, and never more.
    Array(usize),
    /// Numbers with names: so many.
    Record(usize),
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// A value is stored.
    Assign(Place, Value),
    /// A number is printed.
    Output(Expression),
    /// One of two blocks, or one or none where the second is empty.
    If(Expression, Vec<Statement>, Vec<Statement>),
    /// A block as long as a condition is not zero.
    While(Expression, Vec<Statement>),
}

/// Where something is read or stored. Variables go by their position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A variable as a whole.
    Variable(usize),
    /// An element of an array.
    Element(usize, usize),
    /// A field of a record.
    Field(usize, usize),
    /// What a pointer points to.
    Pointee(usize),
}

/// What can be stored.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(Expression),
    /// What another variable of the kind holds, copied.
    Copy(usize),
    /// The address of a number.
    Address(usize),
    /// The address of a new number.
    Allocated(Expression),
    /// No address.
    Null,
    /// An array with these elements.
    Array(Vec<Expression>),
    /// A record with these fields.
    Record(Vec<Expression>),
}

/// A number.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// Always this one.
    Literal(i64),
    /// Another one each time, from outside.
    Input,
    /// What is stored in a place of a number.
    Read(Place),
    /// 1 for zero, else 0.
    Not(Box<Expression>),
    /// Both operands are evaluated always, the left one first.
    Binary(Operator, Box<Expression>, Box<Expression>),
}

/// What is done with two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "their names say it")]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    /// Rounds towards zero.
    Divide,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    And,
    Or,
}

impl Value {
    /// The numbers in it, in the order in which they are evaluated.
    pub fn expressions(&self) -> &[Expression] {
        match self {
            Value::Number(e) | Value::Allocated(e) => std::slice::from_ref(e),
            Value::Array(all) | Value::Record(all) => all,
            Value::Copy(_) | Value::Address(_) | Value::Null => &[],
        }
    }
}

impl Expression {
    /// How often it reads from outside.
    pub fn inputs(&self) -> usize {
        match self {
            Expression::Input => 1,
            Expression::Literal(_) | Expression::Read(_) => 0,
            Expression::Not(e) => e.inputs(),
            Expression::Binary(_, left, right) => left.inputs() + right.inputs(),
        }
    }
}
