// A file of records of 12 bytes behind a header of 8: its size is 8 more than a multiple of 12.
// 128 = 8 + 12 * 10 is reached; 126 is not 8 more than a multiple of 12.
// entry: size  define: BYTES=128  expect: reachable
// entry: size  define: BYTES=126  expect: unreachable
extern void reach_error(void);

void size(const int present[], int n) {
    long bytes = 8;
    for (int i = 0; i < n; i++)
        if (present[i] != 0)
            bytes += 12;
    if (bytes == BYTES)
        reach_error();
}
