// An array that another file defines has as many elements as that file says: any number, as long as nobody goes beyond.
// target: label:third    entry: read   expect: reachable
// target: label:twice    entry: read   expect: unreachable
// target: bounds         entry: read   expect: reachable
// target: label:kept     entry: store  expect: reachable
// target: label:lost     entry: store  expect: unreachable
// target: label:far      entry: store  expect: reachable
// target: label:letter   entry: names  expect: reachable
// target: label:found    entry: look   expect: reachable
// target: const          entry: names  expect: unreachable
extern int table[];
extern const char letters[];
extern const int length_of_table;
extern struct point { int x, y; } points[];

int read(int i) {
    int v = table[i];
    if (i == 3 && v == 7) { third: return 1; }
    if (v != table[i]) { twice: return 2; }
    return 0;
}

int store(int i) {
    if (i < 0 || i >= length_of_table)
        return 0;
    table[i] = 5;
    if (i == 12) { far: return 3; }
    if (table[i] == 5) { kept: return 1; }
    lost: return 2;
}

int names(void) {
    const char *p = letters;
    while (*p && *p != 'x')
        p++;
    if (*p && p == letters + 2) { letter: return 1; }
    return 0;
}

int points_of(int i) { return points[i].y; }
int look(int i) {
    if (points_of(i) == 4 && points[i].x == 3) { found: return 1; }
    return 0;
}
