// A checksum of 8 bits adds twice each byte; wrapping at 256 keeps it even.
// Unreachable: even numbers stay even modulo 256. Without the factor 2 the line is reached by a single byte of 77.
// entry: checksum  define: FACTOR=2  expect: unreachable
// entry: checksum  define: FACTOR=1  expect: reachable
extern void reach_error(void);

void checksum(const unsigned char data[], int n) {
    unsigned char sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum + FACTOR * data[i];
    if (sum == 77)
        reach_error();
}
