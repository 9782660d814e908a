package org.armci4j.benchmarks.failures;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.Armci;
import org.armci4j.benchmarks.rank.MeasuredCall;
import org.armci4j.checkpoint.PartnerCheckpoint;

/** Saves a partner checkpoint, and waits until the copy is at the partner. */
final class SaveCall implements MeasuredCall {
  private final Armci armci;
  private final KeptBytes bytes;
  private final PartnerCheckpoint checkpoint;

  /** Prepares the call. Collective. */
  SaveCall(Armci armci, long sizeBytes) {
    this.armci = armci;
    this.bytes = new KeptBytes(sizeBytes);
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

  @Override
  public void check() {
    run(1);
    armci.barrier();
    MemorySegment found = MemorySegment.ofArray(new byte[(int) checkpoint.sizeBytes(0)]);
    checkpoint.read(armci.world(), bytes.steps(), KeptBytes.partner(armci), found);
    if (found.get(ValueLayout.JAVA_LONG_UNALIGNED, 0) != bytes.steps()) {
      throw new IllegalStateException("the partner checkpoint has other bytes");
    }
  }
}
