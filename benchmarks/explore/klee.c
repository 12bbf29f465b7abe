/* The driver with any bytes, as KLEE has them. */
#include <stddef.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);
void klee_make_symbolic(void *, size_t, const char *);
void klee_assume(unsigned long);
void *malloc(size_t);

int main(void) {
    unsigned char bytes[LARIAT_MOST];
    size_t size;
    klee_make_symbolic(bytes, sizeof bytes, "data");
    klee_make_symbolic(&size, sizeof size, "size");
    klee_assume(size <= sizeof bytes);
    /* One block of each size: what is read behind its end is an error here as well. */
    for (size_t exact = 0; exact <= sizeof bytes; exact++)
        if (size == exact) {
            unsigned char *data = malloc(exact);
            for (size_t i = 0; i < exact; i++)
                data[i] = bytes[i];
            return LLVMFuzzerTestOneInput(data, exact);
        }
    return 0;
}
