/* Memory that is allocated in other ways than by `malloc`. Where there is none, what there was before stays. */

static void *__resized(void *p, unsigned long size) {
  if (size == 0 && p) {
    __builtin_free(p);
    return (void *)0;
  }
  void *q = __builtin_malloc(size);
  if (q && p) {
    unsigned long room = __lariat_room(p);
    __builtin_memcpy(q, p, room < size ? room : size);
    __builtin_free(p);
  }
  return q;
}

void *realloc(void *p, unsigned long size) { return __resized(p, size); }

void *reallocarray(void *p, unsigned long count, unsigned long size) {
  if (size > 0 && count > -1UL / size)
    return (void *)0;
  return __resized(p, count * size);
}

static void *__aligned(unsigned long alignment, unsigned long size) {
  if (alignment == 0 || (alignment & (alignment - 1)))
    __lariat_not_followed("memory is aligned by what is no power of two, which libraries take differently");
  void *p = __builtin_malloc(size);
  if (alignment > 16)
    __builtin_assume((unsigned long)p % alignment == 0);
  return p;
}

void *aligned_alloc(unsigned long alignment, unsigned long size) { return __aligned(alignment, size); }

void *memalign(unsigned long alignment, unsigned long size) { return __aligned(alignment, size); }

int posix_memalign(void **to, unsigned long alignment, unsigned long size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)))
    return 22;
  void *p = __aligned(alignment, size);
  if (!p)
    return 12;
  *to = p;
  return 0;
}
