// expect: reachable  target: call:reach_error  entry: main
// Bit-fields without a name hold no value and get none from an initialiser, whatever their width.
extern void reach_error(void);

struct packed {
    signed a : 5;
    signed : 0;
    unsigned b : 3;
    unsigned : 4;
    const signed : 0;
    unsigned c : 9;
};

static struct packed table[2] = { { -3, 9, 300 }, { 1, 2, 3 } };

int main(void) {
    struct packed fresh;
    struct packed copy = table[0];
    fresh.b = copy.a;
    if (copy.a == -3 && copy.b == 1 && copy.c == 300 && fresh.b == 5 && table[1].c == 3)
        reach_error();
    return 0;
}
