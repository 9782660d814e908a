/* What the peers' programs share: the clock, the choice of operations, the statistics and the lines
 * that the driver reads. A peer defines the functions declared below and calls bench_main.
 *
 * Usage: PROGRAM OPERATIONS SIZES REPETITIONS REPETITION_NANOS, lists with commas between their items.
 * Output, by rank 0: "result OPERATION SIZE_BYTES MEDIAN MIN MAX", times in ns per operation;
 * then "end". What happens later, in the library's own shutdown, does not count. */
#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BENCH_MAX_REPETITIONS 1000

/* Rank 0 gives the value to all others, which wait for it as this peer's idle ranks best do. */
static void peer_share(int rank, long *value);

/* Each performs count operations; rank 0 alone calls those before the signal. */
static void peer_put(size_t bytes, long count);
static void peer_get(size_t bytes, long count);
static void peer_fetch_add(long count);
#ifndef BENCH_NO_ACCUMULATE
/* Adds doubles. */
static void peer_accumulate(size_t bytes, long count);
#endif
/* Ranks 0 and 1 hand a word to and fro, count times each way. */
static void peer_signal(int rank, long count);
static void peer_barrier(long count);

/* With fewer ranks than cores an idle rank may use its core to let the library progress. */
static int bench_oversubscribed(int size) { return size > sysconf(_SC_NPROCESSORS_ONLN); }

/* What an idle rank does between two looks when ranks outnumber cores. */
static void bench_nap(void) {
  struct timespec nap = {0, 500000};
  nanosleep(&nap, NULL);
}

static double bench_nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

enum bench_operation { PUT, GET, ACCUMULATE, FETCH_ADD, SIGNAL, BARRIER };

/* Runs count operations on all ranks that take part; a count of 0 ends the others' part. */
static double bench_repetition(enum bench_operation operation, int rank, size_t bytes, long *count) {
  peer_share(rank, count);
  double start = bench_nanos();
  switch (operation) {
    case PUT: if (rank == 0) peer_put(bytes, *count); break;
    case GET: if (rank == 0) peer_get(bytes, *count); break;
    case ACCUMULATE:
#ifndef BENCH_NO_ACCUMULATE
      if (rank == 0) peer_accumulate(bytes, *count);
#endif
      break;
    case FETCH_ADD: if (rank == 0) peer_fetch_add(*count); break;
    case SIGNAL: if (rank < 2) peer_signal(rank, *count); break;
    case BARRIER: peer_barrier(*count); break;
  }
  return bench_nanos() - start;
}

static int bench_compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void bench_operation(enum bench_operation operation, const char *name, int rank, size_t bytes,
                            int repetitions, double repetition_nanos) {
  double perOperation[BENCH_MAX_REPETITIONS];
  long count = 1;
  if (rank != 0) {
    while (count > 0) bench_repetition(operation, rank, bytes, &count);
    return;
  }
  /* Doubling the count until a repetition is long enough is the warm-up as well. */
  double nanos;
  while ((nanos = bench_repetition(operation, rank, bytes, &count)) < repetition_nanos) {
    double factor = nanos > 0 ? 1.1 * repetition_nanos / nanos : 2;
    count = (long)(count * (factor > 10 ? 10 : factor)) + 1;
  }
  for (int i = 0; i < repetitions; i++)
    perOperation[i] = bench_repetition(operation, rank, bytes, &count) / count;
  qsort(perOperation, repetitions, sizeof(double), bench_compare);
  double oneWay = operation == SIGNAL ? 2 : 1;
  double median = (perOperation[(repetitions - 1) / 2] + perOperation[repetitions / 2]) / 2;
  printf("result %s %zu %.3f %.3f %.3f\n", name, bytes, median / oneWay, perOperation[0] / oneWay,
         perOperation[repetitions - 1] / oneWay);
  fflush(stdout);
  count = 0;
  bench_repetition(operation, rank, bytes, &count);
}

static int bench_has(const char *list, const char *item) {
  size_t length = strlen(item);
  for (const char *at = list; (at = strstr(at, item)) != NULL; at += length)
    if ((at == list || at[-1] == ',') && (at[length] == ',' || at[length] == 0)) return 1;
  return 0;
}

/* The largest size of the list, for the peer's buffers. */
static size_t bench_largest(const char *sizes) {
  size_t largest = 8;
  for (const char *at = sizes; at != NULL && *at != 0; at = strchr(at, ','), at = at ? at + 1 : at) {
    size_t bytes = strtoul(at, NULL, 10);
    if (bytes > largest) largest = bytes;
  }
  return largest;
}

static void bench_sizes(enum bench_operation operation, const char *name, int rank, char **arguments) {
  if (!bench_has(arguments[1], name)) return;
  for (const char *at = arguments[2]; at != NULL && *at != 0; at = strchr(at, ','), at = at ? at + 1 : at)
    bench_operation(operation, name, rank, strtoul(at, NULL, 10), atoi(arguments[3]), atof(arguments[4]));
}

static void bench_word(enum bench_operation operation, const char *name, int rank, size_t bytes,
                       char **arguments) {
  if (bench_has(arguments[1], name))
    bench_operation(operation, name, rank, bytes, atoi(arguments[3]), atof(arguments[4]));
}

static void bench_check(int count, char **arguments) {
  if (count != 5 || atoi(arguments[3]) < 1 || atoi(arguments[3]) > BENCH_MAX_REPETITIONS) {
    fprintf(stderr, "usage: %s OPERATIONS SIZES REPETITIONS REPETITION_NANOS\n", arguments[0]);
    exit(2);
  }
}

static void bench_main(int rank, int size, char **arguments) {
  bench_sizes(PUT, "put", rank, arguments);
  bench_sizes(GET, "get", rank, arguments);
#ifndef BENCH_NO_ACCUMULATE
  bench_sizes(ACCUMULATE, "accumulate", rank, arguments);
#endif
  bench_word(FETCH_ADD, "fetch-add", rank, 8, arguments);
  if (size > 1) bench_word(SIGNAL, "signal", rank, 8, arguments);
  bench_word(BARRIER, "barrier", rank, 0, arguments);
  if (rank == 0) puts("end");
  fflush(stdout);
}

#endif
