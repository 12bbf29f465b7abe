// memmove copies as if through another array: the last element becomes the last but one, 5. A copy from front to back
// over itself would have carried the 1 all the way.
// define: LAST=5  expect: reachable
// define: LAST=1  expect: unreachable
#include <string.h>
extern void reach_error(void);

int main(void) {
    int queue[6] = {1, 2, 3, 4, 5, 6};
    memmove(queue + 1, queue, 5 * sizeof(int));
    if (queue[0] == 1 && queue[5] == LAST) reach_error();
    return 0;
}
