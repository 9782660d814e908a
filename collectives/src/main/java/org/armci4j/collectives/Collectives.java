package org.armci4j.collectives;

import java.lang.foreign.MemorySegment;
import org.armci4j.Armci;

/**
 * Collective operations of all ranks of a job. Every rank makes the same calls in the same order,
 * one thread of it at a time, with the same operation and length.
 *
 * <p>Results are the same bits on every rank and in every run: values are combined in the order of
 * the ranks.
 *
 * <p>A wait inside ends with {@link org.armci4j.RankFailedException} when a rank fails.
 */
public final class Collectives {
  private final Armci armci;
  private final SharedSlots slots;

  private Collectives(Armci armci) {
    this.armci = armci;
    this.slots = new SharedSlots(armci);
  }

  /**
   * The collectives of a runtime. Collective: allocates the buffers that they use.
   *
   * @param armci an open runtime; its closing frees the buffers
   * @return to be kept and used for all calls
   */
  public static Collectives of(Armci armci) {
    return new Collectives(armci);
  }

  /** Returns when every rank has called it; the same as {@link Armci#barrier}. */
  public void barrier() {
    armci.barrier();
  }

  /**
   * Combines one value of every rank.
   *
   * @param value this rank's
   * @param reduction how to combine
   * @return the same result on every rank
   */
  public double allreduce(double value, Reduction reduction) {
    double[] one = {value};
    allreduce(one, reduction);
    return one[0];
  }

  /**
   * Combines one value of every rank.
   *
   * @param value this rank's
   * @param reduction how to combine
   * @return the same result on every rank
   */
  public long allreduce(long value, Reduction reduction) {
    long[] one = {value};
    allreduce(one, reduction);
    return one[0];
  }

  /**
   * Combines arrays element by element, in place.
   *
   * @param values this rank's values, replaced by the result; of the same length on every rank
   * @param reduction how to combine
   */
  public void allreduce(double[] values, Reduction reduction) {
    MemorySegment buffer = MemorySegment.ofArray(values);
    for (int first = 0; first < values.length; first += SharedSlots.WORDS) {
      int count = Math.min(SharedSlots.WORDS, values.length - first);
      MemorySegment parts = slots.exchange(buffer, 8L * first, 8L * count);
      MemorySegment.copy(parts, slots.offset(0), buffer, 8L * first, 8L * count);
      for (int rank = 1; rank < armci.size(); rank++) {
        ReductionKernels.fold(reduction, values, first, parts, slots.offset(rank), count);
      }
    }
  }

  /**
   * Combines arrays element by element, in place.
   *
   * @param values this rank's values, replaced by the result; of the same length on every rank
   * @param reduction how to combine
   */
  public void allreduce(long[] values, Reduction reduction) {
    MemorySegment buffer = MemorySegment.ofArray(values);
    for (int first = 0; first < values.length; first += SharedSlots.WORDS) {
      int count = Math.min(SharedSlots.WORDS, values.length - first);
      MemorySegment parts = slots.exchange(buffer, 8L * first, 8L * count);
      MemorySegment.copy(parts, slots.offset(0), buffer, 8L * first, 8L * count);
      for (int rank = 1; rank < armci.size(); rank++) {
        ReductionKernels.fold(reduction, values, first, parts, slots.offset(rank), count);
      }
    }
  }
}
