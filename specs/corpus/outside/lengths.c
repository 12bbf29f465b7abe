#include <stddef.h>

int sum(const char *a, size_t n) {
    int s = 0;
    for (size_t i = 0; i < n; i++) s = (s + a[i]) % 1000;
    if (s > 250) { many: return 1; }
    return s;
}
