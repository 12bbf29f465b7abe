/* A text in INI, whose names and values a handler counts. It wants no name that begins with x. */
#include "inih/ini.c"

static int count(void *user, const char *section, const char *name, const char *value) {
    int *seen = user;
    (void)section;
    (void)value;
    ++*seen;
    return name[0] != 'x';
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    char text[33];
    int seen = 0;
    if (size > 32)
        return 0;
    for (size_t i = 0; i < size; i++)
        text[i] = (char)data[i];
    text[size] = 0;
    ini_parse_string(text, count, &seen);
    return 0;
}
