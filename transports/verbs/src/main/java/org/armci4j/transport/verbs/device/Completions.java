package org.armci4j.transport.verbs.device;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.verbs.device.ibv.Ibv;
import org.armci4j.transport.verbs.device.ibv.Layout;

/**
 * Holds a batch of completions, in native memory that every poll uses again. In a completion whose
 * status is not {@link WorkStatus#SUCCESS}, only request id, status, queue pair and vendor error
 * have a meaning.
 */
public final class Completions {
  private final int capacity;
  private final MemorySegment memory; // keeps it alive
  private final long base;
  private int count;

  /**
   * @param capacity most completions that one poll takes
   */
  public Completions(int capacity) {
    this.capacity = capacity;
    this.memory = Raw.allocate((long) capacity * Layout.IbvWc.SIZE);
    this.base = memory.address();
  }

  /** Returns the most completions that it holds. */
  public int capacity() {
    return capacity;
  }

  long address() {
    return base;
  }

  void count(int polled) {
    count = polled;
  }

  private long at(int index) {
    if (index < 0 || index >= count) {
      throw new IndexOutOfBoundsException("completion " + index + " of " + count);
    }
    return base + (long) index * Layout.IbvWc.SIZE;
  }

  /** Returns the id that the request was given. */
  public long requestId(int index) {
    return Raw.getLong(at(index) + Layout.IbvWc.WR_ID);
  }

  /** Returns the status, see {@link WorkStatus}. */
  public int status(int index) {
    return Raw.getInt(at(index) + Layout.IbvWc.STATUS);
  }

  /** Changes the status, to inject faults. */
  public void setStatus(int index, int status) {
    Raw.putInt(at(index) + Layout.IbvWc.STATUS, status);
  }

  /**
   * Returns whether it completes a receive: a send, or a write with immediate data, that came in.
   */
  public boolean isReceive(int index) {
    return (opcode(index) & Ibv.IBV_WC_RECV) != 0;
  }

  /** Returns the completed operation (enum ibv_wc_opcode). */
  public int opcode(int index) {
    return Raw.getInt(at(index) + Layout.IbvWc.OPCODE);
  }

  /** Returns the bytes that came in, for receives and reads. */
  public int byteLength(int index) {
    return Raw.getInt(at(index) + Layout.IbvWc.BYTE_LEN);
  }

  /** Returns whether immediate data came with it. */
  public boolean hasImmediate(int index) {
    return (Raw.getInt(at(index) + Layout.IbvWc.WC_FLAGS) & Ibv.IBV_WC_WITH_IMM) != 0;
  }

  /** Returns the immediate data, the same number that the sender gave. */
  public int immediate(int index) {
    return networkOrder(Raw.getInt(at(index) + Layout.IbvWc.IMM_DATA));
  }

  /** Returns the number of this side's queue pair. */
  public int queuePair(int index) {
    return Raw.getInt(at(index) + Layout.IbvWc.QP_NUM);
  }

  /** Returns the provider's own code of an error. */
  public int vendorError(int index) {
    return Raw.getInt(at(index) + Layout.IbvWc.VENDOR_ERR);
  }

  /** Converts to big-endian, or back. */
  static int networkOrder(int value) {
    return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? value : Integer.reverseBytes(value);
  }
}
