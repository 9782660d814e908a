package org.armci4j.transport.verbs.device;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.verbs.device.ibv.Ibv;
import org.armci4j.transport.verbs.device.ibv.Layout;

/**
 * Keeps copies of requests that may have to be posted again, through another device: as many as a
 * queue pair holds, each in the place of its number. Keeping one allocates nothing.
 *
 * <p>Not for several threads at once.
 */
public final class SentRequests {
  private static final int WR = Layout.IbvSendWr.SIZE;
  private static final int SGE = Layout.IbvSge.SIZE;

  private final int mask;
  private final int maxSegments;
  private final MemorySegment memory; // keeps it alive
  private final long base;
  private final int inlineOffset;
  private final int slotBytes;

  /** Gives the keys of the same memory at another device. */
  public interface Keys {
    /**
     * Returns the local key.
     *
     * @param address in this process
     * @param lengthBytes bytes of the range
     */
    int local(long address, int lengthBytes);

    /**
     * Returns the remote key.
     *
     * @param first that at the first device
     */
    int remote(int first);
  }

  /**
   * @param depth most requests, a power of two
   * @param maxSegments segments that each may have
   * @param inlineBytes data that each may carry inline
   */
  public SentRequests(int depth, int maxSegments, int inlineBytes) {
    this.mask = depth - 1;
    this.maxSegments = maxSegments;
    this.inlineOffset = WR + maxSegments * SGE;
    this.slotBytes = inlineOffset + (inlineBytes + 7 & ~7);
    this.memory = Raw.allocate((long) depth * slotBytes);
    this.base = memory.address();
  }

  private long slot(long number) {
    return base + (number & mask) * slotBytes;
  }

  /**
   * Copies all requests of a chain.
   *
   * @param chain not yet posted
   * @param first the number of its first request
   */
  public void keep(SendRequests chain, long first) {
    for (int i = 0; i < chain.count(); i++) {
      keep(chain.address() + (long) i * WR, slot(first + i));
    }
  }

  private void keep(long request, long slot) {
    int segments = Raw.getInt(request + Layout.IbvSendWr.NUM_SGE);
    if (segments > maxSegments) {
      throw new IllegalArgumentException(
          Text.format("a request of %d segments; each may have %d", segments, maxSegments));
    }
    long list = Raw.getLong(request + Layout.IbvSendWr.SG_LIST);
    Raw.copy(request, slot, WR);
    Raw.copy(list, slot + WR, (long) segments * SGE);
    if ((flags(slot) & SendRequests.INLINE) != 0) {
      long inline = slot + inlineOffset;
      for (int i = 0; i < segments; i++) {
        long segment = slot + WR + (long) i * SGE;
        int length = Raw.getInt(segment + Layout.IbvSge.LENGTH);
        Raw.copy(Raw.getLong(segment + Layout.IbvSge.ADDR), inline, length);
        Raw.putLong(segment + Layout.IbvSge.ADDR, inline);
        inline += length;
      }
    }
  }

  private static int flags(long slot) {
    return Raw.getInt(slot + Layout.IbvSendWr.SEND_FLAGS);
  }

  private static int opcode(long slot) {
    return Raw.getInt(slot + Layout.IbvSendWr.OPCODE);
  }

  /** Returns the bytes that a request moves. */
  public long lengthBytes(long number) {
    long slot = slot(number);
    int segments = Raw.getInt(slot + Layout.IbvSendWr.NUM_SGE);
    long sum = 0;
    for (int i = 0; i < segments; i++) {
      sum += Raw.getInt(slot + WR + (long) i * SGE + Layout.IbvSge.LENGTH);
    }
    return sum;
  }

  /** Returns whether a request only reads. */
  public boolean isRead(long number) {
    return opcode(slot(number)) == Ibv.IBV_WR_RDMA_READ;
  }

  /** Returns whether a request updates a word and brings its old value. */
  public boolean isAtomic(long number) {
    int opcode = opcode(slot(number));
    return opcode == Ibv.IBV_WR_ATOMIC_FETCH_AND_ADD || opcode == Ibv.IBV_WR_ATOMIC_CMP_AND_SWP;
  }

  /** Returns whether a request gives a completion if it succeeds. */
  public boolean isSignalled(long number) {
    return (flags(slot(number)) & SendRequests.SIGNALLED) != 0;
  }

  /** Has the copies of a request ask for a completion, or not. */
  public void setSignalled(long number, boolean signalled) {
    long slot = slot(number);
    int others = flags(slot) & ~SendRequests.SIGNALLED;
    Raw.putInt(
        slot + Layout.IbvSendWr.SEND_FLAGS, signalled ? others | SendRequests.SIGNALLED : others);
  }

  /** Returns the address of a request's first segment in this process. */
  public long localAddress(long number) {
    return Raw.getLong(slot(number) + WR + Layout.IbvSge.ADDR);
  }

  /**
   * Adds a copy of a request to a chain.
   *
   * @param number of the request
   * @param chain has room for it
   * @param id comes back with the completion
   * @param keys of the device where the chain will be posted
   */
  public void addTo(SendRequests chain, long number, long id, Keys keys) {
    long slot = slot(number);
    boolean inline = (flags(slot) & SendRequests.INLINE) != 0;
    long request = chain.copyOf(slot, id);
    int opcode = opcode(slot);
    if (isAtomic(number)) {
      translate(request + Layout.IbvSendWr.WR__ATOMIC__RKEY, keys);
    } else if (opcode != Ibv.IBV_WR_SEND && opcode != Ibv.IBV_WR_SEND_WITH_IMM) {
      translate(request + Layout.IbvSendWr.WR__RDMA__RKEY, keys);
    }
    int segments = Raw.getInt(slot + Layout.IbvSendWr.NUM_SGE);
    for (int i = 0; i < segments; i++) {
      long segment = slot + WR + (long) i * SGE;
      long address = Raw.getLong(segment + Layout.IbvSge.ADDR);
      int length = Raw.getInt(segment + Layout.IbvSge.LENGTH);
      chain.segment(address, length, inline ? 0 : keys.local(address, length));
    }
  }

  /** Translates the keys of a request; one that moves nothing has none. */
  private static void translate(long place, Keys keys) {
    int first = Raw.getInt(place);
    Raw.putInt(place, first == 0 ? 0 : keys.remote(first));
  }
}
