/* Computing while communication is under way. */
#ifndef COMPUTATION_H
#define COMPUTATION_H

#include "bench.h"

/* Result of the computing. Being volatile, it keeps the compiler from removing the loop. */
static volatile double computation_value = 1;

static void computation_steps(long steps) {
  double sum = computation_value;
  for (long i = 0; i < steps; i++) sum = sum * 0.999 + 0.001;
  computation_value = sum;
}

/* Computes for a time, in ns, on an undisturbed core. */
static void compute(double nanos) {
  static double step_nanos;
  const long steps = 10000;
  /* The shortest of many trials, as other ranks may share the core. */
  for (int i = step_nanos == 0 ? 200 : 0; i > 0; i--) {
    double start = bench_nanos();
    computation_steps(steps);
    double each = (bench_nanos() - start) / steps;
    if (step_nanos == 0 || each < step_nanos) step_nanos = each;
  }
  computation_steps((long)(nanos / step_nanos));
}

#endif
