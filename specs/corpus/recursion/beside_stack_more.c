// What attacks found on variables of which each call has its own.
// entry: early  target: label:early_right  expect: reachable
// entry: early  target: label:early_wrong  expect: unreachable
// entry: copies  target: label:copies_right  expect: reachable
// entry: copies  target: label:copies_wrong  expect: unreachable
// entry: texts  target: label:texts_right  expect: reachable
// entry: texts  target: label:texts_wrong  expect: unreachable
// entry: tails  target: label:tails_right  expect: reachable
// entry: tails  target: label:tails_wrong  expect: unreachable
// entry: by_value  target: label:by_value_right  expect: reachable
// entry: by_value  target: label:by_value_wrong  expect: unreachable
// entry: blocks  target: label:tenth_block  expect: reachable
// entry: blocks  target: label:zeroth_block  expect: reachable
// entry: blocks  target: label:no_block  expect: unreachable
// entry: stored  target: label:first_of_four  expect: reachable
// entry: handed  target: label:changed_by_other  expect: reachable  expect_today: unknown
// entry: handed  target: label:changed_inner  expect: unreachable  expect_today: unknown
// entry: numbers  target: label:twelve_numbers  expect: reachable  expect_today: unknown
// entry: numbers  target: label:one_address  expect: unreachable  expect_today: unknown

// A call that ends before its variable is declared does not end that of the call around it.
static int odd(int n, int *p);

static int even(int n, int *p) { return odd(n - 1, p); }

static int odd(int n, int *p) {
    if (n <= 0)
        return *p;
    int m = 2;
    return odd(n - 1, &m) + even(n - 1, &m);
}

static int early(void) {
    int x = 3;
    if (even(9, &x) == 110) {
    early_right:;
    } else {
    early_wrong:;
    }
    return 0;
}

// Two calls in one expression, each with a struct of its own as argument.
struct pair {
    unsigned char first;
    int second;
};

static int pairs(int n, int *p, struct pair *s, struct pair v) {
    if (n <= 0)
        return *p;
    struct pair m = { n & 3, 160 };
    int r = pairs(n - 1, p, &v, v) + pairs(n - 1, p, s, *s);
    return r + m.first * v.second;
}

static int copies(void) {
    int x = 3;
    struct pair m = { 1, 2 };
    if (pairs(10, &x, &m, m) == 6072) {
    copies_right:;
    } else {
    copies_wrong:;
    }
    return 0;
}

// A text is what an array begins with in each call.
static int text(int n, char last) {
    char own[6] = "ab";
    own[n % 3 + 2] = last;
    int sum = n ? text(n - 1, own[n % 3]) : 0;
    return (sum * 3 + own[0] + own[1] + own[2] + own[3] + own[4] + own[5]) & 0xffff;
}

static int texts(void) {
    if (text(13, 'x') == 55066) {
    texts_right:;
    } else {
    texts_wrong:;
    }
    return 0;
}

// The last thing it does is to call itself, with a pointer to what it has.
static int tail(int n, int *p) {
    if (n <= 0)
        return *p;
    int m = n + *p;
    return tail(n - 1, &m);
}

static int tails(void) {
    int x = 3;
    if (tail(14, &x) == 108) {
    tails_right:;
    } else {
    tails_wrong:;
    }
    return 0;
}

static struct pair next(int n, struct pair *s) {
    if (n <= 0)
        return *s;
    struct pair own = { s->first + 1, s->second - 2 };
    return next(n - 1, &own);
}

static int by_value(void) {
    struct pair m = { 1, 100 }, p = next(20, &m);
    if (p.first == 21 && p.second == 60) {
    by_value_right:;
    } else {
    by_value_wrong:;
    }
    return 0;
}

// A variable of a block that is entered again in calls from it.
static void block(int *p, int r) {
    if (r == 10) {
        if (*p == 1) {
        tenth_block:;
        } else if (*p == 0) {
        zeroth_block:;
        } else {
        no_block:;
        }
        return;
    }
    if (*p == 0)
        return;
    for (int i = 0; i < 2; i++) {
        int own = i;
        block(&own, r + 1);
    }
}

static int blocks(void) {
    int one = 1;
    block(&one, 0);
    return 0;
}

static int *global;

static int stores(int n, int *p) {
    if (n <= 0)
        return *p;
    int own = 2;
    global = &own;
    stores(n - 1, p);
    stores(n - 1, &own);
    if (n == 4) {
    first_of_four:;
    }
    return 1;
}

static int stored(void) {
    int x = 3;
    return stores(4, &x);
}

// Variables of calls that are open at the same time have addresses of their own.
static int number(int n, unsigned long up) {
    int own = n;
    if (up == (unsigned long)&own) {
    one_address:;
    }
    return n == 0 ? 0 : number(n - 1, (unsigned long)&own) + own;
}

static int numbers(void) {
    if (number(12, 0) == 78) {
    twelve_numbers:;
    }
    return 0;
}

// A function without a body is handed the variable of the call around.
extern int other(int *);

static void hands(int n, int *p) {
    int own = n;
    if (n == 0) {
        other(p);
        if (own != 0) {
        changed_inner:;
        }
        return;
    }
    hands(n - 1, &own);
    if (own != n) {
    changed_by_other:;
    }
}

static int handed(void) {
    int x = 5;
    hands(14, &x);
    return 0;
}
