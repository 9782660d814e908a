/* MPI-3 RMA: a word at every rank. */
#include <mpi.h>

#include "memory.h"

int main(int argc, char **argv) {
  int rank, size;
  long one = 1, *words;
  double mine[2], sums[2];
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(size * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &words, &window);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
  for (int to = 0; to < size; to++) MPI_Put(&one, 1, MPI_LONG, to, rank, 1, MPI_LONG, window);
  MPI_Win_flush_all(window);
  MPI_Barrier(MPI_COMM_WORLD);
  mine[0] = memory_bytes("VmRSS:");
  mine[1] = memory_bytes("RssShmem:");
  MPI_Reduce(mine, sums, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) memory_print(sums, size);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
