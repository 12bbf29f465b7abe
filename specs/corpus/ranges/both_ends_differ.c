// Compares two lists and their first and last places.
// Two agreements can be the first and the last place; one agreement cannot be both.
// define: LENGTH=4       define: EQUAL=2  expect: reachable
// define: LENGTH=4       define: EQUAL=1  expect: unreachable
// define: LENGTH=1       define: EQUAL=1  expect: reachable
// define: LENGTH=100000  define: EQUAL=2  expect: reachable
// define: LENGTH=100000  define: EQUAL=1  expect: unreachable
extern void reach_error(void);

int main(void) {
    int left[LENGTH], right[LENGTH];
    int equal = 0;
    for (int i = 0; i < LENGTH; i++)
        if (left[i] == right[i])
            equal++;
    if (equal == EQUAL && left[0] == right[0] && left[LENGTH - 1] == right[LENGTH - 1])
        reach_error();
    return 0;
}
