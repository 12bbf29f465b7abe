// Fills the first places of a table with sevens and counts the sevens in it.
// There are as many as were filled, and at least LEAST. A table that may have none filled is open still: it takes
// segments of the counting loop in the right turn.
// target: label:exactly   define: LENGTH=5       define: LEAST=1     define: SEVENS=4      expect: reachable
// target: label:exactly   define: LENGTH=100000  define: LEAST=1000  define: SEVENS=54321  expect: reachable
// target: label:exactly   define: LENGTH=100000  define: LEAST=1000  define: SEVENS=999    expect: unreachable
// target: label:exactly   define: LENGTH=100000  define: LEAST=1000  define: SEVENS=100001 expect: unreachable
// target: label:different define: LENGTH=5       define: LEAST=0     define: SEVENS=1      expect: unreachable
// target: label:different define: LENGTH=100000  define: LEAST=1000  define: SEVENS=1      expect: unreachable
// target: label:different define: LENGTH=100000  define: LEAST=0     define: SEVENS=1      expect: unreachable  expect_today: unknown  timeout: 2s
int table[LENGTH];
int main(void) {
    int length, sevens = 0;
    if (length < LEAST || length > LENGTH)
        return 0;
    for (int i = 0; i < length; i++)
        table[i] = 7;
    for (int i = 0; i < LENGTH; i++)
        if (table[i] == 7)
            sevens++;
    if (sevens != length)
        goto different;
    if (sevens == SEVENS)
        goto exactly;
    return 0;
exactly:
    return 1;
different:
    return 2;
}
