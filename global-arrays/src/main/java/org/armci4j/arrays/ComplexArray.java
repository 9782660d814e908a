package org.armci4j.arrays;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * A distributed array of complex numbers: pairs of the real and the imaginary part, as C and
 * Fortran have them. Made by {@link ArrayBuilder#complexDoubles} and {@link
 * ArrayBuilder#complexFloats}.
 *
 * <pre>{@code
 * ComplexArray<double[]> a = arrays.array(100, 100).complexDoubles();
 * a.put(Patch.at(0, 0).size(1, 2), new double[] {1, 0, 0, 1}); // 1 and i
 * }</pre>
 *
 * <p>A Java array on the local side has the pairs one after the other, so twice as many numbers as
 * elements. The start and the leading dimensions of a {@link LocalBuffer} count elements.
 *
 * <p>An element is two words, and atomic updates have one, so there is no {@code fetchAndAdd};
 * {@code accumulate} and {@link #accumulateElements} add to each element atomically with respect to
 * other accumulates.
 *
 * <p>Source: Global Arrays' types {@code C_DCPL} and {@code C_SCPL}.
 *
 * @param <A> {@code double[]} or {@code float[]}
 */
public final class ComplexArray<A> extends GlobalArray<A> implements ComplexSection<A> {
  ComplexArray(GlobalArrays home, ArrayParts parts) {
    super(home, parts);
  }

  /**
   * Reads one element. Of one that another rank writes at the same time, the parts may be of
   * different values.
   *
   * @param index the element, one index a dimension
   * @return its value
   * @throws ArmciException when the element is outside the array, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public Complex get(long... index) {
    requireElement("get", index);
    MemorySegment pair = MemorySegment.ofArray(new double[2]);
    get(Patch.at(index), LocalBuffer.ofSegment(pair, 0));
    return ComplexView.load(parts().kind().number(), pair, 0);
  }

  /**
   * Writes one element.
   *
   * @param value the new value
   * @param index the element, one index a dimension
   * @throws ArmciException when the element is outside the array, or the array is closed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void put(Complex value, long... index) {
    Objects.requireNonNull(value, "value");
    requireElement("put", index);
    MemorySegment pair = MemorySegment.ofArray(new double[2]);
    ComplexView.store(parts().kind().number(), pair, 0, value);
    put(Patch.at(index), LocalBuffer.ofSegment(pair, 0));
  }

  private void requireElement(String operation, long[] index) {
    Objects.requireNonNull(index, "index");
    requireOpen(operation);
    checks().element(operation, index);
  }

  @Override
  public ComplexArray<A> array() {
    return this;
  }

  /**
   * Returns this rank's own block as numbers, with its ghosts: reads and writes without a copy.
   *
   * @return the block, which may be used until the array is closed; empty on a rank without a block
   * @throws ArmciException when the distribution is block-cyclic, as {@link #blocks} has its
   *     blocks, or the array is closed
   */
  @Override
  public ComplexView view() {
    requireOpen("view");
    return view(ComplexView::new, group().rank(), memory().local());
  }

  /**
   * Returns the block of a rank of the same host, with its ghosts: reads and writes without a copy.
   * {@link GlobalArray#sync} separates them from those of other ranks. Not collective.
   *
   * @param member the rank's number in the group
   * @return its block, which may be used until the array is closed; empty for a rank without a
   *     block
   * @throws ArmciException when the group has no such rank, loads and stores do not reach its
   *     memory, the distribution is block-cyclic, or the array is closed
   */
  public ComplexView view(int member) {
    return view(ComplexView::new, member, memoryOf("view", member));
  }

  @Override
  public List<ComplexView> blocks() {
    requireOpen("blocks");
    return ownBlocks(ComplexView::new);
  }

  /**
   * Returns the blocks of a rank of the same host: reads and writes without a copy. {@link
   * GlobalArray#sync} separates them from those of other ranks. Not collective.
   *
   * @param member the rank's number in the group
   * @return views in the order of {@link Distribution#blocks}, made when they are asked for, which
   *     may be used until the array is closed
   * @throws ArmciException when the group has no such rank, loads and stores do not reach its
   *     memory, or the array is closed
   */
  public List<ComplexView> blocks(int member) {
    return blocks(ComplexView::new, member, memoryOf("blocks", member));
  }

  @Override
  public ComplexSection<A> section(Patch patch) {
    return new ComplexPatch<>(this, checked("section", patch));
  }
}
