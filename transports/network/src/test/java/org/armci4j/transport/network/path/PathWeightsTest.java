package org.armci4j.transport.network.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** What the weights promise, with paths whose speeds are known. */
class PathWeightsTest {
  private static final long LEAST = 4096;
  private static final long MESSAGE = 1 << 20;

  /** Paths that carry so many bytes in a microsecond, and transfers over them. */
  private static final class Paths {
    final double[] speeds;
    final PathWeights weights;
    final Stripes stripes;

    Paths(PathPlan plan, double... speeds) {
      this.speeds = speeds;
      this.weights = new PathWeights(plan);
      this.stripes = new Stripes(plan.batch());
    }

    /** Returns the paths that carried something. */
    Set<Integer> transfer(long sizeBytes) {
      weights.cut(sizeBytes, 1, stripes);
      Set<Integer> used = new HashSet<>();
      for (int i = 0; i < stripes.count(); i++) {
        used.add(stripes.path(i));
        stripes.arrived(i, (long) (stripes.lengthBytes(i) / speeds[stripes.path(i)] * 1000));
      }
      weights.learn(stripes);
      return used;
    }

    void transfers(int count) {
      for (int i = 0; i < count; i++) {
        transfer(MESSAGE);
      }
    }
  }

  private static PathPlan plan(int paths, int batch) {
    return PathPlan.of(paths, Math.min(paths, batch), LEAST);
  }

  @Property(tries = 300)
  void weightsMakeOne(
      @ForAll @IntRange(min = 1, max = 16) int count,
      @ForAll @IntRange(min = 1, max = 16) int batch,
      @ForAll long seed) {
    Random random = new Random(seed);
    Paths paths = new Paths(plan(count, batch), new double[count]);
    for (int i = 0; i < 200; i++) {
      Arrays.setAll(paths.speeds, _ -> random.nextDouble(0.01, 100));
      paths.transfer(random.nextLong(1, MESSAGE));
    }
    double sum = 0;
    for (int path = 0; path < count; path++) {
      assertTrue(paths.weights.weight(path) > 0);
      sum += paths.weights.weight(path);
    }
    assertEquals(1, sum, 1e-9);
  }

  @Property(tries = 500)
  void stripesHaveEachByteOnce(
      @ForAll @IntRange(min = 1, max = 12) int count,
      @ForAll @IntRange(min = 1, max = 12) int batch,
      @ForAll @LongRange(min = 1, max = 1L << 40) long sizeBytes,
      @ForAll @IntRange(min = 0, max = 12) int unitBits,
      @ForAll long seed) {
    Random random = new Random(seed);
    double[] speeds = random.doubles(count, 0.01, 100).toArray();
    Paths paths = new Paths(plan(count, batch), speeds);
    paths.transfers(random.nextInt(100));
    long unitBytes = 1L << unitBits;
    paths.weights.cut(sizeBytes, unitBytes, paths.stripes);
    long next = 0;
    Set<Integer> used = new HashSet<>();
    for (int i = 0; i < paths.stripes.count(); i++) {
      assertEquals(next, paths.stripes.begin(i));
      assertEquals(0, next % unitBytes);
      assertTrue(used.add(paths.stripes.path(i)), "a path carries two stripes");
      long length = paths.stripes.lengthBytes(i);
      assertTrue(length == sizeBytes || length > LEAST * 3 / 4 - 2 * unitBytes, "of " + length);
      next += length;
    }
    assertEquals(sizeBytes, next);
    assertTrue(used.size() <= Math.max(1, sizeBytes / LEAST), "too many for their length");
  }

  /** Times are never the same twice; that must not make one path carry all. */
  @Property(tries = 100)
  void equalPathsShareWhatIsJustLongEnough(@ForAll long seed) {
    Random random = new Random(seed);
    Paths paths = new Paths(plan(2, 2), new double[2]);
    for (int i = 0; i < 200; i++) {
      Arrays.setAll(paths.speeds, _ -> random.nextDouble(10, 15));
      assertEquals(Set.of(0, 1), paths.transfer(2 * LEAST));
    }
  }

  @Property(tries = 200)
  void equalTimesKeepWeights(@ForAll long seed) {
    Random random = new Random(seed);
    Paths paths = new Paths(plan(6, 3), random.doubles(6, 1, 4).toArray());
    paths.transfers(20);
    double[] before = new double[6];
    Arrays.setAll(before, paths.weights::weight);
    paths.weights.cut(1L << 40, 1, paths.stripes);
    for (int i = 0; i < paths.stripes.count(); i++) {
      paths.stripes.arrived(i, 1_000_000);
    }
    paths.weights.learn(paths.stripes);
    for (int path = 0; path < 6; path++) {
      assertEquals(before[path], paths.weights.weight(path), 1e-6);
    }
  }

  @Property(tries = 100)
  void stripesEndTogether(@ForAll @IntRange(min = 2, max = 8) int count, @ForAll long seed) {
    double[] speeds = new Random(seed).doubles(count, 1, 10).toArray();
    Paths paths = new Paths(plan(count, count), speeds);
    paths.transfers(5);
    paths.weights.cut(MESSAGE, 1, paths.stripes);
    double possible = MESSAGE / Arrays.stream(speeds).sum();
    assertEquals(count, paths.stripes.count());
    for (int i = 0; i < count; i++) {
      double takes = paths.stripes.lengthBytes(i) / speeds[paths.stripes.path(i)];
      assertEquals(1, takes / possible, 0.01);
    }
  }

  @Example
  void slowPathIsUsedLessAndComesBack() {
    Paths paths = new Paths(plan(2, 2), 10, 10);
    paths.transfers(5);
    paths.speeds[1] = 2.5;
    paths.transfers(3);
    assertEquals(0.2, paths.weights.weight(1), 0.01);
    paths.speeds[1] = 10;
    paths.transfers(3);
    assertEquals(0.5, paths.weights.weight(1), 0.01);
  }

  /** Too slow for even the shortest stripe, it carries nothing; a probe finds that it is well. */
  @Example
  void pathWithoutStripesIsProbed() {
    Paths paths = new Paths(plan(2, 2), 10, 0.001);
    paths.transfers(10);
    assertEquals(Set.of(0), paths.transfer(MESSAGE));
    paths.speeds[1] = 10;
    paths.transfers(PathPlan.USUAL_PROBE_INTERVAL + 3);
    assertEquals(0.5, paths.weights.weight(1), 0.02);
  }

  /**
   * A rail that was idle is fast for a moment; the other one is tried again a few transfers later.
   */
  @Example
  void oneWrongTimeIsForgottenSoon() {
    Paths paths = new Paths(plan(2, 2), 10, 10);
    paths.transfers(3);
    paths.speeds[1] = 1000;
    paths.transfers(1);
    paths.speeds[1] = 10;
    int silence = 0;
    while (!paths.transfer(3 * LEAST).equals(Set.of(0, 1))) {
      silence++;
    }
    assertTrue(silence > 0 && silence < 5, "after " + silence);
    assertEquals(Set.of(0, 1), paths.transfer(3 * LEAST));
  }

  /** A path that is slow for good costs little: it is tried more and more seldom. */
  @Example
  void pathThatStaysSlowIsTriedSeldom() {
    Paths paths = new Paths(plan(2, 2), 10, 0.1);
    paths.transfers(3);
    int trials = 0;
    for (int i = 0; i < 10 * PathPlan.USUAL_PROBE_INTERVAL; i++) {
      trials += paths.transfer(3 * LEAST).size() - 1;
    }
    assertTrue(trials >= 10 && trials < 10 + 6, "tried " + trials + " times");
  }

  /** Where a quarter of a fair part is shorter than a stripe may be, a probe is a whole stripe. */
  @Example
  void pathIsProbedThoughItsPartIsShort() {
    Paths paths = new Paths(PathPlan.of(4, 4, MESSAGE / 4), 10, 10, 10, 1);
    paths.transfers(3);
    assertEquals(Set.of(0, 1, 2), paths.transfer(MESSAGE));
    paths.speeds[3] = 10;
    paths.transfers(PathPlan.USUAL_PROBE_INTERVAL + 3);
    assertEquals(0.25, paths.weights.weight(3), 0.02);
  }

  /** Paths outside of the batch are tried in turn, whatever their weights are. */
  @Property(tries = 100)
  void noPathIsLeftForEver(@ForAll @IntRange(min = 2, max = 6) int batch, @ForAll long seed) {
    Random random = new Random(seed);
    int count = 12;
    Paths paths = new Paths(plan(count, batch), new double[count]);
    int[] silence = new int[count];
    for (int i = 0; i < 20 * PathPlan.USUAL_PROBE_INTERVAL; i++) {
      Arrays.setAll(paths.speeds, path -> path == 7 ? 0.01 : random.nextDouble(1, 10));
      Set<Integer> used = paths.transfer(MESSAGE);
      for (int path = 0; path < count; path++) {
        silence[path] = used.contains(path) ? 0 : silence[path] + 1;
        assertTrue(silence[path] <= (count + 1) * PathPlan.USUAL_PROBE_INTERVAL, "path " + path);
      }
    }
  }

  /** Paths of one rail share it, whichever of them carry a transfer. */
  @Property(tries = 50)
  void aBatchGoesThroughAllRails(
      @ForAll @IntRange(min = 1, max = 6) int pathsOfRail,
      @ForAll @IntRange(min = 2, max = 4) int batch,
      @ForAll long seed) {
    Random random = new Random(seed);
    int count = 2 * pathsOfRail;
    PathPlan plan = plan(count, batch).through(2);
    Paths paths = new Paths(plan, new double[count]);
    double[] rails = {10, 10};
    for (int i = 0; i < 3 * PathPlan.USUAL_PROBE_INTERVAL; i++) {
      if (i == PathPlan.USUAL_PROBE_INTERVAL) {
        rails[1] = 2.5;
      }
      if (i == 2 * PathPlan.USUAL_PROBE_INTERVAL) {
        rails[1] = 10;
      }
      Arrays.setAll(paths.speeds, path -> rails[path % 2] * random.nextDouble(0.95, 1.05));
      Set<Integer> used = paths.transfer(MESSAGE);
      assertTrue(used.stream().map(path -> path % 2).distinct().count() == 2, "only " + used);
    }
  }

  @Example
  void failedRailLeavesTheBatchToTheOther() {
    Paths paths = new Paths(plan(8, 2).through(2), 10, 10, 10, 10, 10, 10, 10, 10);
    for (int path = 1; path < 8; path += 2) {
      paths.weights.leave(path);
    }
    Set<Integer> used = paths.transfer(MESSAGE);
    assertEquals(2, used.size());
    assertTrue(used.stream().allMatch(path -> path % 2 == 0), "" + used);
  }

  @Example
  void failedPathCarriesNothingUntilItWorks() {
    Paths paths = new Paths(plan(4, 2), 10, 10, 10, 10);
    paths.weights.leave(0);
    paths.weights.leave(2);
    assertEquals(2, paths.weights.working());
    for (int i = 0; i < 3 * PathPlan.USUAL_PROBE_INTERVAL; i++) {
      assertEquals(Set.of(1, 3), paths.transfer(MESSAGE));
    }
    paths.weights.leave(1);
    assertEquals(Set.of(3), paths.transfer(MESSAGE));
    paths.weights.takeUp(2);
    assertEquals(Set.of(2, 3), paths.transfer(MESSAGE));
    paths.weights.leave(2);
    paths.weights.leave(3);
    assertThrows(IllegalStateException.class, () -> paths.transfer(MESSAGE));
  }

  /** A stripe of a path that failed is not timed. */
  @Example
  void untimedStripesChangeNothing() {
    Paths paths = new Paths(plan(3, 3), 1, 1, 1);
    paths.weights.cut(MESSAGE, 1, paths.stripes);
    paths.stripes.arrived(0, 1000);
    paths.stripes.arrived(1, 3000);
    paths.weights.learn(paths.stripes);
    assertEquals(1.0 / 3, paths.weights.weight(2), 1e-12);
    assertTrue(paths.weights.weight(0) > paths.weights.weight(1));
  }

  @Example
  void aWrongPlanIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> PathPlan.of(4, 5, LEAST));
    assertThrows(IllegalArgumentException.class, () -> PathPlan.of(4, 0, LEAST));
    assertThrows(IllegalArgumentException.class, () -> new PathPlan(4, 2, 1.5, LEAST, 64, 1));
    assertThrows(IllegalArgumentException.class, () -> PathPlan.of(4, 2, LEAST).through(0));
  }
}
