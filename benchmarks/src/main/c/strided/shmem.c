/* OpenSHMEM: iput and iget of 64-bit elements for rows of 8 bytes, otherwise a put or get for each row; one quiet at
 * the end. It has no accumulate. */
#include <shmem.h>

#define STRIDED_NO_ACCUMULATE
#include "strided.h"
#include "shmem_share.h"

static char *data, *local;
static int target;

static void peer_prepare(const struct strided_point *point) { (void)point; }
static void peer_release(void) {}

static void put_level(const struct strided_point *point, int level, char *to, const char *from) {
  if (level == 0 && point->levels > 0 && point->row_bytes == 8) {
    shmem_iput64(to, from, point->remote_stride[0] / 8, point->local_stride[0] / 8, point->count[0], target);
  } else if (level < 0) {
    shmem_putmem_nbi(to, from, point->row_bytes, target);
  } else {
    for (size_t i = 0; i < point->count[level]; i++)
      put_level(point, level - 1, to + i * point->remote_stride[level], from + i * point->local_stride[level]);
  }
}

static void get_level(const struct strided_point *point, int level, char *to, const char *from) {
  if (level == 0 && point->levels > 0 && point->row_bytes == 8) {
    shmem_iget64(to, from, point->local_stride[0] / 8, point->remote_stride[0] / 8, point->count[0], target);
  } else if (level < 0) {
    shmem_getmem_nbi(to, from, point->row_bytes, target);
  } else {
    for (size_t i = 0; i < point->count[level]; i++)
      get_level(point, level - 1, to + i * point->local_stride[level], from + i * point->remote_stride[level]);
  }
}

static void peer_put(const struct strided_point *point, long count) {
  for (long i = 0; i < count; i++) {
    put_level(point, point->levels - 1, data + point->remote_offset, local + point->local_offset);
    shmem_quiet();
  }
}

static void peer_get(const struct strided_point *point, long count) {
  for (long i = 0; i < count; i++) {
    get_level(point, point->levels - 1, local + point->local_offset, data + point->remote_offset);
    shmem_quiet();
  }
}

int main(int argc, char **argv) {
  size_t bytes = strided_check(argc, argv);
  shmem_init();
  int rank = shmem_my_pe();
  target = shmem_n_pes() > 1;
  local = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  data = shmem_align(4096, bytes);
  if (!share_init() || data == NULL) {
    fprintf(stderr, "the symmetric heap has no room for %zu bytes: raise SHMEM_SYMMETRIC_SIZE\n", bytes);
    shmem_global_exit(1);
  }
  memset(local, 1, bytes);
  memset(data, 2, bytes);
  shmem_barrier_all();
  strided_main(rank, argc, argv);
  shmem_finalize();
  return 0;
}
