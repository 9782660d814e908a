package org.armci4j.transport.network.outbox;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.UpdateKind;
import org.armci4j.transport.WordChange;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.WordAtomics;

/**
 * An atomic update made of compare-and-swaps. It repeats them until none finds that another update
 * intervened. Later operations wait until then.
 */
public final class UpdateBySwaps extends RankOperation {
  private final long remote;
  private final RemoteKey key;
  private final UpdateKind update;
  private final long operand;
  private final MemorySegment result;
  private final long offset;

  /** Value that the latest swap found; 0 as a first guess. */
  private final MemorySegment seen = MemorySegment.ofArray(new long[1]);

  private long expected;

  /** Ticket of the latest swap; 0 before the first. */
  private long swap;

  /**
   * Creates an operation.
   *
   * @param remote address of the word, of eight bytes
   * @param key of the target's memory
   * @param update the kind of update
   * @param operand of the update
   * @param result receives the old value
   * @param offset first byte there
   */
  public UpdateBySwaps(
      long remote,
      RemoteKey key,
      UpdateKind update,
      long operand,
      MemorySegment result,
      long offset) {
    this.remote = remote;
    this.key = key;
    this.update = update;
    this.operand = operand;
    this.result = result;
    this.offset = offset;
  }

  @Override
  boolean start(RankRoute route) {
    while (swap == 0 || route.endpoint().progress().complete() >= swap) {
      long value = seen.get(JAVA_LONG, 0);
      if (swap > 0 && value == expected) {
        route
            .endpoint()
            .progress()
            .place(result, () -> result.set(JAVA_LONG_UNALIGNED, offset, value));
        return true;
      }
      if (!trySwap(route, value)) {
        return false;
      }
    }
    return false;
  }

  private boolean trySwap(RankRoute route, long value) {
    if (route.tryBegin(1, true) == 0) {
      return false;
    }
    try {
      WordAtomics atomics = route.endpoint().atomics();
      if (!atomics.mayStart() || !route.tryHoldBuffers(Long.BYTES, 1)) {
        return false;
      }
      expected = value;
      long next = update.after(value, operand);
      WordChange cas = WordChange.COMPARE_AND_SWAP;
      swap = atomics.change(cas, Long.BYTES, remote, key, value, next, seen, 0);
      route.hasStepped();
      return true;
    } finally {
      route.end();
    }
  }

  @Override
  String describe() {
    return "update of a word by swaps";
  }
}
