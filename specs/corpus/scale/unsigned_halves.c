// Takes two away from an unsigned number as long as that does not pass zero.
// Half of the number, rounded down, is how often; 0 or 1 is left. With `!= 0` instead of `> 1` an odd number would
// wrap around and go on, see `wrap/`.
// target: label:often  define: TIMES=3            expect: reachable
// target: label:often  define: TIMES=2147483647u  expect: reachable
// target: label:often  define: TIMES=2147483648u  expect: unreachable
// target: label:left   define: TIMES=0            expect: unreachable
int main(void) {
    unsigned number, times = 0;
    while (number > 1) {
        number -= 2;
        times++;
    }
    if (number > 1)
        goto left;
    if (times == TIMES)
        goto often;
    return 0;
often:
    return 1;
left:
    return 2;
}
