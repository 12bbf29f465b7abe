// A table of forty commands with a name and a function each. op30 to op39 have names that begin with 3: they add 30 to
// 39 to at most 10, which is 34 for op30 to op34, and never 50.
// define: SUM=34  expect: reachable
// define: SUM=50  expect: unreachable
extern void reach_error(void);

#define OP(n) static int op##n(int x) { return x + n; }
OP(0) OP(1) OP(2) OP(3) OP(4) OP(5) OP(6) OP(7) OP(8) OP(9)
OP(10) OP(11) OP(12) OP(13) OP(14) OP(15) OP(16) OP(17) OP(18) OP(19)
OP(20) OP(21) OP(22) OP(23) OP(24) OP(25) OP(26) OP(27) OP(28) OP(29)
OP(30) OP(31) OP(32) OP(33) OP(34) OP(35) OP(36) OP(37) OP(38) OP(39)

struct command {
    const char *name;
    int (*run)(int);
};

static const struct command commands[] = {
    { "0", op0 }, { "1", op1 }, { "2", op2 }, { "3", op3 }, { "4", op4 },
    { "5", op5 }, { "6", op6 }, { "7", op7 }, { "8", op8 }, { "9", op9 },
    { "10", op10 }, { "11", op11 }, { "12", op12 }, { "13", op13 }, { "14", op14 },
    { "15", op15 }, { "16", op16 }, { "17", op17 }, { "18", op18 }, { "19", op19 },
    { "20", op20 }, { "21", op21 }, { "22", op22 }, { "23", op23 }, { "24", op24 },
    { "25", op25 }, { "26", op26 }, { "27", op27 }, { "28", op28 }, { "29", op29 },
    { "30", op30 }, { "31", op31 }, { "32", op32 }, { "33", op33 }, { "34", op34 },
    { "35", op35 }, { "36", op36 }, { "37", op37 }, { "38", op38 }, { "39", op39 },
};

int main(void) {
    unsigned i;
    int x;
    if (i >= 40 || x < 0 || x > 10) return 0;
    if (commands[i].name[0] == '3' && commands[i].name[1] && commands[i].run(x) == SUM) reach_error();
    return 0;
}
