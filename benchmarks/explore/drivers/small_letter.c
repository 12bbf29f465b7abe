/* Of the kind of KLEE's second example: what a character is. */
#include <stddef.h>

int seen_kind;

static int kind_of(char c) {
    if (c >= 'a' && c <= 'z')
        return 1;
    if (c >= 'A' && c <= 'Z')
        return 2;
    if (c == '_' || (c >= '0' && c <= '9'))
        return 3;
    return 0;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    if (size != 1)
        return 0;
    seen_kind = kind_of((char)data[0]);
    return 0;
}
