package org.armci4j.kernel.loops;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Field;
import java.util.SplittableRandom;
import org.armci4j.kernel.ExactClasses;

/**
 * Adds numbers up, first some and then, once the thread that loads vectors has ended, as many
 * again. Prints the class of the loops at the end, the sums' hash, and whether the Vector API can
 * be loaded. Runs in a JVM of its own.
 */
final class LateVectors {
  private static final int ELEMENTS = 4099;
  private static final long BYTES = 8L * ELEMENTS;
  private static final int CALLS = 100;

  private LateVectors() {}

  /** Runs without arguments. */
  public static void main(String[] args) throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment sums = arena.allocate(BYTES, 8);
      MemorySegment terms = arena.allocate(BYTES, 8);
      Scalars.fill(Element.DOUBLE, sums, new SplittableRandom(1));
      Scalars.fill(Element.DOUBLE, terms, new SplittableRandom(2));
      ExactClasses<Loops> chosen = Loops.of(Element.DOUBLE, Operator.SUM);
      Loops loops = chosen.between(terms, sums);
      add(loops, terms, sums);
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getName().equals("armci-vectors")) {
          thread.join();
        }
      }
      add(loops, terms, sums);
      long hash = 0;
      for (long i = 0; i < BYTES; i += 8) {
        hash = 31 * hash + sums.get(ValueLayout.JAVA_LONG, i);
      }
      boolean loads = VectorModule.load(LateVectors.class.getModule());
      System.out.println(nameOfLongLoops(loops) + " " + hash + " " + loads);
    }
  }

  private static void add(Loops loops, MemorySegment terms, MemorySegment sums) {
    for (int i = 0; i < CALLS; i++) {
      loops.combine(sums, 0, terms, 0, sums, 0, BYTES);
    }
  }

  private static String nameOfLongLoops(Loops loops) throws ReflectiveOperationException {
    String own = loops.getClass().getSimpleName();
    if (!own.startsWith("SizedLoops")) {
      return own.split("/", 2)[0];
    }
    Field field = loops.getClass().getDeclaredField("forLong");
    field.setAccessible(true);
    return field.get(loops).getClass().getSimpleName().split("/", 2)[0];
  }
}
