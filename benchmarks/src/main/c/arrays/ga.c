/* Global Arrays in C, over ARMCI on MPI. Puts and accumulates include a fence of the ranks that they touched. */
#include <ga.h>
#include <macdecls.h>
#include <mpi.h>

#include "arrays.h"
#include "mpi_share.h"

extern void dgemm_(const char *transpose_a, const char *transpose_b, const int *m, const int *n, const int *k,
                   const double *alpha, const double *a, const int *lda, const double *b, const int *ldb,
                   const double *beta, double *c, const int *ldc);

static int rank, target;
/* Numbers of blocks in both dimensions. */
static int grid[2];
/* The array of all transfers, and a counter on each rank; until the end. */
static int array, counters;
/* What the current point uses: arrays, a patch or the indices of elements, local memory. */
static int first, second, result;
static int low[2], high[2], pitch[1], elements;
static int *indices;
static double *values, *found, *factors[3];
static double one = 1, zero = 0;

static int is(const struct arrays_point *point, const char *operation) {
  return strcmp(point->operation, operation) == 0;
}

static int begins(const struct arrays_point *point, const char *word) {
  return strncmp(point->operation, word, strlen(word)) == 0;
}

static int adds(const struct arrays_point *point) { return strstr(point->operation, "accumulate") != NULL; }

/* Creates a square array of doubles whose blocks lie on the ranks as in the other programs. */
static int create(int edge, int ghosts, char *name) {
  int shape[2] = {edge, edge}, width[2] = {1, 1};
  int chunks[2] = {(edge + grid[0] - 1) / grid[0], (edge + grid[1] - 1) / grid[1]};
  int created = ghosts ? NGA_Create_ghosts(C_DBL, 2, shape, width, name, chunks)
                       : NGA_Create(C_DBL, 2, shape, name, chunks);
  if (created == 0) GA_Error("cannot create an array of this size", edge);
  return created;
}

/* Sets each element of this rank's block to its value, or checks it when a point is given. */
static void own(int handle, double (*value)(long, long), const struct arrays_point *checked) {
  int lower[2], upper[2], leading[1];
  double *block;
  NGA_Distribution(handle, rank, lower, upper);
  if (upper[0] < lower[0]) return;
  NGA_Access(handle, lower, upper, &block, leading);
  for (int i = lower[0]; i <= upper[0]; i++, block += leading[0])
    for (int j = lower[1]; j <= upper[1]; j++) {
      double *element = block + j - lower[1];
      if (checked == NULL) *element = value(i, j);
      else arrays_expect(checked, i * 1000000L + j, *element, value(i, j));
    }
  NGA_Release_update(handle, lower, upper);
}

static int filled(int edge, int ghosts, char *name, double (*value)(long, long)) {
  int created = create(edge, ghosts, name);
  own(created, value, NULL);
  GA_Sync();
  return created;
}

/* Chooses a patch in the middle of the target's block, or in the middle of the array. */
static void choose_patch(const struct arrays_point *point) {
  int lower[2] = {0, 0}, upper[2] = {arrays_edge - 1, arrays_edge - 1};
  if (strstr(point->operation, "-spread") == NULL) NGA_Distribution(array, target, lower, upper);
  for (int d = 0; d < 2; d++) {
    low[d] = lower[d] + (upper[d] + 1 - lower[d] - point->size) / 2;
    high[d] = low[d] + point->size - 1;
  }
  pitch[0] = point->size;
  elements = point->size * point->size;
}

static int is_list(const struct arrays_point *point) { return is(point, "gather") || begins(point, "scatter"); }

static void prepare_product(const struct arrays_point *point) {
  first = filled(point->size, 0, "left", arrays_left);
  second = filled(point->size, 0, "right", arrays_right);
  result = create(point->size, 0, "product");
}

/* Makes local factors of this rank's part of the product. */
static void prepare_blas(const struct arrays_point *point) {
  for (int i = 0; i < 3; i++) {
    size_t count = (size_t)point->size * point->size / (i < 2 ? grid[i] : grid[0] * grid[1]);
    factors[i] = malloc(count * sizeof(double));
    for (size_t k = 0; k < count; k++) factors[i][k] = (double)(k % 7);
  }
}

static void peer_prepare(const struct arrays_point *point) {
  first = second = result = 0;
  if (is(point, "ghosts")) {
    first = filled(arrays_edge, 1, "ghosts", arrays_left);
  } else if (is(point, "dot")) {
    second = filled(arrays_edge, 0, "right", arrays_right);
  } else if (is(point, "transpose")) {
    first = filled(point->size, 0, "left", arrays_left);
    result = create(point->size, 0, "transposed");
  } else if (is(point, "multiply")) {
    prepare_product(point);
  } else if (is(point, "blas")) {
    prepare_blas(point);
  } else if (is_list(point)) {
    elements = point->size;
    indices = malloc(2 * sizeof(int) * elements);
    arrays_indices(indices, elements);
  } else if (!is(point, "sync")) {
    choose_patch(point);
  }
  values = malloc(sizeof(double) * (elements + 1));
  found = malloc(sizeof(double) * (elements + 1));
}

static void put(long count) {
  for (long i = 0; i < count; i++) {
    GA_Init_fence();
    NGA_Put(array, low, high, values, pitch);
    GA_Fence();
  }
}

static void get(long count) {
  for (long i = 0; i < count; i++) NGA_Get(array, low, high, found, pitch);
}

static void accumulate(long count) {
  for (long i = 0; i < count; i++) {
    GA_Init_fence();
    NGA_Acc(array, low, high, values, pitch, &one);
    GA_Fence();
  }
}

static void gather(long count) {
  for (long i = 0; i < count; i++) NGA_Gather_flat(array, found, indices, elements);
}

static void scatter(long count) {
  for (long i = 0; i < count; i++) {
    GA_Init_fence();
    NGA_Scatter_flat(array, values, indices, elements);
    GA_Fence();
  }
}

static void scatter_accumulate(long count) {
  for (long i = 0; i < count; i++) {
    GA_Init_fence();
    NGA_Scatter_acc_flat(array, values, indices, elements, &one);
    GA_Fence();
  }
}

/* Multiplies this rank's rows of the left matrix by its columns of the right one. Fortran's order of elements makes
 * that the transposed product. */
static void blas(const struct arrays_point *point, long count) {
  int rows = point->size / grid[0], columns = point->size / grid[1];
  for (long i = 0; i < count; i++)
    dgemm_("n", "n", &columns, &rows, &point->size, &one, factors[1], &columns, factors[0], &point->size, &zero,
           factors[2], &columns);
}

static void fetch_add(long count) {
  int counter[1] = {target};
  for (long i = 0; i < count; i++) NGA_Read_inc(counters, counter, 1);
}

static void whole(const struct arrays_point *point, long count) {
  for (long i = 0; i < count; i++) {
    if (is(point, "ghosts")) GA_Update_ghosts(first);
    else if (is(point, "dot")) GA_Ddot(array, second);
    else if (is(point, "transpose")) GA_Transpose(first, result);
    else GA_Dgemm('n', 'n', point->size, point->size, point->size, 1, first, second, 0, result);
  }
}

static void synchronize(long count) {
  for (long i = 0; i < count; i++) GA_Sync();
}

static void peer_run(const struct arrays_point *point, long count) {
  if (begins(point, "put")) put(count);
  else if (begins(point, "get")) get(count);
  else if (begins(point, "accumulate")) accumulate(count);
  else if (is(point, "gather")) gather(count);
  else if (is(point, "scatter")) scatter(count);
  else if (is(point, "scatter-accumulate")) scatter_accumulate(count);
  else if (is(point, "fetch-add")) fetch_add(count);
  else if (is(point, "sync")) synchronize(count);
  else if (is(point, "blas")) blas(point, count);
  else whole(point, count);
}

/* Returns what the array holds at an element of the point. */
static double initial(int k) {
  return indices != NULL ? arrays_left(indices[2 * k], indices[2 * k + 1])
                         : arrays_left(low[0] + k / pitch[0], low[1] + k % pitch[0]);
}

/* Writes the array's own values again. */
static void restore(void) {
  for (int k = 0; k < elements; k++) values[k] = initial(k);
  if (indices != NULL) scatter(1);
  else put(1);
}

/* Performs the transfer once on the array's own values, looks at the outcome, and restores them. */
static void check_transfer(const struct arrays_point *point) {
  int reads = begins(point, "get") || is(point, "gather");
  for (int k = 0; k < elements; k++) values[k] = k + 1;
  peer_run(point, 1);
  if (indices != NULL) gather(1);
  else get(1);
  for (int k = 0; k < elements; k++)
    arrays_expect(point, k, found[k], reads ? initial(k) : values[k] + (adds(point) ? initial(k) : 0));
  restore();
}

static void check_counter(const struct arrays_point *point) {
  int counter[1] = {target};
  long before = NGA_Read_inc(counters, counter, 0);
  peer_run(point, 5);
  arrays_expect(point, 0, (double)(NGA_Read_inc(counters, counter, 0) - before), 5);
}

static void check_ghosts(const struct arrays_point *point) {
  int lower[2], upper[2], sizes[2], leading[1];
  double *block;
  NGA_Distribution(first, rank, lower, upper);
  NGA_Access_ghosts(first, sizes, &block, leading);
  for (int i = 0; i < sizes[0]; i++)
    for (int j = 0; j < sizes[1]; j++)
      arrays_expect(point, i * 1000000L + j, block[(size_t)i * leading[0] + j],
                    arrays_left(lower[0] - 1 + i, lower[1] - 1 + j));
  NGA_Release_ghosts(first);
}

static int product_size;
static double product(long i, long j) { return arrays_product(i, j, product_size); }
static double transposed(long i, long j) { return arrays_left(j, i); }

static void peer_check(const struct arrays_point *point) {
  if (is(point, "fetch-add")) {
    if (rank == 0) check_counter(point);
  } else if (is(point, "dot")) {
    arrays_expect(point, 0, GA_Ddot(array, second), arrays_dot());
  } else if (!arrays_is_collective(point)) {
    if (rank == 0) check_transfer(point);
  } else {
    peer_run(point, 1);
    product_size = point->size;
    if (is(point, "ghosts")) check_ghosts(point);
    if (is(point, "transpose")) own(result, transposed, point);
    if (is(point, "multiply")) own(result, product, point);
  }
  GA_Sync();
}

static void peer_release(const struct arrays_point *point) {
  if (rank == 0 && adds(point)) restore();
  GA_Sync();
  int made[3] = {first, second, result};
  for (int i = 0; i < 3; i++) {
    if (made[i] != 0) GA_Destroy(made[i]);
    free(factors[i]);
    factors[i] = NULL;
  }
  free(values);
  free(found);
  free(indices);
  indices = NULL;
}

static void check_owner(void) {
  int lower[2], upper[2];
  NGA_Distribution(array, target, lower, upper);
  if (upper[0] + 1 - lower[0] < arrays_edge / grid[0] || upper[1] + 1 - lower[1] < arrays_edge / grid[1])
    GA_Error("the array has other blocks than asked for", target);
}

int main(int argc, char **argv) {
  arrays_check(argc, argv);
  MPI_Init(&argc, &argv);
  GA_Initialize();
  /* Memory for buffers of Global Arrays: a list of 100,000 elements and panels of matrices. */
  MA_init(C_DBL, 8 << 20, 8 << 20);
  rank = GA_Nodeid();
  bench_size = GA_Nnodes();
  target = bench_size > 1;
  grid[1] = bench_size % 2 == 0 ? 2 : 1;
  grid[0] = bench_size / grid[1];
  array = filled(arrays_edge, 0, "array", arrays_left);
  check_owner();
  int counted[1] = {bench_size}, chunk[1] = {1};
  counters = NGA_Create(C_LONG, 1, counted, "counters", chunk);
  GA_Zero(counters);
  arrays_main(rank, argc, argv);
  GA_Destroy(counters);
  GA_Destroy(array);
  GA_Terminate();
  MPI_Finalize();
  return 0;
}
