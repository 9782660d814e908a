/* MPI's collectives on all ranks. Reductions sum doubles; rank 0 is the root. Barriers enclose a repetition, so that it
 * ends with the slowest rank. */
#include <mpi.h>

#include "collectives.h"

static int size;

static void peer_share(int rank, long *value) {
  (void)rank;
  MPI_Bcast(value, 1, MPI_LONG, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void call(int kind, char *source, char *destination, int count) {
  switch (kind) {
    case 0: MPI_Barrier(MPI_COMM_WORLD); break;
    case 1: MPI_Bcast(source, count, MPI_DOUBLE, 0, MPI_COMM_WORLD); break;
    case 2: MPI_Reduce(source, destination, count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD); break;
    case 3: MPI_Allreduce(source, destination, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); break;
    case 4: MPI_Allgather(source, count, MPI_DOUBLE, destination, count, MPI_DOUBLE, MPI_COMM_WORLD); break;
    case 5: MPI_Alltoall(source, count, MPI_DOUBLE, destination, count, MPI_DOUBLE, MPI_COMM_WORLD); break;
    case 6: MPI_Reduce_scatter_block(source, destination, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); break;
    case 7: MPI_Scan(source, destination, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); break;
  }
}

static void start(int kind, char *source, char *destination, int count, MPI_Request *request) {
  MPI_Comm all = MPI_COMM_WORLD;
  switch (kind) {
    case 0: MPI_Ibarrier(all, request); break;
    case 1: MPI_Ibcast(source, count, MPI_DOUBLE, 0, all, request); break;
    case 2: MPI_Ireduce(source, destination, count, MPI_DOUBLE, MPI_SUM, 0, all, request); break;
    case 3: MPI_Iallreduce(source, destination, count, MPI_DOUBLE, MPI_SUM, all, request); break;
    case 4: MPI_Iallgather(source, count, MPI_DOUBLE, destination, count, MPI_DOUBLE, all, request); break;
    case 5: MPI_Ialltoall(source, count, MPI_DOUBLE, destination, count, MPI_DOUBLE, all, request); break;
    case 6: MPI_Ireduce_scatter_block(source, destination, count, MPI_DOUBLE, MPI_SUM, all, request); break;
    case 7: MPI_Iscan(source, destination, count, MPI_DOUBLE, MPI_SUM, all, request); break;
  }
}

/* Mean time of start and wait, by the latest repetition without computing. */
static double pure_nanos;

static void start_and_wait(const struct collectives_point *point, int kind, long count) {
  MPI_Request request;
  int elements = (int)(point->bytes / sizeof(double));
  double begin = bench_nanos();
  for (long i = 0; i < count; i++) {
    start(kind, point->sources, point->destinations, elements, &request);
    if (point->form == OVERLAPS) {
      double computes = bench_nanos();
      compute(pure_nanos);
      bench_uncounted += bench_nanos() - computes;
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  if (point->form == STARTS) pure_nanos = (bench_nanos() - begin) / count;
}

static const char *const OPERATIONS[] = {"barrier",   "broadcast", "reduce",         "allreduce",
                                         "allgather", "alltoall",  "reduce-scatter", "scan"};

static void body(const void *what, int rank, long count) {
  const struct collectives_point *point = what;
  int kind = 0;
  (void)rank;
  while (strcmp(OPERATIONS[kind], point->operation) != 0) kind++;
  if (point->form != WAITS) start_and_wait(point, kind, count);
  for (long i = 0, buffer = 0; point->form == WAITS && i < count; i++) {
    call(kind, point->sources + buffer * point->source_bytes, point->destinations + buffer * point->destination_bytes,
         (int)(point->bytes / sizeof(double)));
    if (++buffer == point->buffers) buffer = 0;
  }
  if (!bench_times_calls) MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  int rank;
  if (argc < 4 || atoi(argv[1]) < 1 || atoi(argv[1]) > BENCH_MAX_REPETITIONS) {
    fprintf(stderr, "usage: %s REPETITIONS REPETITION_NANOS POINT ...\n", argv[0]);
    return 2;
  }
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 3; i < argc; i++) {
    struct collectives_point point = {.bytes = 0};
    const char *name;
    if (!collectives_parse(argv[i], &point, &name)) continue;
    collectives_prepare(&point, size);
    bench_wants_calls = point.form == WAITS && point.buffers == 1;
    bench_measure(name, point.bytes, 1, body, &point, rank, atoi(argv[1]), atof(argv[2]));
    collectives_release(&point);
  }
  bench_end(rank);
  MPI_Finalize();
  return 0;
}
