/* Of the kind of KLEE's example with sorting: two ways to sort must agree. */
#include <stddef.h>

static void by_insertion(unsigned char *a, size_t n) {
    for (size_t i = 1; i < n; i++) {
        unsigned char moved = a[i];
        size_t j = i;
        while (j > 0 && a[j - 1] > moved) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = moved;
    }
}

static void by_bubbles(unsigned char *a, size_t n) {
    int is_sorted;
    do {
        is_sorted = 1;
        for (size_t i = 1; i < n; i++)
            if (a[i - 1] > a[i]) {
                unsigned char kept = a[i];
                a[i] = a[i - 1];
                a[i - 1] = kept;
                is_sorted = 0;
            }
    } while (!is_sorted);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    unsigned char one[4], other[4];
    if (size > 4)
        return 0;
    for (size_t i = 0; i < size; i++)
        one[i] = other[i] = data[i];
    by_insertion(one, size);
    by_bubbles(other, size);
    for (size_t i = 0; i < size; i++)
        if (one[i] != other[i])
            __builtin_trap();
    return 0;
}
