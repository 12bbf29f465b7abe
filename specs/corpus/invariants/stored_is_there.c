/* What was stored by cases, and what the last round stored, is there.
 * entry: hole  target: label:FULL  expect: unreachable
 * entry: hole  target: label:HOLE  expect: reachable
 * entry: copied  target: label:LONGER  expect: unreachable
 * entry: copied  target: label:THREE  expect: reachable
 */
int hole(int *a, int n, int at)
{
    for (int i = 0; i < n; i++)
        if (i == at)
            a[i] = -1;
        else
            a[i] = 2 * (i % 1000) + 1;
    for (int i = 0; i < n; i++) {
        if (a[i] < 0 && i != at) {
FULL:
            return 1;
        }
        if (a[i] < 0 && i == 7) {
HOLE:
            return 2;
        }
    }
    return 0;
}

int copied(const char *s, char *d)
{
    int j = 0, i = 0;
    while ((d[j] = s[j]))
        j++;
    while (d[i])
        i++;
    if (i != j) {
LONGER:
        return 1;
    }
    if (i == 3) {
THREE:
        return 2;
    }
    return 0;
}
