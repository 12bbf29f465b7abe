/* Of much that a program does, little excludes the target.
 * entry: kept  target: label:LOST  expect: unreachable
 * entry: told  target: label:EMPTY  expect: unreachable
 * entry: told  target: label:RUNNING  expect: reachable
 * entry: bounced  target: label:ODD  expect: unreachable
 * entry: bounced  target: label:EVEN  expect: reachable
 * entry: flagged  target: label:BOTH  expect: unreachable
 */
extern int next(void);

/* What was written was written for a run, whatever else is compared, skipped and counted. */
int kept(const char *text, int n)
{
    int run = 0, written = 0, lines = 0, skipped = 0;
    for (int i = 0; i < n && text[i]; i++) {
        int begin = i, length = 0, spaces = 0;
        while (i < n && text[i] && text[i] != '\n') {
            if (text[i] == ' ')
                spaces++;
            else if (spaces < 3)
                length++;
            i++;
        }
        if (run > 0) {
            int same = 1;
            for (int k = begin; k < i; k++)
                if (text[k] != text[begin])
                    same = 0;
            if (same && length > 1) {
                run++;
                continue;
            }
            written += length + 1;
            if (written > 100000)
                return 1;
        } else {
            skipped++;
        }
        run = 1;
        lines++;
    }
    if (run == 0 && written > 0) {
LOST:
        return 2;
    }
    return 0;
}

/* A status that has been told has its highest bit. */
int told(const unsigned char *p, unsigned n)
{
    unsigned at = 0, need;
    unsigned char status = 0;
    int running = 0;
    while (at < n) {
        unsigned value = 0, k = 0;
        while (at < n && k < 4) {
            value = value << 7 | (p[at] & 0x7f);
            k++;
            if (!(p[at++] & 0x80))
                break;
        }
        if (at >= n)
            return 1;
        if (p[at] & 0x80) {
            status = p[at++];
            running = 0;
        } else if (status == 0) {
            return 2;
        } else {
            running++;
        }
        switch (status >> 4) {
        case 8: case 9: case 10: case 11: case 14:
            need = 2;
            break;
        case 12: case 13:
            need = 1;
            break;
        case 15:
            if (value > n - at)
                return 3;
            at += value;
            status = 0;
            continue;
        default:
EMPTY:
            return 4;
        }
        if (n - at < need)
            return 5;
        if (running == 2) {
RUNNING:
            return 6;
        }
        at += need;
    }
    return 0;
}

/* A ball between two walls: where it is and when have one parity. */
int bounced(void)
{
    int at = 0, way = 1;
    unsigned time = 0;
    while (next() != 77) {
        if (at == 100000)
            way = -1;
        else if (at == 0)
            way = 1;
        at += way;
        time++;
    }
    if ((((unsigned)at ^ time) & 1) != 0) {
ODD:
        return 1;
    }
    if ((((unsigned)at ^ time) & 2) == 0 && at == 5) {
EVEN:
        return 2;
    }
    return 0;
}

/* Flags that are set bit by bit. */
int flagged(void)
{
    int hit = 0, miss = 1;
    for (int n = next(); n > 0; n--) {
        int c = next();
        hit |= c == 3;
        if (c > 10)
            miss &= c != 11;
    }
    if (hit == !miss)
        return 0;
    if (hit && !miss) {
BOTH:
        return 1;
    }
    return 0;
}
