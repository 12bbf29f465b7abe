/* A text in JSON as a tree. */
#include "cJSON/cJSON.c"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    if (size > 24)
        return 0;
    cJSON_Delete(cJSON_ParseWithLength((const char *)data, size));
    return 0;
}
