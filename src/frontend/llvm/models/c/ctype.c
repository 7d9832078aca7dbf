// ctype.h (C17 7.4) in the "C" locale. The functions return the bits of the GNU C library's table, so that a
// function and the macro of the same name agree. wide.c uses the same classes.

// An argument other than -128 to 255 is undefined (C17 7.4p1; the GNU C library permits negative characters).
// If memory accesses are checked, it is an access outside of this table.
static const char __pendulum_characters[384];
#define CHARACTER(value)                                       \
  if (CHECKS_ACCESSES) {                                       \
    char known = (__pendulum_characters + 128)[c];             \
  }                                                            \
  return value;

#define IS_LOWER (c >= 'a' && c <= 'z')
#define IS_UPPER (c >= 'A' && c <= 'Z')
#define IS_DIGIT (c >= '0' && c <= '9')
#define IS_ALNUM (IS_LOWER || IS_UPPER || IS_DIGIT)

#define UPPER (IS_UPPER ? 256 : 0)
#define LOWER (IS_LOWER ? 512 : 0)
#define ALPHA (IS_LOWER || IS_UPPER ? 1024 : 0)
#define DIGIT (IS_DIGIT ? 2048 : 0)
#define XDIGIT (IS_DIGIT || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') ? 4096 : 0)
#define SPACE (c == ' ' || (c >= '\t' && c <= '\r') ? 8192 : 0)
#define PRINT (c >= ' ' && c <= '~' ? 16384 : 0)
#define GRAPH (c > ' ' && c <= '~' ? 32768 : 0)
#define BLANK (c == ' ' || c == '\t' ? 1 : 0)
#define CNTRL ((c >= 0 && c < ' ') || c == 127 ? 2 : 0)
#define PUNCT (c > ' ' && c <= '~' && !IS_ALNUM ? 4 : 0)
#define ALNUM (IS_ALNUM ? 8 : 0)

// Negative characters except EOF have the results of the same bytes as unsigned char.
#define UNCHANGED (c >= -128 && c < -1 ? c + 256 : c)
#define TO_LOWER (IS_UPPER ? c + ('a' - 'A') : UNCHANGED)
#define TO_UPPER (IS_LOWER ? c - ('a' - 'A') : UNCHANGED)

//: isdigit: a decimal digit
int isdigit(int c) { CHARACTER(DIGIT) }

//: isxdigit: a hexadecimal digit
int isxdigit(int c) { CHARACTER(XDIGIT) }

//: islower: a lower-case letter
int islower(int c) { CHARACTER(LOWER) }

//: isupper: an upper-case letter
int isupper(int c) { CHARACTER(UPPER) }

//: isalpha: a letter
int isalpha(int c) { CHARACTER(ALPHA) }

//: isalnum: a letter or a digit
int isalnum(int c) { CHARACTER(ALNUM) }

//: isspace: space, tab, or a line or page feed
int isspace(int c) { CHARACTER(SPACE) }

//: isblank: space or tab
int isblank(int c) { CHARACTER(BLANK) }

//: isprint: printable, including space
int isprint(int c) { CHARACTER(PRINT) }

//: isgraph: printable, except space
int isgraph(int c) { CHARACTER(GRAPH) }

//: iscntrl: a control character
int iscntrl(int c) { CHARACTER(CNTRL) }

//: ispunct: printable, but neither space nor letter nor digit
int ispunct(int c) { CHARACTER(PUNCT) }

//: tolower: the lower-case letter
int tolower(int c) { CHARACTER(TO_LOWER) }

//: toupper: the upper-case letter
int toupper(int c) { CHARACTER(TO_UPPER) }

// The functions of POSIX.1-2008 that get a locale. Only the "C" locale exists (locale.c).
//: isdigit_l: as isdigit
int isdigit_l(int c, const void *locale) { CHARACTER(DIGIT) }

//: isxdigit_l: as isxdigit
int isxdigit_l(int c, const void *locale) { CHARACTER(XDIGIT) }

//: islower_l: as islower
int islower_l(int c, const void *locale) { CHARACTER(LOWER) }

//: isupper_l: as isupper
int isupper_l(int c, const void *locale) { CHARACTER(UPPER) }

//: isalpha_l: as isalpha
int isalpha_l(int c, const void *locale) { CHARACTER(ALPHA) }

//: isalnum_l: as isalnum
int isalnum_l(int c, const void *locale) { CHARACTER(ALNUM) }

//: isspace_l: as isspace
int isspace_l(int c, const void *locale) { CHARACTER(SPACE) }

//: isblank_l: as isblank
int isblank_l(int c, const void *locale) { CHARACTER(BLANK) }

//: isprint_l: as isprint
int isprint_l(int c, const void *locale) { CHARACTER(PRINT) }

//: isgraph_l: as isgraph
int isgraph_l(int c, const void *locale) { CHARACTER(GRAPH) }

//: iscntrl_l: as iscntrl
int iscntrl_l(int c, const void *locale) { CHARACTER(CNTRL) }

//: ispunct_l: as ispunct
int ispunct_l(int c, const void *locale) { CHARACTER(PUNCT) }

//: tolower_l: as tolower
int tolower_l(int c, const void *locale) { CHARACTER(TO_LOWER) }

//: toupper_l: as toupper
int toupper_l(int c, const void *locale) { CHARACTER(TO_UPPER) }

//: __tolower_l: as tolower
int __tolower_l(int c, const void *locale) { CHARACTER(TO_LOWER) }

//: __toupper_l: as toupper
int __toupper_l(int c, const void *locale) { CHARACTER(TO_UPPER) }

//: _tolower: the lower-case letter of an upper-case letter
int _tolower(int c) { CHARACTER(TO_LOWER) }

//: _toupper: the upper-case letter of a lower-case letter
int _toupper(int c) { CHARACTER(TO_UPPER) }

// The macros of ctype.h read tables for the characters from -128 to 255. Bits 8 to 15: upper-case letter,
// lower-case letter, letter, decimal digit, hexadecimal digit, white space, printable, printable except
// space. Bits 0 to 3: space or tab, control character, punctuation, letter or digit.
static const unsigned short __pendulum_classes[384] = {
    [128] =
    2, 2, 2, 2, 2, 2, 2, 2, 2, 8195, 8194, 8194, 8194, 8194, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 24577, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156,
    49156, 49156, 49156, 49156, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304,
    49156, 49156, 49156, 49156, 49156, 49156, 49156, 54536, 54536, 54536, 54536, 54536, 54536, 50440,
    50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440,
    50440, 50440, 50440, 50440, 50440, 49156, 49156, 49156, 49156, 49156, 49156, 54792, 54792, 54792,
    54792, 54792, 54792, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696,
    50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 49156, 49156, 49156, 49156, 2};
static const unsigned short *__pendulum_classes_from_zero = __pendulum_classes + 128;

//: __ctype_b_loc: the table of character classes
const unsigned short **__ctype_b_loc(void) { return &__pendulum_classes_from_zero; }

// The results of tolower and toupper for the characters from -128 to 255. Characters from -128 to -2 have the
// results of the same bytes as unsigned char.
#define BEFORE_LETTERS                                                                                   \
    128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147,  \
    148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167,  \
    168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187,  \
    188, 189, 190, 191, 192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207,  \
    208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223, 224, 225, 226, 227,  \
    228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240, 241, 242, 243, 244, 245, 246, 247,  \
    248, 249, 250, 251, 252, 253, 254, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, \
    18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42,  \
    43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64
#define CAPITAL_LETTERS                                                                                 \
    65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, \
    90
#define BETWEEN_LETTERS 91, 92, 93, 94, 95, 96
#define SMALL_LETTERS                                                                                \
    97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, \
    117, 118, 119, 120, 121, 122
#define AFTER_LETTERS                                                                                   \
    123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, \
    143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, \
    163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, \
    183, 184, 185, 186, 187, 188, 189, 190, 191, 192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, \
    203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, \
    223, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240, 241, 242, \
    243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255

static const int __pendulum_small_letters[384] = {BEFORE_LETTERS, SMALL_LETTERS, BETWEEN_LETTERS, SMALL_LETTERS,
                                                  AFTER_LETTERS};
static const int *__pendulum_small_letters_from_zero = __pendulum_small_letters + 128;

//: __ctype_tolower_loc: the table of lower-case letters
const int **__ctype_tolower_loc(void) { return &__pendulum_small_letters_from_zero; }

static const int __pendulum_capital_letters[384] = {BEFORE_LETTERS, CAPITAL_LETTERS, BETWEEN_LETTERS,
                                                    CAPITAL_LETTERS, AFTER_LETTERS};
static const int *__pendulum_capital_letters_from_zero = __pendulum_capital_letters + 128;

//: __ctype_toupper_loc: the table of upper-case letters
const int **__ctype_toupper_loc(void) { return &__pendulum_capital_letters_from_zero; }

//: isctype: the classes of a mask that contain the character
int isctype(int c, int classes) { return (__pendulum_classes + 128)[c] & classes; }

//: __isctype: the classes of a mask that contain the character
int __isctype(int c, int classes) { return (__pendulum_classes + 128)[c] & classes; }
