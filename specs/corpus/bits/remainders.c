/* Remainders by what may be 0, where the path ends: in the first round it is.
 * entry: in_rounds  target: label:BEHIND   expect: reachable
 * entry: in_rounds  target: label:CHANGED  expect: unreachable
 * entry: with_bits  target: label:MORE     expect: unreachable
 * entry: with_bits  target: label:SOME     expect: reachable
 */
int in_rounds(unsigned long a)
{
    long x = 3, i;
    for (i = 0; (a >> i) & 1; i++)
        x ^= 4 % i;
BEHIND:
    if (x != 3) {
    CHANGED:
        return 1;
    }
    return 0;
}

int with_bits(int b)
{
    int x = 3;
    x ^= 4 % b;
    if (x > 7) {
    MORE:
        return 2;
    }
    if (x == 7) {
    SOME:
        return 1;
    }
    return 0;
}
