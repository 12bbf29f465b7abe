// Memory that is aligned by more than `malloc` aligns it: its address is a multiple of that.
// entry: blocks  target: label:OFF   expect: unreachable
#include <stdint.h>
#include <stdlib.h>

int blocks(void) {
    char *page = aligned_alloc(64, 128);
    void *other;
    if (posix_memalign(&other, 256, 16) != 0)
        return -1;
    if ((uintptr_t)page % 64 != 0 || (uintptr_t)other % 256 != 0) {
        OFF: return 1;
    }
    return 0;
}
