/* What division by anything but 0 gives, with a remainder that is never negative. */
static inline long long lariat_mod64(long long a, long long b) {
    long long r = b == 0 || b == -1 ? 0 : a % b;
    return r < 0 ? r + (b < 0 ? -b : b) : r;
}
static inline long long lariat_div64(long long a, long long b) {
    return b == 0 ? 0 : (a - lariat_mod64(a, b)) / b;
}
static inline __int128 lariat_mod128(__int128 a, __int128 b) {
    __int128 r = b == 0 || b == -1 ? 0 : a % b;
    return r < 0 ? r + (b < 0 ? -b : b) : r;
}
static inline __int128 lariat_div128(__int128 a, __int128 b) {
    return b == 0 ? 0 : (a - lariat_mod128(a, b)) / b;
}
/* An index of one of so many elements, 0 for all others; or the place behind them. */
static inline unsigned long long lariat_index64(long long i, unsigned long long n) {
    return (i >= 0) & ((unsigned long long)i < n) ? (unsigned long long)i : 0;
}
static inline unsigned long long lariat_index128(__int128 i, unsigned long long n) {
    return (i >= 0) & (i < (__int128)n) ? (unsigned long long)i : 0;
}
static inline unsigned long long lariat_entry64(long long i, unsigned long long n) {
    return (i >= 0) & ((unsigned long long)i < n) ? (unsigned long long)i : n;
}
static inline unsigned long long lariat_entry128(__int128 i, unsigned long long n) {
    return (i >= 0) & (i < (__int128)n) ? (unsigned long long)i : n;
}
/* Operations on the lowest bits. */
static inline unsigned long long lariat_low(unsigned long long a, int bits) {
    return bits < 64 ? a & ((1ULL << bits) - 1) : a;
}
static inline unsigned long long lariat_and(unsigned long long a, unsigned long long b, int bits) {
    return lariat_low(a & b, bits);
}
static inline unsigned long long lariat_or(unsigned long long a, unsigned long long b, int bits) {
    return lariat_low(a | b, bits);
}
static inline unsigned long long lariat_xor(unsigned long long a, unsigned long long b, int bits) {
    return lariat_low(a ^ b, bits);
}
static inline unsigned long long lariat_shl(unsigned long long a, unsigned long long b, int bits) {
    b = lariat_low(b, bits);
    return b < (unsigned long long)bits ? lariat_low(a << b, bits) : 0;
}
static inline unsigned long long lariat_shr(unsigned long long a, unsigned long long b, int bits) {
    b = lariat_low(b, bits);
    return b < (unsigned long long)bits ? lariat_low(a, bits) >> b : 0;
}
