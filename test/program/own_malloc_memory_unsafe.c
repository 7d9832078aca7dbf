// The program defines malloc and free: AddressSanitizer neither calls nor replaces them.
// property: memsafety
// expect: false
typedef __SIZE_TYPE__ size_t;
static char pool[64];
static size_t next;

void *malloc(size_t size) {
  void *result = pool + next;
  next += size;
  return result;
}

void free(void *object) { (void)object; }

int main(void) {
  char *first = malloc(56);
  char *second = malloc(8);
  second[8] = 1;
  free(first);
  free(first);
  return 0;
}
