// Adds up to 1000 samples of 16 bits each: the sum stays within 1000 * 32768, which is below 2 to the 31st.
// Unreachable for that reason. The pair has up to 100000 samples, and 65537 of -32768 go below the least int.
// entry: mean  target: overflow  define: MOST=1000  expect: unreachable
// entry: mean  target: overflow  define: MOST=100000  expect: reachable  expect_today: unknown  timeout: 2s
extern void reach_error(void);

int mean(const short samples[], int n) {
    int sum = 0;
    if (n < 1 || n > MOST)
        return 0;
    for (int i = 0; i < n; i++)
        sum += samples[i];
    return sum / n;
}
