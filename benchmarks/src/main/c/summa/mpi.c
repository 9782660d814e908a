/* SUMMA on MPI: the owner of a panel broadcasts it along its row or column of ranks. The argument is the edge of the
 * matrices. Prints the median time, of the slowest rank, of the faster of two forms: the next panel's broadcast begins
 * before the product of this one, or behind it. Fails if an element of the product is wrong.
 *
 * Source: van de Geijn, Watts, "SUMMA: scalable universal matrix multiplication algorithm" (1997). */
#include <mpi.h>

#include "summa.h"

#define PANEL 256
#define REPETITIONS 5

/* Multiplications of a rank that checks its product; if all elements take more, it checks some. */
#define CHECKED (1L << 28)

static int rank, ranks, height, width, size, rows, columns;
static MPI_Comm row_comm, column_comm;
static double *a, *b, *c, *panels_of_a[2], *panels_of_b[2];
static MPI_Request requests[2][2];

/* First index of a part, of parts that differ by one at most. */
static int start_of(int part, int parts) { return part * (size / parts) + (part < size % parts ? part : size % parts); }

static int owner_of(int index, int parts) {
  int part = 0;
  while (start_of(part + 1, parts) <= index) part++;
  return part;
}

static int least(int x, int y) { return x < y ? x : y; }

/* Number of columns of A in the panel that begins there: all have one owner, and so have these rows of B. */
static int depth_at(int start) {
  int end_of_a = start_of(owner_of(start, width) + 1, width), end_of_b = start_of(owner_of(start, height) + 1, height);
  return least(least(end_of_a, end_of_b) - start, PANEL);
}

static void make_matrices(void) {
  int row = rank / width, column = rank % width;
  int first_row = start_of(row, height), first_column = start_of(column, width);
  rows = start_of(row + 1, height) - first_row;
  columns = start_of(column + 1, width) - first_column;
  a = summa_allocate((size_t)rows * columns * sizeof(double));
  b = summa_allocate((size_t)rows * columns * sizeof(double));
  c = summa_allocate((size_t)rows * columns * sizeof(double));
  for (int k = 0; k < columns; k++)
    for (int i = 0; i < rows; i++) a[(size_t)k * rows + i] = element_of_a(first_row + i, first_column + k);
  for (int k = 0; k < rows; k++)
    for (int j = 0; j < columns; j++) b[(size_t)k * columns + j] = element_of_b(first_row + k, first_column + j);
  for (int i = 0; i < 2; i++) {
    panels_of_a[i] = summa_allocate((size_t)rows * PANEL * sizeof(double));
    panels_of_b[i] = summa_allocate((size_t)columns * PANEL * sizeof(double));
  }
}

/* The panel of A that begins at an index: in its owner's matrix, and in a buffer elsewhere. */
static double *part_of_a(int start, int number) {
  int owner = owner_of(start, width);
  return owner == rank % width ? a + (size_t)(start - start_of(owner, width)) * rows : panels_of_a[number % 2];
}

static double *part_of_b(int start, int number) {
  int owner = owner_of(start, height);
  return owner == rank / width ? b + (size_t)(start - start_of(owner, height)) * columns : panels_of_b[number % 2];
}

static void begin(int start, int number) {
  if (start == size) return;
  int depth = depth_at(start);
  MPI_Request *both = requests[number % 2];
  MPI_Ibcast(part_of_a(start, number), depth * rows, MPI_DOUBLE, owner_of(start, width), row_comm, &both[0]);
  MPI_Ibcast(part_of_b(start, number), depth * columns, MPI_DOUBLE, owner_of(start, height), column_comm, &both[1]);
}

static void multiply(int overlap) {
  memset(c, 0, (size_t)rows * columns * sizeof(double));
  begin(0, 0);
  for (int start = 0, number = 0; start < size; number++) {
    int depth = depth_at(start), next = start + depth;
    MPI_Waitall(2, requests[number % 2], MPI_STATUSES_IGNORE);
    if (overlap) begin(next, number + 1);
    product_add(part_of_a(start, number), part_of_b(start, number), c, rows, columns, depth);
    if (!overlap) begin(next, number + 1);
    start = next;
  }
}

static void check(void) {
  int first_row = start_of(rank / width, height), first_column = start_of(rank % width, width);
  long stride = 1 + (long)rows * columns * size / CHECKED;
  while (stride > 1 && (columns % stride == 0 || stride % 2 == 0)) stride++; /* Else it would check some columns only. */
  for (long i = 0; i < (long)rows * columns; i += stride) {
    int row = first_row + i / columns, column = first_column + i % columns;
    double sum = 0;
    for (int k = 0; k < size; k++) sum += element_of_a(row, k) * element_of_b(k, column);
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
  size = argc == 2 ? atoi(argv[1]) : 0;
  if (size < width) {
    fprintf(stderr, "usage: summa SIZE, which is %d at least\n", width);
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
