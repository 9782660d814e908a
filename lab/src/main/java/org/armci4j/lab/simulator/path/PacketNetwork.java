package org.armci4j.lab.simulator.path;

/**
 * Simulates packets on the links of a tree. A switch keeps the packets from a link in that link's
 * buffer, first in, first out. The packet at its head waits until the link it needs is free and has
 * room at its other end. The packets behind it wait too, wherever they go (head-of-line blocking).
 * A link serves the buffers that ask for it in the order of their requests. A host alternates
 * between its stripes when it sends packets.
 */
final class PacketNetwork {
  private static final int KIND_BITS = 22;
  private static final int ARRIVED = 0;
  private static final int SENT = 1 << KIND_BITS;
  private static final int BEGIN = 2 << KIND_BITS;
  private static final int ENDED = 3 << KIND_BITS;
  private static final int STRIPE_BITS = 18;
  private static final int NONE = -1;

  /** Receives the ends of stripes, at {@link #nowNanos}. */
  interface Ends {
    /** Called when a stripe's last packet has arrived and its sender knows. */
    void ended(int stripe);
  }

  private final LeafSpine tree;
  private final PacketTimes times;
  private final Ends ends;
  private final EventHeap events = new EventHeap();
  private long nowNanos;

  // Of each link: the packets on it and those in the buffer at its other end, by their stripes, and
  // the number of both; and the buffer from which it sends.
  private final IntRing[] flying;
  private final IntRing[] buffers;
  private final int[] held;
  private final boolean[] busy;
  private final int[] source;

  /** Of each link, the packets that ask for it: their buffers and stripes. */
  private final IntRing[] asking;

  /** Of each host, its stripes with packets still to send. */
  private final IntRing[] sending;

  // Of each stripe.
  private final int[] from;
  private final int[] to;
  private final int[] path;
  private final int[] unsent;
  private final int[] missing;

  PacketNetwork(LeafSpine tree, PacketTimes times, int stripes, Ends ends) {
    this.tree = tree;
    this.times = times;
    this.ends = ends;
    int links = tree.links();
    this.flying = IntRing.many(links);
    this.buffers = IntRing.many(links);
    this.held = new int[links];
    this.busy = new boolean[links];
    this.source = new int[links];
    this.asking = IntRing.many(links);
    this.sending = IntRing.many(tree.hosts());
    this.from = new int[stripes];
    this.to = new int[stripes];
    this.path = new int[stripes];
    this.unsent = new int[stripes];
    this.missing = new int[stripes];
  }

  long nowNanos() {
    return nowNanos;
  }

  /**
   * Sends a stripe.
   *
   * @param stripe a number that no other stripe has until this one has ended
   */
  void send(int stripe, int sender, int target, int way, int packets, long atNanos) {
    from[stripe] = sender;
    to[stripe] = target;
    path[stripe] = way;
    unsent[stripe] = packets;
    missing[stripe] = packets;
    events.add(atNanos, BEGIN | stripe);
  }

  /** Runs until no packet is under way. */
  void run() {
    while (!events.isEmpty()) {
      long event = events.next();
      nowNanos = EventHeap.nanos(event);
      int number = EventHeap.number(event);
      int which = number & (1 << KIND_BITS) - 1;
      switch (number - which) {
        case ARRIVED -> arrive(which);
        case SENT -> sent(which);
        case BEGIN -> {
          sending[from[which]].add(which);
          start(from[which]);
        }
        default -> ends.ended(which);
      }
    }
  }

  private void arrive(int link) {
    int stripe = flying[link].take();
    if (tree.isLast(link)) {
      held[link]--;
      if (--missing[stripe] == 0) {
        int hops = tree.hops(from[stripe], to[stripe]);
        events.add(nowNanos + hops * times.hopNanos(), ENDED | stripe);
      }
      start(link);
    } else {
      buffers[link].add(stripe);
      if (buffers[link].size() == 1) {
        ask(link, stripe);
      }
    }
  }

  private void sent(int link) {
    busy[link] = false;
    int behind = source[link];
    if (behind != NONE) {
      held[behind]--;
      buffers[behind].take();
      if (!buffers[behind].isEmpty()) {
        ask(behind, buffers[behind].first());
      }
      start(behind);
    }
    start(link);
  }

  /** Asks for the link that a packet needs. */
  private void ask(int link, int stripe) {
    int next = tree.link(from[stripe], to[stripe], path[stripe], tree.hop(link) + 1);
    asking[next].add(link << STRIPE_BITS | stripe);
    start(next);
  }

  private void start(int link) {
    if (busy[link] || held[link] == times.bufferPackets()) {
      return;
    }
    int stripe = tree.isFirst(link) ? nextOfHost(link) : nextOfSwitch(link);
    if (stripe != NONE) {
      busy[link] = true;
      flying[link].add(stripe);
      held[link]++;
      events.add(nowNanos + times.packetNanos(), SENT | link);
      events.add(nowNanos + times.packetNanos() + times.hopNanos(), ARRIVED | link);
    }
  }

  private int nextOfSwitch(int link) {
    if (asking[link].isEmpty()) {
      return NONE;
    }
    int next = asking[link].take();
    source[link] = next >>> STRIPE_BITS;
    return next & (1 << STRIPE_BITS) - 1;
  }

  private int nextOfHost(int host) {
    source[host] = NONE;
    if (sending[host].isEmpty()) {
      return NONE;
    }
    int stripe = sending[host].take();
    if (--unsent[stripe] > 0) {
      sending[host].add(stripe);
    }
    return stripe;
  }
}
