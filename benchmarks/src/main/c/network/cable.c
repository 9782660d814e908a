/* A long cable: carries all frames between two network devices of this host, each a given time after it arrived.
 *
 * Usage: PROGRAM DEVICE DEVICE MICROSECONDS
 *
 * Prints "ready" once it carries frames, and ends with its standard input. For kernels without netem. Frames keep what
 * the sending host left to the hardware (checksums, segments), as the header before each says (PACKET_VNET_HDR). */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/if_packet.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* The largest frame with its header: a batch of segments that leaves the cutting to the hardware. */
#define LARGEST (80 << 10)

/* Bytes that a socket keeps while this program has no processor. */
#define BACKLOG (64 << 20)

struct frame {
  struct frame *next;
  int64_t due;
  ssize_t size;
  char bytes[];
};

/* The frames on their way to a socket, in order. */
struct way {
  int to;
  struct frame *first, **last;
};

static void must(int done, const char *what) {
  if (done < 0) {
    perror(what);
    exit(1);
  }
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int open_device(const char *name) {
  int one = 1, backlog = BACKLOG;
  int fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
  must(fd, "a packet socket");
  must(setsockopt(fd, SOL_PACKET, PACKET_VNET_HDR, &one, sizeof one), "PACKET_VNET_HDR");
  must(setsockopt(fd, SOL_PACKET, PACKET_IGNORE_OUTGOING, &one, sizeof one), "PACKET_IGNORE_OUTGOING");
  setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &backlog, sizeof backlog);
  struct sockaddr_ll address = {.sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL)};
  address.sll_ifindex = if_nametoindex(name);
  must(address.sll_ifindex ? 0 : -1, name);
  must(bind(fd, (struct sockaddr *)&address, sizeof address), name);
  return fd;
}

/* Takes what has arrived at a socket. */
static void take(int from, struct way *way, int64_t delay) {
  static char bytes[LARGEST];
  ssize_t size;
  while ((size = recv(from, bytes, sizeof bytes, MSG_DONTWAIT)) > 0) {
    struct frame *frame = malloc(sizeof *frame + size);
    must(frame ? 0 : -1, "memory for a frame");
    frame->next = NULL;
    frame->due = now() + delay;
    frame->size = size;
    memcpy(frame->bytes, bytes, size);
    *way->last = frame;
    way->last = &frame->next;
  }
}

/* Sends what is due. A frame that the device refuses is lost, as on any cable. */
static void deliver(struct way *way) {
  while (way->first && way->first->due <= now()) {
    struct frame *frame = way->first;
    way->first = frame->next;
    if (!way->first) {
      way->last = &way->first;
    }
    send(way->to, frame->bytes, frame->size, 0);
    free(frame);
  }
}

int main(int count, char **words) {
  if (count != 4) {
    fprintf(stderr, "usage: %s DEVICE DEVICE MICROSECONDS\n", words[0]);
    return 2;
  }
  int64_t delay = atoll(words[3]) * 1000;
  int sockets[] = {open_device(words[1]), open_device(words[2])};
  struct way ways[] = {{.to = sockets[1], .last = &ways[0].first}, {.to = sockets[0], .last = &ways[1].first}};
  prctl(PR_SET_TIMERSLACK, 1);
  puts("ready");
  fflush(stdout);
  for (;;) {
    int64_t due = INT64_MAX;
    for (int i = 0; i < 2; i++) {
      deliver(&ways[i]);
      if (ways[i].first && ways[i].first->due < due) {
        due = ways[i].first->due;
      }
    }
    int64_t left = due == INT64_MAX ? INT64_MAX : due - now();
    left = left < 0 ? 0 : left;
    struct timespec limit = {left / 1000000000, left % 1000000000};
    struct pollfd events[] = {
        {.fd = sockets[0], .events = POLLIN}, {.fd = sockets[1], .events = POLLIN}, {.fd = 0, .events = POLLIN}};
    if (ppoll(events, 3, due == INT64_MAX ? NULL : &limit, NULL) < 0 && errno != EINTR) {
      perror("ppoll");
      return 1;
    }
    if (events[2].revents) {
      return 0;
    }
    for (int i = 0; i < 2; i++) {
      take(sockets[i], &ways[i], delay);
    }
  }
}
