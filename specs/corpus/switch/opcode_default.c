// A small interpreter; an opcode that is not known sets an error and goes on.
// Reachable by one unknown opcode among two pushes.
// entry: interpret  expect: reachable
extern void reach_error(void);

void interpret(const unsigned char code[], int n) {
    int depth = 0, errors = 0;
    for (int pc = 0; pc < n; pc++) {
        switch (code[pc] >> 4) {
        case 0: break;
        case 1: depth++; break;
        case 2: if (depth > 0) depth--; break;
        case 3: depth += 2; break;
        default: errors++; break;
        }
    }
    if (depth == 2 && errors == 1 && n == 3)
        reach_error();
}
