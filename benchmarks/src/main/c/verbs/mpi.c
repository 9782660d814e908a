/* MPI's collectives, on the memory and with the sizes of the suite's other subjects. */
#include <mpi.h>

#include "verbs.h"
#include "mpi_share.h"

static char *source, *target;

static void barrier(size_t bytes) {
  (void)bytes;
  MPI_Barrier(MPI_COMM_WORLD);
}

static void broadcast(size_t bytes) { MPI_Bcast(target, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD); }

static void allreduce(size_t bytes) {
  MPI_Allreduce(source, target, (int)(bytes / sizeof(double)), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void allgather(size_t bytes) {
  MPI_Allgather(source, (int)bytes, MPI_BYTE, target, (int)bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static const struct {
  const char *name;
  void (*operation)(size_t bytes);
} operations[] = {{"barrier", barrier}, {"broadcast", broadcast}, {"allreduce", allreduce}, {"allgather", allgather}};

static void measure(const char *point, int rank, char **arguments) {
  const char *colon = strchr(point, ':');
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
    const char *name = operations[i].name;
    if (strlen(name) == (size_t)(colon - point) && strncmp(point, name, colon - point) == 0) {
      struct verbs_what what = {operations[i].operation, strtoul(colon + 1, NULL, 10)};
      bench_measure(name, what.bytes, 1, verbs_body, &what, rank, atoi(arguments[1]), atof(arguments[2]));
      return;
    }
  }
  fprintf(stderr, "no operation %s\n", point);
  exit(2);
}

/* The number of what is to be measured next, as rank 0 reads it from its input; -1 when that ends. Another program is
 * measured meanwhile, so that all sleep: no rank may look for the others' messages all the time. */
static long next(int rank) {
  char line[32];
  long index = -1;
  MPI_Request request;
  int done = 0;
  if (rank == 0 && fgets(line, sizeof line, stdin) != NULL) index = atol(line);
  MPI_Ibcast(&index, 1, MPI_LONG, 0, MPI_COMM_WORLD, &request);
  while (MPI_Test(&request, &done, MPI_STATUS_IGNORE), !done) {
    struct timespec nap = {0, 20000000};
    nanosleep(&nap, NULL);
  }
  return index;
}

int main(int argc, char **argv) {
  int rank;
  if (argc < 4 || atoi(argv[1]) < 1 || atoi(argv[1]) > BENCH_MAX_REPETITIONS) {
    fprintf(stderr, "usage: %s REPETITIONS REPETITION_NANOS OPERATION:BYTES ...\n", argv[0]);
    return 2;
  }
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &bench_size);
  size_t largest = 4096;
  for (int i = 3; i < argc; i++) {
    size_t bytes = strtoul(strchr(argv[i], ':') + 1, NULL, 10);
    if (bytes > largest) largest = bytes;
  }
  source = calloc(1, largest);
  target = calloc(bench_size, largest);
  bench_end(rank);
  for (long index = next(rank); index >= 0; index = next(rank)) {
    measure(argv[3 + index], rank, argv);
    bench_end(rank);
  }
  MPI_Finalize();
  return 0;
}
