/* One-sided operations of MPI-3 between two ranks, and MPI's collectives, with the memory layout and the sizes of the
 * suite's other subjects. */
#include <mpi.h>

#include "network.h"
#include "computation.h"
#include "mpi_share.h"

#define COUNTER 0

static double *source, *target;
static int64_t words[1];
static MPI_Win source_window, target_window, word_window;
static MPI_Datatype rows;
static int64_t added;

static void put(size_t at, size_t bytes) {
  MPI_Put((char *)source + at, (int)bytes, MPI_BYTE, 1, (MPI_Aint)at, (int)bytes, MPI_BYTE, target_window);
}

static void get(size_t bytes) {
  MPI_Get(target, (int)bytes, MPI_BYTE, 1, 0, (int)bytes, MPI_BYTE, source_window);
}

static void put_fence(size_t bytes, long count) {
  for (long i = 0; i < count; i++) {
    put(0, bytes);
    MPI_Win_flush(1, target_window);
  }
}

static void get_wait(size_t bytes, long count) {
  for (long i = 0; i < count; i++) {
    get(bytes);
    MPI_Win_flush(1, source_window);
  }
}

static void fetch_add(size_t bytes, long count) {
  int64_t one = 1, old;
  (void)bytes;
  for (long i = 0; i < count; i++) {
    MPI_Fetch_and_op(&one, &old, MPI_INT64_T, 1, COUNTER, MPI_SUM, word_window);
    MPI_Win_flush(1, word_window);
    network_check("fetch-add", 0, (double)old, (double)added++);
  }
}

static void put_bandwidth(size_t bytes, long count) {
  for (long i = 0; i < count; i++) put(0, bytes);
  MPI_Win_flush(1, target_window);
}

static void get_bandwidth(size_t bytes, long count) {
  for (long i = 0; i < count; i++) get(bytes);
  MPI_Win_flush(1, source_window);
}

static void word_puts(size_t bytes, long count) {
  for (long i = 0; i < count; i++) {
    for (size_t word = 0; word < NETWORK_WORDS; word++) put(word * NETWORK_ROW_STRIDE, bytes);
    MPI_Win_flush(1, target_window);
  }
}

static void put_rows(size_t bytes, long count) {
  (void)bytes;
  for (long i = 0; i < count; i++) {
    MPI_Put(source, 1, rows, 1, 0, 1, rows, target_window);
    MPI_Win_flush(1, target_window);
  }
}

static void get_rows(size_t bytes, long count) {
  (void)bytes;
  for (long i = 0; i < count; i++) {
    MPI_Get(target, 1, rows, 1, 0, 1, rows, source_window);
    MPI_Win_flush(1, source_window);
  }
}

static void barrier(size_t bytes, long count) {
  (void)bytes;
  for (long i = 0; i < count; i++) MPI_Barrier(MPI_COMM_WORLD);
}

static void broadcast(size_t bytes, long count) {
  for (long i = 0; i < count; i++) MPI_Bcast(target, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void allreduce(size_t bytes, long count) {
  for (long i = 0; i < count; i++)
    MPI_Allreduce(source, target, (int)(bytes / sizeof(double)), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void allgather(size_t bytes, long count) {
  for (long i = 0; i < count; i++)
    MPI_Allgather(source, (int)bytes, MPI_BYTE, target, (int)bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static void start_barrier(size_t bytes, MPI_Request *request) {
  (void)bytes;
  MPI_Ibarrier(MPI_COMM_WORLD, request);
}

static void start_broadcast(size_t bytes, MPI_Request *request) {
  MPI_Ibcast(target, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD, request);
}

static void start_allreduce(size_t bytes, MPI_Request *request) {
  MPI_Iallreduce(source, target, (int)(bytes / sizeof(double)), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, request);
}

static void start_allgather(size_t bytes, MPI_Request *request) {
  MPI_Iallgather(source, (int)bytes, MPI_BYTE, target, (int)bytes, MPI_BYTE, MPI_COMM_WORLD, request);
}

typedef void starter(size_t bytes, MPI_Request *request);

/* Mean time of start and wait, by the latest repetition without computing. */
static double pure_nanos;

static void start_and_wait(starter *start, size_t bytes, long count) {
  MPI_Request request;
  double begin = bench_nanos();
  for (long i = 0; i < count; i++) {
    start(bytes, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  pure_nanos = (bench_nanos() - begin) / count;
}

/* The same with computing in between, as long as both took, which does not count. */
static void start_compute_and_wait(starter *start, size_t bytes, long count) {
  MPI_Request request;
  for (long i = 0; i < count; i++) {
    start(bytes, &request);
    double computes = bench_nanos();
    compute(pure_nanos);
    bench_uncounted += bench_nanos() - computes;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

enum part { BY_ALL, PUTS, PUTS_ROWS, GETS, GETS_ROWS, UPDATES };

static const struct operation {
  const char *name;
  void (*run)(size_t bytes, long count);
  enum part part;
  int is_sampled;
  starter *start;
} operations[] = {{"put-fence", put_fence, PUTS, 1},
                  {"get-latency", get_wait, GETS, 1},
                  {"fetch-add", fetch_add, UPDATES, 1},
                  {"put-bandwidth", put_bandwidth, PUTS, 0},
                  {"get-bandwidth", get_bandwidth, GETS, 0},
                  {"word-puts", word_puts, PUTS_ROWS, 0},
                  {"put-rows", put_rows, PUTS_ROWS, 0},
                  {"get-rows", get_rows, GETS_ROWS, 0},
                  {"barrier", barrier, BY_ALL, 0},
                  {"broadcast", broadcast, BY_ALL, 0},
                  {"allreduce", allreduce, BY_ALL, 0},
                  {"allgather", allgather, BY_ALL, 0},
                  {"barrier-nb", NULL, BY_ALL, 0, start_barrier},
                  {"broadcast-nb", NULL, BY_ALL, 0, start_broadcast},
                  {"allreduce-nb", NULL, BY_ALL, 0, start_allreduce},
                  {"allgather-nb", NULL, BY_ALL, 0, start_allgather}};

/* Ending of a name with -nb: only the time that computing does not cover. */
#define UNCOVERED "-uncovered"

struct what {
  const struct operation *operation;
  int computes;
  size_t bytes;
};

/* Only rank 0 has a part in one-sided operations. */
static void body(const void *argument, int rank, long count) {
  const struct what *what = argument;
  const struct operation *operation = what->operation;
  if (operation->start != NULL && what->computes)
    start_compute_and_wait(operation->start, what->bytes, count);
  else if (operation->start != NULL)
    start_and_wait(operation->start, what->bytes, count);
  else if (rank == 0 || operation->part == BY_ALL)
    operation->run(what->bytes, count);
}

static void sample(struct network_point point, const struct what *what, int rank) {
  static double nanos[NETWORK_SAMPLES];
  long go = 1;
  peer_share(rank, &go);
  if (rank == 0) {
    for (int i = 0; i < NETWORK_SAMPLES; i++) {
      double start = bench_nanos();
      what->operation->run(what->bytes, 1);
      nanos[i] = bench_nanos() - start;
    }
    network_print_samples(point, nanos);
  }
  peer_share(rank, &go);
}

static int is_named(const char *name, const char *operation) {
  size_t length = strlen(operation);
  const char *rest = name + length;
  return strncmp(name, operation, length) == 0 && (*rest == 0 || strcmp(rest, UNCOVERED) == 0);
}

static const struct operation *find(const char *name) {
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    if (is_named(name, operations[i].name)) return &operations[i];
  return NULL;
}

/* Whether the point is a form of the collective. */
static int is_of(struct network_point point, const char *collective) {
  return strncmp(point.name, collective, strlen(collective)) == 0;
}

static void prepare(struct network_point point, int rank, size_t bytes) {
  memset(target, 0, bytes);
  if (rank == 0 && is_of(point, "broadcast")) network_fill(target, 0, bytes);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void check_collective(struct network_point point, int rank) {
  size_t elements = point.bytes / sizeof(double);
  (void)rank;
  if (is_of(point, "broadcast")) network_compare(point.name, target, 0, point.bytes, sizeof(double));
  for (size_t i = 0; is_of(point, "allreduce") && i < elements; i++) {
    double sum = 0;
    for (int from = 0; from < bench_size; from++) sum += network_element(from, i);
    network_check(point.name, i, target[i], sum);
  }
  for (int from = 0; is_of(point, "allgather") && from < bench_size; from++)
    network_compare(point.name, target + from * elements, from, point.bytes, sizeof(double));
}

static void check(struct network_point point, enum part part, int rank) {
  size_t rows_bytes = NETWORK_WORDS * NETWORK_ROW_STRIDE;
  MPI_Barrier(MPI_COMM_WORLD);
  if (part == PUTS && rank == 1) {
    MPI_Win_sync(target_window);
    network_compare(point.name, target, 0, point.bytes, sizeof(double));
  } else if (part == PUTS_ROWS && rank == 1) {
    MPI_Win_sync(target_window);
    network_compare(point.name, target, 0, rows_bytes, NETWORK_ROW_STRIDE);
  } else if (part == GETS && rank == 0) {
    network_compare(point.name, target, 1, point.bytes, sizeof(double));
  } else if (part == GETS_ROWS && rank == 0) {
    network_compare(point.name, target, 1, rows_bytes, NETWORK_ROW_STRIDE);
  } else if (part == BY_ALL) {
    check_collective(point, rank);
  }
}

static void measure(const char *argument, int rank, size_t target_bytes, char **arguments) {
  struct network_point point = network_point(argument);
  struct what what = {find(point.name), strstr(point.name, UNCOVERED) != NULL, point.bytes};
  if (what.operation == NULL) return;
  prepare(point, rank, target_bytes);
  if (what.operation->is_sampled)
    sample(point, &what, rank);
  else
    bench_measure(point.name, point.bytes, 1, body, &what, rank, atoi(arguments[1]), atof(arguments[2]));
  check(point, what.operation->part, rank);
}

/* Returns the number of the next figure, which rank 0 reads from its input; -1 at its end. All ranks sleep between
 * looks, because another program is measured meanwhile. */
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

/* Whether any point is one-sided. Otherwise no window is made, as some of MPI's networks support none. */
static int needs_windows(int count, char **points) {
  for (int i = 0; i < count; i++) {
    const struct operation *operation = find(network_point(points[i]).name);
    if (operation != NULL && operation->part != BY_ALL) return 1;
  }
  return 0;
}

static void make_windows(size_t bytes, size_t target_bytes) {
  MPI_Win_create(source, (MPI_Aint)bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &source_window);
  MPI_Win_create(target, (MPI_Aint)target_bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &target_window);
  MPI_Win_create(words, sizeof words, sizeof *words, MPI_INFO_NULL, MPI_COMM_WORLD, &word_window);
  MPI_Win_lock_all(0, source_window);
  MPI_Win_lock_all(0, target_window);
  MPI_Win_lock_all(0, word_window);
  MPI_Type_vector(NETWORK_WORDS, sizeof(double), NETWORK_ROW_STRIDE, MPI_BYTE, &rows);
  MPI_Type_commit(&rows);
}

static void free_windows(void) {
  MPI_Win *windows[] = {&source_window, &target_window, &word_window};
  for (int i = 0; i < 3; i++) {
    MPI_Win_unlock_all(*windows[i]);
    MPI_Win_free(windows[i]);
  }
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
  size_t largest = network_largest(argc - 3, argv + 3);
  size_t target_bytes = bench_size * largest;
  int windows = needs_windows(argc - 3, argv + 3);
  source = calloc(1, largest);
  target = calloc(1, target_bytes);
  network_fill(source, rank, largest);
  if (windows) make_windows(largest, target_bytes);
  bench_end(rank);
  for (long index = next(rank); index >= 0; index = next(rank)) {
    measure(argv[3 + index], rank, target_bytes, argv);
    bench_end(rank);
  }
  if (windows) free_windows();
  MPI_Finalize();
  return 0;
}
