/* One-sided operations of UCX between two processes.
 *
 * Usage: PROGRAM target POLL_NANOS ARGUMENTS or PROGRAM origin POLL_NANOS ARGUMENTS, with the suite's arguments.
 *
 * The target prints "target WORKER_ADDRESS MEMORY_ADDRESS KEY" and serves until its input ends. It polls for POLL_NANOS
 * after the latest event, then sleeps until UCX's descriptor wakes it. With a negative number it polls while the origin
 * measures. The origin first reads that line, then the figures to measure. */
#include <errno.h>
#include <poll.h>
#include <ucp/api/ucp.h>

#include "network.h"

/* Limit of operations under way, this system's default. */
#define DEPTH 256

/* Offsets in the target's memory: words, then the source; the part that others write follows the source. */
#define ACTIVE 0
#define COUNTER 8
#define SOURCE 64

static ucp_worker_h worker;
static ucp_ep_h endpoint;
static ucp_rkey_h key;
static char *memory;
static size_t largest;
static uint64_t remote;

/* At the origin: the source of puts and the destination of gets. */
static double *source, *destination;
static uint64_t operand, result;
static int64_t added;

static void require(int holds, const char *what) {
  if (!holds) {
    fprintf(stderr, "%s failed\n", what);
    exit(3);
  }
}

static void peer_share(int rank, long *value) {
  (void)rank;
  (void)value;
}

static size_t memory_bytes(void) { return SOURCE + 2 * largest; }

static uint64_t remote_source(void) { return remote + SOURCE; }

static uint64_t remote_target(void) { return remote + SOURCE + largest; }

static ucp_context_h make_worker(void) {
  ucp_params_t params = {.field_mask = UCP_PARAM_FIELD_FEATURES,
                         .features = UCP_FEATURE_RMA | UCP_FEATURE_AMO64 | UCP_FEATURE_TAG | UCP_FEATURE_WAKEUP};
  ucp_worker_params_t worker_params = {.field_mask = UCP_WORKER_PARAM_FIELD_THREAD_MODE,
                                       .thread_mode = UCS_THREAD_MODE_SINGLE};
  ucp_config_t *config;
  ucp_context_h context;
  require(ucp_config_read(NULL, NULL, &config) == UCS_OK, "ucp_config_read");
  require(ucp_init(&params, config, &context) == UCS_OK, "ucp_init");
  ucp_config_release(config);
  require(ucp_worker_create(context, &worker_params, &worker) == UCS_OK, "ucp_worker_create");
  return context;
}

static void print_hex(const void *bytes, size_t count) {
  putchar(' ');
  for (size_t i = 0; i < count; i++) printf("%02x", ((const unsigned char *)bytes)[i]);
}

static void print_target(ucp_context_h context, ucp_mem_h handle) {
  ucp_address_t *address;
  size_t address_bytes, key_bytes;
  void *packed;
  require(ucp_worker_get_address(worker, &address, &address_bytes) == UCS_OK, "ucp_worker_get_address");
  require(ucp_rkey_pack(context, handle, &packed, &key_bytes) == UCS_OK, "ucp_rkey_pack");
  printf("target");
  print_hex(address, address_bytes);
  printf(" %lx", (unsigned long)memory);
  print_hex(packed, key_bytes);
  putchar('\n');
  fflush(stdout);
}

/* Sleeps until UCX's descriptor or the input wakes it; returns whether the input has ended. */
static int target_sleep(int descriptor) {
  struct pollfd both[] = {{descriptor, POLLIN, 0}, {0, POLLIN, 0}};
  char any;
  if (ucp_worker_arm(worker) == UCS_ERR_BUSY) return 0;
  require(poll(both, 2, -1) >= 0 || errno == EINTR, "poll");
  return both[1].revents != 0 && read(0, &any, 1) <= 0;
}

static int serve(double poll_nanos) {
  volatile int64_t *active = (volatile int64_t *)(memory + ACTIVE);
  int descriptor;
  require(ucp_worker_get_efd(worker, &descriptor) == UCS_OK, "ucp_worker_get_efd");
  double last = bench_nanos();
  while (1) {
    unsigned worked = ucp_worker_progress(worker);
    double now = bench_nanos();
    if (worked)
      last = now;
    else if (poll_nanos < 0 ? !*active : now - last >= poll_nanos)
      if (target_sleep(descriptor)) return 0;
  }
}

static int run_target(double poll_nanos) {
  ucp_context_h context = make_worker();
  ucp_mem_h handle;
  require(posix_memalign((void **)&memory, 4096, memory_bytes()) == 0, "posix_memalign");
  memset(memory, 0, memory_bytes());
  network_fill((double *)(memory + SOURCE), 1, largest);
  ucp_mem_map_params_t params = {.field_mask = UCP_MEM_MAP_PARAM_FIELD_ADDRESS | UCP_MEM_MAP_PARAM_FIELD_LENGTH,
                                 .address = memory,
                                 .length = memory_bytes()};
  require(ucp_mem_map(context, &params, &handle) == UCS_OK, "ucp_mem_map");
  print_target(context, handle);
  return serve(poll_nanos);
}

static const ucp_request_param_t plain = {0};

static void await(ucs_status_ptr_t request) {
  require(!UCS_PTR_IS_ERR(request), "an operation of UCX");
  if (request == NULL) return;
  ucs_status_t status;
  while ((status = ucp_request_check_status(request)) == UCS_INPROGRESS) ucp_worker_progress(worker);
  require(status == UCS_OK, "an operation of UCX");
  ucp_request_free(request);
}

/* Operations under way, oldest first. */
static ucs_status_ptr_t requests[DEPTH];
static unsigned long started, ended;

static void start(ucs_status_ptr_t request) {
  require(!UCS_PTR_IS_ERR(request), "an operation of UCX");
  if (request == NULL) return;
  requests[started++ % DEPTH] = request;
  if (started - ended == DEPTH) await(requests[ended++ % DEPTH]);
}

static void await_all(void) {
  while (ended < started) await(requests[ended++ % DEPTH]);
}

static void flush(void) {
  await_all();
  await(ucp_ep_flush_nbx(endpoint, &plain));
}

static ucs_status_ptr_t put(const void *from, uint64_t to, size_t bytes) {
  return ucp_put_nbx(endpoint, from, bytes, to, key, &plain);
}

static ucs_status_ptr_t get(uint64_t from, void *to, size_t bytes) {
  return ucp_get_nbx(endpoint, to, bytes, from, key, &plain);
}

static void put_fence(size_t bytes, long count) {
  for (long i = 0; i < count; i++) {
    await(put(source, remote_target(), bytes));
    flush();
  }
}

static void get_wait(size_t bytes, long count) {
  for (long i = 0; i < count; i++) await(get(remote_source(), destination, bytes));
}

static void fetch_add(size_t bytes, long count) {
  ucp_request_param_t param = {.op_attr_mask = UCP_OP_ATTR_FIELD_DATATYPE | UCP_OP_ATTR_FIELD_REPLY_BUFFER,
                               .datatype = ucp_dt_make_contig(sizeof operand),
                               .reply_buffer = &result};
  (void)bytes;
  operand = 1;
  for (long i = 0; i < count; i++) {
    await(ucp_atomic_op_nbx(endpoint, UCP_ATOMIC_OP_ADD, &operand, 1, remote + COUNTER, key, &param));
    network_check("fetch-add", 0, (double)result, (double)added++);
  }
}

static void put_bandwidth(size_t bytes, long count) {
  for (long i = 0; i < count; i++) start(put(source, remote_target(), bytes));
  flush();
}

static void get_bandwidth(size_t bytes, long count) {
  for (long i = 0; i < count; i++) start(get(remote_source(), destination, bytes));
  await_all();
}

static void word_puts(size_t bytes, long count) {
  for (long i = 0; i < count; i++) {
    for (size_t at = 0; at < NETWORK_WORDS * NETWORK_ROW_STRIDE; at += NETWORK_ROW_STRIDE)
      start(put((char *)source + at, remote_target() + at, bytes));
    flush();
  }
}

static const struct operation {
  const char *name;
  void (*run)(size_t bytes, long count);
  int is_sampled;
} operations[] = {{"put-fence", put_fence, 1},         {"get-latency", get_wait, 1},
                  {"fetch-add", fetch_add, 1},         {"put-bandwidth", put_bandwidth, 0},
                  {"get-bandwidth", get_bandwidth, 0}, {"word-puts", word_puts, 0}};

struct what {
  const struct operation *operation;
  size_t bytes;
};

static void body(const void *argument, int rank, long count) {
  const struct what *what = argument;
  (void)rank;
  what->operation->run(what->bytes, count);
}

static void put_word(uint64_t to, int64_t value) {
  await(put(&value, to, sizeof value));
  flush();
}

static void sample(struct network_point point, const struct operation *operation) {
  static double nanos[NETWORK_SAMPLES];
  for (int i = 0; i < NETWORK_SAMPLES; i++) {
    double begin = bench_nanos();
    operation->run(point.bytes, 1);
    nanos[i] = bench_nanos() - begin;
  }
  network_print_samples(point, nanos);
}

/* Compares data that a get brought with the target's source. Data of a put are read back first and compared with the
 * origin's source. */
static void check(struct network_point point) {
  int is_put = strstr(point.name, "put") != NULL;
  int is_rows = strcmp(point.name, "word-puts") == 0;
  size_t bytes = is_rows ? NETWORK_WORDS * NETWORK_ROW_STRIDE : point.bytes;
  if (strcmp(point.name, "fetch-add") == 0) return;
  if (is_put) await(get(remote_target(), destination, bytes));
  network_compare(point.name, destination, is_put ? 0 : 1, bytes, is_rows ? NETWORK_ROW_STRIDE : sizeof(double));
}

static void measure(const char *argument, char **arguments) {
  struct network_point point = network_point(argument);
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
    if (strcmp(point.name, operations[i].name) != 0) continue;
    struct what what = {&operations[i], point.bytes};
    put_word(remote + ACTIVE, 1);
    memset(destination, 0, largest);
    await(put(destination, remote_target(), largest));
    flush();
    if (operations[i].is_sampled)
      sample(point, &operations[i]);
    else
      bench_measure(point.name, point.bytes, 1, body, &what, 0, atoi(arguments[0]), atof(arguments[1]));
    check(point);
    put_word(remote + ACTIVE, 0);
  }
}

static size_t from_hex(const char *text, unsigned char *bytes) {
  size_t count = strlen(text) / 2;
  for (size_t i = 0; i < count; i++) sscanf(text + 2 * i, "%2hhx", &bytes[i]);
  return count;
}

static void connect_to_target(void) {
  static char line[8192], address[4096], packed[4096];
  static unsigned char bytes[2048];
  unsigned long at;
  require(fgets(line, sizeof line, stdin) != NULL, "reading of the target");
  require(sscanf(line, "target %4095s %lx %4095s", address, &at, packed) == 3, "reading of the target");
  remote = at;
  from_hex(address, bytes);
  ucp_ep_params_t params = {.field_mask = UCP_EP_PARAM_FIELD_REMOTE_ADDRESS | UCP_EP_PARAM_FIELD_ERR_HANDLING_MODE,
                            .address = (ucp_address_t *)bytes,
                            .err_mode = UCP_ERR_HANDLING_MODE_PEER};
  require(ucp_ep_create(worker, &params, &endpoint) == UCS_OK, "ucp_ep_create");
  from_hex(packed, bytes);
  require(ucp_ep_rkey_unpack(endpoint, bytes, &key) == UCS_OK, "ucp_ep_rkey_unpack");
}

static int run_origin(char **arguments) {
  char line[32];
  make_worker();
  require(posix_memalign((void **)&source, 4096, largest) == 0, "posix_memalign");
  require(posix_memalign((void **)&destination, 4096, largest) == 0, "posix_memalign");
  network_fill(source, 0, largest);
  connect_to_target();
  put_word(remote + ACTIVE, 0);
  bench_end(0);
  while (fgets(line, sizeof line, stdin) != NULL) {
    measure(arguments[2 + atol(line)], arguments);
    bench_end(0);
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc < 6 || atoi(argv[3]) < 1 || atoi(argv[3]) > BENCH_MAX_REPETITIONS) {
    fprintf(stderr, "usage: %s target|origin POLL_NANOS REPETITIONS REPETITION_NANOS OPERATION:BYTES ...\n", argv[0]);
    return 2;
  }
  largest = network_largest(argc - 5, argv + 5);
  return strcmp(argv[1], "target") == 0 ? run_target(atof(argv[2])) : run_origin(argv + 3);
}
