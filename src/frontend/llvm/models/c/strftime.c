// strftime (C17 7.27.3.5) in the "C" locale. Other conversions, flags and fields outside of their ranges are
// unsupported. The calendar and its names are in time.c.

#define PUT(c)                           \
  do {                                   \
    if (n + 1 < limit) to[n] = (char)(c); \
    ++n;                                 \
  } while (0)
#define PUT_TWO(value, filler)                                                              \
  do {                                                                                      \
    int number = (value);                                                                   \
    if (!IN_RANGE(number, 99)) __pendulum_unsupported("strftime with a field outside of its range"); \
    PUT(number < 10 ? (filler) : '0' + number / 10);                                        \
    PUT('0' + number % 10);                                                                 \
  } while (0)
#define PUT_NAME(names, number, most, length)                                               \
  do {                                                                                      \
    int k;                                                                                  \
    if (!IN_RANGE(number, most))                                                            \
      PUT('?');                                                                             \
    else                                                                                    \
      for (k = 0; k < (length) && names[number][k] != 0; ++k) PUT(names[number][k]);        \
  } while (0)
#define PUT_YEAR                                                                            \
  do {                                                                                      \
    if (from->year < -900 || from->year > 8099)                                             \
      __pendulum_unsupported("strftime with a field outside of its range");                 \
    PUT_TWO((from->year + 1900) / 100, '0');                                                \
    PUT_TWO((from->year + 1900) % 100, '0');                                                \
  } while (0)
#define PUT_TIME                     \
  do {                               \
    PUT_TWO(from->hour, '0');        \
    PUT(':');                        \
    PUT_TWO(from->minute, '0');      \
    PUT(':');                        \
    PUT_TWO(from->second, '0');      \
  } while (0)
#define PUT_MONTH                                                                                       \
  do {                                                                                                  \
    if (!IN_RANGE(from->month, 98)) __pendulum_unsupported("strftime with a field outside of its range"); \
    PUT_TWO(from->month + 1, '0');                                                                      \
  } while (0)
#define PUT_HALF_DAY                        \
  do {                                      \
    PUT(from->hour > 11 ? 'P' : 'A');       \
    PUT('M');                               \
  } while (0)
// The hour from 1 to 12.
#define PUT_SHORT_HOUR(filler)                                                                          \
  do {                                                                                                  \
    if (!IN_RANGE(from->hour, 23)) __pendulum_unsupported("strftime with a field outside of its range"); \
    PUT_TWO((from->hour + 11) % 12 + 1, filler);                                                        \
  } while (0)
#define LAST_DIGITS(year) (((year) % 100 + 100) % 100)

//: strftime: a date as text, with %a %A %b %B %h %c %C %d %D %e %F %H %I %j %k %l %m %M %n %p %r %R %S %t %T %u %w %x %X %y %Y %%
size_t strftime(char *to, size_t limit, const char *format, const struct calendar *from) {
  size_t n = 0;
  size_t i;
  for (i = 0; format[i] != 0; ++i) {
    if (format[i] != '%') {
      PUT(format[i]);
      continue;
    }
    ++i;
    switch (format[i]) {
      case '%': PUT('%'); break;
      case 'n': PUT('\n'); break;
      case 't': PUT('\t'); break;
      case 'a': PUT_NAME(__pendulum_weekdays, from->weekday, 6, 3); break;
      case 'A': PUT_NAME(__pendulum_weekdays, from->weekday, 6, 10); break;
      case 'h':
      case 'b': PUT_NAME(__pendulum_months, from->month, 11, 3); break;
      case 'B': PUT_NAME(__pendulum_months, from->month, 11, 10); break;
      case 'd': PUT_TWO(from->day, '0'); break;
      case 'e': PUT_TWO(from->day, ' '); break;
      case 'H': PUT_TWO(from->hour, '0'); break;
      case 'k': PUT_TWO(from->hour, ' '); break;
      case 'I': PUT_SHORT_HOUR('0'); break;
      case 'l': PUT_SHORT_HOUR(' '); break;
      case 'M': PUT_TWO(from->minute, '0'); break;
      case 'S': PUT_TWO(from->second, '0'); break;
      case 'y': PUT_TWO(LAST_DIGITS(from->year), '0'); break;
      case 'Y': PUT_YEAR; break;
      case 'C': PUT_TWO(from->year < -1900 || from->year > 8099 ? -1 : (from->year + 1900) / 100, '0'); break;
      case 'p': PUT_HALF_DAY; break;
      case 'w':
      case 'u':
        if (!IN_RANGE(from->weekday, 6)) __pendulum_unsupported("strftime with a field outside of its range");
        PUT('0' + (format[i] == 'u' && from->weekday == 0 ? 7 : from->weekday));
        break;
      case 'm': PUT_MONTH; break;
      case 'j':
        if (!IN_RANGE(from->day_of_year, 998)) __pendulum_unsupported("strftime with a field outside of its range");
        PUT('0' + (from->day_of_year + 1) / 100);
        PUT_TWO((from->day_of_year + 1) % 100, '0');
        break;
      case 'R':
        PUT_TWO(from->hour, '0');
        PUT(':');
        PUT_TWO(from->minute, '0');
        break;
      case 'X':
      case 'T': PUT_TIME; break;
      case 'r':
        PUT_SHORT_HOUR('0');
        PUT(':');
        PUT_TWO(from->minute, '0');
        PUT(':');
        PUT_TWO(from->second, '0');
        PUT(' ');
        PUT_HALF_DAY;
        break;
      case 'x':
      case 'D':
        PUT_MONTH;
        PUT('/');
        PUT_TWO(from->day, '0');
        PUT('/');
        PUT_TWO(LAST_DIGITS(from->year), '0');
        break;
      case 'F':
        PUT_YEAR;
        PUT('-');
        PUT_MONTH;
        PUT('-');
        PUT_TWO(from->day, '0');
        break;
      case 'c':
        PUT_NAME(__pendulum_weekdays, from->weekday, 6, 3);
        PUT(' ');
        PUT_NAME(__pendulum_months, from->month, 11, 3);
        PUT(' ');
        PUT_TWO(from->day, ' ');
        PUT(' ');
        PUT_TIME;
        PUT(' ');
        PUT_YEAR;
        break;
      default: __pendulum_unsupported("strftime with this conversion");
    }
  }
  if (limit == 0 || n >= limit) return 0;
  to[n] = 0;
  return n;
}
