/* What holds whenever a call is over: of the result, of globals, of calls within calls.
 * entry: fib_grows  target: label:SMALL  expect: unreachable
 * entry: fib_grows  target: label:EQUAL  expect: reachable
 * entry: divides  target: label:LARGE  expect: unreachable
 * entry: divides  target: label:HALF  expect: reachable
 * entry: ackermann_grows  target: label:NOT_MORE  expect: unreachable
 * entry: ackermann_grows  target: label:ONE_MORE  expect: reachable
 * entry: ackermann_of_two  target: label:OTHER  expect: unreachable
 * entry: ackermann_of_two  target: label:SEVEN  expect: reachable
 * entry: nested_twice  target: label:NOT_91  expect: unreachable
 * entry: nested_twice  target: label:MORE  expect: reachable
 * entry: balanced  target: label:LEFT_OPEN  expect: unreachable
 * entry: balanced  target: label:WAS_DEEP  expect: reachable
 */
static int fib(int n)
{
    if (n <= 0)
        return 0;
    if (n == 1)
        return 1;
    return fib(n - 1) + fib(n - 2);
}

void fib_grows(int n)
{
    if (n < 0 || n > 30)
        return;
    int f = fib(n);
    if (f < n - 1) {
    SMALL:;
    }
    if (n > 3 && f == n) {
    EQUAL:;
    }
}

static int gcd(int a, int b)
{
    int r;
    if (a == b)
        return a;
    if (a > b)
        r = gcd(a - b, b);
    else
        r = gcd(a, b - a);
    return r;
}

void divides(int a, int b)
{
    if (a <= 0 || b <= 0)
        return;
    int g = gcd(a, b);
    if (g < 1 || g > a || g > b) {
    LARGE:;
    }
    if (a > 4 && 2 * g == a && b > g) {
    HALF:;
    }
}

static int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

void ackermann_grows(int m, int n)
{
    if (m < 0 || n < 0)
        return;
    int a = ackermann(m, n);
    if (a <= n) {
    NOT_MORE:;
    }
    if (a == n + 1) {
    ONE_MORE:;
    }
}

void ackermann_of_two(int m, int n)
{
    if (m < 0 || m > 2 || n < 0)
        return;
    int a = ackermann(m, n);
    if (m == 2 && a != 2 * n + 3) {
    OTHER:;
    }
    if (m == 2 && a == 7) {
    SEVEN:;
    }
}

static int ninety_one(int n)
{
    if (n > 100)
        return n - 10;
    return ninety_one(ninety_one(n + 11));
}

void nested_twice(int n)
{
    if (n > 1000000)
        return;
    int m = ninety_one(n);
    if (n <= 101 && m != 91) {
    NOT_91:;
    }
    if (m > 91) {
    MORE:;
    }
}

static int level, deepest;

static void walk(int n)
{
    level++;
    if (level > deepest)
        deepest = level;
    if (n > 0) {
        walk(n - 1);
        if (n % 2)
            walk(n - 2);
    }
    level--;
}

void balanced(int n)
{
    if (n > 20)
        return;
    walk(n);
    if (level != 0) {
    LEFT_OPEN:;
    }
    if (deepest > 3) {
    WAS_DEEP:;
    }
}
