/* Letters as the bytes that they stand for. */
#include "crypto-algorithms/base64.c"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    BYTE out[48];
    if (size < 2 || size > 32)
        return 0;
    base64_decode(data, out, size);
    return 0;
}
