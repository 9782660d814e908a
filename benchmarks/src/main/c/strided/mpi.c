/* MPI-3 RMA: datatypes made and committed once for each point, a shared window, one passive epoch, a flush to the
 * target after each operation. */
#include <mpi.h>

#include "strided.h"
#include "mpi_share.h"

static MPI_Win window;
static char *local;
static int target;
static MPI_Datatype local_type, remote_type;

/* Returns a type of rows of doubles, in vectors of vectors for the levels. */
static MPI_Datatype type(const struct strided_point *point, const size_t *strides) {
  MPI_Datatype inner, outer;
  MPI_Type_contiguous((int)(point->row_bytes / sizeof(double)), MPI_DOUBLE, &inner);
  for (int level = 0; level < point->levels; level++) {
    MPI_Type_create_hvector((int)point->count[level], 1, (MPI_Aint)strides[level], inner, &outer);
    MPI_Type_free(&inner);
    inner = outer;
  }
  MPI_Type_commit(&inner);
  return inner;
}

static void peer_prepare(const struct strided_point *point) {
  local_type = type(point, point->local_stride);
  remote_type = type(point, point->remote_stride);
}

static void peer_release(void) {
  MPI_Type_free(&local_type);
  MPI_Type_free(&remote_type);
}

static void peer_put(const struct strided_point *point, long count) {
  for (long i = 0; i < count; i++) {
    MPI_Put(local + point->local_offset, 1, local_type, target, point->remote_offset, 1, remote_type, window);
    MPI_Win_flush(target, window);
  }
}

static void peer_get(const struct strided_point *point, long count) {
  for (long i = 0; i < count; i++) {
    MPI_Get(local + point->local_offset, 1, local_type, target, point->remote_offset, 1, remote_type, window);
    MPI_Win_flush(target, window);
  }
}

static void peer_accumulate(const struct strided_point *point, long count) {
  for (long i = 0; i < count; i++) {
    MPI_Accumulate(local + point->local_offset, 1, local_type, target, point->remote_offset, 1, remote_type, MPI_SUM,
                   window);
    MPI_Win_flush(target, window);
  }
}

int main(int argc, char **argv) {
  int rank;
  void *base;
  MPI_Info info;
  size_t bytes = strided_check(argc, argv);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &bench_size);
  target = bench_size > 1;
  local = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  MPI_Info_create(&info);
  MPI_Info_set(info, "alloc_shared_noncontig", "true");
  MPI_Win_allocate_shared(bytes, 1, info, MPI_COMM_WORLD, &base, &window);
  MPI_Info_free(&info);
  memset(local, 1, bytes);
  memset(base, 2, bytes);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
  MPI_Barrier(MPI_COMM_WORLD);
  strided_main(rank, argc, argv);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
