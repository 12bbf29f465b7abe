typedef struct { int low, high; } range;
static inline int choice(int n) {
    if (n == 77)
        return 5;
    return 6;
}
