// Blocks of a loop with a flexible member have elements of elements: beyond what a replay can number.
// target: label:same entry: f expect: reachable expect_today: unknown
#include <stdlib.h>

struct block {
    char n;
    int data[];
};

int f(int n) {
    if (n < 1 || n > 3)
        return 0;
    int last = 0;
    for (int i = 0; i < 2; i++) {
        struct block *b = malloc(sizeof *b + n * sizeof(int));
        b->n = n;
        for (int j = 0; j < b->n; j++)
            b->data[j] = n;
        last = b->data[n - 1];
    }
    if (last == 2) {
    same:
        return 1;
    }
    return 0;
}
