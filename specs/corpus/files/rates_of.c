// The other file of rates.c.
int total = 3;
struct range { int low, high; } bounds;
static int rate = 4;
int doubled(void) { return rate * 2; }
