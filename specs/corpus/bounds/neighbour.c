// Smooths a row of 16 by its right neighbour: the last element has none.
// Reachable: i = 15 reads element 16. A loop that ends before 15 does not.
// target: bounds  define: END=16  expect: reachable
// target: bounds  define: END=15  expect: unreachable
int main(void) {
    int row[16];
    int rough = 0;
    for (int i = 0; i < END; i++)
        if (row[i] > row[i + 1])
            rough++;
    return rough;
}
