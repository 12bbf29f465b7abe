// Where a jump leaves the block of a variable, or goes back to before it, what is due for that is called.
// entry: out      target: label:yes    expect: reachable
// entry: out      target: label:wrong  expect: unreachable
// entry: back     target: label:yes    expect: reachable
// entry: back     target: label:wrong  expect: unreachable
// entry: inside   target: label:found  expect: reachable
// entry: inside   target: label:wrong  expect: unreachable
// entry: nested   target: label:wrong  expect: unreachable
// entry: in_loop  target: label:freed  expect: reachable
// entry: in_loop  target: label:wrong  expect: unreachable
#include <stdlib.h>

static int ended, order;
static void end(int *value) {
    ended += *value;
    order = order * 10 + *value;
}
#define ENDING __attribute__((cleanup(end)))

int out(int n) {
    ENDING int first = 1;
    if (n == 3) {
        ENDING int second = 2;
        if (n > 2)
            goto done;
        second = 7;
    }
    if (ended != 0)
        goto wrong;
    return 0;
done:
    if (ended == 2 && first == 1)
        goto yes;
wrong:
    return 1;
yes:
    return 2;
}

int back(int n) {
    int rounds = 0;
again:;
    ENDING int value = 5;
    rounds++;
    if (rounds < 4)
        goto again;
    if (ended != 15)
        goto wrong;
    if (n == 4)
        goto yes;
    return 0;
wrong:
    return 1;
yes:
    return 2;
}

int inside(int n) {
    ENDING int value = 1;
    if (n > 7) {
    found:
        return 1;
    }
    if (n == 3)
        goto found;
    if (ended)
        goto wrong;
    return 0;
wrong:
    return 2;
}

int nested(int n) {
    {
        ENDING int one = 1;
        {
            ENDING int two = 2;
            for (int i = 0; i < 3; i++) {
                ENDING int three = 3;
                if (i == n)
                    goto done;
            }
        }
        if (order != 3332)
            goto wrong;
    }
    return 0;
done:
    if ((n == 0 && order != 321) || (n == 1 && order != 3321))
        goto wrong;
    return 1;
wrong:
    return 2;
}

static int blocks;
static void give_back(int **p) {
    if (*p)
        blocks--;
    free(*p);
}

int in_loop(int n) {
    for (int i = 0; i < 4; i++) {
        __attribute__((cleanup(give_back))) int *p = malloc(sizeof *p);
        blocks++;
        *p = i;
        if (*p == n)
            goto done;
        if (blocks != 1)
            goto wrong;
    }
    return 0;
done:
    if (blocks == 0)
        goto freed;
wrong:
    return 1;
freed:
    return 2;
}
