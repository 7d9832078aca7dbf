/* Structs, bit-fields, unions, arrays of structs, structs by value. */
#include <assert.h>
#include <stdbool.h>

#include "show.h"

extern int __VERIFIER_nondet_int(void);

struct point { int x, y; };
struct flags { unsigned kind : 3; int level : 5; bool last : 1; unsigned count; };
union number { int i; float f; unsigned char bytes[4]; };
struct shape { struct point corners[3]; union number weight; struct flags flags; const char *name; };

static struct point moved(struct point p, int by) {
  p.x += by; SHOW(p.x, "%d");
  p.y -= by; SHOW(p.y, "%d");
  return p;
}

static void rename_shape(struct shape *shape, const char *name) {
  shape->name = name; SHOW(shape->name, "\"%s\"");
  shape->corners[2].y = 77; SHOW(shape->corners[2].y, "%d");
  shape->flags.level++; SHOW(shape->flags.level, "%d");
}

int main(void) {
  int n = __VERIFIER_nondet_int(); SHOW(n, "%d");
  if (n < 2 || n > 9) return 0;
  struct shape shape = {{{1, 2}, {3, 4}, {5, 6}}, {7}, {5, -3, true, 8}, "triangle"};
  struct shape copy = shape;
  shape.corners[1] = moved(shape.corners[0], n);
  int x = shape.corners[1].x; SHOW(x, "%d");
  shape.weight.f = 0.5f * (float)n; SHOW(shape.weight.f, "%.9g");
  int bits = shape.weight.i; SHOW(bits, "%d");
  shape.weight.bytes[3] = 1; SHOW(shape.weight.bytes[3], "%d");
  shape.flags.kind += 4; SHOW(shape.flags.kind, "%d");
  shape.flags.last = false; SHOW(shape.flags.last, "%d");
  shape.flags.count = copy.flags.count + 1; SHOW(shape.flags.count, "%u");
  rename_shape(&shape, "line");
  int level = shape.flags.level; SHOW(level, "%d");
  int old = copy.flags.level; SHOW(old, "%d");
  struct point *second = &shape.corners[1];
  second->y = x + old; SHOW(shape.corners[1].y, "%d");
  assert(level + bits + shape.corners[1].y == 0);
  return 0;
}
