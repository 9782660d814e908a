package org.armci4j.testkit.conformance.program;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.strided.ArrayLayout;
import org.armci4j.strided.Section;
import org.armci4j.testkit.conformance.shape.StridedModel;
import org.armci4j.testkit.conformance.trial.FormTransfers;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Puts random boxes of arrays of 1 to 7 dimensions to the opposite rank and gets them back to
 * another place, with no fence between. Nothing beside them may change, there or here.
 */
final class Patches {
  private static final int PATCHES = 200;

  private Patches() {}

  static void run(Trial trial) {
    for (int dimensions = 1; dimensions <= Boxes.MOST_DIMENSIONS; dimensions++) {
      run(trial, dimensions);
    }
  }

  private static void run(Trial trial, int dimensions) {
    int target = trial.size() - 1 - trial.rank();
    SplittableRandom random = trial.random(dimensions);
    ArrayLayout local = Boxes.local(dimensions);
    ArrayLayout remote = Boxes.remote(dimensions);
    GlobalMemory memory = trial.armci().allocate(remote.sizeBytes());
    MemorySegment source = StridedModel.random(random, local.sizeBytes());
    MemorySegment back = StridedModel.random(random, local.sizeBytes());
    MemorySegment expectedBack = StridedModel.copyOf(back);
    MemorySegment expectedRemote = StridedModel.zeros(remote.sizeBytes());
    FormTransfers transfers = trial.transfers();
    for (int i = 0; i < trial.times(PATCHES); i++) {
      long[] sizes = Boxes.randomSizes(random, dimensions);
      Section from = local.box(Boxes.randomLower(random, sizes, 0), sizes);
      Section there = remote.box(Boxes.randomLower(random, sizes, 1), sizes);
      Section to = local.box(Boxes.randomLower(random, sizes, 0), sizes);
      transfers.put(source, from, memory, target, there);
      transfers.complete();
      transfers.get(memory, target, there, back, to);
      transfers.complete();
      StridedModel.copy(source, from, expectedRemote, there);
      StridedModel.copy(source, from, expectedBack, to);
      int patch = i;
      trial.requireSame(
          expectedBack, back, () -> Text.format("patch %d of %d dimensions", patch, dimensions));
    }
    MemorySegment all = StridedModel.zeros(remote.sizeBytes());
    transfers.get(memory, target, 0, all, 0, all.byteSize());
    transfers.complete();
    trial.requireSame(expectedRemote, all, () -> dimensions + " dimensions at rank " + target);
    trial.armci().free(memory);
  }
}
