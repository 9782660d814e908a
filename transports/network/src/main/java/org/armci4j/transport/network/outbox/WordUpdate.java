package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.UpdateKind;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.WordAtomics;

/** An atomic update of a word by one operation of the network. */
public final class WordUpdate extends EndpointOperation {
  private long remote;
  private RemoteKey key;
  private int lengthBytes;

  /** The kind of update; null of a compare-and-swap. */
  private UpdateKind update;

  /** The operand, or the expected value of a compare-and-swap. */
  private long first;

  /** The new value of a compare-and-swap. */
  private long second;

  /** Receives the old value; null if it is not wanted. */
  private MemorySegment result;

  private long resultOffset;
  private boolean started;

  WordUpdate() {}

  /**
   * Becomes an addition to a word of eight bytes, whose old value is not returned.
   *
   * @param address of the word
   * @param itsKey of the target's memory
   * @param delta the addend
   * @return this
   */
  public WordUpdate add(long address, RemoteKey itsKey, long delta) {
    return become(Long.BYTES, address, itsKey, UpdateKind.ADD, delta, 0);
  }

  /**
   * Becomes an update; {@link #into} says where its old value goes.
   *
   * @param bytes of the word, 4 or 8
   * @param address of the word
   * @param itsKey of the target's memory
   * @param kind the kind of update
   * @param operand of the update
   * @return this
   */
  public WordUpdate update(
      int bytes, long address, RemoteKey itsKey, UpdateKind kind, long operand) {
    return become(bytes, address, itsKey, kind, operand, 0);
  }

  /**
   * Becomes a compare-and-swap; {@link #into} says where the old value goes.
   *
   * @param bytes of the word, 4 or 8
   * @param address of the word
   * @param itsKey of the target's memory
   * @param expected value at which the word is replaced
   * @param value the new value
   * @return this
   */
  public WordUpdate swap(int bytes, long address, RemoteKey itsKey, long expected, long value) {
    return become(bytes, address, itsKey, null, expected, value);
  }

  private WordUpdate become(
      int bytes, long address, RemoteKey itsKey, UpdateKind kind, long one, long two) {
    reset();
    lengthBytes = bytes;
    remote = address;
    key = itsKey;
    update = kind;
    first = one;
    second = two;
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
      atomics.add(remote, key, first);
    } else if (update == null) {
      uses(atomics.compareAndSwap(lengthBytes, remote, key, first, second, result, resultOffset));
    } else {
      uses(atomics.update(lengthBytes, remote, key, update, first, result, resultOffset));
    }
    started = true;
    return true;
  }

  @Override
  String describe() {
    return "update of a word";
  }
}
