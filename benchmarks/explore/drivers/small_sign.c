/* Of the kind of KLEE's first example: which sign a number has. */
#include <stddef.h>

int seen_sign;

static int sign_of(int number) {
    if (number > 0)
        return 1;
    if (number < 0)
        return -1;
    return 0;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    unsigned number = 0;
    if (size != 4)
        return 0;
    for (size_t i = 0; i < 4; i++)
        number = number << 8 | data[i];
    seen_sign = sign_of((int)number);
    return 0;
}
