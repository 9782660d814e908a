/* Suite strided. A peer defines the functions declared below and calls strided_main.
 *
 * Usage: PROGRAM BUFFER_BYTES REPETITIONS REPETITION_NANOS POINT ..., where a point is
 * NAME:OPERATION:LOCAL_OFFSET:REMOTE_OFFSET:ROW_BYTES and for each level :COUNT:LOCAL_STRIDE:REMOTE_STRIDE,
 * strides in bytes, the innermost level first. */
#ifndef STRIDED_H
#define STRIDED_H

#include "bench.h"

#define STRIDED_MAX_LEVELS 4

struct strided_point {
  char operation[16];
  size_t local_offset, remote_offset, row_bytes;
  int levels;
  size_t count[STRIDED_MAX_LEVELS], local_stride[STRIDED_MAX_LEVELS], remote_stride[STRIDED_MAX_LEVELS];
};

/* Called once per point, outside the measured time. */
static void peer_prepare(const struct strided_point *point);
static void peer_release(void);
/* Each function performs count operations, complete at the target. Only rank 0 calls them. */
static void peer_put(const struct strided_point *point, long count);
static void peer_get(const struct strided_point *point, long count);
#ifndef STRIDED_NO_ACCUMULATE
/* Adds doubles. */
static void peer_accumulate(const struct strided_point *point, long count);
#endif

static void strided_body(const void *what, int rank, long count) {
  const struct strided_point *point = what;
  if (rank != 0) return;
  if (strcmp(point->operation, "put") == 0) peer_put(point, count);
  if (strcmp(point->operation, "get") == 0) peer_get(point, count);
#ifndef STRIDED_NO_ACCUMULATE
  if (strcmp(point->operation, "accumulate") == 0) peer_accumulate(point, count);
#endif
}

static size_t strided_number(char **text) { return strtoul(strsep(text, ":"), NULL, 10); }

static void strided_measure(int rank, char *text, char **arguments) {
  struct strided_point point = {.levels = 0};
  const char *name = strsep(&text, ":");
  strncpy(point.operation, strsep(&text, ":"), sizeof point.operation - 1);
  point.local_offset = strided_number(&text);
  point.remote_offset = strided_number(&text);
  size_t bytes = point.row_bytes = strided_number(&text);
  for (; text != NULL && point.levels < STRIDED_MAX_LEVELS; point.levels++) {
    bytes *= point.count[point.levels] = strided_number(&text);
    point.local_stride[point.levels] = strided_number(&text);
    point.remote_stride[point.levels] = strided_number(&text);
  }
#ifdef STRIDED_NO_ACCUMULATE
  if (strcmp(point.operation, "accumulate") == 0) return;
#endif
  peer_prepare(&point);
  bench_measure(name, bytes, 1, strided_body, &point, rank, atoi(arguments[2]), atof(arguments[3]));
  peer_release();
}

/* Checks the arguments and returns the size of the buffers. */
static size_t strided_check(int count, char **arguments) {
  if (count < 5 || atoi(arguments[2]) < 1 || atoi(arguments[2]) > BENCH_MAX_REPETITIONS) {
    fprintf(stderr, "usage: %s BUFFER_BYTES REPETITIONS REPETITION_NANOS POINT ...\n", arguments[0]);
    exit(2);
  }
  return strtoul(arguments[1], NULL, 10);
}

static void strided_main(int rank, int count, char **arguments) {
  bench_wants_calls = 1;
  for (int i = 4; i < count; i++) strided_measure(rank, arguments[i], arguments);
  bench_end(rank);
}

#endif
