/* ARMCI, in Debian's implementation on MPI: PutS and AccS with a fence after each, GetS. */
#include <armci.h>
#include <mpi.h>

#include "strided.h"
#include "mpi_share.h"

static char **data;
static char *local;
static int target;
static int counts[STRIDED_MAX_LEVELS + 1], local_strides[STRIDED_MAX_LEVELS], remote_strides[STRIDED_MAX_LEVELS];

static void peer_prepare(const struct strided_point *point) {
  counts[0] = (int)point->row_bytes;
  for (int level = 0; level < point->levels; level++) {
    counts[level + 1] = (int)point->count[level];
    local_strides[level] = (int)point->local_stride[level];
    remote_strides[level] = (int)point->remote_stride[level];
  }
}

static void peer_release(void) {}

static void peer_put(const struct strided_point *point, long count) {
  for (long i = 0; i < count; i++) {
    ARMCI_PutS(local + point->local_offset, local_strides, data[target] + point->remote_offset, remote_strides, counts,
               point->levels, target);
    ARMCI_Fence(target);
  }
}

static void peer_get(const struct strided_point *point, long count) {
  for (long i = 0; i < count; i++)
    ARMCI_GetS(data[target] + point->remote_offset, remote_strides, local + point->local_offset, local_strides, counts,
               point->levels, target);
}

static void peer_accumulate(const struct strided_point *point, long count) {
  double one = 1;
  for (long i = 0; i < count; i++) {
    ARMCI_AccS(ARMCI_ACC_DBL, &one, local + point->local_offset, local_strides, data[target] + point->remote_offset,
               remote_strides, counts, point->levels, target);
    ARMCI_Fence(target);
  }
}

int main(int argc, char **argv) {
  int rank;
  size_t bytes = strided_check(argc, argv);
  MPI_Init(&argc, &argv);
  ARMCI_Init();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &bench_size);
  target = bench_size > 1;
  data = malloc(bench_size * sizeof(char *));
  ARMCI_Malloc((void **)data, bytes);
  local = ARMCI_Malloc_local(bytes);
  ARMCI_Access_begin(data[rank]);
  memset(data[rank], 2, bytes);
  ARMCI_Access_end(data[rank]);
  memset(local, 1, bytes);
  ARMCI_Barrier();
  strided_main(rank, argc, argv);
  ARMCI_Free_local(local);
  ARMCI_Free(data[rank]);
  ARMCI_Finalize();
  MPI_Finalize();
  return 0;
}
