package org.armci4j.transport.network.outbox;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.WordChange;
import org.armci4j.transport.network.helper.HelperRequest;
import org.armci4j.transport.network.helper.PackedUpdates;
import org.armci4j.transport.network.helper.RemoteHelper;

/**
 * A message about one word or one block, without data. If its answer is a value, the caller awaits
 * it, or has it written {@link #into} its memory later.
 */
public final class ShortRequest extends HelperOperation {
  private static final byte[] NO_KEY = {};

  private HelperRequest.Kind kind;
  private long address;
  private int code;
  private long first;
  private long second;
  private byte[] key;

  /** Receives the old value; null if the caller awaits it, or no value is asked for. */
  private MemorySegment result;

  private long resultOffset;
  private int resultBytes;

  /** Number of the message; 0 before it is sent. */
  private long sent;

  private boolean answered;

  ShortRequest() {}

  private ShortRequest become(
      HelperRequest.Kind asked, long there, int itsCode, long one, long two, byte[] itsKey) {
    reset();
    kind = asked;
    address = there;
    code = itsCode;
    first = one;
    second = two;
    key = itsKey;
    result = null;
    sent = 0;
    answered = false;
    return this;
  }

  /**
   * Becomes an addition to a word of eight bytes, whose old value is not returned.
   *
   * @param word its address
   * @param delta the addend
   * @return this
   */
  public ShortRequest add(long word, long delta) {
    return become(HelperRequest.Kind.ADD_LONG, word, 0, delta, 0, NO_KEY);
  }

  /**
   * Becomes a change of a word; the answer is its old value.
   *
   * @param change how the word changes
   * @param lengthBytes of the word, 4 or 8
   * @param word its address
   * @param operand of the update, or the expected value of a compare-and-swap
   * @param value the new value of a compare-and-swap
   * @return this
   */
  public ShortRequest change(
      WordChange change, int lengthBytes, long word, long operand, long value) {
    resultBytes = lengthBytes;
    int itsCode = PackedUpdates.code(change, lengthBytes);
    return become(HelperRequest.Kind.CHANGE_WORD, word, itsCode, operand, value, NO_KEY);
  }

  /**
   * Becomes a question for a word's value.
   *
   * @param lengthBytes of the word, 1, 2, 4 or 8; its value is in the lower bytes of the answer
   * @param word its address
   * @return this
   */
  public ShortRequest get(int lengthBytes, long word) {
    return become(HelperRequest.Kind.GET_WORD, word, lengthBytes, 0, 0, NO_KEY);
  }

  /**
   * Becomes a question whether a block can still be attached to; the answer is 1 or 0.
   *
   * @param block where it begins
   * @param itsKey of its registration
   * @return this
   */
  public ShortRequest find(long block, byte[] itsKey) {
    return become(HelperRequest.Kind.FIND, block, itsKey.length, 0, 0, itsKey);
  }

  /**
   * Has the old value written into the caller's memory instead of being awaited.
   *
   * @param memory native or heap memory
   * @param offset first byte there, at any alignment
   * @return this
   */
  public ShortRequest into(MemorySegment memory, long offset) {
    result = memory;
    resultOffset = offset;
    return this;
  }

  @Override
  public boolean hasMore() {
    return sent == 0;
  }

  @Override
  public long sendNext(RemoteHelper target) {
    sent = target.send(kind, address, code, first, second, key.length, this);
    return sent;
  }

  @Override
  public int write(MemorySegment message, long begin, int roomBytes) {
    MemorySegment.copy(key, 0, message, JAVA_BYTE, begin, key.length);
    return key.length;
  }

  @Override
  void forget() {
    key = NO_KEY;
    result = null;
  }

  @Override
  boolean isAwaited() {
    return kind.asksForValue() && result == null;
  }

  @Override
  boolean goesOn() {
    return result != null;
  }

  @Override
  boolean goOn(RankRoute route) {
    RemoteHelper target = route.helper();
    if (hasMore() || answered || !target.hasAnswered(sent)) {
      return false;
    }
    long value = target.awaitValue(sent);
    target.progress().place(result, () -> place(value));
    answered = true;
    return true;
  }

  private void place(long value) {
    if (resultBytes == Integer.BYTES) {
      result.set(JAVA_INT_UNALIGNED, resultOffset, (int) value);
    } else {
      result.set(JAVA_LONG_UNALIGNED, resultOffset, value);
    }
  }

  @Override
  boolean isDone(RankRoute route) {
    return answered || result == null;
  }
}
