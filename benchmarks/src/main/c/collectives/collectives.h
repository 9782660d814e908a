/* Suite collectives.
 *
 * Usage: PROGRAM REPETITIONS REPETITION_NANOS POINT ... A point is NAME:OPERATION:SIZE_BYTES and further fields, which
 * peers ignore. A peer measures a point whose name is the operation's name alone, or followed by
 *   "-fresh": every call uses other buffers;
 *   "-nb": the nonblocking operation and its wait;
 *   "-nb-uncovered", after "-nb": the same with computing in between, as long as both take, which does not count. */
#ifndef COLLECTIVES_H
#define COLLECTIVES_H

#include "bench.h"
#include "computation.h"

/* Memory over which fresh buffers rotate, for sources and for destinations each. */
#define FRESH_BYTES (32 << 20)

enum collectives_form { WAITS, STARTS, OVERLAPS };

struct collectives_point {
  char operation[24];
  enum collectives_form form;
  size_t bytes;
  /* Bytes of one call's source and destination, and how many buffers of each rotate. */
  size_t source_bytes, destination_bytes;
  long buffers;
  char *sources, *destinations;
};

/* Reads a point's text; returns 0 if the point is not for peers. */
static int collectives_parse(char *text, struct collectives_point *point, const char **name) {
  *name = strsep(&text, ":");
  strncpy(point->operation, strsep(&text, ":"), sizeof point->operation - 1);
  point->bytes = strtoul(strsep(&text, ":"), NULL, 10);
  size_t length = strlen(point->operation);
  if (strncmp(*name, point->operation, length) != 0) return 0;
  const char *rest = *name + length;
  point->buffers = strcmp(rest, "-fresh") == 0;
  point->form = strcmp(rest, "-nb") == 0 ? STARTS : strcmp(rest, "-nb-uncovered") == 0 ? OVERLAPS : WAITS;
  return *rest == 0 || point->buffers || point->form != WAITS;
}

static char *collectives_allocate(size_t bytes) {
  char *memory = aligned_alloc(4096, (bytes + 4096) / 4096 * 4096);
  memset(memory, 0, bytes);
  return memory;
}

/* Allocates the buffers for a number of ranks. Sizes are those of one rank's part. */
static void collectives_prepare(struct collectives_point *point, int size) {
  const char *operation = point->operation;
  int parts = strcmp(operation, "alltoall") == 0 || strcmp(operation, "reduce-scatter") == 0;
  int gathers = strcmp(operation, "alltoall") == 0 || strcmp(operation, "allgather") == 0;
  point->source_bytes = point->bytes * (parts ? size : 1);
  point->destination_bytes = point->bytes * (gathers ? size : 1);
  size_t larger =
      point->source_bytes > point->destination_bytes ? point->source_bytes : point->destination_bytes;
  if (point->buffers) point->buffers = larger == 0 ? 1 : FRESH_BYTES / larger;
  if (point->buffers < 2) point->buffers = point->buffers == 0 ? 1 : 2;
  point->sources = collectives_allocate(point->buffers * point->source_bytes);
  point->destinations = collectives_allocate(point->buffers * point->destination_bytes);
}

static void collectives_release(struct collectives_point *point) {
  free(point->sources);
  free(point->destinations);
}

#endif
