// A pointer to freed memory may be copied, compared with null and given another value.
// target: label:copied  expect: reachable
// target: label:is_null  expect: unreachable
// target: label:not_null  expect: reachable
// target: label:used  expect: reachable
// target: lifetime  expect: unreachable
extern void *malloc(unsigned long);
extern void free(void *);

struct pair {
    int *first, *second;
};

int main(void) {
    struct pair a, b;
    a.first = malloc(sizeof(int));
    a.second = a.first;
    free(a.first);
    b = a;
    copied: ;
    if (b.second == 0) is_null: ;
    if (b.second) not_null: ;
    b.second = malloc(sizeof(int));
    *b.second = 1;
    used: ;
    free(b.second);
    return 0;
}
