package org.armci4j.arrays.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.EnumMap;
import java.util.Map;
import org.armci4j.VectorApi;
import org.armci4j.kernel.ExactClasses;
import org.armci4j.kernel.loops.VectorWarmUp;

/** The loops of all folds, in one form: plain, by vectors, or the choice between them. */
final class FoldTable {
  static final FoldTable PLAIN = new FoldTable(PlainFoldLoops.class);

  /** For a JVM that has the Vector API. */
  static final FoldTable VECTORS = new FoldTable(VectorFoldLoops.class);

  static final FoldTable CHOSEN = new FoldTable(FoldChoice.class);

  /** Numbers of a piece of the warm-up, and pieces of each round. */
  private static final int COUNT = 1024;

  private static final int PIECES = 64;

  private final Map<Fold, ExactClasses<FoldLoops>> loops = new EnumMap<>(Fold.class);

  private FoldTable(Class<? extends FoldLoops> template) {
    for (Fold fold : Fold.values()) {
      loops.put(fold, new ExactClasses<>(FoldLoops.class, template, MethodHandles.lookup(), fold));
    }
  }

  ExactClasses<FoldLoops> find(Fold fold) {
    return loops.get(fold);
  }

  /**
   * Returns the loops by vectors once they are compiled and faster than the plain ones, which takes
   * some seconds at most; otherwise the plain ones.
   *
   * @param memory class of both operands: native memory, or arrays of double
   */
  static FoldLoops warm(Fold fold, Class<?> memory) {
    FoldLoops plain = PLAIN.find(fold).of(memory, memory);
    if (!VectorApi.load(FoldTable.class)) {
      return plain;
    }
    FoldLoops vectors = VECTORS.find(fold).of(memory, memory);
    MemorySegment zeros = Arena.ofAuto().allocate((long) COUNT * Double.BYTES, Double.BYTES);
    MemorySegment numbers =
        zeros.getClass() == memory ? zeros : MemorySegment.ofArray(new double[COUNT]);
    return VectorWarmUp.succeeds(() -> round(plain, numbers), () -> round(vectors, numbers))
        ? vectors
        : plain;
  }

  private static void round(FoldLoops loops, MemorySegment numbers) {
    double[] totals = new double[2 * FoldLoops.SUMS];
    for (int i = 0; i < PIECES; i++) {
      loops.fold(numbers, 0, numbers, 0, COUNT, totals);
    }
  }
}
