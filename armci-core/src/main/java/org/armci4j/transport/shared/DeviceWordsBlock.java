package org.armci4j.transport.shared;

import java.util.function.BooleanSupplier;
import org.armci4j.transport.UpdateKind;

/** A block whose words of eight bytes are updated by a network's device, and not by CPUs. */
final class DeviceWordsBlock extends DirectBlock {
  private final DeviceWords words;

  /**
   * @param same the same block by loads and stores alone
   * @param words updates of its words
   * @param release ends this rank's access
   */
  DeviceWordsBlock(DirectBlock same, DeviceWords words, BooleanSupplier release) {
    super(same, release);
    this.words = words;
  }

  /**
   * Adds by the device, which rings no bell: a wait that sleeps sees the word when it looks again.
   * Waits for the device, as later loads and stores of this thread must not come before.
   */
  @Override
  public void signalAdd(long offset, long delta) {
    words.update(UpdateKind.ADD, offset, delta);
  }

  @Override
  public long updateLong(UpdateKind update, long offset, long operand) {
    return words.update(update, offset, operand);
  }

  @Override
  public long compareAndSwapLong(long offset, long expected, long value) {
    return words.compareAndSwap(offset, expected, value);
  }
}
