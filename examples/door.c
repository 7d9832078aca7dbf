// The controller of a lift: the cabin must not move while its door is open.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum door { CLOSED, OPENING, OPEN };
enum cabin { STOPPED, MOVING };
enum event { CALL, BUTTON, TIMER };

static enum door door = CLOSED;
static enum cabin cabin = STOPPED;

static void handle(enum event event) {
  switch (event) {
    case CALL:
      if (door == CLOSED) cabin = MOVING;
      break;
    case BUTTON:
      if (cabin == STOPPED) door = OPENING;
      break;
    case TIMER:
      if (door == OPENING) door = OPEN;
      else if (cabin == MOVING) door = OPENING;
      break;
  }
}

int main(void) {
  for (int i = 0; i < 10; i++) {
    int event = __VERIFIER_nondet_int();
    if (event < CALL || event > TIMER) continue;
    handle((enum event)event);
    assert(!(cabin == MOVING && door != CLOSED));
  }
  return 0;
}
