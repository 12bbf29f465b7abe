// What a variadic function is called with behind its parameters comes from outside, whatever is looked for in it.
// entry: kinds   target: label:number    expect: reachable
// entry: kinds   target: label:wide      expect: reachable
// entry: told    target: label:nothing   expect: reachable
#include <stdarg.h>
#include <stdio.h>

int kinds(const char *of, ...) {
    va_list all;
    va_start(all, of);
    for (; *of; of++) {
        if (*of == 'i') {
            if (va_arg(all, int) == 77) {
            number:
                return 1;
            }
        } else if (*of == 's') {
            puts(va_arg(all, const char *));
        } else if (va_arg(all, unsigned long) == 1UL << 40) {
        wide:
            return 3;
        }
    }
    va_end(all);
    return 0;
}

static char text[32];

int told(int level, const char *format, ...) {
    va_list all;
    if (level > 3) {
    nothing:
        return 0;
    }
    va_start(all, format);
    int n = vsnprintf(text, sizeof text, "%d %d", all);
    va_end(all);
    return n;
}
