/* A character that is pushed back, and what reads it again. With `ungetc` all others that read come here. */

static char *__pushed_to;
static int __pushed;
static int getc__character(void);

int ungetc(int c, void *stream) {
  if (c == -1)
    return -1;
  if (__pushed_to)
    __lariat_not_followed("a second character is pushed back before the first is read");
  __pushed_to = stream;
  __pushed = (unsigned char)c;
  return (unsigned char)c;
}

static int __next_character(void *stream) {
  if (__pushed_to && __pushed_to == stream) {
    __pushed_to = (char *)0;
    return __pushed;
  }
  int c = getc__character();
  __builtin_assume(c >= -1 && c <= 255);
  return c;
}

/* What reads or moves otherwise while there is such a character. */
static void __no_pushed(void *stream) {
  if (__pushed_to && __pushed_to == stream)
    __lariat_not_followed("a character that was pushed back is read, or dropped, by another function than `getc`");
}

int getc(void *stream) {
  return __next_character(stream);
}

int fgetc(void *stream) {
  return __next_character(stream);
}

int getc_unlocked(void *stream) {
  return __next_character(stream);
}

int fgetc_unlocked(void *stream) {
  return __next_character(stream);
}

int getchar(void) {
  return __next_character(stdin);
}

int getchar_unlocked(void) {
  return __next_character(stdin);
}

void rewind(void *stream) {
  __no_pushed(stream);
}

int fflush(void *stream) {
  if (!stream)
    __no_pushed(__pushed_to);
  else
    __no_pushed(stream);
  return __done(fclose__succeeds());
}
