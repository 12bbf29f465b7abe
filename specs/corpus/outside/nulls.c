struct node {
    int value;
    struct node *next;
};

int walk(struct node *s, const int *limit) {
    if (!limit) { unlimited: return 1; }
    if (!s) { nothing: return 2; }
    if (!s->next) { alone: return 3; }
    if (s->next->value == *limit) { second: return 4; }
    return 0;
}

/* What is compared with a pointer that may be null may be null as well. */
struct part { char *at, *end; };
int empty(const struct part *p) {
    if (p->at == p->end) { both: return 1; }
    return 0;
}

int same(const char *a, const char *b) {
    if (a == b) { same: return 1; }
    return 0;
}
