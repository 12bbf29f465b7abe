// Compares each reading with the one LAG places before.
// If all agree, the first one and the one LAG places behind do; neighbours need not, unless LAG is 1. The last one that
// is compared is the last of the list.
// target: label:start      define: LENGTH=6       define: LAG=3      expect: unreachable
// target: label:start      define: LENGTH=100000  define: LAG=1000   expect: unreachable
// target: label:end        define: LENGTH=100000  define: LAG=1000   expect: unreachable
// target: label:neighbour  define: LENGTH=6       define: LAG=3      expect: reachable
// target: label:neighbour  define: LENGTH=1000    define: LAG=7      expect: reachable
// target: label:neighbour  define: LENGTH=1000    define: LAG=1      expect: unreachable
int main(void) {
    int reading[LENGTH];
    int equal = 0;
    for (int i = 0; i + LAG < LENGTH; i++)
        if (reading[i] == reading[i + LAG])
            equal++;
    if (equal != LENGTH - LAG)
        return 0;
    if (reading[0] != reading[LAG])
        goto start;
    if (reading[LENGTH - 1] != reading[LENGTH - 1 - LAG])
        goto end;
    if (reading[0] != reading[1])
        goto neighbour;
    return 0;
start:
    return 1;
end:
    return 2;
neighbour:
    return 3;
}
