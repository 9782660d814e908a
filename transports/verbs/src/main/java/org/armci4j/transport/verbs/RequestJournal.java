package org.armci4j.transport.verbs;

import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.verbs.device.RequestSink;
import org.armci4j.transport.verbs.device.SendRequests;
import org.armci4j.transport.verbs.device.SentRequests;
import org.armci4j.transport.verbs.device.VerbsException;

/**
 * Posts the requests of a connection that outlives its queue pair. It keeps a copy of each request
 * until that is complete. The next queue pair posts again all requests that the other side has not
 * carried out.
 *
 * <p>Sequence numbers tell which requests those are. A queue pair numbers its packets, and the
 * other side carries them out in their order. A write, message or word takes as many packets as its
 * bytes need, at least one; a read as many as its answer; an atomic one (InfiniBand Architecture
 * Specification, volume 1, "Packet Sequence Numbers"). The other side reports which packet it
 * expects next. Reads without a completion are made again even if they were carried out, as their
 * data may not have come. That is safe: no write is carried out behind a read before the read's
 * data have come.
 *
 * <p>No thread waits while it holds the journal's lock. Threads of the user may wait with the
 * connection's lock, and meanwhile take steps that need the journal.
 */
final class RequestJournal implements RequestSink {
  private static final long NUMBER_MASK = CompletionPoller.NUMBER_MASK;
  private static final int PACKET_MASK = 0xFFFFFF;

  /** Requests that are posted again with one call. */
  private static final int BATCH = 16;

  private final SentRequests sent;
  private final SendRequests again;
  private final long unwanted;
  private final ReentrantLock lock = new ReentrantLock();
  private EndpointProgress progress;
  private CompletionHandler requests;

  /**
   * For each request, the packets of this life up to its last one; 0 if it was not posted in this
   * life.
   */
  private final long[] packetEnds;

  /** For each request, whether the other side carried it out in an earlier life. */
  private final boolean[] done;

  private final int endMask;
  private volatile String broken;
  private volatile boolean holds;
  private volatile boolean moved;
  private boolean over;

  /** Whether the queue pair of this life must not be used any more. */
  private boolean released;

  /** Number of the latest request that was kept. */
  private long kept;

  // This life:
  private volatile Life life;
  private boolean isFirst = true;
  private int mtuBytes;
  private long packets;
  private long posted;

  /** Number of the latest posted request that asks for a completion. */
  private volatile long lastReported;

  /**
   * One queue pair, and the values by which requests are posted to it.
   *
   * @param sink posts to the queue pair
   * @param index of the connection among those of its rail
   * @param firstPacket first sequence number of the queue pair
   * @param keys keys of memory for its device
   * @param refusesAtomics why it cannot carry out atomics; null if it can
   */
  record Life(
      RequestSink sink,
      int index,
      int firstPacket,
      SentRequests.Keys keys,
      String refusesAtomics) {}

  /**
   * @param limits of the connection
   * @param unwanted address that takes old values of atomics that no caller wants; 0 if there are
   *     no atomics
   */
  RequestJournal(ConnectionLimits limits, long unwanted) {
    int depth = limits.queueDepth();
    int inlineBytes = Math.max(Long.BYTES, limits.inlineBytes());
    this.sent = new SentRequests(depth, limits.maxSegments(), inlineBytes);
    this.again = new SendRequests(BATCH, BATCH * limits.maxSegments(), 0);
    this.unwanted = unwanted;
    this.packetEnds = new long[2 * depth]; // the latest complete one is still looked at
    this.done = new boolean[2 * depth];
    this.endMask = 2 * depth - 1;
  }

  /** Learns whose requests it posts; the connection has posted none yet. */
  void belongTo(EndpointProgress ofConnection, CompletionHandler requestsOfConnection) {
    progress = ofConnection;
    requests = requestsOfConnection;
  }

  /** Begins a life. Nothing is posted before it is {@link #connected}. */
  void begin(Life next) {
    lock.lock();
    try {
      isFirst = life == null;
      life = next;
      released = false;
      broken = null;
      if (over) {
        next.sink().reset();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Learns that both sides know each other, and the bytes of their largest packet. */
  void connected(int mtu) {
    lock.lock();
    try {
      mtuBytes = mtu;
    } finally {
      lock.unlock();
    }
  }

  /** Returns why nothing is posted any more; null while this life works. */
  String broken() {
    return broken;
  }

  /** Ends posting in this life, for the first reason that is given. */
  void fail(String reason) {
    if (broken == null) {
      broken = reason;
    }
  }

  /** Throws if this life cannot carry out atomics. */
  void requireAtomics() {
    String refusal = moved ? life.refusesAtomics() : null;
    if (refusal != null) {
      throw new ArmciException(refusal);
    }
  }

  /** Returns whether it has ever left its first queue pair. */
  boolean hasMoved() {
    return moved;
  }

  /** Keeps requests without posting them, until {@link #tryResume}. */
  void hold() {
    lock.lock();
    try {
      holds = true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns whether all posted requests are complete up to the latest that asks for a completion;
   * atomics always do. Requests posted behind it are settled by their packets.
   */
  boolean isDrained() {
    return progress.complete() >= lastReported;
  }

  @Override
  public void post(SendRequests chain) {
    lock.lock();
    try {
      long first = chain.requestId(0) & NUMBER_MASK;
      long last = first + chain.count() - 1;
      sent.keep(chain, first);
      for (long number = first; number <= last; number++) {
        done[slot(number)] = false;
        packetEnds[slot(number)] = 0;
      }
      kept = last;
      if (holds || broken != null || over) {
        return;
      }
      if (isFirst) {
        count(first, last);
        post(life.sink(), chain);
      } else {
        postAgain(first, last, false);
      }
    } catch (ArmciException refused) {
      fail(refused.getMessage()); // tryResume throws it if it still holds
    } finally {
      lock.unlock();
    }
  }

  private void post(RequestSink sink, SendRequests chain) {
    try {
      sink.post(chain);
    } catch (VerbsException refused) {
      fail("requests were refused: " + refused.getMessage());
    }
  }

  private void count(long first, long last) {
    for (long number = first; number <= last; number++) {
      packets += Math.max(1, Math.ceilDiv(sent.lengthBytes(number), mtuBytes));
      packetEnds[slot(number)] = packets;
      if (sent.isSignalled(number)) {
        lastReported = number;
      }
    }
    posted = last;
  }

  private int slot(long number) {
    return (int) number & endMask;
  }

  /** Ends posting to the queue pair of this life. */
  void leave() {
    lock.lock();
    try {
      holds = true;
      moved = true;
      fail("the other side has left it");
    } finally {
      lock.unlock();
    }
  }

  /** Ends the use of this life's queue pair, before it is closed. */
  void release() {
    lock.lock();
    try {
      released = true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Finds out which requests were carried out. Both sides have left this life, and none of its
   * completions is handled any more.
   *
   * @param expectedThere the packet that the other side expects next
   * @throws ArmciException when this number is impossible, or an atomic's old value is lost
   */
  void settle(long expectedThere) {
    lock.lock();
    try {
      if (packets > 0) {
        settleSent(expectedThere);
      }
      Arrays.fill(packetEnds, 0);
      packets = 0;
      posted = 0;
      lastReported = 0;
    } finally {
      lock.unlock();
    }
  }

  private void settleSent(long expectedThere) {
    long complete = progress.complete();
    long known = packetsUpTo(complete);
    long beyond = (expectedThere - life.firstPacket() - known) & PACKET_MASK;
    if (known + beyond > packets) {
      throw new ArmciException(
          Text.format(
              "of %d packets that went the other side says that it has %d more than %d: its device"
                  + " does not tell",
              packets, beyond, known));
    }
    for (long number = complete + 1; number <= posted; number++) {
      long end = packetEnds[slot(number)];
      if (end > 0 && end <= known + beyond && !sent.isRead(number)) {
        carriedOut(number);
      }
    }
    long last = complete;
    while (last < kept && done[slot(last + 1)]) {
      last++;
    }
    if (last > complete) {
      progress.completeUpTo(last);
    }
  }

  /** Returns how many packets of this life belong to requests up to a number. */
  private long packetsUpTo(long number) {
    long oldest = Math.max(0, number - packetEnds.length / 2);
    for (long at = number; at > oldest; at--) {
      if (packetEnds[slot(at)] > 0) {
        return packetEnds[slot(at)];
      }
    }
    return 0;
  }

  private void carriedOut(long number) {
    if (sent.isAtomic(number) && sent.localAddress(number) != unwanted) {
      throw new ArmciException(
          "an atomic update was carried out, and its old value was lost with the path; with"
              + " verbsAtomics=helper (ARMCI_VERBS_ATOMICS) such updates go on by another one");
    }
    done[slot(number)] = true;
    if (sent.isSignalled(number)) {
      requests.giveBackCompletion();
    }
  }

  /**
   * Posts all requests that were not carried out, and ends {@link #hold}.
   *
   * @return false if there is no room for a completion now
   * @throws ArmciException when this life cannot carry out an atomic among them
   */
  boolean tryResume() {
    lock.lock();
    try {
      long last = kept;
      while (last > progress.complete() && done[slot(last)]) {
        last--;
      }
      if (last > progress.complete() && !trySignal(last)) {
        return false;
      }
      holds = false;
      if (last > progress.complete()) {
        postAgain(progress.complete() + 1, last, true);
      }
      return true;
    } catch (VerbsException refused) {
      fail(refused.getMessage());
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Has a request ask for a completion, in this life and later ones. It takes over the room of an
   * earlier signalled request that goes once more: connections that resume at the same time could
   * otherwise hold all the room there is, and each wait for more.
   *
   * @return false if there is no such request and no room
   */
  private boolean trySignal(long last) {
    if (sent.isSignalled(last)) {
      return true;
    }
    long earlier = last - 1;
    while (earlier > progress.complete() && (done[slot(earlier)] || !sent.isSignalled(earlier))) {
      earlier--;
    }
    if (earlier > progress.complete()) {
      sent.setSignalled(earlier, false);
    } else if (!requests.tryMore()) {
      return false;
    }
    sent.setSignalled(last, true);
    return true;
  }

  /**
   * Posts copies with the keys of this life's device.
   *
   * @param isTold whether the last copy is signalled and its completion covers all kept requests
   */
  private void postAgain(long first, long last, boolean isTold) {
    again.clear();
    for (long number = first; number <= last; number++) {
      if (done[slot(number)]) {
        continue;
      }
      if (life.refusesAtomics() != null && sent.isAtomic(number)) {
        throw new ArmciException(life.refusesAtomics());
      }
      long upTo = number == last && isTold ? kept : lastBefore(number, last);
      count(number, number);
      sent.addTo(again, number, CompletionPoller.requestId(life.index(), upTo), life.keys());
      if (again.remainingRequests() == 0) {
        post(life.sink(), again);
        again.clear();
      }
    }
    if (again.count() > 0) {
      post(life.sink(), again);
    }
    if (isTold) {
      posted = kept;
      lastReported = kept;
    } else {
      posted = last;
    }
  }

  /** Returns the latest request that is complete with this one: those between are done already. */
  private long lastBefore(long number, long last) {
    long upTo = number;
    while (upTo < last && done[slot(upTo + 1)]) {
      upTo++;
    }
    return upTo;
  }

  /** Ends all requests for good. */
  @Override
  public void reset() {
    lock.lock();
    try {
      over = true;
      if (!released) {
        life.sink().reset();
      }
    } finally {
      lock.unlock();
    }
  }
}
