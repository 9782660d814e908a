/* Suites network and verbs: transfers between rank 0 and rank 1, and collectives.
 *
 * Arguments of a program: REPETITIONS REPETITION_NANOS OPERATION:BYTES ...
 *
 * The program prints "end" when it is ready. For each line of its input, the index of a point from 0 on, it measures
 * the point and prints "end", until its input ends. An operation that the program lacks gives no figure. */
#ifndef NETWORK_H
#define NETWORK_H

#include <stdint.h>

#include "bench.h"

/* Number of eight-byte words, twice as far apart as they are long, that are put one by one or as rows. */
#define NETWORK_WORDS 4096
#define NETWORK_ROW_STRIDE 16
#define NETWORK_SAMPLES 1000

/* Limit of an operation's name, with its terminator. */
#define NETWORK_NAME_BYTES 32

struct network_point {
  char name[NETWORK_NAME_BYTES];
  size_t bytes;
};

static struct network_point network_point(const char *argument) {
  struct network_point point = {"", 0};
  const char *colon = strchr(argument, ':');
  if (colon == NULL || colon - argument >= NETWORK_NAME_BYTES) {
    fprintf(stderr, "not OPERATION:BYTES: %s\n", argument);
    exit(2);
  }
  memcpy(point.name, argument, colon - argument);
  point.bytes = strtoul(colon + 1, NULL, 10);
  return point;
}

/* Returns the length of the longest buffer that the points need. */
static size_t network_largest(int count, char **points) {
  size_t largest = NETWORK_WORDS * NETWORK_ROW_STRIDE;
  for (int i = 0; i < count; i++) {
    size_t bytes = network_point(points[i]).bytes;
    if (bytes > largest) largest = bytes;
  }
  return largest;
}

/* Returns an element of a rank's source: a whole number, so that sums are exact. */
static double network_element(int rank, size_t index) { return (rank + 1.0) * (1 << 24) + index; }

static void network_fill(double *memory, int rank, size_t bytes) {
  for (size_t i = 0; i < bytes / sizeof(double); i++) memory[i] = network_element(rank, i);
}

/* Ends the program if a figure's data are wrong. */
static void network_check(const char *name, size_t index, double found, double expected) {
  if (found != expected) {
    fprintf(stderr, "%s moved wrong data: element %zu is %.1f, not %.1f\n", name, index, found, expected);
    exit(3);
  }
}

/* Compares elements, stride bytes apart, with those of a rank's source. */
static void network_compare(const char *name, const double *memory, int rank, size_t bytes, size_t stride) {
  for (size_t i = 0; i < bytes / sizeof(double); i += stride / sizeof(double))
    network_check(name, i, memory[i], network_element(rank, i));
}

/* Prints the median, the minimum and the 99th percentile of the times of single operations. */
static void network_print_samples(struct network_point point, double *nanos) {
  qsort(nanos, NETWORK_SAMPLES, sizeof(double), bench_compare);
  printf("result %s %zu %.3f %.3f %.3f\n", point.name, point.bytes, nanos[NETWORK_SAMPLES / 2], nanos[0],
         nanos[NETWORK_SAMPLES * 99 / 100]);
  fflush(stdout);
}

#endif
