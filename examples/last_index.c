// Sums up a table. Does the loop stop at its end?
extern int __VERIFIER_nondet_int(void);

struct table {
  int count;
  int values[5];
};

static int sum(const struct table *table) {
  int total = 0;
  for (int i = 0; i <= table->count; i++) total ^= table->values[i];
  return total;
}

int main(void) {
  struct table table = {0, {1, 2, 3, 4, 5}};
  int count = __VERIFIER_nondet_int();
  if (count < 0 || count > 5) return 1;
  table.count = count;
  return sum(&table);
}
