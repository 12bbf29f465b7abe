// Structs with more values than are copied one by one: what is assigned, copied or set as a whole holds the same
// everywhere, or the same byte, and what lies beside it stays.
// target: label:BEGIN    expect: unreachable
// target: label:COPIED   expect: unreachable
// target: label:SAME     expect: reachable
// target: label:BESIDE   expect: unreachable
// target: label:CLEARED  expect: unreachable
// target: label:GRID     expect: unreachable
// target: label:ITSELF   expect: unreachable
// target: label:HANDED   expect: unreachable
// target: bounds         expect: unreachable
// target: order          expect: unreachable
#include <string.h>
extern int input(void);

struct table {
    int first;
    int a[300];
    short last;
};

struct grid {
    char cells[20][20];
    struct {
        int x, y;
    } points[40];
};

static struct table tables[3];

static int sum_of_ends(struct table t) {
    t.a[5]++;
    return t.first + t.a[0] + t.a[299] + t.last;
}

int main(void) {
    struct table x, y;
    memset(&x, 0, sizeof x);
    int at = input(), k = input();
    if (at < 0 || at >= 300)
        return 0;
    if (x.a[at] != 0 || x.last != 0)
    BEGIN:
        return 1;
    x.first = 1;
    x.a[0] = 2;
    x.a[299] = 3;
    x.last = 4;
    x.a[7] = k;
    y = x;
    x.a[7] = 0;
    if (y.a[0] != 2 || y.a[299] != 3 || y.last != 4 || y.first != 1 || y.a[7] != k || y.a[8] != 0)
    COPIED:
        return 2;
    if (y.a[at] == 9)
    SAME:
        at = 7;
    tables[2].a[0] = 6;
    memcpy(&tables[1], &y, sizeof y);
    if (tables[0].a[299] != 0 || tables[1].a[299] != 3 || tables[2].a[299] != 0 || tables[2].a[0] != 6)
    BESIDE:
        return 3;
    tables[2].a[0] = 2;
    tables[2].a[299] = 9;
    tables[tables[2].a[0]] = tables[0];
    if (tables[2].a[0] != 0 || tables[2].a[299] != 0 || tables[1].a[0] != 2)
    ITSELF:
        return 4;
    if (sum_of_ends(y) != 10 || y.a[5] != 0)
    HANDED:
        return 5;
    memset(&y, 0, sizeof y);
    if (y.first || y.a[0] || y.a[7] || y.a[299] || y.last)
    CLEARED:
        return 6;
    struct grid g, h;
    memset(&g, 1, sizeof g);
    g.cells[3][4] = 5;
    g.points[39].y = 8;
    h = g;
    if (h.cells[3][4] != 5 || h.cells[4][3] != 1 || h.points[39].y != 8 || h.points[39].x != 0x01010101)
    GRID:
        return 7;
    return 0;
}
