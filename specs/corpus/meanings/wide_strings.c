// Characters of wide strings are integers; what is jumped past has no value.
// target: call:right  expect: reachable
// target: call:wrong  expect: unreachable
#include <wchar.h>
void right(void), wrong(void);
int input(void);

static const wchar_t text[] = L"a\u20ac" L"b", braced[4] = { L"x" }, full[2] = L"\xe9\x31";
static const unsigned short short_ones[] = u"h\u00e9";

static int past(int again) {
    goto start;
    {
        int a[3], b;
    start:
        if (again) a[0] = b = 4;
        else a[0] = 5;
        return a[0];
    }
}

int main(void) {
    int x = input();
    if (sizeof text / sizeof *text == 4 && text[1] == 0x20ac && text[2] == 'b' && text[3] == 0
        && braced[0] == 'x' && braced[3] == 0 && full[0] == 0xe9 && full[1] == '1'
        && short_ones[1] == 0xe9 && sizeof short_ones == 6 && past(x > 0) == (x > 0 ? 4 : 5))
        right();
    else
        wrong();
    return 0;
}
