/* A text in JSON without its spaces and comments. */
#include "cJSON/cJSON.c"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    char text[25];
    if (size > 24)
        return 0;
    for (size_t i = 0; i < size; i++)
        text[i] = (char)data[i];
    text[size] = 0;
    cJSON_Minify(text);
    return 0;
}
