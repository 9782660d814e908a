package org.armci4j.benchmarks.failures;

import java.lang.foreign.MemorySegment;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.benchmarks.rank.MeasuredCall;

/**
 * Puts the bytes of all ranks to their partners at once, each in one contiguous put with a fence:
 * the bound of a partner checkpoint.
 */
final class PutByAllCall implements MeasuredCall {
  private final Armci armci;
  private final KeptBytes bytes;
  private final GlobalMemory memory;
  private final long sizeBytes;
  private final int partner;

  /** Prepares the call. Collective. */
  PutByAllCall(Armci armci, long sizeBytes) {
    this.armci = armci;
    this.bytes = new KeptBytes(armci, sizeBytes, false);
    this.memory = armci.allocate(sizeBytes);
    this.sizeBytes = sizeBytes;
    this.partner = (armci.rank() + KeptBytes.distance(armci)) % armci.size();
  }

  @Override
  public void run(long count) {
    for (long i = 0; i < count; i++) {
      MemorySegment changed = bytes.change();
      armci.put(changed, 0, memory, partner, 0, sizeBytes);
      armci.fence(partner);
      armci.barrier(); // as each save waits for the one before of all ranks
    }
  }

  @Override
  public void check() {
    run(1);
    int origin = Math.floorMod(armci.rank() - KeptBytes.distance(armci), armci.size());
    bytes.check(memory.local(), origin);
    armci.barrier();
  }
}
