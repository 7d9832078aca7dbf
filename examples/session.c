// A session that is closed on an error and used afterwards.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct session {
  int state;
  int errors;
};

static struct session *open_session(void) {
  struct session *session = malloc(sizeof *session);
  if (!session) exit(1);
  session->state = 1;
  session->errors = 0;
  return session;
}

static void receive(struct session *session, int message) {
  if (message < 0) free(session);
  else session->state = message;
}

int main(void) {
  struct session *session = open_session();
  int message = __VERIFIER_nondet_int();
  receive(session, message);
  if (message < 0) session->errors++;
  free(session);
  return 0;
}
