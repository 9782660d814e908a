/* MPI-3 RMA: one passive epoch on all ranks, a flush to the target after each operation. */
#include <mpi.h>

#include "rma.h"
#include "mpi_share.h"

static MPI_Win data, words;
static long *own_words;
static char *local;
static int target;

static void peer_put(size_t bytes, long count) {
  for (long i = 0; i < count; i++) {
    MPI_Put(local, (int)bytes, MPI_BYTE, target, 0, (int)bytes, MPI_BYTE, data);
    MPI_Win_flush(target, data);
  }
}

static void peer_get(size_t bytes, long count) {
  for (long i = 0; i < count; i++) {
    MPI_Get(local, (int)bytes, MPI_BYTE, target, 0, (int)bytes, MPI_BYTE, data);
    MPI_Win_flush(target, data);
  }
}

static void peer_accumulate(size_t bytes, long count) {
  int doubles = (int)(bytes / sizeof(double));
  for (long i = 0; i < count; i++) {
    MPI_Accumulate(local, doubles, MPI_DOUBLE, target, 0, doubles, MPI_DOUBLE, MPI_SUM, data);
    MPI_Win_flush(target, data);
  }
}

static void peer_fetch_add(long count) {
  long one = 1, old;
  for (long i = 0; i < count; i++) {
    MPI_Fetch_and_op(&one, &old, MPI_LONG, target, 0, MPI_SUM, words);
    MPI_Win_flush(target, words);
  }
}

static void peer_give(int to, long value) {
  MPI_Put(&value, 1, MPI_LONG, to, 16, 1, MPI_LONG, words);
  MPI_Win_flush(to, words);
}

static void peer_await(long value) {
  for (int look = 1; *(volatile long *)&own_words[16] != value; look++) {
    /* Gives progress to MPI components that need the target's help; others need no call. */
    if (look % 1000 == 0) MPI_Win_sync(words);
  }
}

static void peer_barrier(long count) {
  for (long i = 0; i < count; i++) MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  int rank;
  void *base;
  rma_check(argc, argv);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &bench_size);
  target = bench_size > 1;
  size_t bytes = rma_largest(argv[2]);
  local = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &data);
  MPI_Win_allocate(32 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &own_words, &words);
  memset(local, 1, bytes);
  memset(base, 2, bytes);
  memset(own_words, 0, 32 * sizeof(long));
  MPI_Win_lock_all(MPI_MODE_NOCHECK, data);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, words);
  MPI_Barrier(MPI_COMM_WORLD);
  rma_main(rank, bench_size, argv);
  MPI_Win_unlock_all(words);
  MPI_Win_unlock_all(data);
  MPI_Win_free(&words);
  MPI_Win_free(&data);
  MPI_Finalize();
  return 0;
}
