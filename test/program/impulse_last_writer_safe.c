// Two writes of an iteration hit elements that later iterations write again: the last write counts.
// property: reach
// expect: true
// options: --set portfolio.engines=impulse
extern void reach_error(void);

int a[20001];

int main(void) {
  int i = 0;
  while (i < 20000) {
    a[i] = 1;
    a[i + 1] = 2;
    i++;
  }
  if (i == 20000 + 1 && a[19999] == 1 && a[20000] == 2) reach_error();
  return 0;
}
