/* How many values are read comes first, then these. */
static int lariat_scan(const char *format, __builtin_va_list to, struct lariat_tape *tape) {
    int count = (int)lariat_next(tape), left = count, bytes, wide;
    while (left > 0 && *format) {
        if (*format++ != '%')
            continue;
        bytes = 4;
        for (wide = 0; *format == 'h' || *format == 'l'; format++)
            bytes = *format == 'h' ? bytes / 2 : wide++ ? 8 : (int)sizeof(long);
        switch (*format++) {
        case '%': continue;
        case 'c': bytes = 1; break;
        case 'd': case 'i': case 'o': case 'u': case 'x': case 'X': break;
        default: lariat_end("lariat: a format is none that is known: ", tape->name, 4);
        }
        lariat_fill(__builtin_va_arg(to, void *), 1, bytes, tape);
        left--;
    }
    return count;
}
