// What compilers make of constants that shift or add too far before a program begins: two's complement, with a warning.
// target: label:wrong  expect: unreachable
// target: label:right  expect: reachable
static const int shifted = -5 << 4, top = 1 << 31, table[2] = { [1] = -1 << 3 };
static long wide = 3L << 62;
static struct { int a; short b; } both = { 2147483647 + 1, -3 << 2 };

int main(void) {
    if (shifted != -80 || top != -2147483647 - 1 || table[1] != -8 || wide != -4611686018427387904L) { wrong: return 1; }
    if (both.a != top || both.b != -12) goto wrong;
right:
    return 0;
}
