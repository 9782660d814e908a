/* OpenSHMEM: a word at every rank. */
#include <shmem.h>

#include "memory.h"

int main(void) {
  shmem_init();
  int rank = shmem_my_pe(), size = shmem_n_pes();
  long *words = shmem_align(64, size * sizeof(long));
  double *all = shmem_align(64, 2 * size * sizeof(double)), sums[2] = {0, 0};
  for (int to = 0; to < size; to++) shmem_long_p(&words[rank], 1, to);
  shmem_barrier_all();
  double mine[2] = {memory_bytes("VmRSS:"), memory_bytes("RssShmem:")};
  shmem_putmem(&all[2 * rank], mine, sizeof mine, 0);
  shmem_barrier_all();
  for (int from = 0; rank == 0 && from < 2 * size; from++) sums[from % 2] += all[from];
  if (rank == 0) memory_print(sums, size);
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
