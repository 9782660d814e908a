/* MG on MPI: halos by messages in x, then y, then z, as NPB's comm3 exchanges them. The argument is the class. Prints the
 * time of the slowest rank, and fails if the norm is not the published one. */
#include <mpi.h>

#include "mg.h"

static int rank, ranks, px, py, pz, x, y, z;
/* Faces in x or y of the finest level: those to send, and behind them those received. */
static double *faces, *parts;

static int neighbour(int dx, int dy, int dz) {
  return (x + dx + px) % px + px * ((y + dy + py) % py + py * ((z + dz + pz) % pz));
}

static int closes_planes(const struct level *level) { return level->alone || py == 1; }

static void close_plane(const struct level *level, double *a, int plane) {
  int nx = level->nx, ny = level->ny;
  if (level->alone || px == 1)
    for (int i = 1; i <= ny; i++) {
      double *row = a + at(level, 0, i, plane);
      row[0] = row[nx];
      row[nx + 1] = row[1];
    }
  if (level->alone || py == 1) {
    memcpy(a + at(level, 0, 0, plane), a + at(level, 0, ny, plane), (nx + 2) * sizeof(double));
    memcpy(a + at(level, 0, ny + 1, plane), a + at(level, 0, 1, plane), (nx + 2) * sizeof(double));
  }
}

/* Sends the first face to the lower neighbour and the last one to the upper one, and receives theirs. */
static void swap(int lower, int upper, const double *first, const double *last, double *below, double *above, int count) {
  MPI_Request requests[4];
  MPI_Irecv(below, count, MPI_DOUBLE, lower, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(above, count, MPI_DOUBLE, upper, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(first, count, MPI_DOUBLE, lower, 0, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(last, count, MPI_DOUBLE, upper, 1, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

/* Copies the interior cells of one x to a face or from it. */
static void copy_x(const struct level *level, double *a, int column, double *packed, int pack) {
  for (int k = 1; k <= level->nz; k++)
    for (int j = 1; j <= level->ny; j++, packed++) {
      double *cell = a + at(level, column, j, k);
      if (pack) *packed = *cell;
      else *cell = *packed;
    }
}

/* Copies the rows of one y, ghost cells included, to a face or from it. */
static void copy_y(const struct level *level, double *a, int row, double *packed, int pack) {
  size_t bytes = (level->nx + 2) * sizeof(double);
  for (int k = 1; k <= level->nz; k++, packed += level->nx + 2) {
    double *cells = a + at(level, 0, row, k);
    if (pack) memcpy(packed, cells, bytes);
    else memcpy(cells, packed, bytes);
  }
}

typedef void copy(const struct level *level, double *a, int place, double *packed, int pack);

static void exchange_packed(const struct level *level, double *a, copy *copy, int last, int count, int lower, int upper) {
  copy(level, a, 1, faces, 1);
  copy(level, a, last, faces + count, 1);
  swap(lower, upper, faces, faces + count, faces + 2 * count, faces + 3 * count, count);
  copy(level, a, 0, faces + 2 * count, 0);
  copy(level, a, last + 1, faces + 3 * count, 0);
}

static void exchange(const struct level *level, double *a) {
  int nx = level->nx, ny = level->ny, nz = level->nz;
  double *first = a + at(level, 0, 0, 1), *last = a + at(level, 0, 0, nz), *above = a + at(level, 0, 0, nz + 1);
  if (level->alone) {
    memcpy(a, last, plane(level) * sizeof(double));
    memcpy(above, first, plane(level) * sizeof(double));
    return;
  }
  if (px > 1) exchange_packed(level, a, copy_x, nx, ny * nz, neighbour(-1, 0, 0), neighbour(1, 0, 0));
  if (py > 1) exchange_packed(level, a, copy_y, ny, (nx + 2) * nz, neighbour(0, -1, 0), neighbour(0, 1, 0));
  swap(neighbour(0, 0, -1), neighbour(0, 0, 1), first, last, a, above, plane(level));
}

/* Copies the part of a rank in a gathered level to or from its place behind the other parts. */
static void copy_part(const struct level *level, double *a, int of, int pack) {
  int nx = level->nx / px, ny = level->ny / py, nz = level->nz / pz;
  double *packed = parts + (long)of * nx * ny * nz;
  int x0 = of % px * nx, y0 = of / px % py * ny, z0 = of / (px * py) * nz;
  for (int k = 1; k <= nz; k++)
    for (int j = 1; j <= ny; j++, packed += nx) {
      double *cells = a + at(level, x0 + 1, y0 + j, z0 + k);
      if (pack) memcpy(packed, cells, nx * sizeof(double));
      else memcpy(cells, packed, nx * sizeof(double));
    }
}

static void gather(const struct level *level, double *a) {
  int count = level->nx / px * (level->ny / py) * (level->nz / pz);
  copy_part(level, a, rank, 1);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, parts, count, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int other = 0; other < ranks; other++)
    if (other != rank) copy_part(level, a, other, 0);
}

/* Divides a level among the ranks, if each gets an even number of cells in each direction and it is worth that. */
static void make_level(struct level *level, int size, int finer_is_divided) {
  int divided = ranks > 1 && size > MG_SHARED && size >= 2 * pz;
  memset(level, 0, sizeof *level);
  level->alone = !divided;
  level->nx = divided ? size / px : size;
  level->ny = divided ? size / py : size;
  level->nz = divided ? size / pz : size;
  if (ranks > 1 && !divided && finer_is_divided) {
    level->gathered = 1;
    level->x0 = x * (size / px);
    level->y0 = y * (size / py);
    level->z0 = z * (size / pz);
    parts = malloc((size_t)size * size * size * sizeof(double));
  }
  level->u = mg_allocate(level);
  level->r = mg_allocate(level);
}

static void make_levels(void) {
  for (int size = problem->size; size > 1; size /= 2) depth++;
  for (int k = depth - 1; k >= 0; k--) make_level(&levels[k], 2 << k, k == depth - 1 || !levels[k + 1].alone);
  const struct level *finest = &levels[depth - 1];
  v = mg_allocate(finest);
  long x_face = (long)finest->ny * finest->nz, y_face = (long)(finest->nx + 2) * finest->nz;
  faces = malloc(4 * (x_face > y_face ? x_face : y_face) * sizeof(double));
}

static void charge(struct ten *ten, double value) {
  const struct level *finest = &levels[depth - 1];
  for (int i = 0; i < MG_TEN; i++) {
    long cell = ten->cell[i], size = problem->size;
    long column = cell % size - (long)x * finest->nx, row = cell / size % size - (long)y * finest->ny;
    long above = cell / size / size - (long)z * finest->nz;
    if (column >= 0 && column < finest->nx && row >= 0 && row < finest->ny && above >= 0 && above < finest->nz)
      v[at(finest, column + 1, row + 1, above + 1)] = value;
  }
}

/* Sets the right-hand side: +1 where the ten largest numbers are, -1 where the ten smallest are. Starts from u = 0. */
static void initialise(void) {
  const struct level *finest = &levels[depth - 1];
  struct ten mine[2], *all = malloc(2 * ranks * sizeof *all);
  ten_clear(&mine[0]), ten_clear(&mine[1]);
  for (int k = 1; k <= finest->nz; k++)
    for (int j = 1; j <= finest->ny; j++) {
      long row = (long)y * finest->ny + j - 1, above = (long)z * finest->nz + k - 1, size = problem->size;
      mg_draw_row(&mine[0], &mine[1], (long)x * finest->nx + size * (row + size * above), finest->nx);
    }
  MPI_Allgather(mine, 4 * MG_TEN, MPI_DOUBLE, all, 4 * MG_TEN, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int other = 0; other < ranks; other++)
    for (int i = 0; i < MG_TEN && other != rank; i++)
      for (int which = 0; which < 2; which++)
        ten_offer(&mine[which], all[2 * other + which].value[i], all[2 * other + which].cell[i]);
  memset(v, 0, plane(finest) * (finest->nz + 2) * sizeof(double));
  memset(finest->u, 0, plane(finest) * (finest->nz + 2) * sizeof(double));
  charge(&mine[0], 1), charge(&mine[1], -1);
  free(all);
}

static double norm(void) {
  double sum = sum_of_squares(), total;
  MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sqrt(total / problem->size / problem->size / problem->size);
}

static double solve(int iterations) {
  const struct level *finest = &levels[depth - 1];
  for (int k = 1; k <= finest->nz; k++) residual_plane(finest, v, k);
  exchange(finest, finest->r);
  norm();
  restrict_from(finest, finest - 1, 1);
  for (int i = 1; i < iterations; i++) correct(), residual_and_restrict();
  correct();
  for (int k = 1; k <= finest->nz; k++) residual_plane(finest, v, k);
  exchange(finest, finest->r);
  return norm();
}

static void lay_out(void) {
  int log = 0;
  while (1 << log < ranks) log++;
  px = 1 << log / 3;
  py = 1 << (log - log / 3) / 2;
  pz = ranks / (px * py);
  x = rank % px, y = rank / px % py, z = rank / (px * py);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (size_t i = 0; i < sizeof mg_classes / sizeof *mg_classes; i++)
    if (argc == 2 && argv[1][0] == mg_classes[i].name) problem = &mg_classes[i];
  lay_out();
  if (problem == NULL || (ranks & (ranks - 1)) != 0 || problem->size < 2 * pz) {
    fprintf(stderr, "usage: mg S|W|A|B|C, on a power of two of ranks that have cells enough\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  make_levels();
  initialise();
  solve(1); /* Untimed, as in NPB: touches all memory. */
  initialise();
  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime(), found = solve(problem->iterations), seconds = MPI_Wtime() - start, slowest;
  MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (!(fabs(found - problem->norm) <= 1e-8 * problem->norm)) { /* A norm that is not a number fails too. */
    fprintf(stderr, "mg %s: the norm is %.13e, not %.13e\n", argv[1], found, problem->norm);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  if (rank == 0) printf("norm %.13e as published\ntime %.6f s\n", found, slowest);
  MPI_Finalize();
  return 0;
}
