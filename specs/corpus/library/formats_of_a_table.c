// Formats of a constant table, and ones that are known only when the program runs.
// entry: chosen   target: label:second   expect: reachable
// entry: chosen   target: label:other    expect: unreachable
// entry: chosen   target: label:cut      expect: unreachable
// entry: stored   target: label:text     expect: reachable
// entry: stored   target: label:number   expect: unreachable
// entry: mixed    target: label:words    expect: reachable
// entry: outside  target: label:seven    expect: reachable
// entry: printed  target: label:behind   expect: reachable
#include <stdio.h>
#include <string.h>

static const char *const formats[] = { "%d%%", "<%03d>", "%x" };
static const char *const kinds[] = { "%d", "%s!" };

int chosen(unsigned which, int n) {
    char text[8];
    if (which > 2 || n < 0 || n > 42) return 0;
    int count = snprintf(text, sizeof text, formats[which], n);
    if (count > 7) { cut: return 1; }
    if (which != 1 && text[0] == '<') { other: return 2; }
    if (strcmp(text, "<042>") == 0) { second: return 3; }
    return 0;
}

int stored(void) {
    char format[4] = "%.2", text[8];
    format[3] = 0;
    strcpy(format + 1, "s");
    int count = snprintf(text, 3, format, "abcd");
    if (count == 4 && text[1] == 'b' && text[2] == 0) { text: return 1; }
number:
    return 2;
}

int mixed(int which) {
    char text[8];
    const char *word = "four";
    if (which != 1) return 0;
    if (sprintf(text, kinds[which], word) == 5 && text[4] == '!') { words: return 1; }
    return 0;
}

int outside(const char *format) {
    char text[3], result[16];
    for (int i = 0; i < 2; i++) text[i] = format[i];
    text[2] = 0;
    if (text[0] != '%' || (text[1] != 'd' && text[1] != 'x')) return 0;
    if (snprintf(result, sizeof result, text, 7) == 1 && result[0] == '7') { seven: return 1; }
    return 0;
}

int printed(const char *format, int n) {
    printf(format, n, "text");
behind:
    return 0;
}
