// Compares a word of 9 letters from both ends.
// Unreachable: letters 2 and 6 are compared in the third round. Letter 4 in the middle is compared with none: reachable.
// define: CASE=1  expect: unreachable
// define: CASE=2  expect: reachable
extern void reach_error(void);

int main(void) {
    char word[9];
    int low = 0, high = 8, same = 1;
    while (low < high) {
        if (word[low] != word[high])
            same = 0;
        low++;
        high--;
    }
    if (CASE == 1 && same && word[2] != word[6])
        reach_error();
    if (CASE == 2 && same && word[4] == 'q' && word[3] == 'e')
        reach_error();
    return 0;
}
