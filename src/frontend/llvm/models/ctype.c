// ctype.h (C17 7.4) in the "C" locale.

//: isdigit: a decimal digit
int isdigit(int c) { return c >= '0' && c <= '9'; }

//: isxdigit: a hexadecimal digit
int isxdigit(int c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

//: islower: a small letter
int islower(int c) { return c >= 'a' && c <= 'z'; }

//: isupper: a capital letter
int isupper(int c) { return c >= 'A' && c <= 'Z'; }

//: isalpha: a letter
int isalpha(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

//: isalnum: a letter or a digit
int isalnum(int c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

//: isspace: blank, tab, or one of the line and page feeds
int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

//: isblank: blank or tab
int isblank(int c) { return c == ' ' || c == '\t'; }

//: isprint: printable, blank included
int isprint(int c) { return c >= ' ' && c <= '~'; }

//: isgraph: printable, blank not included
int isgraph(int c) { return c > ' ' && c <= '~'; }

//: iscntrl: a control character
int iscntrl(int c) { return (c >= 0 && c < ' ') || c == 127; }

//: ispunct: printable, but neither blank nor letter nor digit
int ispunct(int c) {
  return c > ' ' && c <= '~' && !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
}

//: tolower: the small letter
int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

//: toupper: the capital letter
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c; }
