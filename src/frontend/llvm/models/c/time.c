// Calendar times (time.h, C17 7.27) in the Gregorian calendar. The model does not know the time zone: in proofs, it
// is at most 25 hours away from UTC, for each call separately; an error must occur in UTC.

struct calendar {
  int second, minute, hour, day, month, year, weekday, day_of_year, is_summer;
  long offset;
  const char *zone;
};

// The years 1970 - 400 * CYCLES and later have times that fit into 64 bits after the shift; 400 years have 146097
// days, which are full weeks.
#define CYCLES 5368710LL
#define SHIFT (CYCLES * 146097 * 86400)
// The first and the last time whose year fits into an int.
#define FIRST_TIME (-67768040609740800LL)
#define LAST_TIME 67768036191676799LL

// Stores the fields of the time `utc` + `offset` to `to`, or fails with the statement `fail`. The years start in
// March, so that the leap day is the last day ([Hinnant], "chrono-compatible low-level date algorithms"). The
// assumptions follow from the computation; they give the ranges to the engines.
#define SET_FIELDS(utc, shift_of_zone, fail)                                                             \
  long long when = (long long)(utc);                                                                     \
  unsigned long long days, cycle;                                                                        \
  unsigned rest, in_cycle, year, in_year, month, is_leap;                                                \
  if (when >= FIRST_TIME - 90000 && when <= LAST_TIME + 90000) when += (shift_of_zone);                  \
  if (when < FIRST_TIME || when > LAST_TIME) {                                                           \
    __pendulum_errno = too_large_value;                                                                  \
    fail                                                                                                 \
  }                                                                                                      \
  days = (unsigned long long)(when + SHIFT) / 86400;                                                     \
  rest = (unsigned)((unsigned long long)(when + SHIFT) % 86400);                                         \
  cycle = (days + 719468) / 146097;                                                                      \
  in_cycle = (unsigned)((days + 719468) % 146097);                                                       \
  year = (in_cycle - in_cycle / 1460 + in_cycle / 36524 - in_cycle / 146096) / 365;                      \
  in_year = in_cycle - (365 * year + year / 4 - year / 100);                                             \
  month = (5 * in_year + 2) / 153;                                                                       \
  to->second = (int)(rest % 60);                                                                         \
  to->minute = (int)(rest / 60 % 60);                                                                    \
  to->hour = (int)(rest / 3600);                                                                         \
  to->day = (int)(in_year - (153 * month + 2) / 5 + 1);                                                  \
  to->month = (int)(month < 10 ? month + 2 : month - 10);                                                \
  to->year = (int)((long long)(cycle * 400 + year) - CYCLES * 400 - 1900 + (month >= 10));               \
  is_leap = year % 4 == 0 && (year % 100 != 0 || year == 0);                                             \
  to->day_of_year = (int)(month < 10 ? in_year + 59 + is_leap : in_year - 306);                          \
  to->weekday = (int)((days + 4) % 7);                                                                   \
  to->is_summer = 0;                                                                                     \
  to->offset = (long)(shift_of_zone);                                                                    \
  to->zone = __pendulum_zone;                                                                            \
  __VERIFIER_assume(to->second >= 0 && to->second <= 59 && to->minute >= 0 && to->minute <= 59 &&        \
                    to->hour >= 0 && to->hour <= 23 && to->day >= 1 && to->day <= 31 &&                  \
                    to->month >= 0 && to->month <= 11 && to->weekday >= 0 && to->weekday <= 6 &&         \
                    to->day_of_year >= 0 && to->day_of_year <= 365);

// The seconds from 1970 to the date and time of the fields, which may be outside of their ranges.
#define SECONDS_OF_FIELDS                                                                             \
  long long months = (long long)from->month - 2 + 12 * (CYCLES * 400 + 1900 + (long long)from->year); \
  unsigned long long years = (unsigned long long)months / 12;                                         \
  unsigned from_march = (unsigned)((unsigned long long)months % 12);                                  \
  unsigned in_cycle_of = (unsigned)(years % 400);                                                     \
  long long day_count = (long long)(years / 400 * 146097) + in_cycle_of * 365 + in_cycle_of / 4 -     \
                        in_cycle_of / 100 + (153 * from_march + 2) / 5 + (long long)from->day - 1 -   \
                        719468 - CYCLES * 146097;                                                     \
  long long seconds = ((day_count * 24 + from->hour) * 60 + from->minute) * 60 + from->second;

static char __pendulum_zone[7] = "GMT";
static struct calendar __pendulum_calendar;

//: gmtime: the date and time in UTC, in a static object
struct calendar *gmtime(const long *time) {
  struct calendar *to = &__pendulum_calendar;
  SET_FIELDS(*time, 0, return 0;)
  return to;
}

//: gmtime_r: the date and time in UTC
struct calendar *gmtime_r(const long *time, struct calendar *to) {
  SET_FIELDS(*time, 0, return 0;)
  return to;
}

#define ANY_ZONE                                                                     \
  int zone_offset = __pendulum_havoc_int(0);                                         \
  int is_summer_time = __pendulum_havoc_int(0);                                      \
  int letter;                                                                        \
  __VERIFIER_assume(zone_offset >= -90000 && zone_offset <= 90000);                  \
  __VERIFIER_assume(is_summer_time == 0 || is_summer_time == 1);

#define NAME_ZONE                                                                                       \
  to->is_summer = is_summer_time;                                                                       \
  for (letter = 0; letter < 6; ++letter)                                                                \
    __pendulum_zone[letter] = (char)__pendulum_havoc_int(letter < 3 ? "UTC"[letter] : 0);

//: localtime: [any] the date and time in any time zone, in a static object
struct calendar *localtime(const long *time) {
  struct calendar *to = &__pendulum_calendar;
  ANY_ZONE
  SET_FIELDS(*time, zone_offset, return 0;)
  NAME_ZONE
  return to;
}

//: localtime_r: [any] the date and time in any time zone
struct calendar *localtime_r(const long *time, struct calendar *to) {
  ANY_ZONE
  SET_FIELDS(*time, zone_offset, return 0;)
  NAME_ZONE
  return to;
}

#define FITS_LONG(value) ((long long)(long)(value) == (value))
#define NO_TIME                         \
  __pendulum_errno = too_large_value;   \
  return -1;

//: timegm: the time of a date in UTC; corrects the fields
long timegm(struct calendar *to) {
  struct calendar *from = to;
  SECONDS_OF_FIELDS
  if (!FITS_LONG(seconds)) { NO_TIME }
  SET_FIELDS(seconds, 0, return -1;)
  return (long)seconds;
}

#define TIME_OF_DATE                                           \
  struct calendar *from = to;                                  \
  ANY_ZONE                                                     \
  SECONDS_OF_FIELDS                                            \
  if (!FITS_LONG(seconds - zone_offset)) { NO_TIME }           \
  SET_FIELDS(seconds - zone_offset, zone_offset, return -1;)   \
  NAME_ZONE                                                    \
  return (long)(seconds - zone_offset);

//: mktime: [any] the time of a date in any time zone; corrects the fields
long mktime(struct calendar *to) { TIME_OF_DATE }

//: timelocal: [any] as mktime
long timelocal(struct calendar *to) { TIME_OF_DATE }

// A difference that does not fit into 64 bits is rounded twice, as in the GNU C library for x86.
//: difftime: the difference of two times in seconds
double difftime(long later, long earlier) {
  long long difference;
  if (__builtin_sub_overflow((long long)later, (long long)earlier, &difference))
    return (double)((long double)later - (long double)earlier);
  return (double)difference;
}

//: dysize: the number of days of a year
int dysize(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365; }

static const char __pendulum_weekdays[7][10] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                "Thursday", "Friday", "Saturday"};
static const char __pendulum_months[12][10] = {"January", "February", "March",     "April",   "May",      "June",
                                               "July",    "August",   "September", "October", "November", "December"};

// C17 7.27.3.1: fields outside of their ranges are undefined.
#define TWO_DIGITS(at, value)                     \
  text[at] = (char)('0' + (value) / 10);          \
  text[(at) + 1] = (char)('0' + (value) % 10);
#define IN_RANGE(value, most) ((value) >= 0 && (value) <= (most))
#define DATE_TEXT                                                                                              \
  int i;                                                                                                       \
  int year = from->year;                                                                                       \
  if (!IN_RANGE(from->weekday, 6) || !IN_RANGE(from->month, 11) || !IN_RANGE(from->day, 99) ||                  \
      !IN_RANGE(from->hour, 99) || !IN_RANGE(from->minute, 99) || !IN_RANGE(from->second, 99) ||               \
      year < -900 || year > 8099)                                                                              \
    __pendulum_unsupported("text of a date with fields outside of their ranges");                              \
  year += 1900;                                                                                                \
  for (i = 0; i < 3; ++i) text[i] = __pendulum_weekdays[from->weekday][i];                                     \
  text[3] = ' ';                                                                                               \
  for (i = 0; i < 3; ++i) text[4 + i] = __pendulum_months[from->month][i];                                     \
  text[7] = ' ';                                                                                               \
  TWO_DIGITS(8, from->day)                                                                                     \
  if (from->day < 10) text[8] = ' ';                                                                           \
  text[10] = ' ';                                                                                              \
  TWO_DIGITS(11, from->hour)                                                                                   \
  text[13] = ':';                                                                                              \
  TWO_DIGITS(14, from->minute)                                                                                 \
  text[16] = ':';                                                                                              \
  TWO_DIGITS(17, from->second)                                                                                 \
  text[19] = ' ';                                                                                              \
  TWO_DIGITS(20, year / 100)                                                                                   \
  TWO_DIGITS(22, year % 100)                                                                                   \
  text[24] = '\n';                                                                                             \
  text[25] = 0;                                                                                                \
  return text;

static char __pendulum_date_text[26];

//: asctime: a date as text, in a static object
char *asctime(const struct calendar *from) {
  char *text = __pendulum_date_text;
  DATE_TEXT
}

//: asctime_r: a date as text
char *asctime_r(const struct calendar *from, char *text) { DATE_TEXT }

#define TEXT_OF_TIME                                     \
  struct calendar *to = &__pendulum_calendar;            \
  const struct calendar *from = to;                      \
  ANY_ZONE                                               \
  SET_FIELDS(*time, zone_offset, return 0;)              \
  NAME_ZONE                                              \
  {                                                      \
    DATE_TEXT                                            \
  }

//: ctime: [any] a time as text, in any time zone
char *ctime(const long *time) {
  char *text = __pendulum_date_text;
  TEXT_OF_TIME
}

//: ctime_r: [any] a time as text, in any time zone
char *ctime_r(const long *time, char *text) { TEXT_OF_TIME }
