//! libclang, found and loaded when the first program is read.
//!
//! Nothing is linked: the library is the one that `LARIAT_CLANG` names, else the one `make install` put beside the
//! program, else the one `make setup` provides, else one of the system's. Functions that only newer ones have are options.

use clang_sys::*;
use std::ffi::{c_char, c_int, c_longlong, c_uint, c_ulong, c_ulonglong, c_void};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The variable that names a library, or a folder with one.
const VARIABLE: &str = "LARIAT_CLANG";

/// Where `make setup` puts one.
const PROVIDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/.clang/lib");

/// Where systems put theirs.
const SYSTEM: [&str; 6] = [
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/usr/lib64",
    "/usr/local/lib",
    "/usr/lib",
    "/opt/homebrew/opt/llvm/lib",
];

/// Versions that Debian and others name their libraries by, the best known first.
const VERSIONS: [&str; 9] = ["18", "19", "20", "21", "22", "17", "16", "15", "14"];

macro_rules! functions {
    ($(fn $name:ident($($argument:ty),*) $(-> $result:ty)?;)*) => {
        /// What is called of the library, under its own names.
        #[allow(non_snake_case)]
        pub(super) struct Functions {
            $(pub $name: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
            /// Since 17.
            pub clang_getCursorBinaryOperatorKind: Option<unsafe extern "C" fn(CXCursor) -> c_int>,
            /// Since 17.
            pub clang_getCursorUnaryOperatorKind: Option<unsafe extern "C" fn(CXCursor) -> c_int>,
            /// Since 11.
            pub clang_Type_getValueType: Option<unsafe extern "C" fn(CXType) -> CXType>,
        }

        impl Functions {
            fn load(library: &libloading::Library) -> Result<Functions, libloading::Error> {
                // SAFETY: the types are those of the library's headers, and it is never unloaded.
                unsafe {
                    Ok(Functions {
                        $($name: *library.get(concat!(stringify!($name), "\0").as_bytes())?,)*
                        clang_getCursorBinaryOperatorKind: library
                            .get(b"clang_getCursorBinaryOperatorKind\0").ok().map(|f| *f),
                        clang_getCursorUnaryOperatorKind: library
                            .get(b"clang_getCursorUnaryOperatorKind\0").ok().map(|f| *f),
                        clang_Type_getValueType: library.get(b"clang_Type_getValueType\0").ok().map(|f| *f),
                    })
                }
            }
        }
    };
}

functions! {
    fn clang_Cursor_Evaluate(CXCursor) -> CXEvalResult;
    fn clang_Cursor_getArgument(CXCursor, c_uint) -> CXCursor;
    fn clang_Cursor_getMangling(CXCursor) -> CXString;
    fn clang_Cursor_getNumArguments(CXCursor) -> c_int;
    fn clang_Cursor_getOffsetOfField(CXCursor) -> c_longlong;
    fn clang_Cursor_getStorageClass(CXCursor) -> c_int;
    fn clang_Cursor_getVarDeclInitializer(CXCursor) -> CXCursor;
    fn clang_Cursor_hasAttrs(CXCursor) -> c_uint;
    fn clang_Cursor_isNull(CXCursor) -> c_int;
    fn clang_EvalResult_dispose(CXEvalResult);
    fn clang_EvalResult_getAsDouble(CXEvalResult) -> f64;
    fn clang_EvalResult_getAsLongLong(CXEvalResult) -> c_longlong;
    fn clang_EvalResult_getAsUnsigned(CXEvalResult) -> c_ulonglong;
    fn clang_EvalResult_getKind(CXEvalResult) -> c_int;
    fn clang_EvalResult_isUnsignedInt(CXEvalResult) -> c_uint;
    fn clang_Location_isInSystemHeader(CXSourceLocation) -> c_int;
    fn clang_PrintingPolicy_dispose(CXPrintingPolicy);
    fn clang_PrintingPolicy_setProperty(CXPrintingPolicy, c_int, c_uint);
    fn clang_Type_getAlignOf(CXType) -> c_longlong;
    fn clang_Type_getSizeOf(CXType) -> c_longlong;
    fn clang_Type_visitFields(CXType, extern "C" fn(CXCursor, *mut c_void) -> c_int, *mut c_void) -> c_uint;
    fn clang_createIndex(c_int, c_int) -> CXIndex;
    fn clang_disposeDiagnostic(CXDiagnostic);
    fn clang_disposeIndex(CXIndex);
    fn clang_disposeString(CXString);
    fn clang_disposeTokens(CXTranslationUnit, *mut CXToken, c_uint);
    fn clang_disposeTranslationUnit(CXTranslationUnit);
    fn clang_equalLocations(CXSourceLocation, CXSourceLocation) -> c_uint;
    fn clang_getArgType(CXType, c_uint) -> CXType;
    fn clang_getArrayElementType(CXType) -> CXType;
    fn clang_getArraySize(CXType) -> c_longlong;
    fn clang_getCString(CXString) -> *const c_char;
    fn clang_getCanonicalCursor(CXCursor) -> CXCursor;
    fn clang_getCanonicalType(CXType) -> CXType;
    fn clang_getChildDiagnostics(CXDiagnostic) -> CXDiagnosticSet;
    fn clang_getClangVersion() -> CXString;
    fn clang_getCursorDefinition(CXCursor) -> CXCursor;
    fn clang_getCursorExtent(CXCursor) -> CXSourceRange;
    fn clang_getCursorKindSpelling(c_int) -> CXString;
    fn clang_getCursorLinkage(CXCursor) -> c_int;
    fn clang_getCursorLocation(CXCursor) -> CXSourceLocation;
    fn clang_getCursorPrettyPrinted(CXCursor, CXPrintingPolicy) -> CXString;
    fn clang_getCursorPrintingPolicy(CXCursor) -> CXPrintingPolicy;
    fn clang_getCursorReferenced(CXCursor) -> CXCursor;
    fn clang_getCursorSemanticParent(CXCursor) -> CXCursor;
    fn clang_getCursorSpelling(CXCursor) -> CXString;
    fn clang_getCursorTLSKind(CXCursor) -> c_int;
    fn clang_getCursorType(CXCursor) -> CXType;
    fn clang_getDiagnostic(CXTranslationUnit, c_uint) -> CXDiagnostic;
    fn clang_getDiagnosticFixIt(CXDiagnostic, c_uint, *mut CXSourceRange) -> CXString;
    fn clang_getDiagnosticInSet(CXDiagnosticSet, c_uint) -> CXDiagnostic;
    fn clang_getDiagnosticLocation(CXDiagnostic) -> CXSourceLocation;
    fn clang_getDiagnosticNumFixIts(CXDiagnostic) -> c_uint;
    fn clang_getDiagnosticNumRanges(CXDiagnostic) -> c_uint;
    fn clang_getDiagnosticOption(CXDiagnostic, *mut CXString) -> CXString;
    fn clang_getDiagnosticRange(CXDiagnostic, c_uint) -> CXSourceRange;
    fn clang_getDiagnosticSeverity(CXDiagnostic) -> c_int;
    fn clang_getDiagnosticSpelling(CXDiagnostic) -> CXString;
    fn clang_getEnumConstantDeclUnsignedValue(CXCursor) -> c_ulonglong;
    fn clang_getEnumConstantDeclValue(CXCursor) -> c_longlong;
    fn clang_getEnumDeclIntegerType(CXCursor) -> CXType;
    fn clang_getExpansionLocation(CXSourceLocation, *mut CXFile, *mut c_uint, *mut c_uint, *mut c_uint);
    fn clang_getFieldDeclBitWidth(CXCursor) -> c_int;
    fn clang_getFileContents(CXTranslationUnit, CXFile, *mut usize) -> *const c_char;
    fn clang_getFileName(CXFile) -> CXString;
    fn clang_getFunctionTypeCallingConv(CXType) -> c_int;
    fn clang_getInclusions(
        CXTranslationUnit,
        extern "C" fn(CXFile, *mut CXSourceLocation, c_uint, *mut c_void),
        *mut c_void
    );
    fn clang_getLocationForOffset(CXTranslationUnit, CXFile, c_uint) -> CXSourceLocation;
    fn clang_getNumArgTypes(CXType) -> c_int;
    fn clang_getNumDiagnostics(CXTranslationUnit) -> c_uint;
    fn clang_getNumDiagnosticsInSet(CXDiagnosticSet) -> c_uint;
    fn clang_getPointeeType(CXType) -> CXType;
    fn clang_getRange(CXSourceLocation, CXSourceLocation) -> CXSourceRange;
    fn clang_getRangeEnd(CXSourceRange) -> CXSourceLocation;
    fn clang_getRangeStart(CXSourceRange) -> CXSourceLocation;
    fn clang_getResultType(CXType) -> CXType;
    fn clang_getTokenKind(CXToken) -> c_int;
    fn clang_getTokenLocation(CXTranslationUnit, CXToken) -> CXSourceLocation;
    fn clang_getTokenSpelling(CXTranslationUnit, CXToken) -> CXString;
    fn clang_getTranslationUnitCursor(CXTranslationUnit) -> CXCursor;
    fn clang_getTypeDeclaration(CXType) -> CXCursor;
    fn clang_getTypeSpelling(CXType) -> CXString;
    fn clang_isConstQualifiedType(CXType) -> c_uint;
    fn clang_isCursorDefinition(CXCursor) -> c_uint;
    fn clang_isFunctionTypeVariadic(CXType) -> c_uint;
    fn clang_isVolatileQualifiedType(CXType) -> c_uint;
    fn clang_parseTranslationUnit2(
        CXIndex, *const c_char, *const *const c_char, c_int, *mut Unsaved, c_uint, c_uint, *mut CXTranslationUnit
    ) -> c_int;
    fn clang_tokenize(CXTranslationUnit, CXSourceRange, *mut *mut CXToken, *mut c_uint);
    fn clang_visitChildren(
        CXCursor, extern "C" fn(CXCursor, CXCursor, *mut c_void) -> c_int, *mut c_void
    ) -> c_uint;
}

/// The contents of a file that Clang takes from memory.
#[repr(C)]
pub(super) struct Unsaved {
    pub name: *const c_char,
    pub contents: *const c_char,
    pub length: c_ulong,
}

static LOADED: OnceLock<Result<Functions, String>> = OnceLock::new();

/// The library, loaded now if it was not before; or why there is none.
pub(super) fn load() -> Result<&'static Functions, String> {
    LOADED.get_or_init(find_and_load).as_ref().map_err(String::clone)
}

/// The library, which [`load`] has loaded.
pub(super) fn library() -> &'static Functions {
    load().unwrap_or_else(|why| panic!("{why}"))
}

fn find_and_load() -> Result<Functions, String> {
    // Otherwise Clang parses in a thread of its own, whose stack is small.
    // SAFETY: once per process, before the library that reads it is there; a first `setenv` leaves the old list alone.
    unsafe { std::env::set_var("LIBCLANG_NOTHREADS", "1") };
    let mut problem = None;
    for path in candidates()? {
        match open(&path) {
            Ok(functions) => return Ok(functions),
            Err(why) => problem = problem.or(Some(format!("{} cannot be loaded: {why}", path.display()))),
        }
    }
    let none = || format!("no libclang, which reads C: there is none in {PROVIDED}, and none of the system");
    Err(problem.unwrap_or_else(none))
}

fn open(path: &Path) -> Result<Functions, libloading::Error> {
    // SAFETY: what it runs when it is loaded is LLVM's own registration.
    let library = unsafe { libloading::Library::new(path)? };
    let functions = Functions::load(&library)?;
    std::mem::forget(library);
    Ok(functions)
}

/// Libraries to try, in this order.
fn candidates() -> Result<Vec<PathBuf>, String> {
    if let Some(named) = std::env::var_os(VARIABLE).filter(|v| !v.is_empty()) {
        let named = PathBuf::from(named);
        let found = if named.is_dir() { in_folder(&named) } else { vec![named.clone()] };
        return match found.iter().any(|path| path.exists()) {
            true => Ok(found),
            false => Err(format!("{VARIABLE} is {}, where there is no libclang", named.display())),
        };
    }
    let mut found = installed().map_or(vec![], in_folder);
    found.extend(in_folder(Path::new(PROVIDED)));
    found.extend(SYSTEM.iter().flat_map(|folder| in_folder(Path::new(folder))));
    let of_version = |v: &&str| in_folder(Path::new(&format!("/usr/lib/llvm-{v}/lib")));
    found.extend(VERSIONS.iter().flat_map(of_version));
    Ok(found)
}

/// Where `make install` puts libraries: a folder that goes with the program wherever that is moved.
pub(super) fn installed() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let look = || Some(std::env::current_exe().ok()?.canonicalize().ok()?.parent()?.parent()?.join("lib/lariat"));
    FOLDER.get_or_init(|| look().filter(|folder| folder.is_dir())).as_deref()
}

/// The libraries of a folder.
fn in_folder(folder: &Path) -> Vec<PathBuf> {
    let versions = VERSIONS.iter().flat_map(|v| [format!("libclang-{v}.so.1"), format!("libclang-{v}.so")]);
    let plain = ["libclang.so", "libclang.so.1", "libclang.dylib"].map(String::from);
    plain.into_iter().chain(versions).map(|name| folder.join(name)).filter(|path| path.exists()).collect()
}
