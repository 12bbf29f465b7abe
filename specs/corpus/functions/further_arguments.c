// Functions that look for more arguments than they have parameters for: integers, strings, a list that is handed on
// or copied, formats.
// target: label:six      expect: reachable
// target: label:other    expect: unreachable
// target: label:found    entry: asked    expect: reachable
// target: label:never    entry: asked    expect: unreachable
// target: bounds         entry: missing  expect: reachable
// target: label:printed  entry: printed  expect: reachable
// target: label:kinds    entry: kinds    expect: reachable
// target: label:wrong    entry: kinds    expect: unreachable
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int sum(int n, ...) {
    va_list all;
    int s = 0;
    va_start(all, n);
    for (int i = 0; i < n; i++) s += va_arg(all, int);
    va_end(all);
    return s;
}

static int greatest(int n, va_list all) {
    int most = va_arg(all, int);
    for (int i = 1; i < n; i++) {
        int v = va_arg(all, int);
        if (v > most) most = v;
    }
    return most;
}

int greatest_and_first(int n, ...) {
    va_list all, again;
    va_start(all, n);
    va_copy(again, all);
    int most = greatest(n, all), first = va_arg(again, int);
    va_end(all);
    va_end(again);
    return most * 100 + first;
}

int mixed(const char *kinds, ...) {
    va_list all;
    int r = 0;
    va_start(all, kinds);
    for (; *kinds; kinds++) {
        if (*kinds == 'd') r += va_arg(all, int);
        else if (*kinds == 's') r += strlen(va_arg(all, char *));
        else if (*kinds == 'l') r += va_arg(all, long) == 5000000000;
    }
    va_end(all);
    return r;
}

static int say(char *to, unsigned long room, const char *format, ...) {
    va_list all;
    va_start(all, format);
    int count = vsnprintf(to, room, format, all);
    va_end(all);
    return count;
}

int main(void) {
    if (sum(3, 1, 2, 3) == 6 && sum(0) == 0) { six: ; }
    if (greatest_and_first(3, 4, 9, 2) != 904) { other: return 1; }
    return 0;
}

int asked(int a, int b) {
    if (sum(2, a, b) == 77 && a > b) { found: return 1; }
    if (greatest_and_first(2, a, b) < 0 && a == 1) { never: return 2; }
    return 0;
}

int missing(int n) {
    if (n < 0 || n > 9) return 0;
    return sum(n, 1, 2, 3);
}

int printed(void) {
    char text[8];
    int count = say(text, sizeof text, "%d", 7);
    if (count == 1 && text[0] == '7') { printed: return 1; }
    return 0;
}

int kinds(int n) {
    if (n < 0 || n > 100) return 0;
    int r = mixed("dsl", n, "four", 5000000000);
    if (r == 55) { kinds: return 1; }
    if (r != n + 5) { wrong: return 2; }
    return 0;
}
