/* A text in JSON as tokens, of which there is room for eight. */
#include <stddef.h>
#include "jsmn/jsmn.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    jsmn_parser parser;
    jsmntok_t tokens[8];
    if (size > 32)
        return 0;
    jsmn_init(&parser);
    jsmn_parse(&parser, (const char *)data, size, tokens, 8);
    return 0;
}
