// What a variadic function is called with behind its parameters comes from outside: as many arguments as are looked for,
// or fewer, which is undefined.
// entry: sum     target: label:answer    expect: reachable
// entry: sum     target: label:none      expect: unreachable
// entry: first   target: label:seven     expect: reachable
// entry: first   target: label:wide      expect: unreachable
// entry: passed  target: label:percent   expect: reachable
// entry: unused  target: label:five      expect: reachable
#include <stdarg.h>
#include <stdio.h>

int sum(int n, ...) {
    va_list all;
    int s = 0;
    va_start(all, n);
    for (int i = 0; i < n; i++)
        s += va_arg(all, int);
    va_end(all);
    if (s == 42 && n == 3) {
    answer:
        return 1;
    }
    if (n < 1 && s != 0) {
    none:
        return 2;
    }
    return 0;
}

int first(int n, ...) {
    va_list all;
    va_start(all, n);
    unsigned char c = va_arg(all, int);
    long long v = va_arg(all, long long);
    va_end(all);
    if (c == 7 && v == 1LL << 40) {
    seven:
        return 1;
    }
    if (c > 255) {
    wide:
        return 2;
    }
    return 0;
}

int passed(const char *format, ...) {
    va_list all;
    va_start(all, format);
    vfprintf(stderr, format, all);
    va_end(all);
    if (format[0] == '%') {
    percent:
        return 1;
    }
    return 0;
}

int unused(int k, ...) {
    if (k == 5) {
    five:
        return 1;
    }
    return 0;
}

int main(void) {
    return sum(2, 3, 4);
}
