//! Cursors, types and places of libclang as values of Rust.

use super::library::library;
use super::place::{Place, expansion};
use super::unit::text;
use clang_sys::*;
use std::ffi::{c_int, c_void};
use std::marker::PhantomData;

/// Calls a function of the library.
macro_rules! call {
    // SAFETY: cursors, types and places are those of a unit that is alive, which their lifetime says.
    ($name:ident($($argument:expr),*)) => { unsafe { (crate::frontend::c::clang::library::library().$name)($($argument),*) } };
}
pub(super) use call;

/// A node of Clang's tree.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'u> {
    pub raw: CXCursor,
    unit: PhantomData<&'u ()>,
}

/// A type of Clang's.
#[derive(Clone, Copy)]
pub(super) struct ClangType<'u> {
    pub raw: CXType,
    unit: PhantomData<&'u ()>,
}

/// What tells a declaration or a type from others of its unit.
pub(super) type Key = usize;

impl<'u> Cursor<'u> {
    /// A node of a unit that lives for `'u`.
    pub fn new(raw: CXCursor) -> Cursor<'u> {
        Cursor { raw, unit: PhantomData }
    }

    fn some(raw: CXCursor) -> Option<Cursor<'u>> {
        (call!(clang_Cursor_isNull(raw)) == 0).then(|| Cursor::new(raw))
    }

    pub fn kind(self) -> CXCursorKind {
        self.raw.kind
    }

    pub fn is_expression(self) -> bool {
        (CXCursor_UnexposedExpr..CXCursor_UnexposedStmt).contains(&self.kind())
    }

    pub fn is_attribute(self) -> bool {
        (CXCursor_UnexposedAttr..500).contains(&self.kind())
    }

    pub fn ty(self) -> ClangType<'u> {
        ClangType::new(call!(clang_getCursorType(self.raw)))
    }

    pub fn spelling(self) -> String {
        text(call!(clang_getCursorSpelling(self.raw)))
    }

    /// The first declaration of the same thing.
    pub fn first(self) -> Cursor<'u> {
        Cursor::new(call!(clang_getCanonicalCursor(self.raw)))
    }

    /// A declaration as Clang prints it, without what its value or body is.
    pub fn printed(self) -> String {
        let policy = call!(clang_getCursorPrintingPolicy(self.raw));
        for property in [CXPrintingPolicy_SuppressInitializers, CXPrintingPolicy_TerseOutput] {
            call!(clang_PrintingPolicy_setProperty(policy, property, 1));
        }
        let printed = text(call!(clang_getCursorPrettyPrinted(self.raw, policy)));
        call!(clang_PrintingPolicy_dispose(policy));
        printed
    }

    /// What the library calls this kind of node.
    pub fn kind_name(self) -> String {
        text(call!(clang_getCursorKindSpelling(self.kind())))
    }

    /// The nodes right below, as they are written.
    pub fn children(self) -> Vec<Cursor<'u>> {
        let mut found: Vec<CXCursor> = Vec::new();
        call!(clang_visitChildren(self.raw, collect_child, (&raw mut found).cast()));
        found.into_iter().map(Cursor::new).collect()
    }

    /// The parameters of a function: among its children are those of functions that it returns pointers to, too.
    pub fn parameters(self) -> Vec<Cursor<'u>> {
        let count = call!(clang_Cursor_getNumArguments(self.raw)).max(0) as u32;
        (0..count).map(|i| Cursor::new(call!(clang_Cursor_getArgument(self.raw, i)))).collect()
    }

    /// The expressions right below.
    pub fn operands(self) -> Vec<Cursor<'u>> {
        let mut all = self.children();
        all.retain(|c| c.is_expression());
        all
    }

    /// The declaration that a name stands for.
    pub fn referenced(self) -> Option<Cursor<'u>> {
        Cursor::some(call!(clang_getCursorReferenced(self.raw)))
    }

    pub fn definition(self) -> Option<Cursor<'u>> {
        Cursor::some(call!(clang_getCursorDefinition(self.raw)))
    }

    pub fn is_definition(self) -> bool {
        call!(clang_isCursorDefinition(self.raw)) != 0
    }

    pub fn initializer(self) -> Option<Cursor<'u>> {
        Cursor::some(call!(clang_Cursor_getVarDeclInitializer(self.raw)))
    }

    /// The record or function that a declaration is in.
    pub fn parent(self) -> Option<Cursor<'u>> {
        Cursor::some(call!(clang_getCursorSemanticParent(self.raw)))
    }

    /// The same for all declarations of one thing.
    pub fn key(self) -> Key {
        call!(clang_getCanonicalCursor(self.raw)).data[0] as Key
    }

    /// What tells a parameter from others: each declaration of a function has its own.
    pub fn key_of_parameter(self) -> Key {
        self.raw.data[0] as Key
    }

    /// Whether this is the same node.
    pub fn is(self, other: Cursor) -> bool {
        self.raw.data == other.raw.data && self.kind() == other.kind()
    }

    pub fn storage_class(self) -> c_int {
        call!(clang_Cursor_getStorageClass(self.raw))
    }

    pub fn is_thread_local(self) -> bool {
        call!(clang_getCursorTLSKind(self.raw)) != CXTLS_None
    }

    /// Whether other files can see it.
    pub fn has_external_linkage(self) -> bool {
        call!(clang_getCursorLinkage(self.raw)) == CXLinkage_External
    }

    pub fn location(self) -> CXSourceLocation {
        call!(clang_getCursorLocation(self.raw))
    }

    pub fn is_in_system_header(self) -> bool {
        call!(clang_Location_isInSystemHeader(self.location())) != 0
    }

    /// Where it begins, as the library has it: inside of a macro if it comes from one.
    pub fn raw_start(self) -> CXSourceLocation {
        let extent = call!(clang_getCursorExtent(self.raw));
        call!(clang_getRangeStart(extent))
    }

    /// Whether it stands in a file: Clang gives its own functions attributes that stand nowhere.
    pub fn is_written(self) -> bool {
        !self.extent()[0].file.is_null()
    }

    /// Where it begins and ends, by where macros are used.
    pub fn extent(self) -> [Place; 2] {
        let range = call!(clang_getCursorExtent(self.raw));
        [expansion(call!(clang_getRangeStart(range))), expansion(call!(clang_getRangeEnd(range)))]
    }

    /// The value of an integer constant. Only for literals, labels of cases, bounds and the like: Clang would take
    /// initialisers of variables for values, and fails on lists. Of those of 128 bits it gives 64, so only what is
    /// converted to such a type without another value is known.
    pub fn evaluate(self) -> Option<i128> {
        let kind = self.ty().canonical().kind();
        if matches!(kind, CXType_Int128 | CXType_UInt128) {
            return self.evaluate_wide().filter(|v| kind == CXType_Int128 || *v >= 0);
        }
        let result = call!(clang_Cursor_Evaluate(self.raw));
        if result.is_null() {
            return None;
        }
        let value = (call!(clang_EvalResult_getKind(result)) == CXEval_Int).then(|| {
            match call!(clang_EvalResult_isUnsignedInt(result)) != 0 {
                true => i128::from(call!(clang_EvalResult_getAsUnsigned(result))),
                false => i128::from(call!(clang_EvalResult_getAsLongLong(result))),
            }
        });
        call!(clang_EvalResult_dispose(result));
        value
    }

    /// The value of one of 128 bits, which the library does not give: nothing where it does not fit into `i128`.
    fn evaluate_wide(self) -> Option<i128> {
        match (self.kind(), &self.children()[..]) {
            (CXCursor_UnexposedExpr | CXCursor_CStyleCastExpr | CXCursor_ParenExpr, [of]) => of.evaluate(),
            (CXCursor_UnaryOperator, [of]) => match self.unary_operator()? {
                CXUnaryOperator_Plus => of.evaluate(),
                CXUnaryOperator_Minus => of.evaluate()?.checked_neg(),
                CXUnaryOperator_Not => Some(!of.evaluate()?),
                _ => None,
            },
            (CXCursor_BinaryOperator, [a, b]) => {
                let (operator, a, b) = (self.binary_operator()?, a.evaluate()?, b.evaluate()?);
                let distance = u32::try_from(b).ok().filter(|b| *b < 127);
                match operator {
                    CXBinaryOperator_Mul => a.checked_mul(b),
                    CXBinaryOperator_Div => a.checked_div(b),
                    CXBinaryOperator_Rem => a.checked_rem(b),
                    CXBinaryOperator_Add => a.checked_add(b),
                    CXBinaryOperator_Sub => a.checked_sub(b),
                    CXBinaryOperator_Shl => a.checked_mul(1 << distance?),
                    CXBinaryOperator_Shr => Some(a >> distance?),
                    CXBinaryOperator_And => Some(a & b),
                    CXBinaryOperator_Xor => Some(a ^ b),
                    CXBinaryOperator_Or => Some(a | b),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The value of a constant floating-point expression, which a `double` has room for if it is one or a `float`.
    pub fn evaluate_floating(self) -> Option<f64> {
        let result = call!(clang_Cursor_Evaluate(self.raw));
        if result.is_null() {
            return None;
        }
        let is_floating = call!(clang_EvalResult_getKind(result)) == CXEval_Float;
        let value = is_floating.then(|| call!(clang_EvalResult_getAsDouble(result)));
        call!(clang_EvalResult_dispose(result));
        value
    }

    /// The value of an enumeration constant.
    pub fn enumerator_value(self) -> i128 {
        let unsigned = self.parent().is_some_and(|e| e.enum_type().canonical().is_unsigned());
        match unsigned {
            true => i128::from(call!(clang_getEnumConstantDeclUnsignedValue(self.raw))),
            false => i128::from(call!(clang_getEnumConstantDeclValue(self.raw))),
        }
    }

    /// The integer type of an enumeration.
    pub fn enum_type(self) -> ClangType<'u> {
        ClangType::new(call!(clang_getEnumDeclIntegerType(self.raw)))
    }

    /// The width of a bit-field.
    pub fn bit_width(self) -> Option<u32> {
        u32::try_from(call!(clang_getFieldDeclBitWidth(self.raw))).ok()
    }

    /// Where a member is, in bits.
    pub fn field_offset(self) -> Option<u64> {
        u64::try_from(call!(clang_Cursor_getOffsetOfField(self.raw))).ok()
    }

    pub fn has_attributes(self) -> bool {
        call!(clang_Cursor_hasAttrs(self.raw)) != 0
    }

    /// The name that a linker sees.
    pub fn linker_name(self) -> String {
        text(call!(clang_Cursor_getMangling(self.raw)))
    }

    /// The operator of an operation with two operands, if this library tells.
    pub fn binary_operator(self) -> Option<c_int> {
        // SAFETY: as for `call!`.
        library().clang_getCursorBinaryOperatorKind.map(|f| unsafe { f(self.raw) })
    }

    /// The operator of an operation with one operand, if this library tells.
    pub fn unary_operator(self) -> Option<c_int> {
        // SAFETY: as for `call!`.
        library().clang_getCursorUnaryOperatorKind.map(|f| unsafe { f(self.raw) })
    }
}

extern "C" fn collect_child(child: CXCursor, _: CXCursor, all: *mut c_void) -> c_int {
    // SAFETY: `children` gives a list of cursors.
    unsafe { (*all.cast::<Vec<CXCursor>>()).push(child) };
    CXChildVisit_Continue
}

extern "C" fn collect_field(field: CXCursor, all: *mut c_void) -> c_int {
    // SAFETY: `fields` gives a list of cursors.
    unsafe { (*all.cast::<Vec<CXCursor>>()).push(field) };
    CXVisit_Continue
}

impl<'u> ClangType<'u> {
    pub fn new(raw: CXType) -> ClangType<'u> {
        ClangType { raw, unit: PhantomData }
    }

    pub fn kind(self) -> CXTypeKind {
        self.raw.kind
    }

    /// What tells it, with its qualifiers, from other canonical types.
    pub fn key(self) -> Key {
        self.raw.data[0] as Key
    }

    pub fn canonical(self) -> ClangType<'u> {
        ClangType::new(call!(clang_getCanonicalType(self.raw)))
    }

    /// Whether it has qualifiers that are none of C's: Clang keeps them apart, which a bit of its pointer says.
    pub fn has_rare_qualifiers(self) -> bool {
        self.key() & 8 != 0
    }

    pub fn spelling(self) -> String {
        text(call!(clang_getTypeSpelling(self.raw)))
    }

    pub fn is_const(self) -> bool {
        call!(clang_isConstQualifiedType(self.raw)) != 0
    }

    pub fn is_volatile(self) -> bool {
        call!(clang_isVolatileQualifiedType(self.raw)) != 0
    }

    pub fn pointee(self) -> ClangType<'u> {
        ClangType::new(call!(clang_getPointeeType(self.raw)))
    }

    pub fn element(self) -> ClangType<'u> {
        ClangType::new(call!(clang_getArrayElementType(self.raw)))
    }

    /// What an atomic type is of, if this library tells.
    pub fn atomic_value(self) -> Option<ClangType<'u>> {
        // SAFETY: as for `call!`.
        library().clang_Type_getValueType.map(|f| ClangType::new(unsafe { f(self.raw) }))
    }

    pub fn array_size(self) -> Option<u64> {
        u64::try_from(call!(clang_getArraySize(self.raw))).ok()
    }

    pub fn declaration(self) -> Cursor<'u> {
        Cursor::new(call!(clang_getTypeDeclaration(self.raw)))
    }

    pub fn result(self) -> ClangType<'u> {
        ClangType::new(call!(clang_getResultType(self.raw)))
    }

    pub fn parameters(self) -> Vec<ClangType<'u>> {
        let count = call!(clang_getNumArgTypes(self.raw)).max(0) as u32;
        (0..count).map(|i| ClangType::new(call!(clang_getArgType(self.raw, i)))).collect()
    }

    pub fn is_variadic(self) -> bool {
        call!(clang_isFunctionTypeVariadic(self.raw)) != 0
    }

    pub fn calling_convention(self) -> c_int {
        call!(clang_getFunctionTypeCallingConv(self.raw))
    }

    /// The size in bytes, of a complete type.
    pub fn size(self) -> Option<u64> {
        u64::try_from(call!(clang_Type_getSizeOf(self.raw))).ok()
    }

    /// The members of a record, those without a name too.
    pub fn fields(self) -> Vec<Cursor<'u>> {
        let mut found: Vec<CXCursor> = Vec::new();
        call!(clang_Type_visitFields(self.raw, collect_field, (&raw mut found).cast()));
        found.into_iter().map(Cursor::new).collect()
    }

    /// Whether it is an unsigned integer type; of a canonical one.
    pub fn is_unsigned(self) -> bool {
        (CXType_Bool..=CXType_UInt128).contains(&self.kind())
    }
}
