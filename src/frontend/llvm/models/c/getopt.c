// getopt (POSIX) and getopt_long as in the GNU C library: arguments that do not start with a hyphen come after the
// options.
// The environment does not set POSIXLY_CORRECT; this is an assumption of the verdict.

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

struct long_option {
  const char *name;
  int has_argument;
  int *flag;
  int value;
};

enum option_order { permuted, in_order, required_order };
static struct {
  const char *next;  // the rest of the argument that contains several options; null or empty after its end
  int first_other;   // the arguments from first_other to last_other - 1 were skipped because they do not start with a hyphen
  int last_other;
  int is_initialised;
  enum option_order order;
} __pendulum_options;
#define STATE __pendulum_options

// Moves the options after the skipped arguments to the position before them.
static void __pendulum_exchange_arguments(char **arguments) {
  int moved;
  for (moved = 0; STATE.last_other + moved < optind; ++moved) {
    char *option = arguments[STATE.last_other + moved];
    int i;
    for (i = STATE.last_other + moved; i > STATE.first_other + moved; --i) arguments[i] = arguments[i - 1];
    arguments[STATE.first_other + moved] = option;
  }
  STATE.first_other += optind - STATE.last_other;
  STATE.last_other = optind;
}

// Compares the option at STATE.next with a name: 2 if they are equal, 1 if it is a part of the name, 0 otherwise.
static int __pendulum_match_option(const char *name) {
  size_t i = 0;
  while (STATE.next[i] != 0 && STATE.next[i] != '=') {
    if (name[i] != STATE.next[i]) return 0;
    ++i;
  }
  return name[i] == 0 ? 2 : 1;
}

// The index of the long option at STATE.next, -1 if there is none, -2 if it is ambiguous.
static int __pendulum_find_option(const struct long_option *options, int is_long_only) {
  int found = -1;
  int is_ambiguous = 0;
  int i;
  for (i = 0; options[i].name != 0; ++i) {
    int match = __pendulum_match_option(options[i].name);
    if (match == 2) return i;
    if (match == 1 && found >= 0 &&
        (is_long_only || options[found].has_argument != options[i].has_argument ||
         options[found].flag != options[i].flag || options[found].value != options[i].value))
      is_ambiguous = 1;
    if (match == 1 && found < 0) found = i;
  }
  return is_ambiguous ? -2 : found;
}

static int __pendulum_is_in(const char *text, char c) {
  size_t i = 0;
  while (text[i] != 0 && text[i] != c) ++i;
  return text[i] == c;
}

// The long option at STATE.next. The result is -1 if it can only be a short option.
static int __pendulum_long_option(int count, char **arguments, const char *letters, const struct long_option *options,
                                  int *index, int is_long_only) {
  int found = __pendulum_find_option(options, is_long_only);
  size_t end = 0;
  const char *text = STATE.next;
  if (found == -1 && is_long_only && arguments[optind][1] != '-' && __pendulum_is_in(letters, *STATE.next)) return -1;
  while (text[end] != 0 && text[end] != '=') ++end;
  STATE.next = 0;
  ++optind;
  if (found < 0) {
    optopt = 0;
    return '?';
  }
  if (text[end] != 0 && options[found].has_argument == 0) {
    optopt = options[found].value;
    return '?';
  }
  if (text[end] != 0) {
    optarg = (char *)text + end + 1;
  } else if (options[found].has_argument == 1) {
    if (optind >= count) {
      optopt = options[found].value;
      return letters[0] == ':' ? ':' : '?';
    }
    optarg = arguments[optind++];
  }
  if (index != 0) *index = found;
  if (options[found].flag == 0) return options[found].value;
  *options[found].flag = options[found].value;
  return 0;
}

// The short option at STATE.next.
static int __pendulum_short_option(int count, char **arguments, const char *letters) {
  char c = *STATE.next++;
  size_t i = 0;
  while (letters[i] != 0 && letters[i] != c) ++i;
  if (*STATE.next == 0) ++optind;
  if (letters[i] == 0 || c == ':' || c == ';') {
    optopt = c;
    return '?';
  }
  if (letters[i + 1] != ':') return c;
  if (*STATE.next != 0) {
    optarg = (char *)STATE.next;
    ++optind;
  } else if (letters[i + 2] == ':') {
    optarg = 0;
  } else if (optind == count) {
    optopt = c;
    c = letters[0] == ':' ? ':' : '?';
  } else {
    optarg = arguments[optind++];
  }
  STATE.next = 0;
  return c;
}

#define IS_OPTION(argument) ((argument)[0] == '-' && (argument)[1] != 0)

// Goes to the next argument. The result is 1 if it is an option, otherwise 0 with the result of getopt in *result.
static int __pendulum_next_argument(int count, char **arguments, int *result) {
  if (STATE.last_other > optind) STATE.last_other = optind;
  if (STATE.first_other > optind) STATE.first_other = optind;
  if (STATE.order == permuted) {
    if (STATE.first_other != STATE.last_other && STATE.last_other != optind)
      __pendulum_exchange_arguments(arguments);
    else if (STATE.last_other != optind)
      STATE.first_other = optind;
    while (optind < count && !IS_OPTION(arguments[optind])) ++optind;
    STATE.last_other = optind;
  }
  if (optind != count && arguments[optind][0] == '-' && arguments[optind][1] == '-' && arguments[optind][2] == 0) {
    ++optind;
    if (STATE.first_other != STATE.last_other && STATE.last_other != optind)
      __pendulum_exchange_arguments(arguments);
    else if (STATE.first_other == STATE.last_other)
      STATE.first_other = optind;
    STATE.last_other = count;
    optind = count;
  }
  *result = -1;
  if (optind == count) {
    if (STATE.first_other != STATE.last_other) optind = STATE.first_other;
    return 0;
  }
  if (IS_OPTION(arguments[optind])) return 1;
  if (STATE.order == required_order) return 0;
  optarg = arguments[optind++];
  *result = 1;
  return 0;
}

static void __pendulum_start_options(const char *letters) {
  if (optind == 0) optind = 1;
  STATE.first_other = STATE.last_other = optind;
  STATE.next = 0;
  STATE.order = letters[0] == '-' ? in_order : letters[0] == '+' ? required_order : permuted;
  if (STATE.order == permuted) __pendulum_assume_environment(!__pendulum_havoc_int(0));
  STATE.is_initialised = 1;
}

static int __pendulum_getopt(int count, char **arguments, const char *letters, const struct long_option *options,
                             int *index, int is_long_only) {
  int result;
  if (count < 1) return -1;
  optarg = 0;
  if (optind == 0 || !STATE.is_initialised) __pendulum_start_options(letters);
  if (letters[0] == '-' || letters[0] == '+') ++letters;
  if (STATE.next == 0 || *STATE.next == 0) {
    if (!__pendulum_next_argument(count, arguments, &result)) return result;
    STATE.next = arguments[optind] + 1;
    if (options != 0 && arguments[optind][1] == '-') {
      ++STATE.next;
      return __pendulum_long_option(count, arguments, letters, options, index, is_long_only);
    }
    if (options != 0 && is_long_only && (arguments[optind][2] != 0 || !__pendulum_is_in(letters, arguments[optind][1]))) {
      result = __pendulum_long_option(count, arguments, letters, options, index, is_long_only);
      if (result != -1) return result;
    }
  }
  return __pendulum_short_option(count, arguments, letters);
}

// The letter W with a semicolon introduces long options.
#define REJECT_LONG_LETTER                                                                                     \
  size_t i;                                                                                                    \
  for (i = 0; letters[i] != 0; ++i)                                                                            \
    if (letters[i] == 'W' && letters[i + 1] == ';') __pendulum_unsupported("the letters W; in the options of getopt");

//: getopt: the next option of the program's arguments
int getopt(int count, char *const *arguments, const char *letters) {
  return __pendulum_getopt(count, (char **)arguments, letters, 0, 0, 0);
}

//: getopt_long: the next option, which may be a word
int getopt_long(int count, char *const *arguments, const char *letters, const struct long_option *options, int *index) {
  REJECT_LONG_LETTER
  return __pendulum_getopt(count, (char **)arguments, letters, options, index, 0);
}

//: getopt_long_only: the next option, which may be a word after one hyphen
int getopt_long_only(int count, char *const *arguments, const char *letters, const struct long_option *options, int *index) {
  REJECT_LONG_LETTER
  return __pendulum_getopt(count, (char **)arguments, letters, options, index, 1);
}

//: getsubopt: the next option of a list with commas
int getsubopt(char **option, char *const *names, char **value) {
  char *text = *option;
  size_t end = 0;
  size_t equals;
  int i;
  if (text[0] == 0) return -1;
  while (text[end] != 0 && text[end] != ',') ++end;
  for (equals = 0; equals < end && text[equals] != '='; ++equals) {
  }
  *option = text[end] == 0 ? text + end : text + end + 1;
  for (i = 0; names[i] != 0; ++i) {
    size_t k = 0;
    while (k < equals && names[i][k] == text[k]) ++k;
    if (k < equals || names[i][k] != 0) continue;
    *value = equals == end ? 0 : text + equals + 1;
    if (text[end] != 0) text[end] = 0;
    return i;
  }
  *value = text;
  if (text[end] != 0) text[end] = 0;
  return -1;
}
