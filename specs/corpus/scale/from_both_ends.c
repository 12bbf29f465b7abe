// Two fingers move towards one another until they point at the same place.
// They meet after half the length if it is even. An odd length lets them pass each other, on and on until a number
// overflows, which ends the path. The largest even length is 2147483646.
// define: PLACE=3           expect: reachable
// define: PLACE=1073741823  expect: reachable
// define: PLACE=1073741824  expect: unreachable
extern void reach_error(void);

int main(void) {
    int length;
    if (length < 0)
        return 0;
    int left = 0, right = length;
    while (left != right) {
        left++;
        right--;
    }
    if (left == PLACE)
        reach_error();
    return 0;
}
