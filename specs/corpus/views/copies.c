// Copies of parts of elements, bytes that are set to a value that is not constant, and one character copied from bytes.
// target: call:wrong  expect: unreachable
// target: call:done   expect: reachable
// target: undefined   expect: unreachable
extern int __VERIFIER_nondet_int(void);
extern void wrong(void), done(void);
extern void *memcpy(void *, const void *, unsigned long), *memset(void *, int, unsigned long);

int main(void) {
    int a = 0x01020304, b = -1, k = __VERIFIER_nondet_int();
    memcpy(&b, &a, 3);
    if (b != (int)0xff020304) wrong();
    signed char c;
    memcpy(&c, (char *)&b + 3, sizeof c);
    if (c != -1) wrong();
    short w[4] = { 1, 2, 3, 4 };
    memset(w + 1, k, 3);
    if ((w[1] & 255) != (k & 255) || w[2] >> 8 || w[3] != 4) wrong();
    done();
    return 0;
}
