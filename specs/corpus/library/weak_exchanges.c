// A weak compare-exchange may fail although it need not, and then changes nothing.
// entry: once   target: label:failed    expect: reachable
// entry: once   target: label:done      expect: reachable
// entry: once   target: label:half      expect: unreachable
// entry: again  target: label:missed    expect: unreachable
// entry: again  target: label:added     expect: reachable
// entry: strong target: label:failed_so expect: unreachable
#include <stdatomic.h>

static atomic_int shared = 3;

int once(void) {
    int expected = 3;
    _Bool done = atomic_compare_exchange_weak(&shared, &expected, 4);
    if (expected != 3 || done != (atomic_load(&shared) == 4)) { half: return 1; }
    if (!done) { failed: return 2; }
done:
    return 0;
}

int again(void) {
    int old = atomic_load(&shared), rounds = 0;
    while (!atomic_compare_exchange_weak_explicit(&shared, &old, old + 1, memory_order_relaxed, memory_order_relaxed))
        if (++rounds == 3) return 1;
    if (shared != 4) { missed: return 2; }
added:
    return 0;
}

int strong(void) {
    int plain = 5, expected = 5;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (!__atomic_compare_exchange_n(&plain, &expected, 6, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) { failed_so: return 1; }
    return __atomic_compare_exchange_n(&plain, &expected, 7, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
