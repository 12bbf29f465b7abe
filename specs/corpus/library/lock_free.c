// Atomic numbers and pointers need no lock, which macros and a function say.
// target: label:locked   expect: unreachable
// target: label:is_free  expect: reachable
// target: label:other    expect: unreachable
#include <stdatomic.h>

#if ATOMIC_BOOL_LOCK_FREE != 2 || ATOMIC_CHAR_LOCK_FREE != 2 || ATOMIC_SHORT_LOCK_FREE != 2 || \
    ATOMIC_INT_LOCK_FREE != 2 || ATOMIC_LONG_LOCK_FREE != 2 || ATOMIC_LLONG_LOCK_FREE != 2 || \
    ATOMIC_POINTER_LOCK_FREE != 2 || ATOMIC_WCHAR_T_LOCK_FREE != 2 || ATOMIC_CHAR16_T_LOCK_FREE != 2 || \
    ATOMIC_CHAR32_T_LOCK_FREE != 2
#error "what is atomic has a lock"
#endif

int main(void) {
    atomic_int n = 1;
    _Atomic(int *) p = 0;
    atomic_llong l = 2;
    if (!atomic_is_lock_free(&p) || !atomic_is_lock_free(&l)) { locked: return 1; }
    if (atomic_is_lock_free(&n)) {
        is_free: n++;
    }
    if (n != 2) { other: return 2; }
    return 0;
}
