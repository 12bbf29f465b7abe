// Atomic objects are plain ones where nothing runs beside the program: each operation gives what the object held, or
// holds after it, and stores what it says. Operations wrap around, so that adding 1 to the greatest `int` is no overflow.
// target: label:OLD       expect: unreachable
// target: label:NEW       expect: unreachable
// target: label:SWAPPED   expect: unreachable
// target: label:EXPECTED  expect: unreachable
// target: label:WRAPPED   expect: unreachable
// target: label:POINTER   expect: unreachable
// target: label:PLAIN     expect: unreachable
// target: label:SEVEN     expect: reachable
// target: overflow        expect: unreachable
// target: overflow  define: PLUS  expect: reachable
#include <limits.h>
#include <stdatomic.h>
extern int input(void);

static atomic_int counter = 3;
static _Atomic unsigned char small = 250;
static int *_Atomic where;

int main(void) {
    int n = input();
    if (n < 0 || n > 10)
        return 0;
    int old = atomic_fetch_add(&counter, n);
    if (old != 3 || counter != 3 + n)
    OLD:
        return 1;
    if (atomic_load(&counter) == 7)
    SEVEN:
        n = 4;
    atomic_store(&counter, 12);
    if (atomic_fetch_sub(&counter, 2) != 12 || atomic_fetch_or(&counter, 5) != 10 || atomic_fetch_and(&counter, 6) != 15 ||
        atomic_fetch_xor(&counter, 3) != 6 || counter != 5)
    NEW:
        return 2;
    if (atomic_exchange(&counter, 8) != 5 || counter != 8)
    SWAPPED:
        return 3;
    int expected = 9;
    if (atomic_compare_exchange_strong(&counter, &expected, 1) || expected != 8 || counter != 8 ||
        !atomic_compare_exchange_strong(&counter, &expected, 1) || expected != 8 || counter != 1)
    EXPECTED:
        return 4;
    atomic_store(&counter, INT_MAX);
    if (atomic_fetch_add(&small, 10) != 250 || small != 4 || atomic_fetch_add(&counter, 1) != INT_MAX || counter != INT_MIN)
    WRAPPED:
        return 5;
    int there = 6;
    atomic_store(&where, &there);
    *atomic_load(&where) += 1;
    if (there != 7 || atomic_exchange(&where, (int *)0) != &there || where)
    POINTER:
        return 6;
    int plain = 4;
    if (__atomic_fetch_add(&plain, 1, __ATOMIC_RELAXED) != 4 || __atomic_add_fetch(&plain, 1, __ATOMIC_SEQ_CST) != 6 ||
        __atomic_load_n(&plain, __ATOMIC_ACQUIRE) != 6)
    PLAIN:
        return 7;
    counter = INT_MAX - n;
#ifdef PLUS
    plain = counter + 5;
#endif
    return 0;
}
