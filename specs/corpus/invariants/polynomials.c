/* Products and powers that every round preserves, also where they wrap, and what is only nearly so.
 * entry: doubled  target: label:OTHER  expect: unreachable
 * entry: doubled  target: label:LAST  expect: reachable
 * entry: doubled_wrapped  target: label:OTHER_WRAPPED  expect: unreachable
 * entry: least_multiple  target: label:NOT_KEPT  expect: unreachable
 * entry: least_multiple  target: label:DIFFERENT  expect: reachable
 * entry: triples  target: label:NOT_COUNTED  expect: unreachable
 * entry: triples  target: label:TWENTY  expect: reachable
 * entry: by_bits  target: label:NO_PRODUCT  expect: unreachable
 * entry: nearly_by_bits  target: label:MISSING  expect: reachable
 * entry: nearly_kept  target: label:BROKEN  expect: reachable
 */
void doubled(short p, short q)
{
    long long a = p, b = q, x = a, y = b, z = 0;
    if (b < 1)
        return;
    while (y != 0) {
        if (z + x * y != a * b) {
        OTHER:;
        }
        if (y % 2 == 1) {
            z += x;
            y--;
        }
        x = 2 * x;
        y = y / 2;
    }
    if (z == 12 && p == 3) {
    LAST:;
    }
}

void doubled_wrapped(unsigned p, unsigned q)
{
    unsigned long long a = p, b = q, x = a, y = b, z = 0;
    for (;;) {
        if (z + x * y != a * b) {
        OTHER_WRAPPED:;
        }
        if (y == 0)
            break;
        if (y % 2 == 1) {
            z += x;
            y--;
        }
        x *= 2;
        y /= 2;
    }
}

void least_multiple(unsigned short p, unsigned short q)
{
    unsigned long long a = p, b = q, x = a, y = b, u = b, v = 0;
    if (a < 1 || b < 1)
        return;
    for (;;) {
        if (x * u + y * v != a * b) {
        NOT_KEPT:;
        }
        if (x == y)
            break;
        while (x > y) {
            x -= y;
            v += u;
        }
        while (x < y) {
            y -= x;
            u += v;
        }
    }
    if (u + v != b && u + v != a) {
    DIFFERENT:;
    }
}

void triples(int n)
{
    int count = 0, i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < i; j++)
            for (k = 0; k < j; k++)
                count++;
    if (n >= 0 && n < 1000 && 6 * count != n * (n - 1) * (n - 2)) {
    NOT_COUNTED:;
    }
    if (count == 20) {
    TWENTY:;
    }
}

static unsigned multiplied(unsigned a, unsigned b, unsigned last)
{
    unsigned r = 0;
    while (b > last) {
        if (b & 1)
            r += a;
        a <<= 1;
        b >>= 1;
    }
    return r;
}

void by_bits(unsigned x, unsigned y)
{
    if (multiplied(x, y, 0) != x * y) {
    NO_PRODUCT:;
    }
}

void nearly_by_bits(unsigned x, unsigned y)
{
    if (multiplied(x, y, 1) != x * y && x * y != 0) {
    MISSING:;
    }
}

/* The last bit is forgotten once the number is large. */
void nearly_kept(unsigned short p, unsigned short q)
{
    unsigned long long a = p, b = q, x = a, y = b, z = 0;
    while (y != 0) {
        if (z + x * y != a * b) {
        BROKEN:;
        }
        if (y % 2 == 1 && y < 1000)
            z += x;
        x *= 2;
        y /= 2;
    }
}
