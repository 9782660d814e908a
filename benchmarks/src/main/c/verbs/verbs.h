/* Suite verbs: collectives over the device.
 *
 * Usage: PROGRAM REPETITIONS REPETITION_NANOS OPERATION:BYTES ...
 *
 * Prints "end" when it is ready, then measures what each line of its input says, 0 for the first, and prints "end"
 * behind it, until its input ends. */
#ifndef VERBS_H
#define VERBS_H

#include "bench.h"

struct verbs_what {
  void (*operation)(size_t bytes);
  size_t bytes;
};

static void verbs_body(const void *argument, int rank, long count) {
  const struct verbs_what *what = argument;
  (void)rank;
  for (long i = 0; i < count; i++) what->operation(what->bytes);
}

#endif
