// The length of a string is found one character at a time.
// property: reach
// expect: false
// options: --set portfolio.engines=impulse
extern void reach_error(void);
extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);

int main(void) {
  char text[100001];
  __VERIFIER_nondet_memory(text, sizeof text);
  text[100000] = 0;
  int length = 0;
  while (text[length] != 0) length++;
  if (length > 99999) reach_error();
  return 0;
}
