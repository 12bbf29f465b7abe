/* A line as a shell has it: words, quotes and escapes. */
#include "sds/sds.c"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    char line[17];
    int count;
    if (size > 16)
        return 0;
    for (size_t i = 0; i < size; i++)
        line[i] = (char)data[i];
    line[size] = 0;
    sds *words = sdssplitargs(line, &count);
    if (words)
        sdsfreesplitres(words, count);
    return 0;
}
