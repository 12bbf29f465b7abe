// What a pointer from outside leads to that becomes a pointer to the struct around it is in such a struct; the heads of
// lists are in none. Lists may be longer than pointers are followed.
// entry: one       target: label:member  expect: reachable
// entry: one       target: label:both    expect: unreachable
// entry: nested    target: label:seen    expect: reachable
// entry: old       target: label:seen    expect: reachable
// entry: sum       target: label:ten     expect: reachable
// entry: sum       target: label:empty   expect: reachable
// entry: sum       target: label:never   expect: unreachable
// entry: of_head   target: label:ten     expect: reachable
// entry: of_head   target: label:empty   expect: reachable
// entry: of_one    target: label:seven   expect: reachable
// entry: of_one    target: label:two     expect: reachable
// entry: of_one    target: label:other   expect: unknown
// entry: is_empty  target: label:empty   expect: reachable
// entry: is_empty  target: label:full    expect: reachable
// entry: moves     target: label:moved   expect: reachable
// entry: moves     target: label:left    expect: reachable
// entry: registers target: label:first   expect: reachable
// entry: registers target: label:other   expect: unreachable
// entry: registers target: label:last    expect: reachable
// entry: derived   target: label:nine    expect: reachable
// entry: derived   target: label:ten     expect: unreachable
// entry: of_kind   target: label:number  expect: reachable
// entry: of_kind   target: label:text    expect: reachable
// entry: builds    target: label:sum     expect: reachable
// entry: builds    target: label:end     expect: unreachable
// entry: null      target: label:last    expect: reachable
// entry: null      target: null          expect: reachable
// entry: follows   target: label:beyond  expect: unknown
// entry: several   target: label:both    expect: reachable
// entry: several   target: label:same    expect: unreachable
// entry: element   target: label:three   expect: reachable
// entry: absent    target: bounds        expect: reachable
#include <stddef.h>
#include <stdint.h>

struct list_head {
    struct list_head *next, *prev;
};

#define container_of(ptr, type, member)                              \
    ({                                                               \
        const __typeof__(((type *)0)->member) *__mptr = (ptr);       \
        (type *)((char *)__mptr - offsetof(type, member));           \
    })
#define for_each(pos, head, member)                                          \
    for (pos = container_of((head)->next, __typeof__(*pos), member);         \
         &pos->member != (head);                                             \
         pos = container_of(pos->member.next, __typeof__(*pos), member))

struct task {
    int pid;
    int prio;
    struct list_head node;
    struct list_head sibling;
};

struct queues {
    int count;
    struct list_head all;
    struct list_head of[4];
};

int one(struct list_head *n) {
    struct task *t = container_of(n, struct task, node);
    n->next = 0;
    if (t->pid == 7 && t->prio > 3 && !t->node.next)
        goto member;
    if (t->node.next)
        goto both;
    return 0;
member:
    return 1;
both:
    return 2;
}

struct outer {
    long before;
    struct {
        int length;
        struct list_head link;
    } in;
};

int nested(struct list_head *n) {
    struct outer *o = container_of(n, struct outer, in.link);
    if (o->before == 5 && o->in.length == 6)
        goto seen;
    return 0;
seen:
    return 1;
}

int old(struct list_head *n) {
    struct task *t = (struct task *)((uint8_t *)n - (size_t)&((struct task *)0)->sibling);
    if (t->pid == 5)
        goto seen;
    return 0;
seen:
    return 1;
}

int sum(struct queues *q) {
    struct task *pos;
    int n = 0, all = 0;
    for_each(pos, &q->all, node) {
        all += pos->pid == 4 ? 5 : 0;
        n++;
    }
    if (all == 10)
        goto ten;
    if (n == 0)
        goto empty;
    if (all > 5 * n)
        goto never;
    return 0;
ten:
    return 1;
empty:
    return 2;
never:
    return 3;
}

int of_head(struct list_head *head) {
    struct task *pos;
    int all = 0;
    for_each(pos, head, node)
        all += pos->pid == 4 ? 5 : 1;
    if (all == 10)
        goto ten;
    if (all == 0)
        goto empty;
    return 0;
ten:
    return 1;
empty:
    return 2;
}

int of_one(struct queues *q, unsigned i) {
    struct task *pos;
    int n = 0, all = 0;
    if (i > 3)
        return -1;
    for_each(pos, &q->of[i], node) {
        if (pos->prio == 1) {
            struct task *next = container_of(q->of[(i + 1) % 4].next, struct task, node);
            if (next == pos)
                goto other;
        }
        all += pos->pid;
        n++;
    }
    if (all == 7 && i == 2)
        goto seven;
    if (n == 2)
        goto two;
    return 0;
seven:
    return 1;
two:
    return 2;
other:
    return 3;
}

int is_empty(struct queues *q, unsigned i) {
    if (i > 3)
        return -1;
    if (q->of[i].next == &q->of[i])
        goto empty;
    if (container_of(q->of[i].next, struct task, node)->pid == 3)
        goto full;
    return 0;
empty:
    return 1;
full:
    return 2;
}

static void del(struct list_head *e) {
    e->next->prev = e->prev;
    e->prev->next = e->next;
    e->next = e->prev = e;
}

static void add(struct list_head *e, struct list_head *head) {
    e->next = head->next;
    e->prev = head;
    head->next->prev = e;
    head->next = e;
}

int moves(struct queues *q) {
    struct task *t = container_of(q->all.next, struct task, node);
    if (t->prio < 0 || t->prio > 3)
        return -1;
    del(&t->node);
    add(&t->node, &q->of[t->prio]);
    struct task *u = container_of(q->of[2].next, struct task, node);
    if (u == t && u->pid == 3)
        goto moved;
    if (u != t && u->pid == 3)
        goto left;
    return 0;
moved:
    return 1;
left:
    return 2;
}

struct list_head everything = {&everything, &everything};

int registers(struct task *t) {
    t->node.next = everything.next;
    everything.next = &t->node;
    struct task *u = container_of(everything.next, struct task, node);
    if (u->pid == 3)
        goto first;
    if (u != t)
        goto other;
    if (&container_of(u->node.next, struct task, node)->node == &everything)
        goto last;
    return 0;
first:
    return 1;
other:
    return 2;
last:
    return 3;
}

struct base {
    int kind;
    struct base *next;
};

struct number {
    struct base base;
    int value;
};

struct text {
    struct base base;
    char of[4];
};

int derived(struct base *b) {
    int all = 0;
    for (; b; b = b->next)
        all += ((struct number *)b)->value == 3 ? 3 : 0;
    if (all == 9)
        goto nine;
    if (all == 10)
        goto ten;
    return 0;
nine:
    return 1;
ten:
    return 2;
}

// Two structs are around it: then its memory is bytes.
int of_kind(struct base *b) {
    if (b->kind == 1 && ((struct number *)b)->value == 9)
        goto number;
    if (b->kind == 2 && ((struct text *)b)->of[1] == 9)
        goto text;
    return 0;
number:
    return 1;
text:
    return 2;
}

int builds(int a, int b) {
    struct list_head head = {&head, &head};
    struct task tasks[2] = {{.pid = a}, {.pid = b}}, *pos;
    add(&tasks[0].node, &head);
    add(&tasks[1].node, &head);
    int all = 0, n = 0;
    for_each(pos, &head, node) {
        all += n++ ? pos->pid : 2 * pos->pid;
    }
    if (all == 10 && a == 4 && b == 3)
        goto sum;
    if (pos == &tasks[0] || n != 2)
        goto end;
    return 0;
sum:
    return 1;
end:
    return 2;
}

struct node {
    int key;
    struct node *of_key;
    struct list_head link;
};

int null(struct list_head *n) {
    int count = 0;
    while (n) {
        count += container_of(n, struct node, link)->key;
        n = n->next;
    }
    if (count == 3)
        goto last;
    return container_of(n, struct node, link) == 0;
last:
    return 1;
}

int follows(struct list_head *head) {
    struct task *pos = container_of(head->next, struct task, node);
    if (&pos->node == head && pos->pid == 3)
        goto beyond;
    return 0;
beyond:
    return 1;
}

int several(struct base **all) {
    struct number *n = (struct number *)all[1];
    if (n->value == 3 && all[0]->kind == 5)
        goto both;
    if (n->value != 3 && n->base.kind != all[1]->kind)
        goto same;
    return 0;
both:
    return 1;
same:
    return 2;
}

// It counts in what it leads to: then that is no member of one struct.
int element(struct base *all) {
    struct number *n = (struct number *)&all[1];
    if (n->value == 3)
        goto three;
    return 0;
three:
    return 1;
}

int absent(struct base *b) {
    int kind = b->kind;
    return ((struct number *)b)->value + kind > 0;
}
