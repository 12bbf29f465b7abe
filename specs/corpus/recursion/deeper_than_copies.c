// What calls itself deeper than copies show runs its last copy again: however deep it goes, a run is followed, and what
// holds whatever is on the stack is proved.
// entry: numbers  target: label:factorial  expect: reachable
// entry: numbers  target: label:fibonacci  expect: reachable
// entry: numbers  target: label:power  expect: reachable
// entry: numbers  target: label:odd_power  expect: unreachable
// entry: towers  target: label:all  expect: reachable
// entry: towers  target: label:more  expect: unreachable
// entry: turns  target: label:both  expect: unreachable
// entry: turns  target: label:late  expect: reachable
// entry: tree  target: label:found  expect: reachable
// entry: grown  target: null  expect: unreachable
// entry: grown  target: label:root  expect: reachable
// entry: tree  target: label:high  expect: reachable
#include <stdlib.h>

static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static int power(int base, int n) {
    if (n == 0)
        return 1;
    int half = power(base, n / 2);
    return n % 2 ? half * half * base : half * half;
}

static int numbers(void) {
    if (factorial(10) == 3628800) {
    factorial:;
    }
    if (fibonacci(12) == 144) {
    fibonacci:;
    }
    if (power(3, 13) == 1594323) {
    power:;
    }
    if (power(3, 13) == 1594322) {
    odd_power:;
    }
    return 0;
}

static int moves;

static void move(int n, int from, int to, int by) {
    if (n == 0)
        return;
    move(n - 1, from, by, to);
    moves++;
    move(n - 1, by, to, from);
}

static int towers(int n) {
    moves = 0;
    if (n < 0 || n > 10)
        return -1;
    move(n, 1, 2, 3);
    if (moves == 1023) {
    all:;
    }
    if (n == 0 && moves > 0) {
    more:;
    }
    return moves;
}

static int odd(int n);

static int even(int n) { return n == 0 ? 1 : odd(n - 1); }

static int odd(int n) {
    int rest = even(n - 1);
    return n == 1 ? 1 : rest;
}

static int turns(int n) {
    if (n < 0 || n > 40)
        return -1;
    int result = n % 2 ? odd(n) : even(n);
    if (result != 0 && result != 1) {
    both:;
    }
    if (result == 1 && n == 32) {
    late:;
    }
    return 0;
}

struct node {
    int key;
    struct node *left, *right;
};

static struct node *insert(struct node *node, int key) {
    if (!node) {
        node = malloc(sizeof *node);
        node->key = key;
        node->left = node->right = NULL;
    } else if (key < node->key) {
        node->left = insert(node->left, key);
    } else {
        node->right = insert(node->right, key);
    }
    return node;
}

static int height(const struct node *node) {
    if (!node)
        return 0;
    int left = height(node->left), right = height(node->right);
    return 1 + (left > right ? left : right);
}

static int tree(int step) {
    struct node *root = NULL;
    if (step < 0 || step > 10)
        return -1;
    for (int i = 0; i < 12; i++)
        root = insert(root, i * step % 13);
    if (root->right && root->right->left && root->right->left->key == 3) {
    found:;
    }
    if (height(root) == 12) {
    high:;
    }
    return 0;
}

static int grown(int a, int b) {
    struct node *root = insert(insert(insert(NULL, 5), a), b);
    if (root->left && root->right && root->left->key + 2 == root->right->key) {
    root:;
    }
    return root->key;
}
