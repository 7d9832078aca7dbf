// Tests the models of the C library: they are linked if they are used, and they agree with the library.
#include "frontend/llvm/models/models.h"

#include <gtest/gtest.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "frontend/llvm/models/extern_functions.h"
#include "frontend/llvm/models/library_functions.h"
#include "frontend_llvm/c_source.h"

namespace pendulum::frontend {
namespace {

/// Compares every model that is a function of its arguments with the library, on strings over a small
/// alphabet that are similar to each other, with a fixed seed. Exit code 1 and a name mean that they differ.
/// tools/check_math.py compares the models of math.h.
constexpr const char* driver = R"(
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
struct maximal_quotient;
#include "prototypes.h"
static int input = 'x';
int __VERIFIER_nondet_model_int(void) { return input; }
void __VERIFIER_assume(int condition) { if (!condition) exit(2); }
void __pendulum_unsupported(const char *construct) { exit(2); }
void __pendulum_assume_fits(int condition) { __VERIFIER_assume(condition); }
void __pendulum_assume_environment(int condition) { __VERIFIER_assume(condition); }
int __pendulum_havoc_int(int unchanged) { return unchanged; }
size_t __pendulum_object_size(void *object) { return malloc_usable_size(object); }
void *__pendulum_element(const void *array, size_t i, size_t size) { return (char *)array + i * size; }

static unsigned state = 12345;
static unsigned number(unsigned below) { state = state * 1103515245u + 12345u; return (state >> 16) % below; }
static void text(char *s, unsigned most) {
  unsigned n = number(most + 1), i;
  for (i = 0; i < n; ++i) s[i] = "abAB\xe4 -19"[number(9)];
  s[n] = 0;
}
static void number_text(char *s) {
  unsigned n = number(12), i;
  for (i = 0; i < n; ++i) s[i] = "0x19aFz-+ 77"[number(12)];
  s[n] = 0;
}
static void wide(wchar_t *s, unsigned most) {
  unsigned n = number(most + 1), i;
  for (i = 0; i < n; ++i) s[i] = number(20) ? L"abc"[number(3)] : -5;
  s[n] = 0;
}
static int sign(int x) { return (x > 0) - (x < 0); }
static int by_first_byte(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
#define SAME(name, a, b) if ((a) != (b)) { printf("%s\n", name); return 1; }
#define SAME_BYTES(name, a, b) SAME(name, memcmp(a, b, sizeof a), 0)
#define SCAN(format, to, part) \
  result = sscanf(x, format, to, &at); \
  SAME("sscanf " format, (long)model___pendulum_sscan_##part, result == 1 ? at : result == 0 ? -2 : -1)

int main(void) {
  for (int round = 0; round < 20000; ++round) {
    char a[16], b[16], x[40], y[40], z[40];
    text(a, 8); text(b, 3);
    size_t n = number(10);
    int c = "abAB\xe4 -1"[number(9)];
    SAME("strlen", model_strlen(a), strlen(a))
    SAME("strnlen", model_strnlen(a, n), strnlen(a, n))
    SAME("strcmp", sign(model_strcmp(a, b)), sign(strcmp(a, b)))
    SAME("strncmp", sign(model_strncmp(a, b, n)), sign(strncmp(a, b, n)))
    SAME("strcasecmp", sign(model_strcasecmp(a, b)), sign(strcasecmp(a, b)))
    SAME("strncasecmp", sign(model_strncasecmp(a, b, n)), sign(strncasecmp(a, b, n)))
    SAME("strchr", model_strchr(a, c), strchr(a, c))
    SAME("index", model_index(a, c), index(a, c))
    SAME("strrchr", model_strrchr(a, c), strrchr(a, c))
    SAME("rindex", model_rindex(a, c), rindex(a, c))
    SAME("strstr", model_strstr(a, b), strstr(a, b))
    SAME("strcasestr", model_strcasestr(a, b), strcasestr(a, b))
    SAME("strchrnul", model_strchrnul(a, c), strchrnul(a, c))
    SAME("strcoll", sign(model_strcoll(a, b)), sign(strcoll(a, b)))
    SAME("strspn", model_strspn(a, b), strspn(a, b))
    SAME("strcspn", model_strcspn(a, b), strcspn(a, b))
    SAME("strpbrk", model_strpbrk(a, b), strpbrk(a, b))
    memset(x, '#', sizeof x); memset(y, '#', sizeof y);
    SAME("strcpy", model_strcpy(x, a) == x && strcpy(y, a) == y, 1) SAME_BYTES("strcpy", x, y)
    SAME("strcat", model_strcat(x, b) == x && strcat(y, b) == y, 1) SAME_BYTES("strcat", x, y)
    SAME("strncat", model_strncat(x, b, n) == x && strncat(y, b, n) == y, 1) SAME_BYTES("strncat", x, y)
    SAME("strncpy", model_strncpy(x, b, n) == x && strncpy(y, b, n) == y, 1) SAME_BYTES("strncpy", x, y)
    SAME("stpcpy", model_stpcpy(x, a) - x, stpcpy(y, a) - y) SAME_BYTES("stpcpy", x, y)
    SAME("stpncpy", model_stpncpy(x, b, n) - x, stpncpy(y, b, n) - y) SAME_BYTES("stpncpy", x, y)
    {
      // The BSD libraries are not available; snprintf has the same results.
      SAME("strlcpy", model_strlcpy(x, a, n), snprintf(y, n, "%s", a)) SAME_BYTES("strlcpy", x, y)
      size_t end = strnlen(strcpy(x, strcpy(y, b)), n);
      SAME("strlcat", model_strlcat(x, a, n), end + snprintf(y + end, n - end, "%s", a)) SAME_BYTES("strlcat", x, y)
    }
    {
      char *p = model_memccpy(x, a, c, strlen(a)), *q = memccpy(y, a, c, strlen(a));
      SAME("memccpy", p ? p - x : -1, q ? q - y : -1) SAME_BYTES("memccpy", x, y)
    }
    SAME("mempcpy", (char *)model_mempcpy(x, b, 3) - x, (char *)mempcpy(y, b, 3) - y) SAME_BYTES("mempcpy", x, y)
    model_bcopy(x, x + 2, n); bcopy(y, y + 2, n); SAME_BYTES("bcopy", x, y)
    SAME("memmem", model_memmem(x, n, b, strlen(b)), memmem(x, n, b, strlen(b)))
    SAME("memrchr", model_memrchr(x, c, n), memrchr(x, c, n))
    SAME("bcmp", !model_bcmp(x, a, n), !bcmp(x, a, n))
    model_bzero(x + 1, n); bzero(y + 1, n); SAME_BYTES("bzero", x, y)
    SAME("memcmp", sign(model_memcmp(x, a, n)), sign(memcmp(x, a, n)))
    SAME("memchr", model_memchr(x, c, n), memchr(x, c, n))
    char *copy = model_strdup(a);
    SAME("strdup", strcmp(copy, a), 0)
    free(copy);
    copy = model_strndup(a, n);
    char *library_copy = strndup(a, n);
    SAME("strndup", strcmp(copy, library_copy), 0)
    copy = model_realloc(copy, strlen(copy) + 1 + n);
    SAME("realloc", strcmp(copy, library_copy), 0)
    free(copy); free(library_copy);
    strcpy(x, a); strcpy(y, a);
    for (char *p = x, *q = y, *in_x = 0, *in_y = 0; p; p = 0, q = 0) {
      for (char *s = x, *t = y;; s = 0, t = 0) {
        p = model_strtok(s, b); q = strtok(t, b);
        SAME("strtok", p ? p - x : -1, q ? q - y : -1) SAME_BYTES("strtok", x, y)
        if (!p) break;
      }
      strcpy(x, a); strcpy(y, a);
      for (char *s = x, *t = y;; s = 0, t = 0) {
        p = model_strtok_r(s, b, &in_x); q = strtok_r(t, b, &in_y);
        SAME("strtok_r", p ? p - x : -1, q ? q - y : -1) SAME_BYTES("strtok_r", x, y)
        if (!p) break;
      }
    }
    strcpy(x, a); strcpy(y, a);
    for (char *in_x = x, *in_y = y;;) {
      char *s = model_strsep(&in_x, b), *t = strsep(&in_y, b);
      SAME("strsep", s ? s - x : -1, t ? t - y : -1) SAME_BYTES("strsep", x, y)
      if (!s) break;
    }
    number_text(x);
    if (number(8) == 0) strcpy(x, " -9223372036854775807000");
    char *p, *q;
    int base = "\0\2\10\12\20\44"[number(6)];
    errno = *model___errno_location() = 0;
    SAME("strtol", model_strtol(x, &p, base), strtol(x, &q, base)) SAME("strtol", p, q)
    SAME("strtoul", model_strtoul(x, &p, base), strtoul(x, &q, base)) SAME("strtoul", p, q)
    SAME("strtoll", model_strtoll(x, &p, base), strtoll(x, &q, base)) SAME("strtoll", p, q)
    SAME("strtoull", model_strtoull(x, &p, base), strtoull(x, &q, base)) SAME("strtoull", p, q)
    SAME("errno", *model___errno_location(), errno)
    strcpy(x, a); strcpy(y, a);
    model_qsort(x, strlen(x), 1, by_first_byte); qsort(y, strlen(y), 1, by_first_byte);
    SAME("qsort", strcmp(x, y), 0)
    p = bsearch(&c, x, strlen(x), 1, by_first_byte);
    input = p ? p - x : -1;
    SAME("bsearch", (char *)model_bsearch(&c, x, strlen(x), 1, by_first_byte), p)
    input = 'x';
    {
      unsigned w = number(7), left = number(2), v = number(65536) * (number(2) ? 65536u : 1u);
      size_t most = number(30), at = 0;
      memset(x, '#', sizeof x); memset(y, '#', sizeof y);
      at = model___pendulum_put_string(x, most, at, a, n, w, left);
      at = model___pendulum_put_char(x, most, at, c, n, left);
      at = model___pendulum_put_decimal(x, most, at, v, 0, w, left ? 1 : 2, 1);
      at = model___pendulum_put_long_decimal(x, most, at, (unsigned long long)v * v, '-', 0, 0, 1);
      at = model___pendulum_put_hexadecimal(x, most, at, v, 'a', w, 0, 1, 0);
      model___pendulum_put_end(x, most, at);
      SAME("snprintf", at, snprintf(y, most, left ? "%-*.*s%-*c%-*u-%llu%*x" : "%*.*s%*c%0*u-%llu%*x", w, (int)n, a, (int)n, c, w, v,
                                    (unsigned long long)v * v, w, v))
      SAME_BYTES("snprintf", x, y)
      int least = number(5);
      v = number(2) ? v : number(9);
      at = model___pendulum_put_decimal(x, most, 0, v / 2, '+', w, left, least);
      at = model___pendulum_put_hexadecimal(x, most, at, v, 'A', w, left ? 1 : 2, 1, 'X');
      at = model___pendulum_put_octal(x, most, at, v, w, 0, least);
      model___pendulum_put_end(x, most, at);
      SAME("snprintf", at, snprintf(y, most, left ? "%-+*.*d%-#*X%*.*o" : "%+*.*d%#0*X%*.*o", w, least, v / 2, w, v, w, least, v))
      SAME_BYTES("snprintf", x, y)
    }
    {
      // %n shows the position of the library; where C permits several behaviours, the inputs select that of the library.
      int i = 7, k = 7, at = -3, result;
      short h = 7, g = 7;
      signed char hh = 7, gg = 7;
      long long l = 7, m = 7;
      size_t end;
      number_text(x);
      input = 0;
      SCAN("%lli%n", &l, 64(x, 0, 0, &m, -1, 0, ~0ull >> 1, (~0ull >> 1) + 1)) SAME("sscanf %lli", l, m)
      SCAN("%llx%n", &l, 64(x, 0, 0, &m, -1, 16, ~0ull, ~0ull)) SAME("sscanf %llx", l, m)
      SCAN("%7i%n", &i, 32(x, 0, 0, &k, 7, 0, ~0u >> 1, (~0u >> 1) + 1)) SAME("sscanf %7i", i, k)
      SCAN("%3x%n", &i, 32(x, 0, 0, &k, 3, 16, ~0u, ~0u)) SAME("sscanf %3x", i, k)
      SCAN("%1d%n", &i, 32(x, 0, 0, &k, 1, 10, ~0u >> 1, (~0u >> 1) + 1)) SAME("sscanf %1d", i, k)
      SCAN("%5o%n", &i, 32(x, 0, 0, &k, 5, 8, ~0u, ~0u)) SAME("sscanf %5o", i, k)
      SCAN("%4hd%n", &h, 16(x, 0, 0, &g, 4, 10, 32767, 32768)) SAME("sscanf %4hd", h, g)
      SCAN("%2hhu%n", &hh, 8(x, 0, 0, &gg, 2, 10, 255, 255)) SAME("sscanf %2hhu", hh, gg)
      text(x, 8);
      memset(y, '#', sizeof y); memset(z, '#', sizeof z);
      SCAN("%s%n", y, string(x, 0, 0, z, -1)) SAME_BYTES("sscanf %s", y, z)
      SCAN("%3s%n", y, string(x, 0, 0, z, 3)) SAME_BYTES("sscanf %3s", y, z)
      SCAN("%[a1-]%n", y, set(x, 0, 0, 0, z, -1, "a1-", 0)) SAME_BYTES("sscanf %[", y, z)
      SCAN(" %2[^A-Z]%n", y, set(x, 0, 1, 0, z, 2, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", 1)) SAME_BYTES("sscanf %[^", y, z)
      input = 1;
      SCAN(" %c%n", y, chars(x, 0, 1, 0, z, 1)) SAME_BYTES("sscanf %c", y, z)
      SCAN("%4c%n", y, chars(x, 0, 0, 0, z, 4)) SAME_BYTES("sscanf %4c", y, z)
      input = 0;
      end = model___pendulum_sscan_text(x, 0, 1, "a");
      end = model___pendulum_sscan_string(x, end, 1, 0, 1);
      at = end < (size_t)-2;
      end = model___pendulum_sscan_32(x, end, 0, &k, -1, 10, ~0u >> 1, (~0u >> 1) + 1);
      SAME("sscanf", model___pendulum_sscan_end(end, end < (size_t)-2, at + (end < (size_t)-2)),
           sscanf(x, " a%*1s%d", &i)) SAME("sscanf", i, k)
      SAME("sscanf start", model___pendulum_sscan_start(x), 0)
      model___pendulum_sscan_count(x, 2, 0, &k); SAME("sscanf %n", k, 2)
      input = 'x';
    }
    snprintf(a, sizeof a, "%.*s%d%s", (int)number(3), "  \t", (int)number(200000) - 100000, b);
    SAME("atoi", model_atoi(a), atoi(a))
    SAME("atol", model_atol(a), atol(a))
    SAME("atoll", model_atoll(a), atoll(a))
    int v = (int)number(65536) - 32768;
    div_t d = div(v, 17 - (int)n), e = ((div_t (*)(int, int))model_div)(v, 17 - (int)n);
    SAME("div", d.quot, e.quot) SAME("div", d.rem, e.rem)
    {
      wchar_t s[16], t[16], u[40], w[40];
      wide(s, 8); wide(t, 3);
      wchar_t ch = L"abc"[number(3)];
      wmemset(u, L'#', 40); wmemset(w, L'#', 40);
      SAME("wcslen", model_wcslen(s), wcslen(s)) SAME("wcsnlen", model_wcsnlen(s, n), wcsnlen(s, n))
      SAME("wcscmp", sign(model_wcscmp(s, t)), sign(wcscmp(s, t))) SAME("wcscoll", sign(model_wcscoll(s, s)), 0)
      SAME("wcsncmp", sign(model_wcsncmp(s, t, n)), sign(wcsncmp(s, t, n)))
      SAME("wmemcmp", sign(model_wmemcmp(s, t, 2)), sign(wmemcmp(s, t, 2)))
      SAME("wcschr", model_wcschr(s, ch), wcschr(s, ch)) SAME("wcsrchr", model_wcsrchr(s, ch), wcsrchr(s, ch))
      SAME("wmemchr", model_wmemchr(s, ch, wcslen(s)), wmemchr(s, ch, wcslen(s)))
      SAME("wcsstr", model_wcsstr(s, t), wcsstr(s, t)) SAME("wcspbrk", model_wcspbrk(s, t), wcspbrk(s, t))
      SAME("wcsspn", model_wcsspn(s, t), wcsspn(s, t)) SAME("wcscspn", model_wcscspn(s, t), wcscspn(s, t))
      SAME("wcscpy", model_wcscpy(u, s) == u && wcscpy(w, s) == w, 1) SAME_BYTES("wcscpy", u, w)
      SAME("wcscat", model_wcscat(u, t) == u && wcscat(w, t) == w, 1) SAME_BYTES("wcscat", u, w)
      SAME("wcsncat", model_wcsncat(u, t, n) == u && wcsncat(w, t, n) == w, 1) SAME_BYTES("wcsncat", u, w)
      SAME("wcsncpy", model_wcsncpy(u, t, n) == u && wcsncpy(w, t, n) == w, 1) SAME_BYTES("wcsncpy", u, w)
      SAME("wcpcpy", model_wcpcpy(u, s) - u, wcpcpy(w, s) - w) SAME_BYTES("wcpcpy", u, w)
      SAME("wcpncpy", model_wcpncpy(u, t, n) - u, wcpncpy(w, t, n) - w) SAME_BYTES("wcpncpy", u, w)
      SAME("wmemcpy", model_wmemcpy(u, s, 3) == u && wmemcpy(w, s, 3) == w, 1) SAME_BYTES("wmemcpy", u, w)
      SAME("wmempcpy", model_wmempcpy(u, t, 2) - u, wmempcpy(w, t, 2) - w) SAME_BYTES("wmempcpy", u, w)
      SAME("wmemmove", model_wmemmove(u + 1, u, n) - u, wmemmove(w + 1, w, n) - w) SAME_BYTES("wmemmove", u, w)
      SAME("wmemset", model_wmemset(u, ch, n) - u, wmemset(w, ch, n) - w) SAME_BYTES("wmemset", u, w)
      wchar_t *double_s = model_wcsdup(s);
      SAME("wcsdup", wcscmp(double_s, s), 0)
      free(double_s);
    }
    {
      unsigned bits = number(65536) << 16 | number(65536);
      long long wide_bits = (long long)((unsigned long long)(number(8) ? bits : 0) << 32 | number(65536));
      SAME("ffs", model_ffs((int)bits), ffs((int)bits)) SAME("ffsl", model_ffsl((long)wide_bits), ffsl((long)wide_bits))
      SAME("ffsll", model_ffsll(wide_bits), ffsll(wide_bits)) SAME("imaxabs", model_imaxabs(v), imaxabs(v))
      SAME("htons", model_htons(bits), htons(bits)) SAME("ntohs", model_ntohs(bits), ntohs(bits))
      SAME("htonl", model_htonl(bits), htonl(bits)) SAME("ntohl", model_ntohl(bits), ntohl(bits))
      SAME("isascii", !model_isascii((int)bits), !isascii((int)bits)) SAME("toascii", model_toascii((int)bits), toascii((int)bits))
    }
    model_swab(a, x, n); swab(a, y, n); SAME("swab", memcmp(x, y, n & ~1u), 0)
    SAME("rawmemchr", model_rawmemchr(a, a[0]), rawmemchr(a, a[0]))
    number_text(x);
    SAME("strtoimax", model_strtoimax(x, &p, base), strtoimax(x, &q, base)) SAME("strtoimax", p, q)
    SAME("strtoumax", model_strtoumax(x, &p, base), strtoumax(x, &q, base)) SAME("strtoumax", p, q)
    SAME("abs", model_abs(v), abs(v)) SAME("labs", model_labs(v), labs(v)) SAME("llabs", model_llabs(v), llabs(v))
  }
  for (int c = -128; c < 256; ++c) {
    SAME("__ctype_b_loc", (*model___ctype_b_loc())[c], (*__ctype_b_loc())[c])
    SAME("__ctype_tolower_loc", (*model___ctype_tolower_loc())[c], (*__ctype_tolower_loc())[c])
    SAME("__ctype_toupper_loc", (*model___ctype_toupper_loc())[c], (*__ctype_toupper_loc())[c])
  }
  for (int c = -1; c < 256; ++c) {
    SAME("isdigit", !model_isdigit(c), !isdigit(c)) SAME("isxdigit", !model_isxdigit(c), !isxdigit(c))
    SAME("islower", !model_islower(c), !islower(c)) SAME("isupper", !model_isupper(c), !isupper(c))
    SAME("isalpha", !model_isalpha(c), !isalpha(c)) SAME("isalnum", !model_isalnum(c), !isalnum(c))
    SAME("isspace", !model_isspace(c), !isspace(c)) SAME("isblank", !model_isblank(c), !isblank(c))
    SAME("isprint", !model_isprint(c), !isprint(c)) SAME("isgraph", !model_isgraph(c), !isgraph(c))
    SAME("iscntrl", !model_iscntrl(c), !iscntrl(c)) SAME("ispunct", !model_ispunct(c), !ispunct(c))
    SAME("iswdigit", !model_iswdigit(c), !iswdigit(c)) SAME("iswxdigit", !model_iswxdigit(c), !iswxdigit(c))
    SAME("iswlower", !model_iswlower(c), !iswlower(c)) SAME("iswupper", !model_iswupper(c), !iswupper(c))
    SAME("iswalpha", !model_iswalpha(c), !iswalpha(c)) SAME("iswalnum", !model_iswalnum(c), !iswalnum(c))
    SAME("iswspace", !model_iswspace(c), !iswspace(c)) SAME("iswblank", !model_iswblank(c), !iswblank(c))
    SAME("iswprint", !model_iswprint(c), !iswprint(c)) SAME("iswgraph", !model_iswgraph(c), !iswgraph(c))
    SAME("iswcntrl", !model_iswcntrl(c), !iswcntrl(c)) SAME("iswpunct", !model_iswpunct(c), !iswpunct(c))
    SAME("towlower", model_towlower(c), towlower(c)) SAME("towupper", model_towupper(c), towupper(c))
    SAME("tolower", model_tolower(c), tolower(c)) SAME("toupper", model_toupper(c), toupper(c))
  }
  return 0;
}
)";

/// Builds the driver with the given models, which have other names than the library's functions, and runs it.
base::CommandResult compare_with_library(const std::string& models, const std::string& source) {
  const base::TemporaryDirectory directory;
  std::ofstream(directory.path() + "/models.c") << models;
  std::ofstream(directory.path() + "/driver.c") << source;
  // The driver uses the definitions of the models as declarations. The linker drops the models that it does
  // not call, so that the functions that these call need no definition.
  std::string prototypes;
  std::vector<std::string> rename;
  for (const std::string object : {"optarg", "optind", "opterr", "optopt"})
    rename.push_back("-D" + object + "=model_" + object);
  std::istringstream lines(models);
  std::string name;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("//: ")) {
      name = line.substr(4, line.find(": ", 4) - 4);
      rename.push_back("-D" + name + "=model_" + name);
    } else if (!name.empty()) {
      std::string head = line.substr(0, line.find(" {"));
      head.insert(head.find(name + "("), "model_");
      const bool is_of_math = head.find("real ") != std::string::npos;
      if (!is_of_math) prototypes += head + ";\n";
      name.clear();
    }
  }
  std::ofstream(directory.path() + "/prototypes.h") << prototypes;
  const std::string object = directory.path() + "/models.o";
  std::vector<std::string> compile{"clang-19",
                                   "-c",
                                   "-w",
                                   "-fno-builtin",
                                   "-ffunction-sections",
                                   "-o",
                                   object,
                                   directory.path() + "/models.c"};
  compile.insert(compile.end(), rename.begin(), rename.end());
  EXPECT_EQ(base::run_command(compile, {}).exit_code, 0);
  const std::string program = directory.path() + "/driver";
  const auto built = base::run_command(
      {"clang-19", "-w", "-fno-builtin", "-D_GNU_SOURCE", "-o", program, directory.path() + "/driver.c",
       object, "-lm", "-no-pie", "-Wl,--gc-sections", "-Wl,--unresolved-symbols=ignore-all"},
      {});
  EXPECT_EQ(built.exit_code, 0) << built.error;
  return base::run_command({program}, {});
}

TEST(Models, AgreeWithTheLibrary) {
  const base::CommandResult run = compare_with_library(std::string(model_source), driver);
  EXPECT_EQ(run.exit_code, 0) << run.output;
}

std::string driver_file(const std::string& name) {
  std::ifstream file(std::string(PENDULUM_SOURCE_DIR) + "/test/unit/frontend_llvm_models/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Models, AgreeWithTheGnuLibrary) {
  const base::CommandResult run =
      compare_with_library(std::string(model_source), driver_file("glibc_driver.c"));
  EXPECT_EQ(run.exit_code, 0) << run.output;
}

TEST(Models, TheComparisonWithTheGnuLibrarySeesAWrongModel) {
  std::string damaged(model_source);
  const std::string good = "STATE.first_other += optind - STATE.last_other;";
  damaged.replace(damaged.find(good), good.size(), "STATE.first_other = optind;");
  const base::CommandResult run = compare_with_library(damaged, driver_file("glibc_driver.c"));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(run.output.starts_with("getopt")) << run.output;
}

TEST(Models, StreamsOfMemoryAgreeWithTheGnuLibrary) {
  const base::CommandResult run =
      compare_with_library(std::string(model_source), driver_file("streams_driver.c"));
  EXPECT_EQ(run.exit_code, 0) << run.output;
}

TEST(Models, TheComparisonOfStreamsSeesAWrongModel) {
  std::string damaged(model_source);
  const std::string good = "adds_zero = stream->waiting[count - 1] != 0;";
  damaged.replace(damaged.find(good), good.size(), "adds_zero = 1;");
  const base::CommandResult run = compare_with_library(damaged, driver_file("streams_driver.c"));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(run.output.find("mode") != std::string::npos) << run.output;
}

TEST(Models, TheComparisonSeesAWrongModel) {
  std::string damaged(model_source);
  const std::string good = "c >= ' ' && c <= '~'";
  damaged.replace(damaged.find(good), good.size(), "c >= ' ' && c < '~'");
  const base::CommandResult run = compare_with_library(damaged, driver);
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.output, "isprint\n");
}

TEST(Models, EachIsListedWithALine) {
  const std::vector<LibraryModel> models = library_models();
  EXPECT_GT(models.size(), 40U);
  for (const LibraryModel& model : models) {
    EXPECT_FALSE(model.summary.empty()) << model.name;
    EXPECT_EQ(std::string::npos, model.name.find(' ')) << model.name;
  }
}

TEST(Models, OnlyWhatIsUsedAndHasNoBodyIsLinked) {
  CSource source;
  source.add(
      "extern unsigned long strlen(const char *); extern int strcmp(const char *, const char *);\n"
      "extern char *strchr(const char *, int); int atoi(const char *s) { return *s; }\n"
      "int main(void) { return strlen(\"a\") + strlen(\"b\") + strcmp(\"a\", \"b\") + atoi(\"1\"); }\n");
  llvm::Module& module = source.compile();
  const auto names = link_models(module, source.options, source.directory.path());
  EXPECT_EQ(names, (std::vector<std::string>{"strcmp", "strlen"}));
  EXPECT_FALSE(module.getFunction("strlen")->isDeclaration());
  EXPECT_NE(module.getFunction("strlen.1"), nullptr) << "each call should have its own copy";
  EXPECT_EQ(module.getFunction("strncmp"), nullptr);
}

TEST(Models, ALiteralFormatBecomesItsParts) {
  CSource source;
  source.add(
      "extern int sprintf(char *, const char *, ...); char a[9]; const char *f;\n"
      "int main(void) { sprintf(a, f, 1); return sprintf(a, \"%s-%d\", \"x\", 1); }\n");
  llvm::Module& module = source.compile();
  EXPECT_EQ(link_models(module, source.options, source.directory.path()),
            (std::vector<std::string>{"sprintf"}));
  EXPECT_FALSE(module.getFunction("__pendulum_put_decimal")->isDeclaration());
  EXPECT_EQ(module.getFunction("sprintf")->getNumUses(), 1U) << "a format that is no literal should stay";
}

TEST(Models, AContractCallsTheFunctionOfTheLibrary) {
  CSource source;
  source.add(
      "extern double sin(double), floor(double); extern float sinf32(float), fmodf(float, float);\n"
      "int main(void) { return sin(1) + sinf32(1) + floor(1) + fmodf(1, 1); }\n");
  llvm::Module& module = source.compile();
  EXPECT_EQ(link_models(module, source.options, source.directory.path()),
            (std::vector<std::string>{"floor", "fmodf", "sin", "sinf"}));
  EXPECT_FALSE(module.getFunction("sin")->isDeclaration());
  EXPECT_TRUE(module.getFunction("sinf32")->use_empty()) << "sinf is the same function";
  const llvm::Function* real = module.getFunction("__pendulum_real_sin");
  ASSERT_NE(real, nullptr);
  ASSERT_NE(library_function(*real), nullptr);
  EXPECT_EQ(library_function(*real)->name, "sin");
  EXPECT_EQ(extern_kind(*real), ExternKind::Library);
  EXPECT_EQ(module.getFunction("__pendulum_real_floor"), nullptr);
  EXPECT_NE(module.getFunction("__pendulum_modulof"), nullptr) << "helper functions should be linked";
  EXPECT_EQ(module.getFunction("__pendulum_modulo"), nullptr);
}

TEST(Models, ReadersAreLinkedOnlyWhereAccessesAreChecked) {
  for (const property::Property property : {property::Property::Reach, property::Property::ValidDeref}) {
    CSource source;
    source.options.properties = {property};
    source.add("extern int puts(const char *); int main(void) { return puts(\"a\"); }\n");
    llvm::Module& module = source.compile();
    EXPECT_EQ(link_models(module, source.options, source.directory.path()).size(),
              property == property::Property::Reach ? 0U : 1U);
  }
}

}  // namespace
}  // namespace pendulum::frontend
