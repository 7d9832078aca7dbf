// ctype.h (C17 7.4) in the "C" locale.

//: isdigit: a decimal digit
int isdigit(int c) { return c >= '0' && c <= '9'; }

//: isxdigit: a hexadecimal digit
int isxdigit(int c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

//: islower: a lower-case letter
int islower(int c) { return c >= 'a' && c <= 'z'; }

//: isupper: an upper-case letter
int isupper(int c) { return c >= 'A' && c <= 'Z'; }

//: isalpha: a letter
int isalpha(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

//: isalnum: a letter or a digit
int isalnum(int c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

//: isspace: space, tab, or a line or page feed
int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

//: isblank: space or tab
int isblank(int c) { return c == ' ' || c == '\t'; }

//: isprint: printable, including space
int isprint(int c) { return c >= ' ' && c <= '~'; }

//: isgraph: printable, except space
int isgraph(int c) { return c > ' ' && c <= '~'; }

//: iscntrl: a control character
int iscntrl(int c) { return (c >= 0 && c < ' ') || c == 127; }

//: ispunct: printable, but neither space nor letter nor digit
int ispunct(int c) {
  return c > ' ' && c <= '~' && !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
}

//: tolower: the lower-case letter
int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

//: toupper: the upper-case letter
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c; }

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
