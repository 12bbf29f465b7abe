// The older functions for atomic objects, and those that take places, do their steps one after the other; what each
// thread has of its own is there once.
// target: label:OLD      expect: unreachable
// target: label:SWAPPED  expect: unreachable
// target: label:LOCK     expect: unreachable
// target: label:PLACES   expect: unreachable
// target: label:COMPARED expect: unreachable
// target: label:OWN      expect: unreachable
// target: label:SEVEN    expect: reachable
// target: label:LINKED   expect: reachable
extern int input(void);

struct node {
    struct node *next;
    int value;
};

static _Thread_local int own = 3;
static __thread struct node *head;
static int lock;

static int count(void) {
    static _Thread_local int calls;
    return ++calls;
}

int main(void) {
    int n = input(), counter = 5, into, out;
    if (n < 0 || n > 10) return 0;
    if (__sync_fetch_and_add(&counter, n) != 5 || __sync_sub_and_fetch(&counter, 1) != 4 + n ||
        __sync_fetch_and_or(&counter, 16) != 4 + n)
    OLD:
        return 1;
    counter = n;
    if (__sync_bool_compare_and_swap(&counter, 7, 20) != (n == 7) || counter != (n == 7 ? 20 : n))
    SWAPPED:
        return 2;
    if (__sync_val_compare_and_swap(&counter, 20, 21) == 20)
    SEVEN:
        counter = 7;
    if (__sync_lock_test_and_set(&lock, 1) || __sync_lock_test_and_set(&lock, 1) != 1)
    LOCK:
        return 3;
    __sync_synchronize();
    __sync_lock_release(&lock);
    counter = n;
    into = 9;
    __atomic_exchange(&counter, &into, &out, __ATOMIC_SEQ_CST);
    __atomic_load(&counter, &into, __ATOMIC_SEQ_CST);
    if (lock || out != n || into != 9)
    PLACES:
        return 4;
    __atomic_store(&counter, &out, __ATOMIC_RELEASE);
    if (__atomic_compare_exchange_n(&counter, &into, 4, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) != (n == 9) ||
        into != (n == 9 ? 9 : n) || counter != (n == 9 ? 4 : n))
    COMPARED:
        return 5;
    struct node first = {0, n}, second = {0, 2};
    __sync_bool_compare_and_swap(&head, (struct node *)0, &first);
    second.next = __atomic_load_n(&head, __ATOMIC_ACQUIRE);
    struct node *expected = &first, *new = &second;
    if (__atomic_compare_exchange(&head, &expected, &new, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) &&
        head->next->value == 6)
    LINKED:
        return 6;
    own += count();
    own += count();
    if (own != 6)
    OWN:
        return 7;
    return 0;
}
