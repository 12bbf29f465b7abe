/* Up to four numbers are inserted where they belong, and nothing that comes before another is larger then.
 * entry: inserted  target: label:UNSORTED  expect: unreachable
 * entry: inserted  target: label:REVERSED  expect: reachable
 */
int inserted(const int *in, unsigned n)
{
    int v[4];
    unsigned i, p;
    if (n > 4)
        return 0;
    for (i = 0; i < n; i++) {
        for (p = i; p > 0 && v[p - 1] > in[i]; p--)
            v[p] = v[p - 1];
        v[p] = in[i];
    }
    for (i = 1; i < n; i++)
        if (v[i - 1] > v[i]) {
        UNSORTED:
            return 2;
        }
    if (n == 4 && v[0] == in[3] && v[3] == in[0] && v[0] < v[1]) {
    REVERSED:
        return 1;
    }
    return 0;
}
