// Several files are one program: what is static belongs to a file, structs of one header are one type.
// others: list.c  target: main.c:18    expect: reachable
// others: list.c  target: main.c:19    expect: unreachable
// others: list.c  target: list.c:15    expect: reachable
// others: list.c  target: call:wrong   expect: unreachable
#include "list.h"

int input(void);
void wrong(void);
static int helper(int x) { return x + 1; }

int main(void) {
    struct list b = { 0, input() }, a = { &b, 4 };
    pair p = { helper(2), 7 };
    if (sum(&a) == 46 && counter == 1) {
        if (first(p) != 3 || peek(get()) != 5) wrong();
        if (table[1] == 9)
            return twice(1);
        return 2;
    }
    return 0;
}
