/* What each rank of SUMMA does alone: the numbers of the example summa of this system, and the product of two panels. Its
 * BLAS is OpenBLAS where that is installed, found when the program runs, else plain loops over packed tiles. */
#ifndef SUMMA_H
#define SUMMA_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rows and columns of a tile, whose sums stay in registers. */
#define TILE_ROWS 6
#define TILE_COLUMNS 8

typedef double tile_row __attribute__((vector_size(TILE_COLUMNS * sizeof(double))));

typedef void dgemm_function(const char *transpose_a, const char *transpose_b, const int *m, const int *n, const int *k,
                            const double *alpha, const double *a, const int *lda, const double *b, const int *ldb,
                            const double *beta, double *c, const int *ldc);

/* NULL where there is no OpenBLAS. */
static dgemm_function *dgemm;
static double *packed_a;
static tile_row *packed_b;

/* Elements are small whole numbers, so that the product is exact in any order of summation. */
static double element(uint32_t number) {
  uint32_t bits = number * 0x9E3779B9u;
  bits ^= bits >> 15;
  return (double)((bits * 0x85EBCA6Bu) >> 8) - 19.0 * (((bits * 0x85EBCA6Bu) >> 8) / 19) - 9;
}

static double element_of_a(int row, int k) { return element(31u * row + 17u * k); }

static double element_of_b(int k, int column) { return element(13u * k + 41u * column + 7); }

static void *summa_allocate(size_t bytes) {
  void *memory = aligned_alloc(64, (bytes + 127) / 64 * 64);
  if (memory == NULL) perror("summa"), exit(1);
  memset(memory, 0, bytes);
  return memory;
}

/* Looks for OpenBLAS; a rank has one core, so that must not start threads. */
static void product_prepare(int rows, int largest_depth) {
  setenv("OPENBLAS_NUM_THREADS", "1", 1);
  void *library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  dgemm = library == NULL ? NULL : (dgemm_function *)dlsym(library, "dgemm_");
  packed_a = summa_allocate((size_t)(rows + TILE_ROWS) * largest_depth * sizeof(double));
  packed_b = summa_allocate(largest_depth * sizeof(tile_row));
}

static const char *product_name(void) { return dgemm == NULL ? "plain loops in C, as libopenblas0-serial is not installed" : "OpenBLAS"; }

/* C += A B by tiles; all are row-major. */
static void product_by_tiles(const double *a, const double *b, double *c, int rows, int columns, int depth) {
  for (int i = 0; i < rows; i++)
    for (int k = 0; k < depth; k++)
      packed_a[((size_t)(i / TILE_ROWS) * depth + k) * TILE_ROWS + i % TILE_ROWS] = a[(size_t)i * depth + k];
  for (int j = 0; j < columns; j += TILE_COLUMNS) {
    int width = columns - j < TILE_COLUMNS ? columns - j : TILE_COLUMNS;
    for (int k = 0; k < depth; k++) memcpy(&packed_b[k], b + (size_t)k * columns + j, width * sizeof(double));
    for (int i = 0; i < rows; i += TILE_ROWS) {
      const double *tile = packed_a + (size_t)i * depth;
      tile_row sums[TILE_ROWS] = {{0}};
      for (int k = 0; k < depth; k++)
        for (int row = 0; row < TILE_ROWS; row++) sums[row] += tile[k * TILE_ROWS + row] * packed_b[k];
      for (int row = 0; row < TILE_ROWS && i + row < rows; row++)
        for (int column = 0; column < width; column++) c[(size_t)(i + row) * columns + j + column] += sums[row][column];
    }
  }
}

static void product_add(const double *a, const double *b, double *c, int rows, int columns, int depth) {
  double one = 1;
  if (dgemm == NULL) product_by_tiles(a, b, c, rows, columns, depth);
  else dgemm("N", "N", &columns, &rows, &depth, &one, b, &columns, a, &depth, &one, c, &columns);
}

#endif
