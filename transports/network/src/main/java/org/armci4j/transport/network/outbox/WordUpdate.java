package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.WordChange;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.WordAtomics;

/** An atomic update of a word by one operation of the network. */
public final class WordUpdate extends EndpointOperation {
  private long remote;
  private RemoteKey key;
  private int lengthBytes;

  private WordChange change;

  /** The operand, or the expected value of a compare-and-swap. */
  private long operand;

  /** The new value of a compare-and-swap. */
  private long value;

  /** Receives the old value; null if it is not wanted. */
  private MemorySegment result;

  private long resultOffset;
  private boolean started;

  WordUpdate() {}

  /**
   * Becomes a change; {@link #into} says where the old value goes.
   *
   * @param kind how the word changes; {@link WordChange#ADD} where the old value is not wanted
   * @param bytes of the word, 4 or 8
   * @param address of the word
   * @param itsKey of the target's memory
   * @param one operand of the update, or the expected value of a compare-and-swap
   * @param two new value of a compare-and-swap
   * @return this
   */
  public WordUpdate change(
      WordChange kind, int bytes, long address, RemoteKey itsKey, long one, long two) {
    reset();
    lengthBytes = bytes;
    remote = address;
    key = itsKey;
    change = kind;
    operand = one;
    value = two;
    result = null;
    started = false;
    return this;
  }

  /**
   * Sets the destination of the old value.
   *
   * @param memory native or heap memory
   * @param offset first byte there, at any alignment
   * @return this
   */
  public WordUpdate into(MemorySegment memory, long offset) {
    result = memory;
    resultOffset = offset;
    return this;
  }

  @Override
  void forget() {
    result = null;
    key = null;
  }

  @Override
  boolean isWhole() {
    return started;
  }

  @Override
  int operations() {
    return 1;
  }

  @Override
  boolean reads() {
    return true;
  }

  @Override
  boolean startPart(RankRoute route, int begun) {
    WordAtomics atomics = route.endpoint().atomics();
    if (!atomics.mayStart() || (result != null && !route.tryHoldBuffers(Long.BYTES, 1))) {
      return false;
    }
    if (result == null) {
      atomics.add(remote, key, operand);
    } else {
      uses(atomics.change(change, lengthBytes, remote, key, operand, value, result, resultOffset));
    }
    started = true;
    return true;
  }

  @Override
  String describe() {
    return "update of a word";
  }
}
