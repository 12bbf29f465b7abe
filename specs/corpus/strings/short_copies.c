/* A string is copied if there is room for it: what is counted in the copy is at most what there is room for.
 * entry: separators  target: label:MORE  expect: unreachable
 * entry: separators  target: label:ALL   expect: reachable
 */
#include <string.h>

int separators(const char *line)
{
    char copy[12];
    int n = 0;
    size_t length = strlen(line);
    if (length >= sizeof copy)
        return -1;
    memcpy(copy, line, length + 1);
    for (size_t i = 0; i < length; i++)
        n += copy[i] == ',' || copy[i] == ';';
    if (n > 11) {
    MORE:
        return 2;
    }
    if (n == 11 && copy[3] == ';') {
    ALL:
        return 1;
    }
    return 0;
}
