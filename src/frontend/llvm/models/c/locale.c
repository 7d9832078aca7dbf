// locale.h and langinfo.h. Only the "C" locale exists (C17 7.11.1.1p4: it is the locale at the start). The
// environment could select another one; this is an assumption of the verdict.

static const char __pendulum_locale_name[2] = "C";
static const char __pendulum_empty_text[1];
static const char __pendulum_point[2] = ".";

// Is the string `name` the name of the "C" locale?
#define IS_C_LOCALE                                                                                \
  ((name[0] == 'C' && name[1] == 0) || (name[0] == 'P' && name[1] == 'O' && name[2] == 'S' &&      \
                                        name[3] == 'I' && name[4] == 'X' && name[5] == 0))

//: setlocale: "C"; other locales are unsupported
char *setlocale(int category, const char *name) {
  if (category < 0 || category > 12) {
    __pendulum_errno = invalid_argument;
    return 0;
  }
  if (name != 0 && name[0] == 0)
    __pendulum_assume_environment(!__pendulum_havoc_int(0));
  else if (name != 0 && !IS_C_LOCALE)
    __pendulum_unsupported("locale other than C");
  return (char *)__pendulum_locale_name;
}

struct conventions {
  const char *decimal_point;
  const char *texts[9];
  char numbers[14];
};
static struct conventions __pendulum_conventions = {
    __pendulum_point,
    {__pendulum_empty_text, __pendulum_empty_text, __pendulum_empty_text, __pendulum_empty_text, __pendulum_empty_text,
     __pendulum_empty_text, __pendulum_empty_text, __pendulum_empty_text, __pendulum_empty_text},
    {127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127}};

//: localeconv: the conventions of the "C" locale
struct conventions *localeconv(void) { return &__pendulum_conventions; }

// The macros of ctype.h with a locale read the tables of this object.
struct locale {
  void *categories[13];
  const unsigned short *classes;
  const int *small_letters;
  const int *capital_letters;
  const char *names[13];
};
static struct locale __pendulum_locale = {{0},
                                          __pendulum_classes + 128,
                                          __pendulum_small_letters + 128,
                                          __pendulum_capital_letters + 128,
                                          {__pendulum_locale_name}};

//: newlocale: the "C" locale; others are unsupported
struct locale *newlocale(int categories, const char *name, struct locale *base) {
  if (name[0] == 0)
    __pendulum_assume_environment(!__pendulum_havoc_int(0));
  else if (!IS_C_LOCALE)
    __pendulum_unsupported("locale other than C");
  return &__pendulum_locale;
}

//: duplocale: the "C" locale
struct locale *duplocale(struct locale *old) { return &__pendulum_locale; }

//: freelocale: no effect, because the "C" locale is static
void freelocale(struct locale *old) {}

static struct locale *__pendulum_used_locale = (struct locale *)-1L;

//: uselocale: sets the locale of the thread and returns the old one
struct locale *uselocale(struct locale *next) {
  struct locale *old = __pendulum_used_locale;
  if (next != 0) __pendulum_used_locale = next;
  return old;
}

//: nl_langinfo: the character set or the decimal point of the "C" locale; other items are unsupported
char *nl_langinfo(int item) {
  static const char character_set[] = "ANSI_X3.4-1968";
  if (item == 14) return (char *)character_set;
  if (item == 0x10000) return (char *)__pendulum_point;
  if (item == 0x10001) return (char *)__pendulum_empty_text;
  __pendulum_unsupported("nl_langinfo with this item");
  return (char *)__pendulum_empty_text;
}
