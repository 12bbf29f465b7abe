// Floating-point numbers are read as the text says them, and from the world they are any.
// target: label:HALF   define: TEXT="2.5,-0.5"   expect: unreachable
// target: label:COUNT  define: TEXT="2.5,-0.5"   expect: unreachable
// target: label:COUNT  define: TEXT="2.5;"       expect: reachable
// target: label:COUNT  define: TEXT="x"          expect: reachable
// target: label:LARGE  define: TEXT="1,1"        expect: reachable
// target: label:NONE   define: TEXT="1,1"        expect: unreachable
// target: label:SMALL  define: TEXT="1,1"        expect: reachable
#include <stdio.h>

int main(void) {
    double x = 0, z = 1;
    float y = 0, w = 1;
    if (sscanf(TEXT, "%lf,%f", &x, &y) != 2)
    COUNT:
        return 1;
    if (x != 2.5 || y != -0.5f) {
        if (TEXT[0] == '2')
        HALF:
            return 2;
    }
    int n = scanf("%lg %f", &z, &w);
    if (n == 2 && z > 1e300 && w == 0.1f)
    LARGE:
        return 3;
    if (n < 1 && z != 1)
    NONE:
        return 4;
    if (n == 1 && z < -3.25)
    SMALL:
        return 5;
    return 0;
}
