/* What a call changes is read by nothing but later calls; what is passed is read behind a call only.
 * entry: counted_leaves  target: label:FEW  expect: reachable
 * entry: read_only_behind  target: label:OTHER  expect: unreachable
 * entry: read_only_behind  target: label:SAME  expect: reachable
 */
static unsigned leaves;

static int leaf(int n)
{
    if (n <= 0) {
        if (leaves == 3) {
        FEW:;
        }
        leaves++;
        return 0;
    }
    int a = leaf(n - 1);
    int b = leaf(n - 1);
    return a + b;
}

void counted_leaves(void)
{
    leaf(9);
}

static int add(int n, int a)
{
    if (n <= 0)
        return 0;
    int r = add(n - 1, 1);
    return r + a;
}

void read_only_behind(int n, int a)
{
    if (n < 1 || n > 1000 || a < 0 || a > 9)
        return;
    int r = add(n, a);
    if (r != n - 1 + a) {
    OTHER:;
    }
    if (r == 7 && a == 5) {
    SAME:;
    }
}
