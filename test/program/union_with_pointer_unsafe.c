// A union of a pointer and smaller integers: each member is read with the value that was written last.
// property: reach
// expect: false
// options: --data-model LP64
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct value {
  enum { Number, Text, Pair } kind;
  union {
    int number;
    const char *text;
    struct {
      short first, second;
    } pair;
  } as;
};

static struct value make_number(int number) {
  struct value value = {Number, {.number = number}};
  return value;
}

static struct value make_text(const char *text) {
  struct value value;
  value.kind = Text;
  value.as.text = text;
  return value;
}

static struct value make_pair(short first, short second) {
  struct value value;
  value.kind = Pair;
  value.as.text = "";
  value.as.pair.first = first;
  value.as.pair.second = second;
  return value;
}

static int size_of(const struct value *value) {
  if (value->kind == Number) return value->as.number;
  if (value->kind == Pair) return value->as.pair.first + value->as.pair.second;
  int length = 0;
  while (value->as.text[length] != 0) length++;
  return length;
}

int main(void) {
  struct value values[3];
  values[0] = make_number(3);
  values[1] = make_text("abc");
  values[2] = make_pair(1, 3);
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 2) return 0;
  if (size_of(&values[i]) != 3) reach_error();
  return 0;
}
