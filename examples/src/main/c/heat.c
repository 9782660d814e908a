/* The loop of org.armci4j.examples.loops in C: gcc -O3 -march=native [-ffast-math] heat.c && ./a.out */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define N 256
#define STEPS 20
#define REPETITIONS 1000

static double step(const double *restrict now, double *restrict next) {
  double change = 0;
  for (int row = N; row < N * (N - 1); row += N) {
    for (int i = row + 1; i < row + N - 1; i++) {
      next[i] = (now[i - N] + now[i + N] + now[i - 1] + now[i + 1]) * 0.25;
      double difference = next[i] - now[i];
      change += difference * difference;
    }
  }
  return change;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(void) {
  double *now = malloc(8 * N * N), *next = malloc(8 * N * N), nanos[REPETITIONS], change = 0;
  for (int i = 0; i < REPETITIONS; i++) {
    memset(now, 0, 8 * N * N);
    for (int j = 0; j < N; j++) now[j] = 100;
    memcpy(next, now, 8 * N * N);
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int pair = 0; pair < STEPS / 2; pair++) {
      step(now, next);
      change = step(next, now);
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    nanos[i] = ((b.tv_sec - a.tv_sec) * 1e9 + (b.tv_nsec - a.tv_nsec)) / ((double)STEPS * N * N);
  }
  qsort(nanos, REPETITIONS, sizeof *nanos, compare);
  printf("%.3f ns a point, at best %.3f; last change %.6f\n", nanos[REPETITIONS / 2], nanos[0], change);
}
