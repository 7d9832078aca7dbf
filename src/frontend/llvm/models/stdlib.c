// stdlib.h (C17 7.22). A number that its type cannot hold makes atoi undefined (7.22.1p1): not followed.

//: abs: absolute value
int abs(int x) { return x < 0 ? -x : x; }

//: labs: absolute value
long labs(long x) { return x < 0 ? -x : x; }

//: llabs: absolute value
long long llabs(long long x) { return x < 0 ? -x : x; }

//: atoi: the number that a string starts with
int atoi(const char *s) {
  size_t i = 0;
  int value = 0;
  int is_negative = 0;
  while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r')) ++i;
  if (s[i] == '-' || s[i] == '+') {
    is_negative = s[i] == '-';
    ++i;
  }
  while (s[i] >= '0' && s[i] <= '9') {
    value = is_negative ? value * 10 - (s[i] - '0') : value * 10 + (s[i] - '0');
    ++i;
  }
  return value;
}

//: atol: the number that a string starts with
long atol(const char *s) {
  size_t i = 0;
  long value = 0;
  int is_negative = 0;
  while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r')) ++i;
  if (s[i] == '-' || s[i] == '+') {
    is_negative = s[i] == '-';
    ++i;
  }
  while (s[i] >= '0' && s[i] <= '9') {
    value = is_negative ? value * 10 - (s[i] - '0') : value * 10 + (s[i] - '0');
    ++i;
  }
  return value;
}

//: rand: any value from 0 on
int rand(void) {
  int value = __VERIFIER_nondet_model_int();
  __VERIFIER_assume(value >= 0);
  return value;
}
