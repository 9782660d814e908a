/* peer_share over MPI. An idle rank tests for the broadcast, which lets the library progress. */
#ifndef MPI_SHARE_H
#define MPI_SHARE_H

#include <mpi.h>

static int bench_size;

static void peer_share(int rank, long *value) {
  MPI_Request request;
  int done = 0;
  (void)rank;
  MPI_Ibcast(value, 1, MPI_LONG, 0, MPI_COMM_WORLD, &request);
  while (MPI_Test(&request, &done, MPI_STATUS_IGNORE), !done)
    if (bench_oversubscribed(bench_size)) bench_nap();
}

#endif
