// Every element is filled before every element is looked at.
// With the last one left out, which may hold anything, the line is reached.
// define: FILLED=1000  expect: unreachable
// define: FILLED=999   expect: reachable
extern void reach_error(void);

int main(void) {
    int cells[1000];
    for (int i = 0; i < FILLED; i++)
        cells[i] = 7;
    for (int i = 0; i < 1000; i++)
        if (cells[i] != 7)
            reach_error();
    return 0;
}
