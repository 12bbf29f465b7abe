// A program with lines of each kind: covered, dead, open, with an error, and without code that is called.
extern int input(void);

#define SLOTS 16

int table[SLOTS];

static int clamp(int value, int low, int high)
{
    if (value < low)
        return low;
    if (value > high)
        return high;
    if (high < low)
        return -1; /* the bounds are 0 and 100 */
    return value;
}

static unsigned mixed(unsigned a)
{
    a ^= a >> 7;
    a *= 2654435761u;
    a ^= a >> 13;
    a *= 2246822519u;
    return a ^ (a >> 16);
}

int spare(int x)
{
    return x * 3;
}

/* What the last of <the> "rounds" & all before it leave: */
int main(void)
{
    int n = clamp(input(), 0, 100);
    int sum = 0, count = 0;
    for (int i = 0; i < n; i++) {
        if (input() > 10)
            count++;
        else
            sum += 2;
    }
    if (count == 40 && sum == 120)
        sum = 0; // forty rounds one way, sixty the other
    if (n > 100)
        return 1;
    switch (count) {
    case 0:
        sum = 1;
        break;
    case 7:
        table[count] = 1;
        break;
    case SLOTS:
        table[count] = 2;
        break;
    default:
        sum = 100 / count;
    }
    unsigned a = (unsigned)input(), b = (unsigned)input();
    if ((mixed(a) ^ mixed(b + 1)) == 0xdeadbeefu)
        if (mixed(a * b) == 0x12345678u)
            return 2;
    return sum > 0;
}
