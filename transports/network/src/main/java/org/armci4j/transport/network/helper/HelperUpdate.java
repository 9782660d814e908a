package org.armci4j.transport.network.helper;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.UpdateKind;

/** An atomic update of one word by its owner's helper thread, whose old value comes later. */
@SuppressWarnings("EnumOrdinal") // all ranks of a job run the same classes
public final class HelperUpdate implements HelperRequests {
  private final HelperRequest.Kind kind;
  private final long address;
  private final int code;
  private final long first;
  private final long second;
  private final MemorySegment result;
  private final long resultOffset;
  private long number;
  private boolean answered;

  private HelperUpdate(
      HelperRequest.Kind kind,
      long address,
      int code,
      long first,
      long second,
      MemorySegment result,
      long resultOffset) {
    this.kind = kind;
    this.address = address;
    this.code = code;
    this.first = first;
    this.second = second;
    this.result = result;
    this.resultOffset = resultOffset;
  }

  /**
   * Adds to a word of eight bytes, whose old value nobody wants.
   *
   * @param address of the word
   * @param delta what to add
   */
  public static HelperUpdate addLong(long address, long delta) {
    return new HelperUpdate(HelperRequest.Kind.ADD_LONG, address, 0, delta, 0, null, 0);
  }

  /**
   * Updates a word of eight bytes.
   *
   * @param address of the word
   * @param update what to do
   * @param operand of the update
   * @param result receives the old value
   * @param offset first byte there
   */
  public static HelperUpdate ofLong(
      long address, UpdateKind update, long operand, MemorySegment result, long offset) {
    HelperRequest.Kind kind = HelperRequest.Kind.UPDATE_LONG;
    return new HelperUpdate(kind, address, update.ordinal(), operand, 0, result, offset);
  }

  /** The same of a word of four bytes. */
  public static HelperUpdate ofInt(
      long address, UpdateKind update, int operand, MemorySegment result, long offset) {
    HelperRequest.Kind kind = HelperRequest.Kind.UPDATE_INT;
    return new HelperUpdate(kind, address, update.ordinal(), operand, 0, result, offset);
  }

  /**
   * Replaces the expected value of a word of eight bytes.
   *
   * @param address of the word
   * @param expected what it must hold
   * @param value its new value then
   * @param result receives the old value
   * @param offset first byte there
   */
  public static HelperUpdate swapLong(
      long address, long expected, long value, MemorySegment result, long offset) {
    HelperRequest.Kind kind = HelperRequest.Kind.SWAP_LONG;
    return new HelperUpdate(kind, address, 0, expected, value, result, offset);
  }

  /** The same of a word of four bytes. */
  public static HelperUpdate swapInt(
      long address, int expected, int value, MemorySegment result, long offset) {
    HelperRequest.Kind kind = HelperRequest.Kind.SWAP_INT;
    return new HelperUpdate(kind, address, 0, expected, value, result, offset);
  }

  @Override
  public boolean hasMore() {
    return number == 0;
  }

  @Override
  public void sendNext(RemoteHelper target) {
    number = target.sendUpdate(kind, address, code, first, second);
  }

  @Override
  public boolean needsAnswers() {
    return kind.asksForValue();
  }

  @Override
  public boolean takeAnswers(RemoteHelper target) {
    if (hasMore() || answered || !needsAnswers() || !target.hasAnswered(number)) {
      return false;
    }
    long value = target.takeValue(number);
    target.progress().place(result, () -> write(value));
    answered = true;
    return true;
  }

  private void write(long value) {
    if (kind == HelperRequest.Kind.UPDATE_INT || kind == HelperRequest.Kind.SWAP_INT) {
      result.set(JAVA_INT_UNALIGNED, resultOffset, (int) value);
    } else {
      result.set(JAVA_LONG_UNALIGNED, resultOffset, value);
    }
  }

  @Override
  public boolean isOver() {
    return needsAnswers() ? answered : !hasMore();
  }
}
