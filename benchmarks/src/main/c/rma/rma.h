/* Suite rma. A peer defines the functions declared below and calls rma_main.
 *
 * Usage: PROGRAM OPERATIONS SIZES REPETITIONS REPETITION_NANOS, with commas between the items of a list. */
#ifndef RMA_H
#define RMA_H

#include "bench.h"

/* Each function performs count operations. Only rank 0 calls those above peer_barrier. */
static void peer_put(size_t bytes, long count);
static void peer_get(size_t bytes, long count);
static void peer_fetch_add(long count);
#ifndef RMA_NO_ACCUMULATE
/* Adds doubles. */
static void peer_accumulate(size_t bytes, long count);
#endif
static void peer_barrier(long count);
/* Writes a word at a rank. */
static void peer_give(int to, long value);
/* Waits until this rank's own word has a value. */
static void peer_await(long value);

enum rma_operation { PUT, GET, ACCUMULATE, FETCH_ADD, SIGNAL, BARRIER };

struct rma_what {
  enum rma_operation operation;
  size_t bytes;
};

/* Hands a word from rank 0 to rank 1 and back, count times. */
static void rma_signal(int rank, long count) {
  static long last;
  for (long i = 0; i < count; i++) {
    last++;
    if (rank == 0) peer_give(1, last);
    peer_await(last);
    if (rank == 1) peer_give(0, last);
  }
}

static void rma_body(const void *argument, int rank, long count) {
  const struct rma_what *what = argument;
  switch (what->operation) {
    case PUT: if (rank == 0) peer_put(what->bytes, count); break;
    case GET: if (rank == 0) peer_get(what->bytes, count); break;
    case ACCUMULATE:
#ifndef RMA_NO_ACCUMULATE
      if (rank == 0) peer_accumulate(what->bytes, count);
#endif
      break;
    case FETCH_ADD: if (rank == 0) peer_fetch_add(count); break;
    case SIGNAL: if (rank < 2) rma_signal(rank, count); break;
    case BARRIER: peer_barrier(count); break;
  }
}

static int rma_has(const char *list, const char *item) {
  size_t length = strlen(item);
  for (const char *at = list; (at = strstr(at, item)) != NULL; at += length)
    if ((at == list || at[-1] == ',') && (at[length] == ',' || at[length] == 0)) return 1;
  return 0;
}

static const char *rma_next(const char *list) {
  const char *comma = strchr(list, ',');
  return comma == NULL ? NULL : comma + 1;
}

/* Returns the largest size of the list, for the peer's buffers. */
static size_t rma_largest(const char *sizes) {
  size_t largest = 8;
  for (const char *at = sizes; at != NULL; at = rma_next(at)) {
    size_t bytes = strtoul(at, NULL, 10);
    if (bytes > largest) largest = bytes;
  }
  return largest;
}

static void rma_word(enum rma_operation operation, const char *name, int rank, size_t bytes, char **arguments) {
  struct rma_what what = {operation, bytes};
  if (rma_has(arguments[1], name))
    bench_measure(name, bytes, operation == SIGNAL ? 2 : 1, rma_body, &what, rank, atoi(arguments[3]),
                  atof(arguments[4]));
}

static void rma_sizes(enum rma_operation operation, const char *name, int rank, char **arguments) {
  for (const char *at = arguments[2]; at != NULL; at = rma_next(at))
    rma_word(operation, name, rank, strtoul(at, NULL, 10), arguments);
}

static void rma_check(int count, char **arguments) {
  if (count != 5 || atoi(arguments[3]) < 1 || atoi(arguments[3]) > BENCH_MAX_REPETITIONS) {
    fprintf(stderr, "usage: %s OPERATIONS SIZES REPETITIONS REPETITION_NANOS\n", arguments[0]);
    exit(2);
  }
}

static void rma_main(int rank, int size, char **arguments) {
  bench_wants_calls = 1;
  rma_sizes(PUT, "put", rank, arguments);
  rma_sizes(GET, "get", rank, arguments);
#ifndef RMA_NO_ACCUMULATE
  rma_sizes(ACCUMULATE, "accumulate", rank, arguments);
#endif
  rma_word(FETCH_ADD, "fetch-add", rank, 8, arguments);
  if (size > 1) rma_word(SIGNAL, "signal", rank, 8, arguments);
  rma_word(BARRIER, "barrier", rank, 0, arguments);
  bench_end(rank);
}

#endif
