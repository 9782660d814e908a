/* Parts that the peers' programs of all suites share: the clock, the repetitions, the statistics and the output lines
 * for the driver. A peer defines peer_share and the functions that its suite's header declares.
 *
 * Rank 0 prints "result OPERATION SIZE_BYTES MEDIAN MIN MAX p90=P90", with times in ns per operation, followed by
 * "calls=P50,P99,P999" if it timed single calls, and "end" after the last line. The driver ignores anything later, such as a crash in the library's shutdown. */
#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BENCH_MAX_REPETITIONS 1000

/* How many single calls are timed, at least and at most, and for how long: as CallTimer of this system does. */
#define BENCH_LEAST_CALLS 1000
#define BENCH_MOST_CALLS 10000
#define BENCH_CALLS_NANOS 100e6

/* Sends a value from rank 0 to all others. They wait for it in the way that suits this peer's idle ranks best. */
static void peer_share(int rank, long *value);

/* Performs count operations. Every rank calls it; ranks without a part return at once. */
typedef void bench_body(const void *what, int rank, long count);

/* Whether ranks outnumber cores. Otherwise an idle rank may use its core for the library's progress. */
static int bench_oversubscribed(int size) { return size > sysconf(_SC_NPROCESSORS_ONLN); }

/* Sleep of an idle rank between two looks when ranks outnumber cores. */
static void bench_nap(void) {
  struct timespec nap = {0, 500000};
  nanosleep(&nap, NULL);
}

static double bench_nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

/* Part of the current repetition that does not count, in ns; a body adds to it. */
static double bench_uncounted;

/* Whether the suite wants single calls to be timed; it may change from figure to figure. */
static int bench_wants_calls;

/* Whether rank 0 times single calls now, so that a body adds nothing behind its calls. */
static int bench_times_calls;

/* Runs count operations on all ranks; a count of 0 ends the other ranks' loops, one below 0 is of single calls. */
static double bench_repetition(bench_body *body, const void *what, int rank, long *count) {
  peer_share(rank, count);
  bench_uncounted = 0;
  bench_times_calls = *count < 0;
  double start = bench_nanos();
  if (*count != 0) body(what, rank, labs(*count));
  return bench_nanos() - start - bench_uncounted;
}

static int bench_compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Times single calls on rank 0, after as many that do not count, and prints their percentiles. */
static void bench_calls(bench_body *body, const void *what, int rank, double parts, double nanos) {
  static double each[BENCH_MOST_CALLS];
  double fit = BENCH_CALLS_NANOS / nanos;
  long calls = fit > BENCH_MOST_CALLS ? BENCH_MOST_CALLS : (long)fit, count = -calls;
  if (!bench_wants_calls || calls < BENCH_LEAST_CALLS) return;
  for (int warm = 0; warm < 2; warm++) {
    peer_share(rank, &count);
    bench_times_calls = 1;
    for (long i = 0; i < calls; i++) {
      double start = bench_nanos();
      body(what, rank, 1);
      each[i] = (bench_nanos() - start) / parts;
    }
  }
  qsort(each, calls, sizeof(double), bench_compare);
  printf(" calls=%.3f,%.3f,%.3f", each[(calls - 1) / 2], each[calls - calls / 100 - 1], each[calls - calls / 1000 - 1]);
}

/* Measures an operation, of which each count performs a number of parts, and prints its line on rank 0. */
static void bench_measure(const char *name, size_t bytes, double parts, bench_body *body, const void *what, int rank,
                          int repetitions, double repetition_nanos) {
  double per_operation[BENCH_MAX_REPETITIONS];
  long count = 1;
  if (rank != 0) {
    while (count != 0) bench_repetition(body, what, rank, &count);
    return;
  }
  /* Raising the count until a repetition is long enough also warms up. */
  double nanos;
  while ((nanos = bench_repetition(body, what, rank, &count)) < repetition_nanos) {
    double factor = nanos > 0 ? 1.1 * repetition_nanos / nanos : 2;
    count = (long)(count * (factor > 10 ? 10 : factor)) + 1;
  }
  for (int i = 0; i < repetitions; i++)
    per_operation[i] = bench_repetition(body, what, rank, &count) / count;
  qsort(per_operation, repetitions, sizeof(double), bench_compare);
  double median = (per_operation[(repetitions - 1) / 2] + per_operation[repetitions / 2]) / 2;
  double p90 = per_operation[(9 * repetitions + 9) / 10 - 1];
  printf("result %s %zu %.3f %.3f %.3f p90=%.3f", name, bytes, median / parts, per_operation[0] / parts,
         per_operation[repetitions - 1] / parts, p90 / parts);
  bench_calls(body, what, rank, parts, median);
  puts("");
  fflush(stdout);
  count = 0;
  bench_repetition(body, what, rank, &count);
}

/* Ends the output. */
static void bench_end(int rank) {
  if (rank == 0) puts("end");
  fflush(stdout);
}

#endif
