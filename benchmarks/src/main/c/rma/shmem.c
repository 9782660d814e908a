/* OpenSHMEM: puts with a quiet after each, blocking gets, signals by a typed put and wait-until. It has no accumulate. */
#include <shmem.h>

#define RMA_NO_ACCUMULATE
#include "rma.h"

/* Words that others reach lie in the symmetric heap, the peer's fast memory, a cache line each. */
enum { COUNTER = 0, WORD = 16, SHARED_VALUE = 32, SHARED_NUMBER = 48, TAKEN = 64 };
static long *words;
static char *data, *local;
static int size, target;

static void await(int word, long value) {
  while (!shmem_long_test(&words[word], SHMEM_CMP_GE, value))
    if (bench_oversubscribed(size)) bench_nap();
}

static void peer_share(int rank, long *value) {
  static long number;
  if (rank != 0) {
    await(SHARED_NUMBER, ++number);
    *value = *(volatile long *)&words[SHARED_VALUE];
    shmem_long_p(&words[TAKEN + rank], number, 0);
    shmem_quiet();
    return;
  }
  for (int from = 1; from < size; from++) await(TAKEN + from, number);
  number++;
  for (int to = 1; to < size; to++) {
    shmem_long_p(&words[SHARED_VALUE], *value, to);
    shmem_fence();
    shmem_long_p(&words[SHARED_NUMBER], number, to);
  }
  shmem_quiet();
}

static void peer_put(size_t bytes, long count) {
  for (long i = 0; i < count; i++) {
    shmem_putmem(data, local, bytes, target);
    shmem_quiet();
  }
}

static void peer_get(size_t bytes, long count) {
  for (long i = 0; i < count; i++) shmem_getmem(local, data, bytes, target);
}

static void peer_fetch_add(long count) {
  for (long i = 0; i < count; i++) shmem_long_atomic_fetch_add(&words[COUNTER], 1, target);
}

static void peer_signal(int rank, long count) {
  static long last;
  for (long i = 0; i < count; i++) {
    last++;
    if (rank == 0) shmem_long_p(&words[WORD], last, 1);
    shmem_long_wait_until(&words[WORD], SHMEM_CMP_EQ, last);
    if (rank == 1) shmem_long_p(&words[WORD], last, 0);
  }
}

static void peer_barrier(long count) {
  for (long i = 0; i < count; i++) shmem_barrier_all();
}

int main(int argc, char **argv) {
  rma_check(argc, argv);
  shmem_init();
  int rank = shmem_my_pe();
  size = shmem_n_pes();
  target = size > 1;
  size_t bytes = rma_largest(argv[2]);
  local = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  words = shmem_align(4096, (TAKEN + size) * sizeof(long));
  data = shmem_align(4096, bytes);
  if (words == NULL || data == NULL) {
    fprintf(stderr, "the symmetric heap has no room for %zu bytes: raise SHMEM_SYMMETRIC_SIZE\n", bytes);
    shmem_global_exit(1);
  }
  memset(local, 1, bytes);
  memset(data, 2, bytes);
  memset(words, 0, (TAKEN + size) * sizeof(long));
  shmem_barrier_all();
  rma_main(rank, size, argv);
  shmem_finalize();
  return 0;
}
