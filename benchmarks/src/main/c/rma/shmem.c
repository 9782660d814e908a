/* OpenSHMEM: puts with a quiet after each, blocking gets, signals by a typed put and wait-until. It has no accumulate. */
#include <shmem.h>

#define RMA_NO_ACCUMULATE
#include "rma.h"
#include "shmem_share.h"

/* Indices of words that others reach, in the symmetric heap, the peer's fast memory; each begins a cache line. */
enum { COUNTER = 0, WORD = 16, WORDS = 32 };
static long *words;
static char *data, *local;
static int target;

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

static void peer_give(int to, long value) { shmem_long_p(&words[WORD], value, to); }

static void peer_await(long value) { shmem_long_wait_until(&words[WORD], SHMEM_CMP_EQ, value); }

static void peer_barrier(long count) {
  for (long i = 0; i < count; i++) shmem_barrier_all();
}

int main(int argc, char **argv) {
  rma_check(argc, argv);
  shmem_init();
  int rank = shmem_my_pe();
  int size = shmem_n_pes();
  target = size > 1;
  size_t bytes = rma_largest(argv[2]);
  local = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  words = shmem_align(4096, WORDS * sizeof(long));
  data = shmem_align(4096, bytes);
  if (!share_init() || words == NULL || data == NULL) {
    fprintf(stderr, "the symmetric heap has no room for %zu bytes: raise SHMEM_SYMMETRIC_SIZE\n", bytes);
    shmem_global_exit(1);
  }
  memset(local, 1, bytes);
  memset(data, 2, bytes);
  memset(words, 0, WORDS * sizeof(long));
  shmem_barrier_all();
  rma_main(rank, size, argv);
  shmem_finalize();
  return 0;
}
