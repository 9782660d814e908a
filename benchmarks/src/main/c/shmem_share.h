/* peer_share over OpenSHMEM. */
#ifndef SHMEM_SHARE_H
#define SHMEM_SHARE_H

#include <shmem.h>

/* Indices of words that others reach, in the symmetric heap, the peer's fast memory; each begins a cache line. */
enum { SHARED_VALUE = 0, SHARED_NUMBER = 16, TAKEN = 32 };
static long *shared;

static void share_await(int word, long value) {
  while (!shmem_long_test(&shared[word], SHMEM_CMP_GE, value))
    if (bench_oversubscribed(shmem_n_pes())) bench_nap();
}

/* Collective, before the first peer_share. Returns false if the symmetric heap has no room. */
static int share_init(void) {
  size_t words = TAKEN + shmem_n_pes();
  shared = shmem_align(4096, words * sizeof(long));
  if (shared == NULL) return 0;
  memset(shared, 0, words * sizeof(long));
  shmem_barrier_all();
  return 1;
}

static void peer_share(int rank, long *value) {
  static long number;
  if (rank != 0) {
    share_await(SHARED_NUMBER, ++number);
    *value = *(volatile long *)&shared[SHARED_VALUE];
    shmem_long_p(&shared[TAKEN + rank], number, 0);
    shmem_quiet();
    return;
  }
  for (int from = 1; from < shmem_n_pes(); from++) share_await(TAKEN + from, number);
  number++;
  for (int to = 1; to < shmem_n_pes(); to++) {
    shmem_long_p(&shared[SHARED_VALUE], *value, to);
    shmem_fence();
    shmem_long_p(&shared[SHARED_NUMBER], number, to);
  }
  shmem_quiet();
}

#endif
