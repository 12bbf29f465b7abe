// The other file of the program in the folder around this one.
#include "../choice.h"

int inside(range r) {
    int n = choice(r.high);
    if (n == 5)
        return 1;
    if (r.low != 6)
        return 2;
    return 0;
}
