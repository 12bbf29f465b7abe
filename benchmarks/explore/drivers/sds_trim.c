/* A string without the characters at its ends that are among the first two bytes, and then a range of it. */
#include "sds/sds.c"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    char set[3];
    if (size < 4 || size > 20)
        return 0;
    set[0] = (char)data[0];
    set[1] = (char)data[1];
    set[2] = 0;
    sds text = sdsnewlen(data + 4, size - 4);
    sdstrim(text, set);
    sdsrange(text, (signed char)data[2], (signed char)data[3]);
    sdsfree(text);
    return 0;
}
