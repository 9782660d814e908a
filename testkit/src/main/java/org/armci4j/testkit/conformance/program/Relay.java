package org.armci4j.testkit.conformance.program;

import java.lang.foreign.MemorySegment;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.strided.ArrayLayout;
import org.armci4j.strided.Section;
import org.armci4j.strided.Strided;
import org.armci4j.testkit.conformance.shape.StridedModel;
import org.armci4j.testkit.conformance.trial.Form;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Sends slabs of 1 to 7 dimensions round the ring of ranks. Each rank passes a slab on as soon as
 * it knows that all of it has arrived: by a signal of the put in the blocking form, else by a
 * notification.
 */
final class Relay {
  private static final int ROUNDS = 20;

  private Relay() {}

  static void run(Trial trial) {
    GlobalMemory flags = trial.armci().allocate(8);
    RelayRing ring = new RelayRing(trial, Strided.of(trial.armci()), flags);
    int rounds = trial.times(ROUNDS);
    for (int dimensions = 1; dimensions <= Boxes.MOST_DIMENSIONS; dimensions++) {
      ring.run(dimensions, rounds);
    }
    trial.armci().free(flags);
  }

  private record RelayRing(Trial trial, Strided strided, GlobalMemory flags) {
    void run(int dimensions, int rounds) {
      Armci armci = trial.armci();
      ArrayLayout layout = Boxes.remote(dimensions);
      GlobalMemory memory = armci.allocate(layout.sizeBytes());
      long[] lower = new long[dimensions];
      lower[dimensions - 1] = 1;
      Section slab = layout.box(lower, Boxes.extents(dimensions));
      for (int round = 0; round < rounds; round++) {
        long arrival = (long) (dimensions - 1) * rounds + round + 1;
        MemorySegment sent = StridedModel.random(trial.common(arrival), layout.sizeBytes());
        if (trial.rank() == 0) {
          pass(sent, memory, slab, arrival);
        }
        await(arrival);
        if (trial.rank() != 0) {
          pass(memory.local(), memory, slab, arrival);
        }
        MemorySegment expected = StridedModel.zeros(layout.sizeBytes());
        StridedModel.copy(sent, slab, expected, slab);
        String what = Text.format("%d dimensions, round %d", dimensions, round);
        trial.requireSame(expected, memory.local(), () -> what);
        armci.barrier();
      }
      armci.free(memory);
    }

    private void pass(MemorySegment source, GlobalMemory memory, Section slab, long arrival) {
      int right = trial.right();
      if (trial.transfers().form() == Form.BLOCKING) {
        strided.putSignal(source, slab, memory, right, slab, flags, 0, arrival);
      } else {
        trial.transfers().put(source, slab, memory, right, slab);
        trial.transfers().complete();
        trial.armci().signals().notify(right);
      }
    }

    private void await(long arrival) {
      if (trial.transfers().form() == Form.BLOCKING) {
        trial.armci().waitUntil(flags, 0, Comparison.GE, arrival);
      } else {
        trial.armci().signals().waitNotify((trial.rank() + trial.size() - 1) % trial.size());
      }
    }
  }
}
