// What attributes mean: layouts, what runs before main and when a block ends, other names, calls that do not come back.
// target: call:before  expect: reachable
// target: call:packed  expect: reachable
// target: call:cleaned  expect: reachable
// target: call:renamed  expect: reachable
// target: call:came_back  expect: unreachable
// target: call:wrong  expect: unreachable
extern void before(void), packed(void), cleaned(void), renamed(void), came_back(void), wrong(void);
extern _Noreturn void stop(void);
extern int __VERIFIER_nondet_int(void);

static int begun, ended;
__attribute__((constructor)) static void begin(void) { begun = 7; }
static void end(int *value) { ended += *value; }

struct __attribute__((packed)) tight { char c; int n; };
#pragma pack(push, 2)
struct pairs { char c; int n; };
#pragma pack(pop)
struct wide { char c; int n; } __attribute__((aligned(16)));
typedef unsigned small __attribute__((mode(QI)));

int four(void) { return 4; }
int other(void) __attribute__((alias("four")));

static void scope(int times) {
    for (int i = 0; i < times; i++) {
        __attribute__((cleanup(end))) int due = 3;
        if (i == 1) continue;
        due++;
    }
}

int main(void) {
    if (begun == 7) before(); else wrong();
    small byte = 255;
    byte++;
    if (sizeof(struct tight) == 5 && sizeof(struct pairs) == 6 && sizeof(struct wide) == 16 && byte == 0) packed();
    else wrong();
    scope(3);
    if (ended == 11) cleaned(); else wrong();
    if (other() == 4) renamed(); else wrong();
    if (__VERIFIER_nondet_int()) {
        stop();
        came_back();
    }
    return 0;
}
