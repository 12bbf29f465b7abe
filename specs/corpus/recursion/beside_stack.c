// Variables to which pointers are made, arrays, and structs: calls that run one copy again have an object of their own
// for each.
// entry: sums  target: label:deep_sum  expect: reachable
// entry: sums  target: label:other_sum  expect: unreachable
// entry: frames  target: label:twenty_frames  expect: reachable
// entry: frames  target: label:outer_frame  expect: reachable
// entry: frames  target: label:changed_by_inner  expect: reachable
// entry: frames  target: label:own_changed  expect: unreachable
// entry: orders  target: label:all_orders  expect: reachable
// entry: orders  target: label:more_orders  expect: unreachable
// entry: halves  target: label:sorted  expect: reachable
// entry: halves  target: label:unsorted  expect: unreachable
// entry: points  target: label:moved_back  expect: reachable
// entry: points  target: label:mixed_up  expect: unreachable
// entry: dangling  target: label:of_ended_call  expect: unreachable
// entry: dangling  target: lifetime  expect: reachable
// entry: rounds  target: label:each_round  expect: reachable
// entry: rounds  target: label:kept_value  expect: unreachable
// entry: begun  target: label:zeros  expect: reachable
// entry: begun  target: label:no_zero  expect: unreachable
// entry: read_number  target: label:nested_minus  expect: reachable
#include <string.h>

static int sum(int n, long *out) {
    long inner = 0;
    if (n == 0) {
        *out = 0;
        return 1;
    }
    if (!sum(n - 1, &inner))
        return 0;
    *out = inner + n;
    return 1;
}

static int sums(void) {
    long all = 0;
    sum(40, &all);
    if (all == 820) {
    deep_sum:;
    } else {
    other_sum:;
    }
    return 0;
}

// A list of what is open.
struct frame {
    int number;
    struct frame *up;
};

static int depth_of(const struct frame *f) {
    int n = 0;
    for (; f; f = f->up)
        n++;
    return n;
}

static int open_frames(int n, struct frame *up) {
    struct frame own = { n, up };
    int before = own.number, length;
    if (n == 20)
        length = depth_of(&own);
    else
        length = open_frames(n + 1, &own);
    if (own.number != before) {
    changed_by_inner:
        if (own.number != before + 100) {
        own_changed:;
        }
    }
    if (up && n % 2)
        up->number += 100;
    if (n == 3 && own.up->up->number == 1) {
    outer_frame:;
    }
    return length;
}

static int frames(void) {
    if (open_frames(1, 0) == 20) {
    twenty_frames:;
    }
    return 0;
}

// All orders of four numbers, each call with its copy.
static void order(const int *of, int at, int *found) {
    int own[4];
    memcpy(own, of, sizeof own);
    if (at == 4) {
        int sorted = own[0] < own[1] && own[1] < own[2] && own[2] < own[3];
        *found += sorted ? 100 : 1;
        return;
    }
    for (int i = at; i < 4; i++) {
        int t = own[at];
        own[at] = own[i];
        own[i] = t;
        order(own, at + 1, found);
        own[i] = own[at];
        own[at] = t;
    }
}

static int orders(void) {
    int numbers[4] = { 1, 2, 3, 4 }, found = 0;
    order(numbers, 0, &found);
    if (found == 123) {
    all_orders:;
    } else {
    more_orders:;
    }
    return 0;
}

static void sort(int *a, int n) {
    int left[8], right[8];
    if (n < 2)
        return;
    int half = n / 2;
    for (int i = 0; i < n; i++) {
        if (i < half)
            left[i] = a[i];
        else
            right[i - half] = a[i];
    }
    sort(left, half);
    sort(right, n - half);
    for (int i = 0, l = 0, r = 0; i < n; i++)
        a[i] = r == n - half || (l < half && left[l] <= right[r]) ? left[l++] : right[r++];
}

static int halves(void) {
    int a[7] = { 5, 3, 9, -2, 7, 3, 0 };
    sort(a, 7);
    if (a[0] == -2 && a[1] == 0 && a[2] == 3 && a[3] == 3 && a[4] == 5 && a[5] == 7 && a[6] == 9) {
    sorted:;
    } else {
    unsorted:;
    }
    return 0;
}

struct point {
    int x, y;
};

// The arguments of the next call are in those of this one.
static struct point turn(struct point a, struct point b, int n) {
    if (n == 0)
        return a;
    struct point c = turn(b, a, n - 1), d = turn(a, b, n - 1);
    struct point both = { c.x + d.y, c.y - d.x };
    return both;
}

static int points(void) {
    struct point p = turn((struct point){ 1, 2 }, (struct point){ 30, 40 }, 3);
    if (p.x == -56 && p.y == -82) {
    moved_back:;
    } else {
    mixed_up:;
    }
    return 0;
}

static int *last;

static int leaves_pointer(int n) {
    int own = n;
    if (n > 0)
        leaves_pointer(n - 1);
    else
        last = &own;
    return own;
}

static int dangling(void) {
    leaves_pointer(12);
    if (*last == 0) {
    of_ended_call:;
    }
    return 0;
}

// Each round of each call has an instance.
static int round_of(int n, int *from) {
    int all = 0;
    for (int i = 0; i < n; i++) {
        int own = 10 * n + i;
        int *p = &own;
        all += round_of(n - 1, p) + *p;
        if (own != 10 * n + i + 1) {
        kept_value:;
        }
    }
    if (from)
        ++*from;
    return all;
}

static int rounds(void) {
    if (round_of(3, 0) == 291) {
    each_round:;
    }
    return 0;
}

struct begun {
    char text[8];
    int numbers[2][3];
    struct point at;
};

static int begin(int n) {
    struct begun b = { "ab", { { n }, { 1, 2 } }, .at.y = n + 1 };
    struct begun *p = &b;
    int sum = b.text[0] == 'a' && b.text[1] == 'b' && !b.text[2] && !b.text[7];
    sum += p->numbers[0][0] == n && !b.numbers[0][2] && b.numbers[1][1] == 2 && !b.numbers[1][2];
    sum += !p->at.x && b.at.y == n + 1;
    memset(p, 0x55, sizeof b);
    return sum == 3 && (n == 0 || begin(n - 1)) && b.text[3] == 0x55;
}

static int begun(void) {
    if (begin(15)) {
    zeros:;
    } else {
    no_zero:;
    }
    return 0;
}

// A reader that hands down where the result goes.
static int term(const char **at, int *out) {
    int inner;
    if (**at >= '0' && **at <= '9') {
        *out = *(*at)++ - '0';
        return 1;
    }
    if (**at == '-') {
        ++*at;
        if (!term(at, &inner))
            return 0;
        *out = -inner;
        return 1;
    }
    if (**at != '(')
        return 0;
    ++*at;
    if (!term(at, &inner) || **at != ')')
        return 0;
    ++*at;
    *out = inner;
    return 1;
}

int read_number(const char *text) {
    int v;
    if (term(&text, &v) && v == -7 && text[-1] == ')' && text[-2] == ')' && text[-3] == ')') {
    nested_minus:;
    }
    return 0;
}
