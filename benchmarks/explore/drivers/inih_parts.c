/* What reading INI is made of: spaces at both ends, and where a comment begins. */
#include "inih/ini.c"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    char text[25], copy[9];
    char *from;
    if (size > 24)
        return 0;
    for (size_t i = 0; i < size; i++)
        text[i] = (char)data[i];
    text[size] = 0;
    ini_rstrip(text, text + strlen(text));
    from = ini_lskip(text);
    ini_find_chars_or_comment(from, "=:");
    ini_find_chars_or_comment(from, NULL);
    ini_strncpy0(copy, from, sizeof copy);
    return 0;
}
