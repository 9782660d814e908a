/* SUMMA on MPI: the owner of a panel packs it and broadcasts it along its row or column of ranks. The argument is the
 * edge of the matrices, or MxNxK: rows of A, columns of B, columns of A. Blocks are row-major with a leading dimension,
 * so that panels are strided. Prints the median time, of the slowest rank, of the faster of two forms: the next panel's
 * broadcast begins before the product of this one, or behind it. Fails if an element of the product is wrong.
 *
 * Source: van de Geijn, Watts, "SUMMA: scalable universal matrix multiplication algorithm" (1997). */
#include <mpi.h>

#include "summa.h"

#define PANEL 256
#define REPETITIONS 5

/* Elements between the rows of a block. */
#define PADDING 8

/* Multiplications of a rank that checks its product; if all elements take more, it checks some. */
#define CHECKED (1L << 28)

/* Rows and columns of A and B together, and this rank's own. */
static int all_rows, all_columns, depth_of_all;
static int rank, ranks, height, width, rows, columns, columns_of_a, rows_of_b;
static MPI_Comm row_comm, column_comm;
static double *a, *b, *c, *panels_of_a[2], *panels_of_b[2];
static MPI_Request requests[2][2];

/* First index of a part, of parts that differ by one at most. */
static int start_of(int size, int part, int parts) {
  return part * (size / parts) + (part < size % parts ? part : size % parts);
}

static int count_of(int size, int part, int parts) { return start_of(size, part + 1, parts) - start_of(size, part, parts); }

/* The part of the columns of A and the rows of B that has an index. */
static int owner_of(int index, int parts) {
  int part = 0;
  while (start_of(depth_of_all, part + 1, parts) <= index) part++;
  return part;
}

static int least(int x, int y) { return x < y ? x : y; }

/* Number of columns of A in the panel that begins there: all have one owner, and so have these rows of B. */
static int depth_at(int start) {
  int end_of_a = start_of(depth_of_all, owner_of(start, width) + 1, width);
  int end_of_b = start_of(depth_of_all, owner_of(start, height) + 1, height);
  return least(least(end_of_a, end_of_b) - start, PANEL);
}

static double *matrix(int some_rows, int some_columns) {
  return summa_allocate((size_t)some_rows * some_columns * sizeof(double));
}

static void make_matrices(void) {
  int row = rank / width, column = rank % width;
  int first_row = start_of(all_rows, row, height), first_column = start_of(all_columns, column, width);
  int first_of_a = start_of(depth_of_all, column, width), first_of_b = start_of(depth_of_all, row, height);
  rows = count_of(all_rows, row, height);
  columns = count_of(all_columns, column, width);
  columns_of_a = count_of(depth_of_all, column, width);
  rows_of_b = count_of(depth_of_all, row, height);
  a = matrix(rows, columns_of_a + PADDING);
  b = matrix(rows_of_b, columns + PADDING);
  c = matrix(rows, columns);
  for (int i = 0; i < rows; i++)
    for (int k = 0; k < columns_of_a; k++)
      a[(size_t)i * (columns_of_a + PADDING) + k] = element_of_a(first_row + i, first_of_a + k);
  for (int k = 0; k < rows_of_b; k++)
    for (int j = 0; j < columns; j++)
      b[(size_t)k * (columns + PADDING) + j] = element_of_b(first_of_b + k, first_column + j);
  for (int i = 0; i < 2; i++) panels_of_a[i] = matrix(rows, PANEL), panels_of_b[i] = matrix(PANEL, columns);
}

static void pack(double *packed, const double *first, int some_rows, int some_columns, int leading) {
  for (int i = 0; i < some_rows; i++)
    memcpy(packed + (size_t)i * some_columns, first + (size_t)i * leading, some_columns * sizeof(double));
}

static void begin(int start, int number) {
  if (start == depth_of_all) return;
  int depth = depth_at(start), owner_of_a = owner_of(start, width), owner_of_b = owner_of(start, height);
  double *panel_of_a = panels_of_a[number % 2], *panel_of_b = panels_of_b[number % 2];
  if (owner_of_a == rank % width)
    pack(panel_of_a, a + start - start_of(depth_of_all, owner_of_a, width), rows, depth, columns_of_a + PADDING);
  if (owner_of_b == rank / width) {
    size_t first = start - start_of(depth_of_all, owner_of_b, height);
    pack(panel_of_b, b + first * (columns + PADDING), depth, columns, columns + PADDING);
  }
  MPI_Request *both = requests[number % 2];
  MPI_Ibcast(panel_of_a, depth * rows, MPI_DOUBLE, owner_of_a, row_comm, &both[0]);
  MPI_Ibcast(panel_of_b, depth * columns, MPI_DOUBLE, owner_of_b, column_comm, &both[1]);
}

static void multiply(int overlap) {
  memset(c, 0, (size_t)rows * columns * sizeof(double));
  begin(0, 0);
  for (int start = 0, number = 0; start < depth_of_all; number++) {
    int depth = depth_at(start), next = start + depth;
    MPI_Waitall(2, requests[number % 2], MPI_STATUSES_IGNORE);
    if (overlap) begin(next, number + 1);
    product_add(panels_of_a[number % 2], panels_of_b[number % 2], c, rows, columns, depth);
    if (!overlap) begin(next, number + 1);
    start = next;
  }
}

static void check(void) {
  int first_row = start_of(all_rows, rank / width, height), first_column = start_of(all_columns, rank % width, width);
  long stride = 1 + (long)rows * columns * depth_of_all / CHECKED;
  while (stride > 1 && (columns % stride == 0 || stride % 2 == 0)) stride++; /* Else it would check some columns only. */
  for (long i = 0; i < (long)rows * columns; i += stride) {
    int row = first_row + i / columns, column = first_column + i % columns;
    double sum = 0;
    for (int k = 0; k < depth_of_all; k++) sum += element_of_a(row, k) * element_of_b(k, column);
    if (c[i] != sum) {
      fprintf(stderr, "summa: element %d, %d of the product is %.1f, not %.1f\n", row, column, c[i], sum);
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
  }
}

static int compare(const void *x, const void *y) {
  double p = *(const double *)x, q = *(const double *)y;
  return (p > q) - (p < q);
}

static double seconds(int overlap) {
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime(), mine, slowest;
  multiply(overlap);
  mine = MPI_Wtime() - start;
  MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return slowest;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (height = 1; (height + 1) * (height + 1) <= ranks; height++) {}
  while (ranks % height != 0) height--;
  width = ranks / height;
  int numbers = argc == 2 ? sscanf(argv[1], "%dx%dx%d", &all_rows, &all_columns, &depth_of_all) : 0;
  if (numbers == 1) all_columns = depth_of_all = all_rows;
  if ((numbers != 1 && numbers != 3) || least(all_rows, least(all_columns, depth_of_all)) < width) {
    fprintf(stderr, "usage: summa N|MxNxK, each %d at least\n", width);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_Comm_split(MPI_COMM_WORLD, rank / width, rank, &row_comm);
  MPI_Comm_split(MPI_COMM_WORLD, rank % width, rank, &column_comm);
  make_matrices();
  product_prepare(rows, PANEL);
  multiply(1); /* Touches all memory. */
  check();
  double with[REPETITIONS], without[REPETITIONS];
  for (int i = 0; i < REPETITIONS; i++) with[i] = seconds(1), without[i] = seconds(0);
  check();
  MPI_Barrier(MPI_COMM_WORLD); /* Nobody has found its part wrong. */
  qsort(with, REPETITIONS, sizeof(double), compare);
  qsort(without, REPETITIONS, sizeof(double), compare);
  double overlapped = with[REPETITIONS / 2], plain = without[REPETITIONS / 2];
  if (rank == 0) {
    printf("with overlap %.6f s, without overlap %.6f s, product right\n", overlapped, plain);
    printf("note its products of panels are by %s\n", product_name());
    printf("time %.6f s\n", overlapped < plain ? overlapped : plain);
  }
  MPI_Finalize();
  return 0;
}
