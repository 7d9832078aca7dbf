// Compares models with the GNU C library: characters, locales, wide and multibyte strings, numbers, texts of
// errors, dates and options. The arguments are random with a fixed seed. Exit code 1 and a name mean that a model
// and the library differ. models_test.cpp builds this program; model_NAME is the model of NAME.
#include <ctype.h>
#include <errno.h>
#include <fenv.h>
#include <getopt.h>
#include <inttypes.h>
#include <langinfo.h>
#include <libgen.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uchar.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
#undef basename
#undef isnan
#undef isinf
#undef __isctype
extern char *basename(const char *);
extern int __isctype(int, int);
#include "prototypes.h"

static int input;
int __VERIFIER_nondet_model_int(void) { return input; }
void __VERIFIER_assume(int condition) {
  if (!condition) exit(2);
}
void __pendulum_unsupported(const char *construct) {
  printf("unsupported: %s\n", construct);
  exit(2);
}
void __pendulum_assume_fits(int condition) { __VERIFIER_assume(condition); }
void __pendulum_assume_environment(int condition) { __VERIFIER_assume(condition); }
static int is_havocked;
int __pendulum_havoc_int(int unchanged) { return is_havocked ? 1 : unchanged; }
size_t __pendulum_object_size(void *object) { return malloc_usable_size(object); }
void *__pendulum_element(const void *array, size_t i, size_t size) { return (char *)array + i * size; }

double __pendulum_real_strtod(const char *s, char **end) { return strtod(s, end); }
float __pendulum_real_strtof(const char *s, char **end) { return strtof(s, end); }
long double __pendulum_real_strtold(const char *s, char **end) { return strtold(s, end); }
double __pendulum_real_wcstod(const wchar_t *s, wchar_t **end) { return wcstod(s, end); }
float __pendulum_real_wcstof(const wchar_t *s, wchar_t **end) { return wcstof(s, end); }
long double __pendulum_real_wcstold(const wchar_t *s, wchar_t **end) { return wcstold(s, end); }

static unsigned state = 4711;
static unsigned number(unsigned below) {
  state = state * 1103515245u + 12345u;
  return (state >> 16) % below;
}
static void text(char *s, unsigned most, const char *letters) {
  unsigned n = number(most + 1);
  for (unsigned i = 0; i < n; ++i) s[i] = letters[number(strlen(letters))];
  s[n] = 0;
}
static int sign(int x) { return (x > 0) - (x < 0); }
#define SAME(name, a, b)   \
  if ((a) != (b)) {        \
    printf("%s\n", name);  \
    exit(1);               \
  }
#define SAME_BYTES(name, a, b) SAME(name, memcmp(a, b, sizeof a), 0)

static void compare_characters(void) {
  locale_t locale = newlocale(LC_ALL_MASK, "C", 0);
  for (int c = -128; c < 256; ++c) {
#define CLASS(name) SAME(#name, model_##name(c), (name)(c)) SAME(#name "_l", model_##name##_l(c, 0), (name##_l)(c, locale))
    CLASS(isdigit) CLASS(isxdigit) CLASS(islower) CLASS(isupper) CLASS(isalpha) CLASS(isalnum) CLASS(isspace)
    CLASS(isblank) CLASS(isprint) CLASS(isgraph) CLASS(iscntrl) CLASS(ispunct) CLASS(tolower) CLASS(toupper)
    CLASS(iswdigit) CLASS(iswxdigit) CLASS(iswlower) CLASS(iswupper) CLASS(iswalpha) CLASS(iswalnum) CLASS(iswspace)
    CLASS(iswblank) CLASS(iswprint) CLASS(iswgraph) CLASS(iswcntrl) CLASS(iswpunct) CLASS(towlower) CLASS(towupper)
    SAME("__isctype", model___isctype(c, 0xffff), __isctype(c, 0xffff))
    SAME("isctype", model_isctype(c, 0x1234), __isctype(c, 0x1234))
    SAME("btowc", model_btowc(c), btowc(c)) SAME("wctob", model_wctob(c), wctob(c))
    SAME("wcwidth", model_wcwidth(c), wcwidth(c))
    char *names[] = {"upper", "lower", "alpha", "digit", "xdigit", "space", "print", "graph", "blank", "cntrl", "punct", "alnum"};
    for (int i = 0; i < 12; ++i) {
      SAME("wctype", !model_wctype(names[i]), 0)
      SAME("iswctype", !model_iswctype(c, model_wctype(names[i])), !iswctype(c, wctype(names[i])))
    }
    SAME("wctype", model_wctype("alphas") | model_wctype("alph") | model_wctype(""), 0)
    SAME("towctrans", model_towctrans(c, model_wctrans("tolower")), towctrans(c, wctrans("tolower")))
    SAME("towctrans", model_towctrans(c, model_wctrans("toupper")), towctrans(c, wctrans("toupper")))
  }
}

static void compare_multibyte(void) {
  char s[16], x[16], y[16];
  wchar_t w[16], v[16], u[16];
  mbstate_t p = {0};
  int *e = model___errno_location();
  text(s, 6, "ab\xe4" "c");
  size_t n = number(8), length = strlen(s);
  memset(w, 1, sizeof w); memset(v, 1, sizeof v); memset(x, 1, sizeof x); memset(y, 1, sizeof y);
  char *to = number(4) ? x : 0;
  wchar_t *wide_to = number(4) ? w : 0;
  if (!to) n = 0;
  if (!wide_to) n = 0;
  errno = *e = 0;
  SAME("mblen", model_mblen(s, n), mblen(s, n)) SAME("mbrlen", model_mbrlen(s, n, 0), mbrlen(s, n, &p))
  SAME("mbtowc", model_mbtowc(w, s, n), mbtowc(v, s, n)) SAME_BYTES("mbtowc", w, v)
  SAME("mbrtowc", model_mbrtowc(w, s, n, &p), mbrtowc(v, s, n, &p)) SAME_BYTES("mbrtowc", w, v)
  char16_t c = 3, d = 3;
  SAME("mbrtoc16", model_mbrtoc16(&c, s, n, &p), mbrtoc16(&d, s, n, &p)) SAME("mbrtoc16", c, d)
  if (n > 0 && (unsigned char)*s < 128) {
    char32_t c32 = 3, d32 = 3;
    SAME("mbrtoc32", model_mbrtoc32(&c32, s, n, &p), mbrtoc32(&d32, s, n, &p)) SAME("mbrtoc32", c32, d32)
  }
  wchar_t single = number(200);
  SAME("wctomb", model_wctomb(x, single), wctomb(y, single)) SAME_BYTES("wctomb", x, y)
  SAME("wcrtomb", model_wcrtomb(to, single, &p), wcrtomb(to ? y : 0, single, &p)) SAME_BYTES("wcrtomb", x, y)
  SAME("c16rtomb", model_c16rtomb(x, single, &p), c16rtomb(y, single, &p)) SAME_BYTES("c16rtomb", x, y)
  SAME("c32rtomb", model_c32rtomb(x, single, &p), c32rtomb(y, single, &p)) SAME_BYTES("c32rtomb", x, y)
  SAME("mbsinit", model_mbsinit(&p), mbsinit(&p))
  SAME("mbstowcs", model_mbstowcs(wide_to, s, n), mbstowcs(wide_to ? v : 0, s, n)) SAME_BYTES("mbstowcs", w, v)
  for (size_t i = 0; i <= length; ++i) u[i] = s[i] < 0 ? 300 : s[i];
  SAME("wcstombs", model_wcstombs(to, u, n), wcstombs(to ? y : 0, u, n)) SAME_BYTES("wcstombs", x, y)
  const char *a = s, *b = s;
  SAME("mbsrtowcs", model_mbsrtowcs(wide_to, &a, n, &p), mbsrtowcs(wide_to ? v : 0, &b, n, &p))
  SAME("mbsrtowcs", a, b) SAME_BYTES("mbsrtowcs", w, v)
  const wchar_t *f = u, *g = u;
  SAME("wcsrtombs", model_wcsrtombs(to, &f, n, &p), wcsrtombs(to ? y : 0, &g, n, &p))
  SAME("wcsrtombs", f, g) SAME_BYTES("wcsrtombs", x, y)
  a = b = s; f = g = u;
  size_t limit = number(5);
  SAME("mbsnrtowcs", model_mbsnrtowcs(wide_to, &a, limit, n, &p), mbsnrtowcs(wide_to ? v : 0, &b, limit, n, &p))
  SAME("mbsnrtowcs", a, b) SAME_BYTES("mbsnrtowcs", w, v)
  SAME("wcsnrtombs", model_wcsnrtombs(to, &f, limit, n, &p), wcsnrtombs(to ? y : 0, &g, limit, n, &p))
  SAME("wcsnrtombs", f, g) SAME_BYTES("wcsnrtombs", x, y)
  SAME("errno of multibyte functions", errno, *e)
  SAME("wcswidth", model_wcswidth(u, n), wcswidth(u, n))
}

static void compare_strings(void) {
  char a[32], b[32], x[32], y[32];
  size_t n = number(8);
  text(a, 8, "a01A9.-"); text(b, 8, "a01A9.-");
  if (number(2)) memcpy(b, a, 4);
  SAME("strverscmp", sign(model_strverscmp(a, b)), sign(strverscmp(a, b)))
  SAME("__memcmpeq", !model___memcmpeq(a, b, n), !memcmp(a, b, n))
  SAME("strcasecmp_l", sign(model_strcasecmp_l(a, b, 0)), sign(strcasecmp(a, b)))
  SAME("strncasecmp_l", sign(model_strncasecmp_l(a, b, n, 0)), sign(strncasecmp(a, b, n)))
  SAME("strcoll_l", sign(model_strcoll_l(a, b, 0)), sign(strcmp(a, b)))
  memset(x, '#', 32); memset(y, '#', 32);
  SAME("strxfrm", model_strxfrm(x, a, n), strxfrm(y, a, n))
  if (strlen(a) < n) SAME_BYTES("strxfrm", x, y)
  SAME("memfrob", model_memfrob(x, n) == x && memfrob(y, n) == y, 1) SAME_BYTES("memfrob", x, y)
  text(a, 6, "ab//"); strcpy(x, a); strcpy(y, a);
  SAME("basename", model_basename(a), basename(a))
  SAME("dirname", strcmp(model_dirname(x), dirname(y)), 0)
  strcpy(x, a); strcpy(y, a);
  SAME("__xpg_basename", strcmp(model___xpg_basename(x), __xpg_basename(y)), 0) SAME("__xpg_basename", strcmp(x, y), 0)
  wchar_t s[16], t[16], u[16], v[16], *p = 0, *q = 0;
  for (int i = 0; i < 7; ++i) s[i] = L"abAB01 -x"[number(9)], t[i] = L"abAB"[number(4)];
  s[number(8)] = t[number(4)] = s[7] = t[7] = 0;
  SAME("wcscasecmp", sign(model_wcscasecmp(s, t)), sign(wcscasecmp(s, t)))
  SAME("wcsncasecmp", sign(model_wcsncasecmp(s, t, n)), sign(wcsncasecmp(s, t, n)))
  SAME("wcswcs", model_wcswcs(s, t), wcsstr(s, t)) SAME("wcschrnul", model_wcschrnul(s, t[0]), wcschrnul(s, t[0]))
  memset(u, 1, sizeof u);
  SAME("wcsxfrm", model_wcsxfrm(u, s, 16), wcslen(s)) SAME("wcsxfrm", wcscmp(u, s), 0)
  wcscpy(u, s); wcscpy(v, s);
  for (wchar_t *k = u, *l = v;; k = l = 0) {
    wchar_t *f = model_wcstok(k, t, &p), *g = wcstok(l, t, &q);
    SAME("wcstok", f ? f - u : -1, g ? g - v : -1)
    if (!f) break;
  }
}

static void compare_numbers(void) {
  char s[40], *p = s, *q = s;
  wchar_t w[40], *f = w, *g = w;
  text(s, 12, "0x19aFz-+ 77");
  if (number(6) == 0) sprintf(s, "%s%u%u", number(2) ? "-" : "", number(65536) + 900000000, number(65536) * 30000);
  for (int i = 0; i < 40; ++i) w[i] = s[i];
  int base = (int)number(40) - 1;
  int *e = model___errno_location();
#define NUMBER(name) errno = *e = 0; SAME(#name, model_##name(s, &p, base), name(s, &q, base)) SAME(#name, p, q) SAME(#name, errno, *e)
#define WIDE_NUMBER(name) errno = *e = 0; SAME(#name, model_##name(w, &f, base), name(w, &g, base)) SAME(#name, f, g) SAME(#name, errno, *e)
  NUMBER(strtol) NUMBER(strtoul) NUMBER(strtoll) NUMBER(strtoull) NUMBER(strtoimax) NUMBER(strtoumax)
  WIDE_NUMBER(wcstol) WIDE_NUMBER(wcstoul) WIDE_NUMBER(wcstoll) WIDE_NUMBER(wcstoull) WIDE_NUMBER(wcstoimax) WIDE_NUMBER(wcstoumax)
  text(s, 8, "./09AZaz-b");
  SAME("a64l", model_a64l(s), a64l(s))
  long v = (long)number(65536) * number(65536) * (number(2) ? 1 : -1);
  SAME("l64a", strcmp(model_l64a(v), l64a(v)), 0)
}

static void compare_dates(void) {
  time_t t = ((time_t)number(65536) << 16 | number(65536)) - (number(3) == 0 ? 1 << 30 : 0);
  if (number(4) == 0) t = t * (number(20) + 1) - (time_t)number(65536) * 400000;
  if (number(50) == 0) t = t * 20000000;
  struct tm a, b, c, d;
  memset(&a, 0, sizeof a); memset(&b, 0, sizeof b);
  int *e = model___errno_location();
  errno = *e = 0;
#define SAME_DATE(name, x, y)                                                                                     \
  SAME(name, (x).tm_sec, (y).tm_sec) SAME(name, (x).tm_min, (y).tm_min) SAME(name, (x).tm_hour, (y).tm_hour)      \
  SAME(name, (x).tm_mday, (y).tm_mday) SAME(name, (x).tm_mon, (y).tm_mon) SAME(name, (x).tm_year, (y).tm_year)    \
  SAME(name, (x).tm_wday, (y).tm_wday) SAME(name, (x).tm_yday, (y).tm_yday) SAME(name, (x).tm_isdst, (y).tm_isdst) \
  SAME(name, (x).tm_gmtoff, (y).tm_gmtoff)
  int fails = !model_gmtime_r(&t, (void *)&a);
  SAME("gmtime_r", fails, !gmtime_r(&t, &b)) SAME("gmtime_r", errno, *e)
  if (fails) return;
  SAME_DATE("gmtime_r", a, b)
  memcpy(&c, model_gmtime(&t), sizeof c); SAME_DATE("gmtime", c, b)
  memcpy(&c, model_localtime(&t), sizeof c); d = *localtime(&t); SAME_DATE("localtime", c, d) SAME("tm_zone", strcmp(c.tm_zone, d.tm_zone), 0)
  memset(&c, 0, sizeof c); model_localtime_r(&t, (void *)&c); SAME_DATE("localtime_r", c, d)
  a.tm_isdst = b.tm_isdst = 0;
#define SHIFT(field, range) { int by = (int)number(range) - range / 2; a.field += by; b.field += by; }
  SHIFT(tm_mon, 60) SHIFT(tm_mday, 400) SHIFT(tm_hour, 90) SHIFT(tm_min, 300) SHIFT(tm_sec, 5000)
  c = a; d = b;
  SAME("timegm", model_timegm((void *)&a), timegm(&b)) SAME_DATE("timegm", a, b)
  SAME("mktime", model_mktime((void *)&c), mktime(&d)) SAME_DATE("mktime", c, d)
  SAME("timelocal", model_timelocal((void *)&c), timelocal(&d))
  SAME("dysize", model_dysize(a.tm_year + 1900), dysize(b.tm_year + 1900))
  if (timegm(&d) == -1 || a.tm_year < -900 || a.tm_year > 8099) return;
  char x[100], y[100];
  SAME("asctime", strcmp(model_asctime((void *)&a), asctime(&b)), 0)
  SAME("asctime_r", strcmp(model_asctime_r((void *)&a, x), asctime_r(&b, y)), 0)
  t = timegm(&b);
  SAME("ctime", strcmp(model_ctime(&t), ctime(&t)), 0) SAME("ctime_r", strcmp(model_ctime_r(&t, x), ctime_r(&t, y)), 0)
  const char *format = "%a %A %b %B %h|%c|%C %d %D %e %F %H %I %j %k %l %m %M%n%p %r %R %S%t%T %u %w %x %X %y %Y %%";
  const char *part = format + 3 * number(4);
  size_t limit = number(2) ? 100 : 200;
  char *big_x = malloc(200), *big_y = malloc(200);
  SAME("strftime", model_strftime(big_x, limit, part, (void *)&a), strftime(big_y, limit, part, &b))
  if (limit == 200) SAME("strftime", strcmp(big_x, big_y), 0)
  free(big_x); free(big_y);
}

extern int model_optind, model_optopt, model_opterr;
extern char *model_optarg;

static void compare_options(void) {
  char texts[6][12], *a[8] = {"program"}, *b[8] = {"program"};
  int count = 1 + (int)number(6), flag = 0, other_flag = 0;
  static const char *const words[] = {"-a", "-ab", "-b", "x", "--", "-", "--long", "--lo", "--need=4", "--need", "-bx", "-c", "-cx",
                                      "--longer", "--flag", "-long", "-q", "--any", "--any=", "-W", "y", "-need", "--unknown"};
  for (int i = 1; i < count; ++i) a[i] = b[i] = (char *)words[number(sizeof words / sizeof *words)];
  a[count] = b[count] = 0;
  const char *letters = ((const char *[]){"ab:c::", ":ab:c::", "+ab:c::", "-ab:c::", "-:alb:"})[number(5)];
  struct option options[] = {{"long", 0, 0, 1000}, {"longer", 0, 0, 1001}, {"need", 1, 0, 1002}, {"any", 2, 0, 1003},
                             {"flag", 0, &flag, 7}, {0, 0, 0, 0}};
  struct option others[6];
  memcpy(others, options, sizeof options);
  others[4].flag = &other_flag;
  opterr = optind = model_optind = 0;
  int kind = (int)number(3);
  for (int round = 0; round < 12; ++round) {
    int i = -7, k = -7, got, expected;
    if (kind == 0) got = model_getopt(count, a, letters), expected = getopt(count, b, letters);
    if (kind == 1) got = model_getopt_long(count, a, letters, (void *)others, &i), expected = getopt_long(count, b, letters, options, &k);
    if (kind == 2) got = model_getopt_long_only(count, a, letters, (void *)others, &i), expected = getopt_long_only(count, b, letters, options, &k);
    const char *name = kind == 0 ? "getopt" : kind == 1 ? "getopt_long" : "getopt_long_only";
    SAME(name, got, expected) SAME(name, model_optind, optind) SAME(name, i, k) SAME(name, flag, other_flag)
    SAME(name, model_optarg, optarg) SAME(name, memcmp(a, b, (count + 1) * sizeof *a), 0)
    if (got == '?' || got == ':') SAME(name, model_optopt, optopt)
    if (got == -1) break;
  }
  char s[24] = "", t[24] = "", *p = s, *q = t, *v, *w;
  char *const names[] = {"ro", "rw", "size", 0};
  text(s, 12, "row=,s,"); memcpy(t, s, sizeof s);
  if (number(2)) strcpy(s, "ro,size=4,x=1,rw"), strcpy(t, s);
  while (*q) {
    v = w = 0;
    SAME("getsubopt", model_getsubopt(&p, names, &v), getsubopt(&q, names, &w)) SAME("getsubopt", p - s, q - t)
    SAME("getsubopt", v ? v - s : -1, w ? w - t : -1) SAME_BYTES("getsubopt", s, t)
  }
}

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int by_sign(const void *a, const void *b, void *factor) { return by_value(a, b) * *(int *)factor; }

static void compare_arrays(void) {
  int a[9], b[9], key = number(9), factor = number(2) ? 1 : -1;
  size_t n = number(8), m = n;
  for (int i = 0; i < 9; ++i) a[i] = b[i] = number(9);
  int *p = model_lfind(&key, a, &n, sizeof key, by_value), *q = lfind(&key, b, &m, sizeof key, by_value);
  SAME("lfind", p ? p - a : -1, q ? q - b : -1)
  p = model_lsearch(&key, a, &n, sizeof key, by_value); q = lsearch(&key, b, &m, sizeof key, by_value);
  SAME("lsearch", p - a, q - b) SAME("lsearch", n, m) SAME_BYTES("lsearch", a, b)
  model_qsort_r(a, n, sizeof key, by_sign, &factor); qsort_r(b, n, sizeof key, by_sign, &factor);
  SAME_BYTES("qsort_r", a, b)
  struct { void *next, *previous; } x[3] = {0}, y[3] = {0};
  model_insque(x, 0); insque(y, 0);
  for (int i = 1; i < 3; ++i) model_insque(x + i, x), insque(y + i, y);
  model_remque(x + 1 + n % 2); remque(y + 1 + n % 2);
  for (int i = 0; i < 3; ++i) SAME("insque", x[i].next ? (char *)x[i].next - (char *)x : -1, y[i].next ? (char *)y[i].next - (char *)y : -1)
}

static void compare_locales(void) {
  SAME("setlocale", strcmp(model_setlocale(LC_ALL, 0), setlocale(LC_ALL, 0)), 0)
  SAME("setlocale", strcmp(model_setlocale(LC_ALL, "POSIX"), setlocale(LC_ALL, "POSIX")), 0)
  SAME("setlocale", model_setlocale(99, "C") == setlocale(99, "C"), 1)
  struct lconv *a = (struct lconv *)model_localeconv(), *b = localeconv();
  SAME("localeconv", strcmp(a->decimal_point, b->decimal_point), 0) SAME("localeconv", strcmp(a->negative_sign, b->negative_sign), 0)
  SAME("localeconv", memcmp(&a->int_frac_digits, &b->int_frac_digits, 14), 0)
  SAME("nl_langinfo", strcmp(model_nl_langinfo(CODESET), nl_langinfo(CODESET)), 0)
  SAME("nl_langinfo", strcmp(model_nl_langinfo(RADIXCHAR), nl_langinfo(RADIXCHAR)), 0)
  locale_t locale = (locale_t)model_newlocale(LC_ALL_MASK, "C", 0);
  SAME("newlocale", isdigit_l('4', locale), isdigit('4')) SAME("newlocale", (toupper_l)('a', locale), 'A')
  SAME("uselocale", model_uselocale(0) == (void *)uselocale(0), 1)
  SAME("__ctype_get_mb_cur_max", model___ctype_get_mb_cur_max(), MB_CUR_MAX)
  for (int i = -20; i < 200; ++i) {
    char x[24], y[24];
    memset(x, '#', sizeof x); memset(y, '#', sizeof y);
    SAME("strerror", strcmp(model_strerror(i), strerror(i)), 0) SAME("strerror_l", strcmp(model_strerror_l(i, 0), strerror(i)), 0)
    SAME("strerror_r", strcmp(model_strerror_r(i, x, 16), strerror_r(i, y, 16)), 0)
    SAME("strerror_r", strcmp(model_strerror_r(i, x, 24), strerror_r(i, y, 24)), 0) SAME_BYTES("strerror_r", x, y)
    SAME("strsignal", !model_strsignal(i)[0], !strsignal(i)[0])
  }
}

// Texts of numbers, most of them valid, in all rounding modes.
static void compare_fractions(void) {
  static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  char s[64], *end, *model_end;
  wchar_t w[64], *wide_end;
  if (number(4) == 0) {
    text(s, 10, "0123456789..eE+-+- \txXpPabfinINFnaNty()");
  } else {
    text(s, 1, "+- ");
    text(s + strlen(s), number(3) ? 5 : 20, "0123456789");
    if (number(2)) strcat(s, "."), text(s + strlen(s), number(3) ? 4 : 12, "0123456789000");
    if (number(8) == 0) sprintf(s, "%a", (double)(int)(state >> 3) / (1 + number(9)));
    if (number(3) == 0) strcat(s, number(2) ? "e" : "e-"), text(s + strlen(s), number(9) ? 2 : 4, "0123456789");
  }
  for (size_t i = 0; i == 0 || s[i - 1] != 0; ++i) w[i] = (unsigned char)s[i];
  fesetround(modes[number(4)]);
  is_havocked = 1;
#define SAME_NUMBER(name, a, b) SAME(name, (a) == (b) ? !signbit(a) == !signbit(b) : (a) != (a) && (b) != (b), 1)
#define FRACTION(type, name, wide)                                            \
  {                                                                           \
    type a = name(s, &end), b = model_##name(s, &model_end);                  \
    type c = model_##wide(w, &wide_end);                                      \
    SAME_NUMBER(#name, a, b) SAME(#name, end, model_end)                      \
    SAME_NUMBER(#wide, a, c) SAME(#wide, end - s, wide_end - w)               \
  }
  FRACTION(double, strtod, wcstod) FRACTION(float, strtof, wcstof) FRACTION(long double, strtold, wcstold)
  double a = atof(s), b = model_atof(s);
  SAME_NUMBER("atof", a, b)
  float number_f = 7, model_f = 7;
  double number_d = 7, model_d = 7;
  long double number_l = 7, model_l = 7;
  int count = sscanf(s, "%f", &number_f);
  sscanf(s, "%lf", &number_d);
  sscanf(s, "%Lf", &number_l);
  input = 0;
  if (!strchr(s, '(') && !strstr(s, "x.") && !strstr(s, "X.")) {  // unsupported; several results
    SAME("sscanf", model___pendulum_sscan_float(s, 0, 0, &model_f) < -2ul, count == 1) SAME_NUMBER("%f", model_f, number_f)
    SAME("sscanf", model___pendulum_sscan_double(s, 0, 0, &model_d) < -2ul, count == 1) SAME_NUMBER("%lf", model_d, number_d)
    SAME("sscanf", model___pendulum_sscan_long_double(s, 0, 0, &model_l) < -2ul, count == 1) SAME_NUMBER("%Lf", model_l, number_l)
    int length = 0, dropped = sscanf(s, "%*f%n", &length);
    if (count == 1) SAME("%*f", model___pendulum_sscan_float(s, 0, 1, &model_f), length)
  }
  fesetround(FE_TONEAREST);
  is_havocked = 0;
}

int main(void) {
  setenv("TZ", "UTC", 1);
  compare_characters();
  compare_locales();
  for (int round = 0; round < 20000; ++round) {
    compare_multibyte();
    compare_strings();
    compare_numbers();
    for (int i = 0; i < 10; ++i) compare_fractions();
    compare_dates();
    compare_options();
    compare_arrays();
  }
  return 0;
}
