/* What the harness needs. It includes no headers, because the program may have its own declarations. */
#define LARIAT_TEXT(x) #x
#define LARIAT_PREFIX(x) LARIAT_TEXT(x)
#define LARIAT_SYMBOL(name) __asm__(LARIAT_PREFIX(__USER_LABEL_PREFIX__) name)
extern int lariat_print(int, const char *, ...) LARIAT_SYMBOL("dprintf");
extern int lariat_flush(void *) LARIAT_SYMBOL("fflush");
extern void lariat_exit(int) LARIAT_SYMBOL("_exit") __attribute__((noreturn));

static __attribute__((noreturn)) void lariat_end(const char *text, const char *name, int status) {
    lariat_flush((void *)0);
    lariat_print(1, "%s%s\n", text, name);
    lariat_exit(status);
}

/* Where a model of a library function ends. */
static __attribute__((noreturn, unused)) void lariat_not_followed(const char *why) {
    lariat_end("lariat: not followed: ", why, 3);
}

/* What is handed to the world: a sanitizer sees what of it is not there. */
static __attribute__((unused)) void lariat_read(const void *from, unsigned long size) {
    const volatile char *all = from;
    unsigned long i;
    for (i = 0; i < size; i++)
        (void)all[i];
}

/* The probe: called where the target is passed. */
static __attribute__((noreturn, unused)) void lariat_target(void) {
    lariat_end("lariat: target reached", "", 0);
}

/* Called when a function ends that has a variable with this at its beginning. */
static __attribute__((unused)) void lariat_left(int *scope) {
    (void)scope;
    lariat_target();
}

/* The values from, from + step, ... to of a tape are value, value + slope, ... */
struct lariat_range {
    unsigned long long from, to, step, value, slope;
};

struct lariat_tape {
    const char *name;
    const struct lariat_range *range, *end;
    unsigned long long otherwise, count, at;
};

static __attribute__((unused)) unsigned long long lariat_next(struct lariat_tape *tape) {
    unsigned long long i = tape->at++;
    const struct lariat_range *r;
    if (i >= tape->count)
        lariat_end("lariat: the witness has no more values of ", tape->name, 3);
    while (tape->range < tape->end && tape->range->to < i)
        tape->range++;
    for (r = tape->range; r < tape->end && r->from <= i; r++)
        if (i <= r->to && (i - r->from) % r->step == 0)
            return r->value + (i - r->from) / r->step * r->slope;
    return tape->otherwise;
}

/* Values of these bits. */
static __attribute__((unused)) float lariat_float(unsigned long long bits) {
    union { unsigned int bits; float value; } all;
    all.bits = (unsigned int)bits;
    return all.value;
}

static __attribute__((unused)) double lariat_double(unsigned long long bits) {
    union { unsigned long long bits; double value; } all;
    all.bits = bits;
    return all.value;
}

static __attribute__((unused)) void lariat_put(void *to, unsigned long long i, int bytes, unsigned long long value) {
    switch (bytes) {
    case 1: ((unsigned char *)to)[i] = value; break;
    case 2: ((unsigned short *)to)[i] = value; break;
    case 4: ((unsigned int *)to)[i] = value; break;
    default: ((unsigned long long *)to)[i] = value;
    }
}

static __attribute__((unused)) void *lariat_fill(void *to, unsigned long long count, int bytes, struct lariat_tape *tape) {
    unsigned long long i;
    for (i = 0; i < count; i++)
        lariat_put(to, i, bytes, lariat_next(tape));
    return to;
}

static __attribute__((unused)) void lariat_clear(void *all, unsigned long long bytes) {
    unsigned long long i;
    for (i = 0; i < bytes; i++)
        ((char *)all)[i] = 0;
}

static __attribute__((unused)) void *lariat_objects(unsigned long long count, unsigned long long bytes) {
    void *all;
#if defined(__SANITIZE_ADDRESS__) && defined(LARIAT_BOUNDS)
    /* An access behind the end of something is reported, and one to the byte that memory of no bytes has is not. */
    if (!count)
        return (char *)lariat_objects(64, bytes) + 64 * bytes;
#endif
    all = __builtin_calloc(count, bytes);
    if (count > 0 && !all)
        lariat_end("lariat: not enough memory for the arguments", "", 4);
    return all;
}

/* Stores the values of a tape, once each, where all is zero. */
static __attribute__((unused)) void *lariat_stored(void *all, unsigned long long count, int bytes, struct lariat_tape *tape) {
    const struct lariat_range *r;
    unsigned long long i, k, words, value = tape->otherwise;
    /* It may be large: zeros are there already, and whole words are stored otherwise. */
    if (value) {
        for (i = bytes; i < 8; i *= 2)
            value = (value & (1ull << (8 * i)) - 1) * ((1ull << (8 * i)) + 1);
        for (words = count / 8 * bytes, i = 0; i < words; i++)
            ((unsigned long long *)all)[i] = value;
        for (i = words * 8 / bytes; i < count; i++)
            lariat_put(all, i, bytes, tape->otherwise);
    }
    /* The first range that has an element counts. */
    for (k = tape->end - tape->range; k > 0; k--) {
        r = &tape->range[k - 1];
        if (value || r->value || r->slope || (r + 1 < tape->end && r[1].from <= r->to))
            for (i = r->from; i <= r->to && i < count; i += r->step)
                lariat_put(all, i, bytes, r->value + (i - r->from) / r->step * r->slope);
    }
    return all;
}

static __attribute__((unused)) void *lariat_array(unsigned long long count, int bytes, struct lariat_tape *tape) {
    return lariat_stored(lariat_objects(count, bytes), count, bytes, tape);
}

/* The same at an address that is so much more than a multiple of 64. */
static __attribute__((unused)) void *lariat_array_at(unsigned long long count, int bytes, struct lariat_tape *tape, int at) {
    char *all = lariat_objects(count * bytes + 128, 1);
    return lariat_stored(all + (64 - (__UINTPTR_TYPE__)all % 64) + at, count, bytes, tape);
}

extern void *lariat_open(void *, __SIZE_TYPE__, const char *) LARIAT_SYMBOL("fmemopen");

/* A stream that the program is handed. Functions that read, or say something of it, are the harness's. */
static __attribute__((unused)) void *lariat_opened(void) {
    void *stream = lariat_open((void *)0, 4096, "w+");
    if (!stream)
        lariat_end("lariat: not enough memory for the arguments", "", 4);
    return stream;
}

/* What `va_list` is for x86-64. */
struct lariat_list {
    unsigned gp_offset, fp_offset;
    void *overflow_arg_area, *reg_save_area;
};

/* A list of which nothing is in registers, and so many bytes in memory. Who prints by it may ask for more than that. */
static __attribute__((unused)) void lariat_begin(void *at, unsigned long long bytes) {
    struct lariat_list *list = at;
#ifndef LARIAT_BOUNDS
    bytes += 4096;
#endif
    list->gp_offset = 48;
    list->fp_offset = 304;
    list->overflow_arg_area = lariat_objects(bytes, 1);
    list->reg_save_area = (void *)0;
}
