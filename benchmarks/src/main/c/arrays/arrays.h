/* Suite arrays. A peer defines the functions declared below and calls arrays_main.
 *
 * Usage: PROGRAM EDGE REPETITIONS REPETITION_NANOS POINT ..., where EDGE, a power of two, is the number of rows and of
 * columns of the array, and a point is NAME:OPERATION:SIZE:BYTES. The size is the edge of a patch or a matrix, or the
 * number of elements. A product takes a seventh of the repetitions, and the same product by BLAS alone is measured
 * behind it as blas-SIZE. Points of armci4j's strided transfers are left out. */
#ifndef ARRAYS_H
#define ARRAYS_H

#include "bench.h"

struct arrays_point {
  char operation[24];
  int size;
};

/* Collective, outside the measured time: creates what the point needs. */
static void peer_prepare(const struct arrays_point *point);
/* Collective: performs the operation and calls arrays_expect for each number that it must give. */
static void peer_check(const struct arrays_point *point);
/* Performs count operations. All ranks call it for a collective operation, otherwise rank 0. */
static void peer_run(const struct arrays_point *point, long count);
/* Collective. */
static void peer_release(const struct arrays_point *point);

static int arrays_edge;

/* What the arrays hold. The values repeat every 16 rows and columns, so that sums are short and exact. */
#define ARRAYS_PERIOD 16
static double arrays_left(long i, long j) { return (double)((3 * i + 5 * j + i * j) & (ARRAYS_PERIOD - 1)); }
static double arrays_right(long i, long j) { return (double)((7 * i + j + 3) & (ARRAYS_PERIOD - 1)); }

/* Returns the sum of the products of both arrays' elements. */
static double arrays_dot(void) {
  double sum = 0;
  for (int i = 0; i < ARRAYS_PERIOD; i++)
    for (int j = 0; j < ARRAYS_PERIOD; j++) sum += arrays_left(i, j) * arrays_right(i, j);
  return sum * (arrays_edge / ARRAYS_PERIOD) * (arrays_edge / ARRAYS_PERIOD);
}

/* Returns an element of the product of two matrices. */
static double arrays_product(long i, long j, int size) {
  double sum = 0;
  for (int k = 0; k < ARRAYS_PERIOD; k++) sum += arrays_left(i, k) * arrays_right(k, j);
  return sum * (size / ARRAYS_PERIOD);
}

/* Sets the indices, i and j in turn, of elements all over the array, none of them twice: a number is mixed by steps
 * that each have an inverse. */
static void arrays_indices(int *indices, int count) {
  unsigned bits = 2 * (unsigned)__builtin_ctz((unsigned)arrays_edge);
  unsigned mask = (1u << bits) - 1;
  for (int k = 0; k < count; k++) {
    unsigned x = (unsigned)k;
    x = (x * 0x9E3779B1u) & mask;
    x ^= x >> (bits / 2);
    x = (x * 0x85EBCA77u) & mask;
    x ^= x >> (bits / 2);
    indices[2 * k] = (int)(x / (unsigned)arrays_edge);
    indices[2 * k + 1] = (int)(x % (unsigned)arrays_edge);
  }
}

static void arrays_expect(const struct arrays_point *point, long number, double found, double expected) {
  if (found == expected) return;
  fprintf(stderr, "%s of %d: number %ld is %g, not %g\n", point->operation, point->size, number, found, expected);
  exit(3);
}

static int arrays_is_collective(const struct arrays_point *point) {
  static const char *const collective[] = {"sync", "ghosts", "dot", "transpose", "multiply", "blas"};
  for (size_t i = 0; i < sizeof collective / sizeof *collective; i++)
    if (strcmp(point->operation, collective[i]) == 0) return 1;
  return 0;
}

static void arrays_body(const void *what, int rank, long count) {
  const struct arrays_point *point = what;
  if (rank == 0 || arrays_is_collective(point)) peer_run(point, count);
}

static void arrays_measure_one(const char *name, const struct arrays_point *point, size_t bytes, int rank,
                               int repetitions, double repetition_nanos) {
  peer_prepare(point);
  peer_check(point);
  bench_measure(name, bytes, 1, arrays_body, point, rank, repetitions, repetition_nanos);
  peer_release(point);
}

static void arrays_measure(int rank, char *text, char **arguments) {
  struct arrays_point point = {.size = 0};
  const char *name = strsep(&text, ":");
  strncpy(point.operation, strsep(&text, ":"), sizeof point.operation - 1);
  if (strstr(point.operation, "-strided") != NULL) return;
  point.size = atoi(strsep(&text, ":"));
  size_t bytes = strtoul(strsep(&text, ":"), NULL, 10);
  int product = strcmp(point.operation, "multiply") == 0;
  int repetitions = product ? (atoi(arguments[2]) + 6) / 7 : atoi(arguments[2]);
  arrays_measure_one(name, &point, bytes, rank, repetitions, atof(arguments[3]));
  if (product) {
    char blas[32];
    snprintf(blas, sizeof blas, "blas-%d", point.size);
    strcpy(point.operation, "blas");
    arrays_measure_one(blas, &point, bytes, rank, repetitions, atof(arguments[3]));
  }
}

static void arrays_check(int count, char **arguments) {
  arrays_edge = count < 5 ? 0 : atoi(arguments[1]);
  if (arrays_edge < ARRAYS_PERIOD || (arrays_edge & (arrays_edge - 1)) != 0 || atoi(arguments[2]) < 1 ||
      atoi(arguments[2]) > BENCH_MAX_REPETITIONS) {
    fprintf(stderr, "usage: %s EDGE REPETITIONS REPETITION_NANOS POINT ...\n", arguments[0]);
    exit(2);
  }
}

static void arrays_main(int rank, int count, char **arguments) {
  for (int i = 4; i < count; i++) arrays_measure(rank, arguments[i], arguments);
  bench_end(rank);
}

#endif
