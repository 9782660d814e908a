package org.armci4j.testkit.conformance.trial;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.armci4j.Armci;
import org.armci4j.bootstrap.text.Text;

/** Describes one run of one program on one rank: its means, and the place for its differences. */
public final class Trial {
  private final Armci armci;
  private final FormTransfers transfers;
  private final long seed;
  private final double scale;
  private final Differences differences;

  /**
   * Makes a run that has not begun.
   *
   * @param armci the rank's runtime
   * @param form how transfers are made
   * @param seed of all random input; the same on all ranks
   * @param scale part of the full work, above 0; at most 1 is usual
   */
  public Trial(Armci armci, Form form, long seed, double scale) {
    this.armci = armci;
    this.transfers = new FormTransfers(armci, form);
    this.seed = seed;
    this.scale = scale;
    this.differences = new Differences(armci.rank());
  }

  public Armci armci() {
    return armci;
  }

  public int rank() {
    return armci.rank();
  }

  public int size() {
    return armci.size();
  }

  public int right() {
    return (armci.rank() + 1) % armci.size();
  }

  /** Returns the transfers of the run's form. */
  public FormTransfers transfers() {
    return transfers;
  }

  public long seed() {
    return seed;
  }

  public double scale() {
    return scale;
  }

  /**
   * Returns how often to repeat a step that full scale repeats {@code full} times: at least once.
   */
  public int times(int full) {
    return (int) Math.max(1, Math.round(full * scale));
  }

  /** Returns random numbers of this rank; the same at every call with the same stream. */
  public SplittableRandom random(long stream) {
    return common(stream * armci.size() + armci.rank());
  }

  /** Returns random numbers that all ranks share. */
  public SplittableRandom common(long stream) {
    return new SplittableRandom(seed + 0x9e3779b97f4a7c15L * stream);
  }

  /**
   * Returns the differences so far.
   *
   * @return this rank's differences
   */
  public Differences differences() {
    return differences;
  }

  public void require(boolean holds, Supplier<String> what) {
    if (!holds) {
      differences.add(what.get());
    }
  }

  public void requireSame(MemorySegment expected, MemorySegment seen, Supplier<String> what) {
    long at = expected.mismatch(seen);
    if (at >= 0) {
      differences.add(
          Text.format("%s: differs from byte %d of %d on", what.get(), at, seen.byteSize()));
    }
  }

  public void requireEqual(long expected, long seen, Supplier<String> what) {
    if (expected != seen) {
      differences.add(Text.format("%s: %d instead of %d", what.get(), seen, expected));
    }
  }

  public void requireEqual(double expected, double seen, Supplier<String> what) {
    if (expected != seen) {
      differences.add(Text.format("%s: %s instead of %s", what.get(), seen, expected));
    }
  }

  /**
   * Requires a value within 1e-4 of the expected one, because sums of rounded terms cannot be
   * compared exactly.
   */
  public void requireClose(double expected, double seen, Supplier<String> what) {
    if (!(Math.abs(seen - expected) <= 1e-4 * Math.abs(expected))) {
      differences.add(Text.format("%s: %s instead of %s", what.get(), seen, expected));
    }
  }
}
