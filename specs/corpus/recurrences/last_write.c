// Remembers the index of the last request with priority; requests without one leave it as it is.
// Reachable: the last priority at index 17 of 40. Unreachable: an index beyond the last one.
// entry: last  define: INDEX=17  expect: reachable
// entry: last  define: INDEX=40  expect: unreachable
extern void reach_error(void);

void last(const int priority[]) {
    int index = -1;
    for (int i = 0; i < 40; i++)
        if (priority[i] > 0)
            index = i;
    if (index == INDEX)
        reach_error();
}
