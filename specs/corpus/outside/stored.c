// What functions without a body store to arrays in loops, to bytes, and to pointers that are variables of their own.
// target: label:twice     entry: twice     expect: reachable
// target: label:thrice    entry: twice     expect: unreachable
// target: label:own       entry: own       expect: reachable
// target: label:packet    entry: packet    expect: reachable
// target: label:beyond    entry: packet    expect: unreachable
// target: label:given     entry: given     expect: reachable
// target: label:null      entry: given     expect: reachable
// target: label:list      entry: list      expect: reachable
// target: label:own_list  entry: list      expect: unreachable
// target: label:untouched entry: untouched expect: unreachable

struct node { int v; struct node *next; };
struct list { struct node *head; int n; };
struct header { unsigned char kind; unsigned short length; } __attribute__((packed));

extern void fill(char *buffer);
extern int receive(void *buffer, int size);
extern int get(int **out);
extern void load(struct list *l);

int twice(void) {
    char buffer[6] = {0};
    int n = 0;
    for (int i = 0; i < 2; i++) {
        fill(buffer);
        if (buffer[3] == 'x')
            n++;
    }
    if (n == 2) { twice: return 1; }
    if (n == 3) { thrice: return 2; }
    return 0;
}

/* An array of each round. */
int own(int n) {
    for (int i = 0; i < n; i++) {
        char own[4] = {0};
        fill(own);
        if (i == 1 && own[2] == 'y') { own: return 1; }
    }
    return 0;
}

int packet(void) {
    unsigned char bytes[8];
    if (receive(bytes, 8) < 3)
        return 0;
    struct header *h = (struct header *)bytes;
    if (h->kind == 3 && h->length == 0x1234) { packet: return 1; }
    if (h->length > 0xffff) { beyond: return 2; }
    return 0;
}

int given(void) {
    int x = 5, *p = &x;
    get(&p);
    if (!p) { null: return 1; }
    if (p != &x && p[1] == 4) { given: return 2; }
    return 0;
}

/* The function's own objects are none of ours. */
int list(void) {
    struct node own = { 1, 0 };
    struct list l = { &own, 1 };
    load(&l);
    if (l.head && l.head != &own && l.head->v == 7) { list: return 1; }
    if (l.head != &own && l.head == &own) { own_list: return 2; }
    return 0;
}

/* Nobody handed y over. */
int untouched(void) {
    int y = 1, x = 2, *p = &x;
    get(&p);
    if (p)
        *p = 9;
    if (y != 1) { untouched: return y; }
    return 0;
}
