/* OpenSHMEM: atomic increments and typed gets, one by one. */
#include <shmem.h>

#include "irregular.h"
#include "shmem_share.h"

static void peer_barrier(void) { shmem_barrier_all(); }

static void peer_exit(int status) { shmem_global_exit(status); }

static void peer_histogram(long count) {
  for (long i = 0; i < count; i++)
    shmem_long_atomic_inc(&table[places[i & (PLACES - 1)]], ranks[i & (PLACES - 1)]);
  shmem_barrier_all();
}

static void peer_gather(long count) {
  for (long i = 0; i < count; i++)
    found[i & (PLACES - 1)] = shmem_long_g(&table[places[i & (PLACES - 1)]], ranks[i & (PLACES - 1)]);
  shmem_barrier_all();
}

int main(int argc, char **argv) {
  long most = irregular_largest(argc, argv);
  shmem_init();
  table = shmem_align(4096, most * sizeof(long));
  if (!share_init() || table == NULL) {
    fprintf(stderr, "the symmetric heap has no room for %ld words: raise SHMEM_SYMMETRIC_SIZE\n", most);
    shmem_global_exit(1);
  }
  irregular_main(shmem_my_pe(), shmem_n_pes(), argc, argv);
  shmem_finalize();
  return 0;
}
