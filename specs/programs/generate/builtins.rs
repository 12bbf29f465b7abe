//! Functions that compilers have built in.

use super::Generator;

impl Generator {
    pub fn bits(&mut self) {
        for _ in 0..self.rng.usize(2..=4) {
            let a = self.value();
            let call = match self.rng.u8(..14) {
                0 => format!("__builtin_clz((unsigned){a} | 1)"),
                1 => format!("__builtin_ctz((unsigned){a} | 0x80000000u)"),
                2 => format!("__builtin_popcount({a})"),
                3 => format!("__builtin_parity({a})"),
                4 => format!("__builtin_ffs({a})"),
                5 => format!("__builtin_clrsb({a})"),
                6 => format!("__builtin_bswap16({a})"),
                7 => format!("(int)__builtin_bswap32({a})"),
                8 => format!("(int)(__builtin_bswap64({a}) >> 40)"),
                9 => format!("__builtin_clzl((unsigned long){a} | 1)"),
                10 => format!("__builtin_ctzll((unsigned long long){a} | 256)"),
                11 => format!("__builtin_popcountll((long long){a})"),
                12 => format!("__builtin_abs((short){a})"),
                _ => format!("__builtin_ffsl((long){a})"),
            };
            self.keep(call);
        }
    }

    pub fn choices(&mut self) {
        for _ in 0..self.rng.usize(2..=3) {
            let (a, b) = (self.value(), self.value());
            let call = match self.rng.u8(..8) {
                0 => format!("__builtin_expect({a}, 1)"),
                1 => format!("__builtin_constant_p(3 + 4) ? {a} : {b}"),
                2 => format!("__builtin_choose_expr(sizeof(long) == 8, {a}, {b})"),
                3 => format!("__builtin_choose_expr(__builtin_types_compatible_p(int, unsigned), {a}, (short){b})"),
                4 => format!("__builtin_types_compatible_p(const int, int) * 2 + ({a} & 3)"),
                5 => format!("(int)__builtin_expect(!!({a}), 0) + 1"),
                6 => {
                    let name = self.fresh("never");
                    self.top(format!("static int {name}(int a) {{ switch (a & 1) {{ case 0: return 4; case 1: return 9; }} __builtin_unreachable(); }}"));
                    format!("{name}({a})")
                }
                _ => {
                    self.put(format!("if ((({a}) & 3) > 5) __builtin_trap();"));
                    b
                }
            };
            self.keep(call);
        }
    }

    pub fn overflows(&mut self) {
        let ty = self.choose(&["int", "unsigned", "short", "unsigned char", "long", "signed char"]);
        let result = self.fresh("r");
        self.put(format!("{ty} {result} = 0;"));
        for _ in 0..self.rng.usize(1..=2) {
            let op = self.choose(&["add", "sub", "mul"]);
            let (a, b) = (self.value(), self.value());
            let scale = self.choose(&["", " * 1000003L", ""]);
            self.keep(format!("__builtin_{op}_overflow((long)({a}){scale}, {b}, &{result})"));
            self.keep(format!("(int){result}"));
        }
        if self.one_in(3) {
            let (a, b, plain) = (self.value(), self.value(), self.fresh("r"));
            self.put(format!("int {plain};"));
            self.keep(format!("__builtin_sadd_overflow({a}, {b}, &{plain})"));
            self.keep(plain);
        }
        self.mark();
    }

    pub fn memory_builtins(&mut self) {
        let (a, b) = (self.fresh("m"), self.fresh("m"));
        let ty = self.choose(&["unsigned char", "int", "short"]);
        let (x, y) = (self.value(), self.value());
        self.put(format!("{ty} {a}[4] = {{ {x}, 2, {y}, 4 }};"));
        self.put(format!("{ty} {b}[4];"));
        self.put(format!("__builtin_memset({b}, {}, sizeof {b});", self.names % 3));
        let n = self.rng.u8(1..=4);
        self.put(format!("__builtin_memcpy({b}, {a}, {n} * sizeof({ty}));"));
        let index = self.index(3);
        self.keep(format!("{b}[{index}]"));
        self.keep(format!("__builtin_memcmp({a}, {b}, {n} * sizeof({ty})) == 0"));
        self.put(format!("__builtin_memmove({a} + 1, {a}, 3 * sizeof({ty}));"));
        let index = self.index(3);
        self.keep(format!("{a}[{index}]"));
        if self.one_in(3) {
            self.keep(format!("(int)__builtin_object_size({a}, 0)"));
        }
        if self.one_in(3) {
            let (p, value) = (self.fresh("p"), self.small());
            self.put(format!("unsigned char *{p} = __builtin_alloca(4);"));
            self.put(format!("{p}[2] = {value}; __builtin_prefetch({p});"));
            self.keep(format!("{p}[2] + 1"));
        }
    }

    pub fn strings(&mut self) {
        let s = self.fresh("str");
        let (index, small) = (self.index(3), self.small());
        self.put(format!("char {s}[8] = \"abcd\";"));
        self.put(format!("{s}[{index}] = {small} & 127;"));
        self.keep(format!("(int)__builtin_strlen({s})"));
        self.keep(format!("__builtin_strcmp({s}, \"abc\") < 0"));
        let n = self.rng.u8(1..=5);
        self.keep(format!("__builtin_strncmp({s}, \"abd\", {n}) > 0"));
        self.keep(format!("__builtin_strchr({s}, 'c') ? 1 : 2"));
        self.put(format!("__builtin_strcpy({s}, \"x\\0y\");"));
        let index = self.index(3);
        self.keep(format!("{s}[{index}]"));
        let index = self.index(5);
        self.keep(format!("\"hello\" \" you\"[{index}]").replace("\" \"", "\"\""));
    }
}
