//! Types whose layout attributes and pragmas change, and what is read from them.

use super::Generator;

const TYPES: [&str; 9] =
    ["char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "long long"];

impl Generator {
    /// Members of a struct: lines, and those that have an address.
    fn members(&mut self, attributes: &[&str], fields: bool) -> (Vec<String>, Vec<(String, bool)>) {
        let (mut lines, mut names) = (vec![], vec![]);
        for i in 0..self.rng.usize(2..=4) {
            let ty = self.choose(&TYPES);
            let name = format!("m{i}");
            let attribute = if attributes.is_empty() || self.rng.bool() { "" } else { self.choose(attributes) };
            if fields && self.one_in(3) {
                let (ty, width) = self.field();
                lines.push(format!("{ty} {name} : {width};"));
                names.push((name, false));
            } else {
                lines.push(format!("{ty} {name}{attribute};"));
                names.push((name, true));
            }
        }
        (lines, names)
    }

    fn field(&mut self) -> (&'static str, u32) {
        match self.rng.u8(..8) {
            0 => ("_Bool", 1),
            1 => ("unsigned char", self.rng.u32(1..=8)),
            2 => ("short", self.rng.u32(2..=16)),
            3 => ("long long", self.rng.u32(2..=47)),
            4 => ("unsigned long", self.rng.u32(33..=40)),
            5 | 6 => ("unsigned", self.rng.u32(1..=31)),
            _ => ("int", self.rng.u32(2..=30)),
        }
    }

    /// A struct of these members, used: stored to, copied, measured, and read.
    fn used(&mut self, head: &str, tail: &str, lines: &[String], names: &[(String, bool)]) {
        let tag = self.fresh("S");
        self.top(format!("{head}{tag} {{"));
        lines.iter().for_each(|line| self.top(format!("  {line}")));
        self.top(format!("}}{tail};"));
        let var = self.fresh("v");
        self.top(format!("static struct {tag} {var};"));
        for (name, _) in names {
            self.observe(&format!("{var}.{name}"));
        }
        for (name, _) in names {
            let value = self.value();
            self.put(format!("{var}.{name} = {value};"));
        }
        for (name, _) in names {
            if self.rng.bool() {
                self.globals.push(format!("(int){var}.{name}"));
            }
        }
        self.keep(format!("sizeof(struct {tag}) * 100 + _Alignof(struct {tag})"));
        if let Some((name, _)) = names.iter().rev().find(|(_, has_address)| *has_address) {
            self.keep(format!("__builtin_offsetof(struct {tag}, {name})"));
        }
        match self.rng.u8(..5) {
            0 => {
                let copy = self.fresh("c");
                let name = &names[0].0;
                self.put(format!("struct {tag} {copy} = {var};"));
                self.put(format!("{copy}.{name} = {copy}.{name} ^ 1;"));
                self.keep(format!("(int){copy}.{name} - (int)({var}.{name} == {copy}.{name})"));
            }
            1 => {
                let array = self.fresh("a");
                let name = &names[self.rng.usize(..names.len())].0;
                let index = self.index(1);
                self.put(format!("struct {tag} {array}[2] = {{ {var}, {{ 0 }} }};"));
                // Compilers that shorten the sum to the type of what keeps it look for no overflow.
                self.keep(format!("(int)((unsigned){array}[{index}].{name} + sizeof {array})"));
            }
            2 => {
                let pointer = self.fresh("p");
                let name = &names[self.rng.usize(..names.len())].0;
                let value = self.value();
                self.put(format!("struct {tag} *{pointer} = &{var};"));
                self.put(format!("{pointer}->{name} = {value};"));
            }
            _ => {}
        }
    }

    pub fn packed(&mut self) {
        let fields = self.rng.bool();
        if self.rng.bool() {
            let (lines, names) = self.members(&[], fields);
            let tail = self.choose(&["", "", " __attribute__((aligned(2)))", " __attribute__((aligned(8)))"]);
            match self.rng.bool() {
                true => self.used("struct __attribute__((packed)) ", tail, &lines, &names),
                false if tail.is_empty() => self.used("struct ", " __attribute__((__packed__))", &lines, &names),
                false => self.used("struct ", " __attribute__((packed, aligned(4)))", &lines, &names),
            }
        } else {
            let (lines, names) = self.members(&[" __attribute__((packed))"], fields);
            self.used("struct ", "", &lines, &names);
        }
    }

    pub fn aligned(&mut self) {
        let all = [" __attribute__((aligned(8)))", " __attribute__((aligned(16)))", " __attribute__((aligned))"];
        let (mut lines, names) = self.members(&all, false);
        if self.rng.bool() {
            lines[0] = format!("_Alignas({}) {}", self.choose(&["8", "16", "long"]), lines[0]);
        }
        let tail = self.choose(&["", " __attribute__((aligned(32)))", " __attribute__((__aligned__(4)))"]);
        self.used("struct ", tail, &lines, &names);
        let ty = self.fresh("T");
        let n = self.choose(&["2", "4", "8"]);
        self.top(format!("typedef short {ty} __attribute__((aligned({n})));"));
        self.keep(format!("sizeof({ty}) * 10 + _Alignof({ty})"));
    }

    pub fn pragma_pack(&mut self) {
        let (pack, fields) = (self.choose(&["1", "2", "4"]), self.one_in(3));
        let (lines, names) = self.members(&[], fields);
        match self.rng.bool() {
            true => self.top(format!("#pragma pack(push, {pack})")),
            false => {
                self.top("#pragma pack(push)");
                self.top(format!("#pragma pack({pack})"));
            }
        }
        self.used("struct ", "", &lines, &names);
        self.top("#pragma pack(pop)");
        // After it types are as always.
        if self.rng.bool() {
            let (lines, names) = self.members(&[], false);
            self.used("struct ", "", &lines, &names);
        }
    }

    pub fn bit_fields(&mut self) {
        let (mut lines, mut names) = (vec![], vec![]);
        for i in 0..self.rng.usize(2..=5) {
            let (ty, width) = self.field();
            if self.one_in(6) {
                let gap = self.choose(&["unsigned : 0;", "int : 3;", "char : 0;"]);
                lines.push(gap.to_string());
            }
            lines.push(format!("{ty} m{i} : {width};"));
            names.push((format!("m{i}"), false));
        }
        self.used("struct ", "", &lines, &names);
        let var = self.program.values.iter().rev().find_map(|v| v.strip_suffix(".m0")).map(str::to_string);
        let Some(var) = var else { return };
        let name = names[self.rng.usize(..names.len())].0.clone();
        let small = self.small();
        match self.rng.u8(..5) {
            0 => self.keep(format!("({var}.{name} = {small})")),
            1 => self.put(format!("{var}.{name}++;")),
            2 => self.put(format!("{var}.{name} += {small};")),
            3 => self.keep(format!("{var}.{name} - 3 < 0")),
            _ => self.put(format!("{var}.{name} ^= {small};")),
        }
    }

    pub fn anonymous(&mut self) {
        let tag = self.fresh("A");
        let outer = self.choose(&["struct", "struct", "union"]);
        let kind = if outer == "union" { "struct" } else { self.choose(&["struct", "union"]) };
        self.top(format!("{outer} {tag} {{ {kind} {{ int x; short y; }}; int z; struct {{ char u; int v; }} w; }};"));
        let var = self.fresh("v");
        let value = self.value();
        let init = self.choose(&[".z = 7", ".x = 3", "{ 5 }", ".w.v = 9"]);
        self.top(format!("struct {tag}user {{ int before; {outer} {tag} a; }};"));
        self.top(format!("static {outer} {tag} {var} = {{ {init} }};"));
        self.put(format!("{var}.x = {value};"));
        self.keep(format!("{var}.x"));
        let value = self.value();
        self.put(format!("{var}.z = {value};"));
        self.keep(format!("{var}.z + (int)sizeof(struct {tag}user)"));
        self.keep(format!("__builtin_offsetof({outer} {tag}, y) * 10 + __builtin_offsetof({outer} {tag}, w.v)"));
    }

    pub fn mode(&mut self) {
        let (ty, mode) = (self.fresh("M"), self.choose(&["QI", "HI", "SI", "DI", "__QI__", "byte", "word", "pointer"]));
        let sign = self.choose(&["", "unsigned "]);
        self.top(format!("typedef {sign}int {ty} __attribute__((mode({mode})));"));
        let var = self.fresh("v");
        self.top(format!("static {ty} {var} = 1;"));
        self.observe(&var);
        let value = self.value();
        self.put(format!("{var} = {value};"));
        self.put(format!("{var} ^= 3;"));
        self.keep(format!("sizeof({ty}) * 2 + ({var} < 0)"));
        self.globals.push(format!("(int){var}"));
    }

    pub fn unions(&mut self) {
        let (tag, var) = (self.fresh("U"), self.fresh("u"));
        let part = self.choose(&["unsigned char b[8]", "short b[4]", "unsigned b[2]", "signed char b[3]"]);
        let whole = self.choose(&["int", "unsigned", "unsigned long"]);
        self.top(format!("union {tag} {{ {whole} w; {part}; struct {{ char c; short d; }} s; }};"));
        self.put(format!("union {tag} {var} = {{ 0 }};"));
        let (value, index) = (self.value(), self.index(1));
        self.put(format!("{var}.w = {value};"));
        self.keep(format!("{var}.b[{index}]"));
        if self.rng.bool() {
            let (value, index) = (self.small(), self.index(1));
            self.put(format!("{var}.b[{index}] = {value};"));
            self.keep(format!("(int){var}.w"));
        }
        if self.one_in(3) {
            self.keep(format!("{var}.s.d + (int)sizeof(union {tag})"));
        }
    }

    pub fn flexible_static(&mut self) {
        let (tag, var) = (self.fresh("F"), self.fresh("v"));
        let (first, ty) =
            (self.choose(&["int n", "short n", "char n", "long n"]), self.choose(&["int", "short", "char"]));
        self.top(format!("struct {tag} {{ {first}; {ty} data[]; }};"));
        let n = self.rng.usize(2..=4);
        let values: Vec<String> = (0..n).map(|_| self.rng.i64(0..=90).to_string()).collect();
        self.top(format!("static struct {tag} {var} = {{ {n}, {{ {} }} }};", values.join(", ")));
        let (value, index) = (self.value(), self.index(n - 1));
        self.put(format!("{var}.data[{index}] = {value};"));
        for i in 0..n {
            self.observe(&format!("{var}.data[{i}]"));
        }
        self.keep(format!("sizeof(struct {tag}) * 10 + (int){var}.n"));
        let index = self.index(n - 1);
        self.keep(format!("{var}.data[{index}]"));
    }

    pub fn flexible_allocated(&mut self) {
        let (tag, var) = (self.fresh("F"), self.fresh("p"));
        let (first, ty) =
            (self.choose(&["int n", "short n", "char n", "long n"]), self.choose(&["int", "short", "char"]));
        if !self.file.iter().any(|line| line.contains("*malloc")) {
            self.top("extern void *malloc(unsigned long);");
        }
        self.top(format!("struct {tag} {{ {first}; {ty} data[]; }};"));
        let n = self.choose(&["3", "4", "in0 + 4"]);
        self.put(format!("struct {tag} *{var} = malloc(sizeof(struct {tag}) + ({n}) * sizeof({ty}));"));
        self.put(format!("{var}->n = {n};"));
        let i = self.fresh("i");
        let value = self.value();
        self.put(format!("for (int {i} = 0; {i} < {var}->n; {i}++) {var}->data[{i}] = {value};"));
        let value = self.value();
        let index = self.deep_index(&var);
        self.put(format!("{var}->data[{index}] = {value};"));
        let index = self.deep_index(&var);
        self.keep(format!("{var}->data[{index}] + (int)sizeof *{var}"));
    }

    /// An index below the length that a struct holds.
    fn deep_index(&mut self, var: &str) -> String {
        let value = self.value();
        format!("((unsigned){value} % (unsigned){var}->n)")
    }
}
