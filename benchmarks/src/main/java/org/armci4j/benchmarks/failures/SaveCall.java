package org.armci4j.benchmarks.failures;

import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.benchmarks.rank.MeasuredCall;
import org.armci4j.checkpoint.PartnerCheckpoint;

/** Saves a partner checkpoint, and waits until the copy is complete. */
final class SaveCall implements MeasuredCall {
  private final Armci armci;
  private final KeptBytes bytes;
  private final PartnerCheckpoint checkpoint;

  /**
   * Prepares the call. Collective.
   *
   * @param late whether a comparison finds a change only at the end of each block
   */
  SaveCall(Armci armci, long sizeBytes, boolean late) {
    this.armci = armci;
    this.bytes = new KeptBytes(armci, sizeBytes, late);
    this.checkpoint = PartnerCheckpoint.open(armci, armci.world(), sizeBytes);
  }

  @Override
  public void run(long count) {
    for (long i = 0; i < count; i++) {
      MemorySegment changed = bytes.change();
      checkpoint.save(bytes.steps(), changed);
      checkpoint.awaitCopy();
    }
  }

  /** Reads the last rank's bytes as if it had failed. */
  @Override
  public void check() {
    run(1);
    armci.barrier();
    int last = armci.size() - 1;
    if (armci.rank() < last) {
      try (Group others = armci.world().create(IntStream.range(0, last).toArray())) {
        MemorySegment found = MemorySegment.ofArray(new byte[(int) checkpoint.sizeBytes(last)]);
        checkpoint.read(others, bytes.steps(), last, found);
        bytes.check(found, last);
      }
    }
    armci.barrier();
  }
}
