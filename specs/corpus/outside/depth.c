// Pointers from outside are followed so far; what is behind that is not known.
// target: label:third  entry: f  expect: reachable
// target: label:wrong  entry: f  expect: unknown
// target: label:third  entry: f  world: depth=1  expect: unknown
struct node { struct node *next; int v; };

int f(struct node *n) {
    if (n->next->next->v == 3) { third: ; }
    if (n->next->next->next->next->v > 2147483647L) { wrong: return 1; }
    return 0;
}
