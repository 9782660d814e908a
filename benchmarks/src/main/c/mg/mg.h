/* MG of the NAS Parallel Benchmarks 3 without its messages: right-hand side, operators and V-cycle, as the example mg of
 * this system has them. A level is divided among the ranks, or whole on each of them: the coarse ones are. A peer defines
 * the functions that are declared and not defined here.
 *
 * Source: Bailey et al., "The NAS Parallel Benchmarks", NASA report RNR-94-007 (1994), section 2.2, as NPB 3 refines it. */
#ifndef MG_H
#define MG_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MG_WIDEST 512
#define MG_TEN 10

/* Largest level, in cells an edge, that each rank computes for itself: that takes less time than its exchanges. */
#define MG_SHARED 16

/* A part of a cube with a layer of ghost cells around it; x is fastest. */
struct level {
  int nx, ny, nz;  /* interior cells */
  int alone;       /* whether this rank has all of it */
  int gathered;    /* whether the ranks compute it in parts, and then each has all of it */
  int x0, y0, z0;  /* place of this rank's part in a gathered level */
  double *u, *r;
};

struct mg_class {
  char name;
  int size, iterations;
  double norm, smoother[3];
};

static const struct mg_class mg_classes[] = {
    {'S', 32, 4, 0.5307707005734e-04, {-3.0 / 8, 1.0 / 32, -1.0 / 64}},
    {'W', 128, 4, 0.6467329375339e-05, {-3.0 / 8, 1.0 / 32, -1.0 / 64}},
    {'A', 256, 4, 0.2433365309069e-05, {-3.0 / 8, 1.0 / 32, -1.0 / 64}},
    {'B', 256, 20, 0.1800564401355e-05, {-3.0 / 17, 1.0 / 33, -1.0 / 61}},
    {'C', 512, 20, 0.5706732285740e-06, {-3.0 / 17, 1.0 / 33, -1.0 / 61}}};

static const struct mg_class *problem;
/* From the coarsest to the finest. */
static struct level levels[10];
static int depth;
/* The right-hand side of the finest level. */
static double *v;
/* Sums of the neighbours of a row, and of two such sums. */
static double face[MG_WIDEST + 2], edge[MG_WIDEST + 2];

/* Fills the ghost cells of an interior plane whose neighbour is this rank itself. */
static void close_plane(const struct level *level, double *a, int z);
/* Whether that completes the plane. */
static int closes_planes(const struct level *level);
/* Fills all other ghost cells. */
static void exchange(const struct level *level, double *a);
/* Gives every rank the parts of all others. */
static void gather(const struct level *level, double *a);

static long plane(const struct level *level) { return (long)(level->nx + 2) * (level->ny + 2); }

static long at(const struct level *level, int x, int y, int z) {
  return ((long)z * (level->ny + 2) + y) * (level->nx + 2) + x;
}

static double *mg_allocate(const struct level *level) {
  double *cells = calloc(plane(level) * (level->nz + 2), sizeof(double));
  if (cells == NULL) perror("mg"), exit(1);
  return cells;
}

static void clear_plane(const struct level *level, double *a, int z) {
  memset(a + at(level, 0, 0, z), 0, plane(level) * sizeof(double));
}

/* Sums the neighbours of a row that differ in y or in z, and those that differ in both. */
static void sum_neighbours(const struct level *level, const double *row) {
  long dy = level->nx + 2, dz = plane(level);
  for (int x = 0; x < level->nx + 2; x++) {
    face[x] = row[x - dy] + row[x + dy] + row[x - dz] + row[x + dz];
    edge[x] = row[x - dz - dy] + row[x - dz + dy] + row[x + dz - dy] + row[x + dz + dy];
  }
}

/* r = v - A u in one plane; NPB's resid. */
static void residual_plane(const struct level *level, const double *right, int z) {
  for (int y = 1; y <= level->ny; y++) {
    long row = at(level, 0, y, z);
    const double *restrict u = level->u + row, *restrict f = right + row;
    double *restrict r = level->r + row;
    sum_neighbours(level, u);
    for (int x = 1; x <= level->nx; x++)
      r[x] = f[x] + 8.0 / 3 * u[x] - 1.0 / 6 * (edge[x] + face[x - 1] + face[x + 1])
             - 1.0 / 12 * (edge[x - 1] + edge[x + 1]);
  }
  close_plane(level, level->r, z);
}

/* u += C r in one plane; NPB's psinv. */
static void smooth_plane(const struct level *level, int z) {
  const double *c = problem->smoother;
  for (int y = 1; y <= level->ny; y++) {
    long row = at(level, 0, y, z);
    const double *restrict r = level->r + row;
    double *restrict u = level->u + row;
    sum_neighbours(level, r);
    for (int x = 1; x <= level->nx; x++)
      u[x] += c[0] * r[x] + c[1] * (r[x - 1] + r[x + 1] + face[x]) + c[2] * (edge[x] + face[x - 1] + face[x + 1]);
  }
  close_plane(level, level->u, z);
}

/* Weighs the fine residual onto one coarse plane; NPB's rprj3. */
static void restrict_plane(const struct level *fine, const struct level *coarse, int z) {
  for (int y = 1; y <= fine->ny / 2; y++) {
    const double *restrict r = fine->r + at(fine, 0, 2 * y, 2 * z);
    double *restrict to = coarse->r + at(coarse, coarse->x0, y + coarse->y0, z + coarse->z0);
    sum_neighbours(fine, r);
    for (int x = 2; x <= fine->nx; x += 2)
      to[x / 2] = 0.5 * r[x] + 0.25 * (r[x - 1] + r[x + 1] + face[x])
                  + 0.125 * (face[x - 1] + face[x + 1] + edge[x]) + 0.0625 * (edge[x - 1] + edge[x + 1]);
  }
  if (!coarse->gathered) close_plane(coarse, coarse->r, z);
}

static void prolongate_row(const double *restrict from, int count, double weight, double *restrict to) {
  for (int x = 0; x <= count; x++) {
    to[2 * x] += weight * from[x];
    to[2 * x + 1] += 0.5 * weight * (from[x] + from[x + 1]);
  }
}

/* Adds the trilinear interpolation of the coarse solution to one fine plane, ghost cells included; NPB's interp. */
static void prolongate_plane(const struct level *coarse, const struct level *fine, int z, int anew) {
  int count = fine->nx / 2;
  double weight = z % 2 == 0 ? 1 : 0.5;
  long dy = coarse->nx + 2, dz = z % 2 == 0 ? 0 : plane(coarse);
  if (anew) clear_plane(fine, fine->u, z);
  for (int y = 0; y <= fine->ny / 2; y++) {
    const double *row = coarse->u + at(coarse, coarse->x0, y + coarse->y0, z / 2 + coarse->z0);
    double *even = fine->u + at(fine, 0, 2 * y, z);
    for (int x = 0; x < count + 2; x++) {
      edge[x] = dz == 0 ? row[x] : row[x] + row[x + dz];
      face[x] = edge[x] + (dz == 0 ? row[x + dy] : row[x + dy] + row[x + dy + dz]);
    }
    prolongate_row(edge, count, weight, even);
    prolongate_row(face, count, 0.5 * weight, even + fine->nx + 2);
  }
}

static void smooth_from(const struct level *level, int first) {
  for (int z = first; z <= level->nz; z++) smooth_plane(level, z);
  exchange(level, level->u);
}

static void restrict_from(const struct level *fine, const struct level *coarse, int first) {
  for (int z = first; z <= fine->nz / 2; z++) restrict_plane(fine, coarse, z);
  if (coarse->gathered) {
    gather(coarse, coarse->r);
    for (int z = 1; z <= coarse->nz; z++) close_plane(coarse, coarse->r, z);
  }
  exchange(coarse, coarse->r);
}

/* Carries the coarse correction to a finer level, takes the residual there, and smooths. Where planes are complete at
 * once, the smoother follows two planes behind, while they are in the cache. */
static void correct_level(const struct level *coarse, const struct level *fine, const double *right, int anew) {
  int done = 1;
  prolongate_plane(coarse, fine, 0, anew);
  prolongate_plane(coarse, fine, 1, anew);
  for (int z = 1; z <= fine->nz; z++) {
    prolongate_plane(coarse, fine, z + 1, anew);
    residual_plane(fine, right, z);
    if (closes_planes(fine) && z >= 3) smooth_plane(fine, done = z - 1);
  }
  exchange(fine, fine->r);
  smooth_plane(fine, 1);
  smooth_from(fine, done + 1);
}

/* Runs a V-cycle from the restricted residual to the new solution. */
static void correct(void) {
  for (int k = depth - 2; k > 0; k--) restrict_from(&levels[k], &levels[k - 1], 1);
  for (int z = 0; z <= levels[0].nz + 1; z++) clear_plane(&levels[0], levels[0].u, z);
  smooth_from(&levels[0], 1);
  for (int k = 1; k < depth; k++)
    correct_level(&levels[k - 1], &levels[k], k < depth - 1 ? levels[k].r : v, k < depth - 1);
}

/* Computes the finest residual and restricts it, a plane or two behind where that can be. */
static void residual_and_restrict(void) {
  const struct level *finest = &levels[depth - 1], *coarse = finest - 1;
  int done = 0;
  for (int z = 1; z <= finest->nz; z++) {
    residual_plane(finest, v, z);
    if (closes_planes(finest) && z >= 3 && z % 2 == 1) restrict_plane(finest, coarse, ++done);
  }
  exchange(finest, finest->r);
  restrict_from(finest, coarse, done + 1);
}

/* The sum of the squares of this rank's part of the finest residual. */
static double sum_of_squares(void) {
  const struct level *finest = &levels[depth - 1];
  double sum = 0;
  for (int z = 1; z <= finest->nz; z++)
    for (int y = 1; y <= finest->ny; y++) {
      const double *row = finest->r + at(finest, 0, y, z);
      for (int x = 1; x <= finest->nx; x++) sum += row[x] * row[x];
    }
  return sum;
}

/* The cells with the ten largest numbers so far, and these numbers. */
struct ten {
  double value[MG_TEN], cell[MG_TEN];
};

static void ten_clear(struct ten *ten) {
  for (int i = 0; i < MG_TEN; i++) ten->value[i] = -INFINITY, ten->cell[i] = 0;
}

static void ten_offer(struct ten *ten, double value, double cell) {
  int place = MG_TEN - 1;
  if (value <= ten->value[place]) return;
  for (; place > 0 && ten->value[place - 1] < value; place--) {
    ten->value[place] = ten->value[place - 1];
    ten->cell[place] = ten->cell[place - 1];
  }
  ten->value[place] = value;
  ten->cell[place] = cell;
}

/* NPB's numbers: x(k+1) = 5^13 x(k) mod 2^46. */
static const uint64_t mg_mask = (1ULL << 46) - 1, mg_factor = 1220703125ULL;

/* Offers the numbers of one row of cells, of which the first is number first of the whole grid. */
static void mg_draw_row(struct ten *largest, struct ten *smallest, long first, int count) {
  uint64_t state = 314159265ULL, factor = mg_factor;
  for (long left = first; left > 0; left >>= 1, factor = factor * factor & mg_mask)
    if (left & 1) state = state * factor & mg_mask;
  for (int x = 0; x < count; x++) {
    state = state * mg_factor & mg_mask;
    ten_offer(largest, state * 0x1p-46, first + x);
    ten_offer(smallest, -(state * 0x1p-46), first + x);
  }
}

#endif
