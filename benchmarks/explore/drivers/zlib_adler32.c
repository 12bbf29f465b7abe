/* A checksum, from where the first two bytes say. The rows for 5552 bytes and more are too far. */
#include "zlib/adler32.c"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    if (size < 2 || size > 64)
        return 0;
    uLong from = data[0] | (uLong)data[1] << 8;
    uLong first = adler32(from, data + 2, (uInt)(size - 2));
    adler32_combine(first, from, (z_off_t)data[0] - 1);
    return 0;
}
