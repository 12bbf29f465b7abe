// What is left of known numbers is known, and so is a product to which something is added: 28 by 1.1 leaves 0.5 or so.
// entry: rest  target: label:WRONG  expect: unreachable
// entry: rest  target: label:RIGHT  expect: reachable
#include <math.h>

int rest(unsigned a, unsigned b) {
    if (a != 12 || b != 1)
        return 0;
    float x = (float)a / 3.0f, y = (float)b * 0.1f;
    double left = fmod(x * 7, y + 1), sum = fma(x, 7, -27.5);
    if ((int)left != 0 || left < 0.49 || left > 0.51 || sum != 0.5) {
        WRONG: return 1;
    }
    RIGHT: return 2;
}
