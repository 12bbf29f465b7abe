// GNU's strerror_r gives a text, in the memory that it is handed or elsewhere; what is there ends.
// target: label:elsewhere  expect: reachable
// target: label:here       expect: reachable
// target: label:no         expect: reachable
// target: label:too_long   expect: unreachable
#define _GNU_SOURCE
#include <string.h>

int main(void) {
    char room[4];
    char *text = strerror_r(2, room, sizeof room);
    if (text != room) { elsewhere: return 0; }
    if (strlen(room) > 3) { too_long: return 1; }
    if (strcmp(text, "No") == 0) { no: return 2; }
here:
    return 3;
}
