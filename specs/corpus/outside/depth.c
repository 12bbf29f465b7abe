// Pointers from outside are followed so far, and farther where the answer needs it and nobody says how far; what is behind
// that is not known. There are proofs nevertheless, where what is behind does not matter.
// target: label:third  entry: f  expect: reachable
// target: label:wrong  entry: f  expect: unreachable
// target: label:wrong  entry: f  world: depth=3  expect: unreachable
// target: label:third  entry: f  world: depth=2  expect: unknown
// target: label:fifth  entry: around  expect: reachable
// target: label:fiftieth  entry: around  expect: unknown
// target: label:fourth  entry: around  expect: reachable
// target: label:third  entry: f  world: depth=1  expect: unknown
struct node { struct node *next; int v; };

int f(struct node *n) {
    if (n->next->next->v == 3) { third: ; }
    if (n->next->next->next->next->v > 2147483647L) { wrong: return 1; }
    return 0;
}

int around(struct node *head) {
    int n = 0;
    for (struct node *p = head->next; p != head; p = p->next)
        n++;
    if (n == 4) {
    fourth:
        return 1;
    }
    if (n == 5) {
    fifth:
        return 2;
    }
    if (n == 50) {
    fiftieth:
        return 3;
    }
    return 0;
}
