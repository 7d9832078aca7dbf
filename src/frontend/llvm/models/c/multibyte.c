// Wide characters (wctype.h, C17 7.30) and multibyte characters (stdlib.h, wchar.h, uchar.h) in the "C" locale of
// the GNU C library: a byte below 128 is a character, all others are invalid. The conversion state never changes.

// The classes of ctype.c. The GNU C library computes iswdigit without its table.
#define WIDE_LOWER (IS_UPPER ? c + ('a' - 'A') : c)
#define WIDE_UPPER (IS_LOWER ? c - ('a' - 'A') : c)

//: iswdigit: a decimal digit
int iswdigit(__WINT_TYPE__ c) { return IS_DIGIT; }

//: iswdigit_l: as iswdigit
int iswdigit_l(__WINT_TYPE__ c, const void *locale) { return IS_DIGIT; }

//: iswlower: the lower-case letter
int iswlower(__WINT_TYPE__ c) { return LOWER; }

//: iswupper: the upper-case letter
int iswupper(__WINT_TYPE__ c) { return UPPER; }

//: iswxdigit: a hexadecimal digit
int iswxdigit(__WINT_TYPE__ c) { return XDIGIT; }

//: iswalpha: a letter
int iswalpha(__WINT_TYPE__ c) { return ALPHA; }

//: iswalnum: a letter or a digit
int iswalnum(__WINT_TYPE__ c) { return ALNUM; }

//: iswspace: space, tab, or a line or page feed
int iswspace(__WINT_TYPE__ c) { return SPACE; }

//: iswblank: space or tab
int iswblank(__WINT_TYPE__ c) { return BLANK; }

//: iswprint: printable, including space
int iswprint(__WINT_TYPE__ c) { return PRINT; }

//: iswgraph: printable, except space
int iswgraph(__WINT_TYPE__ c) { return GRAPH; }

//: iswcntrl: a control character
int iswcntrl(__WINT_TYPE__ c) { return CNTRL; }

//: iswpunct: printable, but neither space nor letter nor digit
int iswpunct(__WINT_TYPE__ c) { return PUNCT; }

//: iswlower_l: as iswlower
int iswlower_l(__WINT_TYPE__ c, const void *locale) { return LOWER; }

//: iswupper_l: as iswupper
int iswupper_l(__WINT_TYPE__ c, const void *locale) { return UPPER; }

//: iswxdigit_l: as iswxdigit
int iswxdigit_l(__WINT_TYPE__ c, const void *locale) { return XDIGIT; }

//: iswalpha_l: as iswalpha
int iswalpha_l(__WINT_TYPE__ c, const void *locale) { return ALPHA; }

//: iswalnum_l: as iswalnum
int iswalnum_l(__WINT_TYPE__ c, const void *locale) { return ALNUM; }

//: iswspace_l: as iswspace
int iswspace_l(__WINT_TYPE__ c, const void *locale) { return SPACE; }

//: iswblank_l: as iswblank
int iswblank_l(__WINT_TYPE__ c, const void *locale) { return BLANK; }

//: iswprint_l: as iswprint
int iswprint_l(__WINT_TYPE__ c, const void *locale) { return PRINT; }

//: iswgraph_l: as iswgraph
int iswgraph_l(__WINT_TYPE__ c, const void *locale) { return GRAPH; }

//: iswcntrl_l: as iswcntrl
int iswcntrl_l(__WINT_TYPE__ c, const void *locale) { return CNTRL; }

//: iswpunct_l: as iswpunct
int iswpunct_l(__WINT_TYPE__ c, const void *locale) { return PUNCT; }

//: towlower: the lower-case letter
__WINT_TYPE__ towlower(__WINT_TYPE__ c) { return WIDE_LOWER; }

//: towlower_l: as towlower
__WINT_TYPE__ towlower_l(__WINT_TYPE__ c, const void *locale) { return WIDE_LOWER; }

//: towupper: the upper-case letter
__WINT_TYPE__ towupper(__WINT_TYPE__ c) { return WIDE_UPPER; }

//: towupper_l: as towupper
__WINT_TYPE__ towupper_l(__WINT_TYPE__ c, const void *locale) { return WIDE_UPPER; }

#define STARTS_WITH(s, a, b, c, d, e) \
  ((s)[0] == a && (s)[1] == b && (s)[2] == c && (s)[3] == d && (s)[4] == e)
#define IS_NAMED(a, b, c, d, e) (STARTS_WITH(name, a, b, c, d, e) && name[5] == 0)

//: wctype: the handle of a character class, a number from 1 to 12, or 0
unsigned long wctype(const char *name) {
  if (IS_NAMED('u', 'p', 'p', 'e', 'r')) return 1;
  if (IS_NAMED('l', 'o', 'w', 'e', 'r')) return 2;
  if (IS_NAMED('a', 'l', 'p', 'h', 'a')) return 3;
  if (IS_NAMED('d', 'i', 'g', 'i', 't')) return 4;
  if (STARTS_WITH(name, 'x', 'd', 'i', 'g', 'i') && name[5] == 't' && name[6] == 0) return 5;
  if (IS_NAMED('s', 'p', 'a', 'c', 'e')) return 6;
  if (IS_NAMED('p', 'r', 'i', 'n', 't')) return 7;
  if (IS_NAMED('g', 'r', 'a', 'p', 'h')) return 8;
  if (IS_NAMED('b', 'l', 'a', 'n', 'k')) return 9;
  if (IS_NAMED('c', 'n', 't', 'r', 'l')) return 10;
  if (IS_NAMED('p', 'u', 'n', 'c', 't')) return 11;
  return IS_NAMED('a', 'l', 'n', 'u', 'm') ? 12 : 0;
}

//: iswctype: whether a wide character is in a class
int iswctype(__WINT_TYPE__ c, unsigned long handle) {
  switch (handle) {
    case 1: return IS_UPPER;
    case 2: return IS_LOWER;
    case 3: return ALPHA != 0;
    case 4: return IS_DIGIT;
    case 5: return XDIGIT != 0;
    case 6: return SPACE != 0;
    case 7: return PRINT != 0;
    case 8: return GRAPH != 0;
    case 9: return BLANK != 0;
    case 10: return CNTRL != 0;
    case 11: return PUNCT != 0;
    case 12: return IS_ALNUM;
  }
  return 0;
}

static const int __pendulum_mappings[2];

//: wctrans: the handle of a mapping of characters, or null
const int *wctrans(const char *name) {
  if (name[0] != 't' || name[1] != 'o') return 0;
  if (STARTS_WITH(name + 2, 'l', 'o', 'w', 'e', 'r') && name[7] == 0) return __pendulum_mappings;
  return STARTS_WITH(name + 2, 'u', 'p', 'p', 'e', 'r') && name[7] == 0 ? __pendulum_mappings + 1 : 0;
}

//: towctrans: a wide character after a mapping
__WINT_TYPE__ towctrans(__WINT_TYPE__ c, const int *mapping) {
  if (mapping == __pendulum_mappings) return WIDE_LOWER;
  return mapping == __pendulum_mappings + 1 ? WIDE_UPPER : c;
}

//: wcwidth: 1 if a wide character is printable, -1 if it is not, 0 for zero
int wcwidth(__WCHAR_TYPE__ c) { return c == 0 ? 0 : c >= ' ' && c <= '~' ? 1 : -1; }

//: wcswidth: the number of wide characters, or -1 if one of them is not printable
int wcswidth(const __WCHAR_TYPE__ *s, size_t n) {
  size_t i;
  for (i = 0; i < n && s[i] != 0; ++i)
    if (s[i] < ' ' || s[i] > '~') return -1;
  return (int)i;
}

//: __ctype_get_mb_cur_max: one byte per character
size_t __ctype_get_mb_cur_max(void) { return 1; }

//: btowc: the wide character of a byte
__WINT_TYPE__ btowc(int c) { return c >= 0 && c < 128 ? (__WINT_TYPE__)c : (__WINT_TYPE__)-1; }

//: wctob: the byte of a wide character, or EOF
int wctob(__WINT_TYPE__ c) { return c < 128 ? (int)c : -1; }

// Reads at most n bytes of a character. `none` is the result if n is 0.
#define READ_CHARACTER(store, none)           \
  if (s == 0) return 0;                       \
  if (n == 0) return none;                    \
  if ((unsigned char)*s >= 128) {             \
    __pendulum_errno = invalid_character;     \
    return -1;                                \
  }                                           \
  store                                       \
  return *s != 0;

// mblen and mbtowc accept a zero even if n is 0.
//: mblen: the length of a character: 1, 0 for zero, -1 for an invalid byte
int mblen(const char *s, size_t n) {
  if (s != 0 && *s == 0) return 0;
  READ_CHARACTER(, -1)
}

//: mbtowc: reads a character as a wide character
int mbtowc(__WCHAR_TYPE__ *to, const char *s, size_t n) {
  if (s != 0 && *s == 0) {
    if (to != 0) *to = 0;
    return 0;
  }
  READ_CHARACTER(if (to != 0) *to = *s;, -1)
}

//: mbrlen: as mblen, with a state
size_t mbrlen(const char *s, size_t n, void *state) { READ_CHARACTER(, (size_t)-2) }

//: __mbrlen: as mblen, with a state
size_t __mbrlen(const char *s, size_t n, void *state) { READ_CHARACTER(, (size_t)-2) }

//: mbrtowc: reads a character as a wide character, with a state
size_t mbrtowc(__WCHAR_TYPE__ *to, const char *s, size_t n, void *state) {
  READ_CHARACTER(if (to != 0) *to = *s;, (size_t)-2)
}

//: mbrtoc16: reads a character as a 16-bit character
size_t mbrtoc16(unsigned short *to, const char *s, size_t n, void *state) {
  READ_CHARACTER(if (to != 0) *to = (unsigned short)*s;, (size_t)-2)
}

//: mbrtoc32: reads a character as a 32-bit character
size_t mbrtoc32(unsigned *to, const char *s, size_t n, void *state) {
  READ_CHARACTER(if (to != 0) *to = (unsigned)*s;, (size_t)-2)
}

//: mbsinit: yes, because the state never changes
int mbsinit(const void *state) { return 1; }

// Writes a character of one byte. `none` is the result without a target.
#define WRITE_CHARACTER(none)                 \
  if (s == 0) return none;                    \
  if ((unsigned)c >= 128) {                   \
    __pendulum_errno = invalid_character;     \
    return -1;                                \
  }                                           \
  *s = (char)c;                               \
  return 1;

//: wctomb: writes a wide character
int wctomb(char *s, __WCHAR_TYPE__ c) { WRITE_CHARACTER(0) }

//: wcrtomb: writes a wide character, with a state
size_t wcrtomb(char *s, __WCHAR_TYPE__ c, void *state) { WRITE_CHARACTER(1) }

//: c16rtomb: writes a 16-bit character
size_t c16rtomb(char *s, unsigned short c, void *state) { WRITE_CHARACTER(1) }

//: c32rtomb: writes a 32-bit character
size_t c32rtomb(char *s, unsigned c, void *state) { WRITE_CHARACTER(1) }

// Converts a string. Without a target, only its length is computed. `end` sets the source pointer.
#define CONVERT_STRING(type, limit, fail, end)                   \
  size_t i;                                                      \
  for (i = 0; (to == 0 || i < n) && (limit); ++i) {              \
    if ((unsigned)(type)from[i] >= 128) {                        \
      __pendulum_errno = invalid_character;                      \
      fail                                                       \
      return (size_t)-1;                                         \
    }                                                            \
    if (to != 0) to[i] = from[i];                                \
    if (from[i] == 0) {                                          \
      end                                                        \
      return i;                                                  \
    }                                                            \
  }

//: mbstowcs: a string as a wide string, at most n characters
size_t mbstowcs(__WCHAR_TYPE__ *to, const char *from, size_t n) {
  CONVERT_STRING(unsigned char, 1, , )
  return n;
}

//: wcstombs: a wide string as a string, at most n bytes
size_t wcstombs(char *to, const __WCHAR_TYPE__ *from, size_t n) {
  CONVERT_STRING(unsigned, 1, , )
  return n;
}

#define SET_SOURCE if (to != 0) *source = from + i;
#define END_SOURCE if (to != 0) *source = 0;

//: mbsrtowcs: as mbstowcs; sets the source to the first character that is not converted
size_t mbsrtowcs(__WCHAR_TYPE__ *to, const char **source, size_t n, void *state) {
  const char *from = *source;
  CONVERT_STRING(unsigned char, 1, SET_SOURCE, END_SOURCE)
  SET_SOURCE
  return i;
}

//: wcsrtombs: as wcstombs; sets the source to the first character that is not converted
size_t wcsrtombs(char *to, const __WCHAR_TYPE__ **source, size_t n, void *state) {
  const __WCHAR_TYPE__ *from = *source;
  CONVERT_STRING(unsigned, 1, SET_SOURCE, END_SOURCE)
  SET_SOURCE
  return i;
}

//: mbsnrtowcs: as mbsrtowcs, with a limit of the source
size_t mbsnrtowcs(__WCHAR_TYPE__ *to, const char **source, size_t limit, size_t n, void *state) {
  const char *from = *source;
  CONVERT_STRING(unsigned char, i < limit, SET_SOURCE, END_SOURCE)
  SET_SOURCE
  return i;
}

//: wcsnrtombs: as wcsrtombs, with a limit of the source
size_t wcsnrtombs(char *to, const __WCHAR_TYPE__ **source, size_t limit, size_t n, void *state) {
  const __WCHAR_TYPE__ *from = *source;
  CONVERT_STRING(unsigned, i < limit, SET_SOURCE, END_SOURCE)
  SET_SOURCE
  return i;
}
