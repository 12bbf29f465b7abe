// One walker takes steps of 3 forward from 0, the other steps of 2 back from 1000, one each in turn, until they meet or pass.
// They stand on the same place after 200 rounds, at 600; on the place 601 they never meet.
// define: PLACE=600  expect: reachable
// define: PLACE=601  expect: unreachable
extern void reach_error(void);

int main(void) {
    int left = 0, right = 1000;
    while (left < right) {
        left += 3;
        right -= 2;
    }
    if (left == right && left == PLACE)
        reach_error();
    return 0;
}
