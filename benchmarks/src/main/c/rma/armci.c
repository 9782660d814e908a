/* ARMCI, in Debian's implementation on MPI: puts with a fence after each, blocking gets, Rmw. */
#include <armci.h>
#include <mpi.h>

#include "rma.h"
#include "mpi_share.h"

static char **data;
static long **words;
static char *local;
static int me, target;

static void peer_put(size_t bytes, long count) {
  for (long i = 0; i < count; i++) {
    ARMCI_Put(local, data[target], (int)bytes, target);
    ARMCI_Fence(target);
  }
}

static void peer_get(size_t bytes, long count) {
  for (long i = 0; i < count; i++) ARMCI_Get(data[target], local, (int)bytes, target);
}

static void peer_accumulate(size_t bytes, long count) {
  double one = 1;
  for (long i = 0; i < count; i++) {
    ARMCI_Acc(ARMCI_ACC_DBL, &one, local, data[target], (int)bytes, target);
    ARMCI_Fence(target);
  }
}

static void peer_fetch_add(long count) {
  long old;
  for (long i = 0; i < count; i++)
    ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &old, words[target], 1, target);
}

static void peer_give(int to, long value) {
  ARMCI_PutValueLong(value, &words[to][16], to);
  ARMCI_Fence(to);
}

static void peer_await(long value) {
  int flag;
  for (int look = 1; *(volatile long *)&words[me][16] != value; look++)
    if (look % 1000 == 0)
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

static void peer_barrier(long count) {
  for (long i = 0; i < count; i++) ARMCI_Barrier();
}

int main(int argc, char **argv) {
  rma_check(argc, argv);
  MPI_Init(&argc, &argv);
  ARMCI_Init();
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &bench_size);
  target = bench_size > 1;
  size_t bytes = rma_largest(argv[2]);
  data = malloc(bench_size * sizeof(char *));
  words = malloc(bench_size * sizeof(long *));
  ARMCI_Malloc((void **)data, bytes);
  ARMCI_Malloc((void **)words, 32 * sizeof(long));
  local = ARMCI_Malloc_local(bytes);
  ARMCI_Access_begin(data[me]);
  memset(data[me], 2, bytes);
  ARMCI_Access_end(data[me]);
  ARMCI_Access_begin(words[me]);
  memset(words[me], 0, 32 * sizeof(long));
  ARMCI_Access_end(words[me]);
  memset(local, 1, bytes);
  ARMCI_Barrier();
  rma_main(me, bench_size, argv);
  ARMCI_Free_local(local);
  ARMCI_Free(words[me]);
  ARMCI_Free(data[me]);
  ARMCI_Finalize();
  MPI_Finalize();
  return 0;
}
