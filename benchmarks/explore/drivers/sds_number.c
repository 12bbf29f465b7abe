/* Eight bytes as a number with a sign and without one, in decimal. */
#include "sds/sds.c"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    char text[SDS_LLSTR_SIZE];
    unsigned long long value = 0;
    if (size > 8)
        return 0;
    for (size_t i = 0; i < size; i++)
        value = value << 8 | data[i];
    sdsull2str(text, value);
    sdsll2str(text, (long long)value);
    return 0;
}
