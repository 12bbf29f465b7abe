// Pointers in the elements of an array that are compared with one another may lead to one object.
// entry: listed    target: label:ALIKE    expect: reachable
// entry: listed    target: label:STORED   expect: reachable
// entry: listed    target: label:APART    expect: unreachable
// entry: listed    target: label:ALIKE    expect: reachable    world: alias=may
// entry: edges     target: label:LOOP     expect: reachable
// entry: edges     target: label:SHARED   expect: reachable
// entry: edges     target: label:WEIGHT   expect: unreachable
// entry: counted   target: label:TWICE    expect: reachable
// entry: counted   target: label:NEVER    expect: unreachable
struct node { int value; struct node *next[2]; };
struct edge { struct node *from, *to; int weight; };

int listed(struct node **all) {
    struct node *a = all[0], *b = all[1];
    a->value = 1;
    b->value = 2;
    if (a == b) {
ALIKE:
        if (a->value == 2)
STORED:     return 1;
        return 2;
    }
    if (a->value == 2)
APART:  return 3;
    return 0;
}

int edges(struct edge *e, int i, int j) {
    if (i < 0 || j < 0 || i > 2 || j > 2 || i == j)
        return 0;
    if (e[i].from == e[i].to)
LOOP:   return 1;
    if (e[i].to == e[j].to) {
        e[i].to->value = 5;
        if (e[j].to->value == 5 && e[i].weight != e[j].weight)
SHARED:     return 2;
        if (e[j].to->value != 5)
WEIGHT:     return 3;
    }
    return 0;
}

int counted(struct node *n) {
    int same = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < i; j++)
            if (n->next[i] == n->next[j])
                same++;
    if (same == 1)
TWICE:  return 1;
    if (same > 1)
NEVER:  return 2;
    return 0;
}
