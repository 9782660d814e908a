/* Suite irregular. A peer defines the functions declared below and calls irregular_main.
 *
 * Usage: PROGRAM REPETITIONS REPETITION_NANOS POINT ..., where a point is NAME:OPERATION:WORDS. Points with operations
 * that are no plain ones are left out. */
#ifndef IRREGULAR_H
#define IRREGULAR_H

#include <stdint.h>

#include "bench.h"

/* Number of places that each rank draws; it uses them again and again. */
#define PLACES (1L << 20)
#define CHECKED 5000

/* Adds 1 to count words of the table, in the order of the places, and waits until all ranks have. */
static void peer_histogram(long count);
/* Reads count words to found, in the order of the places, and waits until all ranks have. */
static void peer_gather(long count);
/* Returns when all ranks have come here. */
static void peer_barrier(void);
/* Ends all ranks. */
static void peer_exit(int status);

static int irregular_rank, irregular_size;
/* Number of words of the table on each rank, for the current point. */
static long words;
/* This rank's words, in memory that others reach. */
static long *table;
static long found[PLACES];
static int ranks[PLACES], places[PLACES];

/* The same random numbers as in our own program. */
static uint64_t draw(int of, long i) {
  uint64_t z = ((uint64_t)of * PLACES + i + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static int rank_of(int of, long i) { return (int)((draw(of, i) & 0xFFFFFFFFu) % irregular_size); }

static long place_of(int of, long i) { return (long)(draw(of, i) >> 32) & (words - 1); }

static long value(int at, long place) { return 1000003L * at + place; }

static int is_histogram(const char *operation) { return strcmp(operation, "histogram") == 0; }

static void irregular_body(const void *operation, int rank, long count) {
  (void)rank;
  if (is_histogram(operation)) peer_histogram(count);
  else peer_gather(count);
}

static void expect(const char *operation, long number, long is, long expected) {
  if (is == expected) return;
  fprintf(stderr, "%s: word %ld is %ld, not %ld\n", operation, number, is, expected);
  peer_exit(3);
}

static void irregular_check(const char *operation) {
  int histogram = is_histogram(operation);
  for (long place = 0; place < words; place++) table[place] = histogram ? 0 : value(irregular_rank, place);
  peer_barrier();
  irregular_body(operation, irregular_rank, CHECKED);
  if (histogram) {
    long *expected = calloc(words, sizeof(long));
    for (int of = 0; of < irregular_size; of++)
      for (long i = 0; i < CHECKED; i++)
        if (rank_of(of, i) == irregular_rank) expected[place_of(of, i)]++;
    for (long place = 0; place < words; place++) expect(operation, place, table[place], expected[place]);
    free(expected);
  } else {
    for (long i = 0; i < CHECKED; i++) expect(operation, i, found[i], value(ranks[i], places[i]));
  }
  peer_barrier();
}

static void irregular_measure(char *text, char **arguments) {
  const char *name = strsep(&text, ":");
  const char *operation = strsep(&text, ":");
  words = atol(text);
  if (!is_histogram(operation) && strcmp(operation, "gather") != 0) return;
  for (long i = 0; i < PLACES; i++) {
    ranks[i] = rank_of(irregular_rank, i);
    places[i] = (int)place_of(irregular_rank, i);
  }
  irregular_check(operation);
  bench_measure(name, sizeof(long), 1, irregular_body, operation, irregular_rank, atoi(arguments[1]), atof(arguments[2]));
}

/* Returns the number of words of the largest table; ends the program if the arguments are wrong. */
static long irregular_largest(int count, char **arguments) {
  if (count < 4 || atoi(arguments[1]) < 1 || atoi(arguments[1]) > BENCH_MAX_REPETITIONS) {
    fprintf(stderr, "usage: %s REPETITIONS REPETITION_NANOS POINT ...\n", arguments[0]);
    exit(2);
  }
  long most = 1;
  for (int i = 3; i < count; i++) {
    long of = atol(strrchr(arguments[i], ':') + 1);
    if (of > most) most = of;
  }
  return most;
}

static void irregular_main(int rank, int size, int count, char **arguments) {
  irregular_rank = rank;
  irregular_size = size;
  for (int i = 3; i < count; i++) irregular_measure(arguments[i], arguments);
  bench_end(rank);
}

#endif
