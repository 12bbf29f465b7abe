// Further arguments of a variadic function that are pointers to data and to functions.
// entry: clean  target: label:BOTH   expect: reachable
#include <stdarg.h>
typedef int (*number)(int);
static int square(int x) { return x * x; }
static int twice(int x) { return 2 * x; }

static int call(int n, ...) {
    va_list all;
    int sum = 0;
    va_start(all, n);
    while (n--) {
        int *p = va_arg(all, int *);
        number f = va_arg(all, number);
        sum += f(*p);
    }
    va_end(all);
    return sum;
}

int clean(int k) {
    int a = 3, b = k;
    if (k < 0 || k > 100)
        return 0;
    if (call(2, &a, square, &b, twice) == 19)
    BOTH:
        return k;
    return 0;
}
