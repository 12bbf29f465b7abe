// Marks are set to 1 where a number is negative and to 0 elsewhere; nothing else is ever a mark.
// entry: mark  define: WRONG=>1  expect: unreachable
// entry: mark  define: WRONG=>0  expect: reachable
extern void reach_error(void);

void mark(const int numbers[], int n) {
    char marks[100];
    if (n < 0 || n > 100)
        return;
    for (int i = 0; i < n; i++) {
        if (numbers[i] < 0)
            marks[i] = 1;
        else
            marks[i] = 0;
    }
    for (int i = 0; i < n; i++)
        if (marks[i] WRONG)
            reach_error();
}
