// Global variables may hold anything when a function is called: integers, arrays, structs, what their pointers lead to,
// unions, and the static variables of functions.
// target: label:number    entry: f  world: globals=any  expect: reachable
// target: label:element   entry: f  world: globals=any  expect: reachable
// target: label:rows      entry: f  world: globals=any  expect: reachable
// target: label:member    entry: f  world: globals=any  expect: reachable
// target: label:second    entry: g  world: globals=any  expect: reachable
// target: label:inside    entry: g  world: globals=any  expect: reachable
// target: label:overlaid  entry: g  world: globals=any  expect: reachable
// target: label:never     entry: g  world: globals=any  expect: unreachable
// target: label:half      entry: h  world: globals=any  expect: reachable
// target: label:fifth     entry: h  world: globals=any  expect: reachable
// target: label:marked    entry: h  world: globals=any  expect: reachable
struct node { int key; struct node *next; };
struct limits { short low, high; unsigned kind : 3; char name[4]; };
static int level = 1, table[5] = {1, 2, 3, 4, 5};
static unsigned char grid[3][4] = {{9}};
struct limits limits[2] = {{1, 2, 3, "abc"}};
static struct node *head;
static struct { int size; struct node **all; } many = {3, 0};
static union { unsigned word; unsigned char bytes[4]; } both = {7};
static double ratio = 1.5;

int f(void) {
    if (level == -77) { number: return 1; }
    if (table[1] == 9 && table[2] == 3) { element: return 1; }
    if (grid[2][3] == 200 && grid[0][0] == 9) { rows: return 1; }
    if (limits[1].high == -5 && limits[1].kind == 6 && limits[1].name[2] == 'z') { member: return 1; }
    return 0;
}

int g(void) {
    if (head && head->next && head->next->key == 41) { second: return 1; }
    if (many.size == 2 && many.all && many.all[1] && many.all[1]->key == 8) { inside: return 1; }
    if (both.word > 0x01000000 && both.bytes[0] == 5) { overlaid: return 1; }
    if (both.word != both.bytes[0] + (both.bytes[1] + (both.bytes[2] + both.bytes[3] * 256u) * 256) * 256) {
        never: return 1;
    }
    return 0;
}

static int calls(void) {
    static int calls;
    return ++calls;
}

int h(void) {
    static char marks[3];
    if (ratio == 0.5) { half: return 1; }
    if (calls() == 5) { fifth: return 1; }
    if (marks[2] == '!' && marks[1] == 0) { marked: return 1; }
    return 0;
}
