//! Functions: pointers to them, old definitions, attributes, storage.

use super::Generator;

impl Generator {
    /// A function from an int to an int without effects.
    fn simple(&mut self) -> String {
        let name = self.fresh("h");
        let attribute = self.harmless();
        self.function(&format!("{attribute}static int {name}(int a)"), &["a"], |g| {
            if g.one_in(3) {
                g.mark();
            }
            let value = g.value();
            g.put(format!("return {value};"));
        });
        name
    }

    fn some_functions(&mut self) -> Vec<String> {
        (0..self.rng.usize(2..=3)).map(|_| self.simple()).collect()
    }

    pub fn function_pointer(&mut self) {
        let (f, pointer) = (self.some_functions(), self.fresh("fp"));
        let condition = self.condition();
        let spelled = self.choose(&["", "&"]);
        self.put(format!("int (*{pointer})(int) = ({condition}) ? {spelled}{} : {};", f[0], f[1]));
        let value = self.value();
        let call = self.choose(&["", "*", "**"]);
        self.keep(format!("({call}{pointer})({value})"));
        if self.rng.bool() {
            let condition = self.condition();
            self.put(format!("if ({condition}) {pointer} = {};", f[f.len() - 1]));
            let value = self.value();
            self.keep(format!("({pointer}({value}) & 1023) + ({pointer} == {})", f[0]));
        }
    }

    pub fn function_table(&mut self) {
        let (f, table) = (self.some_functions(), self.fresh("table"));
        let storage = self.choose(&["static int (*const {}[])(int)", "static int (*{}[])(int)"]).replace("{}", &table);
        self.top(format!("{storage} = {{ {} }};", f.join(", ")));
        let (index, value) = (self.index(f.len() - 1), self.value());
        self.keep(format!("{table}[{index}]({value})"));
        let n = f.len();
        if self.one_in(3) {
            self.keep(format!("sizeof {table} / sizeof *{table} + {n}"));
        }
        if !storage.contains("const") && self.rng.bool() {
            let (index, value) = (self.index(n - 1), self.value());
            self.put(format!("{table}[{index}] = {};", f[0]));
            self.keep(format!("(*{table}[{}])({value})", n - 1));
        }
    }

    pub fn function_parameter(&mut self) {
        let (f, apply) = (self.some_functions(), self.fresh("apply"));
        let parameter = self.choose(&["int (*f)(int)", "int f(int)"]);
        self.function(&format!("static int {apply}({parameter}, int a)"), &["a"], |g| {
            if g.rng.bool() {
                g.mark();
            }
            let value = g.value();
            g.put(format!("return f(f({value}) & 1023);"));
        });
        let condition = self.condition();
        let (a, b) = (self.value(), self.value());
        self.keep(format!("{apply}({}, {a})", f[0]));
        self.keep(format!("{apply}({condition} ? {} : {}, {b})", f[1], f[0]));
        if self.one_in(3) {
            let choose = self.fresh("choose");
            self.top(format!("static int (*{choose}(int which))(int) {{ return which ? {} : &{}; }}", f[0], f[1]));
            let (a, b) = (self.value(), self.value());
            self.keep(format!("{choose}({a})({b})"));
        }
    }

    pub fn function_member(&mut self) {
        let (f, tag, var) = (self.some_functions(), self.fresh("Ops"), self.fresh("ops"));
        self.top(format!("struct {tag} {{ int id; int (*op)(int); int (*other[2])(int); }};"));
        let (a, b, c) = (&f[0], &f[1], &f[f.len() - 1]);
        self.top(format!("static struct {tag} {var}[2] = {{ {{ 1, {a}, {{ {b}, {c} }} }}, {{ .op = {b}, .other = {{ [1] = {a}, [0] = {c} }} }} }};"));
        let (which, inner, value) = (self.index(1), self.index(1), self.value());
        self.keep(format!("{var}[{which}].op({value})"));
        let value = self.value();
        self.keep(format!("{var}[{which}].other[{inner}]({value})"));
        if self.rng.bool() {
            let (pointer, which, value) = (self.fresh("p"), self.index(1), self.value());
            self.put(format!("struct {tag} *{pointer} = &{var}[{which}];"));
            self.put(format!("{pointer}->op = {c};"));
            self.keep(format!("{pointer}->op({value}) + {var}[1].id"));
        }
    }

    pub fn old_style(&mut self) {
        let name = self.fresh("old");
        let (first, second) =
            (self.choose(&["short", "char", "unsigned char", "int"]), self.choose(&["int", "unsigned short"]));
        self.function(&format!("static int {name}(a, b) {first} a; {second} b;"), &["a", "b"], |g| {
            g.mark();
            let value = g.value();
            g.put(format!("return {value};"));
        });
        let (a, b) = (self.value(), self.small());
        self.keep(format!("{name}((int)({a}), {b})"));
    }

    pub fn implicit_int(&mut self) {
        let (name, var) = (self.fresh("implicit"), self.fresh("g"));
        self.top(format!("static {var} = {};", self.names));
        self.observe(&var);
        self.globals.push(var.clone());
        let head = if self.rng.bool() { format!("{name}(a)") } else { format!("static {name}(int a)") };
        self.function(&head, &["a"], |g| {
            let value = g.value();
            g.put(format!("return {value};"));
        });
        let value = self.value();
        self.put(format!("{var} = {name}((int)({value}));"));
        self.put("{");
        self.put(format!("  const k = {var} & 3; auto m = k + 1;").replace("auto m", "register m"));
        self.keep("0");
        let sink = self.program.values.last().cloned().unwrap_or_default();
        self.put(format!("  {sink} = m * 2;"));
        self.put("}");
    }

    pub fn alias(&mut self) {
        let (real, other) = (self.fresh("real"), self.fresh("other"));
        self.function(&format!("int {real}(int a)"), &["a"], |g| {
            g.mark();
            let value = g.value();
            g.put(format!("return {value};"));
        });
        self.top(format!("extern int {other}(int) __attribute__((alias(\"{real}\")));"));
        let value = self.value();
        self.keep(format!("{other}({value})"));
        if self.rng.bool() {
            let (real, other) = (self.fresh("real"), self.fresh("other"));
            self.top(format!("int {real} = 4;"));
            self.top(format!("extern int {other} __attribute__((alias(\"{real}\")));"));
            let value = self.value();
            self.put(format!("{other} = {value};"));
            self.keep(
                format!("{real} + ({other} == {real}) * 2 - ({other} & 1)")
                    .replace(&format!("{real} + "), &format!("({real} & 255) + ")),
            );
        }
    }

    pub fn weak(&mut self) {
        let name = self.fresh("weak");
        let head = match self.rng.bool() {
            true => format!("__attribute__((weak)) int {name}(int a)"),
            false => {
                self.top(format!("#pragma weak {name}"));
                format!("int {name}(int a)")
            }
        };
        self.function(&head, &["a"], |g| {
            let value = g.value();
            g.put(format!("return {value};"));
        });
        let value = self.value();
        self.keep(format!("{name}({value})"));
        if self.rng.bool() {
            let var = self.fresh("w");
            self.top(format!("int {var} __attribute__((weak)) = 6;"));
            self.globals.push(var.clone());
            self.observe(&var);
            self.put(format!("{var} ^= 1;"));
        }
    }

    pub fn noreturn(&mut self) {
        let name = self.fresh("leave");
        let how = self.choose(&[
            "__attribute__((noreturn)) static void",
            "static _Noreturn void",
            "static __attribute__((__noreturn__)) void",
        ]);
        self.function(&format!("{how} {name}(int a)"), &["a"], |g| {
            if g.rng.bool() {
                g.plain_mark()
            } else {
                g.mark()
            }
            g.put("exit(0);");
        });
        let (condition, value) = (self.condition(), self.value());
        let input = self.rng.usize(..self.program.inputs.len());
        let most = self.program.inputs[input].1;
        self.put(format!("if (in{input} == {most} && ({condition})) {name}({value});"));
        self.mark();
    }

    pub fn constructor(&mut self) {
        let sink = self.sink();
        for _ in 0..self.rng.usize(1..=3) {
            let name = self.fresh("before");
            let attribute = match self.rng.u8(..3) {
                0 => "constructor".to_string(),
                _ => format!("constructor({})", self.rng.u32(200..=900)),
            };
            let k = self.rng.u8(1..=5);
            self.function(&format!("__attribute__(({attribute})) static void {name}(void)"), &[], |g| {
                g.put(format!("{sink} = ({sink} * 3 + {k}) & 127;"));
                if g.rng.bool() {
                    g.mark();
                }
            });
        }
        if self.rng.bool() {
            let name = self.fresh("after");
            let priority = self.choose(&["", "(200)", "(300)"]);
            self.function(
                &format!("static void __attribute__((destructor{priority})) {name}(void)"),
                &[],
                Generator::mark,
            );
        }
        self.mark();
    }

    pub fn cleanup(&mut self) {
        let (sink, tidy, name) = (self.sink(), self.fresh("tidy"), self.fresh("scope"));
        self.function(&format!("static void {tidy}(int *p)"), &["*p"], |g| {
            g.put(format!("{sink} = (({sink} & 31) << 1) + (*p & 15);"));
            g.mark();
        });
        self.function(&format!("static int {name}(int a)"), &["a"], |g| {
            let value = g.small();
            g.put(format!("int x __attribute__((cleanup({tidy}))) = {value};"));
            g.locals.push("x".into());
            g.put("for (int i = 0; i < 3; i++) {");
            let value = g.small();
            g.put(format!("  __attribute__((cleanup({tidy}))) int y = i + {value};"));
            for leave in ["break", "continue", "return x", "goto out"] {
                if g.one_in(3) {
                    let condition = g.condition();
                    g.put(format!("  if ({condition}) {leave};"));
                }
            }
            g.put("  x = (x + y) & 255;");
            g.put("}");
            g.put("out:;");
            g.put("return x ^ 1;");
        });
        let value = self.value();
        self.keep(format!("{name}({value})"));
    }

    pub fn static_local(&mut self) {
        let name = self.fresh("count");
        let ty = self.choose(&["int", "unsigned char", "short"]);
        self.function(&format!("static int {name}(int a)"), &["a"], |g| {
            g.put(format!("static {ty} calls = 3;"));
            let value = g.small();
            g.put(format!("calls += 1 + ({value} & 3);"));
            g.locals.push("calls".into());
            g.mark();
            g.put("return calls;");
        });
        for _ in 0..self.rng.usize(1..=3) {
            let value = self.value();
            self.keep(format!("{name}({value})"));
        }
    }

    pub fn linkage(&mut self) {
        let (outer, sink) = (self.fresh("shared"), self.sink());
        self.top(format!("extern int {outer};"));
        self.top(format!("int {outer};"));
        self.top(format!("int {outer} = 5;"));
        self.top(format!("static _Thread_local int {outer}t = 2;"));
        self.observe(&outer);
        let value = self.value();
        self.put(format!(
            "{{ int {outer} = {value}; {{ extern int {outer}; {outer} = ({outer} & 7) + 1; }} {sink} = {outer}; }}"
        ));
        let condition = self.condition();
        self.put(format!("if ({condition}) {outer}t += 3;"));
        self.put(format!("{{ register int {outer}r = {outer}t; const int k = {outer}r + 1; {sink} ^= k; }}"));
        let inline = self.fresh("inl");
        let how = self.choose(&[
            "static inline",
            "static __inline__ __attribute__((always_inline))",
            "static __attribute__((const)) inline",
        ]);
        self.top(format!("{how} int {inline}(const int a) {{ return (a & 63) + 1; }}"));
        self.pure.push(inline.clone());
        let value = self.value();
        self.keep(format!("{inline}({value})"));
    }

    pub fn function_name(&mut self) {
        let name = self.fresh("named");
        let spelled = self.choose(&["__func__", "__FUNCTION__"]);
        self.function(&format!("static int {name}(int a)"), &["a"], |g| {
            let index = g.index(4);
            g.put(format!("return {spelled}[{index}] + (int)sizeof {spelled};"));
        });
        let value = self.value();
        self.keep(format!("{name}({value})"));
    }

    pub fn recursion(&mut self) {
        let (name, other) = (self.fresh("again"), self.fresh("mutual"));
        self.top(format!("static int {other}(int n, int a);"));
        let value = self.small();
        self.function(&format!("static int {name}(int n, int a)"), &["n", "a"], |g| {
            g.put("if (n <= 0) return a & 255;");
            g.mark();
            let next = if g.rng.bool() { other.clone() } else { name.clone() };
            g.put(format!("return {next}(n - 1, (a & 255) + n) + 1;"));
        });
        self.top(format!("static int {other}(int n, int a) {{ return {name}(n - 1, a) ^ n; }}"));
        let depth = self.index(3);
        self.keep(format!("{name}({depth}, {value})"));
    }

    pub fn varargs(&mut self) {
        let name = self.fresh("va");
        self.function(&format!("static int {name}(int n, ...)"), &[], |g| {
            g.put("__builtin_va_list list; int sum = 0;");
            g.put("__builtin_va_start(list, n);");
            g.put("for (int i = 0; i < n; i++) sum = (sum & 1023) + (__builtin_va_arg(list, int) & 511);");
            g.put("if (n == 2) sum += (int)__builtin_va_arg(list, long) & 7;");
            g.put("__builtin_va_end(list);");
            g.put("return sum;");
        });
        let (a, b, c) = (self.small(), self.small(), self.small());
        self.keep(format!("{name}(2, {a}, {b}, (long)7)"));
        self.keep(format!("{name}(1, (char)({c} & 127))"));
    }
}
