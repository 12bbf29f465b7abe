// A `goto` leaves two loops at once when a damaged cell is met; the count of cells seen tells where that was.
// Reachable with seen = 23 by a defect at row 2, column 3 (10 columns a row); seen = 80 would be a cell beyond the last.
// define: SEEN=23  expect: reachable
// define: SEEN=80  expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int seen = 0;
    for (int row = 0; row < 8; row++)
        for (int col = 0; col < 10; col++) {
            if (__VERIFIER_nondet_int() == 'x')
                goto damaged;
            seen++;
        }
    return 0;
damaged:
    if (seen == SEEN)
        reach_error();
    return 1;
}
