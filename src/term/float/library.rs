//! Functions of `math.h` that no solver knows: computed by the library of the host.

/// A function of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Function(u8);

/// One row of the table.
struct Row {
    name: &'static str,
    of: Of,
    /// Whether IEEE 754 and C say what it gives, to the last bit.
    exact: bool,
}

/// What it takes: the function for `float`, and that for `double`.
enum Of {
    One(extern "C" fn(f32) -> f32, extern "C" fn(f64) -> f64),
    Two(extern "C" fn(f32, f32) -> f32, extern "C" fn(f64, f64) -> f64),
}

/// Digits and a power of ten: a function of ours, for what texts say.
const DECIMAL: &str = "__lariat_decimal";

/// Digits and a power of ten as Rust reads them, which rounds to the nearest number.
extern "C" fn decimal(digits: f64, power: f64) -> f64 {
    format!("{digits:.0}e{power:.0}").parse().unwrap_or(f64::NAN)
}

extern "C" fn decimal_single(digits: f32, power: f32) -> f32 {
    format!("{digits:.0}e{power:.0}").parse().unwrap_or(f32::NAN)
}

macro_rules! library {
    (one: $($one:ident $one_single:ident)*; two: $($two:ident $two_single:ident)*; exact: $($exact:ident $exact_single:ident)*;) => {
        /// The library's own, under their own names.
        mod own {
            // What they are declared as is what C says of them, and they do nothing else but set `errno`.
            unsafe extern "C" {
                $(pub safe fn $one(x: f64) -> f64; pub safe fn $one_single(x: f32) -> f32;)*
                $(pub safe fn $two(x: f64, y: f64) -> f64; pub safe fn $two_single(x: f32, y: f32) -> f32;)*
                $(pub safe fn $exact(x: f64, y: f64) -> f64; pub safe fn $exact_single(x: f32, y: f32) -> f32;)*
            }
        }

        /// As Rust has them.
        mod called {
            $(pub extern "C" fn $one(x: f64) -> f64 { super::own::$one(x) }
              pub extern "C" fn $one_single(x: f32) -> f32 { super::own::$one_single(x) })*
            $(pub extern "C" fn $two(x: f64, y: f64) -> f64 { super::own::$two(x, y) }
              pub extern "C" fn $two_single(x: f32, y: f32) -> f32 { super::own::$two_single(x, y) })*
            $(pub extern "C" fn $exact(x: f64, y: f64) -> f64 { super::own::$exact(x, y) }
              pub extern "C" fn $exact_single(x: f32, y: f32) -> f32 { super::own::$exact_single(x, y) })*
        }

        const TABLE: &[Row] = &[
            Row { name: DECIMAL, of: Of::Two(decimal_single, decimal), exact: true },
            $(Row { name: stringify!($one), of: Of::One(called::$one_single, called::$one), exact: false },)*
            $(Row { name: stringify!($two), of: Of::Two(called::$two_single, called::$two), exact: false },)*
            $(Row { name: stringify!($exact), of: Of::Two(called::$exact_single, called::$exact), exact: true },)*
        ];
    };
}

library! {
    one: sin sinf cos cosf tan tanf asin asinf acos acosf atan atanf sinh sinhf cosh coshf tanh tanhf asinh asinhf
         acosh acoshf atanh atanhf exp expf exp2 exp2f expm1 expm1f log logf log2 log2f log10 log10f log1p log1pf
         cbrt cbrtf erf erff erfc erfcf tgamma tgammaf;
    two: pow powf atan2 atan2f hypot hypotf;
    exact: fmod fmodf remainder remainderf;
}

impl Function {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Function> {
        (0..TABLE.len()).map(|i| Function(i as u8))
    }

    /// By its name for `double`.
    pub fn named(name: &str) -> Option<Function> {
        Function::all().find(|f| f.name() == name)
    }

    /// What C calls it for `double`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// How many arguments it takes.
    pub fn arity(self) -> usize {
        match self.row().of {
            Of::One(..) => 1,
            Of::Two(..) => 2,
        }
    }

    /// Whether it is one of C's library.
    pub fn is_of_library(self) -> bool {
        self.name() != DECIMAL
    }

    /// Whether every library gives the same.
    pub fn is_exact(self) -> bool {
        self.row().exact
    }

    fn row(self) -> &'static Row {
        &TABLE[usize::from(self.0)]
    }

    /// What the host's library gives for `float`.
    pub(super) fn single(self, x: f32, y: f32) -> f32 {
        match self.row().of {
            Of::One(f, _) => f(x),
            Of::Two(f, _) => f(x, y),
        }
    }

    /// What the host's library gives for `double`.
    pub(super) fn double(self, x: f64, y: f64) -> f64 {
        match self.row().of {
            Of::One(_, f) => f(x),
            Of::Two(_, f) => f(x, y),
        }
    }
}
