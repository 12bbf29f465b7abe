/* Formats that have no function of their own in the model take their values from one list. */
static int lariat_is_plain(const char *format) {
    while (*format) {
        if (*format++ != '%')
            continue;
        while (*format == 'h' || *format == 'l' || *format == 'j' || *format == 'z' || *format == 't')
            format++;
        if (*format == '*' || (*format >= '0' && *format <= '9') || *format == 's' || *format == '[' || *format == 'n' ||
            (*format >= 'e' && *format <= 'g') || (*format >= 'E' && *format <= 'G') || *format == 'a' || *format == 'A')
            return 0;
        if (*format)
            format++;
    }
    return 1;
}

static __attribute__((unused)) int lariat_scan_any(const char *format, __builtin_va_list to, struct lariat_tape *tape) {
    int count, left, kept, bytes, wide;
    unsigned long long i, width, value;
    if (lariat_is_plain(format))
        return lariat_scan(format, to, tape);
    count = left = scanf__count();
    while (left > 0 && *format) {
        if (*format++ != '%')
            continue;
        kept = *format != '*';
        format += !kept;
        for (width = 0; *format >= '0' && *format <= '9'; format++)
            width = width * 10 + (*format - '0');
        bytes = 4;
        for (wide = 0; *format == 'h' || *format == 'l' || *format == 'j' || *format == 'z' || *format == 't'; format++)
            bytes = *format == 'h' ? bytes / 2 : *format == 'j' || wide++ ? 8 : (int)sizeof(long);
        char letter = *format++, *place;
        if (letter == '[') {
            format += *format == '^';
            while (*++format != ']') {}
            format++;
        }
        if (letter == '%' || !kept)
            continue;
        place = __builtin_va_arg(to, char *);
        if (letter == 'c' || letter == 's' || letter == '[') {
            if (letter != 'c')
                width = scanf__length();
            else if (width == 0)
                width = 1;
            for (i = 0; i < width; i++)
                place[i] = scanf__character();
            if (letter != 'c')
                place[i] = 0;
        } else if ((letter >= 'e' && letter <= 'g') || (letter >= 'E' && letter <= 'G') || letter == 'a' || letter == 'A') {
            if (wide)
                *(double *)place = scanf__double();
            else
                *(float *)place = scanf__float();
        } else {
            value = scanf__number();
            switch (bytes) {
            case 1: *(unsigned char *)place = value; break;
            case 2: *(unsigned short *)place = value; break;
            case 4: *(unsigned int *)place = value; break;
            default: *(unsigned long long *)place = value;
            }
        }
        left--;
    }
    return count;
}
