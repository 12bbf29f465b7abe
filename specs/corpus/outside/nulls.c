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
