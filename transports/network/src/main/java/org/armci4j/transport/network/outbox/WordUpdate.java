package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.UpdateKind;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.WordAtomics;

/** An atomic update of a word that is one operation of the network. */
public final class WordUpdate extends EndpointOperation {
  private long remote;
  private RemoteKey key;
  private int lengthBytes;

  /** Null of a compare-and-swap. */
  private UpdateKind update;

  /** The operand, or the expected value. */
  private long first;

  /** The new value of a compare-and-swap. */
  private long second;

  /** Null where nobody wants the old value. */
  private MemorySegment result;

  private long resultOffset;
  private boolean started;

  WordUpdate() {}

  /**
   * Becomes an addition to a word of eight bytes, whose old value nobody wants.
   *
   * @param address of the word
   * @param itsKey of the memory there
   * @param delta what to add
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
   * @param itsKey of the memory there
   * @param kind what to do
   * @param operand of the update
   * @return this
   */
  public WordUpdate update(
      int bytes, long address, RemoteKey itsKey, UpdateKind kind, long operand) {
    return become(bytes, address, itsKey, kind, operand, 0);
  }

  /**
   * Becomes the replacement of an expected value; {@link #into} says where the old value goes.
   *
   * @param bytes of the word, 4 or 8
   * @param address of the word
   * @param itsKey of the memory there
   * @param expected what the word must hold
   * @param value its new value then
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
   * Names where the old value goes.
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
