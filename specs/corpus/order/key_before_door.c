// The door opens only after the key was found; a treasure is taken only behind the open door.
// Reachable in the order key, door, treasure. With 2 rounds there is no time for three things.
// define: ROUNDS=3  expect: reachable
// define: ROUNDS=2  expect: unreachable
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    int key = 0, door = 0, treasure = 0;
    for (int i = 0; i < ROUNDS; i++) {
        switch (__VERIFIER_nondet_char()) {
        case 'k': key = 1; break;
        case 'd': if (key) door = 1; break;
        case 't': if (door) treasure = 1; break;
        }
    }
    if (treasure)
        reach_error();
    return 0;
}
